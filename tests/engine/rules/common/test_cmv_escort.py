"""Assaults past the enemy's ships: who must be fought, who may be ignored, who must escort."""

import pytest

from tests.engine.table import Table, position


def off_britain(**spaces: str) -> Table:
    """A German transport in sea zone 5 with two infantry aboard, and these units elsewhere."""
    return position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 transport", **spaces},
        cargo={"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]},
    )


def sail_and_land(table: Table) -> Table:
    """The transport goes to sea zone 6, and its cargo is to take the United Kingdom."""
    return table.move("1 transport: sz5 > sz6").move("2 infantry: sz6 > united_kingdom")


@pytest.mark.rule("CMV-63", setups="but revised + 1940")
def test_transports_alone_do_not_attack_surface_warships() -> None:
    table = off_britain(sz6="united_kingdom: 1 destroyer")
    sail_and_land(table)
    sentence = table.refuses({"type": "end_phase"}, "CMV-63")
    assert sentence == (
        "Sea zone 6 is held by 1 destroyer, and transports alone cannot attack. Bring a warship or aircraft, or leave."
    )


@pytest.mark.rule("CMV-63", setups="but revised + 1940")
@pytest.mark.parametrize("enemy", ["transport", "submarine"])
def test_transports_alone_attack_neither_transports_nor_submarines(enemy: str) -> None:
    table = off_britain(sz6=f"united_kingdom: 1 {enemy}")
    sentence = table.refuses_move("1 transport: sz5 > sz6", "CMV-63", attack=True)
    assert sentence == "Transports alone cannot attack in sea zone 6. Send a warship or aircraft."
    table.move("1 transport: sz5 > sz6")
    table.refuses({"type": "engage", "space": "sz6", "attack": True}, "CMV-63")
    table.refuses({"type": "end_phase"}, "CMV-01")


@pytest.mark.rule("CMV-63", setups="but revised + 1940")
def test_transports_left_behind_by_their_warship_do_not_attack_either() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 transport, 1 destroyer; united_kingdom: 1 transport", "sz6": "united_kingdom: 1 submarine"},
    )
    table.do({"type": "engage", "space": "sz5", "attack": True}).move("1 destroyer: sz5 > sz6")
    table.refuses({"type": "end_phase"}, "CMV-63")


@pytest.mark.rule("CMV-63", setups="but revised + 1940")
def test_nor_do_those_whose_warship_is_told_to_look_on_after_all() -> None:
    table = position(
        "germany", "combat_move", {"sz5": "germany: 1 transport, 1 destroyer; united_kingdom: 1 transport"}
    )
    table.do({"type": "engage", "space": "sz5", "attack": True})
    table.do({"type": "engage", "space": "sz5", "attack": False, "units": {"destroyer": 1}})
    table.refuses({"type": "end_phase"}, "CMV-63")


@pytest.mark.rule("CMV-63", setups="every + 1940")
@pytest.mark.theatre("cruisers")
@pytest.mark.parametrize("escort", ["1 destroyer", "1 submarine", "1 aircraft_carrier", "1 battleship"])
def test_transports_attack_in_the_company_of_a_warship(escort: str) -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": f"germany: 1 transport, {escort}", "sz6": "united_kingdom: 1 destroyer"},
    )
    table.move(f"1 transport, {escort}: sz5 > sz6").end_phase()
    assert table.pending == [("sz6", "sea")]


@pytest.mark.rule("CMV-63", setups="every + 1940")
def test_aircraft_may_clear_the_zone_for_a_transport() -> None:
    table = off_britain(sz6="united_kingdom: 1 destroyer", germany="germany: 1 fighter")
    sail_and_land(table).move("1 fighter: germany > sz5 > sz6").end_phase()
    table.battle("sz6", dice="3 6")
    assert table.owner("united_kingdom") == "germany"


@pytest.mark.rule("CMV-64", setups="but revised + 1940")
@pytest.mark.parametrize("escort", ["destroyer", "aircraft_carrier", "battleship"])
def test_one_own_warship_in_the_zone_is_escort_enough_and_the_submarine_is_ignored(escort: str) -> None:
    table = off_britain(sz6=f"united_kingdom: 2 submarine; germany: 1 {escort}")
    sail_and_land(table).end_phase()
    assert table.owner("united_kingdom") == "germany"
    assert table.at("sz6") == {"germany": {escort: 1, "transport": 1}, "united_kingdom": {"submarine": 2}}
    assert table.phase == "noncombat_move"


@pytest.mark.rule("CMV-64", setups="but revised + 1940")
def test_a_warship_that_comes_along_covers_the_landing_without_a_fight() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 transport, 1 destroyer", "sz6": "united_kingdom: 1 submarine"},
        cargo={"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]},
    )
    table.move("1 transport, 1 destroyer: sz5 > sz6").move("2 infantry: sz6 > united_kingdom").end_phase()
    assert table.pending == []
    assert table.owner("united_kingdom") == "germany"


@pytest.mark.rule("CMV-64", setups="but revised + 1940")
def test_enemy_transports_may_be_ignored_without_escort() -> None:
    table = off_britain(sz6="united_kingdom: 3 transport")
    sail_and_land(table).end_phase()
    assert table.owner("united_kingdom") == "germany"
    assert table.at("sz6")["united_kingdom"] == {"transport": 3}


@pytest.mark.rule("CMV-70", setups="every + 1940")
def test_each_aircraft_fights_in_the_part_that_it_flew_to() -> None:
    table = off_britain(
        sz6="united_kingdom: 1 destroyer",
        united_kingdom="united_kingdom: 1 infantry",
        germany="germany: 1 fighter, 1 bomber",
    )
    sail_and_land(table).move("1 fighter: germany > sz5 > sz6").move("1 bomber: germany > sz5 > sz6 > united_kingdom")
    table.end_phase()
    table.battle("sz6", dice="3 6")
    table.battle("united_kingdom", dice="6 6 4 6")
    assert table.at("united_kingdom") == {"germany": {"infantry": 2, "bomber": 1}}
    assert table.at("sz6") == {"germany": {"fighter": 1, "transport": 1}}


@pytest.mark.rule("CMV-70", setups="every + 1940")
def test_aircraft_do_not_switch_between_sea_and_land_once_the_phase_is_over() -> None:
    table = off_britain(
        sz6="united_kingdom: 1 destroyer", united_kingdom="united_kingdom: 1 infantry", germany="germany: 1 bomber"
    )
    sail_and_land(table).move("1 bomber: germany > sz5 > sz6").end_phase()
    table.refuses_move("1 bomber: sz6 > united_kingdom", "phase")
    table.battle("sz6", dice="4 6")
    table.refuses_move("1 bomber: sz6 > united_kingdom", "phase")
