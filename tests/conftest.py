"""Compiled code reads out of bounds in silence, so every test runs with bounds checked; no property is timed."""

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
os.environ.setdefault("RAY_worker_niceness", "0")  # not 15: its workers would hardly get on beside the other tests

import pytest
from hypothesis import HealthCheck, settings

from studies.farm.local import cores

pytest.register_assert_rewrite("engine.conformance", "agents.conformance", "optimisers.conformance")
# A busy machine must not fail a property by the clock, and the same commit meets the same examples.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """As many as there are cores: each loads all that is compiled, and the nodes of the Ray farm have work too."""
    return cores()


def pytest_collection_modifyitems(items):
    """They are one after the other in one process: begun first, they do not keep the others waiting at the end."""
    items.sort(key=lambda item: not any(mark.args == ("ray",) for mark in item.iter_markers("xdist_group")))
