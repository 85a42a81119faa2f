"""What outsiders can get out of the bot is the same whatever somebody has ordered or answered in secret.

Each phase is played here in one of the setups that have it. In the first four of them, where moves and purchases are
secret, one of the outsiders tries every fourth thing that there is, so each thing is tried once, and what tells most in
every phase. That views have nothing secret, from which most is answered, is seen in
tests/gamemaster/test_hidden_from_views.py.
`python -m tests.soak_secrets` plays all phases of all setups, with everybody trying everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.e2e.secret_cases import (
    Action,
    Case,
    answers,
    bids_of_both,
    cases,
    in_battle,
    interception,
    joint_defence,
    losses_left,
    promises,
    scramble,
    scramble_left,
    secrets,
    windows_prepared,
)
from tests.e2e.sitting import ROLES, Plan, Sitting, Told, differences, sitting
from tests.published import SETUPS


async def compare(at: Sitting, case: Case, plan: Plan, *secret: Sequence[Action]) -> Told:
    """Play a game with each of these secrets, and let outsiders look at all; gives what they are told in any."""
    about = [order for orders in secret for order in orders]
    first, *others = [await at.told(case, orders, about, plan) for orders in secret]
    for orders, told in zip(secret[1:], others, strict=True):
        different = differences(first, told)
        assert not different, "\n".join([f"{case}: {secret[0]} or {orders}", *different])
    return first


def one_of_each_phase() -> list[Case]:
    """Every phase of orders once, and every setup in turn; those that come with national advantages alone last."""
    by_phase: dict[str, list[Case]] = {}
    for setup in SETUPS:
        for case in cases(setup):
            by_phase.setdefault(case.phase, []).append(case)
    ordered = sorted(by_phase.values(), key=len, reverse=True)
    chosen = [found[(number + 2) % len(found)] for number, found in enumerate(ordered)]
    left_out = {*SETUPS} - {case.setup for case in chosen}
    return [*chosen, *(case for case in by_phase["combat_move"] if case.setup in left_out)]


CASES = one_of_each_phase()
HALVES = (slice(0, None, 2), slice(1, None, 2))
"""Every second thing that can be tried, and the others."""
THOROUGH = 4
"""In so many cases all that can be tried is tried, a share in each."""
OF_BIDS = Plan(("spectator", "organiser", "manager"), ("ally",), ("opponent",), ("opponent",))
"""The opponent tries only what places no bid, as both are told with the second."""


def test_every_setup_and_every_phase_of_orders_takes_part() -> None:
    assert {case.setup for case in CASES} == set(SETUPS)
    assert {case.phase for case in CASES} == {case.phase for setup in SETUPS for case in cases(setup)}


@pytest.mark.parametrize("number", range(len(CASES)), ids=[str(case) for case in CASES])
async def test_secret_orders_show_in_nothing(number: int, tmp_path: Path) -> None:
    case, role = CASES[number], list(ROLES)[number % len(ROLES)]
    async with sitting(tmp_path) as at:
        orders = secrets(await at.state_of(case), seed=number)
        assert orders, f"{case}: there is nothing to order in secret"
        thorough = (role,) if number < THOROUGH else ()
        await compare(at, case, Plan(thorough, (role,), shares=[slice(number, None, THOROUGH)]), (), orders)


async def test_a_carrier_promised_in_combat_shows_in_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = in_battle()
        promised = promises(await at.state_of(case))[:1]
        assert promised
        await compare(at, case, Plan(), (), promised)


async def test_a_proposal_for_a_joint_defence_is_seen_by_its_owners_alone(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = joint_defence()
        one, *_, other = answers(await at.state_of(case), "soviet_union")
        assert one["choice"] != other["choice"]
        await compare(at, case, Plan(afterwards=("opponent",), shares=[HALVES[0]]), [one], [other])


async def test_an_answer_to_raiders_is_seen_by_nobody_else(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = interception()
        one, *_, other = answers(await at.state_of(case), "germany")
        assert one["choice"] != other["choice"]
        await compare(at, case, Plan(afterwards=("opponent",), asked=("ally",)), [one], [other])


async def test_who_scrambles_and_intercepts_is_seen_by_nobody_else(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = scramble()
        choices = answers(await at.state_of(case), "anzac")
        one, other = choices[0], next(each for each in choices if {*each["choice"]} == {"intercept", "scramble"})
        await compare(at, case, Plan(afterwards=("spectator",), asked=("ally",)), [one], [other])


@pytest.mark.rule("ASY-64")
async def test_a_bid_shows_in_nothing_before_the_other_side_has_placed_its_own(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = bids_of_both()
        no_bid, _, shared = case.prepared
        await compare(at, case, Plan((), (), asked=("opponent",)), no_bid, shared)


@pytest.mark.whole
@pytest.mark.rule("ASY-64")
async def test_a_bid_shows_in_nothing_that_anybody_can_get(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        await compare(at, bids_of_both(), OF_BIDS, *bids_of_both().prepared)


async def test_what_is_prepared_for_a_window_shows_in_nothing(tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = windows_prepared()
        await compare(at, case, Plan(afterwards=("opponent", "organiser")), *case.prepared)


@pytest.mark.parametrize(
    ("make", "half"),
    [
        pytest.param(scramble_left, HALVES[0], id="rising"),
        pytest.param(losses_left, HALVES[1], id="losses"),
    ],
)
@pytest.mark.whole
async def test_who_left_a_standing_order_shows_in_nothing_until_the_window_closes(
    make: Callable[[], Case], half: slice, tmp_path: Path
) -> None:
    async with sitting(tmp_path) as at:
        case = make()
        told = await compare(at, case, Plan(to_the_end=True, shares=[half]), *case.prepared[:2])
        posts = [said for what, said in told["opponent"] if what == "opponent: the channel"]
        assert "-# Standing orders sealed: `SEED`" in posts[-1], "with and without any"
        await compare(at, case, Plan((), ("opponent", "manager", "spectator")), *case.prepared[1:])
