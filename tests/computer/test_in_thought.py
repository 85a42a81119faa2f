"""How `hard` plays ways on in thought: with the same dice for all, within its budget, and orders the best."""

from __future__ import annotations

from functools import partial

import pytest

from computer.hard.choosing import Trials, Way
from computer.hard.player import HardPlayer
from computer.hard.playouts import ThoughtDice, round_from
from computer.judging import score
from computer.levels import LEVELS, seat_at
from computer.playing import Budget, Hand, Seat, Table, play_turn
from computer.seeding import SeededDice, Story
from engine import GameState, new_game
from tests.computer.test_positions import on_board

OPEN = {"west_russia": "germany: 2 infantry, 1 tank", "germany": "germany: 6 infantry"}
BEFORE_RUSSIA = on_board("germany", "combat_move", OPEN).state


def hand_of(state: GameState, weighings: int) -> Hand:
    """Of the power on turn."""
    table = Table(state, Story(state.setup, {}), SeededDice(1))
    return Hand(table, Seat(HardPlayer(), "hard", 1, weighings), Budget(weighings))


def wait(hand: Hand) -> None:
    """Order nothing."""


def march_to(end: str, hand: Hand) -> None:
    """All go from West Russia."""
    names = [piece.id for piece in hand.state.at("west_russia") if piece.power == hand.power]
    assert hand.give({"type": "move", "pick": names, "path": ["west_russia", end]})


def test_the_same_fire_falls_alike_in_thought_and_mirrored_the_other_way_round() -> None:
    dice, later, mirrored = (ThoughtDice(7, is_mirrored=is_mirrored) for is_mirrored in (False, False, True))
    later.roll(3, "elsewhere")
    first, second = dice.roll(8, "Russia, round 1"), dice.roll(8, "Russia, round 1")
    assert first != second
    assert (later.roll(8, "Russia, round 1"), later.roll(8, "Russia, round 1")) == (first, second)
    assert mirrored.roll(8, "Russia, round 1") == tuple(7 - face for face in first)
    assert set(dice.roll(600, "Russia, round 2")) == {1, 2, 3, 4, 5, 6}


def test_what_goes_best_in_thought_is_ordered() -> None:
    orders: list[list[Way]] = [[wait, partial(march_to, "russia")], [partial(march_to, "russia"), wait]]
    for ways in orders:
        hand = hand_of(BEFORE_RUSSIA, 4000)
        trials = Trials(hand)
        taken = [trials.consider(way) for way in ways]
        trials.order()
        assert taken == [True, ways[0] is wait]
        assert all(piece.space == "russia" for piece in hand.state.pieces.values() if piece.unit == "tank")


def test_a_way_that_comes_to_the_same_is_not_played_on() -> None:
    hand = hand_of(BEFORE_RUSSIA, 4000)
    trials = Trials(hand)
    assert [trials.consider(wait), trials.consider(wait)] == [True, False]
    assert hand.budget.made == 0


@pytest.mark.parametrize("weighings", [0, 1, 50])
def test_without_weighings_enough_the_first_way_is_taken(weighings: int) -> None:
    hand = hand_of(BEFORE_RUSSIA, weighings)
    trials = Trials(hand)
    assert [trials.consider(wait), trials.consider(partial(march_to, "russia"))] == [True, False]
    trials.order()
    assert hand.state.at("russia") == ()


def test_thinking_changes_nothing_at_the_table() -> None:
    hand = hand_of(BEFORE_RUSSIA, 4000)
    trials = Trials(hand)
    trials.consider(wait)
    trials.consider(partial(march_to, "russia"))
    assert hand.state == BEFORE_RUSSIA


def test_a_round_in_thought_shows_the_capital_that_falls() -> None:
    left = {"japan": "japan: 1 infantry", "sz60": "united_states: 2 transport, 2 battleship"}
    cargo = [{"transport": "united_states", "units": {"united_states": {"infantry": 2}}}] * 2
    state = on_board("japan", "mobilize", left, cargo={"sz60": cargo}).state
    held = on_board("japan", "mobilize", left | {"japan": "japan: 12 infantry"}, cargo={"sz60": cargo}).state
    lost = round_from(held, "japan", 3, is_mirrored=False) - round_from(state, "japan", 3, is_mirrored=False)
    assert lost > score(held, "axis") - score(state, "axis") + 20


@pytest.mark.parametrize("weighings", [1, 900])
def test_a_turn_weighs_no_more_than_it_may(weighings: int) -> None:
    state = new_game("aa1941")
    table = Table(state, Story("aa1941", {}), SeededDice(1))
    play_turn(table, {power.id: seat_at("hard", 1, weighings) for power in state.edition.powers})
    assert 0 < table.weighed <= weighings
    assert table.refused == 0
    assert LEVELS["hard"].weighings > LEVELS["normal"].weighings
