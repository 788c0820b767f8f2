"""What a study is: its file, its keys, and the names in it looked up."""
