"""Which bombing raids the level `normal` flies, and whether the numbers in their reasons are true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from computer.normal.raiding import damage_costs, raid_all
from computer.playing import Given, Hand
from tests.computer.test_normal import hand_of
from tests.computer.test_positions import on_board, played
from tests.engine.table import Table as Written

SETUPS = ("revised", "anniversary_1941", "global_1940")
BOMBER = {"global_1940": "strategic_bomber"}
GUN = {"revised": ", 1 anti_aircraft_gun", "anniversary_1941": ", 1 anti_aircraft_gun"}


def before_a_raid(setup: str, ipcs: int, bombers: int = 2, defenders: str = "4 infantry", **edit: Any) -> Written:
    """British bombers in reach of the complexes of Germany, which has so much to spend."""
    spaces = {
        "united_kingdom": f"united_kingdom: 8 infantry, {bombers} {BOMBER.get(setup, 'bomber')}",
        "germany": f"germany: {defenders}{GUN.get(setup, '')}",
        **({"southern_europe": "germany: 1 anti_aircraft_gun"} if setup == "revised" else {}),
    }
    poor = {"italy": 0} if setup != "revised" else {}
    return on_board("united_kingdom", "combat_move", spaces, setup, ipcs={"germany": ipcs, **poor}, **edit)


def raids(hand: Hand) -> list[Given]:
    """The raids and escorts that are ordered."""
    raid_all(hand)
    return [given for given in hand._table.given if given.action.get("raid") or given.action.get("escort")]


@pytest.mark.parametrize("setup", SETUPS)
def test_idle_bombers_raid_an_enemy_who_needs_what_they_destroy(setup: str) -> None:
    table = played(before_a_raid(setup, 90), "conduct_combat", "normal")
    assert any(given.action.get("raid") for given in table.given)


@pytest.mark.parametrize("setup", SETUPS)
def test_nobody_is_raided_who_loses_nothing_by_it(setup: str) -> None:
    assert raids(hand_of(before_a_raid(setup, 0).state)) == []


def test_as_ipcs_a_raid_brings_what_gets_through_less_the_bombers_that_are_shot_down() -> None:
    (given,) = raids(hand_of(before_a_raid("revised", 40, bombers=1).state))
    assert given.why is not None
    assert given.why.gain == pytest.approx(5 / 6 * 3.5 - 15 / 6, abs=0.01)
    assert given.why.risk == pytest.approx(15 / 6, abs=0.01)


def test_as_damage_a_raid_brings_what_must_be_repaired_for_the_places_that_are_needed() -> None:
    state = before_a_raid("anniversary_1941", 90, bombers=1).state
    (given,) = raids(hand_of(state))
    assert given.why is not None
    assert given.why.gain == pytest.approx(5 / 6 * 3.5 - 12 / 6, abs=0.01)


def test_damage_costs_nothing_as_long_as_other_places_are_enough() -> None:
    state = before_a_raid("anniversary_1941", 12).state
    costs = [damage_costs(state, "germany", "industrial_complex", damage) for damage in (0, 4, 20)]
    assert costs[:2] == [0, 0]
    assert 0 <= costs[2] <= 9, "three places at most are needed for 12 IPCs"
    rich = before_a_raid("anniversary_1941", 90).state
    assert [damage_costs(rich, "germany", "industrial_complex", damage) for damage in (0, 4, 20)] == [0, 4, 20]


def test_half_of_what_other_complexes_make_stands_in_for_a_bombed_one() -> None:
    """For 40 IPCs ten places are needed; ten others stand in for five."""
    state = before_a_raid("global_1940", 40).state
    costs = [damage_costs(state, "germany", "major_industrial_complex", damage) for damage in (5, 6, 10)]
    assert costs == [0, 1, 5]


def test_where_fighters_can_rise_bombers_stay_at_home_or_come_with_escorts() -> None:
    on: Mapping[str, str] = {"air_battles": "on"}
    met = before_a_raid("anniversary_1941", 90, defenders="4 infantry, 6 fighter", options=on)
    assert raids(hand_of(met.state)) == []
    alone = before_a_raid("anniversary_1941", 90, options=on)
    assert len(raids(hand_of(alone.state))) == 1


def test_a_bomber_that_wins_a_battle_flies_no_raid() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 4 infantry, 1 tank, 1 bomber",
        "sz6": "united_kingdom: 2 transport, 1 battleship",
        "norway": "germany: 2 infantry",
        "germany": "germany: 8 infantry, 1 anti_aircraft_gun",
    }
    table = played(on_board("united_kingdom", "combat_move", spaces), "combat_move", "normal")
    flown = [given.action for given in table.given if ".bomber." in str(given.action.get("pick"))]
    assert [(move["path"], move.get("raid")) for move in flown] == [(["united_kingdom", "sz3", "norway"], None)]
