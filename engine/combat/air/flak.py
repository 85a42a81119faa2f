"""Who of the raiders falls to the guns of the facility that they bomb, where the attacker chooses (SPC-33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.errors import IllegalAction
from engine.events.combat.battle import UnitsLost
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.landing.ranges import range_left
from engine.play import Play
from engine.reading import is_count
from engine.requests import Orders, open_request
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Choice, Request
from engine.state.words import counted

Counts = Mapping[UnitId, int]


def lose_to_flak(play: Play, territory: SpaceId, facility: UnitId, raiders: Sequence[Piece], hits: int) -> None:
    """Let as many raiders fall as were hit; the attacker is asked where these may be of one unit or another."""
    there = Counter(piece.unit for piece in raiders)
    falling = _in_order(play.state, there, hits, ())
    if len(there) == 1 or hits in (0, len(raiders)):
        fall(play, territory, raiders, falling)
        return
    options = {"facility": facility, "hits": hits, "units": dict(there)}
    open_request(play, "flak", territory, (play.power,), options, {"units": falling}, facility)


def fall(play: Play, territory: SpaceId, raiders: Sequence[Piece], units: Counts) -> None:
    """Lose this many raiders of each unit, those with the least movement left first."""
    state = play.state
    ranked = sorted(raiders, key=lambda piece: (range_left(state, piece), state.rank(piece)))
    lost = [piece for unit, count in units.items() for piece in [p for p in ranked if p.unit == unit][:count]]
    if lost:
        play.emit(UnitsLost(territory, tuple(sorted(lost, key=state.rank)), (), "anti_aircraft"))


def chosen_units(request: Request, choice: Choice | str, state: GameState) -> Counts:
    """How many raiders of each unit an answer gives up; raises IllegalAction (`form`, `units`, SPC-33)."""
    stated = request.default if isinstance(choice, str) else choice
    units = stated.get("units")
    if set(stated) != {"units"} or not isinstance(units, dict) or not all(map(is_count, units.values())):
        raise IllegalAction("form", "Say which units are lost, such as {“units”: {“tactical_bomber”: 1}}.")
    there, hits = request.options["units"], request.options["hits"]
    for unit, count in units.items():
        if count > there.get(unit, 0):
            raise IllegalAction("units", f"The guns fired at {counted(state, there)}; name which of these you lose.")
    if sum(units.values()) != hits:
        raise IllegalAction("SPC-33", f"{hits} of the raiders are hit, but you named {sum(units.values())}.")
    return {unit: count for unit, count in units.items() if count}


def by_orders(state: GameState, request: Request, orders: Orders) -> Choice | None:
    """The losses by an order of loss for aircraft (ASY-04)."""
    order = orders.get("air")
    return {"units": _in_order(state, request.options["units"], request.options["hits"], order)} if order else None


def _in_order(state: GameState, there: Counts, hits: int, order: Sequence[UnitId]) -> dict[UnitId, int]:
    """So many units by an order of loss; what it does not name follows in the printed order (ASY-08)."""
    printed = state.edition.parameters.combat.casualty_order.land
    found: dict[UnitId, int] = {}
    for unit in dict.fromkeys((*order, *printed, *there)):
        if taken := min(there.get(unit, 0), hits - sum(found.values())):
            found[unit] = taken
    return found
