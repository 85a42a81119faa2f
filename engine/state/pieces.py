"""Units on the board, what a single rule has to remember of them or of the turn, and how a state writes them.

A value that is remembered is defined beside the event that brings it about, so that no new rule adds a field to what
all share. What is written of a piece is kept for the texts of the states that come of it: few pieces change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import attrgetter
from typing import Generic, Protocol, TypeAlias, TypeVar

from pydantic import TypeAdapter

from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters import PhaseId
from engine.facts.unit_types import UnitId

Value: TypeAlias = str | bool | int | tuple[str, ...]
Memories: TypeAlias = tuple[tuple[str, Value], ...]
"""Values by name, in the order of the names; those that say nothing are left out."""

_OF_PIECES = ("dropped_by", "kamikaze", "set_out_from")
_OF_TURNS = ("free_units_by", "moved_complexes", "refuelled")

_Value = TypeVar("_Value", str, bool, int, tuple[str, ...])
_Holder = TypeVar("_Holder", bound="_Remembers")


class _Remembers(Protocol):
    @property
    def memory(self) -> Memories: ...


@dataclass(frozen=True)
class Memory(Generic[_Value]):
    """A value by its name; `nothing` where there is nothing to remember."""

    name: str
    nothing: _Value

    def of(self, holder: _Remembers) -> _Value:
        """What a piece or a turn remembers of it."""
        for name, value in holder.memory:
            if name == self.name:
                return value  # type: ignore[return-value]  # this memory keeps nothing else under its name
        return self.nothing

    def kept_by(self, holder: _Holder, value: _Value) -> _Holder:
        """The piece or the turn, which now remembers this."""
        others: Memories = tuple(each for each in holder.memory if each[0] != self.name)
        memory = others if value == self.nothing else tuple(sorted((*others, (self.name, value))))
        changed: _Holder = replace(holder, memory=memory)  # type: ignore[type-var]
        return changed


def has_old_memories(text: str) -> bool:
    """Whether JSON text is, or may be, from when these memories were fields."""
    return any(f'"{name}":' in text for name in (*_OF_PIECES, *_OF_TURNS))


def with_memories(raw: object) -> object:
    """Raw JSON from when these memories were fields of pieces and turns, as it is written now."""
    if isinstance(raw, list):
        return [with_memories(each) for each in raw]
    if not isinstance(raw, Mapping):
        return raw
    found = {key: with_memories(value) for key, value in raw.items()}
    names = _OF_PIECES if {"unit", "space"} <= set(raw) else _OF_TURNS if "flights" in raw else ()
    if not any(name in raw for name in names):
        return found
    memory = sorted((name, raw[name]) for name in names if raw.get(name))
    return {key: value for key, value in found.items() if key not in names} | {"memory": memory}


PieceId = str
Rank: TypeAlias = tuple[int, int, int, PieceId]
Found = TypeVar("Found")


@dataclass(frozen=True)
class Piece:
    """One unit on the board, whose it is wherever it stands (UNI-66), and what it did this turn.

    A captured antiaircraft gun has a new power and keeps its id (UNI-30).
    """

    id: PieceId
    power: PowerId
    unit: UnitId
    space: SpaceId
    hits_taken: int = 0
    used: int = 0  # movement points spent
    began: SpaceId | None = None  # where its first move of the turn started
    came_from: SpaceId | None = None  # the space it left last, for retreats (CMB-38)
    way: tuple[SpaceId, ...] = ()  # where a land or sea unit started from and passed through in the combat move
    moved: PhaseId | None = None
    aboard: PieceId | None = None  # the ship that carries it
    loaded: PhaseId | None = None  # the phase of this turn in which it boarded
    assault: SpaceId | None = None  # the territory that it, or the cargo that it carries, is to land in (CMV-69)
    offloaded: SpaceId | None = None  # where a transport put cargo ashore this turn (CMV-60)
    raid: UnitId | None = None  # the facility that it bombs where it is, instead of fighting (CMV-71)
    escort: bool = False  # it protects the raiders there (SPC-42)
    intercepts: bool = False  # it rose against raiders and fights in no other battle (SPC-45)
    fought: bool = False
    submerged: bool = False
    retreated: bool = False
    memory: Memories = ()  # what single rules remember of it

    @cached_property
    def number(self) -> int:
        """The last part of the id: order of creation within power and unit."""
        return number_of(self.id)

    @property
    def first_owner(self) -> PowerId:
        """The power whose unit this was at first (UNI-32)."""
        return self.id.partition(".")[0]

    @cached_property
    def traits(self) -> str:
        """All but its number and the ship that carries it, as a text: what it has in common with pieces like it."""
        return f"{self.first_owner}{_traits_of(self)}"

    def rested(self) -> Piece:
        """The piece with all that it did this turn forgotten."""
        if _doings_of(self) == _NO_DOINGS:
            return self
        return Piece(self.id, self.power, self.unit, self.space, self.hits_taken, aboard=self.aboard)


def alike(one: Piece, ids: Iterable[PieceId]) -> dict[PieceId, Piece]:
    """Pieces that differ from one in nothing but their ids: made in a fifth of the time that others take."""
    told = dict(zip(_NAMES, _all_of(one), strict=True))
    found: dict[PieceId, Piece] = {}
    for name in ids:
        found[name] = piece = object.__new__(Piece)
        vars(piece).update(told, id=name)
    return found


def copied(value: Found, **values: object) -> Found:
    """What `dataclasses.replace` gives, in a third of the time; whatever else is known of the value is kept, too."""
    after = object.__new__(type(value))
    vars(after).update(vars(value), **values)
    return after


def changed(piece: Piece, **values: object) -> Piece:
    """The piece with these values, its id apart: each order that is tried moves some."""
    after = copied(piece, **values)
    vars(after).pop("traits", None)
    return after


def without(groups: dict[SpaceId, Found], spaces: Iterable[SpaceId]) -> dict[SpaceId, Found]:
    """The groups, of which those of some spaces are thrown away."""
    for space in spaces:
        groups.pop(space, None)
    return groups


def regrouped(
    groups: Mapping[str, tuple[Piece, ...]],
    touched: Iterable[str],
    now: Mapping[PieceId, Piece],
    gone: Collection[PieceId],
    group_of: Callable[[Piece], str],
    rank: Callable[[Piece], Rank],
) -> dict[str, tuple[Piece, ...]]:
    """Groups of pieces once some are put in place or gone: these belong to the touched ones and to no others."""
    out = {*now, *gone} if gone else now
    found = {group: [p for p in groups.get(group, ()) if p.id not in out] for group in touched}
    grown: dict[str, None] = {}
    for piece in now.values():
        if (group := group_of(piece)) in found:
            found[group].append(piece)
            grown[group] = None
    for group in grown:
        found[group].sort(key=rank)
    regrouped = {**groups, **{group: tuple(pieces) for group, pieces in found.items()}}
    for group in (group for group, pieces in found.items() if not pieces):
        del regrouped[group]
    return regrouped


_NAMES = tuple(each.name for each in fields(Piece))
_all_of = attrgetter(*_NAMES)
_traits_of = attrgetter(*(each.name for each in fields(Piece) if each.name not in ("id", "aboard")))
_KEPT = ("id", "power", "unit", "space", "hits_taken", "aboard")
_DOINGS = [each for each in fields(Piece) if each.name not in _KEPT]
_doings_of = attrgetter(*(each.name for each in _DOINGS))
_NO_DOINGS = tuple(each.default for each in _DOINGS)


def number_of(piece: PieceId) -> int:
    """The last part of an id."""
    return int(piece.rpartition(".")[2])


@dataclass(frozen=True)
class Flight:
    """Aircraft that flew together in the combat move, and their path (CMV-48)."""

    pieces: tuple[PieceId, ...]
    path: tuple[SpaceId, ...]


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
    of, whole = texts.of, texts.whole
    if whole is not None:
        of = _taken_apart(*whole)
        texts.of, texts.whole = of, None
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
