"""What is found out about a position once, and known as long as all that it depends on is the same.

Hundreds of pieces are of a few kinds, and whichever of a kind obeys an order, the same comes of it: menus, proofs and
choices look once at each kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import update_wrapper
from itertools import count
from operator import attrgetter
from typing import TypeVar, TypeVarTuple

from engine.facts.board import SpaceId
from engine.state.game_state import Facts, GameState
from engine.state.pieces import Piece, PieceId

About = TypeVarTuple("About")
Found = TypeVar("Found")

_NOT_YET = object()


def of_space(find: Callable[[GameState, SpaceId, *About], Found]) -> Callable[[GameState, SpaceId, *About], Found]:
    """Find something out once for a space, as long as its pieces, and all of the state but pieces, are the same.

    It must depend on no piece elsewhere.
    """

    def known(state: GameState, space: SpaceId, *about: *About) -> Found:
        facts, key = state.of_spaces[space], (find, *about)
        found = facts.get(key, _NOT_YET)
        if found is _NOT_YET:
            found = facts[key] = find(state, space, *about)
        return found  # type: ignore[return-value]  # what `find` found

    return update_wrapper(known, find)


def wherever(
    find: Callable[[GameState, SpaceId, *About], Found], state: GameState, *about: *About
) -> dict[SpaceId, Found]:
    """What is found `of_space` wherever there are pieces, by space; where it is nothing the space is left out.

    Where there are no pieces it must be nothing.
    """
    key = find, *about
    found, unseen = state.wherever.get(key, ({}, state.by_space))
    if unseen:
        new = {space: find(state, space, *about) for space in unseen if space in state.by_space}
        found = {**found, **{space: each for space, each in new.items() if each}}
        state.wherever[key] = found, ()
    return found  # type: ignore[return-value]  # what `find` found


def of_ground(find: Callable[[GameState, *About], Found]) -> Callable[[GameState, *About], Found]:
    """Find something out only once, as long as everything that `KNOWN_FROM` lists stays the same.

    It must depend on nothing else: on no piece, and not on whose turn it is.
    """
    return _of(attrgetter("of_ground"), find)


def of_land(find: Callable[[GameState, *About], Found]) -> Callable[[GameState, *About], Found]:
    """Find something out only once, as long as all that `KNOWN_FROM` lists but `turn.owners_before` stays the same.

    It must depend on nothing else: not on who held what when the turn began. So it is known from turn to turn.
    """
    return _of(attrgetter("of_land"), find)


def of_pieces(find: Callable[[GameState, *About], Found]) -> Callable[[GameState, *About], Found]:
    """Find something out once, as long as all pieces and everything that `KNOWN_FROM` lists stay the same.

    It must depend on nothing else: not on whose turn it is, in which phase, nor on what was done in it.
    """
    return _of(attrgetter("of_pieces"), find)


def of_position(find: Callable[[GameState, *About], Found]) -> Callable[[GameState, *About], Found]:
    """Find something out once, as long as nothing changes but which orders can be taken back."""
    return _of(attrgetter("of_position"), find)


def of_itself(find: Callable[[GameState, *About], Found]) -> Callable[[GameState, *About], Found]:
    """Find something out once for one state, whatever it depends on. It must not be that state itself."""
    return _of(attrgetter("of_itself"), find)


def _of(
    facts_of: Callable[[GameState], Facts], find: Callable[[GameState, *About], Found]
) -> Callable[[GameState, *About], Found]:
    def known(state: GameState, *about: *About) -> Found:
        facts, key = facts_of(state), (find, *about)
        found = facts.get(key, _NOT_YET)
        if found is _NOT_YET:
            found = facts[key] = find(state, *about)
        return found  # type: ignore[return-value]  # what `find` found

    return update_wrapper(known, find)


Kind = int
"""A number for all pieces of a space that are alike; of different spaces and positions it says nothing."""

Traits = Hashable


def kind_of(state: GameState, piece: Piece) -> Kind:
    """What a piece has in common with all that may be sent in its place: its ship's and its cargo's traits too."""
    return kinds_at(state, piece.space)[piece.id]


def by_kind(state: GameState, space: SpaceId, pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces of a space, those alike together."""
    if len(pieces) < 2:
        return [[*pieces]] if pieces else []
    kinds = kinds_at(state, space)
    found: dict[Kind, list[Piece]] = {}
    for piece in pieces:
        if (kind := kinds[piece.id]) in found:
            found[kind].append(piece)
        else:
            found[kind] = [piece]
    return list(found.values())


@of_space
def kinds_at(state: GameState, space: SpaceId) -> dict[PieceId, Kind]:
    """The kinds of all pieces in a space."""
    here, told = state.at(space), _told(state, space)
    number: defaultdict[Traits, Kind] = defaultdict(count().__next__)
    kinds = {piece.id: number[piece.traits] for piece in here}
    kinds |= {piece: number[kinds[piece], what] for piece, what in told.items() if piece in kinds}
    riders = [piece for piece in here if piece.aboard is not None and piece.aboard in kinds]
    for ship in dict.fromkeys(rider.aboard for rider in riders if rider.aboard):
        cargo = sorted(kinds[each.id] for each in state.cargo(ship))
        kinds[ship] = number[kinds[ship], "carries", *cargo]
    return kinds | {rider.id: number[kinds[rider.id], kinds[rider.aboard]] for rider in riders if rider.aboard}


def _told(state: GameState, space: SpaceId) -> dict[PieceId, Traits]:
    """What the turn holds about very pieces: only such pieces are alike of which it holds the same."""
    turn = state.turn
    known: list[tuple[PieceId, Traits]] = [
        *turn.stances.get(space, {}).items(),
        *turn.promises,
        *((ship, ("guns", target)) for ship, target in turn.bombardments.items()),
        *((ship, ("awaits", ship)) for ship in turn.berths.values()),
        *((ship, ("launched", yard)) for ship, yard in turn.launched.items()),
    ]
    found: dict[PieceId, Traits] = {}
    for piece, what in known:
        found[piece] = (found.get(piece), what)
    return found
