"""How many units a complex gives, promised carriers, and what is left over (chapter MOB)."""

from __future__ import annotations

import pytest

from engine import load_setup
from tests.engine.rules.common.test_mob_numbers import fighters_waiting_over
from tests.engine.rules.common.test_mob_places import mobilizing, place

CAPACITIES = {
    "russia": 3,
    "caucasus": 2,
    "germany": 4,
    "united_kingdom": 3,
    "india": 1,
    "australia": 1,
    "japan": 4,
    "eastern_united_states": 6,
    "western_united_states": 6,
}


@pytest.mark.rule("MOB-12")
@pytest.mark.parametrize(("territory", "value"), CAPACITIES.items())
def test_a_complex_places_as_many_units_as_its_territory_is_worth(territory: str, value: int) -> None:
    owner = load_setup("aa1941").board.territory[territory].emblem
    assert owner is not None
    table = mobilizing(owner, {"infantry": 20})
    table.refuses(place(territory, infantry=value + 1), "MOB-12")
    table.do(place(territory, infantry=value))
    table.refuses(place(territory, infantry=1), "MOB-12")
    assert table.at(territory) == {owner: {"infantry": value}}


@pytest.mark.rule("MOB-12")
def test_there_are_no_other_complexes_at_the_start() -> None:
    assert set(load_setup("aa1941").start.facilities) == set(CAPACITIES)


@pytest.mark.rule("MOB-12")
def test_a_captor_gets_the_same_capacity() -> None:
    table = mobilizing("germany", {"tank": 3}, owners={"caucasus": "germany"})
    table.refuses(place("caucasus", tank=3), "MOB-12")
    table.do(place("caucasus", tank=2))


@pytest.mark.rule("MOB-13")
def test_land_units_aircraft_and_ships_count_together() -> None:
    table = mobilizing("germany", {"infantry": 2, "fighter": 1, "submarine": 1, "destroyer": 1})
    table.do(place("germany", infantry=1, fighter=1)).do(place("sz5", submarine=1, destroyer=1))
    sentence = table.refuses(place("germany", infantry=1), "MOB-12")
    assert sentence == "The complex in Germany can place no more units this turn."


@pytest.mark.rule("MOB-13")
def test_what_is_placed_in_several_zones_counts_together() -> None:
    table = mobilizing("united_kingdom", {"submarine": 4})
    for zone in ("sz6", "sz7", "sz8"):
        table.do(place(zone, submarine=1))
    table.refuses(place("sz6", submarine=1), "MOB-12")


@pytest.mark.rule("MOB-17")
def test_a_zone_between_two_complexes_is_fed_by_the_one_that_the_player_names() -> None:
    two = {"western_europe": {"facilities": ["industrial_complex"]}}
    table = mobilizing("germany", {"destroyer": 8}, more_spaces=two)
    table.do({**place("sz5", destroyer=3), "complex": "western_europe"})
    table.refuses({**place("sz5", destroyer=1), "complex": "western_europe"}, "MOB-12")
    table.do({**place("sz5", destroyer=4), "complex": "germany"})
    table.refuses(place("sz5", destroyer=1), "MOB-12")
    assert table.at("sz5") == {"germany": {"destroyer": 7}}


@pytest.mark.rule("MOB-11")
def test_other_units_may_not_take_the_place_of_the_awaited_carrier() -> None:
    table = fighters_waiting_over("sz8", {"aircraft_carrier": 1, "infantry": 3})
    table.refuses(place("united_kingdom", infantry=3), "MOB-11")
    table.do(place("united_kingdom", infantry=2)).do(place("sz8", aircraft_carrier=1))
    table.do(place("india", infantry=1)).end_phase()
    assert table.at("sz8") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("MOB-24")
def test_what_does_not_fit_is_returned_and_repaid_and_the_player_picks_what() -> None:
    table = mobilizing("germany", {"infantry": 4, "bomber": 2}, ipcs={"germany": 0})
    table.do(place("germany", bomber=2, infantry=2)).end_phase()
    (returned,) = table.happened("units_returned")
    assert (dict(returned.units), returned.ipcs) == ({"infantry": 2}, 6)
    assert table.ipcs("germany") == 6 + 12
    assert table.board["purchased"] == {}
    table = mobilizing("germany", {"infantry": 4, "bomber": 2}, ipcs={"germany": 0})
    table.do(place("germany", infantry=4)).end_phase()
    assert table.ipcs("germany") == 24 + 12


@pytest.mark.rule("MOB-24")
def test_a_power_without_a_complex_gets_everything_back() -> None:
    table = mobilizing("soviet_union", {"tank": 2}, owners={"caucasus": "germany"}, ipcs={"soviet_union": 0})
    table.do({"type": "edit", "spaces": {"russia": {"facilities": []}}}).end_phase()
    assert table.ipcs("soviet_union") == 12 + 5


@pytest.mark.rule("MOB-12")
def test_an_undone_placement_frees_the_capacity_that_it_took() -> None:
    table = mobilizing("germany", {"infantry": 4, "tank": 4}).do(place("germany", infantry=4))
    table.refuses(place("germany", tank=1), "MOB-12")
    table.do({"type": "undo"}).do(place("germany", tank=4))
    assert table.at("germany") == {"germany": {"tank": 4}}
