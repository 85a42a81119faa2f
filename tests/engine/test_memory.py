"""What single rules remember of pieces and turns, and reading it from before it had a form of its own."""

from __future__ import annotations

import json
from dataclasses import replace

from engine import new_game
from engine.events import event_from_json
from engine.events.advantages import FREE_UNITS_BY, KAMIKAZE, REFUELLED, SET_OUT_FROM
from engine.events.movement import DROPPED_BY
from engine.state.game_state import state_from_json, state_to_json, state_to_text
from engine.state.pieces import Piece, has_old_memories
from engine.state.turn import Turn

FIGHTER = Piece("japan.fighter.1", "japan", "fighter", "sz45")


def test_a_piece_remembers_until_it_rests() -> None:
    piece = SET_OUT_FROM.kept_by(KAMIKAZE.kept_by(FIGHTER, value=True), "japan.transport.1")
    assert KAMIKAZE.of(piece)
    assert SET_OUT_FROM.of(piece) == "japan.transport.1"
    assert piece.rested() == FIGHTER


def test_what_is_nothing_leaves_no_trace() -> None:
    assert KAMIKAZE.kept_by(KAMIKAZE.kept_by(FIGHTER, value=True), value=False) == FIGHTER
    assert not KAMIKAZE.of(FIGHTER)
    assert REFUELLED.of(Turn()) == ()


def test_the_order_of_remembering_does_not_matter() -> None:
    one = DROPPED_BY.kept_by(KAMIKAZE.kept_by(FIGHTER, value=True), "japan.bomber.1")
    other = KAMIKAZE.kept_by(DROPPED_BY.kept_by(FIGHTER, "japan.bomber.1"), value=True)
    assert one == other


def test_memories_are_kept_with_the_state() -> None:
    state = new_game("revised")
    piece = KAMIKAZE.kept_by(state.at("japan")[0], value=True)
    turn = FREE_UNITS_BY.kept_by(state.turn, ("salvage",))
    state = replace(state, pieces={**state.pieces, piece.id: piece}, turn=turn)
    assert state_from_json(state_to_json(state)) == state
    assert state_from_json(state_to_text(state)) == state
    assert state_to_json(state_from_json(state_to_text(state))) == state_to_json(state)


def test_what_is_kept_of_a_state_leaves_out_defaults_and_is_read_at_once() -> None:
    state = new_game("revised")
    assert len(state_to_text(state)) < len(state_to_json(state)) / 2
    assert not has_old_memories(state_to_text(state))
    assert state_from_json(state_to_text(state)) == state


def test_a_state_in_which_they_were_fields_of_their_own_is_read() -> None:
    state = new_game("revised")
    raw = json.loads(state_to_json(state))
    for piece in raw["pieces"].values():
        del piece["memory"]
        piece |= {"kamikaze": False, "set_out_from": None, "dropped_by": None}
    raw["pieces"]["japan.fighter.1"] |= {"kamikaze": True, "dropped_by": "japan.bomber.1"}
    del raw["turn"]["memory"]
    raw["turn"] |= {"refuelled": ["japan.fighter.1"], "moved_complexes": [], "free_units_by": ["salvage"]}
    read = state_from_json(json.dumps(raw))
    fighter = read.pieces["japan.fighter.1"]
    assert KAMIKAZE.of(fighter)
    assert DROPPED_BY.of(fighter) == "japan.bomber.1"
    assert REFUELLED.of(read.turn) == ("japan.fighter.1",)
    assert FREE_UNITS_BY.of(read.turn) == ("salvage",)
    assert read.pieces["japan.bomber.1"] == state.pieces["japan.bomber.1"]


def test_an_order_that_was_logged_then_is_read() -> None:
    piece = {"id": "japan.fighter.1", "power": "japan", "unit": "fighter", "space": "sz45", "kamikaze": True}
    patch = {"pieces": {"japan.fighter.1": piece}}
    event = event_from_json({"kind": "order_taken", "entry": {"order": {}, "patch": patch}, "audience": "japan"})
    assert event.entry.patch.pieces == {  # type: ignore[union-attr]
        "japan.fighter.1": KAMIKAZE.kept_by(FIGHTER, value=True)
    }
