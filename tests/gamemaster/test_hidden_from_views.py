"""The view of a game that somebody gets is the same whatever others have ordered or answered in secret.

Commands are answered from such views, so all setups and phases are held against each other here;
tests/e2e/test_hidden_orders.py looks for what finds a way around them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from engine import GameState, apply
from engine.dice import NoDice
from gamemaster.views.visible import seen_by
from tests.e2e.secret_cases import (
    ALLY,
    HOLDER,
    OPPONENT,
    Action,
    Case,
    answers,
    begun,
    bids_of_both,
    cases,
    interception,
    joint_defence,
    over_london,
    scramble,
    secrets,
)
from tests.published import SETUPS

SEEDS = range(2)
SEALED = {interception: {HOLDER}, joint_defence: {HOLDER, ALLY}, over_london: {HOLDER}, scramble: {HOLDER}}
"""Who sees an answer before the last is in: owners who choose casualties together propose them to each other."""


def views(case: Case, state: GameState, *, deputy: bool) -> dict[str, GameState]:
    """What each around the table sees of it; `deputy`: the ally may answer for who has the secret."""
    played = {name: [power for power, by in case.seats().items() if by == name] for name in (HOLDER, ALLY, OPPONENT)}
    answered: dict[str, Collection[str]] = {**played, ALLY: [*played[ALLY], *played[HOLDER] * deputy]}
    return {**{name: seen_by(state, played[name], answered[name]) for name in played}, "spectator": seen_by(state, ())}


def after(state: GameState, orders: Sequence[Action]) -> GameState:
    """The state once these are given."""
    for order in orders:
        state = apply(state, order, NoDice()).state
    return state


def who_sees(case: Case, states: Sequence[GameState], *, deputy: bool) -> set[str]:
    """Who sees that these are different states."""
    first, *others = [views(case, state, deputy=deputy) for state in states]
    return {name for other in others for name, view in other.items() if view != first[name]}


@pytest.mark.parametrize("case", [case for setup in SETUPS for case in cases(setup)], ids=str)
def test_orders_of_an_open_phase_are_seen_by_who_gives_them(case: Case) -> None:
    state = begun(case)
    ordered = [after(state, secrets(state, seed)) for seed in SEEDS]
    assert who_sees(case, [state, *ordered], deputy=True) == {HOLDER}


@pytest.mark.parametrize(("case", "seen"), [pytest.param(make(), SEALED[make], id=str(make())) for make in SEALED])
def test_sealed_answers_are_seen_by_who_gives_them(case: Case, seen: set[str]) -> None:
    state = begun(case)
    one, *_, other = answers(state, str(case.holder))
    assert who_sees(case, [state, after(state, [one]), after(state, [other])], deputy=False) == seen


def test_a_bid_is_seen_by_who_places_it_until_the_other_side_has_too() -> None:
    case = bids_of_both()
    state = begun(case)
    assert who_sees(case, [after(state, bid) for bid in case.prepared], deputy=False) == {HOLDER}
