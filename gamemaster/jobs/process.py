"""The process of a worker: `python -m gamemaster.jobs.process PIPE MEGABYTES SECONDS MODULE...` does work.

What to do comes through the pipe as a function with its arguments; what comes of it goes back, then how many megabytes
the process holds once it has tidied up.
It ends when the other end of the pipe is closed, so it never outlives the bot for longer than the piece in hand.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

NICENESS = 2  # A process that answers commands comes before one that draws.
YOUNG = 1
"""What the last work left is among these; to look through all that was ever read would take 10 ms each time."""
STATUS = Path("/proc/self/statm")


def main() -> None:
    """Load what will be needed, say so, then do one work item after the other."""
    pipe, megabytes, seconds, *modules = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the host's terminal reaches all; the bot tells us to end.
    os.nice(NICENESS)
    for module in modules:
        import_module(module)
    gc.collect()
    gc.freeze()
    _limit(int(megabytes), int(seconds))
    connection: Connection[Any, Any] = Connection(int(pipe))
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send(None)
        while True:
            work, arguments = connection.recv()
            answer = _done(work, arguments)
            del work, arguments
            connection.send(answer)
            del answer
            connection.send(_megabytes_after_tidying())


def _limit(megabytes: int, seconds: int) -> None:
    """Limits that the system holds, whatever the work does; 0 stands for none."""
    if megabytes:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _done(work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether it went well, and the result or the error."""
    try:
        return True, work(*arguments)
    except Exception as error:
        return False, _as_sent(error)


def _as_sent(error: Exception) -> Exception:
    """The error with where it happened, as one that arrives at the other end."""
    where = "".join(traceback.format_exception(error))
    error.__traceback__ = error.__cause__ = error.__context__ = None
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
    except Exception:
        error = RuntimeError(repr(error))
    error.add_note(where)
    return error


def _megabytes_after_tidying() -> int:
    """What the process holds after it gave back what it could; 0 where the system does not tell."""
    gc.collect(YOUNG)
    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)  # glibc keeps the memory of pictures else
    with suppress(OSError):
        return int(STATUS.read_text(encoding="ascii").split()[1]) * resource.getpagesize() // 2**20
    return 0


if __name__ == "__main__":
    main()
