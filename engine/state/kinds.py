"""Pieces that are alike: whichever of them obeys an order, the same comes of it.

Hundreds of pieces are of a few kinds, and menus, proofs and choices look once at each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from engine.state.known import of_space
from engine.state.pieces import Piece, PieceId

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
    traits: dict[PieceId, Traits] = {piece.id: piece.traits for piece in here}
    traits |= {piece: (traits[piece], what) for piece, what in told.items() if piece in traits}
    riders = [piece for piece in here if piece.aboard in traits]
    for ship in dict.fromkeys(rider.aboard for rider in riders if rider.aboard):
        cargo = Counter(traits[each.id] for each in state.cargo(ship))
        traits[ship] = traits[ship], frozenset(cargo.items())
    traits |= {rider.id: (traits[rider.id], traits[rider.aboard]) for rider in riders if rider.aboard}
    numbers: dict[Traits, Kind] = {}
    return {piece: numbers.setdefault(each, len(numbers)) for piece, each in traits.items()}


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
