"""`python -m tests.crash`: kills bots in the middle of play, and says what came of it. Exit 1 where anything is amiss.

`--kills N` at any moment, in four games of random players; `--every N` of the points of a whole turn, one after the
other; `--due N` of those of a start at which something is overdue; all on SQLite, or with `--postgresql` on the server
that `python -m tests.postgresql` starts around it. There the bot is two processes at every other table, or at each as
many as `--processes N` says.
"""

from __future__ import annotations

import argparse
import itertools
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from functools import partial
from multiprocessing import get_context

from tests.crash.one_table import Outcome, around_due_times, at_random, one_after_the_other, played

LAST_POINT = 190
"""What is due at a start is done within so many."""
TABLES = 2
"""So many are played at at once, as bots and players mostly wait for each other."""
AT_ONCE = 50
"""After so many deaths a new table is laid, and the logs of the old one are held against their records."""


def _tables(
    kills: int, every: int, start: int, due: int, processes: int, *, postgresql: bool
) -> Iterator[Callable[[], Outcome]]:
    """All that is to be done, a table each."""
    seed = secrets.randbelow(1_000_000)
    for number, done in enumerate(range(0, kills, AT_ONCE)):
        deaths = partial(at_random, kills=min(AT_ONCE, kills - done), seed=seed + done)
        yield partial(played, deaths, processes or 1 + (postgresql and number % 2 == 0), postgresql=postgresql)
    several = processes or 1 + postgresql
    for first in range(0, due, AT_ONCE):
        around = range(1 + first, 1 + min(due, first + AT_ONCE))
        at = [max(1, number * LAST_POINT // due) for number in around]
        yield partial(played, partial(around_due_times, points=at), several, postgresql=postgresql)
    points = itertools.count(start, every) if every else iter(())
    while batch := list(itertools.islice(points, AT_ONCE)):
        yield partial(played, partial(one_after_the_other, points=batch), 1, postgresql=postgresql)


def crash(tables: Iterator[Callable[[], Outcome]]) -> int:
    """Gives how much was amiss."""
    amiss = 0
    with ProcessPoolExecutor(TABLES, get_context("spawn")) as processes:
        playing = {processes.submit(each) for each in itertools.islice(tables, TABLES)}
        while playing:
            done, playing = wait(playing, return_when=FIRST_COMPLETED)
            for each in done:
                outcome = each.result()
                sys.stdout.write("\n  ".join([outcome.what, *outcome.faults]) + "\n")
                sys.stdout.flush()
                amiss += len(outcome.faults)
                tables = iter(()) if outcome.is_over else tables
            playing |= {processes.submit(each) for each in itertools.islice(tables, len(done))}
    return amiss


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=250)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--start", type=int, default=1)
    parser.add_argument("--due", type=int, default=30)
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--postgresql", action="store_true")
    return bool(crash(_tables(**vars(parser.parse_args(arguments)))))


if __name__ == "__main__":
    sys.exit(main())
