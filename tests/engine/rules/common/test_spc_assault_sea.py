"""Amphibious assaults: the sea part (SPC-01..09)."""

import pytest

from tests.engine.table import Table, position

pytestmark = pytest.mark.theatre("australia")

ENGAGE = {"type": "engage", "space": "sz7", "attack": True}


def assault(
    zone: str = "",
    *,
    fleet: str = "1 destroyer",
    cargo: str = "1 infantry",
    garrison: str = "germany: 1 infantry",
    land: str = "",
    air: str = "",
) -> Table:
    """The British land in Western Europe from sea zone 7; all moves are made, the phase is open.

    zone: who waits in the sea zone. land: own units in Southern Europe that march in. air: aircraft from London
    against the territory.
    """
    ships = f"1 transport, {fleet}" if fleet else "1 transport"
    spaces = {
        "united_kingdom": f"united_kingdom: {cargo}" + (f", {air}" if air else ""),
        "sz8": f"united_kingdom: {ships}",
        **({"sz7": zone} if zone else {}),
        **({"western_europe": garrison} if garrison else {}),
        **({"southern_europe": f"united_kingdom: {land}"} if land else {}),
    }
    owners = {"southern_europe": "united_kingdom"} if land else {}
    table = position("united_kingdom", "combat_move", spaces, owners=owners)
    table.move(f"{cargo}: united_kingdom > sz8").move(f"{ships}: sz8 > sz7").move(f"{cargo}: sz7 > western_europe")
    if land:
        table.move(f"{land}: southern_europe > western_europe")
    if air:
        table.move(f"{air}: united_kingdom > western_europe")
    return table


@pytest.mark.rule("SPC-01", setups="but anniversary + 1940")
@pytest.mark.parametrize("warship", ["destroyer", "aircraft_carrier", "battleship"])
def test_enemy_surface_warships_force_a_sea_battle_before_the_landing(warship: str) -> None:
    table = assault(f"germany: 1 {warship}")
    table.refuses({**ENGAGE, "attack": False}, "CMV-16")
    table.end_phase()
    assert table.pending == [("sz7", "sea"), ("western_europe", "land")]


@pytest.mark.rule("SPC-03", "SPC-08", "SPC-09", setups="but anniversary")
def test_aircraft_assigned_to_the_sea_and_carrier_fighters_there_take_part() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "united_kingdom": "united_kingdom: 1 infantry, 1 fighter",
            "sz8": "united_kingdom: 1 transport",
            "sz7": "germany: 1 aircraft_carrier, 1 fighter",
            "western_europe": "germany: 1 infantry, 1 fighter",
        },
    )
    table.move("1 infantry: united_kingdom > sz8").move("1 transport: sz8 > sz7")
    table.move("1 infantry: sz7 > western_europe").move("1 fighter: united_kingdom > sz7").end_phase()
    table.battle("western_europe", dice="3").lose("1 aircraft_carrier", dice="6 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["aircraft_carrier", "fighter"]
    table.press(dice="3 6")
    assert table.pending == [("western_europe", "land")]
    table.battle("western_europe", dice="6 6 4")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["infantry"], "the fighter fought at sea"
    assert [shot.unit for shot in table.happened("fired")[1].shots] == ["infantry", "fighter"]


@pytest.mark.rule("SPC-06", "CMB-44", setups="but anniversary + 1940")
def test_the_only_way_out_of_a_landing_is_to_retreat_at_sea() -> None:
    table = assault("germany: 1 destroyer").end_phase().battle("western_europe", dice="6 6").retreat("sz8")
    assert table.at("sz8")["united_kingdom"] == {"infantry": 1, "transport": 1, "destroyer": 1}
    assert table.phase == "noncombat_move"


@pytest.mark.rule("SPC-07", setups="but anniversary + 1940")
def test_aircraft_sent_at_the_territory_must_fight_one_round_too() -> None:
    table = assault("germany: 1 battleship", air="1 fighter").end_phase()
    table.battle("western_europe", dice="6 6").retreat("sz8").battle("western_europe", dice="6 6").retreat(None)
    assert table.phase == "noncombat_move"
    assert table.at("western_europe")["united_kingdom"] == {"fighter": 1}


@pytest.mark.rule("SPC-07", setups="but anniversary + 1940")
def test_a_failed_sea_part_ends_an_assault_without_other_units() -> None:
    table = assault("germany: 1 battleship").end_phase().battle("western_europe", dice="6 6").retreat("sz8")
    assert (table.pending, table.phase) == ([], "noncombat_move")
    assert [event.battle.space for event in table.happened("battle_dropped")] == ["western_europe"]


@pytest.mark.rule("SPC-08", setups="but anniversary + 1940")
def test_aircraft_assigned_to_the_territory_do_not_fight_at_sea() -> None:
    table = assault("germany: 1 destroyer", air="1 bomber").end_phase().battle("western_europe", dice="1 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["destroyer"]
    table.battle("western_europe", dice="6 4 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["infantry", "bomber"]


@pytest.mark.rule("SPC-08", setups="but anniversary + 1940")
def test_an_aircraft_that_fought_at_sea_cannot_be_sent_on_to_the_territory() -> None:
    table = assault("germany: 1 destroyer", air="1 bomber")
    table.end_phase().battle("western_europe", dice="1 6")
    table.refuses_move("1 bomber: western_europe > sz7", "phase")


@pytest.mark.rule("SPC-09", setups="but anniversary + 1940")
def test_aircraft_on_land_do_not_defend_the_sea_zone() -> None:
    table = assault("germany: 1 destroyer", garrison="germany: 1 infantry, 1 fighter, 1 bomber").end_phase()
    table.battle("western_europe", dice="1 6")
    assert [shot.unit for shot in table.happened("fired")[1].shots] == ["destroyer"]


@pytest.mark.rule("SPC-09", "SPC-80", setups="but anniversary")
def test_fighters_of_a_sunk_carrier_do_not_defend_the_territory() -> None:
    table = assault("germany: 1 aircraft_carrier, 1 fighter", fleet="1 battleship").end_phase()
    table.battle("sz7", dice="1").lose("1 aircraft_carrier", dice="6 6").press(dice="1 6")
    table.battle("western_europe", dice="1 6")
    assert [shot.unit for shot in table.happened("fired")[1].shots] == ["infantry"]


@pytest.mark.rule("CMB-04", "CMB-05", "SPC-05", setups="but anniversary + 1940")
def test_an_empty_coast_is_taken_as_soon_as_the_sea_battle_before_it_is_won() -> None:
    table = assault("germany: 1 destroyer", garrison="").end_phase()
    assert table.owner("western_europe") == "germany"
    table.battle("western_europe", dice="1 6")
    assert (table.owner("western_europe"), table.pending) == ("united_kingdom", [])


@pytest.mark.rule("SPC-03", "CMB-31", setups="but anniversary + 1940")
def test_cargo_sinks_with_its_transport() -> None:
    table = assault("germany: 2 destroyer", cargo="1 infantry, 1 tank").end_phase()
    table.battle("western_europe", dice="6 1 1")
    assert table.at("sz7") == {"germany": {"destroyer": 2}}
    assert len(table.happened("units_lost")[-1].cargo) == 2
    assert table.owner("western_europe") == "germany"
