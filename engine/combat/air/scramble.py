"""Scrambling: aircraft at air bases that join the defence of the sea zones around (SPC-81..87)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pydantic import Field

from engine.errors import IllegalAction
from engine.events.combat.scramble import Scrambled
from engine.facilities.damage import facility_line
from engine.facilities.scrambling import scramble_bases, scramble_limit
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.play import Play
from engine.position.due import assaults_from, is_sea_battle_due
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.known import of_position
from engine.state.pieces import Piece, PieceId
from engine.state.questions import Options
from engine.state.words import listed, place

__all__ = ["ScrambleOptions", "best_defenders", "chosen_scramble", "full_scrambles", "zones_attacked"]

Rising = dict[SpaceId, dict[SpaceId, tuple[Piece, ...]]]
"""Aircraft by the sea zone that they defend and the territory of their base."""
Scrambles = Mapping[SpaceId, Mapping[SpaceId, Mapping[UnitId, int]]]
"""The same in numbers."""
RisingUnits = dict[SpaceId, dict[SpaceId, dict[UnitId, int]]]


class ScrambleOptions(Options):
    """Who can scramble into which sea zone from where, and how many from each base; nothing where nobody can."""

    scramble: Scrambles = Field(default_factory=dict)
    limits: Mapping[SpaceId, int] = Field(default_factory=dict)


@of_position
def zones_attacked(state: GameState) -> tuple[SpaceId, ...]:
    """Sea zones where the acting power attacks, or from which it declared an assault (SPC-82, SPC-83)."""
    zones = (zone for zone in state.edition.board.sea_zone if zone in state.by_space)
    return tuple(zone for zone in zones if is_sea_battle_due(state, zone) or assaults_from(state, zone))


def able_by_zone(state: GameState, power: PowerId) -> Rising:
    """The aircraft that could scramble for a power, which answers for those whom it represents too."""
    if not any(unit.can("scrambles") for unit in state.edition.units):
        return {}
    found: Rising = {}
    for zone in zones_attacked(state):
        bases = scramble_bases(state, zone, state.power)
        own = {base: _answered_for(state, able, power) for base, able in bases.items()}
        if own := {base: able for base, able in own.items() if able}:
            found[zone] = own
    return found


def _answered_for(state: GameState, pieces: Iterable[Piece], power: PowerId) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if state.edition.representative(piece.power) == power)


def offered(state: GameState, able: Rising) -> ScrambleOptions:
    """What a question says about scrambling."""
    units = {
        zone: {base: dict(Counter(piece.unit for piece in pieces)) for base, pieces in bases.items()}
        for zone, bases in able.items()
    }
    bases = sorted({base for each in able.values() for base in each})
    return ScrambleOptions(scramble=units, limits={base: scramble_limit(state, base) for base in bases})


def chosen_scramble(
    state: GameState, offers: Scrambles, power: PowerId, counts: Scrambles, intercepting: Iterable[PieceId]
) -> Rising:
    """The aircraft that an answer names, none of those that intercept (ASY-23); raises IllegalAction."""
    if counts and not offers:
        raise IllegalAction("form", "None of your aircraft can scramble now.")
    if strangers := [zone for zone in counts if zone not in offers]:
        zones = listed((place(state, zone) for zone in offers), "or")
        raise IllegalAction("SPC-82", f"Your aircraft can scramble into {zones}, not into {quoted(strangers[0])}.")
    taken = set(intercepting)
    found: Rising = {}
    for zone in offers:
        for base, units in sorted(counts.get(zone, {}).items()):
            pieces = _named(state, power, zone, base, {unit: n for unit, n in units.items() if n}, taken)
            taken |= {piece.id for piece in pieces}
            if pieces:
                found.setdefault(zone, {})[base] = pieces
    _check_limits(state, found)
    return found


def _named(
    state: GameState, power: PowerId, zone: SpaceId, base: SpaceId, units: Mapping[UnitId, int], taken: set[PieceId]
) -> tuple[Piece, ...]:
    """So many free aircraft of a base."""
    able = _answered_for(state, scramble_bases(state, zone, state.power).get(base, ()), power)
    named: list[Piece] = []
    for unit, count in units.items():
        here = [piece for piece in able if piece.unit == unit]
        free = [piece for piece in here if piece.id not in taken]
        if count > len(here):
            raise _too_many(state, zone, base, unit, count, len(here))
        if count > len(free):
            name, where = state.edition.unit[unit].counted(count), place(state, base)
            raise IllegalAction(
                "ASY-23",
                f"Each aircraft does only one thing in a turn. In {where} you have {len(free)} left for "
                f"this, not {name}.",
            )
        named += free[:count]
    return tuple(named)


def _too_many(state: GameState, zone: SpaceId, base: SpaceId, unit: UnitId, count: int, able: int) -> IllegalAction:
    """Why so many of a unit cannot scramble from a base."""
    board, table = state.edition.board, state.edition.unit
    if not board.is_land(base):
        return IllegalAction("space", f"There is no territory {quoted(base)} on this board.")
    where, into = place(state, base), place(state, zone)
    if not board.are_adjacent(base, zone):
        return IllegalAction("SPC-81", f"{where} does not touch {into}, so nobody can scramble into it from there.")
    if not scramble_limit(state, base):
        there = [u for u in state.facilities.get(base, ()) if facility_line(state, u).scrambles]
        if there:
            return IllegalAction("SPC-81", f"The {table[there[0]].name} in {where} is damaged and does not work.")
        return IllegalAction("SPC-81", f"There is no air base in {where}, so nobody can scramble from there.")
    if unit not in table:
        return IllegalAction("units", f"There is no unit {quoted(unit)} in this edition.")
    if not table[unit].can("scrambles"):
        others = listed(other.plural for other in state.edition.units if other.can("scrambles"))
        return IllegalAction("SPC-86", f"{table[unit].plural.capitalize()} cannot scramble; {others} can.")
    return IllegalAction("SPC-81", f"You can scramble {table[unit].counted(able)} from {where}, not {count}.")


def _check_limits(state: GameState, rising: Rising) -> None:
    """No base sends more than it can, into all sea zones together (SPC-81, SPC-84)."""
    for base in sorted({base for bases in rising.values() for base in bases}):
        sent = [len(bases[base]) for bases in rising.values() if base in bases]
        limit = scramble_limit(state, base)
        if sum(sent) > limit:
            raise IllegalAction(
                "SPC-84" if len(sent) > 1 else "SPC-81",
                f"At most {limit} aircraft scramble from {place(state, base)} in a turn, but you named {sum(sent)}.",
            )


def full_scrambles(state: GameState, offered: ScrambleOptions) -> tuple[RisingUnits, ...]:
    """For each zone that a question names all that its bases may send, the best defenders first."""
    limits = offered.limits
    return tuple(
        {zone: {base: best_defenders(state, units, limits[base]) for base, units in bases.items()}}
        for zone, bases in offered.scramble.items()
    )


def all_that_may(
    state: GameState, offered: ScrambleOptions, busy: Mapping[SpaceId, Mapping[UnitId, int]]
) -> dict[SpaceId, dict[SpaceId, dict[UnitId, int]]]:
    """All that may scramble beside those that are busy, from each base into its first zone with a battle, or any.

    Aircraft go where ships of their side fight beside them rather than where only a landing is to be met.
    """
    offers = offered.scramble
    zones = sorted(offers, key=lambda zone: not is_sea_battle_due(state, zone))
    found: dict[SpaceId, dict[SpaceId, dict[UnitId, int]]] = {}
    for base, limit in offered.limits.items():
        zone = next(zone for zone in zones if base in offers[zone])
        free = {unit: count - busy.get(base, {}).get(unit, 0) for unit, count in offers[zone][base].items()}
        if rising := best_defenders(state, free, limit):
            found.setdefault(zone, {})[base] = rising
    return found


def best_defenders(state: GameState, units: Mapping[UnitId, int], limit: int) -> dict[UnitId, int]:
    """So many of these aircraft, those that defend best first."""
    found: dict[UnitId, int] = {}
    for unit in sorted(units, key=lambda unit: -state.edition.unit[unit].defense):
        if taken := min(units[unit], limit - sum(found.values())):
            found[unit] = taken
    return found


def scramble(play: Play, answers: Mapping[PowerId, Rising]) -> None:
    """Let aircraft rise as all answers together say; each base has one limit for all powers (ASY-21)."""
    bases = sorted({base for rising in answers.values() for bases in rising.values() for base in bases})
    rise = {piece for base in bases for piece in _heard(play.state, base, answers)}
    for power, rising in answers.items():
        named = {piece.id for bases in rising.values() for pieces in bases.values() for piece in pieces}
        aircraft = {zone: _kept(bases, rise) for zone, bases in rising.items()}
        if named:
            risen = {zone: kept for zone, kept in aircraft.items() if kept}
            play.emit(Scrambled(power, risen, tuple(sorted(named - rise))))


def _heard(state: GameState, base: SpaceId, answers: Mapping[PowerId, Rising]) -> list[PieceId]:
    """The aircraft of a base that rise: those of the territory's controller first, the others in turn order."""
    named = [piece for rising in answers.values() for bases in rising.values() for piece in bases.get(base, ())]
    ranked = sorted(named, key=lambda p: (p.power != state.owners[base], state.edition.turn_rank[p.power]))
    return [piece.id for piece in ranked[: scramble_limit(state, base)]]


def _kept(bases: Mapping[SpaceId, tuple[Piece, ...]], rise: set[PieceId]) -> dict[SpaceId, tuple[PieceId, ...]]:
    kept = {base: tuple(piece.id for piece in pieces if piece.id in rise) for base, pieces in bases.items()}
    return {base: ids for base, ids in kept.items() if ids}
