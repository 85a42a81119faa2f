"""Pacific 1940 late in the war: all powers fight, with fleets of carriers, air bases, raiders of convoys and armies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from random import Random
from typing import Any

from engine import GameState, Refusal, ScriptedDice, apply, new_game
from engine.ask import (
    affordable,
    battle_options,
    movable,
    movable_from,
    placements,
    shared_destinations,
    zones_to_engage,
)
from tests.bench.measured import Measured, core_milliseconds, p99
from tests.engine.random_games import RolledDice

SETUP = "pacific_1940"
FOES = ("united_states", "united_kingdom", "anzac", "china", "france")
FLEET = {"aircraft_carrier": 2, "fighter": 2, "tactical_bomber": 2, "destroyer": 2, "cruiser": 1, "transport": 1}
ESCORT = {"destroyer": 1, "submarine": 2}
BASE = {"infantry": 2, "aaa": 1, "fighter": 2, "tactical_bomber": 1}
GARRISON = {"infantry": 3, "artillery": 1, "mechanized_infantry": 1, "tank": 1}
FLEETS: dict[str, tuple[str, ...]] = {
    "japan": ("sz6", "sz19", "sz33", "sz36"),
    "united_states": ("sz10", "sz26", "sz25", "sz16"),
    "united_kingdom": ("sz39", "sz37"),
    "anzac": ("sz62", "sz54"),
}
ESCORTS: dict[str, tuple[str, ...]] = {
    "japan": ("sz20", "sz35", "sz43", "sz63", "sz31"),
    "united_states": ("sz17", "sz8", "sz27"),
    "united_kingdom": ("sz41",),
    "anzac": ("sz44",),
}
BASES: dict[str, tuple[str, ...]] = {
    "japan": ("japan", "caroline_islands", "okinawa", "iwo_jima", "philippines", "marianas", "formosa"),
    "united_states": ("western_united_states", "hawaiian_islands", "midway", "wake_island", "alaska"),
    "united_kingdom": ("india", "ceylon", "burma"),
    "anzac": ("new_south_wales", "queensland", "new_zealand", "new_britain"),
}
GARRISONS: dict[str, tuple[str, ...]] = {
    "japan": ("manchuria", "kiangsu", "korea", "siam", "kwangsi", "shantung", "hopei", "anhwe", "kwangtung"),
    "china": ("szechwan", "yunnan", "shensi", "kansu"),
    "united_kingdom": ("malaya", "shan_state"),
}
RAIDERS = {"strategic_bomber": 3}


@cache
def late_war(power: str, phase: str) -> GameState:
    """The position, with a power on turn."""
    spaces: dict[str, dict[str, Any]] = {}
    for places, units in ((FLEETS, FLEET), (ESCORTS, ESCORT), (BASES, BASE), (GARRISONS, GARRISON)):
        for owner, where in places.items():
            for space in where:
                spaces[space] = {"units": {owner: units if owner != "china" else {"infantry": 5}}}
    for owner, where in BASES.items():
        for space in where:
            spaces[space] |= {"owner": owner, "facilities": ["air_base", "naval_base"]}
        spaces[where[0]]["facilities"].append("major_industrial_complex")
        spaces[where[0]]["units"] = {owner: BASE | RAIDERS | GARRISON}
    for owner, where in GARRISONS.items():
        for space in where:
            spaces[space]["owner"] = owner
    edit = {
        "type": "edit",
        "clear_units": True,
        "spaces": spaces,
        "ipcs": dict.fromkeys(("japan", "united_states", "china", "united_kingdom", "anzac"), 90),
        "relations": [["japan", foe, "war"] for foe in FOES],
        "turn": {"round": 9, "power": power, "phase": phase},
    }
    return apply(new_game(SETUP), edit, ScriptedDice([])).state


def _menus(state: GameState) -> Iterator[Callable[[], Any]]:
    """What is offered while an order is typed: where from, which units, and where to, one type or all of them."""
    yield partial(movable, state)
    yield partial(zones_to_engage, state)
    yield partial(battle_options, state)
    yield partial(affordable, state)
    yield from (partial(placements, state, unit.id) for unit in state.edition.units)
    for space in state.by_space:
        groups = movable_from(state, space)
        if not groups:
            continue
        yield partial(movable_from, state, space)
        units = [group.unit for group in groups]
        yield partial(shared_destinations, state, space, units, groups[0].owner)
        yield from (partial(shared_destinations, state, space, [unit], groups[0].owner) for unit in units)


def _orders(state: GameState) -> Iterator[dict[str, Any]]:
    """A move of each type of unit from each space to each space beside it, legal or not, and the end of the phase."""
    for space in state.by_space:
        for unit in dict.fromkeys(piece.unit for piece in state.at(space) if piece.power == state.power):
            for beside in state.edition.board.neighbours[space]:
                yield {"type": "move", "units": {unit: 1}, "path": [space, beside]}
    yield {"type": "end_phase"}


def _times(works: Iterator[Callable[[], Any]]) -> list[float]:
    return [core_milliseconds(work) for work in works]


def measure() -> list[Measured]:
    """Orders, ends of phases and menus of all powers; the first time is not counted, in which boards are loaded."""
    moving = [late_war(power, phase) for power in FLEETS for phase in ("combat_move", "noncombat_move")]
    phases = ("purchase", "combat_move", "conduct_combat", "noncombat_move", "mobilize", "collect_income")
    ending = [late_war(power, phase) for power in FLEETS for phase in phases]
    _times(partial(_obey, state, {"type": "end_phase"}) for state in ending)
    orders = _times(partial(_obey, state, order) for state in moving for order in _orders(state))
    ends = _times(partial(_obey, state, {"type": "end_phase"}) for state in ending)
    menus = _times(menu for state in moving for menu in _menus(state))
    where = f"{SETUP}, {len(moving[0].pieces)} units"
    return [
        Measured(f"{where}: apply, p99 of {len(orders)} orders", p99(orders), 20, "ms"),
        Measured(f"{where}: apply, the dearest end of a phase", max(ends), 20, "ms"),
        Measured(f"{where}: what a menu asks of the rules, p99 of {len(menus)}", p99(menus), 50, "ms"),
    ]


def _obey(state: GameState, order: dict[str, Any]) -> None:
    with suppress(Refusal):
        apply(state, order, RolledDice(Random(1)))
