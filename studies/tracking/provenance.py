"""Where a result came from: versions, commit, machine."""

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engine.sources import ROOT, source_hash

PARTS = ("numba", "numpy", "optuna", "deap", "mlflow")


def provenance() -> dict[str, str]:
    """What a later reader needs to repeat a study."""
    return {
        "version.bottega": version_of("bottega"),
        "version.python": platform.python_version(),
        **{f"version.{part}": version_of(part) for part in PARTS},
        "source": source_hash(),
        "git.commit": git("rev-parse", "HEAD"),
        "git.dirty": str(bool(git("status", "--porcelain", "--untracked-files=no"))).lower(),
        "machine.cpu": cpu(),
        "machine.cores": str(os.cpu_count()),
        "machine.system": f"{platform.system()} {platform.release()}",
    }


def version_of(package: str) -> str:
    """A package's version, or a dash."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"


def git(*arguments: str) -> str:
    """What git says about the code, or nothing when it does not lie in a repository."""
    try:
        answer = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout.strip() if answer.returncode == 0 else ""


def cpu() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
