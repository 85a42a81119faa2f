"""Any input by anybody: `python -m tests.fuzz` gives the bot 20,000 inputs at local tables on two processes.

`--seed N --inputs 500` gives the same inputs again (dice and times differ). Every part of 2,000 has a table of its own.
Exit 1 where an input had no answer, failed inside, changed or pinged what it may not, or held the bot up for too long.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.fuzzing import fuzz

INPUTS, AT_ONE_TABLE = 20_000, 2_000
LONGEST_STALL = 100.0


@dataclass(frozen=True)
class Part:
    """What came of the inputs at one table; `longest` step in milliseconds."""

    seed: int
    counts: Counter[str]
    problems: tuple[str, ...]
    longest: float
    slow: tuple[str, ...]


def play(seed: int, inputs: int) -> Part:
    """So many inputs at a table of their own."""
    logging.basicConfig(level=logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        done = asyncio.run(fuzz(inputs, seed, Path(folder)))
    return Part(seed, done.counts, tuple(done.problems), done.stalls.longest, tuple(done.stalls.slow))


def told(part: Part) -> str:
    """What went wrong at one table."""
    lines = [f"seed {part.seed}: longest step {part.longest:.0f} ms"]
    lines += [f"  WRONG {problem}" for problem in part.problems]
    lines += [f"  SLOW {step}" for step in part.slow]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=INPUTS)
    parser.add_argument("--seed", type=int, help="of the first table; the others have the following")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    first = secrets.randbelow(1_000_000_000) if chosen.seed is None else chosen.seed
    sizes = [min(AT_ONE_TABLE, chosen.inputs - start) for start in range(0, chosen.inputs, AT_ONE_TABLE)]
    sys.stdout.write(f"{chosen.inputs} inputs, seeds from {first}\n")
    began, total, wrong, longest = time.monotonic(), Counter[str](), 0, 0.0
    with ProcessPoolExecutor(chosen.processes, max_tasks_per_child=1) as pool:
        for part in pool.map(play, range(first, first + len(sizes)), sizes):
            total += part.counts
            wrong += len(part.problems)
            longest = max(longest, part.longest)
            sys.stdout.write(told(part))
            sys.stdout.flush()
    ends = ", ".join(f"{kind.removeprefix('= ')} {count}" for kind, count in total.items() if kind.startswith("="))
    tried = sum(1 for kind in total if not kind.startswith("="))
    sys.stdout.write(f"{chosen.inputs} inputs of {tried} kinds in {time.monotonic() - began:.0f} s: {ends}\n")
    sys.stdout.write(f"{wrong} wrong, longest step {longest:.0f} ms\n")
    return 1 if wrong or longest > LONGEST_STALL else 0


if __name__ == "__main__":
    sys.exit(main())
