"""What “all” stands for in orders that are typed."""

from __future__ import annotations

from typing import Any

import pytest

from engine import IllegalAction, load_setup
from engine.ask import move_in_numbers, placed_in_numbers, shipped_in_numbers
from engine.queries.notation import ALL, ANY_UNIT, read_by_space, read_move, read_placed, read_units
from tests.engine.table import Table, position

EDITION = load_setup("aa1941")


def ordered(table: Table, line: str, **how: Any) -> dict[str, int]:
    """The units that a line moves, in numbers."""
    order = {**read_move(table.state.edition, line, may_be_all=True), **how}
    units: dict[str, int] = move_in_numbers(table.state, order)["units"]
    return units


def on_the_way_east() -> Table:
    """Germany's noncombat move with five infantry, two tanks and a fighter at home."""
    return position("germany", "noncombat_move", {"germany": "germany: 5 infantry, 2 tank, 1 fighter"})


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("all infantry", {"infantry": ALL}),
        ("all the inf, 2 tanks", {"infantry": ALL, "tank": 2}),
        ("All of my tanks and every fighter", {"tank": ALL, "fighter": ALL}),
        ("all", {ANY_UNIT: ALL}),
        ("all units", {ANY_UNIT: ALL}),
        ("everything", {ANY_UNIT: ALL}),
        ("2 infantry, all inf", {"infantry": ALL}),
    ],
)
def test_all_may_stand_in_place_of_a_number(text: str, units: dict[str, int]) -> None:
    assert read_units(EDITION, text, may_be_all=True) == units


@pytest.mark.parametrize(
    "text",
    [
        *("all: germany > ukraine", "all germany > ukraine", "germany > ukraine all", "germany > ukraine: all"),
        *("everything from germany to ukraine", "all units germany > ukraine"),
    ],
)
def test_all_may_stand_before_and_behind_the_way(text: str) -> None:
    order = read_move(EDITION, text, may_be_all=True)
    assert order == {"type": "move", "units": {ANY_UNIT: ALL}, "path": ["germany", "ukraine"]}


def test_where_a_number_is_needed_all_is_refused_in_words() -> None:
    sentence = "You can write “all” only to move or place units. Write the number here."
    for read in (read_units, read_placed, lambda edition, text: read_by_space(edition, f"{text}: japan", "x")):
        with pytest.raises(IllegalAction) as refusal:
            read(EDITION, "all infantry")
        assert (refusal.value.rule, refusal.value.message) == ("form", sentence)


def test_all_of_a_kind_are_those_that_can_make_the_move() -> None:
    table = on_the_way_east()
    assert ordered(table, "all infantry: germany > eastern_europe") == {"infantry": 5}
    table.move("2 infantry: germany > eastern_europe")
    assert ordered(table, "all infantry: germany > eastern_europe") == {"infantry": 3}
    assert ordered(table, "1 tank, all infantry: germany > eastern_europe") == {"infantry": 3, "tank": 1}
    table.move("3 infantry: germany > southern_europe")
    assert table.at("eastern_europe")["germany"] == {"infantry": 2}


def test_all_units_are_those_of_each_kind_that_can_make_the_move() -> None:
    table = on_the_way_east()
    assert ordered(table, "all: germany > eastern_europe > ukraine") == {"tank": 2, "fighter": 1}
    assert ordered(table, "all: germany > eastern_europe") == {"infantry": 5, "tank": 2, "fighter": 1}


def test_what_goes_in_company_alone_is_among_all() -> None:
    spaces = {"kiangsi": "japan: 1 tank, 2 mechanized_infantry, 1 infantry", "yunnan": "china: 3 infantry"}
    table = position("japan", "combat_move", spaces, setup="pacific_1940")
    assert ordered(table, "all: kiangsi > hunan > yunnan") == {"mechanized_infantry": 1, "tank": 1}


def test_no_more_board_than_there_is_room_for() -> None:
    spaces = {"united_kingdom": "united_kingdom: 5 infantry", "sz6": "united_kingdom: 1 transport"}
    table = position("united_kingdom", "noncombat_move", spaces)
    assert ordered(table, "all infantry: united_kingdom > sz6") == {"infantry": 2}
    assert shipped_in_numbers(table.state, {ANY_UNIT: ALL}, "united_kingdom") == {"infantry": 5}


def test_the_rules_say_why_none_of_a_kind_can_go() -> None:
    table = on_the_way_east()
    assert ordered(table, "all infantry: germany > eastern_europe > ukraine") == {"infantry": 5}
    table.refuses_move("5 infantry: germany > eastern_europe > ukraine", "CMV-03")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("all bombers: germany > eastern_europe", "You have no bombers in Germany."),
        ("all: germany > japan", "None of your units can move from Germany to Japan in one order now."),
        ("all: ukraine > germany", "You have no units in Ukraine."),
    ],
)
def test_where_nobody_is_meant_that_is_said(line: str, why: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        ordered(on_the_way_east(), line)
    assert (refusal.value.rule, refusal.value.message) == ("units", why)


def test_the_rule_that_keeps_all_of_them_back_is_named() -> None:
    table = position("germany", "combat_move", {"romania": "germany: 2 infantry, 1 tank"}, setup="global_1940")
    with pytest.raises(
        IllegalAction, match=r"Bulgaria leans to your side\. Move land units there in the noncombat move"
    ):
        ordered(table, "all: romania > bulgaria")


def test_all_can_board_a_ship_that_is_still_to_come() -> None:
    spaces = {"denmark": "germany: 2 infantry, 1 aaa", "sz114": "germany: 1 transport"}
    table = position("germany", "combat_move", spaces, setup="global_1940")
    assert shipped_in_numbers(table.state, {ANY_UNIT: ALL}, "denmark") == {"infantry": 2}


def test_all_that_waits_is_placed() -> None:
    table = position("germany", "mobilize", {}, purchased={"germany": {"infantry": 3, "tank": 1}})
    assert placed_in_numbers(table.state, {"infantry": ALL}) == {"infantry": 3}
    assert placed_in_numbers(table.state, {ANY_UNIT: ALL}) == {"infantry": 3, "tank": 1}
    with pytest.raises(IllegalAction, match="You have no bombers left to place"):
        placed_in_numbers(table.state, {"bomber": ALL})
