"""Pieces and turns as they are read from the JSON of a state, in less than half the time of other dataclasses.

A state has hundreds of pieces of some twenty fields, most of which say nothing. What is not told of a piece is left to
the defaults of its class, so that reading fills in no values, and a piece that rests takes little memory. Everything
told is checked as ever, and what was no field of these then or is none now is refused, for others to make sense of it.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, Protocol, get_type_hints

from engine.state.pieces import Piece, PieceId
from engine.state.turn import Turn


class _Handler(Protocol):
    def generate_schema(self, source: Any, /) -> Any: ...


def schema_of(kind: type[Any], handler: _Handler, read_as: dict[str, Any] | None = None) -> dict[str, Any]:
    """How pydantic reads the fields of a dataclass into a dictionary; `read_as`: those that have another form there."""
    hints = get_type_hints(kind) | (read_as or {})
    told = {
        each.name: {
            "type": "typed-dict-field",
            "schema": handler.generate_schema(hints[each.name]),
            "required": each.default is MISSING and each.default_factory is MISSING,
        }
        for each in fields(kind)
    }
    return {"type": "typed-dict", "fields": told, "extra_behavior": "forbid"}


class PieceRead(dict[str, Any]):
    """What is told of a piece."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: _Handler) -> dict[str, Any]:
        return schema_of(Piece, handler)


class TurnRead(dict[str, Any]):
    """What is told of a turn."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: _Handler) -> dict[str, Any]:
        return schema_of(Turn, handler)


def pieces_of(read: dict[PieceId, dict[str, Any]]) -> dict[PieceId, Piece]:
    """The pieces of which this is told; each keeps its dictionary."""
    new, put = object.__new__, object.__setattr__
    found: dict[PieceId, Piece] = {}
    for name, told in read.items():
        found[name] = piece = new(Piece)
        put(piece, "__dict__", told)
    return found
