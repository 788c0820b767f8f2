"""Compiled code reads out of bounds in silence, so every test runs with bounds checked."""

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
