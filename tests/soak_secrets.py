"""A long look from outside: `python -m tests.soak_secrets` compares games that differ in secret orders alone.

In every phase of every setup all outsiders use every command, button, menu, form and suggestion, with several sets of
secret orders; and so while answers are sealed, and while something is prepared in private. `--setup revised` looks at
one setup only, `--seeds 5` at more sets. Exit 1 where a difference was seen.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

from engine import setup_names
from local.people.player import NoAnswerError
from tests.e2e.secret_cases import (
    Case,
    cases,
    interception,
    joint_defence,
    london_left,
    losses_left,
    over_london,
    scramble,
    scramble_left,
    secret_sets,
    war_prepared,
    windows_prepared,
)
from tests.e2e.sitting import ROLES, Plan, Sitting, differences, sitting

EVERYBODY = Plan(tuple(ROLES), tuple(ROLES))
AT_THE_WINDOW = Plan((), tuple(role for role in ROLES if role != "ally"), to_the_end=True)
"""An ally who tries everything answers too, and with that the window is closed."""
TRIES = 3
LEFT = (scramble_left, london_left, losses_left)
SEALED = (joint_defence, interception, scramble, over_london, war_prepared, windows_prepared, *LEFT)


async def seen(at: Sitting, case: Case, seeds: int) -> list[str]:
    """What outsiders saw of each secret that they did not see of the first, mostly that there are no orders."""
    first, *sets = secret_sets(case, await at.state_of(case), seeds)
    about = [order for orders in (first, *sets) for order in orders]
    plan = AT_THE_WINDOW if case.holder else EVERYBODY
    without = await at.told(case, first, about, plan)
    found = []
    for orders in sets:
        different = differences(without, await at.told(case, orders, about, plan))
        found += [f"{case}: {orders}", *different] if different or not orders else []
    return found


async def _told(case: Case, seeds: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        async with sitting(Path(folder)) as at:
            return await seen(at, case, seeds)


def soak(case: Case, seeds: int) -> tuple[Case, list[str]]:
    """A case, and what was to be seen in it: looked at again where the machine was too busy to answer in time."""
    for _ in range(TRIES):
        with suppress(NoAnswerError):
            return case, asyncio.run(_told(case, seeds))
    return case, [f"{TRIES} times there was no answer in time. Look again when the machine has less to do."]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak_secrets", description=__doc__)
    parser.add_argument("--setup", choices=setup_names(), help="look at this setup only")
    parser.add_argument("--seeds", type=int, default=3, help="sets of secret orders in each phase")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    setups = [chosen.setup] if chosen.setup else setup_names()
    every = [case for setup in setups for case in cases(setup)]
    every += [case for make in SEALED if (case := make()).setup in setups]
    failed = 0
    with ProcessPoolExecutor(chosen.processes, max_tasks_per_child=1) as pool:
        for case, found in pool.map(soak, every, [chosen.seeds] * len(every)):
            failed += bool(found)
            sys.stdout.write("\n".join([f"{case}: {'FAILED' if found else 'nothing to be seen'}", *found]) + "\n")
            sys.stdout.flush()
    sys.stdout.write(f"{failed} of {len(every)} cases failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
