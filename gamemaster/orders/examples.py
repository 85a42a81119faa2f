"""Orders that forms are filled with and hints show: each is legal as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from engine import apply
from engine.ask import (
    is_legal,
    movable_from,
    placements,
    shared_destinations,
    waiting_units,
)
from engine.dice import DiceWanted, NoDice
from engine.errors import IllegalAction, Refusal
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Request
from gamemaster.narration import read_choice, request_card
from gamemaster.narration.landings import flying_over
from gamemaster.narration.phrases import worth
from gamemaster.narration.questions.offers import DEFAULT_MARK
from gamemaster.orders.drafts import JsonAction

EXAMPLES_TRIED = 12

Placement = tuple[SpaceId, dict[UnitId, int]]


def usual_places(state: GameState) -> tuple[Placement, ...]:
    """Where the bought or granted units can be placed, in this order: at home as many as there is room for."""
    single = list(_one_by_one(state))
    together: dict[SpaceId, dict[UnitId, int]] = {}
    for space, unit, count in single:
        row = together.setdefault(space, {})
        row[unit] = row.get(unit, 0) + count
    lines = tuple(together.items())
    return lines if _all_accepted(state, lines) else tuple((space, {unit: count}) for space, unit, count in single)


def example_move(state: GameState) -> str:
    """A move that can be ordered now, as it is typed; nothing where nothing can move.

    Where possible it is a move after which the phase may end, so that nobody who tries it is left with cargo to land.
    """
    first = ""
    for move, then in islice(_single_moves(state), EXAMPLES_TRIED):
        if is_legal(then, {"type": "end_phase"}):
            return move
        first = first or move
    return first


def _single_moves(state: GameState) -> Iterator[tuple[str, GameState]]:
    """Moves of one own unit without dice, as they are typed, each with the state after it."""
    board = state.edition.board
    for group in (group for space in sorted(state.by_space) for group in movable_from(state, space)):
        if group.owner != state.power:
            continue
        name = state.edition.unit[group.unit].name
        for end in shared_destinations(state, group.space, [group.unit], group.owner):
            then = _after(state, {"type": "move", "units": {group.unit: 1}, "path": [group.space, end]})
            if then is not None:
                yield f"1 {name} {board.name(group.space).lower()} > {board.name(end).lower()}", then


def places_to_move_from(state: GameState, most: int) -> dict[SpaceId, dict[UnitId, int]]:
    """Own units that can move now, no more places than so many: first where aircraft must land, then the dearest."""
    own: dict[SpaceId, list[Piece]] = {}
    for piece in state.pieces.values():
        if piece.power == state.power:
            own.setdefault(piece.space, []).append(piece)
    found: dict[SpaceId, dict[UnitId, int]] = {}
    flying = flying_over(state)
    for space in sorted(own, key=lambda space: (space not in flying, *value_to_move(state, own[space]), space)):
        able = {entry.unit: entry.count for entry in movable_from(state, space) if entry.owner == state.power}
        found |= {space: able} if able else {}
        if len(found) == most:
            break
    return found


def value_to_move(state: GameState, pieces: Iterable[Piece]) -> tuple[int, int]:
    """For the order of a menu, the dearest first: what those pieces cost that have not moved yet, then all."""
    there = list(pieces)
    return -worth(state, (piece for piece in there if not piece.moved)), -worth(state, there)


def fitting_places(state: GameState) -> tuple[tuple[UnitId, int, SpaceId], ...]:
    """Each kind of the units bought or granted, with as many as fit into each place for itself."""
    waiting = waiting_units(state, state.power).items()
    tried = [
        (unit, _as_many_as_fit(state, unit, space, n)[0], space)
        for unit, n in waiting
        for space in dict.fromkeys(space for space, _ in placements(state, unit))  # a zone may have several complexes
    ]
    return tuple(each for each in tried if each[1])


def places_for_all(state: GameState) -> tuple[SpaceId, ...]:
    """The places that take all units bought or granted at once, where there are several kinds of them."""
    waiting = dict(waiting_units(state, state.power))
    if len(waiting) < 2:
        return ()
    spaces = dict.fromkeys(space for unit in waiting for space, _ in placements(state, unit))
    return tuple(space for space in spaces if is_legal(state, _placing(space, waiting)))


def example_answer(state: GameState, request: Request, power: str) -> str:
    """An offered answer that can be typed as it is written on its button, if there is one."""
    for offer in request_card(state, request, power)[1]:
        typed = offer.label.removesuffix(DEFAULT_MARK)
        choice = request.default if offer.choice == "default" else offer.choice
        try:
            if read_choice(state, request, typed) == choice:
                return typed
        except IllegalAction:
            continue
    return ""


def _one_by_one(state: GameState) -> Iterator[tuple[SpaceId, UnitId, int]]:
    """Placements one after the other, ships before the aircraft that land on them."""
    homes = state.edition.power[state.power].capitals
    table = state.edition.unit
    for unit in sorted(waiting_units(state, state.power), key=lambda unit: table[unit].domain == "air"):
        spaces = dict.fromkeys(space for space, _ in placements(state, unit))
        for space in sorted(spaces, key=lambda space: space not in homes):
            waiting = waiting_units(state, state.power).get(unit, 0)
            count, then = _as_many_as_fit(state, unit, space, waiting)
            if then is not None:
                yield space, unit, count
                state = then


def _as_many_as_fit(state: GameState, unit: UnitId, space: SpaceId, most: int) -> tuple[int, GameState | None]:
    """The greatest number of a unit that is accepted there, and the state after it."""
    fits, then, too_many = 0, None, most + 1
    tried = most
    while too_many - fits > 1:
        after = _after(state, _placing(space, {unit: tried}))
        if after is None:
            too_many = tried
        else:
            fits, then = tried, after
        tried = (fits + too_many) // 2
    return fits, then


def _all_accepted(state: GameState, lines: tuple[Placement, ...]) -> bool:
    for space, units in lines:
        after = _after(state, _placing(space, units))
        if after is None:
            return False
        state = after
    return True


def _placing(space: SpaceId, units: dict[UnitId, int]) -> JsonAction:
    return {"type": "mobilize", "units": units, "space": space}


def _after(state: GameState, action: JsonAction) -> GameState | None:
    """The state after an order that rolls no dice, or None where it is refused."""
    try:
        return apply(state, action, NoDice()).state
    except (Refusal, DiceWanted):
        return None
