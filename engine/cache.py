"""Compiled code on disk: one file for each specialisation of a function, never stale.

numba's own cache only looks at the file that a function stands in: edit a rule, and a cached search goes on playing the
old one. Here a file is named by all that the code in it depends on: the source that the function can reach and that of
the game whose state it is compiled for (engine.sources), the types, the compiler. So it is either the right one or not
there, whoever else writes at the same time; and it is found by content, never by path: copies of the code share it.
"""

import functools
import hashlib
import os
import pickle
import shutil
import sys
import uuid
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import caching, compiler, config, serialize, sigutils, types
from numba.core.errors import NumbaWarning

from engine.sources import ROOT, hash_of, installed, reach

VERSIONS = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
SETTINGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT")  # numba's, from environment
DECORATORS = Path(__file__).with_name("jit.py").resolve()  # what says how everything is compiled
KEPT_STATES = 6  # of a module's source, for one game
CHECK = 32  # bytes of a checksum
VERBS: dict[Any, ModuleType] = {}  # state type (numpy's and numba's) -> the module with the game's verbs


def cache_home() -> Path:
    """Where compiled code is kept: `NUMBA_CACHE_DIR` if set, else beside the rooms, else the user's cache folder."""
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(named)
    if os.access(ROOT, os.W_OK):
        return ROOT / ".numba"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "bottega"


@functools.cache
def cache_folder(name: str) -> Path:
    """The folder of one state of some source, `<what>-<content>`; the oldest of its other states are removed."""
    folder = cache_home() / name
    if not folder.exists():
        what = name.rpartition("-")[0]
        others = sorted(folder.parent.glob(f"{what}-*"), key=lambda other: other.stat().st_mtime, reverse=True)
        for old in others[KEPT_STATES - 1 :]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


class MissingError(Exception):
    """Code that is called by a name which nothing in this process has."""


def demand(names):
    """LLVM ends the process over a name that is nowhere defined; so ask first."""
    for name in names:
        if llvm.address_of_symbol(name) is None:
            raise MissingError(name)


def checksum(data):
    """What a file begins with, by which a damaged one is known."""
    return hashlib.sha256(data).digest()


@functools.cache
def initialise(target_context):
    """What must be before anything is loaded into a process."""
    target_context.refresh()


def made_of(kind):
    """The types and classes that a type is made of."""
    if isinstance(kind, types.Type):
        yield kind
        fields = [field.type for field in kind.fields.values()] if isinstance(kind, types.Record) else []
        yield from made_of((kind.key, *fields))
    elif isinstance(kind, tuple):
        for part in kind:
            yield from made_of(part)
    elif isinstance(kind, type):
        yield kind


def source_of(thing):
    """The file of a function, a module or a class; None for what has none, and for classes of installed packages."""
    if isinstance(thing, type):
        name = getattr(sys.modules.get(thing.__module__), "__file__", None)
        if name and installed(Path(name).resolve()):
            return None
    else:
        name = thing.__code__.co_filename if hasattr(thing, "__code__") else thing.__file__
    return Path(name).resolve() if name and Path(name).is_file() else None


class Kept(caching._Cache):
    """The specialisations of a function that are on disk."""

    cache_path = ""

    def __init__(self, function, face):
        self.function, self.face = function, face

    def name(self, args, target):
        """The name of a specialisation's folder, and its own."""
        code, cells = self.function.__code__, self.function.__closure__
        on, games, classes = [self.function], set(), []
        for kind in made_of(tuple(args)):
            if isinstance(kind, types.Record) and kind in VERBS:
                games.add(VERBS[kind].__name__)
                on.append(VERBS[kind])
            elif isinstance(kind, types.Dispatcher):
                on.append(kind.dispatcher.py_func)
            elif isinstance(kind, type):
                classes.append(f"{kind.__module__}.{kind.__qualname__}")
                on.append(kind)
        files = {DECORATORS, *filter(None, map(source_of, on))}
        bound = serialize.dumps(tuple(cell.cell_contents for cell in cells)) if cells else b""
        config.reload_config()  # as numba does before it compiles
        settings = [str(getattr(config, name)) for name in SETTINGS]
        depends = (self.face, *map(str, args), classes, code.co_code, bound, settings, VERSIONS, target.magic_tuple())
        digest = hashlib.sha256(repr(depends).encode()).hexdigest()[:24]
        where = "+".join((self.function.__module__, *sorted(games)))
        source = hash_of(frozenset().union(*map(reach, files)))
        return f"{where}-{source}", f"{self.function.__qualname__}.{code.co_firstlineno}.{digest}"

    def path(self, sig, target):
        """The file of a specialisation."""
        args, result = sigutils.normalize_signature(sig)
        folder, name = self.name((*args, result) if result else args, target)
        return cache_folder(folder) / name

    def load_overload(self, sig, target_context):
        initialise(target_context)
        try:
            data = self.path(sig, target_context.codegen()).read_bytes()
            if data[:CHECK] == checksum(data[CHECK:]):
                return compiler.CompileResult._rebuild(target_context, *pickle.loads(data[CHECK:]))
        except (OSError, MissingError):
            pass
        return None

    def save_overload(self, sig, data):
        if data.lifted or data.library.has_dynamic_globals:
            warnings.warn(f"{self.function}: not kept on disk, it needs an address", NumbaWarning, stacklevel=2)
            return
        path = self.path(sig, data.codegen)
        new = path.with_name(uuid.uuid4().hex)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            payload = serialize.dumps(data._replace(type_annotation="")._reduce())  # that is only for people
            new.write_bytes(checksum(payload) + payload)
            new.replace(path)
        except OSError:  # nowhere to write: it will be compiled again
            new.unlink(missing_ok=True)

    def enable(self):
        pass

    def disable(self):
        pass

    def flush(self):
        pass
