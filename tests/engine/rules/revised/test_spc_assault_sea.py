"""The sea part of amphibious assaults in Revised (SPC-01..09)."""

from functools import partial

import pytest

from tests.engine.table import Table, position

revised = partial(position, setup="revised")


def landing(enemies: str, more: str = "", air: str = "") -> Table:
    """A British landing in Western Europe from sea zone 7, where these enemies are; `more` British ships come too."""
    ships = f"1 transport, {more}" if more else "1 transport"
    table = revised(
        "united_kingdom",
        "combat_move",
        {
            "sz2": f"united_kingdom: {ships}",
            "united_kingdom": "united_kingdom: 1 infantry, 1 tank" + (f", {air}" if air else ""),
            "sz7": enemies,
            "western_europe": "germany: 1 infantry, 1 fighter",
        },
    )
    table.move("1 infantry, 1 tank: united_kingdom > sz2").move(f"{ships}: sz2 > sz8 > sz7")
    return table.move("1 infantry, 1 tank: sz7 > western_europe")


@pytest.mark.rule("SPC-01", "SPC-02", "SPC-03", "CMV-21", setup="revised")
@pytest.mark.parametrize("enemy", ["1 submarine", "1 transport", "1 aircraft_carrier, 1 fighter"])
def test_any_enemy_unit_in_the_zone_must_be_fought_by_all_ships_before_the_landing(enemy: str) -> None:
    table = landing(f"germany: {enemy}", more="1 battleship")
    table.refuses({"type": "engage", "space": "sz7", "attack": False}, "CMV-16" if "carrier" in enemy else "CMV-20")
    table.end_phase()
    assert table.pending == [("sz7", "sea"), ("western_europe", "land")]


@pytest.mark.rule("SPC-01", "CMB-04", setup="revised")
def test_with_no_enemy_in_the_zone_there_is_no_sea_battle() -> None:
    table = landing("united_states: 1 destroyer").end_phase()
    assert table.pending == [("western_europe", "land")]


@pytest.mark.rule("SPC-05", "SPC-01", setup="revised")
def test_the_landing_follows_when_the_zone_is_cleared() -> None:
    table = landing("germany: 1 transport", more="1 battleship").end_phase()
    table.battle("western_europe", dice="1 6")
    assert table.at("sz7") == {"united_kingdom": {"transport": 1, "battleship": 1, "infantry": 1, "tank": 1}}
    table.battle("western_europe", dice="1 1 6 6")
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("SPC-05", "SPC-76", setup="revised")
def test_submerged_submarines_do_not_keep_the_cargo_from_landing() -> None:
    table = landing("germany: 1 submarine", more="1 battleship").end_phase()
    table.battle("sz7", dice="6 6").press().decide("submerge", {"submarine": 1})
    table.battle("western_europe", dice="1 1 6 6")
    assert table.owner("western_europe") == "united_kingdom"
    assert table.at("sz7")["germany"] == {"submarine": 1}


@pytest.mark.rule("SPC-05", setup="revised")
def test_a_zone_that_was_not_cleared_forbids_the_landing() -> None:
    table = landing("germany: 1 battleship", more="1 destroyer").end_phase()
    table.battle("sz7", dice="6 6").retreat("sz8")
    assert table.pending == []
    assert table.at("sz8")["united_kingdom"]["tank"] == 1


@pytest.mark.rule("SPC-01", "CMV-68", setup="revised")
def test_nobody_lands_from_an_allys_transport_in_a_hostile_zone_without_ships_of_its_own() -> None:
    cargo = {"sz7": [{"transport": "united_states", "units": {"united_kingdom": {"infantry": 1}}}]}
    spaces = {"sz7": "united_states: 1 transport; germany: 1 submarine", "western_europe": "germany: 1 infantry"}
    table = revised("united_kingdom", "combat_move", spaces, cargo=cargo)
    table.move("1 infantry: sz7 > western_europe")
    table.refuses({"type": "end_phase"}, "SPC-01")


@pytest.mark.rule("SPC-06", "NCM-28", setup="revised")
def test_a_landing_may_be_called_off_after_the_sea_battle_and_the_cargo_offloaded_elsewhere() -> None:
    table = revised(
        "united_kingdom",
        "combat_move",
        {
            "sz6": "united_kingdom: 1 transport, 1 battleship",
            "united_kingdom": "united_kingdom: 1 infantry",
            "sz7": "germany: 1 transport",
            "western_europe": "germany: 1 infantry",
        },
    )
    table.move("1 infantry: united_kingdom > sz6").move("1 transport, 1 battleship: sz6 > sz7")
    table.move("1 infantry: sz7 > western_europe").end_phase()
    table.battle("sz7", dice="1 6").do({"type": "battle", "space": "western_europe", "land": "none"})
    table.move("1 infantry: sz7 > united_kingdom")
    assert table.at("united_kingdom") == {"united_kingdom": {"infantry": 1}}


@pytest.mark.rule("SPC-07", "SPC-13", setup="revised")
def test_units_that_came_overland_fight_an_ordinary_battle_where_the_fleet_failed() -> None:
    table = revised(
        "united_kingdom",
        "combat_move",
        {
            "sz3": "united_kingdom: 1 transport, 1 destroyer",
            "united_kingdom": "united_kingdom: 1 infantry",
            "sz5": "germany: 1 battleship",
            "karelia_ssr": "united_kingdom: 2 infantry",
            "norway": "germany: 2 infantry",
        },
        owners={"karelia_ssr": "soviet_union"},
    )
    table.move("1 infantry: united_kingdom > sz3").move("1 transport, 1 destroyer: sz3 > sz6 > sz5")
    table.move("1 infantry: sz5 > norway").move("2 infantry: karelia_ssr > norway").end_phase()
    table.battle("norway", dice="6 6").retreat("sz6").battle("norway", dice="6 6 6 6")
    assert table.questions == [("retreat", ("united_kingdom",))], "in an assault they could not retreat"
    table.retreat("karelia_ssr")
    assert table.at("karelia_ssr")["united_kingdom"] == {"infantry": 2}


@pytest.mark.rule("SPC-08", "SPC-03", setup="revised")
def test_aircraft_sent_to_the_zone_fight_there_and_not_on_land() -> None:
    table = landing("germany: 1 transport", more="1 battleship", air="1 fighter")
    table.move("1 fighter: united_kingdom > sz7").end_phase()
    table.battle("sz7", dice="1 1 6")
    table.battle("western_europe", dice="1 1 6 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["infantry", "tank"]


@pytest.mark.rule("SPC-09", "UNI-46", setup="revised")
def test_land_based_fighters_defend_their_land_and_carrier_fighters_the_zone() -> None:
    table = landing("germany: 1 aircraft_carrier, 1 fighter", more="1 battleship").end_phase()
    table.battle("sz7", dice="6 6 6")
    assert [shot.unit for shot in table.happened("fired")[1].shots] == ["aircraft_carrier", "fighter"]
    assert len(table.happened("fired")[1].pieces) == 2
