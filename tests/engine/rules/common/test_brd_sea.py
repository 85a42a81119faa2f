"""Sea zones: hostile or friendly, shared with enemies, and the islands in them."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("BRD-18", "BRD-20", "BRD-21", setups="every + 1940")
@pytest.mark.parametrize("warship", ["battleship", "aircraft_carrier", "destroyer"])
def test_an_enemy_surface_warship_makes_a_sea_zone_hostile(warship: str) -> None:
    table = position(
        "germany", "noncombat_move", {"sz5": "germany: 1 destroyer", "sz6": f"united_kingdom: 1 {warship}"}
    )
    sentence = table.refuses_move("1 destroyer: sz5 > sz6", "NCM-23")
    assert sentence == "Sea zone 6 is hostile, so the destroyer cannot enter it in this phase."


@pytest.mark.rule("BRD-21", setups="every")
def test_an_empty_sea_zone_is_friendly_to_both_sides() -> None:
    for power in ("germany", "united_kingdom", "japan", "united_states", "soviet_union"):
        table = position(power, "noncombat_move", {"sz9": f"{power}: 1 transport"})
        table.move("1 transport: sz9 > sz13")
        assert table.at("sz13") == {power: {"transport": 1}}


@pytest.mark.rule("BRD-24", setups="but anniversary + 1940")
def test_new_ships_may_be_placed_beside_the_enemy_and_both_stay() -> None:
    table = position(
        "germany",
        "mobilize",
        {"sz5": "united_kingdom: 1 battleship"},
        purchased={"germany": {"submarine": 1, "destroyer": 1}},
    )
    table.do({"type": "mobilize", "units": {"submarine": 1, "destroyer": 1}, "space": "sz5"}).end_phase()
    assert table.at("sz5") == {"germany": {"submarine": 1, "destroyer": 1}, "united_kingdom": {"battleship": 1}}
    assert table.power == "united_kingdom"
    assert table.pending == []


@pytest.mark.rule("BRD-24", setups="but revised + 1940")
def test_ships_may_end_the_noncombat_move_among_enemy_submarines_and_transports() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"sz5": "germany: 1 battleship", "sz6": "united_kingdom: 1 submarine, 1 transport"},
    )
    table.move("1 battleship: sz5 > sz6").end_phase()
    assert table.at("sz6") == {"germany": {"battleship": 1}, "united_kingdom": {"submarine": 1, "transport": 1}}


@pytest.mark.rule("BRD-28", setups="every + 1940")
@pytest.mark.theatre("japan")
def test_an_island_one_sea_zone_too_far_is_out_of_range() -> None:
    table = position("united_states", "noncombat_move", {"hawaiian_islands": "united_states: 1 fighter"})
    sentence = table.refuses_move("1 fighter: hawaiian_islands > east_indies", "NCM-15")
    assert "4 of 4" in sentence
    table.move("1 fighter: hawaiian_islands > new_zealand")
