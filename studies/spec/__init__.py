"""What a study says: its file and keys, the players' texts and the rules that it names."""
