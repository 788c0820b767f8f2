"""A study at work: search, race, proof, from start to end and after every interruption."""
