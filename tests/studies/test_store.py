"""A store that cannot be used is refused before the first game."""

import socket
import sqlite3

import pytest

from engine.errors import InputError
from studies.tracking import store


def test_a_new_store_is_accepted_and_not_yet_made(tmp_path):
    store.check_store(f"sqlite:///{tmp_path}/new.db")
    assert not list(tmp_path.iterdir())


def test_a_store_that_another_study_makes_meanwhile_stays(tmp_path, monkeypatch):
    path = tmp_path / "mlflow.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (x)")
    with monkeypatch.context() as patch:
        patch.setattr(store.Path, "exists", lambda path: False)  # a moment before, it was not there
        store.check_store(f"sqlite:///{path}")
    assert sqlite3.connect(path).execute("SELECT name FROM sqlite_master").fetchall() == [("t",)]


def test_a_store_whose_tables_are_being_made_is_accepted(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    path = tmp_path / "mlflow.db"
    uri = f"sqlite:///{path}"
    with store.making_schema(uri), sqlite3.connect(path, isolation_level=None) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        store.check_store(uri)
        holder.execute("ROLLBACK")


def test_a_locked_store_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    path = tmp_path / "mlflow.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("CREATE TABLE t (x)")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(InputError, match=r"mlflow.db: locked by another process for more than 0.2 s; .*--no-track"):
        store.check_store(f"sqlite:///{path}")
    holder.close()
    store.check_store(f"sqlite:///{path}")


def test_what_is_no_database_is_refused(tmp_path):
    path = tmp_path / "mlflow.db"
    path.write_text("a letter to a friend, quite long enough to have a header of its own, and then some more text")
    with pytest.raises(InputError, match="file is not a database"):
        store.check_store(f"sqlite:///{path}")
    assert path.read_text().startswith("a letter")
    with pytest.raises(InputError, match="No such file or directory"):
        store.check_store(f"sqlite:///{tmp_path}/no/such/folder/mlflow.db")


def test_a_silent_server_is_refused():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]  # kept, but nobody listens: another process cannot come by it meanwhile
        with pytest.raises(InputError, match=f"tracking server http://127.0.0.1:{port}: no answer"):
            store.check_store(f"http://127.0.0.1:{port}")


def test_the_usual_variable_names_the_store(monkeypatch):
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    assert store.store_uri() == "sqlite:///mlflow.db"
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "http://example:5000")
    assert store.store_uri() == "http://example:5000"
    assert store.artifact_home("http://example:5000", "splendor") is None
