"""Ships and aircraft of the unit table of Revised (UNI-06..14, UNI-45..66), and Super Submarines (RES-19, RES-20)."""

from functools import partial

import pytest

from engine import load_setup
from tests.engine.table import position

revised = partial(position, setup="revised")


@pytest.mark.rule("UNI-09", "UNI-10", "UNI-11", "UNI-13", "UNI-14", "BRD-18", setup="revised")
@pytest.mark.parametrize(
    ("unit", "cost", "attack", "defense", "hits"),
    [
        ("submarine", 8, 2, 2, 1),
        ("transport", 8, 0, 1, 1),
        ("destroyer", 12, 3, 3, 1),
        ("aircraft_carrier", 16, 1, 3, 1),
        ("battleship", 24, 4, 4, 2),
    ],
)
def test_the_ships_of_the_unit_table(unit: str, cost: int, attack: int, defense: int, hits: int) -> None:
    line = load_setup("revised").unit[unit]
    assert (line.cost, line.attack, line.defense, line.move, line.hits) == (cost, attack, defense, 2, hits)


@pytest.mark.rule("UNI-11", setup="revised")
@pytest.mark.parametrize(("face", "hit"), [("3", True), ("4", False)])
def test_a_destroyer_attacks_and_defends_at_three(face: str, hit: bool) -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz9": "germany: 1 destroyer"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice=f"{face} {face}")
    assert (table.at("sz9") == {}) is hit


@pytest.mark.rule("UNI-13", "UNI-14", setup="revised")
def test_a_carrier_defends_at_three_and_a_battleship_at_four() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz9": "germany: 1 aircraft_carrier, 1 battleship"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 6 6")
    assert [(shot.unit, shot.value) for shot in table.happened("fired")[1].shots] == [
        ("aircraft_carrier", 3),
        ("battleship", 4),
    ]


@pytest.mark.rule("UNI-45", "UNI-46", "SPC-09", setup="revised")
def test_at_sea_only_fighters_based_on_carriers_defend() -> None:
    spaces = {
        "sz52": "united_states: 1 transport",
        "hawaiian_islands": "united_states: 2 fighter, 1 bomber",
        "sz57": "japan: 1 destroyer",
    }
    table = revised("japan", "combat_move", spaces).move("1 destroyer: sz57 > sz52").end_phase()
    table.battle("sz52", dice="3 6")
    assert table.at("sz52") == {"japan": {"destroyer": 1}}


@pytest.mark.rule("UNI-47", setup="revised")
def test_bombers_never_land_on_carriers() -> None:
    spaces = {"sz6": "united_kingdom: 1 aircraft_carrier", "united_kingdom": "united_kingdom: 1 bomber"}
    revised("united_kingdom", "noncombat_move", spaces).refuses_move("1 bomber: united_kingdom > sz6", "UNI-47")


@pytest.mark.rule("UNI-48", setup="revised")
def test_ships_and_aircraft_take_no_territory() -> None:
    units = load_setup("revised").units
    assert [unit.id for unit in units if unit.can("captures")] == ["infantry", "artillery", "tank"]


@pytest.mark.rule("UNI-49", "UNI-50", "UNI-51", setup="revised")
def test_a_carrier_holds_two_fighters_of_any_friendly_power() -> None:
    spaces = {"sz6": "united_kingdom: 1 aircraft_carrier, 1 fighter", "united_kingdom": "united_states: 2 fighter"}
    table = revised("united_states", "noncombat_move", spaces).move("1 fighter: united_kingdom > sz6").end_phase()
    assert table.at("sz6") == {
        "united_kingdom": {"aircraft_carrier": 1, "fighter": 1},
        "united_states": {"fighter": 1},
    }
    full = revised("united_states", "noncombat_move", spaces).move("2 fighter: united_kingdom > sz6")
    full.refuses({"type": "end_phase"}, "NCM-20")


@pytest.mark.rule("UNI-57", setup="revised")
def test_damage_is_repaired_when_the_battle_ends_also_after_a_retreat() -> None:
    spaces = {"sz8": "united_kingdom: 1 battleship", "sz9": "germany: 1 battleship"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 battleship: sz8 > sz9").end_phase()
    table.battle("sz9", dice="1 1")
    assert table.board["damaged_units"] == {
        "sz9": {"germany": {"battleship": 1}, "united_kingdom": {"battleship": 1}},
    }
    table.retreat("sz8")
    assert table.board["damaged_units"] == {}


@pytest.mark.rule("UNI-58", setup="revised")
def test_a_damaged_battleship_fires_as_before() -> None:
    spaces = {"sz8": "united_kingdom: 1 battleship", "sz9": "germany: 1 battleship"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 battleship: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 1").press(dice="4 4")
    assert [event.hits.other for event in table.happened("fired")] == [1, 1]


@pytest.mark.rule("RES-19", "RES-20", "SPC-68", setup="revised")
@pytest.mark.parametrize(("attacker", "value"), [("germany", 3), ("united_kingdom", 2)])
def test_super_submarines_attack_at_three_and_defend_as_before(attacker: str, value: int) -> None:
    spaces = {"sz8": "united_kingdom: 1 submarine; germany: 1 submarine"}
    table = revised(attacker, "combat_move", spaces, technologies={"germany": ["super_submarines"]}).end_phase()
    table.battle("sz8", dice="6 6")
    assert [shot.value for event in table.happened("fired") for shot in event.shots] == [value, 2]
