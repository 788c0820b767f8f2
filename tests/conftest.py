"""Compiled code reads out of bounds in silence, so every test runs with bounds checked; no property is timed."""

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("engine.conformance", "agents.conformance", "optimisers.conformance")
# A busy machine must not fail a property by the clock, and the same commit meets the same examples.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
