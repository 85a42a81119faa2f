"""A worker: a process that does one work item after the other, seen from the bot's side.

Ours rather than a library's pool, because it gets no token, has limits and is replaced when it has grown.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from gamemaster.jobs.parcels import packed

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
TIDY_SECONDS = 10
# To glibc: pictures go back to the system as soon as they are no longer needed, what sampling throws away when tidying.
GIVE_BACK_MEMORY = {"MALLOC_MMAP_THRESHOLD_": f"{4 * 2**20}", "MALLOC_TRIM_THRESHOLD_": f"{32 * 2**20}"}
# To glibc, too: memory comes in pieces of 2 MB where the system has them. A picture takes thousands of the usual pieces
# of 4 kB, and getting these is a seventh of the work of a large one.
IN_LARGE_PIECES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
# Of the bot's environment: where programs, fonts and passing files are, the language, and how Python and numpy run.
PASSED_ON = frozenset({"PATH", "HOME", "TMPDIR", "TZ", "LANG", "LD_LIBRARY_PATH", "MPLCONFIGDIR", "XDG_CACHE_HOME"})
PASSED_ON_BY_BEGINNING = ("LC_", "PYTHON", "OMP_", "OPENBLAS_")
MOST_PIECES = 500
MOST_MEGABYTES = 220  # held between two pieces of work


class WorkerLost(Exception):
    """The process died in mid-work, was ended because it took too long, or could not be started."""


@dataclass(frozen=True)
class Limits:
    """What the system allows a process: memory in megabytes of address space, seconds of a core; 0 is no limit."""

    megabytes: int = 0
    core_seconds: int = 0


NO_LIMITS = Limits()


class Worker:
    """Starts its process when there is something to do, and anew where the last one is lost or has grown too large.

    To be used by one thread at a time; `stop` may be called by any.
    """

    def __init__(self, modules: Sequence[str] = (), limits: Limits = NO_LIMITS) -> None:
        """`modules` are loaded at the start, so that the first work item need not wait for them."""
        self._modules = modules
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection[Any, Any] | None = None
        self._pieces = 0
        self._is_tidying = False
        self.megabytes = 0  # held after the last work item

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.poll() is None

    def do(self, work: Callable[..., Any], arguments: tuple[Any, ...], seconds: float) -> Any:
        """What the work gives or raises, before the process has tidied up; raises WorkerLost too."""
        self.settle()
        try:
            if not self.is_running:
                self.stop()
                self._start()
            went_well, result = self._asked((work, arguments), seconds)
        except (OSError, EOFError) as error:
            self.stop()
            raise WorkerLost(f"The worker died of {work}.") from error
        except WorkerLost:
            self.stop()
            raise
        self._pieces += 1
        self._is_tidying = True
        if not went_well:
            raise result
        return result

    def settle(self) -> None:
        """Wait until the process has tidied up after its last work item; end it where it has grown too large."""
        if not self._is_tidying:
            return
        self._is_tidying = False
        try:
            self.megabytes = self._answer(TIDY_SECONDS)
        except (OSError, EOFError, WorkerLost):
            self.stop()
        if self._pieces >= MOST_PIECES or self.megabytes > MOST_MEGABYTES:
            self.stop()

    def stop(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        self._pieces, self._is_tidying = 0, False
        if process is not None:
            process.kill()
            process.wait()
        if connection is not None:
            connection.close()

    def _start(self) -> None:
        ours, theirs = Pipe()
        limits = (str(self._limits.megabytes), str(self._limits.core_seconds))
        command = [sys.executable, "-m", "gamemaster.jobs.process", str(theirs.fileno()), *limits, *self._modules]
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # our own program
                command,
                cwd=ROOT,
                env=environment(),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        self._connection = ours
        self._answer(START_SECONDS)

    def _asked(self, question: object, seconds: float) -> Any:
        if self._connection is None:  # stopped by another thread
            raise EOFError
        self._connection.send_bytes(packed(question))
        return self._answer(seconds)

    def _answer(self, seconds: float) -> Any:
        connection = self._connection  # which another thread may take away meanwhile
        if connection is None:
            raise EOFError
        if not connection.poll(seconds):
            raise WorkerLost(f"The worker took more than {seconds:g} s for it.")
        return connection.recv()


def environment() -> dict[str, str]:
    """What a process is told that reads what strangers send in: nothing of the token and of other secrets."""
    kept = (name for name in os.environ if name in PASSED_ON or name.startswith(PASSED_ON_BY_BEGINNING))
    return {name: os.environ[name] for name in kept} | GIVE_BACK_MEMORY | IN_LARGE_PIECES
