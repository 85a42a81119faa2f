"""What is found out once about a position is known as long as it is true, and no longer."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from engine import GameState, apply
from engine.ask import (
    at_phase_start,
    battles_due,
    commands,
    landing_plan,
    movable,
    shared_destinations,
    with_sides_taken,
)
from engine.state.known import of_ground, of_space, wherever
from engine.state.pieces import Piece
from engine.state.successors import KNOWN_FROM, with_pieces
from tests.bench.late_boards import late_war
from tests.engine.random_games import RolledDice
from tests.engine.watched import FIELDS, Watched

MOST_OF_ONE_KIND = 25
FLY_OUT: dict[str, Any] = {"type": "move", "units": {"fighter": 1}, "path": ["japan", "sz6", "korea"]}


@cache
def busy(setup: str = "pacific_1940", power: str = "japan", phase: str = "noncombat_move") -> GameState:
    """A power late in the war, asked for all its menus, so that much is known."""
    state = late_war(setup, power, phase)
    for group in movable(state):
        shared_destinations(state, group.space, [group.unit], group.owner)
    return state


def after(state: GameState, action: dict[str, Any]) -> GameState:
    return apply(state, action, RolledDice(Random(1))).state


@pytest.mark.parametrize(
    "position", [("pacific_1940", "japan", "noncombat_move"), ("global_1940", "united_states", "combat_move")]
)
def test_what_is_known_of_the_ground_depends_on_what_it_is_said_to_depend_on(position: tuple[str, str, str]) -> None:
    counts: Counter[str] = Counter()
    state = busy(*position)
    for facts, able in ((state.of_ground, {*KNOWN_FROM}), (state.of_land, {*KNOWN_FROM} - {"turn.owners_before"})):
        for (find, *about), found in facts.items():
            counts[find.__name__] += 1
            if counts[find.__name__] <= MOST_OF_ONE_KIND:
                read: set[str] = set()
                assert find(Watched(state, read), *about) == found
                assert read <= able, f"{find.__name__} reads more of the state"
    assert len(counts) > 8


def test_who_watches_a_state_sees_what_is_read_of_it() -> None:
    read: set[str] = set()
    watched: Any = Watched(busy(), read)
    assert watched.owner_at_turn_start("japan") == "japan"
    assert len(watched.by_space) == len(busy().by_space)
    assert read == {"turn.owners_before", "owners", "pieces", "setup", "options"}


def test_a_move_leaves_known_what_does_not_depend_on_it() -> None:
    state = after(busy(), FLY_OUT)
    assert state.of_ground is busy().of_ground
    assert state.of_spaces["sz19"] is busy().of_spaces["sz19"]


def test_an_order_that_is_taken_back_leaves_known_what_does_not_depend_on_it() -> None:
    moved = after(busy(), FLY_OUT)
    state = after(moved, {"type": "undo"})
    assert state.of_spaces["sz19"] is moved.of_spaces["sz19"]
    assert state.of_spaces["korea"] is not moved.of_spaces["korea"]


def test_a_move_leads_to_new_questions_about_the_spaces_that_it_touches_and_the_whole_position() -> None:
    state = after(busy(), FLY_OUT)
    assert all(state.of_spaces[space] is not busy().of_spaces[space] for space in ("japan", "korea"))
    assert state.of_position is not busy().of_position
    assert landing_plan(state) == landing_plan(GameState(**{name: getattr(state, name) for name in FIELDS}))


@pytest.mark.parametrize("field", ["wars", "facilities", "owners"])
def test_new_ground_leads_to_new_questions(field: str) -> None:
    changes: dict[str, dict[str, Any]] = {
        "wars": {"relations": [["japan", "france", "neutral"]]},
        "facilities": {"spaces": {"midway": {"facilities": []}}},
        "owners": {"spaces": {"midway": {"owner": "japan"}}},
    }
    state = after(busy(), {"type": "edit", **changes[field]})
    assert getattr(state, field) != getattr(busy(), field)
    assert state.of_ground is not busy().of_ground


def asked() -> tuple[list[str], Any, Any]:
    """What was asked in turn, and two questions that write it down: one about the ground, one about spaces."""
    log: list[str] = []

    @of_ground
    def holder(state: GameState, territory: str) -> str | None:
        log.append(territory)
        return state.owners[territory]

    @of_space
    def crowd(state: GameState, space: str, power: str) -> int:
        log.append(space)
        return sum(piece.power == power for piece in state.at(space))

    return log, holder, crowd


def test_each_question_is_answered_once() -> None:
    log, holder, crowd = asked()
    state = after(busy(), FLY_OUT)
    assert [holder(state, "japan"), holder(busy(), "japan"), holder(busy(), "midway")] == ["japan"] * 2 + [
        "united_states"
    ]
    assert crowd(busy(), "korea", "japan") + 1 == crowd(state, "korea", "japan")
    assert crowd(busy(), "sz19", "japan") == crowd(state, "sz19", "japan")
    assert log == ["japan", "midway", "korea", "korea", "sz19"]


def test_what_is_found_wherever_there_are_pieces_is_found_anew_where_they_moved() -> None:
    log, _, crowd = asked()
    found = wherever(crowd, busy(), "japan")
    assert "sz10" not in found
    log.clear()
    state = after(busy(), FLY_OUT)
    assert wherever(crowd, state, "japan") == {**found, "japan": found["japan"] - 1, "korea": found["korea"] + 1}
    assert sorted(log) == ["japan", "korea"]


def test_after_a_move_battles_are_looked_for_where_it_led_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = late_war("global_1940", "germany", "combat_move")
    battles_due(state)
    moved = after(state, {"type": "move", "units": {"infantry": 1}, "path": ["poland", "eastern_poland"]})
    seen: set[str] = set()

    def watched(state: GameState, piece: Piece) -> bool:
        seen.add(piece.space)
        return commands(state, piece)

    monkeypatch.setattr("engine.position.relations.commands", watched)
    assert ("eastern_poland", "land") in {(battle.space, battle.part) for battle in battles_due(moved)}
    assert seen == {"poland", "eastern_poland"}


def test_the_start_of_a_phase_is_made_once_for_each_position() -> None:
    state = after(busy(), FLY_OUT)
    assert at_phase_start(state) is at_phase_start(state)
    assert at_phase_start(state) == busy()
    later = after(state, {"type": "undo"})
    assert later == busy()
    assert at_phase_start(after(later, FLY_OUT)) == busy()


def test_armies_of_attacked_neutrals_stand_up_once_for_each_position() -> None:
    state = late_war("global_1940", "germany", "combat_move")
    for path in (["slovakia_hungary", "yugoslavia"], ["romania", "yugoslavia"]):
        state = after(state, {"type": "move", "units": {"infantry": 1}, "path": path})
    risen = with_sides_taken(state)
    assert risen is with_sides_taken(state)
    assert risen.undo == state.undo
    assert len(risen.pieces) > len(state.pieces)
    assert risen.by_space == replace(risen).by_space


class Nosy(str):
    """A space; whenever it is looked up somebody asks something about another one, as in another thread."""

    state: GameState

    def __hash__(self) -> int:
        asked_so_far = len(self.state.of_spaces)
        self.state.of_spaces[f"sz{1000 + asked_so_far}"] = {}
        self.state.wherever[len, asked_so_far] = {}, ()
        return super().__hash__()


def test_a_state_can_be_asked_while_another_one_is_made_of_it() -> None:
    state = GameState(**{name: getattr(busy(), name) for name in FIELDS})
    Nosy.state = state
    state.of_spaces[Nosy("sz6")] = {}
    state.wherever[len, "of sz6"] = {Nosy("sz6"): True}, ()
    moved = replace(next(iter(state.at("japan"))), used=1)
    assert len(state.by_space) == len(with_pieces(state, [moved]).by_space)
