"""What must be in the environment before ray is imported, and the code that is shipped to its workers."""

import ipaddress
import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import InputError
from engine.sources import ROOMS, ROOT

# Without this, Ray turns 127.0.0.1 into the machine's outer address and listens on all interfaces.
LOOPBACK = ("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
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
    if not host or not port.isdigit():
        raise InputError(f"--ray-address {address}: takes HOST:PORT as `ray start` printed it, or auto")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except OSError as error:
        raise InputError(f"--ray-address {address}: nobody answers there ({error.strerror or error})") from None


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
    """A folder with the rooms and nothing else, wherever they are installed: what a worker runs."""
    with tempfile.TemporaryDirectory(prefix="bottega-") as folder:
        for room in ROOMS:
            shutil.copytree(ROOT / room, Path(folder) / room, ignore=shutil.ignore_patterns("__pycache__"))
        yield Path(folder)


def worker_environment() -> dict[str, str]:
    """Settings of this process that its workers need too."""
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ}
