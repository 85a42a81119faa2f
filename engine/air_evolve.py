"""How antiaircraft fire, bombing raids and rockets change a state."""

from __future__ import annotations

from dataclasses import replace

from engine import air_events as ev
from engine.evolving import Evolver, change, on, with_damage
from engine.state import GameState

EVOLVERS: dict[type, Evolver] = {}


@on(EVOLVERS, ev.AntiAircraftFired)
def _anti_aircraft_fired(state: GameState, _event: ev.AntiAircraftFired) -> GameState:
    """Whom it hit is lost by an event of its own."""
    return state


@on(EVOLVERS, ev.RaidDeclared)
def _raid_declared(state: GameState, event: ev.RaidDeclared) -> GameState:
    return change(state, event.pieces, raid=event.facility)


@on(EVOLVERS, ev.EscortDeclared)
def _escort_declared(state: GameState, event: ev.EscortDeclared) -> GameState:
    return change(state, event.pieces, escort=True)


@on(EVOLVERS, ev.Intercepted)
def _intercepted(state: GameState, event: ev.Intercepted) -> GameState:
    return change(state, (i for ids in event.fighters.values() for i in ids), intercepts=True)


@on(EVOLVERS, ev.ProductionStruck)
def _production_struck(state: GameState, event: ev.ProductionStruck) -> GameState:
    state = change(state, (strike.piece for strike in event.strikes), fought=True)
    pending = tuple(p for p in state.pending if (p.space, p.kind) != (event.space, event.weapon))
    if event.damage:
        return with_damage(replace(state, pending=pending), event.space, event.facility, event.damage)
    treasuries = {**state.treasuries, event.victim: state.treasuries[event.victim] - event.ipcs}
    return replace(state, pending=pending, treasuries=treasuries)


@on(EVOLVERS, ev.GunsChangedHands)
def _guns_changed_hands(state: GameState, event: ev.GunsChangedHands) -> GameState:
    for gun, power in event.guns.items():
        state = change(state, (gun,), power=power)
    return state


@on(EVOLVERS, ev.BerthsChosen)
def _berths_chosen(state: GameState, event: ev.BerthsChosen) -> GameState:
    berths = {**state.turn.berths, **dict.fromkeys(event.aircraft, event.carrier)}
    return replace(state, turn=replace(state.turn, berths=berths))
