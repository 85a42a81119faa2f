"""The state of a game as a value that is stored and compared."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from engine import GameState, ScriptedDice, apply, describe, new_game, state_from_json, state_to_json
from engine.state.pieces import Piece
from tests.engine.random_positions import scattered

START = new_game("aa1941")


def odd_state(seed: int) -> GameState:
    """A state in which nearly every field is used."""
    return apply(START, scattered(START.edition, Random(seed)), ScriptedDice(())).state


@pytest.mark.parametrize("seed", range(5))
def test_a_state_reads_back_from_json_as_it_was(seed: int) -> None:
    state = odd_state(seed)
    assert state_from_json(state_to_json(state)) == state
    assert state_to_json(state_from_json(state_to_json(state))) == state_to_json(state)


def test_the_same_state_always_gives_the_same_text_whatever_the_order_of_its_parts() -> None:
    turned = json.loads(state_to_json(START))
    turned["pieces"] = dict(reversed(turned["pieces"].items()))
    turned["owners"] = dict(reversed(turned["owners"].items()))
    assert state_to_json(state_from_json(json.dumps(turned))) == state_to_json(START)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"setup": "aa1941"}'])
def test_what_is_no_state_is_not_read_as_one(text: str) -> None:
    with pytest.raises(ValidationError):
        state_from_json(text)


def test_a_state_cannot_be_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        START.round = 2  # type: ignore[misc]


def test_pieces_of_a_space_come_in_the_order_of_unit_table_turn_order_and_number() -> None:
    state = odd_state(1)
    for space in state.by_space:
        pieces = state.at(space)
        assert list(pieces) == sorted(pieces, key=state.rank)
    assert sorted(p.id for pieces in state.by_space.values() for p in pieces) == sorted(state.pieces)


def test_cargo_is_found_by_its_ship() -> None:
    state = odd_state(2)
    aboard = {piece.id: piece.aboard for piece in state.pieces.values() if piece.aboard}
    assert aboard
    assert {cargo.id: ship for ship in state.cargo_of for cargo in state.cargo(ship)} == aboard


def test_an_empty_space_holds_no_pieces_and_an_empty_ship_no_cargo() -> None:
    assert START.at("switzerland") == ()
    assert START.cargo("japan.transport.1") == ()


def test_a_rested_piece_remembers_only_where_it_is_its_damage_and_its_ship() -> None:
    busy: dict[str, Any] = {"used": 2, "began": "sz1", "came_from": "sz1", "moved": "combat_move", "fought": True}
    piece = Piece("japan.fighter.1", "japan", "fighter", "sz45", aboard="japan.aircraft_carrier.1", **busy)
    assert piece.rested() == Piece("japan.fighter.1", "japan", "fighter", "sz45", aboard="japan.aircraft_carrier.1")
    damaged = Piece("japan.battleship.1", "japan", "battleship", "sz45", hits_taken=1, retreated=True)
    assert damaged.rested().hits_taken == 1


def test_a_piece_knows_its_number() -> None:
    assert Piece("japan.aircraft_carrier.12", "japan", "aircraft_carrier", "sz45").number == 12


def test_pieces_at_the_start_are_numbered_without_gaps() -> None:
    numbers: dict[str, list[int]] = {}
    for piece in START.pieces.values():
        numbers.setdefault(f"{piece.power}.{piece.unit}", []).append(piece.number)
    assert {key: sorted(found) for key, found in numbers.items()} == {
        key: list(range(1, last + 1)) for key, last in START.serials.items()
    }


def test_the_description_of_every_state_is_plain_json() -> None:
    for seed in range(5):
        board = describe(odd_state(seed))
        assert json.loads(json.dumps(board)) == board
