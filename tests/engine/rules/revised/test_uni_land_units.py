"""Land units of Revised: their printed lines, artillery support, and heavy bombers (UNI, RES-23, RES-25)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.combat.values import values
from tests.engine.table import Table, position

ALL_FACES = "1 2 3 4 5 6"
MISSES = " 6" * 12


def attack(force: str, defenders: str, *, power: str = "germany", **more: Any) -> Table:
    """A force goes from Ukraine against the Caucasus; the battle is still to begin."""
    spaces = {"ukraine_ssr": f"{power}: {force}", "caucasus": defenders}
    table = position(power, "combat_move", spaces, setup="revised", **more)
    return table.move(f"{force}: ukraine_ssr > caucasus").end_phase()


def rolls(table: Table, number: int = 0) -> list[tuple[str, int, int]]:
    """(unit, what it needs, how many dice) for a volley of the last action."""
    return [(shot.unit, shot.value, len(shot.dice)) for shot in table.happened("fired")[number].shots]


@pytest.mark.rule("UNI-02", "UNI-04", setup="revised")
@pytest.mark.parametrize(("unit", "cost"), [("artillery", 4), ("tank", 5)])
def test_artillery_and_tanks_cost_what_the_table_says(unit: str, cost: int) -> None:
    table = position("germany", "purchase", {"germany": "germany: 1 tank"}, setup="revised", ipcs={"germany": 20})
    table.do({"type": "purchase", "units": {unit: 2}})
    assert table.ipcs("germany") == 20 - 2 * cost


@pytest.mark.rule("UNI-02", "UNI-04", setup="revised")
@pytest.mark.parametrize(("unit", "value"), [("artillery", 2), ("tank", 3)])
def test_artillery_and_tanks_attack_and_defend_with_the_number_of_the_table(unit: str, value: int) -> None:
    table = attack(f"6 {unit}", "soviet_union: 12 infantry").battle("caucasus", dice=ALL_FACES + MISSES)
    assert table.happened("fired")[0].shots[0].hits == value
    table = attack("12 infantry", f"soviet_union: 6 {unit}").battle("caucasus", dice=f"{MISSES} {ALL_FACES}")
    assert table.happened("fired")[1].shots[0].hits == value


@pytest.mark.rule("UNI-02", "UNI-04", setup="revised")
@pytest.mark.parametrize(
    ("unit", "way"), [("artillery", "germany > eastern_europe"), ("tank", "germany > eastern_europe > belorussia")]
)
def test_artillery_moves_one_space_and_tanks_two(unit: str, way: str) -> None:
    table = position("germany", "noncombat_move", {"germany": f"germany: 1 {unit}"}, setup="revised")
    table.refuses_move(f"1 {unit}: {way} > ukraine_ssr", "CMV-03")
    table.move(f"1 {unit}: {way}")
    assert table.at(way.split(" > ")[-1]) == {"germany": {unit: 1}}


@pytest.mark.rule("UNI-17", setup="revised")
def test_land_units_do_not_fight_at_sea() -> None:
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"artillery": 1, "infantry": 1}}}]}
    spaces = {"sz5": "germany: 1 transport", "sz6": "united_kingdom: 1 destroyer"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", cargo=cargo)
    table.move("1 destroyer: sz6 > sz5").end_phase().battle("sz5", dice="3 6")
    assert [shot.unit for event in table.happened("fired") for shot in event.shots] == ["destroyer", "transport"]
    assert table.at("sz5") == {"united_kingdom": {"destroyer": 1}}


@pytest.mark.rule("UNI-18", setup="revised")
@pytest.mark.parametrize(
    ("unit", "takes_it"),
    [("infantry", True), ("artillery", True), ("tank", True), ("fighter", False), ("bomber", False)],
)
def test_infantry_artillery_and_tanks_take_territory_and_aircraft_do_not(unit: str, takes_it: bool) -> None:
    table = attack(f"1 {unit}", "soviet_union: 1 infantry").battle("caucasus", dice="1 6")
    assert table.owner("caucasus") == ("germany" if takes_it else "soviet_union")


@pytest.mark.rule("UNI-19", "UNI-20", setup="revised")
def test_the_rule_books_example_two_artillery_lift_two_of_five_infantry() -> None:
    table = attack("5 infantry, 2 artillery", "soviet_union: 9 infantry").battle("caucasus", dice=MISSES + " 6 6 6 6")
    assert rolls(table) == [("infantry", 1, 3), ("infantry", 2, 2), ("artillery", 2, 2)]


@pytest.mark.rule("UNI-19", setup="revised")
def test_infantry_beside_artillery_hits_with_a_two_and_without_it_only_with_a_one() -> None:
    table = attack("1 infantry, 1 artillery", "soviet_union: 2 infantry").battle("caucasus", dice="2 6 6 6")
    assert table.at("caucasus")["soviet_union"] == {"infantry": 1}
    table = attack("1 infantry, 1 tank", "soviet_union: 2 infantry").battle("caucasus", dice="2 6 6 6")
    assert table.at("caucasus")["soviet_union"] == {"infantry": 2}


@pytest.mark.rule("UNI-19", "UNI-26", setup="revised")
def test_with_the_artillery_gone_its_infantry_attacks_with_a_one_again() -> None:
    table = attack("1 infantry, 1 artillery", "soviet_union: 2 tank").battle("caucasus", dice="6 6 1 6")
    table.lose("1 artillery").press(dice="2 6 6")
    assert rolls(table)[0] == ("infantry", 1, 1)


@pytest.mark.rule("UNI-20", setup="revised")
def test_artillery_does_not_support_infantry_on_defence() -> None:
    table = attack("1 tank", "soviet_union: 1 infantry, 1 artillery").battle("caucasus", dice="6 6 6")
    assert rolls(table, 1) == [("infantry", 2, 1), ("artillery", 2, 1)]


@pytest.mark.rule("UNI-22", setup="revised")
def test_artillery_supports_only_infantry_of_its_own_power() -> None:
    """An ally's artillery takes no part; where two powers do attack together, each pairs its own units."""
    spaces = {"ukraine_ssr": "germany: 1 infantry; japan: 1 artillery", "caucasus": "soviet_union: 1 tank"}
    table = position("germany", "combat_move", spaces, setup="revised")
    needed = values(table.state, table.state.at("ukraine_ssr"), "attacker")
    assert sorted(needed.values()) == [1, 2], "the artillery itself needs 2"
    table.refuses_move("1 infantry, 1 artillery: ukraine_ssr > caucasus", "units")
    table.move("1 infantry: ukraine_ssr > caucasus").end_phase().battle("caucasus", dice="2 6")
    assert rolls(table) == [("infantry", 1, 1)]


@pytest.mark.rule("UNI-26", setup="revised")
def test_as_many_infantry_as_there_is_artillery_are_paired_by_themselves() -> None:
    table = attack("2 infantry, 3 artillery, 1 tank", "soviet_union: 9 infantry")
    table.battle("caucasus", dice=MISSES + " 6 6 6")
    assert rolls(table) == [("infantry", 2, 2), ("artillery", 2, 3), ("tank", 3, 1)]


@pytest.mark.rule("RES-23", "CMB-07", setup="revised")
def test_a_heavy_bomber_rolls_two_dice_that_can_both_hit() -> None:
    heavy = {"germany": ["heavy_bombers"]}
    table = attack("1 bomber", "soviet_union: 2 tank", technologies=heavy).battle("caucasus", dice="4 1 6 6")
    assert rolls(table) == [("bomber", 4, 2)]
    assert table.at("caucasus") == {"germany": {"bomber": 1}}


@pytest.mark.rule("RES-25", setup="revised")
def test_a_heavy_bomber_rolls_one_die_in_defence() -> None:
    heavy = {"soviet_union": ["heavy_bombers"]}
    table = attack("1 tank", "soviet_union: 1 bomber", technologies=heavy).battle("caucasus", dice="6 1")
    assert rolls(table, 1) == [("bomber", 1, 1)]
    assert table.at("caucasus") == {"soviet_union": {"bomber": 1}}
