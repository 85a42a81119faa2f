"""Landing from the sea: from which zones, with which cargo, and which ships and aircraft go there before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine import GameState, Refusal
from engine.ask import (
    defenders_at,
    destinations,
    is_hostile_zone,
    may_go_ashore,
    movable,
    own_units_at_sea,
    shippable_at,
)
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.known import of_position
from gamemaster.orders.shipping import afloat, coasts_from, next_transport
from gamemaster.sheets.bringing.aims import Stack, Target

Starts = Mapping[SpaceId, Collection[SpaceId]]


@of_position
def landings(state: GameState) -> Mapping[SpaceId, SpaceId]:
    """Where units can land now from the sea, each with the best zone for it."""
    starts = _starts(state)
    found: dict[SpaceId, SpaceId] = {}
    for coast in dict.fromkeys(coast for coasts in starts.values() for coast in coasts):
        if zone := next(_zones(state, starts, coast), None):
            found[coast] = zone
    return found


def landings_from(state: GameState, start: SpaceId, units: Sequence[UnitId]) -> dict[SpaceId, SpaceId]:
    """Where some of these units of one place can land now from the sea, each with the best zone for it."""
    coasts = coasts_from(state, start)
    able = [unit for unit in units if unit in _kinds(state, start)]
    found = ((coast, next(_zones(state, {start: coasts}, coast, able), None)) for coast in coasts if able)
    return {coast: zone for coast, zone in found if zone}


@of_position
def zones_for(state: GameState, coast: SpaceId) -> tuple[SpaceId, ...]:
    """Zones from which units can land there now: those without a sea battle first, then where most own ships are."""
    return tuple(_zones(state, _starts(state), coast))


def _zones(state: GameState, starts: Starts, coast: SpaceId, only: Sequence[UnitId] | None = None) -> Iterator[SpaceId]:
    reaching = [start for start, coasts in starts.items() if coast in coasts]
    able = [(start, unit) for start in reaching for unit in _kinds(state, start) if only is None or unit in only]
    ships = {zone: len(own_units_at_sea(state, zone)) for zone in state.edition.board.zones_of(coast)}
    for zone in sorted(ships, key=lambda zone: (is_hostile_zone(state, zone, state.power), -ships[zone], zone)):
        if any(_lands(state, unit, start, Target(coast, zone=zone)) for start, unit in able):
            yield zone


def cargo_for(state: GameState, target: Target) -> list[Stack]:
    """Land units that a transport can land there from the target's zone, those aboard first."""
    return [
        Stack(start, unit, count, "cargo")
        for start, coasts in _starts(state).items()
        if target.space in coasts
        for unit, count in _kinds(state, start).items()
        if _lands(state, unit, start, target)
    ]


def ships_for(state: GameState, zone: SpaceId) -> list[Stack]:
    """Warships that can come to the zone of a landing, to fight there or to bombard, and aircraft where it is held."""
    is_held = bool(defenders_at(state, zone, state.power))
    found = []
    for entry in movable(state):
        kind = state.unit_of(state.power, entry.unit)
        fights = bool(kind.attack) and (kind.domain == "sea" or (kind.domain == "air" and is_held))
        if entry.owner != state.power or entry.space == zone or not fights:
            continue
        if destinations(state, entry.space, entry.unit, among=[zone]):
            found.append(Stack(entry.space, entry.unit, entry.count, "sea"))
    return found


@of_position
def _starts(state: GameState) -> Starts:
    """Zones with own units aboard, and territories where some can board, each with the coasts that they may reach."""
    board = state.edition.board
    laden = [zone for zone in board.sea_zone if zone in state.by_space and afloat(state, zone)]
    own = {piece.space for piece in state.pieces.values() if piece.power == state.power}
    able = [space for space in own if board.is_land(space) and board.zones_of(space) and shippable_at(state, space)]
    found = {start: coasts_from(state, start) for start in (*laden, *sorted(able))}
    return {start: coasts for start, coasts in found.items() if coasts}


def _kinds(state: GameState, start: SpaceId) -> dict[UnitId, int]:
    return afloat(state, start) if state.edition.board.is_sea(start) else shippable_at(state, start)


def _lands(state: GameState, unit: UnitId, start: SpaceId, target: Target) -> bool:
    try:
        next_transport(state, {unit: 1}, start, target.space, target.zone)
    except Refusal:
        return False
    return may_go_ashore(state, target.space)
