"""Forged input on sheets: `python -m tests.soak_sheets` gives 20,000 such at local tables on two processes.

Forged ids, values that are not offered, sheets of other people, phases that are over: each must get a clear word and
change nothing. `--seed N --inputs 500` gives the same again (dice and times differ). Every part of 2,000 has a table of
its own. Exit 1 where something had no clear answer, failed inside or changed a game.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.e2e.forging import forge

INPUTS, AT_ONE_TABLE = 20_000, 2_000


def play(seed: int, inputs: int) -> tuple[Counter[str], list[str]]:
    """So many inputs at a table of their own: how many of each way, and what went wrong."""
    logging.basicConfig(level=logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        done = asyncio.run(forge(inputs, seed, Path(folder)))
    return done.counts, [f"seed {seed}: {problem}" for problem in done.problems]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak_sheets", description=__doc__)
    parser.add_argument("--inputs", type=int, default=INPUTS)
    parser.add_argument("--seed", type=int, help="of the first table; the others have the following")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    first = secrets.randbelow(1_000_000_000) if chosen.seed is None else chosen.seed
    sizes = [min(AT_ONE_TABLE, chosen.inputs - start) for start in range(0, chosen.inputs, AT_ONE_TABLE)]
    sys.stdout.write(f"{chosen.inputs} inputs, seeds from {first}\n")
    total, wrong = Counter[str](), 0
    with ProcessPoolExecutor(chosen.processes, max_tasks_per_child=1) as pool:
        for counts, problems in pool.map(play, range(first, first + len(sizes)), sizes):
            total += counts
            wrong += len(problems)
            sys.stdout.writelines(f"WRONG {problem}\n" for problem in problems)
            sys.stdout.flush()
    sys.stdout.writelines(f"{name}: {count}\n" for name, count in sorted(total.items()))
    sys.stdout.write(f"{wrong} wrong\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
