"""Who of the raiders falls to the guns of the facility that they bomb, where the attacker chooses (SPC-33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.errors import IllegalAction
from engine.events.combat.battle import UnitsLost
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import Counts, Orders, open_request
from engine.landing.ranges import range_left
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Choice, Options, Request
from engine.state.words import counted

__all__ = ["FlakChoice", "FlakOptions", "falling_of"]


class FlakOptions(Options):
    """The raiders that the guns of a facility fired at, and how many of them are hit."""

    facility: UnitId
    hits: int
    units: Mapping[UnitId, int]


class FlakChoice(Choice, extra="forbid"):
    """Which of the raiders are lost to the guns of the facility that they bomb."""

    units: Counts


def lose_to_flak(play: Play, territory: SpaceId, facility: UnitId, raiders: Sequence[Piece], hits: int) -> None:
    """Let as many raiders fall as were hit; the attacker is asked where these may be of one unit or another."""
    there = Counter(piece.unit for piece in raiders)
    falling = _in_order(play.state, there, hits, ())
    if len(there) == 1 or hits in (0, len(raiders)):
        fall(play, territory, raiders, falling)
        return
    offered = FlakOptions(facility=facility, hits=hits, units=there)
    open_request(play, "flak", territory, (play.power,), offered, FlakChoice(units=falling), facility)


def fall(play: Play, territory: SpaceId, raiders: Sequence[Piece], units: Mapping[UnitId, int]) -> None:
    """Lose this many raiders of each unit, those with the least movement left first."""
    if lost := falling_of(play.state, raiders, units):
        play.emit(UnitsLost(territory, tuple(sorted(lost, key=play.state.rank)), (), "anti_aircraft"))


def falling_of(state: GameState, raiders: Sequence[Piece], units: Mapping[UnitId, int]) -> list[Piece]:
    """Who of the raiders falls where so many of each unit do."""
    ranked = sorted(raiders, key=lambda piece: (range_left(state, piece), state.rank(piece)))
    return [piece for unit, count in units.items() for piece in [p for p in ranked if p.unit == unit][:count]]


def by_printed_order(state: GameState, there: Mapping[UnitId, int], hits: int) -> dict[UnitId, int]:
    """Whom the attacker loses who names nobody (ASY-08)."""
    return _in_order(state, there, hits, ())


def check_losses(state: GameState, request: Request, _power: PowerId, said: FlakChoice) -> None:
    """Raise IllegalAction (`units`, SPC-33) unless an answer gives up as many raiders as were hit."""
    offered, named = FlakOptions.of(request), sum(said.units.values())
    if any(count > offered.units.get(unit, 0) for unit, count in said.units.items()):
        there = counted(state, offered.units)
        raise IllegalAction("units", f"The guns fired at {there}; name which of these you lose.")
    if named != offered.hits:
        raise IllegalAction("SPC-33", f"{offered.hits} of the raiders are hit, but you named {named}.")


def by_orders(state: GameState, request: Request, orders: Orders) -> FlakChoice | None:
    """The losses by an order of loss for aircraft (ASY-04)."""
    order, offered = orders.get("air"), FlakOptions.of(request)
    if order:
        return FlakChoice(units=_in_order(state, offered.units, offered.hits, order))
    return None


def _in_order(state: GameState, there: Mapping[UnitId, int], hits: int, order: Sequence[UnitId]) -> dict[UnitId, int]:
    """So many units by an order of loss; what it does not name follows in the printed order (ASY-08)."""
    printed = state.edition.parameters.combat.casualty_order.land
    found: dict[UnitId, int] = {}
    for unit in dict.fromkeys((*order, *printed, *there)):
        if taken := min(there.get(unit, 0), hits - sum(found.values())):
            found[unit] = taken
    return found
