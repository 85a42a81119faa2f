"""Many random wars of which everything is told: `python -m tests.soak_words` plays 10 of each setup on two processes.

`--setup revised` plays one setup only, `--setup narrow_sea` one invented for tests; `--seed N` plays a single war of it
again. Exit 1 where something had no words, or more of them than fit into a message.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from engine import setup_names
from tests.gamemaster.story.random_wars import War, fight
from tests.invented import invented, invented_names


def failure_of(setup: str, seed: int) -> str | None:
    """What went wrong in telling a war."""
    try:
        fight(War(setup, seed))
    except Exception:
        return traceback.format_exc()
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak_words", description=__doc__)
    parser.add_argument("--setup", choices=[*setup_names(), *invented_names()], help="play this setup only")
    parser.add_argument("--wars", type=int, default=10, help="how many of each setup")
    parser.add_argument("--seed", type=int, help="play this war only")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    seeds = range(chosen.wars) if chosen.seed is None else [chosen.seed]
    wars = list(product([chosen.setup] if chosen.setup else setup_names(), seeds))
    failed = 0
    with invented(), ProcessPoolExecutor(chosen.processes) as pool:
        for (setup, seed), failure in zip(wars, pool.map(failure_of, *zip(*wars, strict=True)), strict=True):
            failed += failure is not None
            if failure is not None:
                sys.stdout.write(f"{setup}, seed {seed}: FAILED\n{failure}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{failed} of {len(wars)} wars failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
