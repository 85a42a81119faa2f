"""How many units a complex gives, promised carriers, and what is left over (chapter MOB)."""

from __future__ import annotations

import pytest

from engine import load_setup
from engine.table.state import state_to_json
from tests.engine.rules.test_mob_places import mobilizing, place
from tests.engine.table import Table, position

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


def fighters_waiting_over(zone: str, bought: dict[str, int], fighters: int = 1) -> Table:
    """The British mobilize phase, with fighters in a zone that wait for a bought carrier."""
    table = position(
        "united_kingdom",
        "noncombat_move",
        {"united_kingdom": f"united_kingdom: {fighters} fighter"},
        purchased={"united_kingdom": bought},
    )
    return table.move(f"{fighters} fighter: united_kingdom > {zone}").end_phase()


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
    assert sentence == "The complex in Germany can place 0 more this turn, not 1."


@pytest.mark.rule("MOB-13")
def test_what_is_placed_in_several_zones_counts_together() -> None:
    table = mobilizing("united_kingdom", {"submarine": 4})
    for zone in ("sz6", "sz7", "sz8"):
        table.do(place(zone, submarine=1))
    table.refuses(place("sz6", submarine=1), "MOB-12")


@pytest.mark.rule("MOB-12")
def test_the_capacity_is_fresh_every_turn() -> None:
    table = mobilizing("germany", {"infantry": 4}).do(place("germany", infantry=4)).end_phase()
    table.do(
        {"type": "edit", "turn": {"power": "germany", "phase": "mobilize"}, "purchased": {"germany": {"infantry": 4}}}
    )
    table.do(place("germany", infantry=4))
    assert table.at("germany") == {"germany": {"infantry": 8}}


@pytest.mark.rule("MOB-17")
def test_a_zone_between_two_complexes_is_fed_by_the_one_that_the_player_names() -> None:
    two = {"western_europe": {"facilities": ["industrial_complex"]}}
    table = mobilizing("germany", {"destroyer": 8}, more_spaces=two)
    table.do({**place("sz5", destroyer=3), "complex": "western_europe"})
    table.refuses({**place("sz5", destroyer=1), "complex": "western_europe"}, "MOB-12")
    table.do({**place("sz5", destroyer=4), "complex": "germany"})
    table.refuses(place("sz5", destroyer=1), "MOB-12")
    assert table.at("sz5") == {"germany": {"destroyer": 7}}


@pytest.mark.rule("MOB-17")
def test_without_a_name_the_complex_with_most_room_feeds_the_zone() -> None:
    two = {"western_europe": {"facilities": ["industrial_complex"]}}
    table = mobilizing("germany", {"destroyer": 8}, more_spaces=two).do(place("sz5", destroyer=4))
    (mobilized,) = table.happened("units_mobilized")
    assert mobilized.complex == "germany"
    table.do(place("sz5", destroyer=1))
    assert table.happened("units_mobilized")[0].complex == "western_europe"


@pytest.mark.rule("MOB-17")
def test_a_complex_that_does_not_touch_the_zone_cannot_feed_it() -> None:
    table = mobilizing("united_states", {"destroyer": 1})
    table.refuses({**place("sz42", destroyer=1), "complex": "eastern_united_states"}, "MOB-05")
    table.refuses({**place("sz42", destroyer=1), "complex": "alaska"}, "MOB-05")


@pytest.mark.rule("MOB-11")
def test_a_carrier_that_fighters_wait_for_must_be_placed_in_their_zone() -> None:
    table = fighters_waiting_over("sz8", {"aircraft_carrier": 1})
    table.refuses(place("sz6", aircraft_carrier=1), "MOB-11")
    sentence = table.refuses({"type": "end_phase"}, "MOB-11")
    assert sentence == "A fighter waits over sea zone 8 for the new carrier: place the carrier there."
    table.do(place("sz8", aircraft_carrier=1)).end_phase()
    assert table.at("sz8") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("MOB-11")
def test_other_units_may_not_take_the_place_of_the_awaited_carrier() -> None:
    table = fighters_waiting_over("sz8", {"aircraft_carrier": 1, "infantry": 3})
    table.refuses(place("united_kingdom", infantry=3), "MOB-11")
    table.do(place("united_kingdom", infantry=2)).do(place("sz8", aircraft_carrier=1))
    table.do(place("india", infantry=1)).end_phase()
    assert table.at("sz8") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("MOB-11")
def test_of_two_bought_carriers_one_is_free() -> None:
    table = fighters_waiting_over("sz8", {"aircraft_carrier": 2})
    table.do(place("sz6", aircraft_carrier=1))
    table.refuses(place("sz6", aircraft_carrier=1), "MOB-11")
    table.do(place("sz8", aircraft_carrier=1)).end_phase()


@pytest.mark.rule("MOB-11")
def test_ships_are_placed_in_a_zone_where_fighters_wait_for_two_carriers() -> None:
    table = fighters_waiting_over("sz8", {"aircraft_carrier": 2, "destroyer": 1}, fighters=3)
    table.do(place("sz8", destroyer=1)).do(place("sz8", aircraft_carrier=1)).do(place("sz8", aircraft_carrier=1))
    table.end_phase()
    assert table.at("sz8") == {"united_kingdom": {"aircraft_carrier": 2, "destroyer": 1, "fighter": 3}}


@pytest.mark.rule("MOB-11")
def test_the_carrier_is_free_again_when_the_fighter_landed_elsewhere() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"united_kingdom": "united_kingdom: 1 fighter", "sz9": "germany: 1 transport"},
        purchased={"united_kingdom": {"aircraft_carrier": 1}},
    )
    table.do({"type": "promise", "carrier": "new", "space": "sz8"})
    table.move("1 fighter: united_kingdom > sz8 > sz9").end_phase().battle("sz9")
    table.move("1 fighter: sz9 > sz8 > united_kingdom").end_phase()
    table.do(place("sz6", aircraft_carrier=1)).end_phase()
    assert table.at("sz6") == {"united_kingdom": {"aircraft_carrier": 1}}


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


@pytest.mark.rule("MOB-25")
@pytest.mark.parametrize(
    ("bought", "where"),
    [
        ({"infantry": 1}, "Germany"),
        ({"submarine": 1}, "sea zone 5"),
        ({"fighter": 1}, "Germany"),
        ({"bomber": 1}, "Germany"),
    ],
)
def test_everything_that_can_be_placed_must_be(bought: dict[str, int], where: str) -> None:
    sentence = mobilizing("germany", bought).refuses({"type": "end_phase"}, "MOB-25")
    assert f"can still be placed in {where}" in sentence


@pytest.mark.rule("MOB-25")
def test_a_fighter_must_be_placed_on_a_carrier_where_that_is_the_only_room() -> None:
    spaces = {"sz5": "germany: 1 aircraft_carrier"}
    table = mobilizing("germany", {"fighter": 1, "infantry": 3}, spaces).do(place("germany", infantry=3))
    assert "Germany or sea zone 5" in table.refuses({"type": "end_phase"}, "MOB-25")
    table.do(place("sz5", fighter=1)).end_phase()


@pytest.mark.rule("MOB-24")
def test_placements_can_be_undone_to_the_last_byte_in_any_order() -> None:
    table = mobilizing("germany", {"infantry": 2, "aircraft_carrier": 1, "fighter": 1})
    before = state_to_json(table.state)
    table.do(place("germany", infantry=2)).do(place("sz5", aircraft_carrier=1)).do(place("sz5", fighter=1))
    sentence = table.refuses({"type": "undo", "order": 1}, "phase")
    assert "depends on that one" in sentence
    table.do({"type": "undo", "order": 0})
    assert (table.at("germany"), table.board["purchased"]) == ({}, {"germany": {"infantry": 2}})
    table.do({"type": "undo"}).do({"type": "undo"})
    assert state_to_json(table.state) == before
    table.do(place("germany", infantry=2))
    assert table.at("germany") == {"germany": {"infantry": 2}}


@pytest.mark.rule("MOB-12")
def test_an_undone_placement_frees_the_capacity_that_it_took() -> None:
    table = mobilizing("germany", {"infantry": 4, "tank": 4}).do(place("germany", infantry=4))
    table.refuses(place("germany", tank=1), "MOB-12")
    table.do({"type": "undo"}).do(place("germany", tank=4))
    assert table.at("germany") == {"germany": {"tank": 4}}
