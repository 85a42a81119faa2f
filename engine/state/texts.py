"""What is written of pieces in the text of a state, kept for the texts of those that come of it: few pieces change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pydantic import TypeAdapter

from engine.state.pieces import Piece, PieceId

_PIECE = TypeAdapter(Piece)
_BEFORE, _NONE = '"pieces":{', '"pieces":{}'
_BETWEEN, _END = '},"', "}}"
MOST_GONE = 2
"""How many times as many texts as pieces are kept."""

Pieces = Mapping[PieceId, Piece]


@dataclass
class Texts:
    """By id the piece of which it is, and what is written of it; no other piece has the same.

    whole: the pieces of a state, and its text, which is taken apart only once there is another.
    """

    of: dict[PieceId, tuple[Piece, str]] = field(default_factory=dict)
    whole: tuple[Pieces, str] | None = None


def text_with(pieces: Pieces, texts: Texts, write: Callable[[Pieces], str]) -> str:
    """What `write` gives of a state with these pieces: it is asked for one with none where their texts are kept."""
    if texts.whole is not None:
        of = _taken_apart(*texts.whole)
        texts.of, texts.whole = of, None
    of = texts.of
    if not of or len(of) > MOST_GONE * len(pieces):
        text = write(pieces)
        texts.of, texts.whole = {}, (pieces, text)
        return text
    told = ",".join([_text_of(name, piece, of) for name, piece in pieces.items()])
    return write({}).replace(_NONE, f"{_BEFORE}{told}}}", 1)


def _text_of(name: PieceId, piece: Piece, of: dict[PieceId, tuple[Piece, str]]) -> str:
    kept = of.get(name)
    if kept is None or kept[0] is not piece:
        dumped = _PIECE.dump_json(piece, exclude_defaults=True).decode()
        of[name] = kept = piece, f'"{name}":{dumped}'
    return kept[1]


def _taken_apart(pieces: Pieces, text: str) -> dict[PieceId, tuple[Piece, str]]:
    """What is told of each piece: there are no braces within it."""
    begin = text.index(_BEFORE) + len(_BEFORE)
    parts = text[begin : text.index(_END, begin)].split(_BETWEEN) if pieces else []
    if len(parts) != len(pieces):
        return {}
    first, *others = (f"{part}}}" for part in parts) if parts else ("",)
    whole = [first, *(f'"{part}' for part in others)]
    return {name: (piece, part) for (name, piece), part in zip(pieces.items(), whole, strict=False)}
