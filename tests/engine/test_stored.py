"""States that were stored: what is read is what was written, and takes no more memory than what was told."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from engine import GameState, Refusal, ScriptedDice, apply, new_game, state_from_json, state_to_json, state_to_text
from engine.state.pieces import Piece
from tests.engine.random_games import RolledDice
from tests.engine.random_orders import RandomPlayer
from tests.engine.random_positions import scattered

START = new_game("aa1941")


def in_mid_war(setup: str, orders: int) -> GameState:
    """A state after some random orders, with all that pieces remember of them."""
    state, player, rng = new_game(setup), RandomPlayer(Random(orders), odd=False), Random(orders)
    for _ in range(orders):
        for order in player.orders(state):
            try:
                state = apply(state, order.action, RolledDice(rng)).state
            except Refusal:  # the random player tries out what is not legal, too
                continue
            break
    return state


def stored(change: dict[str, Any], piece: str = "germany.infantry.1") -> str:
    """The start as it is stored, with one piece of which this is told."""
    raw = json.loads(state_to_text(START))
    raw["pieces"][piece] |= change
    return json.dumps(raw)


@pytest.mark.parametrize(("setup", "orders"), [("aa1941", 90), ("revised", 60), ("global_1940", 40)])
def test_what_is_stored_in_mid_war_is_read_as_it_was(setup: str, orders: int) -> None:
    state = in_mid_war(setup, orders)
    read = state_from_json(state_to_text(state))
    assert read == state
    assert state_to_json(read) == state_to_json(state)
    assert state_from_json(state_to_text(read)) == state
    assert pickle.loads(pickle.dumps(read)) == state  # noqa: S301  # our own


@pytest.mark.parametrize("seed", range(3))
def test_pieces_that_were_read_are_like_any_others(seed: int) -> None:
    state = apply(START, scattered(START.edition, Random(seed)), ScriptedDice(())).state
    read = state_from_json(state_to_text(state)).pieces
    for name, piece in state.pieces.items():
        assert hash(read[name]) == hash(piece)
        assert repr(read[name]) == repr(piece)
        assert read[name].traits == piece.traits
        assert read[name].rested() == piece.rested()
        assert replace(read[name], used=1) == replace(piece, used=1)


def test_a_piece_that_was_read_keeps_nothing_but_what_is_told_of_it() -> None:
    piece = state_from_json(state_to_text(START)).pieces["germany.infantry.1"]
    assert vars(piece) == {"id": piece.id, "power": "germany", "unit": "infantry", "space": piece.space}
    assert (piece.used, piece.came_from, piece.way, piece.submerged) == (0, None, (), False)


def test_what_is_told_of_a_piece_is_of_the_kind_that_it_is_elsewhere() -> None:
    read = state_from_json(stored({"way": ["germany", "poland"], "memory": [["kamikaze", True]]}))
    piece = read.pieces["germany.infantry.1"]
    expected = START.pieces["germany.infantry.1"]
    assert piece == replace(expected, way=("germany", "poland"), memory=(("kamikaze", True),))


@pytest.mark.parametrize("wrong", [{"space": 3}, {"used": "much"}, {"way": "germany"}, {"fought": "perhaps"}])
def test_what_can_be_told_of_no_piece_is_not_read(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        state_from_json(stored(wrong))


def test_what_another_version_told_of_pieces_and_turns_is_left_out() -> None:
    raw = json.loads(stored({"morale": 7}))
    raw["turn"] = {"weather": "rain", "battles_reached": 2}
    raw["moon"] = "full"
    read = state_from_json(json.dumps(raw))
    assert read == replace(START, turn=replace(START.turn, battles_reached=2))
    assert type(read.pieces["germany.infantry.1"]) is Piece


def test_the_text_of_each_state_of_a_game_is_what_is_written_of_it_alone() -> None:
    state, player, rng = new_game("global_1940"), RandomPlayer(Random(5), odd=False), Random(5)
    for _ in range(60):
        assert state_to_text(state) == state_to_text(replace(state))
        for order in player.orders(state):
            try:
                state = apply(state, order.action, RolledDice(rng)).state
            except Refusal:
                continue
            break


def test_the_text_of_a_state_without_pieces_is_read() -> None:
    states = [apply(START, {"type": "edit", "clear_units": True}, ScriptedDice(())).state, START]
    for state in (states[0], *states, states[0]):
        vars(state)["texts"] = vars(states[0]).setdefault("texts", states[0].texts)
        assert state_from_json(state_to_text(state)) == state
