"""The players: algorithms written once, for every game."""
