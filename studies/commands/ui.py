"""MLflow's web page."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import Annotated

import typer

from engine.errors import InputError
from studies.commands.options import number_option
from studies.tracking.runs import comparison_link
from studies.tracking.store import NO_TELEMETRY, SERVER, check_store, database, store_uri

HOST = "127.0.0.1"
PATIENCE = 60.0  # seconds for the server to answer


def run(port: Annotated[int, number_option(1, 65535, help="Port on this machine.")] = 5000) -> None:
    """Open MLflow on 127.0.0.1 and print the link that lands on the comparison of studies."""
    uri = store_uri()
    if uri.split(":")[0] in SERVER:
        typer.echo(f"studies are tracked by a server: {comparison_link(uri)}")
        return
    check_port(port)
    check_store(uri)
    path = database(uri)
    link = comparison_link(f"http://{HOST}:{port}") if path is None or path.exists() else f"http://{HOST}:{port}"
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill ends the server too
    server = start_server(uri, port)
    try:
        wait_until_up(server, port)
        typer.echo(f"MLflow shows {uri}\ncompare studies: {link}\nCtrl-C ends it")
        server.wait()
    except KeyboardInterrupt:
        typer.echo("")
    finally:
        stop(server)


def check_port(port: int) -> None:
    """Refuse a port that is taken."""
    try:
        socket.create_server((HOST, port)).close()
    except OSError as error:
        raise InputError(f"port {port}: {os.strerror(error.errno or 0)}; choose another one with --port") from None


def start_server(uri: str, port: int) -> subprocess.Popen[bytes]:
    """One worker and no job runner: 350 MB instead of 2.3 GB."""
    environment = {**os.environ, "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false", **dict([NO_TELEMETRY])}
    options = {"--backend-store-uri": uri, "--host": HOST, "--port": str(port), "--workers": "1"}
    command = [sys.executable, "-m", "mlflow", "server", *(word for pair in options.items() for word in pair)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet, start_new_session=True)


def wait_until_up(server: subprocess.Popen[bytes], port: int) -> None:
    """Until it answers, or an error if it ended or stays silent."""
    due = time.monotonic() + PATIENCE
    while time.monotonic() < due:
        if server.poll() is not None:
            raise InputError(f"MLflow ended with code {server.returncode}; try: mlflow server --port {port}")
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    raise InputError(f"MLflow does not answer on port {port}")


def stop(server: subprocess.Popen[bytes]) -> None:
    """End the server and its worker."""
    if server.poll() is None:
        os.killpg(server.pid, 15)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, 9)
