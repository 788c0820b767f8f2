"""Players of 7 Wonders that play by rules."""
