"""Amphibious assaults: the land part (SPC-10..15), and what 1941 does not have (SPC-17, SPC-26)."""

import pytest

from tests.engine.table import Table, position

pytestmark = pytest.mark.theatre("australia")


def two_transports(first: str, second: str) -> Table:
    """Two transports in sea zone 5: one with an infantry aboard, one with a tank; each lands where it is told."""
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz5": "united_kingdom: 2 transport",
            "germany": "germany: 1 infantry",
            "eastern_europe": "germany: 1 infantry",
        },
        cargo={
            "sz5": [
                {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}},
                {"transport": "united_kingdom", "units": {"united_kingdom": {"tank": 1}}},
            ]
        },
    )
    return table.move(f"1 infantry: sz5 > {first}").move(f"1 tank: sz5 > {second}")


@pytest.mark.rule("SPC-11", setups="but anniversary + 1940")
def test_one_zone_may_assault_several_territories_with_different_transports() -> None:
    table = two_transports("germany", "eastern_europe").end_phase()
    assert table.pending == [("eastern_europe", "land"), ("germany", "land")]
    table.battle("germany", dice="1 6").battle("eastern_europe", dice="1 6")
    assert (table.owner("germany"), table.owner("eastern_europe")) == ("united_kingdom", "united_kingdom")


@pytest.mark.rule("SPC-11", setups="but anniversary + 1940")
def test_the_cargo_of_one_transport_goes_to_one_territory() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz5": "united_kingdom: 1 transport"},
        cargo={"sz5": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 2}}}]},
    )
    table.move("1 infantry: sz5 > germany")
    table.refuses_move("1 infantry: sz5 > eastern_europe", "CMV-60")
    table.move("1 infantry: sz5 > germany").end_phase()
    assert table.at("germany") == {"united_kingdom": {"infantry": 2}}


@pytest.mark.rule("SPC-11", "CMB-04", setups="but anniversary + 1940")
def test_several_assaults_from_one_zone_share_its_sea_battle() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz6": "united_kingdom: 2 transport, 1 battleship",
            "sz5": "germany: 1 destroyer",
            "germany": "germany: 1 infantry",
            "eastern_europe": "germany: 1 infantry",
        },
        cargo={
            "sz6": [
                {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}},
                {"transport": "united_kingdom", "units": {"united_kingdom": {"tank": 1}}},
            ]
        },
    )
    table.move("2 transport, 1 battleship: sz6 > sz5")
    table.move("1 infantry: sz5 > germany").move("1 tank: sz5 > eastern_europe").end_phase()
    table.battle("eastern_europe", dice="1 6")
    assert table.pending == [("eastern_europe", "land"), ("germany", "land")]
    table.battle("eastern_europe", dice="1 6").battle("germany", dice="1 6")
    assert (table.owner("germany"), table.owner("eastern_europe")) == ("united_kingdom", "united_kingdom")
