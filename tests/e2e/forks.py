"""Bots as processes of their own, each a fork of this program, which has loaded all that takes a start its time.

A request is a line of JSON with the three ends of its pipes: what the program writes to stdout and to stderr, and how
it has ended. What is true of the start itself, before anything is loaded, is seen where `python bot.py` is run.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from asyncio import StreamReader
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

ROOT = Path(__file__).parents[2]
MODULES = ("bot", "tests.e2e.sketching_bot", "tests.crash.mortal_bots")
"""What can be asked for, by its function `main`."""
MOST_BYTES = 1 << 20
ONE_BY_ONE = Lock()


class Forked:
    """A process that somebody else has begun; it is used as one of asyncio."""

    def __init__(self, pid: int, stdout: StreamReader, stderr: StreamReader, ended: StreamReader) -> None:
        self.pid, self.stdout, self.stderr = pid, stdout, stderr
        self.returncode: int | None = None
        self._ended = ended

    def send_signal(self, number: signal.Signals) -> None:
        """As to any process; nothing happens where it has ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Politely."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """At once."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """The exit code, once it has ended."""
        if said := await self._ended.read():
            self.returncode = int(said)
        assert self.returncode is not None, "whoever forks has ended"
        return self.returncode

    async def communicate(self) -> tuple[bytes, bytes]:
        """All that it still writes, once it has ended."""
        said = await asyncio.gather(self.stdout.read(), self.stderr.read())
        await self.wait()
        return said


async def forked(module: str, folder: Path, environment: Mapping[str, str]) -> Forked:
    """A new process that runs a module in a folder."""
    pipes = [os.pipe() for _ in range(3)]
    wanted = {"module": module, "folder": str(folder), "environment": {**environment}}
    try:
        pid = await asyncio.to_thread(_asked, json.dumps(wanted), [end for _, end in pipes])
    finally:
        for _, end in pipes:
            os.close(end)
    return Forked(pid, *[await _reader(end) for end, _ in pipes])


def _asked(wanted: str, pipes: list[int]) -> int:
    with ONE_BY_ONE:
        socket.send_fds(_others(), [wanted.encode() + b"\n"], pipes)
        said = _others().recv(64)
    assert said, "no bot can be forked"
    return int(said)


@cache
def _others() -> socket.socket:
    """Whoever forks for this process, until it ends."""
    ours, theirs = socket.socketpair()
    with theirs:
        forking = subprocess.Popen([sys.executable, "-m", __name__], cwd=ROOT, stdin=theirs.fileno())  # noqa: S603

    @atexit.register
    def end() -> None:
        """What it has used of the cores is counted with this process only where it is waited for."""
        ours.close()
        forking.wait()

    return ours


async def _reader(end: int) -> StreamReader:
    reader = StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(end, "rb", 0)
    )
    return reader


def _read_what_all_need() -> None:
    import bot
    from engine.facts.rulebook import load_rulebook

    for module in MODULES:
        import_module(module)
    bot.check_setups()
    load_rulebook().search("infantry")
    bot.keep_start_out_of_collections()


def _watch_over(asking: socket.socket, wanted: bytes, pipes: Sequence[int]) -> None:
    """Begin what is wanted, tell its number, and its exit code when it has ended."""
    *written, ended = pipes
    process = os.fork()
    if not process:
        os.close(ended)
        asking.close()
        sys.exit(_run(json.loads(wanted), written))
    for pipe in written:
        os.close(pipe)
    asking.sendall(b"%d" % process)
    _, status = os.waitpid(process, 0)
    with suppress(BrokenPipeError):  # where nobody waits for it any more
        os.write(ended, b"%d" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _run(wanted: Mapping[str, Any], written: Sequence[int]) -> int:
    os.environ.clear()
    os.environ.update(wanted["environment"])
    os.chdir(wanted["folder"])
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    for number, pipe in enumerate(written, 1):
        os.dup2(pipe, number)
        os.close(pipe)
    code: int = import_module(wanted["module"]).main()
    return code


def _bury_the_dead() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def main() -> None:
    """Serve until nobody asks any more."""
    _read_what_all_need()
    asking = socket.socket(fileno=os.dup(0))
    while True:
        wanted, pipes, *_ = socket.recv_fds(asking, MOST_BYTES, 3)
        while wanted and not wanted.endswith(b"\n"):
            wanted += asking.recv(MOST_BYTES)
        _bury_the_dead()
        if not wanted:
            return
        if not os.fork():
            _watch_over(asking, wanted, pipes)
        for pipe in pipes:
            os.close(pipe)


if __name__ == "__main__":
    main()
