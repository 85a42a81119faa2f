"""How many units a complex gives, promised carriers, and what is left over (chapter MOB)."""

from __future__ import annotations

import pytest

from engine.state.game_state import state_to_json
from tests.engine.rules.common.test_mob_places import mobilizing, place
from tests.engine.table import Table, position


def fighters_waiting_over(zone: str, bought: dict[str, int], fighters: int = 1) -> Table:
    """The British mobilize phase, with fighters in a zone that wait for a bought carrier."""
    table = position(
        "united_kingdom",
        "noncombat_move",
        {"united_kingdom": f"united_kingdom: {fighters} fighter"},
        purchased={"united_kingdom": bought},
    )
    return table.move(f"{fighters} fighter: united_kingdom > {zone}").end_phase()


@pytest.mark.rule("MOB-12", setups="every")
def test_the_capacity_is_fresh_every_turn() -> None:
    table = mobilizing("germany", {"infantry": 4}).do(place("germany", infantry=4)).end_phase()
    table.do(
        {"type": "edit", "turn": {"power": "germany", "phase": "mobilize"}, "purchased": {"germany": {"infantry": 4}}}
    )
    table.do(place("germany", infantry=4))
    assert table.at("germany") == {"germany": {"infantry": 8}}


@pytest.mark.rule("MOB-17", setups="but anniversary")
def test_without_a_name_the_complex_with_most_room_feeds_the_zone() -> None:
    two = {"western_europe": {"facilities": ["industrial_complex"]}}
    table = mobilizing("germany", {"destroyer": 8}, more_spaces=two).do(place("sz5", destroyer=4))
    (mobilized,) = table.happened("units_mobilized")
    assert mobilized.complex == "germany"
    table.do(place("sz5", destroyer=1))
    assert table.happened("units_mobilized")[0].complex == "western_europe"


@pytest.mark.rule("MOB-17", setups="every + 1940")
def test_a_complex_that_does_not_touch_the_zone_cannot_feed_it() -> None:
    table = mobilizing("united_states", {"destroyer": 1})
    table.refuses({**place("sz42", destroyer=1), "complex": "eastern_united_states"}, "MOB-05")
    table.refuses({**place("sz42", destroyer=1), "complex": "alaska"}, "MOB-05")


@pytest.mark.rule("MOB-11", setups="but revised + 1940")
def test_a_carrier_that_fighters_wait_for_must_be_placed_in_their_zone() -> None:
    table = fighters_waiting_over("sz8", {"aircraft_carrier": 1})
    table.refuses(place("sz6", aircraft_carrier=1), "MOB-11")
    sentence = table.refuses({"type": "end_phase"}, "MOB-11")
    assert sentence == "A fighter waits over sea zone 8 for the new carrier. Place the carrier there."
    table.do(place("sz8", aircraft_carrier=1)).end_phase()
    assert table.at("sz8") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("MOB-11", setups="but revised + 1940")
def test_of_two_bought_carriers_one_is_free() -> None:
    table = fighters_waiting_over("sz8", {"aircraft_carrier": 2})
    table.do(place("sz6", aircraft_carrier=1))
    table.refuses(place("sz6", aircraft_carrier=1), "MOB-11")
    table.do(place("sz8", aircraft_carrier=1)).end_phase()


@pytest.mark.rule("MOB-11", setups="but revised + 1940")
def test_ships_are_placed_in_a_zone_where_fighters_wait_for_two_carriers() -> None:
    table = fighters_waiting_over("sz8", {"aircraft_carrier": 2, "destroyer": 1}, fighters=3)
    table.do(place("sz8", destroyer=1)).do(place("sz8", aircraft_carrier=1)).do(place("sz8", aircraft_carrier=1))
    table.end_phase()
    assert table.at("sz8") == {"united_kingdom": {"aircraft_carrier": 2, "destroyer": 1, "fighter": 3}}


@pytest.mark.rule("MOB-11", setups="but revised + 1940")
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


@pytest.mark.rule("MOB-25", setups="every + 1940")
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
    assert f" in {where}" in sentence


@pytest.mark.rule("MOB-25", setups="but revised + 1940")
def test_a_fighter_must_be_placed_on_a_carrier_where_that_is_the_only_room() -> None:
    spaces = {"sz5": "germany: 1 aircraft_carrier"}
    table = mobilizing("germany", {"fighter": 1, "infantry": 3}, spaces).do(place("germany", infantry=3))
    assert "Germany or sea zone 5" in table.refuses({"type": "end_phase"}, "MOB-25")
    table.do(place("sz5", fighter=1)).end_phase()


@pytest.mark.rule("MOB-24", setups="every + 1940")
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
