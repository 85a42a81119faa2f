"""Antiaircraft fire at aircraft that attack a territory (SPC-58..64, CMB-05)."""

from __future__ import annotations

import pytest

from engine.ask import expected_battles
from tests.engine.table import Table, position


def over_france(force: str, defenders: str) -> Table:
    """British aircraft have flown from home against Western Europe."""
    spaces = {"united_kingdom": f"united_kingdom: {force}", "western_europe": defenders}
    table = position("united_kingdom", "combat_move", spaces, setup="revised")
    return table.move(f"{force}: united_kingdom > western_europe")


def shots(table: Table, number: int = 0) -> list[tuple[str, int, bool]]:
    """(unit, die, whether it fell) for a volley of antiaircraft fire of the last action."""
    return [(shot.unit, shot.die, shot.hit) for shot in table.happened("anti_aircraft_fired")[number].shots]


@pytest.mark.rule("SPC-58", "SPC-60", "SPC-61", "SPC-62", "UNI-05", setup="revised")
def test_the_gun_fires_one_die_at_each_attacking_aircraft_and_a_one_downs_the_one_rolled_for() -> None:
    table = over_france("2 fighter, 1 bomber", "germany: 1 infantry, 1 anti_aircraft_gun").end_phase()
    first, second = sorted(
        p.id for p in table.state.pieces.values() if p.power == "united_kingdom" and p.unit == "fighter"
    )
    table.battle("western_europe", dice="2 1 6 6 6 6")
    assert shots(table) == [("fighter", 2, False), ("fighter", 1, True), ("bomber", 6, False)]
    assert first in table.state.pieces
    assert second not in table.state.pieces


@pytest.mark.rule("SPC-63", "SPC-59", setup="revised")
def test_whom_the_gun_hits_leaves_before_it_could_fire() -> None:
    table = over_france("1 fighter, 1 bomber", "germany: 1 infantry, 1 anti_aircraft_gun").end_phase()
    table.battle("western_europe", dice="1 6 6 6")
    assert [[shot.unit for shot in fired.shots] for fired in table.happened("fired")] == [["bomber"], ["infantry"]]


@pytest.mark.rule("SPC-63", setup="revised")
def test_with_all_attackers_shot_down_the_battle_is_over() -> None:
    table = over_france("1 fighter", "germany: 1 infantry, 1 anti_aircraft_gun").end_phase()
    table.battle("western_europe", dice="1")
    assert [event.outcome for event in table.happened("battle_ended")] == ["defender"]


@pytest.mark.rule("SPC-59", setup="revised")
def test_the_gun_fires_in_the_first_round_only() -> None:
    table = over_france("1 bomber", "germany: 1 infantry, 1 anti_aircraft_gun").end_phase()
    table.battle("western_europe", dice="6 6 6").press(dice="6 6")
    assert table.happened("anti_aircraft_fired") == []


@pytest.mark.rule("SPC-60", "SPC-64", setup="revised")
def test_of_several_guns_of_several_powers_only_one_fires() -> None:
    guns = "germany: 1 infantry, 2 anti_aircraft_gun; japan: 1 anti_aircraft_gun"
    table = over_france("1 bomber", guns).end_phase().battle("western_europe", dice="6 4 6")
    assert [len(event.shots) for event in table.happened("anti_aircraft_fired")] == [1]


@pytest.mark.rule("SPC-64", setup="revised")
def test_a_gun_fires_for_the_allies_that_defend_beside_it() -> None:
    guns = "germany: 1 infantry; japan: 1 anti_aircraft_gun"
    table = over_france("1 bomber", guns).end_phase().battle("western_europe", dice="1")
    assert [event.power for event in table.happened("anti_aircraft_fired")] == ["japan"]


@pytest.mark.rule("UNI-28", "UNI-29", setup="revised")
def test_a_gun_neither_fights_nor_falls_in_battle() -> None:
    spaces = {"belorussia": "germany: 3 infantry", "west_russia": "soviet_union: 1 infantry, 1 anti_aircraft_gun"}
    table = position("germany", "combat_move", spaces, setup="revised", owners={"west_russia": "soviet_union"})
    table.move("3 infantry: belorussia > west_russia").end_phase().battle("west_russia", dice="1 1 6 6")
    assert [[shot.unit for shot in fired.shots] for fired in table.happened("fired")] == [["infantry"], ["infantry"]]
    assert table.at("west_russia") == {"germany": {"infantry": 3, "anti_aircraft_gun": 1}}


@pytest.mark.rule("SPC-58", setup="revised")
def test_without_aircraft_a_gun_has_nothing_to_fire_at() -> None:
    spaces = {"belorussia": "germany: 1 tank", "west_russia": "soviet_union: 1 infantry, 1 anti_aircraft_gun"}
    table = position("germany", "combat_move", spaces, setup="revised", owners={"west_russia": "soviet_union"})
    table.move("1 tank: belorussia > west_russia").end_phase().battle("west_russia", dice="6 6")
    assert table.happened("anti_aircraft_fired") == []


@pytest.mark.rule("CMB-05", "SPC-58", setup="revised")
def test_a_lone_gun_fires_at_aircraft_before_the_land_units_with_them_take_the_territory() -> None:
    spaces = {"eastern_europe": "germany: 1 infantry, 2 fighter", "karelia_ssr": "soviet_union: 1 anti_aircraft_gun"}
    table = position("germany", "combat_move", spaces, setup="revised")
    table.move("1 infantry, 2 fighter: eastern_europe > karelia_ssr").end_phase("1 6")
    assert [(e.space, e.occasion) for e in table.happened("anti_aircraft_fired")] == [("karelia_ssr", "attack")]
    assert table.happened("round_began") == []
    assert table.owner("karelia_ssr") == "germany"
    assert table.at("karelia_ssr") == {"germany": {"infantry": 1, "fighter": 1, "anti_aircraft_gun": 1}}


@pytest.mark.rule("CMB-05", "SPC-58", setup="revised")
def test_aircraft_alone_are_fired_at_by_a_lone_gun_and_take_nothing() -> None:
    spaces = {"eastern_europe": "germany: 2 fighter", "karelia_ssr": "soviet_union: 1 anti_aircraft_gun"}
    table = position("germany", "combat_move", spaces, setup="revised")
    table.move("2 fighter: eastern_europe > karelia_ssr")
    assert expected_battles(table.state) == ()
    table.end_phase("1 6")
    assert table.owner("karelia_ssr") == "soviet_union"
    assert table.phase == "noncombat_move"
    assert table.at("karelia_ssr")["germany"] == {"fighter": 1}


@pytest.mark.rule("CMB-05", "CMB-03", setup="revised")
def test_fire_on_the_way_comes_before_that_of_a_lone_gun_at_the_goal() -> None:
    spaces = {
        "germany": "germany: 1 bomber",
        "eastern_europe": "soviet_union: 1 anti_aircraft_gun",
        "karelia_ssr": "soviet_union: 1 anti_aircraft_gun",
        "norway": "germany: 1 bomber",
        "archangel": "soviet_union: 1 anti_aircraft_gun",
    }
    table = position("germany", "combat_move", spaces, setup="revised", owners={"eastern_europe": "soviet_union"})
    table.move("1 bomber: norway > karelia_ssr > archangel")
    table.move("1 bomber: germany > eastern_europe > karelia_ssr").end_phase("6 5 4 3")
    assert [(e.space, e.occasion) for e in table.happened("anti_aircraft_fired")] == [
        ("karelia_ssr", "overflight"),
        ("eastern_europe", "overflight"),
        ("archangel", "attack"),
        ("karelia_ssr", "attack"),
    ]


@pytest.mark.rule("CMB-05", "SPC-58", "CMB-04", setup="revised")
def test_a_lone_gun_fires_at_the_aircraft_of_a_landing_once_its_sea_battle_is_won() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 bomber",
        "sz6": "united_kingdom: 1 transport, 1 battleship; germany: 1 submarine",
        "norway": "germany: 1 anti_aircraft_gun",
    }
    cargo = {"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", cargo=cargo)
    table.move("1 infantry: sz6 > norway").move("1 bomber: united_kingdom > norway").end_phase()
    assert table.pending == [("sz6", "sea"), ("norway", "land")]
    table.battle("sz6", dice="6 1 5")
    assert [(e.space, e.occasion) for e in table.happened("anti_aircraft_fired")] == [("norway", "attack")]
    assert table.owner("norway") == "united_kingdom"


@pytest.mark.rule("OPT-27", "SPC-61", setup="revised")
@pytest.mark.parametrize(
    ("advantages", "falls"), [({"united_kingdom": "radar"}, True), ({"germany": "dive_bombers"}, False)]
)
def test_with_radar_a_british_gun_at_home_hits_on_a_two(advantages: dict[str, str], falls: bool) -> None:
    spaces = {
        "western_europe": "germany: 1 bomber",
        "united_kingdom": "united_kingdom: 1 infantry, 1 anti_aircraft_gun",
    }
    table = position("germany", "combat_move", spaces, setup="revised", advantages=advantages)
    table.move("1 bomber: western_europe > united_kingdom").end_phase()
    table.battle("united_kingdom", dice="2" if falls else "2 6 6")
    assert shots(table) == [("bomber", 2, falls)]


@pytest.mark.rule("OPT-27", "OPT-14", setup="revised")
def test_radar_helps_only_on_british_ground_held_by_the_british() -> None:
    spaces = {"eastern_europe": "germany: 1 bomber", "karelia_ssr": "united_kingdom: 1 infantry, 1 anti_aircraft_gun"}
    table = position("germany", "combat_move", spaces, setup="revised", advantages={"united_kingdom": "radar"})
    table.move("1 bomber: eastern_europe > karelia_ssr").end_phase().battle("karelia_ssr", dice="2 6 6")
    assert [event.needed for event in table.happened("anti_aircraft_fired")] == [1]
    spaces = {
        "sz34": "germany: 1 transport",
        "libya": "germany: 1 bomber",
        "anglo_egypt": "united_kingdom: 1 infantry; united_states: 1 anti_aircraft_gun",
    }
    table = position("germany", "combat_move", spaces, setup="revised", advantages={"united_kingdom": "radar"})
    table.move("1 bomber: libya > anglo_egypt").end_phase().battle("anglo_egypt", dice="2 6 6")
    assert [event.needed for event in table.happened("anti_aircraft_fired")] == [1]


@pytest.mark.rule("OPT-27", "SPC-64", setup="revised")
def test_where_guns_of_several_powers_stand_the_one_with_radar_fires() -> None:
    defenders = "united_kingdom: 1 infantry, 1 anti_aircraft_gun; soviet_union: 1 anti_aircraft_gun"
    spaces = {"western_europe": "germany: 1 bomber", "united_kingdom": defenders}
    table = position("germany", "combat_move", spaces, setup="revised", advantages={"united_kingdom": "radar"})
    table.move("1 bomber: western_europe > united_kingdom").end_phase().battle("united_kingdom", dice="2")
    assert [(event.power, event.needed) for event in table.happened("anti_aircraft_fired")] == [("united_kingdom", 2)]
