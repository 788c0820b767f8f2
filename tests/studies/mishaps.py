"""What happens to workers in the tests of the farm; runs in the workers' processes."""

import os
import time

from studies.farm.ray_worker import Worker
from studies.play.jobs import evaluate

DEADLY = 13  # the number of a game that kills whoever plays it


def slowly(job):
    """Play, but take long enough for something to happen meanwhile."""
    time.sleep(0.03)
    return evaluate(job)


def deadly(job):
    """Play, and die at one game."""
    if job.first <= DEADLY < job.last:
        os._exit(1)
    return evaluate(job)


class Dying(Worker):
    """A worker that dies before it has said anything."""

    def hello(self):
        os._exit(1)


def dies_at_first(mark):
    """A kind of worker the first of which dies before its hello, and leaves a mark."""

    class Frail(Worker):
        def hello(self):
            if not os.path.exists(mark):
                open(mark, "w").close()
                os._exit(1)
            return super().hello()

    return Frail


def compiled_here():
    """This process, and how long it spent compiling after a moment in which all workers were busy."""
    from engine.jit import compiling

    time.sleep(0.3)
    return os.getpid(), compiling.seconds


def loaded():
    """The large packages that this process has loaded."""
    import sys

    return {"mlflow", "optuna", "matplotlib", "numba"} & set(sys.modules)
