"""Where new units and complexes are placed in Anniversary (chapter MOB)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table

COMPLEX = {"industrial_complex": 1}


def buy(**units: int) -> dict[str, Any]:
    """A purchase."""
    return {"type": "purchase", "units": units}


def place(space: str, **units: int) -> dict[str, Any]:
    """A placement."""
    return {"type": "mobilize", "units": units, "space": space}


def mobilizing(
    play: Play, power: str, bought: dict[str, int], spaces: dict[str, str] | None = None, **more: Any
) -> Table:
    """The mobilize phase of a power that bought these units."""
    return play(power, "mobilize", spaces or {}, purchased={power: bought}, **more)


@pytest.mark.rule("PUR-05", "PUR-06", "MOB-24", setups=("anniversary_1941", "anniversary_1942"))
def test_more_may_be_bought_than_fits_and_what_does_not_fit_is_repaid(play: Play) -> None:
    table = play("germany", "purchase", {"germany": "germany: 1 infantry"}, ipcs={"germany": 60})
    table.do(buy(infantry=8, bomber=3)).end_phase().end_phase().end_phase()
    table.do(place("germany", bomber=3, infantry=7)).end_phase()
    (returned,) = table.happened("units_returned")
    assert (dict(returned.units), returned.ipcs) == ({"infantry": 1}, 3)


@pytest.mark.rule("MOB-01", "MOB-02", setups=("anniversary_1941", "anniversary_1942"))
def test_units_come_from_an_own_complex_held_since_the_turn_began(play: Play) -> None:
    table = play("germany", "combat_move", {"finland": "germany: 1 tank"}, purchased={"germany": {"infantry": 1}})
    table.move("1 tank: finland > karelia_ssr").end_phase().end_phase()
    table.refuses(place("karelia_ssr", infantry=1), "MOB-01")
    table.refuses(place("italy", infantry=1), "MOB-02")
    table.do(place("germany", infantry=1))
    held = mobilizing(play, "united_kingdom", {"tank": 2}, owners={"russia": "germany", "caucasus": "united_kingdom"})
    held.do(place("caucasus", tank=2))
    assert held.at("caucasus") == {"united_kingdom": {"tank": 2}}, "held for an ally without a capital it is his own"


@pytest.mark.rule("MOB-03", "MOB-04", "MOB-05", setups=("anniversary_1941", "anniversary_1942"))
def test_land_units_and_bombers_stand_at_the_complex_and_ships_in_a_zone_beside_it(play: Play) -> None:
    bought = {"infantry": 1, "artillery": 1, "bomber": 1, "cruiser": 2}
    ships = {"sz6": "united_kingdom: 1 transport, 1 aircraft_carrier"}
    table = mobilizing(play, "united_kingdom", bought, ships)
    table.refuses(place("sz6", infantry=1), "MOB-04")
    table.refuses(place("sz6", bomber=1), "MOB-03")
    table.refuses(place("eastern_canada", artillery=1), "MOB-03")
    table.refuses(place("united_kingdom", cruiser=1), "MOB-05")
    table.refuses(place("sz9", cruiser=1), "MOB-05")
    table.do(place("united_kingdom", infantry=1, artillery=1, bomber=1))
    table.do(place("sz3", cruiser=1)).do(place("sz8", cruiser=1))
    assert table.at("sz8") == {"united_kingdom": {"cruiser": 1}}


@pytest.mark.rule("MOB-06", setups=("anniversary_1941", "anniversary_1942"))
def test_new_ships_may_be_placed_among_enemies_without_a_battle(play: Play) -> None:
    table = mobilizing(play, "germany", {"submarine": 1, "cruiser": 1}, {"sz5": "united_kingdom: 2 battleship"})
    table.do(place("sz5", submarine=1, cruiser=1)).end_phase()
    assert table.at("sz5")["germany"] == {"submarine": 1, "cruiser": 1}
    assert (table.happened("battle_began"), table.pending) == ([], [])


@pytest.mark.rule("MOB-07", "MOB-10", "UNI-49", setups=("anniversary_1941", "anniversary_1942"))
def test_new_fighters_go_aboard_own_carriers_new_or_old_and_never_an_allys(play: Play) -> None:
    carrier = {"sz6": "united_kingdom: 1 aircraft_carrier"}
    table = mobilizing(play, "united_kingdom", {"fighter": 3}, carrier).do(place("sz6", fighter=2))
    table.refuses(place("sz6", fighter=1), "MOB-07")
    table = mobilizing(play, "united_kingdom", {"fighter": 2, "aircraft_carrier": 1})
    table.do(place("sz6", fighter=2, aircraft_carrier=1))
    assert table.at("sz6") == {"united_kingdom": {"fighter": 2, "aircraft_carrier": 1}}
    table = mobilizing(play, "united_kingdom", {"fighter": 1}, {"sz6": "united_states: 1 aircraft_carrier"})
    table.refuses(place("sz6", fighter=1), "MOB-10")


@pytest.mark.rule("MOB-08", "MOB-09", "MOB-11", setups=("anniversary_1941", "anniversary_1942"))
def test_a_new_carrier_takes_fighters_that_wait_at_sea_and_none_from_the_land(play: Play) -> None:
    spaces = {"united_kingdom": "united_kingdom: 2 fighter"}
    bought = {"united_kingdom": {"aircraft_carrier": 1}}
    table = play("united_kingdom", "noncombat_move", spaces, purchased=bought)
    table.move("1 fighter: united_kingdom > sz6").end_phase()
    table.refuses(place("sz8", aircraft_carrier=1), "MOB-11")
    table.refuses({"type": "end_phase"}, "MOB-11")
    table.do(place("sz6", aircraft_carrier=1)).refuses_move("1 fighter: united_kingdom > sz6", "phase")
    table.end_phase()
    assert table.at("sz6") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}}
    assert table.at("united_kingdom") == {"united_kingdom": {"fighter": 1}}


@pytest.mark.rule("MOB-13", "MOB-16", setups=("anniversary_1941", "anniversary_1942"))
def test_land_units_guns_aircraft_and_ships_count_and_a_complex_does_not(play: Play) -> None:
    bought = {"infantry": 6, "anti_aircraft_gun": 1, "fighter": 1, "submarine": 2, "tank": 1, **COMPLEX}
    table = mobilizing(play, "germany", bought)
    table.do(place("germany", infantry=6, anti_aircraft_gun=1, fighter=1)).do(place("sz5", submarine=2))
    table.refuses(place("germany", tank=1), "MOB-12")
    table.do(place("france", **COMPLEX)).end_phase()
    assert table.board["facilities"]["france"] == ["industrial_complex"]


@pytest.mark.rule("MOB-17", setups=("anniversary_1941", "anniversary_1942"))
def test_of_two_complexes_beside_a_zone_the_player_names_one(play: Play) -> None:
    two = {"poland": {"facilities": ["industrial_complex"]}}
    table = mobilizing(play, "germany", {"destroyer": 4}, more_spaces=two)
    table.do({**place("sz5", destroyer=3), "complex": "poland"})
    table.refuses({**place("sz5", destroyer=1), "complex": "poland"}, "MOB-12")
    table.do({**place("sz5", destroyer=1), "complex": "germany"})
    table = mobilizing(play, "germany", {"destroyer": 1})
    table.refuses({**place("sz5", destroyer=1), "complex": "italy"}, "MOB-05")


@pytest.mark.rule("MOB-18", "MOB-23", "UNI-36", "UNI-34", setups=("anniversary_1941", "anniversary_1942"))
def test_a_complex_is_placed_in_any_territory_held_all_turn_that_has_none(play: Play) -> None:
    captured = {"manchuria": {"owner": "united_kingdom", "captured_this_turn": True}}
    table = mobilizing(play, "united_kingdom", {"industrial_complex": 2}, more_spaces=captured)
    table.refuses(place("manchuria", **COMPLEX), "MOB-18")
    table.refuses(place("caucasus", **COMPLEX), "MOB-18")
    table.refuses(place("united_kingdom", **COMPLEX), "UNI-36")
    table.do(place("india", **COMPLEX)).refuses(place("india", **COMPLEX), "UNI-36")
    assert table.board["facilities"]["india"] == ["industrial_complex"]
