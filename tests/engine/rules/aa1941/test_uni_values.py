"""The printed unit table, every number of it played (chapter UNI)."""

from __future__ import annotations

import pytest

from tests.engine.table import position

ALL_FACES = "1 2 3 4 5 6"
MISSES = " 6" * 12

# unit: cost, attack, defense, move, as printed on the board
UNIT_TABLE = {
    "infantry": (3, 1, 2, 1),
    "tank": (6, 3, 3, 2),
    "fighter": (10, 3, 4, 4),
    "bomber": (12, 4, 1, 6),
    "submarine": (6, 2, 1, 2),
    "transport": (7, 0, 0, 2),
    "destroyer": (8, 2, 2, 2),
    "aircraft_carrier": (12, 1, 2, 2),
    "battleship": (16, 4, 4, 2),
}
LAND_AND_AIR = ("infantry", "tank", "fighter", "bomber")
ARMED_SHIPS = ("submarine", "destroyer", "aircraft_carrier", "battleship")


def hits_of_six_attackers(unit: str) -> int:
    """Hits of six units of a kind that roll one face each in an attack."""
    if unit in LAND_AND_AIR:
        start, target, enemy = "eastern_europe", "karelia", "soviet_union: 12 infantry"
    else:
        start, target, enemy = "sz5", "sz6", "united_kingdom: 12 destroyer"
    table = position("germany", "combat_move", {start: f"germany: 6 {unit}", target: enemy})
    table.move(f"6 {unit}: {start} > {target}").end_phase().battle(target, dice=ALL_FACES + MISSES)
    return sum(shots.hits for shots in table.happened("fired")[0].shots)


def hits_of_six_defenders(unit: str) -> int:
    """Hits of six units of a kind that roll one face each in defence."""
    if unit in LAND_AND_AIR:
        start, target, enemy = "eastern_europe", "karelia", "infantry"
    else:
        start, target, enemy = "sz5", "sz6", "destroyer"
    around = {start: f"germany: 12 {enemy}", target: f"soviet_union: 6 {unit}"}
    table = position("germany", "combat_move", around)
    table.move(f"12 {enemy}: {start} > {target}").end_phase().battle(target, dice=f"{MISSES} {ALL_FACES}")
    return sum(shots.hits for shots in table.happened("fired")[1].shots)


@pytest.mark.rule("UNI-01", "UNI-04", "UNI-06", "UNI-08", "UNI-09", "UNI-10", "UNI-11", "UNI-13", "UNI-14")
@pytest.mark.parametrize("unit", UNIT_TABLE)
def test_every_unit_costs_what_the_table_says(unit: str) -> None:
    cost = UNIT_TABLE[unit][0]
    table = position("germany", "purchase", {"germany": "germany: 1 tank"}, ipcs={"germany": 100})
    table.do({"type": "purchase", "units": {unit: 2}})
    assert table.ipcs("germany") == 100 - 2 * cost


@pytest.mark.rule("UNI-01", "UNI-04", "UNI-06", "UNI-08", "UNI-09", "UNI-11", "UNI-13", "UNI-14")
@pytest.mark.parametrize("unit", [*LAND_AND_AIR, *ARMED_SHIPS])
def test_every_unit_attacks_with_the_number_of_the_table(unit: str) -> None:
    assert hits_of_six_attackers(unit) == UNIT_TABLE[unit][1]


@pytest.mark.rule("UNI-01", "UNI-04", "UNI-06", "UNI-08", "UNI-09", "UNI-11", "UNI-13", "UNI-14")
@pytest.mark.parametrize("unit", [*LAND_AND_AIR, *ARMED_SHIPS])
def test_every_unit_defends_with_the_number_of_the_table(unit: str) -> None:
    assert hits_of_six_defenders(unit) == UNIT_TABLE[unit][2]


LONG_WAYS = {
    "infantry": "germany > eastern_europe > ukraine",
    "tank": "germany > eastern_europe > ukraine > west_russia",
    "fighter": "germany > sz5 > norway_finland > sz5 > germany > eastern_europe",
    "bomber": "germany > sz5 > norway_finland > sz5 > germany > eastern_europe > ukraine > west_russia",
    **dict.fromkeys(("transport", *ARMED_SHIPS), "sz5 > sz6 > sz9 > sz13"),
}


@pytest.mark.rule("UNI-01", "UNI-04", "UNI-06", "UNI-08", "UNI-09", "UNI-10", "UNI-11", "UNI-13", "UNI-14")
@pytest.mark.parametrize("unit", UNIT_TABLE)
def test_every_unit_moves_as_many_spaces_as_the_table_says(unit: str) -> None:
    far = LONG_WAYS[unit].split(" > ")
    move = UNIT_TABLE[unit][3]
    assert len(far) - 1 == move + 1
    table = position("germany", "noncombat_move", {far[0]: f"germany: 1 {unit}"})
    too_far = "NCM-15" if unit in ("fighter", "bomber") else "CMV-03"
    table.refuses_move(f"1 {unit}: {' > '.join(far)}", too_far)
    table.move(f"1 {unit}: {' > '.join(far[:-1])}")
    assert table.at(far[move]) == {"germany": {unit: 1}}


@pytest.mark.rule("UNI-15")
def test_an_industrial_complex_is_not_for_sale() -> None:
    table = position("germany", "purchase", {}, ipcs={"germany": 100})
    table.refuses({"type": "purchase", "units": {"industrial_complex": 1}}, "PUR-09")


@pytest.mark.rule("UNI-18", "UNI-48")
@pytest.mark.parametrize(
    ("unit", "takes_it"), [("infantry", True), ("tank", True), ("fighter", False), ("bomber", False)]
)
def test_only_infantry_and_tanks_take_territory(unit: str, takes_it: bool) -> None:
    table = position(
        "germany", "combat_move", {"eastern_europe": f"germany: 1 {unit}", "karelia": "soviet_union: 1 infantry"}
    )
    table.move(f"1 {unit}: eastern_europe > karelia").end_phase().battle("karelia", dice="1 6")
    assert table.owner("karelia") == ("germany" if takes_it else "soviet_union")
    assert table.at("karelia") == {"germany": {unit: 1}}


@pytest.mark.rule("UNI-48")
def test_ships_and_aircraft_take_nothing_even_where_nobody_defends() -> None:
    table = position("germany", "combat_move", {"eastern_europe": "germany: 1 bomber"})
    table.move("1 bomber: eastern_europe > karelia").end_phase()
    assert table.owner("karelia") == "soviet_union"
    table = position("germany", "combat_move", {"sz5": "germany: 1 battleship"})
    table.refuses_move("1 battleship: sz5 > karelia", "units")
