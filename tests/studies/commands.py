"""The command line from inside a test."""

import os
import subprocess
import sys
from pathlib import Path

from studies.cli import main

ROOT = Path(__file__).resolve().parents[2]


def bottega(monkeypatch, *words):
    """Run a command in this process; its exit code."""
    monkeypatch.setattr(sys, "argv", ["bottega", *map(str, words)])
    try:
        main()
    except SystemExit as end:
        return end.code or 0
    return 0


def bottega_process(*words, cwd, **environment):
    """Start a command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "studies.cli", *map(str, words)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
