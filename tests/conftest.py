"""Compiled code reads out of bounds in silence, so every test runs with bounds checked."""

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

import pytest

pytest.register_assert_rewrite("engine.conformance", "agents.conformance", "optimisers.conformance")
