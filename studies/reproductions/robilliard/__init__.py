"""Experiments of Robilliard and Fonlupt (2015) that are no single study."""
