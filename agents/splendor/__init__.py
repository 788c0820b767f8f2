"""Players of Splendor alone."""
