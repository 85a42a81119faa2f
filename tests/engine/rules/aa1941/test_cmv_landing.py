"""The landing proof: before any die is rolled, every attacking aircraft must be able to land somewhere."""

import pytest

from tests.engine.table import Table, position

SOUTH_PACIFIC = {
    "sz36": "japan: 1 aircraft_carrier, 2 fighter",
    "sz19": "united_states: 1 destroyer",
}
"""From sea zone 19 a fighter with 2 spaces left reaches no Axis land: only sea zone 36, two steps back, or nearer."""


def south_pacific(**more: str) -> Table:
    """A Japanese carrier far from home, and an American destroyer beside Panama."""
    return position("japan", "combat_move", {**SOUTH_PACIFIC, **more})


@pytest.mark.rule("CMV-38")
def test_both_phases_together_use_the_move_value_once() -> None:
    table = position("germany", "combat_move", {"germany": "germany: 1 fighter", "sz8": "united_kingdom: 1 transport"})
    table.move("1 fighter: germany > sz5 > sz6 > sz8").end_phase().battle("sz8")
    sentence = table.refuses_move("1 fighter: sz8 > germany", "NCM-15")
    assert sentence == "The fighter has 1 of 4 spaces left this turn; Germany is 2 away."
    table.move("1 fighter: sz8 > western_europe")


@pytest.mark.rule("CMV-38")
def test_no_aircraft_flies_further_than_its_move_value() -> None:
    table = position("germany", "combat_move", {"germany": "germany: 1 fighter, 1 bomber"})
    sentence = table.refuses_move("1 fighter: germany > siberia", "CMV-38")
    assert sentence == "The fighter has 4 of 4 spaces left this turn; Siberia is 5 away."
    table.refuses_move("1 bomber: germany > midway", "CMV-38")


@pytest.mark.rule("CMV-39")
def test_a_bomber_keeps_enough_movement_to_reach_friendly_land() -> None:
    table = position("germany", "combat_move", {"germany": "germany: 1 bomber"}, owners={"manchuria": "soviet_union"})
    sentence = table.refuses_move("1 bomber: germany > siberia", "CMV-39")
    assert sentence == (
        "The bomber would be in Siberia with 1 space left, and there is no territory within reach where it can land."
    )
    sentence = table.refuses_move("1 bomber: germany > eastern_united_states", "CMV-39")
    assert (
        sentence == "The bomber would be in the Eastern United States with no movement left, and it cannot land there."
    )
    table = position("germany", "combat_move", {"germany": "germany: 1 bomber"})
    table.move("1 bomber: germany > siberia").end_phase()
    table.move("1 bomber: siberia > manchuria")


@pytest.mark.rule("CMV-39")
def test_land_taken_this_turn_is_no_landing_place() -> None:
    table = position(
        "germany",
        "combat_move",
        {"north_africa": "germany: 1 tank", "southern_europe": "germany: 1 fighter"},
        owners={"north_africa": "germany"},
    )
    table.move("1 tank: north_africa > anglo_egypt_sudan > north_africa")
    table.move("1 fighter: southern_europe > sz17 > middle_east")
    table = position("germany", "combat_move", {"north_africa": "germany: 1 tank", "germany": "germany: 1 fighter"})
    table.move("1 tank: north_africa > anglo_egypt_sudan > north_africa")
    table.refuses_move("1 fighter: germany > southern_europe > sz17 > middle_east", "CMV-39")


@pytest.mark.rule("CMV-39")
def test_a_bomber_never_counts_on_a_carrier() -> None:
    table = position(
        "japan", "combat_move", {**SOUTH_PACIFIC, "wake_island": "japan: 1 bomber"}, owners={"wake_island": "japan"}
    )
    table.refuses_move("1 bomber: wake_island > sz39 > sz40 > sz41 > sz19", "CMV-39")


@pytest.mark.rule("CMV-39")
def test_a_carrier_has_room_for_two_and_the_third_fighter_is_refused() -> None:
    table = position(
        "japan",
        "combat_move",
        {**SOUTH_PACIFIC, "wake_island": "japan: 1 fighter"},
        owners={"wake_island": "japan"},
    )
    table.move("2 fighter: sz36 > sz20 > sz19")
    sentence = table.refuses_move("1 fighter: wake_island > sz39 > sz40 > sz41 > sz19", "CMV-39")
    assert "I can't find landing places for it and all your other aircraft" in sentence


@pytest.mark.rule("CMV-39", "CMV-41")
def test_one_carrier_cannot_be_in_two_places_for_two_fighters() -> None:
    table = position(
        "japan",
        "combat_move",
        {
            "sz36": "japan: 1 aircraft_carrier",
            "wake_island": "japan: 2 fighter",
            "sz19": "united_states: 1 transport",
            "sz34": "united_states: 1 transport",
        },
        owners={
            "wake_island": "japan",
            "new_zealand": "united_kingdom",
        },
    )
    table.move("1 fighter: wake_island > sz39 > sz40 > sz41 > sz19")
    table.refuses_move("1 fighter: wake_island > sz39 > sz37 > sz35 > sz34", "CMV-45")
    table.do({"type": "undo"})
    table.move("1 fighter: wake_island > sz39 > sz37 > sz35 > sz34")


@pytest.mark.rule("CMV-41")
def test_the_carrier_comes_in_the_noncombat_move_to_pick_up_its_fighter() -> None:
    """The caption of the rule document: from sea zone 40 to the Philippine Islands, and back to sea zone 38."""
    table = position(
        "united_states",
        "combat_move",
        {"sz40": "united_states: 1 aircraft_carrier, 1 fighter", "philippine_islands": "japan: 1 infantry"},
        owners={
            "philippine_islands": "japan",
            "wake_island": "japan",
            "new_guinea": "japan",
            "solomon_islands": "japan",
            "borneo": "japan",
        },
    )
    table.move("1 fighter: sz40 > sz39 > sz38 > philippine_islands").end_phase()
    table.battle("philippine_islands", dice="3 6")
    table.move("1 aircraft_carrier: sz40 > sz39 > sz38").move("1 fighter: philippine_islands > sz38").end_phase()
    assert table.at("sz38") == {"united_states": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("CMV-41", "CMV-43")
def test_a_carrier_that_is_needed_cannot_make_a_combat_move_not_even_hoping_to_retreat() -> None:
    table = south_pacific(sz37="united_states: 1 destroyer")
    table.move("1 fighter: sz36 > sz20 > sz19")
    sentence = table.refuses_move("1 aircraft_carrier: sz36 > sz37", "CMV-39")
    assert "sea zone 19 with 2 spaces left" in sentence


@pytest.mark.rule("CMV-41", "CMV-43")
def test_a_carrier_that_has_moved_to_fight_is_no_landing_place_elsewhere() -> None:
    table = south_pacific(sz37="united_states: 1 destroyer", sz41="united_states: 1 destroyer")
    table.move("1 aircraft_carrier: sz36 > sz37")
    table.refuses_move("1 fighter: sz36 > sz20 > sz19", "CMV-39")
    table.move("1 fighter: sz36 > sz41")


@pytest.mark.rule("CMV-42")
def test_a_carrier_bought_this_turn_is_a_landing_place_beside_an_own_complex() -> None:
    ships = {"anglo_egypt_sudan": "germany: 1 fighter", "sz5": "united_kingdom: 1 destroyer"}
    owners = {"anglo_egypt_sudan": "germany"}
    path = "1 fighter: anglo_egypt_sudan > sz17 > southern_europe > germany > sz5"
    table = position("germany", "combat_move", ships, owners=owners)
    sentence = table.refuses_move(path, "CMV-45")
    assert sentence == (
        "The fighter would be in sea zone 5 with no movement left, and no carrier with room can be there by the end of "
        "the turn."
    )
    table = position("germany", "combat_move", ships, owners=owners, purchased={"germany": {"aircraft_carrier": 1}})
    table.move(path).end_phase().battle("sz5", dice="3 6")
    table.end_phase()
    assert table.phase == "mobilize"
    table.do({"type": "mobilize", "units": {"aircraft_carrier": 1}, "space": "sz5"}).end_phase()
    assert table.at("sz5") == {"germany": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("CMV-42")
def test_a_bought_carrier_helps_only_where_it_can_be_placed() -> None:
    table = position(
        "germany",
        "combat_move",
        {"anglo_egypt_sudan": "germany: 1 fighter", "sz8": "united_kingdom: 1 transport"},
        owners={"anglo_egypt_sudan": "germany"},
        purchased={"germany": {"aircraft_carrier": 1}},
    )
    table.refuses_move("1 fighter: anglo_egypt_sudan > sz17 > southern_europe > western_europe > sz8", "CMV-45")
    table.refuses({"type": "promise", "carrier": "new", "space": "sz8"}, "CMV-42")
    table.do({"type": "promise", "carrier": "new", "space": "sz5"})


HAWAII = {
    "sz45": "japan: 1 aircraft_carrier, 1 fighter",
    "hawaiian_islands": "united_states: 1 infantry",
}


@pytest.mark.rule("CMV-40", "CMV-44")
def test_the_proof_may_count_on_an_attack_that_clears_the_landing_zone() -> None:
    table = position(
        "japan",
        "combat_move",
        {**HAWAII, "sz44": "japan: 1 submarine", "sz40": "united_states: 2 battleship"},
    )
    table.refuses_move("1 fighter: sz45 > sz39 > sz40 > hawaiian_islands", "CMV-39")
    table.move("1 submarine: sz44 > sz40").move("1 fighter: sz45 > sz39 > sz40 > hawaiian_islands")


@pytest.mark.rule("CMV-40", "CMV-44")
def test_the_proof_may_count_on_an_attack_that_clears_a_zone_on_the_way() -> None:
    table = position(
        "japan",
        "combat_move",
        {
            **HAWAII,
            "sz38": "japan: 1 destroyer",
            "sz39": "united_states: 1 battleship",
            "sz44": "united_states: 1 battleship",
        },
    )
    table.refuses_move("1 fighter: sz45 > sz39 > sz40 > hawaiian_islands", "CMV-39")
    table.move("1 destroyer: sz38 > sz39").move("1 fighter: sz45 > sz39 > sz40 > hawaiian_islands")
    sentence = table.refuses({"type": "undo", "order": 0}, "phase")
    assert "A later order depends on that one" in sentence


@pytest.mark.rule("CMV-45")
def test_a_fighter_uses_its_full_move_at_sea_only_where_a_carrier_could_be() -> None:
    start = {"wake_island": "japan: 1 fighter", "sz19": "united_states: 1 destroyer"}
    path = "1 fighter: wake_island > sz39 > sz40 > sz41 > sz19"
    table = position("japan", "combat_move", start, owners={"wake_island": "japan"})
    table.refuses_move(path, "CMV-45")
    table = position(
        "japan", "combat_move", {**start, "sz35": "japan: 1 aircraft_carrier"}, owners={"wake_island": "japan"}
    )
    table.refuses_move(path, "CMV-45")
    table = position(
        "japan", "combat_move", {**start, "sz36": "japan: 1 aircraft_carrier"}, owners={"wake_island": "japan"}
    )
    table.move(path)


@pytest.mark.rule("CMV-45")
def test_an_allys_carrier_takes_fighters_where_it_stands() -> None:
    table = position(
        "japan",
        "combat_move",
        {
            "wake_island": "japan: 1 fighter",
            "sz20": "germany: 1 aircraft_carrier",
            "sz19": "united_states: 1 destroyer",
            "sz36": "united_states: 1 destroyer",
        },
        owners={"wake_island": "japan"},
    )
    table.refuses_move("1 fighter: wake_island > sz39 > sz40 > sz41 > sz19", "CMV-45")
    table.move("1 fighter: wake_island > sz39 > sz37 > sz36")


@pytest.mark.rule("CMV-46")
def test_a_carrier_that_a_fighter_waits_for_must_come() -> None:
    table = south_pacific()
    table.do({"type": "promise", "carrier": "japan.aircraft_carrier.3", "space": "sz20"})
    table.move("1 fighter: sz36 > sz20 > sz19").end_phase()
    table.battle("sz19", dice="3 6")
    table.refuses_move("1 aircraft_carrier: sz36 > sz35 > sz34", "NCM-19")
    sentence = table.refuses({"type": "end_phase"}, "NCM-19")
    meeting = "can land in sea zone 20 on the carrier from sea zone 36. Move both there."
    assert sentence == f"The fighter over sea zone 19 {meeting}"
    table.move("1 aircraft_carrier: sz36 > sz20").move("1 fighter: sz19 > sz20").move(
        "1 fighter: sz36 > sz20"
    ).end_phase()
    assert table.at("sz20") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("CMV-46")
def test_a_promise_binds_nobody_once_the_fighter_is_dead() -> None:
    table = south_pacific()
    table.move("1 fighter: sz36 > sz20 > sz19")
    table.do({"type": "promise", "carrier": "japan.aircraft_carrier.3", "space": "sz19"}).end_phase()
    table.battle("sz19", dice="6 2")
    table.move("1 aircraft_carrier: sz36 > sz37").move("1 fighter: sz36 > sz37").end_phase()
    assert table.at("sz37") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("CMV-46")
def test_a_promise_binds_nobody_where_a_zone_on_the_way_was_not_cleared() -> None:
    table = position(
        "japan",
        "combat_move",
        {
            **HAWAII,
            "sz38": "japan: 1 destroyer",
            "sz39": "united_states: 1 battleship",
            "sz44": "united_states: 1 battleship",
        },
    )
    table.move("1 destroyer: sz38 > sz39").move("1 fighter: sz45 > sz39 > sz40 > hawaiian_islands")
    table.do({"type": "promise", "carrier": "japan.aircraft_carrier.3", "space": "sz40"}).end_phase()
    table.battle("sz39", dice="6 4").battle("hawaiian_islands", dice="3 6")
    table.move("1 aircraft_carrier: sz45 > sz46").end_phase()
    assert table.at("hawaiian_islands") == {}
    assert table.at("sz46") == {"japan": {"aircraft_carrier": 1}}


@pytest.mark.rule("CMV-46")
def test_a_promise_narrows_the_proof_to_its_zone() -> None:
    table = south_pacific(sz34="united_kingdom: 1 transport")
    table.do({"type": "promise", "carrier": "japan.aircraft_carrier.3", "space": "sz20"})
    table.refuses_move("1 fighter: sz36 > sz37 > sz34", "CMV-39")
    table.do({"type": "undo"}).move("1 fighter: sz36 > sz37 > sz34")


@pytest.mark.rule("CMV-41", "CMV-46")
def test_a_promise_must_be_possible() -> None:
    table = south_pacific()
    table.refuses({"type": "promise", "carrier": "japan.aircraft_carrier.3", "space": "sz12"}, "CMV-41")
    table.refuses({"type": "promise", "carrier": "japan.aircraft_carrier.9", "space": "sz20"}, "units")
    table.refuses({"type": "promise", "carrier": "new", "space": "sz20"}, "CMV-42")
    table.move("1 fighter: sz36 > sz20 > sz19")
    table.refuses({"type": "promise", "carrier": "japan.aircraft_carrier.3", "space": "sz37"}, "CMV-39")


@pytest.mark.rule("CMV-47")
def test_after_combat_begins_a_needed_carrier_may_be_lost() -> None:
    table = position(
        "japan",
        "combat_move",
        {
            "sz36": "japan: 1 aircraft_carrier, 1 fighter, 1 destroyer; united_states: 1 destroyer",
            "sz19": "united_states: 1 transport",
        },
    )
    table.move("1 fighter: sz36 > sz20 > sz19").end_phase()
    table.battle("sz19").battle("sz36", dice="6 2 2")
    table.lose("1 aircraft_carrier")
    assert table.at("sz36") == {"japan": {"destroyer": 1}}
    table.end_phase()
    assert table.at("sz19") == {}
