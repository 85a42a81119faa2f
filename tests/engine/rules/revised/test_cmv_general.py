"""The combat move of Revised in general, and tanks that blitz (CMV-01..09, CMV-23..26, CMV-69, CMV-70)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facilities.production import income
from tests.engine.table import Table, position

CHANNEL = {
    "germany": "germany: 2 infantry, 1 tank, 1 fighter, 1 bomber",
    "sz5": "germany: 1 transport",
    "united_kingdom": "united_kingdom: 1 infantry",
}


def german_move(spaces: dict[str, str], **more: Any) -> Table:
    """A German combat move."""
    return position("germany", "combat_move", spaces, setup="revised", **more)


@pytest.mark.rule("CMV-01", setup="revised")
@pytest.mark.parametrize(
    ("start", "unit", "end"),
    [
        ("germany", "infantry", "western_europe"),
        ("germany", "artillery", "eastern_europe"),
        ("germany", "tank", "ukraine_ssr"),
        ("germany", "fighter", "southern_europe"),
        ("sz5", "destroyer", "sz6"),
        ("sz5", "submarine", "sz6"),
    ],
)
def test_a_combat_move_does_not_end_in_a_friendly_space(start: str, unit: str, end: str) -> None:
    german_move({start: f"germany: 1 {unit}"}).refuses_move(f"1 {unit}: {start} > {end}", "CMV-01")


@pytest.mark.rule("CMV-02", setup="revised")
def test_entering_hostile_land_is_a_combat_move_even_if_nobody_is_there() -> None:
    table = position("germany", "noncombat_move", {"libya": "germany: 1 tank"}, setup="revised")
    table.refuses_move("1 tank: libya > anglo_egypt", "NCM-07")
    table = german_move({"libya": "germany: 1 infantry"}).move("1 infantry: libya > anglo_egypt").end_phase()
    assert (table.owner("anglo_egypt"), table.phase) == ("germany", "noncombat_move")


@pytest.mark.rule("CMV-03", setup="revised")
def test_each_border_costs_one_and_the_move_value_is_the_limit() -> None:
    table = german_move(
        {"ukraine_ssr": "germany: 1 infantry, 1 artillery, 1 tank", "russia": "soviet_union: 1 infantry"}
    )
    for unit in ("infantry", "artillery"):
        sentence = table.refuses_move(f"1 {unit}: ukraine_ssr > west_russia > russia", "CMV-03")
        assert sentence == f"The {unit} has 1 space of movement left; Russia is 2 spaces away."
    table.move("1 tank: ukraine_ssr > west_russia > russia")
    table.refuses_move("1 tank: russia > archangel", "CMV-03")


@pytest.mark.rule("CMV-04", setup="revised")
def test_units_from_different_spaces_attack_one_space_together() -> None:
    table = german_move(
        {
            "ukraine_ssr": "germany: 1 infantry",
            "west_russia": "germany: 1 artillery",
            "germany": "germany: 1 bomber",
            "caucasus": "soviet_union: 1 infantry",
        }
    )
    table.move("1 infantry: ukraine_ssr > caucasus").move("1 artillery: west_russia > caucasus")
    table.move("1 bomber: germany > caucasus").end_phase().battle("caucasus", dice="2 6 6 6")
    assert table.at("caucasus") == {"germany": {"infantry": 1, "artillery": 1, "bomber": 1}}


@pytest.mark.rule("CMV-05", setup="revised")
def test_units_pass_friendly_spaces_on_the_way_to_the_fight() -> None:
    table = german_move({"germany": "germany: 1 tank", "eastern_europe": "germany: 1 infantry", "karelia_ssr": ""})
    table.move("1 tank: germany > eastern_europe > karelia_ssr")
    assert table.at("karelia_ssr") == {"germany": {"tank": 1}}


@pytest.mark.rule("CMV-06", setup="revised")
def test_land_units_stop_in_the_first_hostile_space() -> None:
    table = german_move({"ukraine_ssr": "germany: 2 tank", "caucasus": "soviet_union: 1 infantry"})
    table.refuses_move("1 tank: ukraine_ssr > caucasus > russia", "CMV-25")
    table.move("1 tank: ukraine_ssr > caucasus")
    table.refuses_move("1 tank: caucasus > russia", "CMV-25")


@pytest.mark.rule("CMV-07", setup="revised")
def test_nothing_moves_once_the_battles_begin() -> None:
    table = german_move({"ukraine_ssr": "germany: 2 infantry", "caucasus": "soviet_union: 1 infantry"})
    table.move("1 infantry: ukraine_ssr > caucasus").end_phase()
    table.refuses_move("1 infantry: ukraine_ssr > caucasus", "phase")
    table.battle("caucasus", dice="6 6")
    table.refuses_move("1 infantry: ukraine_ssr > caucasus", "phase")


@pytest.mark.rule("CMV-08", setup="revised")
def test_a_unit_fights_in_one_battle_a_turn() -> None:
    table = german_move(
        {
            "ukraine_ssr": "germany: 1 tank",
            "west_russia": "germany: 1 infantry",
            "caucasus": "soviet_union: 1 infantry",
            "russia": "soviet_union: 1 infantry",
        }
    )
    table.move("1 tank: ukraine_ssr > caucasus").move("1 infantry: west_russia > russia").end_phase()
    table.battle("caucasus", dice="1 6").battle("russia", dice="1 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["infantry"], "the tank had its battle"
    assert table.phase == "noncombat_move"
    table.refuses_move("1 tank: caucasus > russia", "CMV-15")


@pytest.mark.rule("CMV-09", "CMV-23", setup="revised")
@pytest.mark.parametrize("end", ["libya", "trans_jordan", "italian_east_africa"])
def test_a_blitz_may_end_where_it_began_or_in_a_second_hostile_territory(end: str) -> None:
    table = german_move({"libya": "germany: 1 tank"}).move(f"1 tank: libya > anglo_egypt > {end}").end_phase()
    assert (table.owner("anglo_egypt"), table.owner(end)) == ("germany", "germany")
    assert table.at(end) == {"germany": {"tank": 1}}


@pytest.mark.rule("CMV-09", setup="revised")
def test_a_blitz_may_end_in_friendly_land() -> None:
    table = german_move({"ukraine_ssr": "germany: 1 tank"}, owners={"belorussia": "soviet_union"})
    table.move("1 tank: ukraine_ssr > belorussia > eastern_europe").end_phase()
    assert table.owner("belorussia") == "germany"
    assert table.at("eastern_europe") == {"germany": {"tank": 1}}


@pytest.mark.rule("CMV-23", setup="revised")
def test_a_tank_takes_empty_land_and_goes_on_to_attack() -> None:
    table = german_move({"libya": "germany: 1 tank", "trans_jordan": "united_kingdom: 1 infantry"})
    table.move("1 tank: libya > anglo_egypt > trans_jordan").end_phase().battle("trans_jordan", dice="3 6")
    assert (table.owner("anglo_egypt"), table.owner("trans_jordan")) == ("germany", "germany")


@pytest.mark.rule("CMV-23", setup="revised")
@pytest.mark.parametrize("unit", ["infantry", "artillery"])
def test_infantry_and_artillery_do_not_blitz(unit: str) -> None:
    table = german_move({"libya": f"germany: 1 {unit}"})
    table.refuses_move(f"1 {unit}: libya > anglo_egypt > libya", "CMV-03")


@pytest.mark.rule("CMV-24", "CMB-47", setup="revised")
def test_a_blitz_changes_production_at_once_and_undo_gives_it_back() -> None:
    table = german_move({"libya": "germany: 1 tank"})
    before = table.state
    assert (income(before, "germany"), income(before, "united_kingdom")) == (40, 30)
    table.move("1 tank: libya > anglo_egypt > libya")
    assert (income(table.state, "germany"), income(table.state, "united_kingdom")) == (42, 28)
    assert table.do({"type": "undo"}).state == before


@pytest.mark.rule("CMV-25", setup="revised")
@pytest.mark.parametrize("unit", ["infantry", "fighter", "anti_aircraft_gun"])
def test_any_enemy_unit_stops_a_blitz_an_antiaircraft_gun_alone_too(unit: str) -> None:
    table = german_move({"libya": "germany: 1 tank", "anglo_egypt": f"united_kingdom: 1 {unit}"})
    table.refuses_move("1 tank: libya > anglo_egypt > trans_jordan", "CMV-25")


@pytest.mark.rule("CMV-25", "CMV-26", "CMB-48", setup="revised")
def test_a_gun_and_a_complex_alone_stop_a_blitz_and_fall_without_a_battle() -> None:
    """The last caption on blitzing: the captor becomes the owner of those units."""
    table = german_move({"ukraine_ssr": "germany: 1 tank", "caucasus": "soviet_union: 1 anti_aircraft_gun"})
    table.refuses_move("1 tank: ukraine_ssr > caucasus > russia", "CMV-25")
    table.move("1 tank: ukraine_ssr > caucasus").end_phase()
    assert table.phase == "noncombat_move"
    assert table.owner("caucasus") == "germany"
    assert table.board["facilities"]["caucasus"] == ["industrial_complex"]
    assert table.at("caucasus") == {"germany": {"tank": 1, "anti_aircraft_gun": 1}}


@pytest.mark.rule("CMV-69", setup="revised")
def test_an_assault_is_declared_in_the_combat_move_and_none_is_added_later() -> None:
    aboard = {"sz6": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]}
    table = german_move({**CHANNEL, "sz6": "germany: 1 transport"}, cargo=aboard)
    undeclared = Table(table.state).end_phase()
    assert undeclared.phase == "noncombat_move"
    undeclared.refuses_move("2 infantry: sz6 > united_kingdom", "NCM-07")
    table.move("2 infantry: sz6 > united_kingdom").end_phase()
    assert table.pending == [("united_kingdom", "land")]


@pytest.mark.rule("CMV-70", setup="revised")
def test_each_aircraft_fights_in_the_part_that_it_flew_to() -> None:
    table = german_move({**CHANNEL, "sz6": "united_kingdom: 1 destroyer"})
    table.move("2 infantry: germany > sz5").move("1 transport: sz5 > sz6").move("2 infantry: sz6 > united_kingdom")
    table.move("1 fighter: germany > sz5 > sz6").move("1 bomber: germany > sz5 > sz6 > united_kingdom").end_phase()
    table.battle("sz6", dice="3 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["fighter"]
    table.refuses_move("1 fighter: sz6 > united_kingdom", "phase")
    table.battle("united_kingdom", dice="6 6 4 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["infantry", "bomber"]
    assert table.at("sz6") == {"germany": {"fighter": 1, "transport": 1}}
