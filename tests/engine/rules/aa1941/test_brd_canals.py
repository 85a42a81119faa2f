"""The Panama and Suez Canals and the Turkish Straits."""

import pytest

from tests.engine.table import position

SUEZ_BRITISH = {"anglo_egypt_sudan": "united_kingdom", "middle_east": "united_kingdom"}
SUEZ_GERMAN = {"anglo_egypt_sudan": "germany", "middle_east": "germany"}
SUEZ_SPLIT = {"anglo_egypt_sudan": "germany", "middle_east": "united_kingdom"}


@pytest.mark.rule("BRD-29", "BRD-34", "BRD-36")
@pytest.mark.parametrize("power", ["united_states", "united_kingdom", "soviet_union"])
def test_any_power_of_the_side_that_holds_central_america_uses_panama(power: str) -> None:
    table = position(power, "noncombat_move", {"sz11": f"{power}: 1 battleship"})
    table.move("1 battleship: sz11 > sz12")
    table.move("1 battleship: sz12 > sz19")
    assert table.at("sz19") == {power: {"battleship": 1}}


@pytest.mark.rule("BRD-29", "BRD-34")
def test_panama_is_closed_to_the_side_that_does_not_hold_it() -> None:
    table = position("japan", "noncombat_move", {"sz19": "japan: 1 submarine"})
    sentence = table.refuses_move("1 submarine: sz19 > sz12", "BRD-34")
    assert sentence == (
        "The Panama Canal is closed to you: your side has not held Central America since your turn began."
    )


@pytest.mark.rule("BRD-34")
def test_panama_cannot_be_used_in_the_turn_in_which_it_is_taken() -> None:
    table = position(
        "japan",
        "combat_move",
        {"sz19": "japan: 1 transport, 1 destroyer"},
        cargo={"sz19": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]},
    )
    table.move("1 infantry: sz19 > central_america").end_phase()
    assert table.owner("central_america") == "japan"
    assert table.phase == "noncombat_move"
    table.refuses_move("1 destroyer: sz19 > sz12", "BRD-34")


@pytest.mark.rule("BRD-34")
def test_panama_blitzed_this_turn_stays_closed_in_the_combat_move_too() -> None:
    table = position(
        "japan",
        "combat_move",
        {"east_mexico": "japan: 1 tank", "sz19": "japan: 1 destroyer", "sz12": "united_states: 1 destroyer"},
        owners={"east_mexico": "japan"},
    )
    table.move("1 tank: east_mexico > central_america > east_mexico")
    assert table.owner("central_america") == "japan"
    table.refuses_move("1 destroyer: sz19 > sz12", "BRD-34")


@pytest.mark.rule("BRD-34")
def test_a_canal_held_since_the_last_turn_is_open_to_the_captor_and_its_ally() -> None:
    for power in ("japan", "germany"):
        table = position(
            power, "noncombat_move", {"sz19": f"{power}: 1 destroyer"}, owners={"central_america": "japan"}
        )
        table.move("1 destroyer: sz19 > sz12")


@pytest.mark.rule("BRD-30", "BRD-34", "BRD-36")
def test_suez_lets_the_side_pass_that_holds_both_banks() -> None:
    table = position("united_kingdom", "noncombat_move", {"sz28": "united_kingdom: 1 destroyer"}, owners=SUEZ_BRITISH)
    table.move("1 destroyer: sz28 > sz17 > sz16")
    table = position("germany", "noncombat_move", {"sz17": "germany: 1 destroyer"}, owners=SUEZ_GERMAN)
    table.move("1 destroyer: sz17 > sz28 > sz29")
    assert table.at("sz29") == {"germany": {"destroyer": 1}}


@pytest.mark.rule("BRD-30", "BRD-34")
def test_suez_is_closed_to_the_side_that_holds_neither_bank() -> None:
    table = position("germany", "noncombat_move", {"sz17": "germany: 1 submarine"}, owners=SUEZ_BRITISH)
    sentence = table.refuses_move("1 submarine: sz17 > sz28", "BRD-34")
    assert "Anglo-Egypt Sudan and the Middle East" in sentence


@pytest.mark.rule("BRD-35")
@pytest.mark.parametrize("power", ["germany", "japan", "united_kingdom", "united_states"])
def test_suez_with_its_banks_on_different_sides_is_closed_to_all(power: str) -> None:
    table = position(power, "noncombat_move", {"sz17": f"{power}: 1 destroyer"}, owners=SUEZ_SPLIT)
    sentence = table.refuses_move("1 destroyer: sz17 > sz28", "BRD-35")
    assert "Anglo-Egypt Sudan and the Middle East" in sentence


@pytest.mark.rule("BRD-34", "BRD-35")
def test_suez_stays_closed_in_the_turn_in_which_its_second_bank_is_taken() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"middle_east": "united_kingdom: 1 infantry", "sz28": "united_kingdom: 1 destroyer"},
        owners=SUEZ_SPLIT,
    )
    table.move("1 infantry: middle_east > anglo_egypt_sudan").end_phase()
    assert table.owner("anglo_egypt_sudan") == "united_kingdom"
    table.refuses_move("1 destroyer: sz28 > sz17", "BRD-35")


@pytest.mark.rule("BRD-37")
def test_land_units_cross_suez_as_ordinary_neighbours() -> None:
    table = position("united_kingdom", "noncombat_move", {"middle_east": "united_kingdom: 1 infantry"})
    table.move("1 infantry: middle_east > anglo_egypt_sudan")
    assert table.at("anglo_egypt_sudan") == {"united_kingdom": {"infantry": 1}}


@pytest.mark.rule("BRD-34", "BRD-37")
def test_a_land_attack_crosses_suez_though_ships_cannot() -> None:
    table = position(
        "germany",
        "combat_move",
        {"north_africa": "germany: 1 tank", "sz17": "germany: 1 destroyer", "sz28": "united_kingdom: 1 destroyer"},
    )
    table.move("1 tank: north_africa > anglo_egypt_sudan > middle_east")
    table.refuses_move("1 destroyer: sz17 > sz28", "BRD-34")
    assert table.owner("anglo_egypt_sudan") == "germany"


@pytest.mark.rule("BRD-38")
def test_aircraft_cross_canals_and_straits_whoever_holds_them() -> None:
    table = position("germany", "noncombat_move", {"southern_europe": "germany: 1 bomber"}, owners=SUEZ_BRITISH)
    table.move("1 bomber: southern_europe > sz17 > sz18 > ukraine")
    table = position(
        "germany",
        "combat_move",
        {"southern_europe": "germany: 1 bomber", "sz28": "united_kingdom: 1 destroyer"},
        owners=SUEZ_BRITISH,
    )
    table.move("1 bomber: southern_europe > sz17 > sz28")
    assert table.at("sz28")["germany"] == {"bomber": 1}


@pytest.mark.rule("BRD-31")
@pytest.mark.parametrize("power", ["soviet_union", "germany", "united_kingdom"])
@pytest.mark.parametrize("path", ["sz17 > sz18", "sz18 > sz17"])
def test_no_ship_of_any_side_passes_the_turkish_straits(power: str, path: str) -> None:
    table = position(power, "noncombat_move", {path[:4]: f"{power}: 1 submarine, 1 transport"})
    table.refuses_move(f"1 submarine: {path}", "BRD-31")
    sentence = table.refuses_move(f"1 transport: {path}", "BRD-31")
    assert sentence == "The Turkish Straits are closed to all ships for the whole game."


@pytest.mark.rule("BRD-31")
def test_ships_built_in_the_black_sea_may_act_inside_it() -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {
            "caucasus": "soviet_union: 2 infantry",
            "sz18": "soviet_union: 1 transport, 1 submarine; germany: 1 destroyer",
        },
    )
    table.refuses_move("2 infantry: caucasus > sz18", "CMV-19")
    table = position(
        "soviet_union", "combat_move", {"caucasus": "soviet_union: 2 infantry", "sz18": "soviet_union: 1 transport"}
    )
    table.move("2 infantry: caucasus > sz18").move("2 infantry: sz18 > eastern_europe").end_phase()
    assert table.owner("eastern_europe") == "soviet_union"


@pytest.mark.rule("BRD-31")
def test_ships_that_share_the_black_sea_with_enemy_warships_fight_where_they_are() -> None:
    table = position("soviet_union", "combat_move", {"sz18": "soviet_union: 1 destroyer; germany: 1 destroyer"})
    table.end_phase()
    assert table.pending == [("sz18", "sea")]
    table.battle("sz18", dice="1 6")
    assert table.at("sz18") == {"soviet_union": {"destroyer": 1}}
