"""Battles at sea in Revised: casualties, the end, and retreats (CMB-13..21, CMB-28..44, CMB-67, CMB-68)."""

from functools import partial

import pytest

from tests.engine.table import Table, position

revised = partial(position, setup="revised")


def battle(attackers: str, defenders: str, dice: str = "") -> Table:
    """British ships sail from sea zone 8 against sea zone 9; the battle has begun."""
    table = revised("united_kingdom", "combat_move", {"sz8": f"united_kingdom: {attackers}", "sz9": defenders})
    return table.move(f"{attackers}: sz8 > sz9").end_phase().battle("sz9", dice)


@pytest.mark.rule("CMB-13", "CMB-18", "UNI-65", setup="revised")
def test_transports_are_lost_in_any_order_on_both_sides() -> None:
    table = battle("1 battleship, 1 transport, 1 destroyer", "germany: 1 destroyer, 1 transport", dice="1 6")
    table.lose("1 transport", dice="6 1").lose("1 transport")
    assert table.at("sz9")["germany"] == {"destroyer": 1}
    assert table.at("sz9")["united_kingdom"] == {"battleship": 1, "destroyer": 1}


@pytest.mark.rule("CMB-14", setup="revised")
def test_as_many_hits_as_possible_are_taken() -> None:
    table = battle("2 battleship", "germany: 1 destroyer, 2 transport", dice="1 1")
    choice = {"type": "decide", "kind": "casualties", "choice": {"units": {"transport": 1}}}
    table.refuses(choice, "CMB-14")


@pytest.mark.rule("CMB-16", "UNI-59", setup="revised")
def test_hits_by_submarines_go_to_ships_and_all_others_anywhere() -> None:
    table = battle("1 submarine, 1 battleship", "germany: 1 aircraft_carrier, 2 fighter, 1 transport", dice="1")
    choice = {"type": "decide", "kind": "casualties", "choice": {"units": {"fighter": 1}}}
    table.refuses(choice, "CMB-16")
    table.lose("1 transport", dice="1").lose("1 fighter", dice="6 6 6")
    assert table.at("sz9")["germany"] == {"aircraft_carrier": 1, "fighter": 1}


@pytest.mark.rule("CMB-17", "UNI-55", "UNI-57", "UNI-58", setup="revised")
def test_the_first_hit_damages_a_battleship_which_fights_on_and_is_repaired_after_the_battle() -> None:
    table = battle("1 destroyer, 1 transport", "germany: 1 battleship", dice="1 4").lose("1 transport")
    assert table.board["damaged_units"] == {"sz9": {"germany": {"battleship": 1}}}
    table.press(dice="6 4")
    assert table.at("sz9") == {"germany": {"battleship": 1}}
    assert table.board["damaged_units"] == {}


@pytest.mark.rule("CMB-17", "UNI-55", setup="revised")
def test_the_second_hit_sinks_a_battleship() -> None:
    table = battle("1 destroyer, 1 submarine", "germany: 1 battleship", dice="1 1 6")
    assert table.at("sz9") == {"united_kingdom": {"destroyer": 1, "submarine": 1}}


@pytest.mark.rule("CMB-19", "UNI-45", "UNI-50", setup="revised")
def test_carrier_fighters_of_all_friendly_powers_defend_and_may_be_lost_instead_of_the_carrier() -> None:
    table = battle("1 battleship", "germany: 1 aircraft_carrier, 1 fighter; japan: 1 fighter", dice="1")
    assert table.questions == [("casualties", ("germany", "japan"))]
    table.lose("japan: 1 fighter", power="germany").lose("japan: 1 fighter", power="japan", dice="6 6 6")
    assert table.at("sz9")["germany"] == {"aircraft_carrier": 1, "fighter": 1}


@pytest.mark.rule("CMB-21", "CMB-09", setup="revised")
def test_casualties_of_both_sides_wait_to_be_removed_together() -> None:
    table = battle("1 destroyer", "germany: 1 destroyer", dice="3 3")
    kinds = [event.kind for event in table.events if event.kind in ("casualties_chosen", "units_lost")]
    assert kinds == ["casualties_chosen", "casualties_chosen", "units_lost"]
    assert [event.when for event in table.happened("casualties_chosen")] == ["down", "down"]


@pytest.mark.rule("CMB-07", "CMB-09", setup="revised")
def test_with_all_enemies_among_the_casualties_nobody_fires_at_them_again() -> None:
    table = battle("1 submarine, 1 battleship", "germany: 1 destroyer", dice="2 6")
    assert [event.step for event in table.happened("fired")] == ["attackers_open_fire", "defenders_fire"]


@pytest.mark.rule("CMB-28", "CMB-29", setup="revised")
def test_a_battle_ends_when_a_side_has_no_units_left_before_a_retreat_is_asked() -> None:
    table = battle("1 destroyer", "germany: 1 transport", dice="3 6")
    assert (table.questions, table.phase) == ([], "noncombat_move")


@pytest.mark.rule("CMB-31", "CMB-67", "UNI-65", "UNI-10", setup="revised")
@pytest.mark.parametrize(("face", "lost"), [("1", True), ("2", False)])
def test_lone_transports_are_no_easy_prey_they_fire_at_one(face: str, lost: bool) -> None:
    table = battle("1 destroyer", "germany: 1 transport", dice=f"3 {face}")
    assert ("united_kingdom" not in table.at("sz9")) is lost


@pytest.mark.rule("CMB-67", "CMV-15", "CMB-31", setup="revised")
def test_ships_that_sank_transports_have_fought_and_stay() -> None:
    table = battle("1 destroyer", "germany: 1 transport", dice="3 6")
    table.refuses_move("1 destroyer: sz9 > sz8", "CMV-15")


@pytest.mark.rule("CMB-33", "CMV-63", setup="revised")
def test_transports_left_alone_must_survive_the_enemys_fire_before_they_can_retreat() -> None:
    table = battle("1 destroyer, 2 transport", "germany: 1 destroyer", dice="6 1").lose("1 destroyer")
    table.press(dice="3")
    assert table.questions == [("retreat", ("united_kingdom",))]
    table.retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"transport": 1}}


@pytest.mark.rule("CMB-33", setup="revised")
def test_transports_with_nowhere_to_go_are_fired_at_until_they_are_sunk() -> None:
    spaces = {"sz9": "united_kingdom: 2 transport; germany: 1 destroyer"}
    table = revised("united_kingdom", "combat_move", spaces).end_phase().battle("sz9", dice="6 3 6 3")
    assert table.at("sz9") == {"germany": {"destroyer": 1}}


@pytest.mark.rule("CMB-34", "CMV-63", "CMB-35", setup="revised")
def test_between_transports_alone_rounds_go_on_as_long_as_one_side_can_hit() -> None:
    table = battle("1 transport", "germany: 1 transport", dice="6")
    assert table.questions == [("retreat", ("united_kingdom",))]
    table.press(dice="6").press(dice="1")
    assert table.at("sz9") == {"germany": {"transport": 1}}


@pytest.mark.rule("CMB-36", "CMB-37", "CMB-38", setup="revised")
def test_sea_retreats_all_together_to_one_zone_from_which_one_of_the_attackers_came() -> None:
    """The document's example: American destroyers enter a zone with a battleship from two zones."""
    spaces = {
        "sz11": "united_states: 1 destroyer",
        "sz9": "united_states: 1 destroyer",
        "sz12": "germany: 1 battleship",
    }
    table = revised("united_states", "combat_move", spaces)
    table.move("1 destroyer: sz11 > sz12").move("1 destroyer: sz9 > sz12").end_phase()
    table.battle("sz12", dice="6 6 6")
    assert table.state.requests[0].options["retreat"] == ["sz11", "sz9"]
    table.refuses({"type": "decide", "kind": "retreat", "choice": {"retreat": "sz8"}}, "CMB-38")
    table.retreat("sz9")
    assert table.at("sz9") == {"united_states": {"destroyer": 2}}


@pytest.mark.rule("CMB-36", setup="revised")
def test_the_defender_never_retreats() -> None:
    table = battle("1 destroyer", "germany: 1 destroyer", dice="6 6")
    assert [request.power for request in table.state.requests] == ["united_kingdom"]


@pytest.mark.rule("CMB-40", setup="revised")
def test_ships_retreat_to_a_zone_that_is_friendly_now_though_it_was_hostile_before() -> None:
    spaces = {
        "sz2": "united_kingdom: 1 battleship",
        "sz8": "united_kingdom: 1 submarine; germany: 1 transport",
        "sz9": "germany: 1 battleship",
    }
    table = revised("united_kingdom", "combat_move", spaces)
    table.move("1 submarine: sz8 > sz9").move("1 battleship: sz2 > sz8").end_phase()
    table.battle("sz8", dice="1 6").battle("sz9", dice="6 6")
    assert table.state.requests[0].options["retreat"] == ["sz8"], "cleared of the transport"
    hostile = (
        revised("united_kingdom", "combat_move", spaces).move("1 submarine: sz8 > sz9").move("1 battleship: sz2 > sz8")
    )
    hostile.end_phase().battle("sz9", dice="6 6")
    assert hostile.state.requests[0].options["retreat"] == [], "the transport is still there"


@pytest.mark.rule("CMB-41", setup="revised")
def test_attackers_lost_in_earlier_rounds_still_show_the_way_back() -> None:
    spaces = {
        "sz8": "united_kingdom: 1 destroyer",
        "sz1": "united_kingdom: 1 battleship",
        "sz9": "germany: 1 battleship",
    }
    table = revised("united_kingdom", "combat_move", spaces)
    table.move("1 destroyer: sz8 > sz9").move("1 battleship: sz1 > sz9").end_phase()
    table.battle("sz9", dice="6 6 1").lose("1 destroyer")
    assert table.state.requests[0].options["retreat"] == ["sz1", "sz8"]


@pytest.mark.rule("CMB-42", "CMB-43", setup="revised")
def test_aircraft_leave_a_sea_battle_only_with_the_ships_and_land_in_the_noncombat_move() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 fighter",
        "sz8": "united_kingdom: 1 destroyer",
        "sz7": "germany: 1 battleship",
    }
    table = revised("united_kingdom", "combat_move", spaces)
    table.move("1 destroyer: sz8 > sz7").move("1 fighter: united_kingdom > sz7").end_phase()
    table.battle("sz7", dice="6 6 6")
    assert table.state.requests[0].options["who"] == ["sea", "air"]
    retreat = {"type": "decide", "kind": "retreat"}
    table.refuses({**retreat, "choice": {"retreat": None}}, "CMB-37")
    table.refuses({**retreat, "choice": {"retreat": "sz8", "who": ["air"]}}, "CMB-43")
    table.retreat("sz8")
    assert table.at("sz7")["united_kingdom"] == {"fighter": 1}
    table.move("1 fighter: sz7 > united_kingdom")


@pytest.mark.rule("CMB-42", setup="revised")
def test_aircraft_that_attack_alone_may_break_off() -> None:
    spaces = {"united_kingdom": "united_kingdom: 1 fighter", "sz7": "germany: 1 battleship"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 fighter: united_kingdom > sz7").end_phase()
    table.battle("sz7", dice="6 6").retreat(None)
    assert table.at("sz7") == {"germany": {"battleship": 1}, "united_kingdom": {"fighter": 1}}
    table.move("1 fighter: sz7 > united_kingdom")
    assert table.at("united_kingdom") == {"united_kingdom": {"fighter": 1}}


@pytest.mark.rule("CMB-44", "NCM-28", "NCM-32", setup="revised")
def test_a_transport_that_retreats_keeps_its_cargo_and_neither_offloads_nor_loads() -> None:
    spaces = {
        "sz6": "united_kingdom: 1 transport, 1 destroyer",
        "united_kingdom": "united_kingdom: 2 infantry",
        "sz7": "germany: 1 destroyer",
    }
    table = revised("united_kingdom", "combat_move", spaces).move("1 infantry: united_kingdom > sz6")
    table.move("1 transport, 1 destroyer: sz6 > sz7").move("1 infantry: sz7 > western_europe").end_phase()
    table.battle("sz7", dice="6 6").retreat("sz6")
    assert table.at("sz6")["united_kingdom"] == {"transport": 1, "destroyer": 1, "infantry": 1}
    table.refuses_move("1 infantry: sz6 > united_kingdom", "CMB-44")
    table.refuses_move("1 infantry: united_kingdom > sz6", "NCM-28")
    table.end_phase()


@pytest.mark.rule("CMB-68", setup="revised")
def test_attackers_that_fought_where_they_began_give_no_way_to_retreat() -> None:
    spaces = {"sz9": "united_kingdom: 1 destroyer; germany: 1 transport"}
    table = revised("united_kingdom", "combat_move", spaces).end_phase().battle("sz9", dice="6 6 6 6 1 6")
    assert table.phase == "noncombat_move", "three rounds without a question"
    spaces |= {"sz8": "united_kingdom: 1 destroyer"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 6 6").retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"destroyer": 2}}
