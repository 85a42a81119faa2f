"""What the combat move is for, how far units go in it, and what it allows no more afterwards."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMV-01", setups="but anniversary + 1940")
@pytest.mark.theatre("australia")
def test_moves_without_a_fight_wait_for_the_noncombat_move() -> None:
    table = position("germany", "combat_move", {"germany": "germany: 1 infantry", "sz5": "germany: 1 destroyer"})
    table.end_phase()
    assert table.phase == "noncombat_move"
    table.move("1 infantry: germany > western_europe").move("1 destroyer: sz5 > sz6")


@pytest.mark.rule("CMV-08", setups="every + 1940")
def test_aircraft_that_fought_at_sea_do_not_fight_on_land_too() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "germany": "germany: 1 bomber",
            "sz5": "germany: 1 transport",
            "sz6": "united_kingdom: 1 destroyer",
            "united_kingdom": "united_kingdom: 1 infantry",
        },
        cargo={"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]},
    )
    table.move("1 bomber: germany > sz5 > sz6").move("1 transport: sz5 > sz6").move("2 infantry: sz6 > united_kingdom")
    table.end_phase()
    table.battle("sz6", dice="4 6")
    table.battle("united_kingdom", dice="1 6 6")
    assert table.at("united_kingdom") == {"germany": {"infantry": 2}}
    assert table.at("sz6") == {"germany": {"bomber": 1, "transport": 1}}


@pytest.mark.rule("CMV-08", "CMV-15", setups="but revised + 1940")
def test_a_tank_that_fought_does_not_move_on() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 1 tank", "caucasus": "soviet_union: 1 infantry"})
    table.move("1 tank: ukraine > caucasus").end_phase().battle("caucasus", dice="1 6")
    table.refuses_move("1 tank: caucasus > ukraine", "CMV-15")


@pytest.mark.rule("CMV-15", setups="but revised + 1940")
def test_units_that_stayed_out_of_it_move_afterwards() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 2 tank", "caucasus": "soviet_union: 1 infantry"})
    table.move("1 tank: ukraine > caucasus").end_phase().battle("caucasus", dice="1 6")
    table.move("1 tank: ukraine > caucasus")
    assert table.at("caucasus") == {"germany": {"tank": 2}}
