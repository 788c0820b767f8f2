"""A study's own folder under `workshop/`: its file, its ledgers, its results. MLflow gets copies of what lies here."""

import errno
import fcntl
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.errors import InputError
from engine.reading import read_bytes, read_text
from studies.search.inputs import check_inputs, taken_in
from studies.spec.seal import checksum, read_record, write_record
from studies.spec.study import AnyStudy
from studies.spec.study_file import as_table, as_toml, load

HOME = "workshop"
STUDY, STATE, RESULT = "study.toml", "state.json", "result.json"
CURES = {STATE: "start the study anew: bottega run study.toml in its folder"}  # for a damaged one
MADE_AGAIN = "delete it and bottega resume: it is made again from what was played"
CHAMPION, REPORT, TRIALS, REPLAY = "champion.toml", "report.md", "trials.csv", "replay.html"
STATISTICS = "statistics.json"  # of a search: what later ones can start from


def home() -> Path:
    """`BOTTEGA_HOME`, or `workshop` in the working directory."""
    return Path(os.environ.get("BOTTEGA_HOME") or HOME)


class RunFolder:
    """Paths of one study, and its small files, each of which is there whole or not at all."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.name

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    @property
    def study(self) -> AnyStudy:
        """The study as it was started, with all that it reads; an edited one is another study."""
        state, path = self.state, self / STUDY
        if not state:
            raise InputError(f"{self / STATE}: missing; {self._anew}")
        if checksum(read_bytes(path)) != state["study"]:
            raise InputError(f"{path}: edited since the study was begun; put it back to go on, or {self._anew}")
        check_inputs(self.path, state["inputs"])
        return load(path)

    @property
    def _anew(self) -> str:
        return f"start it as a new one: bottega run {self / STUDY}"

    @property
    def state(self) -> dict[str, Any]:
        """What must be known to go on: the run in MLflow, the program's version."""
        return self.read(STATE) or {}

    @property
    def run(self) -> str:
        """The id of its run in MLflow; empty if it has none."""
        return self.state.get("run", "")

    @property
    def result(self) -> dict[str, Any] | None:
        """What the study ended with; None while it is not finished."""
        return self.read(RESULT)

    def read(self, name: str) -> dict[str, Any] | None:
        """A sealed JSON file, or None if there is none."""
        path = self / name
        return read_record(read_text(path), str(path), CURES.get(name, MADE_AGAIN)) if path.exists() else None

    def note(self, **state: Any) -> None:
        """Add to the state."""
        self.write(STATE, write_record({**self.state, **state}))

    def write(self, name: str, text: str | bytes) -> Path:
        """A file that appears only when it is whole."""
        target = self / name
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode() if isinstance(text, str) else text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(draft, 0o644)
            os.replace(draft, target)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
        return target

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Only one process works on a study."""
        with (self / STUDY).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    raise
                raise InputError(f"{self.path}: another process is working on this study") from None
            yield


def new_folder(study: AnyStudy) -> RunFolder:
    """A folder of its own for every start, with the study's file in it."""
    root = home()
    try:
        root.mkdir(parents=True, exist_ok=True)
        while True:
            path = root / f"{study.name}-{secrets.token_hex(3)}"
            try:
                path.mkdir()
                break
            except FileExistsError:
                continue
    except OSError as error:
        raise InputError(f"{root}: cannot be written ({error.strerror})") from None
    folder = RunFolder(path)
    try:
        table, inputs = taken_in(as_table(study), folder.write, statistics_file)
        text = as_toml(table)
        folder.write(STATE, write_record({"study": checksum(text.encode()), "inputs": inputs}))
        folder.write(STUDY, text)
    except (OSError, InputError) as error:
        shutil.rmtree(path)
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    return folder


def all_folders() -> list[RunFolder]:
    """Every study in the workshop, the latest first."""
    found = [path for path in home().glob("*") if (path / STUDY).is_file()]
    return [RunFolder(path) for path in sorted(found, key=lambda path: (path / STUDY).stat().st_mtime, reverse=True)]


def find_folder(name: str = "", *, finished: bool = False) -> RunFolder:
    """A study by its folder, its name, or the beginning of one; without any, the latest, unfinished unless said."""
    folders = all_folders()
    if not name:
        found = [folder for folder in folders if finished or not (folder / RESULT).exists()]
        if not found:
            raise InputError(f"{home()}: there is no {'' if finished else 'unfinished '}study here")
        return found[0]
    if os.path.isfile(Path(name) / STUDY):  # which no name is too long for
        return RunFolder(Path(name))
    matches = [folder for folder in folders if folder.name == name] or [f for f in folders if f.name.startswith(name)]
    if not matches:
        known = ", ".join(folder.name for folder in folders[:5]) or "none"
        raise InputError(f"{home()}: there is no study {name!r}; the latest are: {known}")
    return matches[0]


def statistics_file(study: str) -> Path:
    """Where the statistics of an earlier study are, by its name, its folder, or that file itself."""
    if os.path.isfile(study):
        return Path(study)
    folder = find_folder(study)
    if not (folder / STATISTICS).is_file():
        cure = "a search writes it at its end; that of an earlier version: delete result.json and bottega resume"
        raise InputError(f"{folder / STATISTICS}: no such file; {cure}")
    return folder / STATISTICS
