"""The memory of a process and of those that it started."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

LOOK_SECONDS = 0.1


@dataclass
class Greatest:
    """The most that was seen, in megabytes."""

    megabytes: float = 0.0


def megabytes(process: int) -> float:
    """What a process and those it started hold; what they share is counted once."""
    return sum(_kilobytes(each) for each in (process, *_children(process))) / 1024


@contextmanager
def watched(process: int) -> Iterator[Greatest]:
    """Notes the greatest memory while the block runs."""
    seen, over = Greatest(megabytes(process)), threading.Event()

    def look() -> None:
        while not over.wait(LOOK_SECONDS):
            seen.megabytes = max(seen.megabytes, megabytes(process))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()
        seen.megabytes = max(seen.megabytes, megabytes(process))


def _children(process: int) -> list[int]:
    found = []
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            found += [int(child) for child in (task / "children").read_text(encoding="ascii").split()]
    return found


def _kilobytes(process: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0
