"""What differs between two positions, as far as it lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from engine import GameState
from engine.state.pieces import Piece

Counts = Mapping[str, int]


@dataclass(frozen=True)
class Effect:
    """Pieces gone and new, pieces in another space, with another owner, other hits or submerged or not, by id.

    money: IPCs gained by power. owners, facilities and technologies: those that are now others, by space or power.
    delivered: bought units that wait no longer, by power (below 0: more wait now). others: further fields of the state.
    """

    gone: frozenset[str] = frozenset()
    new: frozenset[str] = frozenset()
    moved: Mapping[str, str] = field(default_factory=dict)
    handed: Mapping[str, str] = field(default_factory=dict)
    hits: Mapping[str, int] = field(default_factory=dict)
    submerged: Mapping[str, bool] = field(default_factory=dict)
    money: Counts = field(default_factory=dict)
    owners: Mapping[str, str | None] = field(default_factory=dict)
    facilities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    damage: Mapping[str, Counts] = field(default_factory=dict)
    technologies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    delivered: Mapping[str, Counts] = field(default_factory=dict)
    others: frozenset[str] = frozenset()


TOLD_APART = ("pieces", "treasuries", "owners", "facilities", "damage", "technologies", "purchased")
COURSE = ("round", "power", "phase", "step", "turn", "pending", "battle", "requests", "undo", "serials", "winner")
"""Fields that say how far the game has come: nearly every event moves on one of them."""


def effect_between(before: GameState, after: GameState) -> Effect:
    """What differs between two positions."""
    stayed = [(was, now) for i, now in after.pieces.items() if (was := before.pieces.get(i)) and was is not now]
    return Effect(
        gone=frozenset(before.pieces.keys() - after.pieces.keys()),
        new=frozenset(after.pieces.keys() - before.pieces.keys()),
        moved={now.id: now.space for was, now in stayed if was.space != now.space},
        handed={now.id: now.power for was, now in stayed if was.power != now.power},
        hits={now.id: now.hits_taken for was, now in stayed if was.hits_taken != now.hits_taken},
        submerged={now.id: now.submerged for was, now in stayed if was.submerged != now.submerged},
        money=gained(before.treasuries, after.treasuries),
        owners=changed(before.owners, after.owners, None),
        facilities=changed(before.facilities, after.facilities, ()),
        damage=grown(before.damage, after.damage),
        technologies=changed(before.technologies, after.technologies, ()),
        delivered=delivered(before.purchased, after.purchased),
        others=_others(before, after),
    )


def _others(before: GameState, after: GameState) -> frozenset[str]:
    names = {each.name for each in fields(before)}.difference(TOLD_APART, COURSE)
    return frozenset(name for name in names if getattr(before, name) != getattr(after, name))


def changed(before: Mapping[str, Any], after: Mapping[str, Any], nothing: Any) -> dict[str, Any]:
    """The values that are now others; what is not listed is `nothing`."""
    if before is after:
        return {}
    names = (*before, *(name for name in after if name not in before))
    return {name: after.get(name, nothing) for name in names if before.get(name, nothing) != after.get(name, nothing)}


def gained(before: Counts, after: Counts) -> dict[str, int]:
    """What was gained of each."""
    return {name: after.get(name, 0) - before.get(name, 0) for name in changed(before, after, 0)}


def delivered(before: Mapping[str, Counts], after: Mapping[str, Counts]) -> dict[str, Counts]:
    """What each power waits for no more."""
    powers = changed(before, after, {})
    return {power: gained(after.get(power, {}), before.get(power, {})) for power in powers}


def grown(before: Mapping[str, Counts], after: Mapping[str, Counts]) -> dict[str, Counts]:
    """What was gained of each, by space."""
    spaces = changed(before, after, {})
    return {space: gained(before.get(space, {}), after.get(space, {})) for space in spaces}


def changes_in(effect: Effect, before: GameState) -> Effect:
    """An effect without what comes to nothing: moves back to where they began, gains of nothing, values as before."""
    pieces = before.pieces
    return replace(
        effect,
        moved={i: space for i, space in effect.moved.items() if pieces[i].space != space},
        handed={i: power for i, power in effect.handed.items() if pieces[i].power != power},
        hits={i: hits for i, hits in effect.hits.items() if pieces[i].hits_taken != hits},
        submerged={i: under for i, under in effect.submerged.items() if pieces[i].submerged != under},
        money={power: ipcs for power, ipcs in effect.money.items() if ipcs},
        owners={space: owner for space, owner in effect.owners.items() if before.owners[space] != owner},
        facilities={t: there for t, there in effect.facilities.items() if before.facilities.get(t, ()) != there},
        damage={s: row for s, points in effect.damage.items() if (row := {u: n for u, n in points.items() if n})},
        technologies={p: names for p, names in effect.technologies.items() if before.technologies.get(p, ()) != names},
        delivered={p: units for p, row in effect.delivered.items() if (units := {u: n for u, n in row.items() if n})},
    )


def new_pieces(before: GameState, pieces: Iterable[Piece], power: str, space: str) -> frozenset[str]:
    """The ids of new pieces of a power in a space, numbered on from those made before."""
    numbers: dict[str, int] = {}
    for piece in pieces:
        key = f"{power}.{piece.unit}"
        numbers[key] = numbers.get(key, before.serials.get(key, 0)) + 1
        assert piece.id == f"{key}.{numbers[key]}", f"{piece.id} is not the next {key}"
        assert (piece.power, piece.space) == (power, space), f"{piece.id} appears elsewhere or for another power"
        assert piece == piece.rested(), f"{piece.id} is new and has done something this turn"
    return frozenset(piece.id for piece in pieces)
