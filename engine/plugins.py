"""Games, agents and optimisers of other people: packages that are installed, and single modules given by `--plugin`.

A package declares what it brings in its pyproject.toml, one entry or a tuple of entries a line:

    [project.entry-points."bottega.games"]
    nim = "nim:GAME"

The groups are `bottega.games`, `bottega.agents` and `bottega.optimisers`. A module or a file needs no declaration:
what it calls GAME, AGENT or OPTIMISER is taken. An installed plug-in that is broken is named and left out; one that was
asked for by `--plugin` is an error. A plug-in may import anything of the rooms but their catalogues, which wait for it.
"""

import functools
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from engine.errors import InputError, unknown
from engine.sources import hash_of, in_rooms, reach

GROUPS = {"GAME": "bottega.games", "AGENT": "bottega.agents", "OPTIMISER": "bottega.optimisers"}
VARIABLE = "BOTTEGA_PLUGINS"  # modules and files that are plug-ins here and in every process started from here


class Plugin(NamedTuple):
    """An entry of a catalogue that is not ours, and where it comes from."""

    kind: str  # a key of GROUPS
    name: str  # of the entry
    package: str  # that brought it; without one, the module
    version: str
    source: str  # module:attribute
    file: str
    content: str  # a name for all of its code
    failure: str = ""  # why it was left out

    @property
    def origin(self) -> str:
        """Package, version and content, for people."""
        return " ".join(filter(None, (self.package, self.version, f"({self.content})" if self.content else "")))


class Catalog(NamedTuple):
    """A list that plug-ins may add to."""

    kind: str
    entries: dict[str, Any]
    of: Any  # the type of its entries
    take: Callable[[Any], Any]


PLUGINS: list[Plugin] = []
CATALOGS: list[Catalog] = []


def open_catalog(
    kind: str, entries: dict[str, Any], of: type, take: Callable[[Any], Any] = lambda entry: entry
) -> None:
    """Let plug-ins into a catalogue: those installed, those given, and those given later."""
    catalog = Catalog(kind, entries, of, take)
    CATALOGS.append(catalog)
    for point in installed_points().select(group=GROUPS[kind]):
        admit_point(catalog, point)
    for text in given():
        admit_module(catalog, load(text))


def plug_in(text: str) -> None:
    """Take what a module or a file brings, here and in the processes that this one starts."""
    module = load(text)
    place = str(Path(text).resolve()) if is_path(text) else text
    if place not in given():
        os.environ[VARIABLE] = os.pathsep.join((*given(), place))
        for catalog in CATALOGS:
            admit_module(catalog, module)


def origin_of(kind: str, name: str) -> Plugin | None:
    """Where an entry comes from; None if it is ours."""
    return next((plugin for plugin in PLUGINS if (plugin.kind, plugin.name, plugin.failure) == (kind, name, "")), None)


def no_such(kind: str, name: str, known: dict[str, Any]) -> InputError:
    """What to say of an entry that is not there, and if a plug-in would have brought it, why it did not."""
    left_out = [plugin for plugin in PLUGINS if plugin.failure and (plugin.kind, plugin.name) == (kind, name)]
    why = "".join(f"; that of plug-in {plugin.package} was left out ({plugin.failure})" for plugin in left_out)
    return InputError(f"{unknown(kind.lower(), name, known)}{why}")


def given() -> list[str]:
    """Modules and files that were named as plug-ins."""
    return list(filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)))


installed_points = functools.cache(entry_points)  # what installed packages declare


def is_path(text: str) -> bool:
    """Whether a plug-in is named by its place and not by its module."""
    return text.endswith(".py") or os.sep in text


@functools.cache
def load(text: str) -> ModuleType:
    """The module that a name or a path stands for; the folder that it lies in is where its helpers are found."""
    path = Path(text).resolve()
    name, folder = (path.stem, path.parent) if is_path(text) else (text, Path.cwd())
    if is_path(text) and not path.exists():
        raise InputError(f"--plugin {text}: no such file; it takes a file, a package's folder or a module")
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    try:
        module = importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise InputError(f"--plugin {text}: cannot be loaded ({reason(error)})") from None
    found = Path(module.__file__ or "").resolve()
    if is_path(text) and found not in (path, path / "__init__.py"):
        raise InputError(f"--plugin {text}: another module is called {name} ({found}); rename yours")
    if not any(hasattr(module, kind) for kind in GROUPS):
        raise InputError(f"--plugin {text}: brings nothing; it takes a module with {', '.join(GROUPS)}")
    return module


def admit_module(catalog: Catalog, module: ModuleType) -> None:
    """Add what a given module brings; what is wrong with it is an error."""
    if not hasattr(module, catalog.kind):
        return
    version = str(getattr(module, "__version__", ""))
    plugin = Plugin(catalog.kind, "", module.__name__, version, f"{module.__name__}:{catalog.kind}", "", "")
    try:
        admit(catalog, getattr(module, catalog.kind), plugin)
    except Exception as error:
        raise InputError(f"--plugin {module.__name__}: {catalog.kind} is not accepted ({reason(error)})") from None


def admit_point(catalog: Catalog, point: EntryPoint) -> None:
    """Add what an installed package brings; a broken one is named and left out."""
    dist = point.dist
    package, version = (dist.name, dist.version) if dist else (point.module, "")
    plugin = Plugin(catalog.kind, point.name, package, version, point.value, "", "")
    try:
        admit(catalog, point.load(), plugin)
    except (Exception, SystemExit) as error:
        PLUGINS.append(plugin._replace(failure=reason(error)))
        where = f"{package} {version}, {point.group}: {point.name} = {point.value}"
        print(f"bottega: plug-in {where}: left out ({reason(error)})", file=sys.stderr)


def admit(catalog: Catalog, brought: Any, plugin: Plugin) -> None:
    """Add one entry or several, or raise what is wrong with them."""
    single = isinstance(brought, catalog.of) or not isinstance(brought, list | tuple)
    several: list[Any] = [brought] if single else list(brought)
    for entry in several:
        if not isinstance(entry, catalog.of):
            raise TypeError(f"found {type(entry).__name__}, a {catalog.of.__name__} is wanted")
        if entry.name in catalog.entries:
            known = origin_of(catalog.kind, entry.name)
            raise ValueError(f"there is {entry.name!r} already, from {known.origin if known else 'bottega'}")
    files = own_files(plugin.source.partition(":")[0])
    plugin = plugin._replace(file=str(next(iter(files), "")), content=hash_of(frozenset(files)))
    for entry in several:
        catalog.entries[entry.name] = catalog.take(entry)
        PLUGINS.append(plugin._replace(name=entry.name))


def own_files(module: str) -> list[Path]:
    """Every file of a plug-in, its module's own first.

    Read as soon as the module is loaded, so that what is edited later is not taken for what was loaded.
    """
    parts = module.split(".")
    modules = [sys.modules[".".join(parts[:n])] for n in range(len(parts), 0, -1)]
    files = [Path(file).resolve() for module in modules if (file := getattr(module, "__file__", None))]
    reached = {path for file in files for path in reach(file) if not in_rooms(path)}
    return [*files, *sorted(reached.difference(files))]


def reason(error: BaseException) -> str:
    """An error in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


def loaded() -> Iterator[Plugin]:
    """Every plug-in that is in use."""
    return (plugin for plugin in PLUGINS if not plugin.failure)
