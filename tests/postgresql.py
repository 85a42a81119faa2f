"""A PostgreSQL server of our own on a private port, for as long as a command runs.

`python -m tests.postgresql -m pytest tests/store` runs that with COMMUNIQUE_TEST_POSTGRESQL set to its URL. The
programs of the server are Debian's (package postgresql); where this is run by root, the server runs as another user.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VARIABLE = "COMMUNIQUE_TEST_POSTGRESQL"
USERS = ("postgres", "nobody")
PLACES = "/usr/lib/postgresql/*/bin"
# What is lost when the machine loses its power is of no interest here.
HURRIED = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=100"


class NoServer(Exception):
    """PostgreSQL is not installed; the text says so."""


def program(name: str) -> str:
    """Where a program of the server lies; raises NoServer."""
    beside = sorted(str(place) for place in Path("/").glob(PLACES.lstrip("/")))
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *reversed(beside)]))
    if found is None:
        raise NoServer("There is no PostgreSQL server on this machine: install Debian's package postgresql.")
    return found


@dataclass(frozen=True)
class Server:
    """A server at work: the URL of its first database, and what stops it and starts it again at the same place."""

    url: str
    restart: Callable[[], None]


@contextmanager
def server(settings: str = HURRIED) -> Iterator[str]:
    """A server that is empty, with these settings; gives the URL of its first database. Raises NoServer."""
    with restartable_server(settings) as started:
        yield started.url


@contextmanager
def restartable_server(settings: str = HURRIED) -> Iterator[Server]:
    """The same, to be started anew while it is used."""
    control, initialise = program("pg_ctl"), program("initdb")
    as_user = _as_user()
    with tempfile.TemporaryDirectory(prefix="communique-postgresql-") as name:
        folder, port = Path(name), _free_port()
        if as_user:
            os.chown(folder, as_user["user"], as_user["group"])
        data = str(folder / "data")

        def run(*command: str) -> None:
            subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, **as_user)  # noqa: S603

        run(initialise, "-D", data, "-U", "communique", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='{folder}' {settings}"

        def start() -> None:
            run(control, "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")

        def stop(how: str) -> None:
            run(control, "-D", data, "-w", "-m", how, "stop")

        def restart() -> None:
            stop("fast")
            start()

        start()
        try:
            yield Server(f"postgresql+asyncpg://communique@127.0.0.1:{port}/postgres", restart)
        finally:
            stop("immediate")


def _as_user() -> dict[str, Any]:
    """As whom the server runs, which refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in USERS:
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise NoServer(f"PostgreSQL does not run as root, and there is no user {' or '.join(USERS)}.")


def _free_port() -> int:
    with socket.socket() as looking:
        looking.bind(("127.0.0.1", 0))
        return int(looking.getsockname()[1])


def main(arguments: Sequence[str]) -> int:
    """Run Python with these arguments beside the server; gives its exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server ends with us
    try:
        with server() as url:
            beside = {**os.environ, VARIABLE: url}
            return subprocess.run([sys.executable, *arguments], env=beside, check=False).returncode  # noqa: S603
    except NoServer as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
