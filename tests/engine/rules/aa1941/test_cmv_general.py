"""What the combat move is for, how far units go in it, and what it allows no more afterwards."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMV-01")
@pytest.mark.parametrize(
    ("start", "unit", "end"),
    [
        ("germany", "infantry", "western_europe"),
        ("germany", "tank", "ukraine"),
        ("germany", "fighter", "southern_europe"),
        ("sz5", "destroyer", "sz6"),
        ("sz5", "submarine", "sz6"),
    ],
)
def test_a_combat_move_does_not_end_in_a_friendly_space(start: str, unit: str, end: str) -> None:
    table = position("germany", "combat_move", {start: f"germany: 1 {unit}"})
    table.refuses_move(f"1 {unit}: {start} > {end}", "CMV-01")


@pytest.mark.rule("CMV-02")
def test_entering_hostile_land_is_a_combat_move_even_if_nobody_is_there() -> None:
    table = position("germany", "noncombat_move", {"ukraine": "germany: 1 tank"}, owners={"caucasus": "soviet_union"})
    table.refuses_move("1 tank: ukraine > caucasus", "NCM-07")
    table = position("germany", "combat_move", {"north_africa": "germany: 1 infantry"})
    table.move("1 infantry: north_africa > anglo_egypt_sudan").end_phase()
    assert table.owner("anglo_egypt_sudan") == "germany"
    assert table.phase == "noncombat_move"


@pytest.mark.rule("CMV-03")
def test_each_border_costs_one_and_the_move_value_is_the_limit() -> None:
    table = position(
        "germany",
        "combat_move",
        {"eastern_europe": "germany: 1 infantry, 1 tank", "russia": "soviet_union: 1 infantry"},
    )
    sentence = table.refuses_move("1 infantry: eastern_europe > russia", "CMV-03")
    assert sentence == "The infantry has 1 space of movement left; Russia is 2 spaces away."
    table.move("1 tank: eastern_europe > russia")
    table.refuses_move("1 tank: russia > archangel", "CMV-03")


@pytest.mark.rule("CMV-03")
def test_ships_go_two_sea_zones_at_most() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 1 submarine", "sz9": "united_kingdom: 1 transport"})
    table.move("1 submarine: sz5 > sz9")
    table = position("germany", "combat_move", {"sz5": "germany: 1 submarine", "sz10": "united_kingdom: 1 transport"})
    table.refuses_move("1 submarine: sz5 > sz10", "CMV-03")


@pytest.mark.rule("CMV-04")
def test_units_from_different_spaces_attack_one_space_together() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "ukraine": "germany: 1 infantry",
            "west_russia": "germany: 1 infantry",
            "germany": "germany: 1 fighter",
            "caucasus": "soviet_union: 1 infantry",
        },
    )
    table.move("1 infantry: ukraine > caucasus").move("1 infantry: west_russia > caucasus")
    table.move("1 fighter: germany > caucasus").end_phase()
    table.battle("caucasus", dice="6 1 6 6")
    assert table.at("caucasus") == {"germany": {"infantry": 2, "fighter": 1}}


@pytest.mark.rule("CMV-05")
def test_units_pass_friendly_spaces_on_the_way_to_the_fight() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "germany": "germany: 1 tank",
            "eastern_europe": "germany: 1 infantry",
            "karelia": "soviet_union: 1 infantry",
            "sz15": "germany: 1 battleship",
            "sz17": "united_kingdom: 1 destroyer",
        },
    )
    table.move("1 tank: germany > eastern_europe > karelia").move("1 battleship: sz15 > sz16 > sz17")
    assert table.at("karelia")["germany"] == {"tank": 1}
    assert table.at("sz17")["germany"] == {"battleship": 1}


@pytest.mark.rule("CMV-06")
def test_land_and_sea_units_stop_in_the_first_hostile_space() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "ukraine": "germany: 1 tank",
            "caucasus": "soviet_union: 1 infantry",
            "sz5": "germany: 1 battleship",
            "sz6": "united_kingdom: 1 destroyer",
            "sz9": "united_kingdom: 1 destroyer",
        },
    )
    sentence = table.refuses_move("1 tank: ukraine > caucasus > russia", "CMV-25")
    assert "1 infantry" in sentence
    table.refuses_move("1 battleship: sz5 > sz6 > sz9", "CMV-29")
    table.move("1 tank: ukraine > caucasus").move("1 battleship: sz5 > sz6")


@pytest.mark.rule("CMV-07")
def test_nothing_moves_once_the_battles_begin() -> None:
    table = position(
        "germany",
        "combat_move",
        {"ukraine": "germany: 2 infantry", "caucasus": "soviet_union: 1 infantry"},
    )
    table.move("1 infantry: ukraine > caucasus").end_phase()
    sentence = table.refuses_move("1 infantry: ukraine > caucasus", "phase")
    assert "conduct combat" in sentence
    table.battle("caucasus", dice="6 6")
    table.refuses_move("1 infantry: ukraine > caucasus", "phase")


@pytest.mark.rule("CMV-07")
def test_a_neighbour_cannot_be_attacked_from_land_still_to_be_won() -> None:
    table = position(
        "germany",
        "combat_move",
        {"ukraine": "germany: 1 tank, 1 infantry", "caucasus": "soviet_union: 1 infantry"},
    )
    table.move("1 infantry: ukraine > caucasus")
    table.refuses_move("1 tank: ukraine > caucasus > russia", "CMV-25")


@pytest.mark.rule("CMV-15")
def test_only_aircraft_move_in_both_phases() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "north_africa": "germany: 1 tank",
            "germany": "germany: 1 fighter",
            "sz5": "germany: 1 destroyer",
            "sz6": "united_kingdom: 1 transport",
            "karelia": "soviet_union: 1 infantry",
        },
    )
    table.move("1 tank: north_africa > anglo_egypt_sudan").move("1 fighter: germany > karelia")
    table.move("1 destroyer: sz5 > sz6").end_phase()
    table.battle("karelia", dice="3 6").battle("sz6")
    table.refuses_move("1 tank: anglo_egypt_sudan > north_africa", "CMV-15")
    sentence = table.refuses_move("1 destroyer: sz6 > sz5", "CMV-15")
    assert sentence == "The destroyer fought this turn, so it stays in sea zone 6."
    table.move("1 fighter: karelia > germany")
