"""Aircraft and the carriers that bear them (chapter UNI)."""

from __future__ import annotations

import pytest

from tests.engine.table import Table, position


def german_fleet_attacks_sz6(defenders: str, attackers: str = "1 destroyer", **spaces: str) -> Table:
    """German ships sail from sea zone 5 into sea zone 6."""
    around = {"sz5": f"germany: {attackers}", "sz6": defenders, **spaces}
    table = position("germany", "combat_move", around)
    return table.move(f"{attackers}: sz5 > sz6").end_phase()


@pytest.mark.rule("UNI-45", setups="every + 1940")
def test_aircraft_attack_on_land_and_at_sea() -> None:
    spaces = {
        "germany": "germany: 2 bomber",
        "united_kingdom": "united_kingdom: 1 infantry",
        "sz6": "united_kingdom: 1 destroyer",
    }
    table = position("germany", "combat_move", spaces)
    table.move("1 bomber: germany > sz5 > sz6").move("1 bomber: germany > sz5 > sz6 > united_kingdom").end_phase()
    table.battle("sz6", dice="1 6").battle("united_kingdom", dice="1 6")
    assert table.at("sz6") == {"germany": {"bomber": 1}}
    assert table.at("united_kingdom") == {"germany": {"bomber": 1}}


@pytest.mark.rule("UNI-45", setups="but revised + 1940")
def test_fighters_on_a_carrier_defend_at_sea_those_of_allies_too() -> None:
    table = german_fleet_attacks_sz6(
        "united_kingdom: 1 aircraft_carrier, 1 fighter; united_states: 1 fighter", "2 battleship"
    )
    table.battle("sz6", dice="6 6 6 4 5")
    defenders = [shots for fired in table.happened("fired") if fired.side == "defender" for shots in fired.shots]
    assert [(s.power, s.unit, s.value, s.hits) for s in defenders] == [
        ("united_kingdom", "aircraft_carrier", 2, 0),
        ("united_kingdom", "fighter", 4, 1),
        ("united_states", "fighter", 4, 0),
    ]


@pytest.mark.rule("UNI-46", setups="every + 1940")
@pytest.mark.theatre("japan")
def test_aircraft_on_an_island_do_not_defend_the_zone_around_it() -> None:
    table = position(
        "united_states",
        "combat_move",
        {"sz44": "united_states: 1 destroyer", "sz45": "japan: 1 destroyer", "japan": "japan: 4 fighter, 1 bomber"},
    )
    table.move("1 destroyer: sz44 > sz45").end_phase().battle("sz45", dice="1 6")
    assert table.at("sz45") == {"united_states": {"destroyer": 1}}


@pytest.mark.rule("UNI-47", setups="every + 1940")
def test_a_bomber_never_lands_on_a_carrier() -> None:
    table = position(
        "germany", "noncombat_move", {"germany": "germany: 1 bomber", "sz5": "germany: 1 aircraft_carrier"}
    )
    table.refuses_move("1 bomber: germany > sz5", "UNI-47")
    table = position(
        "germany", "noncombat_move", {"germany": "germany: 1 bomber"}, purchased={"germany": {"aircraft_carrier": 1}}
    )
    table.refuses_move("1 bomber: germany > sz5", "UNI-47")


@pytest.mark.rule("UNI-51", setups="every + 1940")
def test_a_guest_stays_aboard_while_its_host_moves() -> None:
    table = position(
        "united_kingdom", "noncombat_move", {"sz8": "united_kingdom: 1 aircraft_carrier; united_states: 1 fighter"}
    )
    table.refuses_move("1 fighter: sz8 > united_kingdom", "units")
    table.refuses_move("1 fighter: sz8 > united_kingdom", "power", owner="united_states")
    table.move("1 aircraft_carrier: sz8 > sz9 > sz10")
    assert table.at("sz10") == {"united_kingdom": {"aircraft_carrier": 1}, "united_states": {"fighter": 1}}


@pytest.mark.rule("UNI-51", setups="but anniversary + 1940")
def test_a_guest_takes_off_from_the_carrier_of_an_ally_in_its_own_turn() -> None:
    spaces = {
        "sz8": "united_kingdom: 1 aircraft_carrier; united_states: 1 fighter",
        "western_europe": "germany: 1 infantry",
    }
    table = position("united_states", "combat_move", spaces)
    table.move("1 fighter: sz8 > western_europe").end_phase().battle("western_europe", dice="1 6")
    table.move("1 fighter: western_europe > sz8").end_phase()
    assert table.at("sz8")["united_states"] == {"fighter": 1}


@pytest.mark.rule("UNI-51", setups="every")
def test_a_guest_takes_no_part_in_the_attack_of_its_host_and_sinks_with_it() -> None:
    spaces = {"sz8": "united_kingdom: 1 aircraft_carrier; united_states: 1 fighter", "sz9": "germany: 1 destroyer"}
    table = position("united_kingdom", "combat_move", spaces)
    table.move("1 aircraft_carrier: sz8 > sz9").end_phase().battle("sz9", dice="6 1")
    assert table.at("sz9") == {"germany": {"destroyer": 1}}
    assert "united_states" not in {power for units in table.board["units"].values() for power in units}


@pytest.mark.rule("UNI-53", setups="every + 1940")
def test_a_defending_fighter_lands_on_its_own_carrier_again_if_that_survives() -> None:
    table = german_fleet_attacks_sz6("united_kingdom: 1 aircraft_carrier, 2 fighter")
    table.battle("sz6", dice="6 6 6 1")
    assert table.questions == []
    assert table.at("sz6") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 2}}
    assert all(p.aboard for p in table.pieces if p.unit == "fighter")


@pytest.mark.rule("UNI-56", setups="every")
def test_one_hit_sinks_a_carrier() -> None:
    table = german_fleet_attacks_sz6("united_kingdom: 1 aircraft_carrier").battle("sz6", dice="1 6")
    assert table.at("sz6") == {"germany": {"destroyer": 1}}
