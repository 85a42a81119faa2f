"""States that come of another one, and what is still known of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from functools import cached_property
from operator import attrgetter, is_
from typing import Literal

from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId, regrouped, without
from engine.state.turn import Turn


def _with(known: dict[str, object], lost: Iterable[str], **changed: object) -> GameState:
    """What `dataclasses.replace` gives, in a fraction of the time: menus ask for thousands of positions.

    known: a copy of the fields of a state and of what was found about it, which is kept, too, but for what is lost.
    """
    for name in lost:
        known.pop(name, None)
    known.update(changed)
    after = object.__new__(GameState)
    object.__setattr__(after, "__dict__", known)
    return after


def with_pieces(state: GameState, changed: Iterable[Piece], gone: Collection[PieceId] = ()) -> GameState:
    """The state with these pieces put in place of their former selves, and without those that are gone."""
    now = {piece.id: piece for piece in changed}
    former = [state.pieces[i] for i in (*now, *gone) if i in state.pieces]
    pieces = {**state.pieces, **now}
    for i in gone:
        pieces.pop(i, None)
    known = vars(state).copy()
    groups: dict[str, object] = {}
    if "by_space" in known:
        spaces = dict.fromkeys(piece.space for piece in (*former, *now.values()))
        groups["by_space"] = regrouped(state.by_space, spaces, now, gone, _space_of, state.rank)
        if "of_spaces" in known:
            groups["of_spaces"] = without(state.of_spaces.copy(), spaces)
        if "wherever" in known:
            groups["moved_in"] = state.wherever, spaces
        elif "moved_in" in known:
            before, moved_in = state.moved_in
            groups["moved_in"] = before, {**moved_in, **spaces}
    if "cargo_of" in known:
        ships = dict.fromkeys(piece.aboard for piece in (*former, *now.values()) if piece.aboard)
        groups["cargo_of"] = regrouped(state.cargo_of, ships, now, gone, _ship_of, state.rank)
    return _with(known, _LOST["same", "pieces"], pieces=pieces, **groups)


Ground = Literal["same", "of a new turn", "new"]

KNOWN_FROM = (
    "setup", "options", "owners", "turn.owners_before", "facilities", "damage", "wars", "roused_neutrals", "incidents",
    "refused_leave", "granted_leave", "technologies", "advantages", "used_advantages", "advantages_in_force",
)  # fmt: skip
"""All that is known of the ground depends on: what moves change seldom, or never."""
_OF_LAND = ("edition", "war_pairs", "foes", "_unit_tables", "_loads", "of_land", "of_ground_at_rest")
_OF_GROUND = ("of_ground",)
_OF_ALL = ("texts",)
_OF_PIECES = ("by_space", "cargo_of")
_OF_PIECES_ON_GROUND = ("guns", "of_spaces", "wherever", "moved_in", "of_position")
_OF_PIECES_AND_GROUND = ("of_pieces",)
_KEPT = (*_OF_ALL, *_OF_LAND, *_OF_GROUND, *_OF_PIECES, *_OF_PIECES_ON_GROUND, *_OF_PIECES_AND_GROUND)
_OF_ONE_STATE = tuple(
    name for name, found in vars(GameState).items() if isinstance(found, cached_property) and name not in _KEPT
)
_FACTS_OF_LAND = frozenset(KNOWN_FROM)
_LOST_BY: Mapping[str, tuple[str, ...]] = {
    "pieces": (*_OF_PIECES, *_OF_PIECES_ON_GROUND, *_OF_PIECES_AND_GROUND),
    "other": _OF_PIECES_ON_GROUND,
    "undo": (),
}
"""What is not known any more once pieces have changed, or other fields; nothing is lost by what can be taken back."""
_LOST_ON: Mapping[Ground, tuple[str, ...]] = {
    "same": (),
    "of a new turn": (*_OF_GROUND, *_OF_PIECES_AND_GROUND),
    "new": (*_OF_LAND, *_OF_GROUND, *_OF_PIECES_AND_GROUND),
}
"""The same where the ground has changed, or nothing of it but who held what when the turn began."""
_LOST = {
    (ground, by): (*_OF_ONE_STATE, *lost, *lost_on)
    for ground, lost_on in _LOST_ON.items()
    for by, lost in _LOST_BY.items()
}
_space_of, _ship_of = attrgetter("space"), attrgetter("aboard")
_other_fields = attrgetter(*(each.name for each in fields(GameState) if each.name not in ("pieces", "undo")))


def differ_in_pieces_alone(one: GameState, other: GameState) -> bool:
    """Whether two states of which one led to the other share all but pieces and undo stack."""
    return all(map(is_, _other_fields(one), _other_fields(other)))


def with_values(state: GameState, **values: object) -> GameState:
    """The state with these fields, and with what was known of it as far as that is still so."""
    known = vars(state).copy()
    changed = {name for name, value in values.items() if known[name] is not value}
    return _with(known, _lost(state, changed, values.get("turn")), **values)


def with_new_turn(state: GameState, **values: object) -> GameState:
    """The state in a turn that has just begun, its pieces at rest, with these fields, none of which are of the ground.

    What is found of its ground is known for all such turns, as long as the ground itself stays the same.
    """
    tired = ((piece, piece.rested()) for pieces in state.by_space.values() for piece in pieces)
    at_rest = with_pieces(state, [rested for piece, rested in tired if rested is not piece])
    return _with(vars(at_rest).copy(), _LOST["same", "other"], of_ground=state.of_ground_at_rest, turn=Turn(), **values)


def keep_what_is_known(before: GameState, after: GameState) -> None:
    """Let a state know what was found about the one that it came from, as far as that is still so."""
    known, now = vars(before).copy(), vars(after)
    if "edition" in now:
        return  # it came by `with_values` or `with_pieces`
    changed = {name for name in before.__dataclass_fields__ if known[name] is not now[name]}
    lost = _lost(before, changed, after.turn)
    now.update((name, known[name]) for name in _KEPT if name in known and name not in lost)


def _lost(state: GameState, changed: Collection[str], turn: object) -> tuple[str, ...]:
    """What is not known any more of a state of which these fields have changed; `turn`: what the turn is then."""
    is_new_turn = isinstance(turn, Turn) and turn.owners_before is not state.turn.owners_before
    is_same_land = _FACTS_OF_LAND.isdisjoint(changed)
    ground: Ground = "new" if not is_same_land else "of a new turn" if is_new_turn else "same"
    by = "pieces" if "pieces" in changed else "other" if any(name != "undo" for name in changed) else "undo"
    return _LOST[ground, by]
