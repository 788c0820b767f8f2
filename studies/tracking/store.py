"""Where tracking goes, checked in milliseconds before the first game and without loading MLflow."""

import errno
import fcntl
import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from urllib.parse import urlparse

from engine.errors import InputError

DEFAULT = "sqlite:///mlflow.db"
PATIENCE = 5.0  # seconds to wait for a lock or a server
SERVER = ("http", "https")
NO_TELEMETRY = ("MLFLOW_DISABLE_TELEMETRY", "true")  # tells nobody
LOCAL = "http://127.0.0.1:5000"  # where `bottega ui` shows a store that is no server


def store_uri() -> str:
    """`MLFLOW_TRACKING_URI`, or a SQLite file in the working directory."""
    return os.environ.get("MLFLOW_TRACKING_URI") or DEFAULT


def database(uri: str) -> Path | None:
    """The file of a SQLite store; None for every other kind."""
    return Path(uri.removeprefix("sqlite:///")) if uri.startswith("sqlite:///") else None


def run_link(uri: str, experiment: str, run: str) -> str:
    """The page of one run; of a store that is no server, where `bottega ui` shows it."""
    server = uri.rstrip("/") if urlparse(uri).scheme in SERVER else LOCAL
    return f"{server}/#/experiments/{experiment}/runs/{run}?workflowType=machine_learning"  # not among GenAI's


def artifact_home(uri: str, experiment: str) -> str | None:
    """Artifacts of a SQLite store lie beside it; a server decides for itself."""
    path = database(uri)
    return None if path is None else (path.resolve().parent / "mlartifacts" / experiment).as_uri()


def disk_is_full(failure: str) -> bool:
    """Whether a store failed for want of room, by what SQLite and the system say then."""
    return "disk is full" in failure or os.strerror(errno.ENOSPC) in failure


def check_store(uri: str) -> None:
    """Refuse a store that cannot be written now, in one line that says why."""
    path = database(uri)
    if path is not None:
        _check_database(path)
    elif urlparse(uri).scheme in SERVER:
        _check_server(uri)


def _check_database(path: Path) -> None:
    if _being_made(path):
        return
    try:
        if path.exists():
            with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                connection.execute("ROLLBACK")
        else:  # MLflow makes it; a trial one, removed again, could be taken away under a study that has just begun
            TemporaryFile(dir=path.parent).close()
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        if "locked" in reason:
            reason = f"locked by another process for more than {PATIENCE:g} s"
        raise InputError(
            f"tracking store {path}: {reason}; set MLFLOW_TRACKING_URI to another one or use --no-track"
        ) from None


def _check_server(uri: str) -> None:
    address = urlparse(uri)
    try:
        port = address.port or (443 if address.scheme == "https" else 80)
        socket.create_connection((address.hostname or "", port), timeout=PATIENCE).close()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"tracking server {uri}: no answer ({reason}); start it, or use --no-track") from None


@contextmanager
def making_schema(uri: str) -> Iterator[None]:
    """Only one process at a time creates the tables of a new SQLite store."""
    path = database(uri)
    if path is None:
        yield
        return
    with _schema_lock(path).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _being_made(path: Path) -> bool:
    """Whether another study is creating the tables just now: that takes seconds, and shows that one can write there."""
    try:
        with _schema_lock(path).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        pass  # nobody has made one yet, or what is wrong with the folder shows in the store itself
    return False


def _schema_lock(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")
