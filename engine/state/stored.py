"""Pieces and turns as they are read from the JSON of a state, in less than half the time of other dataclasses.

A state has hundreds of pieces of some twenty fields, most of which say nothing. What is not told of a piece is left to
the defaults of its class, so that reading fills in no values, and a piece that rests takes little memory. Everything
told is checked as ever, and what was no field of these then or is none now is refused, for others to make sense of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import get_type_hints

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from engine.state.pieces import Piece, PieceId
from engine.state.turn import Turn

Told = dict[str, object]
"""What the JSON tells of something, by its fields."""


def schema_of(kind: type, handler: GetCoreSchemaHandler, read_as: Mapping[str, object] | None = None) -> CoreSchema:
    """How pydantic reads the fields of a dataclass into a dictionary; `read_as`: those that have another form there."""
    hints = get_type_hints(kind) | dict(read_as or {})
    told = {
        each.name: core_schema.typed_dict_field(
            handler.generate_schema(hints[each.name]),
            required=each.default is MISSING and each.default_factory is MISSING,
        )
        for each in fields(kind)
    }
    return core_schema.typed_dict_schema(told, extra_behavior="forbid")


class PieceRead(Told):
    """What is told of a piece."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return schema_of(Piece, handler)


class TurnRead(Told):
    """What is told of a turn."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return schema_of(Turn, handler)


def with_parts(told: Told) -> Told:
    """What is told of a state, with its pieces and its turn made of what is told of them."""
    pieces, turn = told["pieces"], told.get("turn")
    if isinstance(pieces, dict):
        told["pieces"] = _pieces(pieces)
    if isinstance(turn, dict):
        told["turn"] = Turn(**turn)
    return told


def _pieces(read: Mapping[PieceId, Told]) -> dict[PieceId, Piece]:
    """The pieces of which this is told; each keeps its dictionary."""
    new, put = object.__new__, object.__setattr__
    found: dict[PieceId, Piece] = {}
    for name, told in read.items():
        found[name] = piece = new(Piece)
        put(piece, "__dict__", told)
    return found
