"""Standing orders with conditions: pressing on, retreating and submerging (ASY-55..57)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import IllegalAction
from engine.conditions.kinds import KINDS
from engine.queries.standing_orders import answer_by_orders, check_orders, wants_to_be_asked
from tests.engine.rules.playing import british_attack
from tests.engine.table import Table, position

ASKED = None


def line(table: Table, kind: str, do: str, **more: Any) -> str:
    """A line in the names of the board that the example is played on."""
    there = {key: table.names.there(value, key) if isinstance(value, str) else value for key, value in more.items()}
    return str(KINDS[kind](do=do, **there))


def answered(table: Table, kind: str, *lines: str) -> Any:
    """What standing orders of whoever is asked choose; the engine takes them."""
    request = table.state.requests[0]
    orders = {kind: lines}
    check_orders(table.state, request.power, orders)
    choice = answer_by_orders(table.state, request, request.power, orders)
    if choice is None:
        return ASKED
    return table.names.back(choice)


def in_archangel(force: str = "2 infantry, 1 fighter", defenders: str = "germany: 3 infantry", hits: int = 0) -> Table:
    """Soviet units march from Moscow against Archangel and have fought a round; the Germans hit so often."""
    spaces = {"russia": f"soviet_union: {force}", "archangel": defenders}
    table = position("soviet_union", "combat_move", spaces, owners={"archangel": "germany"})
    table.move(f"{force}: russia > archangel").end_phase()
    attackers = sum(int(part.split()[0]) for part in force.split(", "))
    dice = ["6"] * attackers + ["1"] * hits + ["6"] * (int(defenders.split()[1]) - hits)
    table.battle("archangel", dice=" ".join(dice))
    if hits:
        table.decide("casualties", {"units": {"infantry": hits}}, dice="")
    assert table.state.requests[0].kind == "retreat"
    return table


ON, BACK = {"press": True}, {"retreat": "russia"}


@pytest.mark.orders("retreat below", "retreat after", "retreat units", "retreat do")
@pytest.mark.rule("ASY-56", setups="every + 1940")
@pytest.mark.parametrize(
    ("condition", "choice"),
    [
        ({}, ON),
        ({"below": 1}, ON),
        ({"below": 99}, BACK),
        ({"after": 1}, BACK),
        ({"after": 2}, ON),
        ({"units": 3}, BACK),
        ({"units": 2}, ON),
        ({"aircraft": True}, ON),
        ({"after": 2, "units": 3}, BACK),
    ],
)
def test_attackers_press_on_until_a_condition_holds(condition: Any, choice: Any) -> None:
    table = in_archangel()
    assert answered(table, "retreat", line(table, "retreat", "press", **condition)) == choice


@pytest.mark.orders("retreat aircraft")
@pytest.mark.rule("ASY-56", setups="every + 1940")
def test_attackers_leave_once_only_aircraft_are_left() -> None:
    table = in_archangel("1 infantry, 1 fighter", hits=1)
    order = line(table, "retreat", "press", aircraft=True)
    assert answered(table, "retreat", order) == {"retreat": None}


@pytest.mark.orders("retreat aircraft")
@pytest.mark.rule("ASY-56", setups="every + 1940")
def test_aircraft_that_attack_alone_press_on() -> None:
    table = in_archangel("2 fighter")
    assert answered(table, "retreat", line(table, "retreat", "press", aircraft=True)) == ON


@pytest.mark.orders("retreat space", "retreat against")
@pytest.mark.rule("ASY-55", setups="every + 1940")
@pytest.mark.parametrize(
    ("closer", "less_close"),
    [({"space": "archangel"}, {"against": "germany"}), ({"against": "germany"}, {}), ({"space": "archangel"}, {})],
)
def test_the_order_decides_that_names_the_battle_most_closely(closer: Any, less_close: Any) -> None:
    table = in_archangel()
    lines = [line(table, "retreat", "retreat", **closer), line(table, "retreat", "press", **less_close)]
    assert answered(table, "retreat", *lines) == answered(table, "retreat", *lines[::-1]) == BACK


@pytest.mark.rule("ASY-55", setups="every + 1940")
def test_an_order_for_another_battle_says_nothing() -> None:
    table = in_archangel()
    assert answered(table, "retreat", line(table, "retreat", "press", space="caucasus")) is ASKED


@pytest.mark.rule("ASY-55", setups="every + 1940")
def test_who_wants_to_be_asked_somewhere_is_asked_there_whatever_they_left_for_the_rest() -> None:
    table = in_archangel()
    lines = [line(table, "retreat", "press"), line(table, "retreat", "ask", space="archangel")]
    assert answered(table, "retreat", *lines) is ASKED


@pytest.mark.orders("retreat above")
@pytest.mark.rule("ASY-55", setups="every + 1940")
@pytest.mark.parametrize(("below", "choice"), [(0, ON), (1, ASKED)])
def test_attackers_are_asked_where_more_is_at_stake_than_they_leave_to_an_order(below: int, choice: Any) -> None:
    table = in_archangel()
    attackers = table.state.select(table.state.battle.attackers) if table.state.battle else ()
    worth = sum(table.state.type_of(piece).cost or 0 for piece in attackers)
    assert answered(table, "retreat", line(table, "retreat", "press", above=worth - below)) == choice


@pytest.mark.orders("submerge below", "submerge do")
@pytest.mark.rule("ASY-57", setups="but revised + 1940")
@pytest.mark.parametrize(("below", "dives"), [(None, False), (1, False), (99, True)])
def test_submarines_fight_until_their_side_would_win_too_seldom(below: int | None, dives: bool) -> None:
    table = british_attack("1 battleship", "germany: 2 submarine").battle("sz9")
    order = line(table, "submerge", "never", **({"below": below} if below else {}))
    assert answered(table, "submerge", order) == ({"submarine": 2} if dives else {})


@pytest.mark.orders("submerge below", "submerge do")
@pytest.mark.rule("ASY-57", setups="revised")
@pytest.mark.parametrize(("below", "dives"), [(None, False), (1, False), (99, True)])
def test_submarines_fight_on_after_the_fire_until_their_side_would_win_too_seldom(
    below: int | None, dives: bool
) -> None:
    fleets = {"sz8": "united_kingdom: 1 battleship", "sz9": "germany: 2 submarine"}
    table = position("united_kingdom", "combat_move", fleets, setup="revised").move("1 battleship: sz8 > sz9")
    table.end_phase().battle("sz9", dice="6 6 6").decide("retreat", {"press": True})
    order = line(table, "submerge", "never", **({"below": below} if below else {}))
    assert answered(table, "submerge", order) == ({"submarine": 2} if dives else {})


@pytest.mark.orders("submerge space", "submerge against", "submerge above")
@pytest.mark.rule("ASY-57", setups="but revised + 1940")
def test_submarines_have_an_order_of_their_own_for_a_place_or_an_enemy_and_a_limit() -> None:
    _check_situations(british_attack("1 battleship", "germany: 2 submarine").battle("sz9"))


@pytest.mark.orders("submerge space", "submerge against", "submerge above")
@pytest.mark.rule("ASY-57", setups="revised")
def test_submarines_have_such_orders_after_the_fire_too() -> None:
    table = british_attack("1 battleship", "germany: 2 submarine").battle("sz9", dice="6 6 6")
    _check_situations(table.decide("retreat", {"press": True}))


def _check_situations(table: Table) -> None:
    for situation in ({"space": "sz9"}, {"against": "united_kingdom"}):
        lines = [line(table, "submerge", "never"), line(table, "submerge", "always", **situation)]
        assert answered(table, "submerge", *lines) == {"submarine": 2}
    submarines = table.state.select(table.state.battle.defenders) if table.state.battle else ()
    worth = sum(table.state.type_of(piece).cost or 0 for piece in submarines)
    assert answered(table, "submerge", line(table, "submerge", "always", above=worth)) == {"submarine": 2}
    assert answered(table, "submerge", line(table, "submerge", "always", above=worth - 1)) is ASKED


@pytest.mark.rule("ASY-55", setups="every + 1940")
def test_asking_is_told_from_saying_nothing() -> None:
    table = in_archangel()
    request = table.state.requests[0]
    for lines, asks in (([], False), (["ask"], True), (["press"], False), (["above=0 do=press"], True)):
        assert wants_to_be_asked(table.state, request, request.power, {"retreat": lines}) is asks


@pytest.mark.rule("ASY-55", setups="every + 1940")
@pytest.mark.parametrize(
    ("kind", "text", "rule", "told"),
    [
        ("retreat", "do=flee", "form", "press, default, retreat or ask"),
        ("retreat", "below=0 do=press", "form", "is not a line"),
        ("retreat", "below=50 do=retreat", "form", "Only “press” has conditions"),
        ("retreat", "above=5 do=ask", "form", "asked there anyway"),
        ("retreat", "x=1 do=press", "form", "is not a line"),
        ("retreat", "space=atlantis do=press", "space", "atlantis"),
        ("retreat", "against=germany do=press", "power", "germany"),
        ("submerge", "below=50 do=always", "form", "Only “never” has conditions"),
        ("submerge", "space={archangel} do=never", "SPC-73", "Name a sea zone"),
    ],
)
def test_a_line_that_can_never_apply_is_refused_with_what_can(kind: str, text: str, rule: str, told: str) -> None:
    table = in_archangel()
    said = text.format(archangel=table.names.there("archangel", "space"))
    with pytest.raises(IllegalAction) as refusal:
        check_orders(table.state, table.names.there("germany", "against"), {kind: [said]})
    assert refusal.value.rule == rule
    assert told in refusal.value.message or rule == "power"
