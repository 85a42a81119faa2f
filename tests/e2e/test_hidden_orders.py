"""What outsiders can get out of the bot is the same whatever somebody has ordered or answered in secret."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine import setup_names
from tests.e2e.secret_cases import (
    Action,
    Case,
    answers,
    cases,
    in_battle,
    interception,
    joint_defence,
    promises,
    secrets,
)
from tests.e2e.sitting import ROLES, Plan, Sitting, differences, sitting


async def compare(at: Sitting, case: Case, one: Sequence[Action], other: Sequence[Action], plan: Plan) -> None:
    """Play a game with each of two secrets, and let outsiders look at both."""
    first, second = [await at.told(case, orders, (*one, *other), plan) for orders in (one, other)]
    different = differences(first, second)
    assert not different, "\n".join([f"{case}: {one} or {other}", *different])


@pytest.mark.parametrize("setup", setup_names())
async def test_secret_orders_show_in_nothing(setup: str, tmp_path: Path) -> None:
    roles, turn = list(ROLES), setup_names().index(setup)
    async with sitting(tmp_path) as at:
        for number, case in enumerate(cases(setup)):
            orders = secrets(await at.state_of(case), seed=number)
            assert orders, f"{case}: there is nothing to order in secret"
            role = roles[(number + turn) % len(roles)]
            await compare(at, case, (), orders, Plan((role,) if number == turn else (), (role,)))


async def test_a_carrier_promised_in_combat_shows_in_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = in_battle()
        promised = promises(await at.state_of(case))[:1]
        assert promised
        await compare(at, case, (), promised, Plan())


async def test_a_proposal_for_a_joint_defence_is_seen_by_its_owners_alone(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = joint_defence()
        one, *_, other = answers(await at.state_of(case), "soviet_union")
        assert one["choice"] != other["choice"]
        await compare(at, case, [one], [other], Plan(afterwards=("opponent", "spectator")))


async def test_an_answer_to_raiders_is_seen_by_nobody_else(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = interception()
        one, *_, other = answers(await at.state_of(case), "germany")
        assert one["choice"] != other["choice"]
        await compare(at, case, [one], [other], Plan(afterwards=("opponent", "spectator"), asked=("ally",)))
