"""A study's own folder under `workshop/`: its file, its ledgers, its results. MLflow gets copies of what lies here."""

import errno
import fcntl
import json
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.errors import InputError
from studies.spec.study import AnyStudy
from studies.spec.study_file import as_table, as_toml, load

HOME = "workshop"
STUDY, STATE, RESULT = "study.toml", "state.json", "result.json"
CHAMPION, REPORT, TRIALS, REPLAY = "champion.toml", "report.md", "trials.csv", "replay.html"


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
        """The study as it was started."""
        return load(self / STUDY)

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
        """A JSON file, or None if there is none."""
        try:
            return json.loads((self / name).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise InputError(f"{self / name}: cannot be read ({error})") from None

    def note(self, **state: Any) -> None:
        """Add to the state."""
        self.write(STATE, json.dumps({**self.state, **state}, indent=1))

    def write(self, name: str, text: str) -> Path:
        """A file that appears only when it is whole."""
        target = self / name
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
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
        folder.write(STUDY, as_toml(as_table(study)))
    except OSError as error:
        path.rmdir()
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    return folder


def all_folders() -> list[RunFolder]:
    """Every study in the workshop, the latest first."""
    found = [path for path in home().glob("*") if (path / STUDY).is_file()]
    return [RunFolder(path) for path in sorted(found, key=lambda path: (path / STUDY).stat().st_mtime, reverse=True)]


def find_folder(name: str = "") -> RunFolder:
    """A study by its folder, its name, or the beginning of one; without any, the latest that is not finished."""
    folders = all_folders()
    if not name:
        open_ones = [folder for folder in folders if folder.result is None]
        if not open_ones:
            raise InputError(f"{home()}: there is no unfinished study here")
        return open_ones[0]
    if (Path(name) / STUDY).is_file():
        return RunFolder(Path(name))
    matches = [folder for folder in folders if folder.name == name] or [f for f in folders if f.name.startswith(name)]
    if not matches:
        known = ", ".join(folder.name for folder in folders[:5]) or "none"
        raise InputError(f"{home()}: there is no study {name!r}; the latest are: {known}")
    return matches[0]
