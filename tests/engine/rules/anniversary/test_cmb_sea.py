"""Battles at sea in Anniversary: casualties, lone transports, the end, retreats (chapters CMB and UNI)."""

from __future__ import annotations

import pytest

from engine.ask import RetreatOptions
from tests.engine.rules.anniversary.playing import Play, sea_attack, shooters
from tests.engine.rules.playing import outcome


def retreat_options(play: Play, spaces: dict[str, str], moves: list[str], dice: str) -> list[str | None]:
    """Where the attackers of sea zone 9 may retreat after a round with these dice."""
    table = play("united_kingdom", "combat_move", spaces)
    for move in moves:
        table.move(move)
    table.end_phase().battle("sz9", dice)
    return list(RetreatOptions.of(table.state.requests[0]).retreat) if table.state.requests else []


@pytest.mark.rule("CMB-13", "CMB-14", "CMB-12", setups=("anniversary_1941", "anniversary_1942"))
def test_the_owner_loses_what_he_likes_but_as_many_hits_as_possible_count(play: Play) -> None:
    table = sea_attack(play, "2 submarine, 1 destroyer", "germany: 2 destroyer, 1 aircraft_carrier, 1 fighter")
    table.battle("sz9", dice="1 1 1")
    assert table.questions == [("casualties", ("germany",))]
    two = {"units": {"destroyer": 1, "fighter": 1}}
    table.refuses({"type": "decide", "kind": "casualties", "choice": two}, "CMB-14")
    table.lose("2 destroyer, 1 fighter", dice="6 6 6 6")
    assert table.at("sz9")["germany"] == {"aircraft_carrier": 1}


@pytest.mark.rule("CMB-15", setups=("anniversary_1941", "anniversary_1942"))
def test_a_hit_that_nobody_can_take_has_no_effect(play: Play) -> None:
    table = sea_attack(play, "2 submarine", "germany: 1 aircraft_carrier, 1 fighter").battle("sz9")
    table.decide("submerge", {}, dice="1 1")
    assert [event.wasted for event in table.happened("casualties_chosen")] == [1]


@pytest.mark.rule("CMB-17", "UNI-55", "UNI-58", "UNI-14", setups=("anniversary_1941", "anniversary_1942"))
def test_the_first_hit_damages_a_battleship_which_fights_on_and_the_second_sinks_it(play: Play) -> None:
    table = sea_attack(play, "1 destroyer", "germany: 1 battleship").battle("sz9", dice="2 6")
    assert table.board["damaged_units"] == {"sz9": {"germany": {"battleship": 1}}}
    table.press(dice="2 4")
    assert [(shot.unit, shot.value) for shot in table.happened("fired")[1].shots] == [("battleship", 4)]
    assert table.at("sz9") == {}
    table = sea_attack(play, "2 destroyer", "germany: 1 battleship").battle("sz9", dice="1 1 6")
    assert table.at("sz9") == {"united_kingdom": {"destroyer": 2}}, "or both hits in one round"


@pytest.mark.rule("UNI-56", "UNI-13", setups=("anniversary_1941", "anniversary_1942"))
def test_one_hit_sinks_a_carrier_which_fires_at_one_in_attack_and_two_in_defence(play: Play) -> None:
    table = sea_attack(play, "1 aircraft_carrier", "germany: 1 aircraft_carrier").battle("sz9", dice="1 2")
    values = [(shot.unit, shot.value) for event in table.happened("fired") for shot in event.shots]
    assert values == [("aircraft_carrier", 1), ("aircraft_carrier", 2)]
    assert table.at("sz9") == {}


@pytest.mark.rule("CMB-18", setups=("anniversary_1941", "anniversary_1942"))
def test_transports_are_lost_only_when_nothing_else_can_take_the_hit(play: Play) -> None:
    table = sea_attack(play, "1 battleship", "germany: 1 destroyer, 1 cruiser, 1 transport").battle("sz9", dice="1")
    table.refuses({"type": "decide", "kind": "casualties", "choice": {"units": {"transport": 1}}}, "CMB-18")
    table.lose("1 destroyer", dice="6 6")
    assert table.at("sz9")["germany"] == {"cruiser": 1, "transport": 1}


@pytest.mark.rule("CMB-18", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("dice", "offered"),
    [("1 6 6 6", ["destroyer", "cruiser"]), ("1 1 1 1", ["transport", "destroyer", "cruiser"])],
)
def test_transports_are_offered_as_losses_only_where_they_may_be_chosen(
    play: Play, dice: str, offered: list[str]
) -> None:
    cargo = {"sz9": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]}
    fleet = "germany: 2 destroyer, 1 cruiser, 2 transport"
    table = sea_attack(play, "4 battleship", fleet, cargo=cargo).battle("sz9", dice=dice)
    (request,) = table.requests
    assert sorted(request.options["units"]["germany"]) == sorted(offered)


@pytest.mark.rule("CMB-19", "CMB-22", "UNI-50", setups=("anniversary_1941", "anniversary_1942"))
def test_fighters_of_an_ally_defend_with_the_carrier_and_may_be_lost_in_its_place(play: Play) -> None:
    table = sea_attack(play, "1 battleship", "germany: 1 aircraft_carrier; italy: 1 fighter").battle("sz9", dice="4")
    assert table.questions == [("casualties", ("germany", "italy"))]
    choice = {"italy": {"fighter": 1}}
    table.decide("casualties", choice, power="germany").decide("casualties", choice, power="italy", dice="6 4")
    assert shooters(table) == ["aircraft_carrier", "fighter"]
    assert table.at("sz9") == {"united_kingdom": {"battleship": 1}, "germany": {"aircraft_carrier": 1}}


@pytest.mark.rule("CMB-21", setups=("anniversary_1941", "anniversary_1942"))
def test_the_attackers_losses_leave_at_once_and_the_defenders_after_they_fired(play: Play) -> None:
    table = sea_attack(play, "1 destroyer", "germany: 1 destroyer").battle("sz9", dice="2 2")
    happened = [event.kind for event in table.events if event.kind in ("casualties_chosen", "fired", "units_lost")]
    assert happened == ["fired", "casualties_chosen", "fired", "casualties_chosen", "units_lost", "units_lost"]
    assert [event.pieces[0].power for event in table.happened("units_lost")] == ["united_kingdom", "germany"]


@pytest.mark.rule("CMB-28", "CMB-29", setups=("anniversary_1941", "anniversary_1942"))
def test_a_battle_ends_when_a_side_is_gone_before_anybody_thinks_of_retreat(play: Play) -> None:
    table = sea_attack(play, "2 destroyer", "germany: 1 destroyer").battle("sz9", dice="1 6 6")
    assert (table.phase, table.questions, outcome(table)) == ("noncombat_move", [], "attacker")
    table = sea_attack(play, "1 destroyer", "germany: 2 destroyer").battle("sz9", dice="6 1 6")
    assert (table.questions, outcome(table)) == ([], "defender")


@pytest.mark.rule("CMB-31", "UNI-64", "UNI-65", "UNI-10", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("attacker", ["1 submarine", "1 destroyer", "1 cruiser", "1 battleship"])
def test_lone_transports_are_sunk_with_all_aboard_without_a_die(play: Play, attacker: str) -> None:
    cargo = {"sz9": [{"transport": "germany", "units": {"germany": {"infantry": 1, "tank": 1}}}]}
    table = sea_attack(play, attacker, "germany: 2 transport", cargo=cargo).battle("sz9")
    assert set(table.at("sz9")) == {"united_kingdom"}
    (lost,) = table.happened("units_lost")
    assert (len(lost.pieces), len(lost.cargo), lost.reason) == (2, 2, "defenseless")


@pytest.mark.rule("CMB-31", "UNI-65", setups=("anniversary_1941", "anniversary_1942"))
def test_transports_whose_escort_falls_are_sunk_without_another_round_and_never_fire(play: Play) -> None:
    table = sea_attack(play, "1 battleship", "germany: 1 destroyer, 3 transport").battle("sz9", dice="4 6")
    assert shooters(table) == ["battleship", "destroyer"]
    assert table.at("sz9") == {"united_kingdom": {"battleship": 1}}


@pytest.mark.rule("CMB-32", "CMB-35", setups=("anniversary_1941", "anniversary_1942"))
def test_transports_are_sunk_beneath_bombers_beside_submarines_that_stay_where_they_are(play: Play) -> None:
    table = sea_attack(play, "", "germany: 1 submarine, 2 transport", "1 bomber").battle("sz9")
    assert table.at("sz9") == {"united_kingdom": {"bomber": 1}, "germany": {"submarine": 1}}
    assert (outcome(table), table.happened("fired")) == ("both", [])


@pytest.mark.rule("CMB-33", setups=("anniversary_1941", "anniversary_1942"))
def test_attacking_transports_left_alone_retreat_or_are_sunk_where_no_way_is_open(play: Play) -> None:
    table = sea_attack(play, "1 transport, 1 destroyer", "germany: 1 destroyer").battle("sz9", dice="6 1")
    table.retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"transport": 1}}
    spaces = {"sz9": "united_kingdom: 2 transport, 1 destroyer; germany: 1 destroyer"}
    table = play("united_kingdom", "combat_move", spaces).end_phase().battle("sz9", dice="6 1")
    assert table.at("sz9") == {"germany": {"destroyer": 1}}


@pytest.mark.rule("CMB-36", "CMB-37", "CMB-38", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_retreat_together_to_a_zone_from_which_one_of_them_came(play: Play) -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz12": "united_kingdom: 1 cruiser", "sz9": "germany: 1 battleship"}
    table = play("united_kingdom", "combat_move", spaces)
    table.move("1 destroyer: sz8 > sz9").move("1 cruiser: sz12 > sz9").end_phase().battle("sz9", dice="6 6 6")
    assert table.questions == [("retreat", ("united_kingdom",))], "nobody asks the defender"
    table.refuses({"type": "decide", "kind": "retreat", "choice": {"retreat": "sz10"}}, "CMB-38")
    table.retreat("sz12")
    assert table.at("sz12") == {"united_kingdom": {"destroyer": 1, "cruiser": 1}}


@pytest.mark.rule("CMB-40", setups=("anniversary_1941", "anniversary_1942"))
def test_a_zone_that_was_hostile_at_the_start_of_the_turn_is_no_place_to_retreat_to(play: Play) -> None:
    fleet = {"sz12": "united_kingdom: 1 destroyer", "sz9": "germany: 2 destroyer"}
    moves = ["1 destroyer: sz8 > sz9", "1 destroyer: sz12 > sz9"]
    for enemy, ways in (("1 destroyer", ["sz12"]), ("1 submarine, 1 transport", ["sz12", "sz8"])):
        spaces = fleet | {"sz8": f"united_kingdom: 1 destroyer; germany: {enemy}"}
        assert retreat_options(play, spaces, moves, "6 6 6 6") == ways


@pytest.mark.rule("CMB-41", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_lost_in_the_battle_still_show_the_way(play: Play) -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz12": "united_kingdom: 1 cruiser", "sz9": "germany: 1 battleship"}
    table = play("united_kingdom", "combat_move", spaces)
    table.move("1 destroyer: sz8 > sz9").move("1 cruiser: sz12 > sz9").end_phase().battle("sz9", dice="6 6 1")
    table.lose("1 destroyer").retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"cruiser": 1}}


@pytest.mark.rule("CMB-68", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_that_fight_where_they_began_retreat_only_with_others_that_came_in(play: Play) -> None:
    fight = {"sz9": "united_kingdom: 1 destroyer; germany: 1 battleship"}
    assert retreat_options(play, fight, [], "6 6 6 6 6 4") == []
    reinforced = {**fight, "sz8": "united_kingdom: 1 destroyer"}
    assert retreat_options(play, reinforced, ["1 destroyer: sz8 > sz9"], "6 6 6") == ["sz8"]


@pytest.mark.rule("CMB-42", "CMB-43", setups=("anniversary_1941", "anniversary_1942"))
def test_aircraft_leave_a_battle_at_sea_with_the_ships_and_then_look_for_a_landing_place(play: Play) -> None:
    table = sea_attack(play, "1 destroyer", "germany: 1 battleship", "1 fighter").battle("sz9", dice="6 6 6")
    alone = {"type": "decide", "kind": "retreat", "choice": {"retreat": "sz8", "who": ["air"]}}
    table.refuses(alone, "CMB-43")
    table.retreat("sz8")
    assert table.at("sz9")["united_kingdom"] == {"fighter": 1}
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: sz9 > sz8 > united_kingdom")


@pytest.mark.rule("CMB-44", "NCM-32", setups=("anniversary_1941", "anniversary_1942"))
def test_a_transport_that_retreats_keeps_its_cargo_aboard(play: Play) -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 infantry, 1 tank",
        "sz8": "united_kingdom: 1 transport, 1 destroyer",
        "sz7": "germany: 1 destroyer",
        "france": "germany: 1 infantry",
    }
    table = play("united_kingdom", "combat_move", spaces).move("1 infantry, 1 tank: united_kingdom > sz8")
    table.move("1 transport, 1 destroyer: sz8 > sz7").move("1 infantry, 1 tank: sz7 > france").end_phase()
    table.battle("france", dice="6 6").retreat("sz8")
    assert table.board["cargo"][0]["units"] == {"united_kingdom": {"infantry": 1, "tank": 1}}
    assert (table.phase, table.owner("france")) == ("noncombat_move", "germany")
    table.refuses_move("1 infantry, 1 tank: sz8 > united_kingdom", "CMB-44")
    table.end_phase()
    assert table.at("sz8")["united_kingdom"] == {"infantry": 1, "tank": 1, "transport": 1, "destroyer": 1}


@pytest.mark.rule("CMB-67", "CMV-15", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_that_sank_lone_transports_have_fought_and_stay(play: Play) -> None:
    table = sea_attack(play, "1 destroyer", "germany: 1 transport").battle("sz9")
    assert table.phase == "noncombat_move"
    table.refuses_move("1 destroyer: sz9 > sz8", "CMV-15")


@pytest.mark.rule("CMB-67", "SPC-05", setups=("anniversary_1941", "anniversary_1942"))
def test_sinking_lone_transports_counts_as_the_sea_battle_of_an_assault(play: Play) -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 infantry",
        "sz7": "united_kingdom: 1 transport, 1 cruiser; germany: 1 transport",
        "france": "germany: 1 infantry",
    }
    table = play("united_kingdom", "combat_move", spaces).move("1 infantry: united_kingdom > sz7")
    table.move("1 infantry: sz7 > france")
    table.do({"type": "engage", "space": "sz7", "attack": True, "units": {"cruiser": 1}}).end_phase()
    assert table.pending == [("sz7", "sea"), ("france", "land")]
    table.battle("france").battle("france", dice="1 6")
    assert shooters(table) == ["infantry", "infantry"], "the cruiser fought and does not bombard"
    assert table.owner("france") == "united_kingdom"


@pytest.mark.rule("CMB-25", "UNI-51", "CMV-52", "UNI-50", setups=("anniversary_1941", "anniversary_1942"))
def test_a_guest_aboard_an_attacking_carrier_does_not_fight_and_sinks_with_it(play: Play) -> None:
    spaces = {
        "sz8": "united_kingdom: 1 aircraft_carrier, 1 destroyer; united_states: 1 fighter",
        "sz9": "germany: 1 destroyer",
    }
    table = play("united_kingdom", "combat_move", spaces).move("1 aircraft_carrier, 1 destroyer: sz8 > sz9")
    table.end_phase().battle("sz9", dice="6 6 1")
    table.refuses({"type": "decide", "kind": "casualties", "choice": {"units": {"fighter": 1}}}, "units")
    table.lose("1 aircraft_carrier")
    assert table.at("sz9") == {"united_kingdom": {"destroyer": 1}, "germany": {"destroyer": 1}}


@pytest.mark.rule("ASY-09", "ASY-07", "CMB-13", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("defenders", "lost"),
    [
        ("1 battleship, 1 submarine, 1 destroyer", {"battleship": 1, "submarine": 1, "destroyer": 1}),
        ("1 submarine, 1 destroyer, 1 cruiser", {"destroyer": 1, "cruiser": 1}),
        ("1 destroyer, 1 cruiser, 1 transport", {"cruiser": 1, "transport": 1}),
        ("1 cruiser, 1 aircraft_carrier, 1 fighter", {"aircraft_carrier": 1, "fighter": 1}),
        ("1 fighter, 1 aircraft_carrier, 1 transport", {"aircraft_carrier": 1, "transport": 1}),
    ],
)
def test_the_default_gives_ships_up_in_the_printed_order(play: Play, defenders: str, lost: dict[str, int]) -> None:
    """One hit: a battleship's damage, submarines, destroyers, cruisers, aircraft, carriers, transports last."""
    table = sea_attack(play, "1 destroyer", f"germany: {defenders}").battle("sz9", dice="1")
    table.decide("casualties", "default", dice="6 " * (3 - defenders.count("transport")))
    assert table.at("sz9")["germany"] == lost


@pytest.mark.rule("ASY-10", setups=("anniversary_1941", "anniversary_1942"))
def test_of_equal_ships_the_default_gives_up_the_one_with_the_least_cargo(play: Play) -> None:
    cargo = {"sz9": [{"transport": "germany", "units": {"germany": {"tank": 1}}}]}
    table = sea_attack(play, "1 submarine", "germany: 1 submarine, 2 transport", "1 fighter", cargo=cargo).battle("sz9")
    table.decide("submerge", {}).decide("submerge", {}, dice="6 6 3")
    table.decide("casualties", "default")
    assert table.at("sz9")["germany"] == {"submarine": 1, "transport": 1, "tank": 1}
