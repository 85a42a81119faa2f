"""A long look from outside: `python -m tests.soak_secrets` compares games that differ in secret orders alone.

In every phase of every setup all outsiders use every command, button, menu, form and suggestion, with several sets of
secret orders. `--setup revised` looks at one setup only, `--seeds 5` at more sets. Exit 1 where a difference was seen.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from engine import setup_names
from tests.e2e.secret_cases import Case, cases, secrets
from tests.e2e.sitting import ROLES, Plan, Sitting, differences, sitting

EVERYBODY = Plan(tuple(ROLES), tuple(ROLES))


async def seen(at: Sitting, case: Case, seeds: int) -> list[str]:
    """What outsiders saw of each set of secret orders that they did not see without any."""
    state = await at.state_of(case)
    sets = [secrets(state, seed) for seed in range(seeds)]
    about = [order for orders in sets for order in orders]
    without = await at.told(case, (), about, EVERYBODY)
    found = []
    for orders in sets:
        different = differences(without, await at.told(case, orders, about, EVERYBODY))
        found += [f"{case}: {orders}", *different] if different or not orders else []
    return found


async def soak(setup: str, seeds: int) -> int:
    """All cases of a setup; gives the number of those that failed."""
    failed = 0
    for case in cases(setup):
        with tempfile.TemporaryDirectory() as folder:
            async with sitting(Path(folder)) as at:
                found = await seen(at, case, seeds)
        failed += bool(found)
        sys.stdout.write("\n".join([f"{case}: {'FAILED' if found else 'nothing to be seen'}", *found]) + "\n")
        sys.stdout.flush()
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak_secrets", description=__doc__)
    parser.add_argument("--setup", choices=setup_names(), help="look at this setup only")
    parser.add_argument("--seeds", type=int, default=3, help="sets of secret orders in each phase")
    chosen = parser.parse_args(arguments)
    setups = [chosen.setup] if chosen.setup else setup_names()
    return 1 if sum(asyncio.run(soak(setup, chosen.seeds)) for setup in setups) else 0


if __name__ == "__main__":
    sys.exit(main())
