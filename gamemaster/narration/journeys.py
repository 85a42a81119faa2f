"""Moves of a phase: as lines, and as arrows on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.events import Event
from engine.events.changes import OrdersSealed, OrderTaken, OrderUndone
from engine.events.combat.battle import Retreated
from engine.events.combat.raids import EscortDeclared, RaidDeclared
from engine.events.correction import Edited
from engine.events.movement import AssaultDeclared, UnitsLoaded, UnitsMoved, UnitsOffloaded
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import route
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.phrases import row, short_row
from maps import Arrow

LABEL = 30


@dataclass(frozen=True)
class Journey:
    """Units that went the same way; `cargo` lay aboard them, `note` says how it was done where that is not plain."""

    power: PowerId
    path: tuple[SpaceId, ...]
    units: Mapping[UnitId, int]
    cargo: Mapping[UnitId, int]
    note: str = ""


def without_undone(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps of a phase with those of undone orders taken out; orders before dice or an edit stand."""
    final: list[Step] = []
    orders: list[list[Step]] = []
    current: list[Step] = []
    for step in steps:
        event = step.event
        current.append(step)
        if isinstance(event, OrderTaken):
            orders.append(current)
            current = []
        elif isinstance(event, OrderUndone):
            del orders[event.index]
            current = []
        elif isinstance(event, OrdersSealed | Edited):
            final += [kept for order in orders for kept in order] + current
            orders, current = [], []
    return (*final, *(kept for order in orders for kept in order), *current)


@dataclass(frozen=True)
class Way:
    """How an event moves units: the spaces passed, who moves, what lies aboard them, and by what means."""

    path: tuple[SpaceId, ...]
    movers: tuple[PieceId, ...]
    carried: tuple[PieceId, ...] = ()
    note: str = ""


def journeys(pieces: Mapping[PieceId, Piece], events: Iterable[Event]) -> tuple[Journey, ...]:
    """All moves, loadings and landings of events, those along the same way as one, in the order of the first."""
    units: dict[tuple[PowerId, tuple[SpaceId, ...], str], tuple[Counter[UnitId], Counter[UnitId]]] = {}
    happened = tuple(events)
    notes = {(event.pieces, event.space): "raid" for event in happened if isinstance(event, RaidDeclared)}
    notes |= {(event.pieces, event.space): "escort" for event in happened if isinstance(event, EscortDeclared)}
    for event in happened:
        way = way_of(event)
        if way is None:
            continue
        key = pieces[way.movers[0]].power, way.path, notes.get((way.movers, way.path[-1]), way.note)
        moved, cargo = units.setdefault(key, (Counter(), Counter()))
        moved.update(pieces[i].unit for i in way.movers)
        cargo.update(pieces[i].unit for i in way.carried)
    return tuple(Journey(power, path, *both, note) for (power, path, note), both in units.items())


def way_of(event: Event) -> Way | None:
    """The way of an event that moves units, or None."""
    if isinstance(event, UnitsMoved):
        return Way(event.path, event.pieces, event.carried, "by parachute" if event.by_air else "")
    if isinstance(event, UnitsLoaded):
        return Way((event.origin, event.zone), tuple(event.aboard), note="boarded")
    if isinstance(event, UnitsOffloaded):
        return Way((event.zone, event.territory), event.pieces, note="ashore")
    if isinstance(event, AssaultDeclared):
        return Way((event.zone, event.territory), event.pieces, note="assault")
    if isinstance(event, Retreated) and event.to:
        return Way((event.space, event.to), event.pieces, event.carried, "retreat")
    return None


def move_line(state: GameState, journey: Journey) -> str:
    """ "3 infantry, 1 tank: Germany to Eastern Europe", "2 infantry (British): …" where it is not the power on turn."""
    whose = f" ({state.edition.power[journey.power].adjective})" if journey.power != state.power else ""
    cargo = f" with {row(state, journey.cargo)}" if journey.cargo else ""
    note = f" ({journey.note})" if journey.note else ""
    return f"{row(state, journey.units)}{whose}{cargo}: {route(state, journey.path)}{note}"


def arrows(state: GameState, moves: Iterable[Journey]) -> tuple[Arrow, ...]:
    """The moves as arrows for the map, one for each path."""
    together: dict[tuple[PowerId, tuple[SpaceId, ...]], Counter[UnitId]] = {}
    for journey in moves:
        units = together.setdefault((journey.power, journey.path), Counter())
        units.update(journey.units)
        units.update(journey.cargo)
    return tuple(Arrow(path, power, short_row(state, units, LABEL)) for (power, path), units in together.items())
