"""Measure what takes many games to be measured: `python -m tests.bench.large`, some ten minutes on a quiet machine.

PostgreSQL is started for it; where it is not installed that part is left out. Exit 1 where a budget is not kept.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.bench import due, hundred_thousand, thousand_games
from tests.bench.measured import Measured, tell
from tests.postgresql import NoServer

LARGE: Sequence[Callable[[Path], list[Measured]]] = (due.measure, thousand_games.measure, hundred_thousand.measure)


def main() -> int:
    """Measure everything, one after the other; gives the exit code."""
    logging.disable(logging.ERROR)
    sys.stdout.write(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before\n")
    over = 0
    for measure in LARGE:
        with tempfile.TemporaryDirectory() as folder:
            try:
                over += tell(measure(Path(folder)))
            except NoServer as error:
                sys.stdout.write(f"{measure.__module__}: not measured. {error}\n")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
