"""What convoys and rockets come to: the same as every face of every die through the rules."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engine.combat.air.rockets import launch
from engine.economy.convoys import disrupt_convoys
from engine.odds.raids.convoys import convoy_odds
from engine.odds.raids.rockets import rocket_odds
from engine.play import Play
from engine.state.game_state import GameState
from tests.engine.odds.enumerated import KnownDice
from tests.engine.table import position

CLOSE = 1e-9
WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]


def at_war(power: str, spaces: dict[str, str], setup: str, **more: Any) -> GameState:
    """The end of a power's turn in a war of all, with no units but these."""
    return position(power, "mobilize", spaces, setup=setup, relations=WAR, **more).state


def check(state: GameState, dice: int) -> None:
    """The chances are those of all faces of so many dice."""
    total: dict[int, float] = {}
    zones: dict[str, float] = {}
    for faces in product(range(1, 7), repeat=dice):
        play = Play(state, KnownDice(faces, 1))
        lost = sum(disrupt_convoys(play).values())
        total[lost] = total.get(lost, 0.0) + 1 / 6**dice
        (event,) = (each for each in play.events if each.kind == "convoys_disrupted")
        for attack in event.attacks:
            zones[attack.zone] = zones.get(attack.zone, 0.0) + attack.lost / 6**dice
    odds = convoy_odds(state, state.power)
    assert odds is not None
    assert {lost: share for lost, share in odds.shares.items() if share} == pytest.approx(total, abs=CLOSE)
    assert odds.zones == pytest.approx(zones, abs=CLOSE)
    assert odds.mean == pytest.approx(sum(zones.values()))
    assert odds.most == max(total)


SETUPS = ("pacific_1940", "global_1940")


@pytest.mark.rule("INC-15", "INC-16", "INC-19", setups=("pacific_1940", "global_1940"))
@pytest.mark.parametrize("setup", SETUPS)
def test_convoys_cost_what_every_face_comes_to(setup: str) -> None:
    check(at_war("japan", {"sz19": "united_states: 1 submarine; anzac: 1 destroyer"}, setup), 3)


@pytest.mark.rule("INC-17", setups=("pacific_1940", "global_1940"))
@pytest.mark.parametrize("setup", SETUPS)
def test_a_zone_loses_no_more_than_its_territories_are_worth(setup: str) -> None:
    state = at_war("united_kingdom", {"sz37": "japan: 2 submarine"}, setup)
    check(state, 4)


@pytest.mark.rule("INC-13", setups=("pacific_1940", "global_1940"))
@pytest.mark.parametrize("setup", SETUPS)
def test_zones_that_are_apart(setup: str) -> None:
    check(at_war("japan", {"sz6": "united_states: 1 destroyer", "sz36": "anzac: 1 submarine"}, setup), 3)


@pytest.mark.rule("INC-17", "INC-18", setup="global_1940")
def test_zones_that_share_a_territory() -> None:
    fleets = {"sz109": "japan: 1 submarine, 1 destroyer", "sz119": "japan: 1 submarine"}
    check(at_war("united_kingdom", fleets, "global_1940"), 5)


@pytest.mark.rule("INC-20", setup="global_1940")
def test_nobody_is_told_of_convoys_that_nobody_disrupts() -> None:
    assert convoy_odds(at_war("china", {"sz19": "japan: 3 submarine"}, "global_1940"), "china") is None
    assert convoy_odds(at_war("japan", {}, "global_1940"), "japan") is None


def rockets(guns: str, ipcs: int) -> GameState:
    """Soviet guns in the Caucasus that may strike Germany, which has so many IPCs, in Revised."""
    table = position(
        "soviet_union",
        "combat_move",
        {"caucasus": f"soviet_union: {guns}"},
        setup="revised",
        ipcs={"germany": ipcs},
        technologies={"soviet_union": ["rockets"]},
    )
    return table.end_phase().state


@pytest.mark.rule("SPC-51", "SPC-52", setup="revised")
@pytest.mark.parametrize("ipcs", [40, 5])
def test_rockets_cost_what_every_face_comes_to(ipcs: int) -> None:
    state = rockets("2 anti_aircraft_gun", ipcs)
    seen: dict[int, float] = {}
    for faces in product(range(1, 7), repeat=2):
        play = Play(state, KnownDice(faces, 1))
        launch(play, "germany", None, ())
        (event,) = (each for each in play.events if each.kind == "production_struck")
        seen[event.ipcs] = seen.get(event.ipcs, 0.0) + 1 / 36
    odds = rocket_odds(state, "germany")
    assert odds is not None
    assert (odds.facility, len(odds.launchers)) == ("industrial_complex", 2)
    assert odds.strike.shares == pytest.approx(seen, abs=CLOSE)


@pytest.mark.rule("SPC-51", setup="revised")
def test_nothing_is_told_of_rockets_that_reach_nothing() -> None:
    assert rocket_odds(rockets("1 anti_aircraft_gun", 40), "japan") is None


@pytest.mark.rule("RES-28", "SPC-52", "SPC-38", setup="global_1940")
def test_rockets_of_a_base_damage_no_more_than_a_facility_takes() -> None:
    bases = {"western_germany": {"facilities": ["air_base"]}, "normandy_bordeaux": {"facilities": []}}
    target = {"facilities": ["naval_base"], "damage": {"naval_base": 4}}
    state = (
        position(
            "germany",
            "combat_move",
            {},
            setup="global_1940",
            options={"research": "on"},
            technologies={"germany": ["rockets"]},
            owners={"spain": "germany"},
            more_spaces={**bases, "gibraltar": target},
        )
        .end_phase()
        .state
    )
    odds = rocket_odds(state, "gibraltar")
    assert odds is not None
    seen: dict[int, float] = {}
    for faces in product(range(1, 7), repeat=len(odds.launchers)):
        play = Play(state, KnownDice(faces, 1))
        launch(play, "gibraltar", None, ())
        (event,) = (each for each in play.events if each.kind == "production_struck")
        seen[event.damage] = seen.get(event.damage, 0.0) + 1 / 6 ** len(odds.launchers)
    assert odds.strike.shares == pytest.approx(seen, abs=CLOSE)
    assert max(seen) == 2
