"""Studies at work: what is searched, the search itself, race and proof, and the ledgers that remember every game."""
