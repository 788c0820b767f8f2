"""Fenner 2014: a planner for Dominion whose network of deck vectors was trained on random decks."""
