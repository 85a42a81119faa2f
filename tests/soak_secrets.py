"""A long look from outside: `python -m tests.soak_secrets` compares games that differ in secret orders alone.

In every phase of every setup all outsiders use every command, button, menu, form and suggestion, with several sets of
secret orders; and so while answers are sealed, and while something is prepared in private, such as a plan or orders for
a battle ahead of which all chances are asked for. `--setup revised` looks at one setup only, `--seeds 5` at more sets,
`--skip 10` begins after so many cases. Exit 1 where a difference was seen.
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
    turn_prepared,
    war_prepared,
    windows_prepared,
)
from tests.e2e.sitting import ROLES, Plan, Sitting, differences, sitting

EVERYBODY = Plan(tuple(ROLES), tuple(ROLES))
AT_THE_WINDOW = Plan((), tuple(role for role in ROLES if role != "ally"), to_the_end=True)
"""An ally who tries everything answers too, and with that the window is closed."""
CHANCES_AHEAD = Plan((), (), chances=("opponent", "organiser", "spectator"))
"""Whoever ends the phase makes orders left for battles come true, which everybody may see."""
TRIES = 3
LEFT = (scramble_left, london_left, losses_left)
SEALED = (joint_defence, interception, scramble, over_london, war_prepared, windows_prepared, *LEFT)


async def seen(at: Sitting, case: Case, plan: Plan, seeds: int) -> list[str]:
    """What outsiders saw of each secret that they did not see of the first, mostly that there are no orders."""
    first, *sets = secret_sets(case, await at.state_of(case), seeds)
    about = [*(order for orders in (first, *sets) for order in orders), *case.public]
    without = await at.told(case, first, about, plan)
    found = []
    for orders in sets:
        different = differences(without, await at.told(case, orders, about, plan))
        found += [f"{case}: {orders}", *different] if different or not orders else []
    return found


async def _told(case: Case, plan: Plan, seeds: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        async with sitting(Path(folder)) as at:
            return await seen(at, case, plan, seeds)


def soak(case: Case, plan: Plan, seeds: int) -> tuple[Case, list[str]]:
    """A case, and what was to be seen in it: looked at again where the machine was too busy to answer in time."""
    for _ in range(TRIES):
        with suppress(NoAnswerError):
            return case, asyncio.run(_told(case, plan, seeds))
    return case, [f"{TRIES} times there was no answer in time. Look again when the machine has less to do."]


def looked_at(setups: Sequence[str]) -> list[tuple[Case, Plan]]:
    """All cases of these setups, and who looks at what in each."""
    sealed = [make() for make in SEALED]
    return [
        *((turn_prepared(setup), CHANCES_AHEAD) for setup in setups),
        *((case, AT_THE_WINDOW if case.holder else EVERYBODY) for case in sealed if case.setup in setups),
        *((case, EVERYBODY) for setup in setups for case in cases(setup)),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak_secrets", description=__doc__)
    parser.add_argument("--setup", choices=setup_names(), help="look at this setup only")
    parser.add_argument("--seeds", type=int, default=3, help="sets of secret orders in each phase")
    parser.add_argument("--skip", type=int, default=0, help="so many cases that were looked at before")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    every = looked_at([chosen.setup] if chosen.setup else setup_names())[chosen.skip :]
    failed = 0
    with ProcessPoolExecutor(chosen.processes, max_tasks_per_child=1) as pool:
        for case, found in pool.map(soak, *zip(*every, strict=True), [chosen.seeds] * len(every)):
            failed += bool(found)
            sys.stdout.write("\n".join([f"{case}: {'FAILED' if found else 'nothing to be seen'}", *found]) + "\n")
            sys.stdout.flush()
    sys.stdout.write(f"{failed} of {len(every)} cases failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
