"""What a field of the state brings with it: undo, corrections and the record follow from the fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import get_type_hints

import pytest

from engine import GameState, describe, new_game
from engine.events.changes import with_changes
from engine.events.correction import Edited
from engine.state.changes import Changes, Patch
from engine.state.turn import Turn
from engine.turn.undo import difference

START = new_game("aa1941")


@dataclass(frozen=True)
class LaterState(GameState):
    """The state of an edition to come, with something new on the table."""

    oil: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class LaterEdit(Edited):
    """A correction that can set it."""

    oil: Mapping[str, int] | None = None


def later(state: GameState) -> LaterState:
    return LaterState(**{each.name: getattr(state, each.name) for each in fields(state)})


@pytest.mark.parametrize("kind", [Patch, Edited])
def test_what_gives_a_field_of_the_state_or_the_turn_a_new_value_is_of_its_name_and_type(kind: type[Changes]) -> None:
    known = get_type_hints(Turn) | get_type_hints(GameState)
    given = {name: hint for name, hint in get_type_hints(kind).items() if name not in ("pieces", "audience", "kind")}
    assert given == {name: known[name] | None for name in given}


def test_an_order_that_changes_what_undo_cannot_put_back_is_noticed_at_once() -> None:
    before = later(START)
    with pytest.raises(TypeError, match="oil"):
        difference(before, replace(before, oil={"germany": 3}))


def test_what_differs_is_put_back_whole() -> None:
    piece = START.at("germany")[0]
    turn = replace(START.turn, battles_reached=2)
    pieces = {i: p for i, p in START.pieces.items() if i != piece.id}
    after = replace(START, pieces=pieces, owners={**START.owners, "ukraine": "japan"}, turn=turn, serials={})
    assert with_changes(after, difference(START, after)) == START


def test_a_correction_sets_a_new_field_by_its_name() -> None:
    assert LaterEdit(oil={"japan": 2}).evolve(later(START)).oil == {"japan": 2}  # type: ignore[attr-defined]


def test_the_record_describes_a_new_field_as_it_stands_once_there_is_something_in_it() -> None:
    state = later(START)
    assert describe(state) == describe(START)
    assert describe(replace(state, oil={"japan": 2})) == describe(START) | {"oil": {"japan": 2}}
