"""Antiaircraft guns as units: where they may go, what stops at them, and whose they become (UNI-05, UNI-27..33)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import movable
from tests.engine.table import Table, position

GUN = "1 anti_aircraft_gun"


def cargo(zone: str, power: str, **units: int) -> dict[str, Any]:
    """A laden transport in a zone, as an edit wants it."""
    return {zone: [{"transport": power, "units": {power: units}}]}


@pytest.mark.rule("UNI-05", setup="revised")
def test_a_gun_costs_five_ipcs_and_is_placed_like_other_land_units() -> None:
    table = position("germany", "purchase", {"germany": "germany: 1 infantry"}, setup="revised", ipcs={"germany": 5})
    table.do({"type": "purchase", "units": {"anti_aircraft_gun": 1}})
    assert table.ipcs("germany") == 0
    table.end_phase().end_phase().end_phase()
    table.do({"type": "mobilize", "units": {"anti_aircraft_gun": 1}, "space": "germany"})
    assert table.at("germany") == {"germany": {"infantry": 1, "anti_aircraft_gun": 1}}


@pytest.mark.rule("NCM-10", "UNI-05", setup="revised")
def test_a_gun_moves_one_space_in_the_noncombat_move() -> None:
    table = position("germany", "noncombat_move", {"germany": f"germany: {GUN}"}, setup="revised")
    table.refuses_move(f"{GUN}: germany > eastern_europe > belorussia", "CMV-03")
    table.move(f"{GUN}: germany > eastern_europe")
    table.refuses_move(f"{GUN}: eastern_europe > belorussia", "CMV-03")


@pytest.mark.rule("UNI-27", "UNI-28", setup="revised")
def test_a_gun_neither_moves_nor_boards_nor_attacks_in_the_combat_move() -> None:
    spaces = {
        "eastern_europe": f"germany: {GUN}",
        "sz5": "germany: 1 transport",
        "karelia_ssr": "soviet_union: 1 infantry",
    }
    table = position("germany", "combat_move", spaces, setup="revised")
    table.refuses_move(f"{GUN}: eastern_europe > karelia_ssr", "UNI-27")
    table.refuses_move(f"{GUN}: eastern_europe > belorussia", "UNI-27")
    table.refuses_move(f"{GUN}: eastern_europe > sz5", "UNI-27")
    assert [group.unit for group in movable(table.state)] == ["transport"]


@pytest.mark.rule("UNI-27", "SPC-16", setup="revised")
def test_a_gun_rides_along_with_an_assault_and_stays_aboard() -> None:
    spaces = {"sz5": "germany: 1 transport", "karelia_ssr": "soviet_union: 1 infantry"}
    aboard = cargo("sz5", "germany", anti_aircraft_gun=1, infantry=1)
    table = position("germany", "combat_move", spaces, setup="revised", cargo=aboard)
    table.refuses_move(f"{GUN}: sz5 > karelia_ssr", "SPC-16")
    table.refuses_move(f"1 infantry, {GUN}: sz5 > karelia_ssr", "SPC-16")
    table.move("1 infantry: sz5 > karelia_ssr").end_phase().battle("karelia_ssr", dice="1 6")
    assert table.owner("karelia_ssr") == "germany"
    assert table.at("sz5") == {"germany": {"transport": 1, "anti_aircraft_gun": 1}}


@pytest.mark.rule("UNI-27", setup="revised")
def test_a_transport_carries_a_gun_along_in_the_combat_move() -> None:
    spaces = {"sz5": "germany: 1 transport, 1 destroyer", "sz6": "united_kingdom: 1 transport"}
    aboard = cargo("sz5", "germany", anti_aircraft_gun=1)
    table = position("germany", "combat_move", spaces, setup="revised", cargo=aboard)
    table.move("1 transport, 1 destroyer: sz5 > sz6")
    assert table.at("sz6")["germany"] == {"transport": 1, "destroyer": 1, "anti_aircraft_gun": 1}


@pytest.mark.rule("UNI-27", "UNI-61", setup="revised")
def test_a_gun_boards_and_leaves_a_transport_in_the_noncombat_move() -> None:
    spaces = {"germany": f"germany: {GUN}, 1 infantry", "sz5": "germany: 1 transport"}
    table = position("germany", "noncombat_move", spaces, setup="revised")
    table.move(f"{GUN}, 1 infantry: germany > sz5").move(f"{GUN}: sz5 > norway")
    assert table.at("norway") == {"germany": {"anti_aircraft_gun": 1}}
    assert table.at("sz5") == {"germany": {"transport": 1, "infantry": 1}}


@pytest.mark.rule("UNI-33", setup="revised")
def test_a_gun_is_lost_with_the_transport_that_carries_it() -> None:
    spaces = {"sz5": "germany: 1 transport", "sz6": "united_kingdom: 1 destroyer"}
    aboard = cargo("sz5", "germany", anti_aircraft_gun=1)
    table = position("united_kingdom", "combat_move", spaces, setup="revised", cargo=aboard)
    table.move("1 destroyer: sz6 > sz5").end_phase().battle("sz5", dice="1 6")
    assert [[piece.unit for piece in event.cargo] for event in table.happened("units_lost")] == [["anti_aircraft_gun"]]


@pytest.mark.rule("CMV-25", setup="revised")
@pytest.mark.parametrize("obstacle", ["gun", "complex"])
def test_a_blitz_stops_at_a_lone_gun_or_complex(obstacle: str) -> None:
    spaces = {"eastern_europe": "germany: 1 tank", "karelia_ssr": f"soviet_union: {GUN}" if obstacle == "gun" else ""}
    more: Any = (
        {"more_spaces": {"karelia_ssr": {"facilities": ["industrial_complex"]}}} if obstacle == "complex" else {}
    )
    table = position("germany", "combat_move", spaces, setup="revised", **more)
    table.refuses_move("1 tank: eastern_europe > karelia_ssr > archangel", "CMV-25")
    table.move("1 tank: eastern_europe > karelia_ssr").end_phase()
    assert table.owner("karelia_ssr") == "germany"


@pytest.mark.rule("CMV-26", "CMB-05", "UNI-30", setup="revised")
def test_walking_into_a_territory_with_only_a_gun_and_a_complex_takes_it_with_both() -> None:
    spaces = {"ukraine_ssr": "germany: 1 infantry", "caucasus": f"soviet_union: {GUN}"}
    table = position("germany", "combat_move", spaces, setup="revised")
    gun = next(piece.id for piece in table.state.pieces.values() if piece.unit == "anti_aircraft_gun")
    table.move("1 infantry: ukraine_ssr > caucasus").end_phase()
    assert table.happened("round_began") == []
    assert table.at("caucasus") == {"germany": {"infantry": 1, "anti_aircraft_gun": 1}}
    assert table.state.facilities["caucasus"] == ("industrial_complex",)
    assert table.state.pieces[gun].power == "germany"
    assert gun.startswith("soviet_union.")


@pytest.mark.rule("UNI-30", setup="revised")
def test_all_guns_fall_with_their_territory_whosever_they_are() -> None:
    guns = f"germany: 1 infantry, {GUN}; japan: {GUN}"
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz6": "united_kingdom: 1 transport", "norway": guns},
        setup="revised",
        cargo=cargo("sz6", "united_kingdom", tank=1),
    )
    table.move("1 tank: sz6 > norway").end_phase().battle("norway", dice="3 6")
    assert table.at("norway") == {"united_kingdom": {"tank": 1, "anti_aircraft_gun": 2}}
    assert [set(event.guns.values()) for event in table.happened("guns_changed_hands")] == [{"united_kingdom"}]


@pytest.mark.rule("UNI-30", setup="revised")
def test_a_gun_stays_with_a_defender_who_holds_out() -> None:
    spaces = {"ukraine_ssr": "germany: 1 infantry", "caucasus": f"soviet_union: {GUN}, 1 infantry"}
    table = position("germany", "combat_move", spaces, setup="revised")
    table.move("1 infantry: ukraine_ssr > caucasus").end_phase().battle("caucasus", dice="6 1")
    assert table.at("caucasus") == {"soviet_union": {"infantry": 1, "anti_aircraft_gun": 1}}


def captured_in_caucasus(owners: dict[str, str] | None = None, **spaces: str) -> Table:
    """Germany has just taken Caucasus with a Soviet gun; it is the German noncombat move."""
    spaces = {"ukraine_ssr": "germany: 1 infantry", "caucasus": f"soviet_union: {GUN}", **spaces}
    table = position("germany", "combat_move", spaces, setup="revised", owners=owners)
    return table.move("1 infantry: ukraine_ssr > caucasus").end_phase()


def next_power(table: Table, power: str) -> Table:
    """Every power passes until it is the combat move of this one."""
    for _ in range(60):
        if (table.state.power, table.phase) == (power, "combat_move"):
            return table
        table.end_phase()
    raise AssertionError(f"the turn of {power} never came")


@pytest.mark.rule("UNI-31", setup="revised")
def test_a_captured_gun_moves_for_its_captor() -> None:
    table = captured_in_caucasus().move(f"{GUN}: caucasus > ukraine_ssr")
    assert table.at("ukraine_ssr") == {"germany": {"anti_aircraft_gun": 1}}


@pytest.mark.rule("UNI-31", setup="revised")
def test_a_captured_gun_fires_for_its_captor_in_later_battles() -> None:
    table = next_power(captured_in_caucasus(persia="united_kingdom: 1 fighter"), "united_kingdom")
    table.move("1 fighter: persia > caucasus").end_phase().battle("caucasus", dice="1")
    assert [event.power for event in table.happened("anti_aircraft_fired")] == ["germany"]


@pytest.mark.rule("UNI-32", setup="revised")
def test_a_gun_in_a_liberated_territory_goes_back_to_its_first_owner() -> None:
    table = next_power(captured_in_caucasus(persia="united_kingdom: 1 infantry"), "united_kingdom")
    table.move("1 infantry: persia > caucasus").end_phase().battle("caucasus", dice="1 6")
    assert table.owner("caucasus") == "soviet_union"
    assert table.at("caucasus") == {"united_kingdom": {"infantry": 1}, "soviet_union": {"anti_aircraft_gun": 1}}


@pytest.mark.rule("UNI-30", "UNI-32", setup="revised")
def test_an_enemys_own_gun_in_a_liberated_territory_falls_to_the_liberated_power() -> None:
    spaces = {"persia": "united_kingdom: 1 infantry", "caucasus": f"germany: {GUN}"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", owners={"caucasus": "germany"})
    table.move("1 infantry: persia > caucasus").end_phase()
    assert table.at("caucasus") == {"united_kingdom": {"infantry": 1}, "soviet_union": {"anti_aircraft_gun": 1}}


@pytest.mark.rule("UNI-30", setup="revised")
def test_a_captured_gun_that_its_captor_moved_home_is_captured_with_that_home() -> None:
    table = captured_in_caucasus({"belorussia": "soviet_union"}, belorussia="united_kingdom: 1 infantry")
    table = next_power(table.move(f"{GUN}: caucasus > ukraine_ssr"), "united_kingdom")
    table.move("1 infantry: belorussia > ukraine_ssr").end_phase()
    assert table.owner("ukraine_ssr") == "united_kingdom"
    assert table.at("ukraine_ssr") == {"united_kingdom": {"infantry": 1, "anti_aircraft_gun": 1}}


@pytest.mark.rule("UNI-32", setup="revised")
def test_a_power_that_takes_its_own_territory_back_has_its_gun_again() -> None:
    table = next_power(captured_in_caucasus(russia="soviet_union: 1 infantry"), "soviet_union")
    table.move("1 infantry: russia > caucasus").end_phase().battle("caucasus", dice="1 6")
    assert table.at("caucasus") == {"soviet_union": {"infantry": 1, "anti_aircraft_gun": 1}}
