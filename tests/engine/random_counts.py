"""What random games are counted by, besides the kinds of events: what one kind of event tells in several cases."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Event, GameState
from engine.events.combat.battle import CasualtiesChosen, Fired, UnitsLost
from engine.events.combat.kamikaze_strikes import KamikazesStruck
from engine.events.combat.raids import ProductionStruck
from engine.events.economy import IncomeCollected, UnitsPurchased
from engine.events.movement import UnitsMoved
from engine.events.politics import WarDeclared


def cases(state: GameState, event: Event) -> Iterator[str]:
    """The cases of an event in the position before its order."""
    if isinstance(event, WarDeclared):
        yield f"war declared by {event.power} on {event.on[0]}"
    if isinstance(event, UnitsMoved) and event.by_air:
        yield "infantry dropped from a base"
    if isinstance(event, ProductionStruck):
        launched = any(strike.unit == "air_base" for strike in event.strikes)
        yield "rockets from a base" if launched else f"raid on {_kind(state, event.facility)}"
    if isinstance(event, Fired) and event.step == "ships_bombard":
        yield "bombardment"
    if isinstance(event, UnitsPurchased) and event.account:
        yield f"purchase of {event.account}"
    if isinstance(event, IncomeCollected):
        yield from (f"objective {name}" for name in event.objectives)
    if isinstance(event, UnitsPurchased) and event.power == "china" and event.units.get("artillery"):
        yield "artillery bought by China"
    if isinstance(event, UnitsLost):
        yield from ("carriers_sunk" for piece in event.pieces if state.carries(piece, "air"))
    if isinstance(event, CasualtiesChosen | KamikazesStruck) and any(_has_guests(state, i) for i in event.damaged):
        yield "carrier damaged under its aircraft"


def _kind(state: GameState, facility: str) -> str:
    return "a complex" if state.edition.unit[facility].produces else facility


def _has_guests(state: GameState, ship: str) -> bool:
    return ship in state.pieces and bool(state.cargo(ship)) and state.carries(state.pieces[ship], "air")
