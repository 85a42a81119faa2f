"""Combat moves are made at the same time: ground that a blitz took is no road for others (CMV-24, CMV-28, UNI-25)."""

from __future__ import annotations

import pytest

from engine.ask import destinations, movable
from engine.game import undone_together
from tests.engine.rules.pacific.playing import at_war
from tests.engine.table import Table

ROAD = "kiangsi > hunan > kweichow"


def column(force: str, **more: str) -> Table:
    """Japanese units in Kiangsi before an empty Hunan and a held Kweichow."""
    return at_war("japan", "combat_move", {"kiangsi": f"japan: {force}", "kweichow": "china: 1 infantry", **more})


def reached(table: Table, unit: str, space: str = "kiangsi") -> set[str]:
    """Where such a unit is offered to go."""
    return {reach.space for reach in destinations(table.state, space, unit)}


@pytest.mark.rule("CMV-24", "UNI-25", setups="1940")
def test_one_mechanized_infantry_follows_a_tank_by_an_order_of_its_own() -> None:
    table = column("1 tank, 3 mechanized_infantry").move(f"1 tank: {ROAD}")
    no = table.refuses_move(f"2 mechanized_infantry: {ROAD}", "UNI-25")
    assert no == (
        "Mechanized infantry can blitz only beside a tank, one beside each; 1 tank has gone this way without one, and "
        "you named 2 mechanized infantry."
    )
    table.move(f"1 mechanized_infantry: {ROAD}")
    no = table.refuses_move(f"1 mechanized_infantry: {ROAD}", "UNI-25")
    assert no == (
        "Hunan was taken by a blitz this turn: until the noncombat move mechanized infantry can go on through it only "
        "beside a tank that goes the same way, one beside each."
    )
    table.end_phase()
    assert table.at("kweichow")["japan"] == {"tank": 1, "mechanized_infantry": 1}


@pytest.mark.rule("CMV-24", "UNI-25", setups="1940")
def test_a_tank_that_took_one_along_has_no_room_beside_it_for_another() -> None:
    table = column("2 tank, 3 mechanized_infantry").move(f"1 tank, 1 mechanized_infantry: {ROAD}")
    table.refuses_move(f"1 mechanized_infantry: {ROAD}", "UNI-25")
    table.refuses_move(f"1 tank, 2 mechanized_infantry: {ROAD}", "UNI-25")
    table.move(f"1 tank: {ROAD}").move(f"1 mechanized_infantry: {ROAD}")
    table.refuses_move(f"1 mechanized_infantry: {ROAD}", "UNI-25")


@pytest.mark.rule("CMV-24", "UNI-25", setups="1940")
def test_tanks_of_this_order_and_of_an_earlier_one_count_together() -> None:
    table = column("2 tank, 3 mechanized_infantry").move(f"1 tank: {ROAD}")
    no = table.refuses_move(f"1 tank, 3 mechanized_infantry: {ROAD}", "UNI-25")
    assert no.endswith("; 1 tank has gone this way without one, and you named 3 mechanized infantry and 1 tank.")
    table.move(f"1 tank, 2 mechanized_infantry: {ROAD}")


@pytest.mark.rule("CMV-24", "CMV-28", setups="1940")
@pytest.mark.parametrize(
    "way", ["kiangsi > hunan > kwangsi", "kiangsi > hunan > kiangsi", "kwangsi > hunan > kweichow"]
)
def test_a_tank_that_goes_another_way_takes_nobody_along(way: str) -> None:
    table = column("1 tank, 1 mechanized_infantry", kwangsi="japan: 1 tank").move(f"1 tank: {way}")
    assert table.owner("hunan") == "japan"
    table.refuses_move(f"1 mechanized_infantry: {ROAD}", "UNI-25")


@pytest.mark.rule("CMV-24", setups="1940")
def test_nor_does_one_that_took_the_ground_where_the_infantry_stopped() -> None:
    table = column("1 mechanized_infantry", kwangsi="japan: 1 tank").move("1 mechanized_infantry: kiangsi > hunan")
    table.move("1 tank: kwangsi > hunan > kweichow")
    table.refuses_move("1 mechanized_infantry: hunan > kweichow", "UNI-25")
    table = column("1 tank, 1 mechanized_infantry").move("1 tank, 1 mechanized_infantry: kiangsi > hunan")
    table.move("1 tank: hunan > kweichow").move("1 mechanized_infantry: hunan > kweichow")


@pytest.mark.rule("CMV-09", "CMV-24", setups="1940")
def test_another_tank_blitzes_through_it_as_if_it_were_the_first() -> None:
    table = column("3 tank, 1 mechanized_infantry").move(f"1 tank: {ROAD}")
    table.move("1 tank: kiangsi > hunan > kiangsi")
    table.move("1 tank, 1 mechanized_infantry: kiangsi > hunan > kwangsi").end_phase()
    assert table.at("kwangsi") == {"japan": {"tank": 1, "mechanized_infantry": 1}}
    assert table.at("kiangsi") == {"japan": {"tank": 1}}


@pytest.mark.rule("CMV-24", setups="1940")
def test_in_the_noncombat_move_the_road_is_open_to_all() -> None:
    table = column("1 tank, 2 mechanized_infantry").move("1 tank: kiangsi > hunan > kiangsi").end_phase()
    table.move("2 mechanized_infantry: kiangsi > hunan > kwangsi")


@pytest.mark.rule("RES-49", "CMV-24", setups="1940")
def test_improved_mechanized_infantry_needs_no_tank() -> None:
    spaces = {"kiangsi": "japan: 1 tank, 2 mechanized_infantry", "kweichow": "china: 1 infantry"}
    known = {"japan": ["improved_mechanized_infantry"]}
    table = at_war("japan", "combat_move", spaces, technologies=known).move(f"1 tank: {ROAD}")
    table.move(f"2 mechanized_infantry: {ROAD}")


@pytest.mark.rule("CMV-24", setups="1940")
def test_the_tank_is_not_taken_back_while_its_infantry_needs_it() -> None:
    table = column("2 tank, 1 mechanized_infantry").move(f"1 tank: {ROAD}").move(f"1 mechanized_infantry: {ROAD}")
    no = table.refuses({"type": "undo", "order": 0}, "phase")
    assert no.startswith("A later order depends on that one")
    assert undone_together(table.state, 0) == (0, 1)
    table.move(f"1 tank: {ROAD}")
    assert undone_together(table.state, 0) == (0, 1)
    table.do({"type": "undo", "order": 1}).move(f"1 mechanized_infantry: {ROAD}").do({"type": "undo", "order": 0})
    assert table.at("kweichow")["japan"] == {"tank": 1, "mechanized_infantry": 1}


@pytest.mark.rule("CMV-24", "UNI-25", setups="1940")
def test_what_is_offered_is_what_is_accepted() -> None:
    table = column("1 tank, 2 mechanized_infantry").move(f"1 tank: {ROAD}")
    assert "kweichow" in reached(table, "mechanized_infantry")
    table.move(f"1 mechanized_infantry: {ROAD}")
    assert not {"hunan", "kweichow"} & reached(table, "mechanized_infantry")


@pytest.mark.rule("CMV-24", "UNI-25", setups="1940")
def test_infantry_that_can_go_only_beside_a_tank_now_is_offered_with_it() -> None:
    spaces = {"kiangsi": "japan: 2 tank, 2 mechanized_infantry"}
    around = ("anhwe", "kwangsi", "kwangtung", "chahar", "hopei", "yunnan", "kweichow")
    table = at_war("japan", "combat_move", spaces, owners=dict.fromkeys(around, "japan"))
    table.move(f"1 tank, 1 mechanized_infantry: {ROAD}")
    offers = [(entry.unit, entry.count, entry.company) for entry in movable(table.state)]
    assert sorted(offers) == [("mechanized_infantry", 1, "tank"), ("tank", 1, None)]
