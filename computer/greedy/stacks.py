"""What of a power can still move, by where it stands and what it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId, UnitType
from engine.state.pieces import Piece, PieceId


@dataclass(frozen=True)
class Stack:
    """Pieces of a unit in a space that have not moved, and where the fittest of them can go."""

    state: GameState
    space: SpaceId
    unit: UnitType
    pieces: tuple[PieceId, ...]

    @cached_property
    def ends(self) -> dict[SpaceId, tuple[SpaceId, ...]]:
        """Where it can go, and the path."""
        found = ask.destinations(self.state, self.space, self.unit.id)
        return {way.space: tuple(way.path) for way in found}


def stacks(state: GameState, *domains: str) -> tuple[Stack, ...]:
    """The stacks of the power on turn that stand ashore, float or fly by themselves, in the order of spaces."""
    found: dict[tuple[SpaceId, UnitId], list[Piece]] = {}
    for piece in _able(state):
        if state.type_of(piece).domain in domains:
            found.setdefault((piece.space, piece.unit), []).append(piece)
    return tuple(
        Stack(state, space, state.unit_of(state.power, unit), tuple(p.id for p in sorted(pieces, key=state.rank)))
        for (space, unit), pieces in sorted(
            found.items(), key=lambda row: (row[0][0], state.edition.unit_rank[row[0][1]])
        )
    )


def _able(state: GameState) -> Iterator[Piece]:
    for piece in state.pieces.values():
        unit = state.type_of(piece)
        is_cargo = piece.aboard is not None and unit.domain == "land"
        if piece.power == state.power and unit.move and not (piece.moved or piece.fought or is_cargo):
            yield piece


def move(pieces: tuple[PieceId, ...] | list[PieceId], path: tuple[SpaceId, ...]) -> dict[str, object]:
    """The order that sends these pieces on their way."""
    return {"type": "move", "pick": list(pieces), "path": list(path)}
