"""What events of facilities, and of what they do, may do to what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import GameState
from engine.events.combat.raids import ProductionStruck, Strike
from engine.events.economy import ShipsRepaired
from engine.events.mobilization import FacilityBuilt, FacilityMoved, FacilityUpgraded
from engine.events.territory import FacilityFell
from tests.engine.economy_effects import payer
from tests.engine.effects import Effect, grown
from tests.engine.rules_in_short.wars import is_friend, is_friendly

COMPLEXES = ("minor_industrial_complex", "major_industrial_complex")
DAMAGE_LIMITS = {
    "major_industrial_complex": 20,
    "minor_industrial_complex": 6,
    "air_base": 6,
    "naval_base": 6,
    "great_works": 12,
    "small_works": 4,
    "harbour": 6,
}
"""The most damage of facilities that do not go by the value of their territory (SPC-35, UNI-40)."""


def _built(before: GameState, event: FacilityBuilt) -> Effect:
    there = before.facilities.get(event.space, ())
    assert before.owners[event.space] == event.power, "a facility is built on foreign ground"
    return Effect(
        facilities={event.space: (*there, event.facility)},
        delivered={} if event.free else {payer(before, event.space, event.power): {event.facility: 1}},
    )


def _upgraded(before: GameState, event: FacilityUpgraded) -> Effect:
    """A minor complex of the power's own becomes a major one where the territory is worth 3, with its damage."""
    territory, there = before.edition.board.territory[event.space], before.facilities[event.space]
    assert event.was in there, "what is upgraded is not there"
    assert before.owners[event.space] == territory.emblem == event.power, "somebody else's complex is upgraded"
    assert territory.ipc >= 3, "MOB-21: the territory is worth too little"
    had = before.damage.get(event.space, {})
    left = {event.becomes if unit == event.was else unit: points for unit, points in had.items()}
    return Effect(
        facilities={event.space: tuple(event.becomes if unit == event.was else unit for unit in there)},
        damage=grown({event.space: had}, {event.space: left}),
        delivered={payer(before, event.space, event.power): {event.upgrade: 1}},
    )


def _facility_moved(before: GameState, event: FacilityMoved) -> Effect:
    left = tuple(unit for unit in before.facilities[event.origin] if unit != event.facility)
    there = (*before.facilities.get(event.space, ()), event.facility)
    return Effect(facilities={event.origin: left, event.space: there})


def _ships_repaired(before: GameState, event: ShipsRepaired) -> Effect:
    """A naval base with no more than 2 damage, held by friends, repairs own ships beside it (PUR-20)."""
    coasts = [t for t in before.edition.board.coasts_of(event.zone) if "naval_base" in before.facilities.get(t, ())]
    working = [t for t in coasts if before.damage.get(t, {}).get("naval_base", 0) <= 2]
    assert any(is_friendly(before, t, event.power) for t in working), f"no base repairs ships in {event.zone}"
    ships = [before.pieces[i] for i in event.pieces]
    assert all((ship.power, ship.space) == (event.power, event.zone) for ship in ships), "other ships are repaired"
    return Effect(hits=dict.fromkeys(event.pieces, 0))


def _fell(before: GameState, event: FacilityFell) -> Effect:
    """A facility of a captured territory becomes what its line says, with no more damage than that takes."""
    line, had = before.edition.unit[event.facility].facility, before.damage.get(event.territory, {})
    assert line is not None, f"{event.facility} is no facility"
    emblem = before.edition.board.territory[event.territory].emblem
    is_freed = is_friend(before, emblem, event.power, event.territory)
    fate = "nothing" if is_freed and event.facility in COMPLEXES else line.captured_as
    assert fate == (event.becomes or "nothing"), "it becomes something else"
    kept = [event.becomes if unit == event.facility else unit for unit in before.facilities[event.territory]]
    points = min(had.get(event.facility, 0), DAMAGE_LIMITS.get(event.becomes, 0))
    left = {unit: n for unit, n in had.items() if unit != event.facility} | ({event.becomes: points} if points else {})
    return Effect(
        facilities={event.territory: tuple(unit for unit in kept if unit)},
        damage=grown({event.territory: had}, {event.territory: left}),
    )


def _struck(before: GameState, event: ProductionStruck) -> Effect:
    """A raid or a rocket strike costs what was rolled, to the limit of each strike and of the IPCs on hand.

    Where it damages the complex, all strikes together stay within what the complex can take.
    """
    if before.edition.parameters.raids.loss == "damage":
        rolled = sum(_counted(before, strike) for strike in event.strikes)
        assert event.facility in before.facilities[event.space], "what is struck is not there"
        most = DAMAGE_LIMITS.get(event.facility, 2 * before.edition.board.territory[event.space].ipc)
        had = before.damage.get(event.space, {}).get(event.facility, 0)
        assert event.damage == min(rolled, most - had), "the damage is not what was rolled"
        return Effect(damage={event.space: {event.facility: event.damage}})
    assert all(0 <= strike.loss <= event.limit for strike in event.strikes), "a strike costs more than its limit"
    victim = payer(before, event.space, event.victim)
    assert event.ipcs == min(before.treasuries[victim], sum(strike.loss for strike in event.strikes))
    return Effect(money={victim: -event.ipcs})


def _counted(before: GameState, strike: Strike) -> int:
    """What the dice of a raider come to: strategic bombers do 2 more (SPC-34), heavy ones by their best (RES-24)."""
    return max(strike.dice) + 2 if strike.unit == "strategic_bomber" else sum(strike.dice)


FACILITIES: Mapping[type, Callable[[GameState, Any], Effect]] = {
    FacilityBuilt: _built,
    FacilityUpgraded: _upgraded,
    FacilityMoved: _facility_moved,
    FacilityFell: _fell,
    ShipsRepaired: _ships_repaired,
    ProductionStruck: _struck,
}
