"""How events of research, purchase, new units and income change a state."""

from __future__ import annotations

from dataclasses import replace

from engine import production_events as ev
from engine.evolving import Evolver, change, on, with_damage, with_new_pieces
from engine.state import GameState

EVOLVERS: dict[type, Evolver] = {}


@on(EVOLVERS, ev.Researched)
def _researched(state: GameState, event: ev.Researched) -> GameState:
    kept = {power: count for power, count in state.research_tokens.items() if power != event.power}
    tokens = {**kept, event.power: event.tokens} if event.tokens else kept
    state = replace(state, treasuries={**state.treasuries, event.power: event.ipcs}, research_tokens=tokens)
    if not event.found:
        return state
    owned = {*state.technologies.get(event.power, ()), event.technology}
    in_order = tuple(name for name in state.edition.technology if name in owned)
    return replace(state, technologies={**state.technologies, event.power: in_order})


@on(EVOLVERS, ev.UnitsPurchased)
def _units_purchased(state: GameState, event: ev.UnitsPurchased) -> GameState:
    purchased = {power: units for power, units in state.purchased.items() if power != event.power}
    if event.units:
        purchased[event.power] = dict(event.units)
    for repairs, sign in ((state.turn.repaired, 1), (event.repairs, -1)):
        for space, points in repairs.items():
            for facility, count in points.items():
                state = with_damage(state, space, facility, sign * count)
    state = replace(state, turn=replace(state.turn, repaired=event.repairs))
    return replace(state, purchased=purchased, treasuries={**state.treasuries, event.power: event.ipcs})


@on(EVOLVERS, ev.UnitsGranted)
def _units_granted(state: GameState, event: ev.UnitsGranted) -> GameState:
    waiting = state.purchased.get(event.power, {})
    units = {unit: waiting.get(unit, 0) + event.units.get(unit, 0) for unit in (*waiting, *event.units)}
    return replace(state, purchased={**state.purchased, event.power: units})


@on(EVOLVERS, ev.UnitsMobilized)
def _units_mobilized(state: GameState, event: ev.UnitsMobilized) -> GameState:
    for piece in event.pieces:
        state = _delivered(state, event.power, piece.unit)
    carriers = (piece.id for piece in event.pieces if state.carries(piece, "air"))
    turn = replace(
        state.turn,
        placed={**state.turn.placed, event.complex: state.turn.placed.get(event.complex, 0) + len(event.pieces)},
        launched={**state.turn.launched, **dict.fromkeys(carriers, event.complex)},
    )
    return with_new_pieces(replace(state, turn=turn), event.pieces)


def _delivered(state: GameState, power: str, unit: str) -> GameState:
    """The state with one bought unit less to be placed."""
    left = dict(state.purchased[power])
    left[unit] -= 1
    purchased = {other: units for other, units in state.purchased.items() if other != power}
    if remaining := {unit: count for unit, count in left.items() if count}:
        purchased[power] = remaining
    return replace(state, purchased=purchased)


@on(EVOLVERS, ev.FacilityBuilt)
def _facility_built(state: GameState, event: ev.FacilityBuilt) -> GameState:
    if not event.free:
        state = _delivered(state, event.power, event.facility)
        idle = tuple(sorted({*state.turn.idle_complexes, event.space}))
        state = replace(state, turn=replace(state.turn, idle_complexes=idle))
    return _with_facilities(state, event.space, (*state.facilities.get(event.space, ()), event.facility))


@on(EVOLVERS, ev.FacilityMoved)
def _facility_moved(state: GameState, event: ev.FacilityMoved) -> GameState:
    turn = state.turn
    moved = tuple(sorted({*turn.moved_complexes, event.space}))
    just_taken = state.owner_at_turn_start(event.origin) != event.power
    idle = tuple(sorted({*turn.idle_complexes, event.space})) if just_taken else turn.idle_complexes
    state = replace(state, turn=replace(turn, moved_complexes=moved, idle_complexes=idle))
    left = tuple(unit for unit in state.facilities[event.origin] if unit != event.facility)
    state = _with_facilities(state, event.origin, left)
    return _with_facilities(state, event.space, (*state.facilities.get(event.space, ()), event.facility))


def _with_facilities(state: GameState, space: str, facilities: tuple[str, ...]) -> GameState:
    merged = {**state.facilities, space: facilities}
    return replace(state, facilities={place: merged[place] for place in sorted(merged) if merged[place]})


@on(EVOLVERS, ev.AircraftBoarded)
def _aircraft_boarded(state: GameState, event: ev.AircraftBoarded) -> GameState:
    for piece, ship in event.aboard.items():
        state = change(state, (piece,), space=event.zone, aboard=ship)
    return state


@on(EVOLVERS, ev.UnitsReturned)
def _units_returned(state: GameState, event: ev.UnitsReturned) -> GameState:
    purchased = {power: units for power, units in state.purchased.items() if power != event.power}
    return replace(state, purchased=purchased, treasuries={**state.treasuries, event.power: event.ipcs})


@on(EVOLVERS, ev.IncomeCollected)
def _income_collected(state: GameState, event: ev.IncomeCollected) -> GameState:
    return replace(state, treasuries={**state.treasuries, event.power: event.ipcs})
