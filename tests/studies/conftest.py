"""What several tests of the command line use."""

import sys

import pytest

from studies.cli import main


@pytest.fixture
def bottega(monkeypatch, capsys):
    """Run a command line; its exit code, standard output and standard error."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["bottega", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return ended.value.code or 0, printed.out, printed.err

    return run
