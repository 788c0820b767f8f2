"""What compiled code is a function of: the source that it can reach.

A function reaches its module, whatever that imports, and the files that these read; not more, so an edited game does
not touch another one. In the rooms those are the tables (.csv) beside the code. Elsewhere code may lie in the midst of
anything, and what it reads is what its texts name: a file beside it, in whole or by its ending (`f"{name}.json"`), or
a folder with all that is in it. Content counts and never a path: copies of the code (Ray ships them) are the same
source.
"""

import ast
import contextlib
import functools
import hashlib
import os
import re
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import distribution, packages_distributions
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = (".py", ".csv")  # what makes a difference to compiled code
ROOMS = ("engine", "agents", "optimisers", "studies")
INSTALLED = {Path(sysconfig.get_path(kind)).resolve() for kind in ("stdlib", "platstdlib", "purelib", "platlib")}


@functools.cache
def reach(path: Path) -> frozenset[Path]:
    """The files that code of one file can reach, with itself."""
    found, waiting = {path}, [path]
    while waiting:
        new = imports(waiting.pop()) - found
        found |= new
        waiting += new
    ours = {file for file in found if in_rooms(file)}
    others = {file for file in found - ours if file.suffix == ".py"}
    return frozenset(found.union(*map(tables, {file.parent for file in ours}), named(others)))


@functools.cache
def imports(path: Path) -> frozenset[Path]:
    """The files that one imports, wherever in it; of packages that are installed, the list of their files' hashes."""
    if path.suffix != ".py":
        return frozenset()
    names: set[tuple[str, ...]] = set()
    for node in statements(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {tuple(alias.name.split(".")) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package(path.parents[node.level - 1]) if node.level else ()
            module = tuple(node.module.split(".")) if node.module else ()
            names |= {(*above, *module, alias.name) for alias in node.names}
    found = {name: list(modules(path.parent, name)) for name in names}
    if not in_rooms(path):
        found |= {(name[0],): record_of(name[0]) for name, files in found.items() if not files}
    return frozenset(file for files in found.values() for file in files)


@functools.cache
def record_of(top: str) -> list[Path]:
    """pip's list of what it installed for a package; of numpy and numba, whoever compiles knows the versions."""
    if top in sys.stdlib_module_names or top in ("numba", "numpy"):
        return []
    files = (file for name in packages_distributions().get(top, ()) for file in distribution(name).files or ())
    return [Path(str(file.locate())) for file in files if file.name == "RECORD"]


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements of a module, those within others too."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        below = getattr(node, block, ())
        for statement in below if isinstance(below, list) else ():  # the body of a lambda is an expression
            yield statement
            yield from statements(statement)


@functools.cache
def package(folder: Path) -> tuple[str, ...]:
    """The dotted name of a package's folder."""
    return (*package(folder.parent), folder.name) if (folder / "__init__.py").exists() else ()


def modules(folder: Path, name: tuple[str, ...]) -> Iterator[Path]:
    """The files that run when code in a folder imports a dotted name: the packages of it, and a module at its end."""
    for n in range(1, len(name) + 1):
        if file := module(folder, name[:n]):
            yield file


@functools.cache
def module(folder: Path, name: tuple[str, ...]) -> Path | None:
    """The file of a module that code in a folder imports."""
    for root in roots(folder, name[0]):
        place = os.path.join(root, *name)
        for file in (f"{place}.py", os.path.join(place, "__init__.py")):
            if os.path.isfile(file):
                return Path(file).resolve()
    return None


@functools.cache
def roots(folder: Path, top: str) -> list[Path]:
    """Where packages and modules stand that code in a folder imports: beside it (a plug-in) or on Python's path."""
    if top in ROOMS:
        return [ROOT]
    if top in sys.stdlib_module_names:
        return []
    name = package(folder)
    above = folder.parents[len(name) - 1] if name else folder
    own = [above] if not installed(above) or name[:1] == (top,) else []
    here = [place for place in search_path() if not installed(place)]
    return own + here + ([] if in_rooms(folder) else linked(top))


def search_path() -> Iterator[Path]:
    """Python's path. The working directory on it may be gone: two Ray nodes of one machine unpack the code twice."""
    for place in sys.path:
        with contextlib.suppress(FileNotFoundError):
            yield Path(place).resolve()


def linked(top: str) -> list[Path]:
    """Where a package stands that is installed by a link to its source (`pip install --editable`)."""
    spec = find_spec(top)
    if spec is None or not spec.origin or installed(file := Path(spec.origin).resolve()):
        return []
    return [file.parents[file.name == "__init__.py"]]


def installed(path: Path) -> bool:
    """Whether a path belongs to Python or to what pip has installed, other than us."""
    return any(path.is_relative_to(place) for place in INSTALLED) and not in_rooms(path)


def in_rooms(path: Path) -> bool:
    """Whether a path is of our own source."""
    return any(path.is_relative_to(ROOT / room) for room in ROOMS)


@functools.cache
def tables(folder: Path) -> frozenset[Path]:
    """The tables in a folder of a room; also those in folders below that hold no code of their own."""
    found = set(folder.glob("*.csv"))
    for below in folder.iterdir():
        if below.is_dir() and not any(below.glob("*.py")):
            found |= tables(below)
    return frozenset(found)


def named(code: set[Path]) -> Iterator[Path]:
    """The files beside code, and in folders beside it, that its texts name."""
    texts = frozenset[str]().union(*map(texts_in, code))
    endings = tuple(text for text in texts if "." in text)
    folders = {text.rpartition(".")[2] for text in texts}  # "nim.tables" too, of a package's data
    for path in (path for folder in {file.parent for file in code} for path in folder.iterdir()):
        if path.is_file() and (path.name in texts or path.name.endswith(endings)):
            yield from data(path)
        elif path.is_dir() and path.name in folders and path.parent not in INSTALLED:
            yield from (file for below in path.rglob("*") for file in data(below))


def data(path: Path) -> list[Path]:
    """A file, unless it is code: what is imported is known, and what Python makes of it is nobody's."""
    return [path] if path.is_file() and path.suffix not in (".py", ".pyc") else []


@functools.cache
def texts_in(path: Path) -> frozenset[str]:
    """The texts in a file's code, in parts: as paths, and between what patterns and f-strings leave open."""
    nodes = ast.walk(ast.parse(path.read_bytes()))
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return frozenset(part for text in texts for part in re.split(r"[/\\*]", text))


@functools.cache
def content(path: Path) -> bytes:
    """A name for what a file says and where it stands among the rooms (elsewhere: what it is called)."""
    name = path.relative_to(ROOT).as_posix() if in_rooms(path) else path.name
    return hashlib.sha256(name.encode() + b"\0" + path.read_bytes()).digest()


@functools.cache
def hash_of(paths: frozenset[Path]) -> str:
    """A name for the content of files."""
    return hashlib.sha256(b"".join(sorted(map(content, paths)))).hexdigest()[:16]


@functools.cache
def source_hash() -> str:
    """A name for the content of all rooms."""
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in CODE)
    return hash_of(frozenset(files))
