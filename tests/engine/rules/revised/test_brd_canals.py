"""The Panama and Suez Canals of Revised, and its open straits (BRD-29..38)."""

from __future__ import annotations

import pytest

from tests.engine.table import Table, position

SUEZ_BRITISH = {"anglo_egypt": "united_kingdom", "trans_jordan": "united_kingdom"}
SUEZ_GERMAN = {"anglo_egypt": "germany", "trans_jordan": "germany"}
SUEZ_SPLIT = {"anglo_egypt": "germany", "trans_jordan": "united_kingdom"}


def sailing(power: str, spaces: dict[str, str], owners: dict[str, str] | None = None) -> Table:
    """The noncombat move of a power."""
    return position(power, "noncombat_move", spaces, setup="revised", owners=owners)


@pytest.mark.rule("BRD-29", "BRD-34", "BRD-36", setup="revised")
@pytest.mark.parametrize("power", ["united_states", "united_kingdom", "soviet_union"])
def test_any_power_of_the_side_that_holds_panama_uses_its_canal(power: str) -> None:
    table = sailing(power, {"sz10": f"{power}: 1 battleship"}).move("1 battleship: sz10 > sz19 > sz20")
    assert table.at("sz20") == {power: {"battleship": 1}}


@pytest.mark.rule("BRD-29", "BRD-34", setup="revised")
def test_panama_is_closed_to_the_side_that_does_not_hold_it() -> None:
    table = sailing("japan", {"sz20": "japan: 1 submarine"})
    sentence = table.refuses_move("1 submarine: sz20 > sz19", "BRD-34")
    assert sentence == "The Panama Canal is closed to you: your side has not held Panama since your turn began."
    sailing("germany", {"sz19": "germany: 1 destroyer"}, {"panama": "japan"}).move("1 destroyer: sz19 > sz20")


@pytest.mark.rule("BRD-34", setup="revised")
def test_a_canal_cannot_be_used_in_the_turn_in_which_its_land_is_taken() -> None:
    cargo = {"sz20": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
    ships = {"sz20": "japan: 1 transport, 1 destroyer"}
    table = position("japan", "combat_move", ships, setup="revised", cargo=cargo)
    table.move("1 infantry: sz20 > panama").end_phase()
    assert (table.owner("panama"), table.phase) == ("japan", "noncombat_move")
    table.refuses_move("1 destroyer: sz20 > sz19", "BRD-34")


@pytest.mark.rule("BRD-30", "BRD-34", "BRD-36", setup="revised")
def test_suez_lets_the_side_pass_that_holds_both_banks() -> None:
    table = sailing("united_kingdom", {"sz34": "united_kingdom: 1 destroyer"}, SUEZ_BRITISH)
    table.move("1 destroyer: sz34 > sz15 > sz14")
    table = sailing("germany", {"sz14": "germany: 1 destroyer"}, SUEZ_GERMAN).move("1 destroyer: sz14 > sz15 > sz34")
    assert table.at("sz34") == {"germany": {"destroyer": 1}}


@pytest.mark.rule("BRD-30", "BRD-34", setup="revised")
def test_suez_is_closed_to_the_side_that_holds_neither_bank() -> None:
    table = sailing("germany", {"sz15": "germany: 1 submarine"}, SUEZ_BRITISH)
    assert "Anglo-Egypt and Trans-Jordan" in table.refuses_move("1 submarine: sz15 > sz34", "BRD-34")


@pytest.mark.rule("BRD-35", setup="revised")
@pytest.mark.parametrize("power", ["germany", "japan", "united_kingdom", "united_states"])
def test_suez_with_its_banks_on_different_sides_is_closed_to_all(power: str) -> None:
    table = sailing(power, {"sz15": f"{power}: 1 destroyer"}, SUEZ_SPLIT)
    table.refuses_move("1 destroyer: sz15 > sz34", "BRD-35")


@pytest.mark.rule("BRD-37", setup="revised")
def test_land_units_cross_the_canals_as_ordinary_neighbours() -> None:
    table = sailing("united_kingdom", {"trans_jordan": "united_kingdom: 1 infantry"})
    table.move("1 infantry: trans_jordan > anglo_egypt")
    table = position("germany", "combat_move", {"libya": "germany: 1 tank"}, setup="revised")
    table.move("1 tank: libya > anglo_egypt > trans_jordan").end_phase()
    assert table.owner("trans_jordan") == "germany"


@pytest.mark.rule("BRD-38", setup="revised")
def test_aircraft_cross_canals_whoever_holds_them() -> None:
    spaces = {"southern_europe": "germany: 1 bomber", "sz34": "united_kingdom: 1 transport"}
    table = position("germany", "combat_move", spaces, setup="revised", owners=SUEZ_BRITISH)
    table.move("1 bomber: southern_europe > sz14 > sz15 > sz34")
    assert table.at("sz34")["germany"] == {"bomber": 1}


@pytest.mark.rule("BRD-31", setup="revised")
@pytest.mark.parametrize("power", ["soviet_union", "germany", "united_kingdom"])
def test_the_black_sea_is_open_to_the_ships_of_all(power: str) -> None:
    table = sailing(power, {"sz16": f"{power}: 1 transport"}).move("1 transport: sz16 > sz15")
    assert table.at("sz15") == {power: {"transport": 1}}
