"""Players of Dominion that play by rules: what to buy is each one's own, all else they share (short_term.py)."""
