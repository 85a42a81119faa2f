"""Orders of loss by situation (ASY-41)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import IllegalAction
from engine.ask import LossLine
from engine.queries.standing_orders import answer_by_orders, check_orders
from engine.state.questions import JsonChoice
from tests.engine.rules.playing import british_attack
from tests.engine.table import Table, position

DEFENDERS = "germany: 2 infantry, 2 tank, 1 fighter"
FLEET = "germany: 1 battleship, 1 destroyer, 1 transport"


def line(table: Table, lose: str, **more: Any) -> str:
    """A line in the names of the board that the example is played on: lose="infantry, tank", space="archangel"."""
    there = {key: table.names.there(value, key) for key, value in more.items()}
    return str(LossLine(tuple(table.names.there(unit) for unit in lose.split(", ")), **there))


def falls(table: Table, *lines: str, **orders: list[str]) -> dict[str, JsonChoice] | None:
    """What the standing orders of whoever is asked give up; the engine takes them, and takes the answer."""
    request = table.state.requests[0]
    assert request.kind == "casualties"
    check_orders(table.state, request.power, {"losses": lines, **orders})
    choice = answer_by_orders(table.state, request, request.power, {"losses": lines, **orders})
    if choice is None:
        return None
    told: dict[str, JsonChoice] = table.names.back(choice)
    return told


def attack_on_archangel(force: str, defenders: str) -> Table:
    """Soviet units march from Moscow against Archangel, which Germany holds."""
    spaces = {"russia": f"soviet_union: {force}", "archangel": defenders}
    table = position("soviet_union", "combat_move", spaces, owners={"archangel": "germany"})
    return table.move(f"{force}: russia > archangel").end_phase()


def in_archangel(hits: int = 1) -> Table:
    """Soviet tanks hit so often in Archangel."""
    dice = " ".join(["1"] * hits + ["6"] * (3 - hits))
    return attack_on_archangel("3 tank", DEFENDERS).battle("archangel", dice)


def at_sea() -> Table:
    """A British destroyer hits a German fleet once."""
    return british_attack("1 destroyer", FLEET).battle("sz9", dice="1")


@pytest.mark.orders("casualties lose")
@pytest.mark.rule("ASY-41", "ASY-04", setups="every + 1940")
def test_units_fall_in_the_order_of_a_line_and_then_as_printed() -> None:
    table = in_archangel(hits=3)
    assert falls(table, line(table, "fighter")) == {"units": {"infantry": 2, "fighter": 1}}
    table.decide("casualties", {"units": {"infantry": 2, "fighter": 1}}, dice="6 6 6 6 6")


@pytest.mark.orders("casualties space", "casualties against", "casualties side", "casualties part")
@pytest.mark.rule("ASY-41", setups="every + 1940")
@pytest.mark.parametrize(
    ("closer", "less_close"),
    [
        ({"space": "archangel"}, {"against": "soviet_union", "side": "defender", "part": "land"}),
        ({"against": "soviet_union"}, {"side": "defender", "part": "land"}),
        ({"side": "defender"}, {"part": "land"}),
        ({"part": "land"}, {}),
        ({"space": "archangel", "part": "land"}, {"space": "archangel"}),
    ],
)
def test_the_line_decides_that_names_the_battle_most_closely(closer: Any, less_close: Any) -> None:
    """The space counts before all else, then the enemy, then attack or defence, then the kind of battle."""
    table = in_archangel()
    lines = [line(table, "tank", **less_close), line(table, "fighter", **closer)]
    assert falls(table, *lines) == falls(table, *lines[::-1]) == {"units": {"fighter": 1}}


@pytest.mark.rule("ASY-41", setups="every + 1940")
@pytest.mark.parametrize(
    "elsewhere", [{"space": "caucasus"}, {"against": "united_kingdom"}, {"side": "attacker"}, {"part": "sea"}]
)
def test_a_line_for_another_battle_leaves_the_question_open(elsewhere: Any) -> None:
    table = in_archangel()
    assert falls(table, line(table, "fighter", **elsewhere)) is None


@pytest.mark.rule("ASY-41", "ASY-04", setups="every + 1940")
def test_an_order_for_battles_on_land_is_as_close_as_a_line_that_names_no_more() -> None:
    table = in_archangel()
    assert falls(table, line(table, "fighter"), land=["tank"]) == {"units": {"tank": 1}}
    assert falls(table, line(table, "fighter", part="land"), land=["tank"]) == {"units": {"fighter": 1}}


@pytest.mark.rule("ASY-41", setups="every + 1940")
def test_ships_that_stand_two_hits_are_damaged_before_anything_is_lost_unless_they_are_named() -> None:
    table = at_sea()
    assert falls(table, line(table, "destroyer")) == {"units": {}, "damaged": {"battleship": 1}}
    assert falls(table, line(table, "destroyer, battleship")) == {"units": {"destroyer": 1}}


@pytest.mark.orders("casualties above")
@pytest.mark.rule("ASY-41", setups="every + 1940")
@pytest.mark.parametrize(("below", "rule"), [(1, None), (0, {"units": {"tank": 1}})])
def test_the_owner_is_asked_where_more_is_at_stake_than_a_line_gives_up_unasked(below: int, rule: Any) -> None:
    table = in_archangel()
    defenders = table.state.select(table.state.battle.defenders) if table.state.battle else ()
    worth = sum(table.state.type_of(piece).cost or 0 for piece in defenders)
    lines = [line(table, "tank", space="archangel", above=worth - below), line(table, "infantry")]
    assert falls(table, *lines) == rule, "no line that says less takes its place"


@pytest.mark.orders("casualties keep")
@pytest.mark.rule("ASY-41", "ASY-13", setups="every + 1940")
def test_an_attacker_may_keep_the_last_unit_that_can_take_the_territory() -> None:
    table = attack_on_archangel("1 infantry, 1 fighter", "germany: 3 infantry").battle("archangel", dice="6 6 1 6 6")
    assert falls(table, line(table, "infantry", side="attacker")) == {"units": {"infantry": 1}}
    assert falls(table, line(table, "infantry", side="attacker", keep=True)) == {"units": {"fighter": 1}}


@pytest.mark.rule("ASY-41", setups="every + 1940")
@pytest.mark.parametrize(
    ("lose", "more", "rule", "told"),
    [
        ("elephant", {}, "units", "infantry"),
        ("industrial_complex", {}, "units", "fighters"),
        ("tank, tank", {}, "units", "once"),
        ("destroyer", {"part": "land"}, "units", "Name infantry"),
        ("tank", {"space": "sz9"}, "units", "destroyers"),
        ("infantry", {"part": "air"}, "units", "Name fighters"),
        ("tank", {"space": "atlantis"}, "space", "atlantis"),
        ("tank", {"space": "switzerland"}, "BRD-15", "neutral"),
        ("fighter", {"space": "archangel", "part": "sea"}, "form", "on land"),
        ("fighter", {"space": "sz9", "part": "land"}, "form", "at sea"),
        ("tank", {"against": "germany"}, "power", "Soviet Union"),
        ("tank", {"against": "atlantis"}, "power", "Soviet Union"),
        ("tank", {"side": "defender", "keep": True}, "ASY-13", "attackers"),
        ("destroyer", {"space": "sz9", "keep": True}, "ASY-13", "attackers"),
    ],
)
def test_a_line_that_can_never_apply_is_refused_with_what_can(lose: str, more: Any, rule: str, told: str) -> None:
    table = in_archangel()
    with pytest.raises(IllegalAction) as refusal:
        falls(table, line(table, lose, **more))
    assert refusal.value.rule == rule
    assert told in table.names.in_words(refusal.value.message)


@pytest.mark.rule("ASY-41", setups="every + 1940")
@pytest.mark.parametrize(
    "text", ["tank", "lose=", "space=sz9", "side=both lose=tank", "x=1 lose=tank", "above=z lose=tank"]
)
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction, match="not an order of loss"):
        falls(in_archangel(), text)


@pytest.mark.rule("ASY-41", setups="every + 1940")
def test_one_word_stands_for_all_units_as_printed_or_by_their_cost() -> None:
    table = in_archangel(hits=3)
    assert falls(table, "lose=printed") == falls(table, "lose=cheapest") == {"units": {"infantry": 2, "tank": 1}}
    at_the_end = attack_on_archangel("3 tank", "germany: 1 bomber, 1 fighter").battle("archangel", dice="1 6 6")
    assert falls(at_the_end, "lose=printed", "part=air lose=cheapest") == {"units": {"fighter": 1}}
    assert falls(at_sea(), "lose=cheapest") == {"units": {}, "damaged": {"battleship": 1}}


@pytest.mark.rule("ASY-41", setups="every + 1940")
def test_there_is_one_line_for_a_situation_and_not_too_many() -> None:
    table = in_archangel()
    with pytest.raises(IllegalAction, match="one order of loss for each situation"):
        falls(table, line(table, "tank"), line(table, "fighter"))
    with pytest.raises(IllegalAction, match="at most 25"):
        falls(table, *(f"space=sz{number} lose=fighter" for number in range(1, 27)))
