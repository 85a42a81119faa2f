"""Decisions of several players in Anniversary, and the defaults for players who are away (chapter ASY)."""

from __future__ import annotations

import pytest

from engine.queries.standing_orders import answer_by_orders, check_orders
from tests.engine.questions import asked, reaction
from tests.engine.rules.anniversary.playing import Play, land_attack, sea_attack


@pytest.mark.rule("ASY-01", setups=("anniversary_1941", "anniversary_1942"))
def test_all_owners_of_submarines_are_asked_at_once(play: Play) -> None:
    table = sea_attack(play, "1 battleship", "germany: 1 submarine, 1 cruiser; italy: 1 submarine").battle("sz9")
    assert table.questions == [("submerge", ("germany",)), ("submerge", ("italy",))]
    assert sorted(table.board["acting"]) == ["germany", "italy"]
    table.decide("submerge", {"submarine": 1}, power="germany")
    assert table.board["acting"] == ["italy"], "no die falls before the last answer"
    table.decide("submerge", {}, dice="6 6 6", power="italy")
    assert table.board["submerged"] == {"sz9": {"germany": {"submarine": 1}}}


@pytest.mark.rule("ASY-04", "ASY-07", setups=("anniversary_1941", "anniversary_1942"))
def test_an_order_of_loss_of_ones_own_goes_before_the_printed_one(play: Play) -> None:
    table = land_attack(play, "germany: 2 infantry, 1 artillery, 1 tank", caucasus="3 tank")
    table.battle("ukraine", dice="1 1 1")
    (request,) = table.state.requests
    assert request.default == {"units": {"infantry": 2, "artillery": 1}}
    answer = answer_by_orders(table.state, request, "germany", {"land": ["tank", "artillery"]})
    assert answer == {"units": {"tank": 1, "artillery": 1, "infantry": 1}}


@pytest.mark.orders(
    "reaction intercept zone", "reaction intercept most", "reaction intercept least", "reaction intercept against"
)
@pytest.mark.rule("ASY-58", "ASY-22", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("setup", ["anniversary_1941", "anniversary_1942"])
@pytest.mark.parametrize(
    ("plan", "rising"),
    [("germany 2", 2), ("germany 2 against=soviet_union", 0), ("anywhere 3 least=25", 3), ("anywhere 3 least=95", 0)],
)
def test_fighters_meet_a_raid_only_where_they_are_likely_enough_to_gain_by_it(
    setup: str, plan: str, rising: int
) -> None:
    state = reaction(setup).state
    check_orders(state, "germany", {"intercept": [plan]})
    answer = answer_by_orders(state, state.requests[0], "germany", {"intercept": [plan]})
    assert answer == ({"intercept": {"germany": {"fighter": rising}}} if rising else {})


@pytest.mark.orders("reaction reactions")
@pytest.mark.rule("ASY-22", setup="anniversary_1941")
def test_all_fighters_meet_a_raid_where_that_was_left() -> None:
    state = asked("reaction")
    answer = answer_by_orders(state, state.requests[0], "germany", {"reactions": ["all"]})
    assert answer == {"intercept": {"germany": {"fighter": 3}}}
