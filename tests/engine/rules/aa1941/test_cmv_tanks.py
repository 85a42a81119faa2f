"""Tanks blitz: through empty hostile land, taking it on the way."""

import pytest

from engine.facilities.production import income
from tests.engine.table import position


@pytest.mark.rule("CMV-09", "CMV-23", "CMV-24")
def test_a_tank_takes_empty_land_and_goes_on_to_attack() -> None:
    table = position(
        "germany",
        "combat_move",
        {"ukraine": "germany: 1 tank", "archangel": "soviet_union: 1 infantry"},
        owners={"west_russia": "soviet_union"},
    )
    table.move("1 tank: ukraine > west_russia > archangel")
    assert table.owner("west_russia") == "germany"
    assert table.at("archangel")["germany"] == {"tank": 1}
    table.end_phase().battle("archangel", dice="3 6")
    assert table.owner("archangel") == "germany"


@pytest.mark.rule("CMV-09", "CMV-23")
def test_a_blitz_may_end_in_friendly_land() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 1 tank"}, owners={"west_russia": "soviet_union"})
    table.move("1 tank: ukraine > west_russia > eastern_europe").end_phase()
    assert table.owner("west_russia") == "germany"
    assert table.at("eastern_europe") == {"germany": {"tank": 1}}


@pytest.mark.rule("CMV-09", "CMV-23")
def test_a_blitz_may_end_where_it_began() -> None:
    table = position("germany", "combat_move", {"north_africa": "germany: 1 tank"})
    table.move("1 tank: north_africa > anglo_egypt_sudan > north_africa").end_phase()
    assert table.owner("anglo_egypt_sudan") == "germany"
    assert table.at("north_africa") == {"germany": {"tank": 1}}
    assert table.phase == "noncombat_move"
    table.refuses_move("1 tank: north_africa > anglo_egypt_sudan", "CMV-15")


@pytest.mark.rule("CMV-23")
def test_a_blitz_may_end_in_a_second_empty_hostile_territory() -> None:
    table = position("germany", "combat_move", {"north_africa": "germany: 1 tank"})
    table.move("1 tank: north_africa > anglo_egypt_sudan > middle_east").end_phase()
    assert (table.owner("anglo_egypt_sudan"), table.owner("middle_east")) == ("germany", "germany")


@pytest.mark.rule("CMV-23")
def test_a_blitz_may_be_ordered_in_two_steps() -> None:
    table = position("germany", "combat_move", {"north_africa": "germany: 1 tank"})
    table.move("1 tank: north_africa > anglo_egypt_sudan")
    assert table.owner("anglo_egypt_sudan") == "united_kingdom"
    table.move("1 tank: anglo_egypt_sudan > belgian_congo_kenya")
    assert table.owner("anglo_egypt_sudan") == "germany"


@pytest.mark.rule("CMV-23", "CMV-24")
def test_several_tanks_blitz_in_one_order_and_others_may_follow() -> None:
    table = position(
        "germany",
        "combat_move",
        {"north_africa": "germany: 3 tank", "italian_east_africa": "united_kingdom: 1 infantry"},
    )
    table.move("2 tank: north_africa > anglo_egypt_sudan > italian_east_africa")
    table.move("1 tank: north_africa > anglo_egypt_sudan > middle_east").end_phase()
    table.battle("italian_east_africa", dice="3 6 6")
    assert [table.owner(t) for t in ("anglo_egypt_sudan", "italian_east_africa", "middle_east")] == ["germany"] * 3


@pytest.mark.rule("CMV-09", "CMV-24")
def test_a_second_tank_blitzes_through_the_same_ground_and_back_among_friends() -> None:
    table = position("germany", "combat_move", {"north_africa": "germany: 2 tank"})
    for _ in range(2):
        table.move("1 tank: north_africa > anglo_egypt_sudan > north_africa")
    table.end_phase()
    assert table.at("north_africa") == {"germany": {"tank": 2}}


@pytest.mark.rule("CMV-24")
def test_a_blitz_changes_production_at_once_and_undo_gives_it_back() -> None:
    table = position("germany", "combat_move", {"north_africa": "germany: 1 tank"})
    before = table.state
    assert (income(table.state, "germany"), income(table.state, "united_kingdom")) == (12, 12)
    table.move("1 tank: north_africa > anglo_egypt_sudan > north_africa")
    assert (income(table.state, "germany"), income(table.state, "united_kingdom")) == (13, 11)
    assert table.board["captured_this_turn"] == ["anglo_egypt_sudan"]
    table.do({"type": "undo"})
    assert table.state == before


@pytest.mark.rule("CMV-24")
def test_a_blitz_through_an_allys_land_frees_it_for_the_ally() -> None:
    table = position(
        "soviet_union", "combat_move", {"caucasus": "soviet_union: 1 tank"}, owners={"middle_east": "germany"}
    )
    table.move("1 tank: caucasus > middle_east > caucasus")
    assert table.owner("middle_east") == "united_kingdom"


@pytest.mark.rule("CMV-25")
@pytest.mark.parametrize("unit", ["infantry", "tank", "fighter", "bomber"])
def test_any_enemy_unit_stops_a_blitz(unit: str) -> None:
    table = position(
        "germany",
        "combat_move",
        {"north_africa": "germany: 1 tank", "anglo_egypt_sudan": f"united_kingdom: 1 {unit}"},
    )
    sentence = table.refuses_move("1 tank: north_africa > anglo_egypt_sudan > middle_east", "CMV-25")
    assert f"holds 1 {unit}" in sentence


@pytest.mark.rule("CMV-03", "CMV-23")
def test_infantry_does_not_blitz() -> None:
    table = position("germany", "combat_move", {"north_africa": "germany: 1 infantry, 1 tank"})
    table.refuses_move("1 infantry, 1 tank: north_africa > anglo_egypt_sudan > middle_east", "CMV-03")


@pytest.mark.rule("CMV-05", "CMV-23")
def test_friendly_land_first_is_an_ordinary_move_that_captures_only_its_end() -> None:
    table = position("soviet_union", "combat_move", {"russia": "soviet_union: 1 tank"})
    table.move("1 tank: russia > caucasus > ukraine").end_phase()
    assert table.owner("ukraine") == "soviet_union"
    assert table.owner("caucasus") == "soviet_union"
    assert table.board["captured_this_turn"] == ["ukraine"]
