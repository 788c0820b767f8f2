"""What must be in the environment before ray is imported, and the code that is shipped to its workers."""

import ipaddress
import os
import re
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from engine.errors import InputError
from engine.plugins import GROUPS, VARIABLE, Plugin, loaded, own_files
from engine.sources import ROOMS, ROOT, package, search_path

# Without this, Ray turns 127.0.0.1 into the machine's outer address and listens on all interfaces.
LOOPBACK = ("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
NOT_SHIPPED = shutil.ignore_patterns("__pycache__")
NO_CODE = re.compile(r"^\.\.|\.dist-info/|__pycache__/")  # scripts, and what pip and Python keep for themselves
PASSED_ON = ("NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")  # what changes how games are compiled


def prepare(address: str) -> None:
    """Settings for a cluster of our own on this machine (no address), or for joining one."""
    if address.startswith("ray://"):
        raise InputError(
            f"--ray-address {address}: Ray Client is not accepted; give host:port as `ray start` printed it, "
            "and run bottega on a machine of the cluster"
        )
    if address not in ("", "auto"):
        check_address(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # tells nobody
    os.environ.setdefault("RAY_DEFAULT_PYTHON_VERSION_MATCH_LEVEL", "minor")
    if not address or is_loopback(address):
        os.environ.setdefault(*LOOPBACK)
    if not address:
        os.environ["RAY_AUTH_MODE"] = "token"
        if not any(os.environ.get(name) for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")):
            os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)


def check_address(address: str) -> None:
    """Refuse an address where nobody listens: Ray would wait there for minutes, without a word."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < len(port) < 6 or not 0 < int(port) < 2**16:
        raise InputError(f"--ray-address {address}: takes HOST:PORT as `ray start` printed it, or auto")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, ValueError) as error:  # ValueError: what cannot be the name of a host
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"--ray-address {address}: nobody answers there ({reason})") from None


def known_address() -> str:
    """The cluster that this process is part of, as a Ray job is told by Ray; nothing if it is not."""
    address = os.environ.get("RAY_ADDRESS", "")
    return "" if address.startswith("http") else address  # that would be a dashboard, for `ray job submit`


def is_loopback(address: str) -> bool:
    """Whether host:port is on this machine only."""
    host = address.rpartition(":")[0].strip("[]")
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def shipped_code() -> Iterator[Path]:
    """A folder with the rooms and the plug-ins and nothing else, wherever they are installed: what a worker runs."""
    with tempfile.TemporaryDirectory(prefix="bottega-") as folder:
        for room in ROOMS:
            shutil.copytree(ROOT / room, Path(folder) / room, ignore=NOT_SHIPPED)
        for plugin in {(plugin.kind, plugin.source): plugin for plugin in loaded()}.values():
            ship(plugin, Path(folder))
        yield Path(folder)


def ship(plugin: Plugin, folder: Path) -> None:
    """Copy a plug-in, and declare it there as an installed package would: a worker finds it as we did."""
    for file, place in placed(plugin).items():
        target, name = folder / place, package(file.parent)
        if name and not (folder / name[0]).exists():  # whole packages: they may read files of their own
            shutil.copytree(file.parents[len(name) - 1], folder / name[0], ignore=NOT_SHIPPED)
        elif not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    info = folder / f"{plugin.package.replace('-', '_')}-{plugin.version or 0}.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {plugin.package}\nVersion: {plugin.version or 0}\n")
    with (info / "entry_points.txt").open("a") as points:
        points.write(f"[{GROUPS[plugin.kind]}]\n{plugin.name} = {plugin.source}\n")


def placed(plugin: Plugin) -> dict[Path, Path]:
    """The files of a plug-in and where they go: those of its package if pip has copied it, and all that it reaches.

    What it imports of other packages that are installed stays: workers must have them too.
    """
    found = {}
    with suppress(PackageNotFoundError):
        found = {Path(str(file.locate())).resolve(): Path(file) for file in distribution(plugin.package).files or ()}
    if Path(plugin.file) not in found:  # a link to its source, or no package at all
        found = {}
    for file in own_files(plugin.source.partition(":")[0]):
        found.setdefault(file, place_of(file))
    return {file: place for file, place in found.items() if not NO_CODE.search(place.as_posix())}


def place_of(file: Path) -> Path:
    """A file's path from where Python looks for modules."""
    if name := package(file.parent):
        return Path(*name, file.name)
    above = [place for place in search_path() if file.is_relative_to(place)]
    return file.relative_to(max(above, key=lambda place: len(place.parts), default=file.parent))


def worker_environment() -> dict[str, str]:
    """Settings of this process that its workers need too."""
    passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return {**passed, VARIABLE: ""}  # plug-ins are shipped
