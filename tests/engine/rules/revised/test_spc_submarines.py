"""Submarines of Revised: they open fire, and submerge after both sides have fired (SPC-66..78, SPC-100)."""

from functools import partial

import pytest

from tests.engine.table import Table, position

revised = partial(position, setup="revised")


def battle(attackers: str, defenders: str, dice: str = "") -> Table:
    """British ships sail from sea zone 8 against sea zone 9; the battle has begun."""
    table = revised("united_kingdom", "combat_move", {"sz8": f"united_kingdom: {attackers}", "sz9": defenders})
    return table.move(f"{attackers}: sz8 > sz9").end_phase().battle("sz9", dice)


def steps_fired(table: Table) -> list[str]:
    return [event.step for event in table.happened("fired")]


@pytest.mark.rule("SPC-66", "SPC-68", "UNI-09", setup="revised")
@pytest.mark.parametrize(("face", "sunk"), [("2", True), ("3", False)])
def test_an_attacking_submarine_opens_fire_at_two(face: str, sunk: bool) -> None:
    table = battle("1 submarine", "germany: 1 aircraft_carrier", dice=face if sunk else f"{face} 6")
    assert steps_fired(table)[0] == "attackers_open_fire"
    assert ("germany" not in table.at("sz9")) is sunk


@pytest.mark.rule("SPC-66", "SPC-68", "UNI-09", setup="revised")
@pytest.mark.parametrize(("face", "sunk"), [("2", True), ("3", False)])
def test_a_defending_submarine_opens_fire_at_two_before_the_attackers_main_fire(face: str, sunk: bool) -> None:
    table = battle("1 aircraft_carrier", "germany: 1 submarine", dice=face if sunk else f"{face} 6")
    assert steps_fired(table)[0] == "defenders_open_fire"
    assert ("united_kingdom" not in table.at("sz9")) is sunk


@pytest.mark.rule("SPC-67", "CMB-10", "CMB-08", setup="revised")
def test_without_a_destroyer_the_victims_of_a_submarine_do_not_fire_back() -> None:
    table = battle("1 submarine", "germany: 1 transport", dice="2")
    assert steps_fired(table) == ["attackers_open_fire"], "nor does the submarine fire twice"
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}}


@pytest.mark.rule("SPC-67", "CMB-10", "CMB-21", setup="revised")
def test_a_destroyer_lets_the_victims_of_an_attacking_submarine_fire_back() -> None:
    table = battle("1 submarine", "germany: 1 destroyer", dice="2 3")
    assert steps_fired(table) == ["attackers_open_fire", "defenders_fire"]
    assert table.at("sz9") == {}, "the submarine fired before the others all the same, and the destroyer fired back"


@pytest.mark.rule("SPC-67", "CMB-10", "CMB-21", setup="revised")
def test_a_destroyer_lets_the_victims_of_a_defending_submarine_fire_back() -> None:
    table = battle("1 destroyer", "germany: 1 submarine", dice="2 3")
    assert steps_fired(table) == ["defenders_open_fire", "attackers_fire"]
    assert table.at("sz9") == {}


@pytest.mark.rule("CMB-10", "CMB-21", setup="revised")
def test_a_destroyer_warns_all_its_side() -> None:
    table = battle("1 destroyer, 1 battleship, 1 transport", "germany: 2 submarine", dice="1 1")
    table.lose("1 transport, 1 destroyer", dice="3 4")
    assert [shot.unit for event in table.happened("fired") for shot in event.shots] == ["destroyer", "battleship"]
    assert table.at("sz9") == {"united_kingdom": {"battleship": 1}}


@pytest.mark.rule("SPC-69", setup="revised")
def test_submarines_of_both_sides_open_fire_at_the_same_time_the_attackers_roll_first() -> None:
    table = battle("1 submarine", "germany: 1 submarine", dice="2 2")
    assert steps_fired(table) == ["attackers_open_fire", "defenders_open_fire"]
    assert table.at("sz9") == {}


@pytest.mark.rule("SPC-70", setup="revised")
def test_submarines_open_fire_in_every_round() -> None:
    table = battle("1 submarine", "germany: 1 aircraft_carrier", dice="6 6").press(dice="2")
    assert steps_fired(table) == ["attackers_open_fire"]


@pytest.mark.rule("SPC-72", setup="revised")
def test_an_own_destroyer_does_not_help_the_victims_of_the_own_submarines() -> None:
    table = battle("1 submarine, 1 destroyer", "germany: 1 aircraft_carrier", dice="2")
    assert steps_fired(table) == ["attackers_open_fire"]
    assert "germany" not in table.at("sz9")


@pytest.mark.rule("CMB-06", "CMB-08", "SPC-66", "SPC-69", setup="revised")
def test_the_dice_of_a_sea_round_with_opening_fire() -> None:
    """The example of docs/dice-order.md."""
    table = battle("1 submarine, 1 destroyer, 1 battleship", "germany: 1 submarine, 1 aircraft_carrier, 1 fighter", "2")
    table.lose("1 aircraft_carrier", dice="5 4 5 6")
    fired = [(event.step, [(shot.unit, shot.value) for shot in event.shots]) for event in table.happened("fired")]
    assert fired == [
        ("defenders_open_fire", [("submarine", 2)]),
        ("attackers_fire", [("destroyer", 3), ("battleship", 4)]),
        ("defenders_fire", [("fighter", 4)]),
    ]


@pytest.mark.rule("SPC-75", "CMB-11", setup="revised")
def test_when_the_last_enemy_destroyer_is_sunk_victims_are_warned_no_more_from_the_next_round_on() -> None:
    table = battle("1 submarine, 1 battleship", "germany: 1 destroyer, 1 transport", dice="2")
    table.lose("1 destroyer", dice="5 6 6").press(dice="2")
    assert steps_fired(table) == ["attackers_open_fire"], "the transport did not fire back"


@pytest.mark.rule("CMB-07", "UNI-59", "CMB-16", "CMB-20", setup="revised")
def test_submarines_never_hit_aircraft_and_roll_no_die_against_them_alone() -> None:
    spaces = {"united_kingdom": "united_kingdom: 2 fighter", "sz7": "germany: 1 submarine"}
    table = revised("united_kingdom", "combat_move", spaces)
    table.move("2 fighter: united_kingdom > sz7").end_phase().battle("sz7", dice="4 4")
    assert [event.side for event in table.happened("fired")] == ["attacker"]
    assert table.at("sz7")["united_kingdom"] == {"fighter": 2}


@pytest.mark.rule("CMB-20", "UNI-59", setup="revised")
def test_carrier_fighters_defend_against_submarines_alone_and_cannot_be_lost_to_them() -> None:
    table = battle("2 submarine", "germany: 1 aircraft_carrier, 1 fighter, 1 transport", dice="1 1 4")
    assert [piece.unit for piece in table.happened("units_lost")[0].pieces] == ["transport", "aircraft_carrier"]
    assert [shot.unit for shot in table.happened("fired")[1].shots] == ["fighter"]


@pytest.mark.rule("UNI-60", "CMB-16", setup="revised")
def test_aircraft_hit_submarines_without_any_destroyer() -> None:
    spaces = {"united_kingdom": "united_kingdom: 1 fighter", "sz7": "germany: 1 submarine"}
    table = revised("united_kingdom", "combat_move", spaces)
    table.move("1 fighter: united_kingdom > sz7").end_phase().battle("sz7", dice="3")
    assert table.at("sz7") == {"united_kingdom": {"fighter": 1}}


@pytest.mark.rule("SPC-73", "SPC-76", "SPC-100", "CMB-69", setup="revised")
def test_attacking_submarines_submerge_after_the_fire_while_the_others_press_on() -> None:
    table = battle("2 submarine, 1 battleship", "germany: 1 battleship", dice="6 6 6 6")
    table.decide("retreat", {"press": True, "submerge": {"submarine": 1}}, dice="6 6 6")
    assert table.board["submerged"] == {"sz9": {"united_kingdom": {"submarine": 1}}}
    shots = [shot for event in table.happened("fired") for shot in event.shots]
    assert [(shot.unit, len(shot.dice)) for shot in shots] == [("submarine", 1), ("battleship", 1), ("battleship", 1)]


@pytest.mark.rule("SPC-73", "CMB-69", "CMB-37", setup="revised")
def test_a_submerged_submarine_stays_when_the_others_retreat() -> None:
    table = battle("1 submarine, 1 battleship", "germany: 1 battleship", dice="6 6 6")
    table.decide("retreat", {"retreat": "sz8", "submerge": {"submarine": 1}})
    assert table.at("sz9")["united_kingdom"] == {"submarine": 1}
    assert table.at("sz8") == {"united_kingdom": {"battleship": 1}}
    assert table.phase == "noncombat_move"


@pytest.mark.rule("SPC-73", "CMB-28", setup="revised")
def test_a_submarine_that_began_there_may_submerge_though_it_has_nowhere_to_retreat() -> None:
    spaces = {"sz9": "united_kingdom: 1 submarine; germany: 1 battleship"}
    table = revised("united_kingdom", "combat_move", spaces).end_phase().battle("sz9", dice="6 6")
    assert table.state.requests[0].options["retreat"] == []
    assert table.state.requests[0].options["submerge"] == {"submarine": 1}
    assert table.state.requests[0].default == {"press": True, "submerge": {"submarine": 1}}
    table.decide("retreat", "default")
    assert (table.phase, table.happened("battle_ended")[0].outcome) == ("noncombat_move", "defender")


@pytest.mark.rule("SPC-74", "ASY-19", setup="revised")
def test_beside_an_enemy_destroyer_no_submarine_submerges() -> None:
    table = battle("1 submarine", "germany: 1 destroyer", dice="6 6")
    assert "submerge" not in table.state.requests[0].options
    submerge = {"press": True, "submerge": {"submarine": 1}}
    table.refuses({"type": "decide", "kind": "retreat", "choice": submerge}, "SPC-74")
    table = battle("1 destroyer", "germany: 1 submarine", dice="6 6")
    table.retreat("sz8")
    assert table.phase == "noncombat_move", "nobody was asked"


@pytest.mark.rule("SPC-75", "CMB-11", setup="revised")
def test_with_the_last_enemy_destroyer_gone_submarines_submerge_in_the_same_round() -> None:
    table = battle("1 submarine, 1 battleship", "germany: 1 destroyer, 1 submarine", dice="2")
    table.lose("1 destroyer", dice="6 6 6")
    assert table.state.requests[0].options["submerge"] == {"submarine": 1}
    table.press()
    assert table.questions == [("submerge", ("germany",))]
    table.decide("submerge", {"submarine": 1})
    assert table.happened("battle_ended")[0].outcome == "attacker"


@pytest.mark.rule("SPC-73", "ASY-18", setup="revised")
def test_each_owner_of_defending_submarines_is_asked_after_the_attacker_at_the_end_of_every_round() -> None:
    spaces = {"sz57": "united_states: 1 battleship", "sz60": "japan: 1 submarine; germany: 2 submarine"}
    table = revised("united_states", "combat_move", spaces).move("1 battleship: sz57 > sz60").end_phase()
    table.battle("sz60", dice="6 6 6 6")
    assert table.questions == [("retreat", ("united_states",))]
    table.press()
    assert table.questions == [("submerge", ("germany",)), ("submerge", ("japan",))]
    assert [request.default for request in table.state.requests] == [{"submarine": 2}, {"submarine": 1}]
    table.decide("submerge", {"submarine": 1}, power="germany").decide("submerge", {}, power="japan", dice="6 6 6")
    assert table.board["submerged"] == {"sz60": {"germany": {"submarine": 1}}}


@pytest.mark.rule("ASY-18", setup="revised")
@pytest.mark.parametrize(("beside", "stays"), [("1 battleship", True), ("1 transport", True), ("1 fighter", False)])
def test_by_default_a_defending_submarine_stays_while_surface_ships_fight_beside_it(beside: str, stays: bool) -> None:
    fighters = "1 fighter" in beside
    spaces = {"sz8": "united_kingdom: 1 battleship", "sz9": f"germany: 1 submarine, {beside}"}
    if fighters:
        spaces["sz9"] += ", 1 aircraft_carrier"
    table = revised("united_kingdom", "combat_move", spaces).move("1 battleship: sz8 > sz9").end_phase()
    if fighters:
        table.battle("sz9", dice="6 1").lose("1 aircraft_carrier", dice="6 6")
    else:
        table.battle("sz9", dice="6 6 6")
    table.press()
    assert table.state.requests[0].default == ({} if stays else {"submarine": 1})


@pytest.mark.rule("SPC-77", "NCM-30", "SPC-78", setup="revised")
def test_submerged_submarines_come_up_at_the_end_of_the_noncombat_move_without_a_battle() -> None:
    table = battle("1 battleship", "germany: 1 submarine", dice="6 6").press().decide("submerge", {"submarine": 1})
    assert table.board["submerged"] == {"sz9": {"germany": {"submarine": 1}}}, "still after the battle"
    table.end_phase()
    assert table.board["submerged"] == {}
    assert len(table.happened("surfaced")) == 1
    assert table.at("sz9") == {"united_kingdom": {"battleship": 1}, "germany": {"submarine": 1}}


@pytest.mark.rule("SPC-78", "BRD-24", "CMV-20", setup="revised")
def test_who_lies_above_a_surfaced_submarine_fights_it_in_its_next_combat_move_or_leaves() -> None:
    table = revised("united_kingdom", "combat_move", {"sz9": "united_kingdom: 1 battleship; germany: 1 submarine"})
    engage = {"type": "engage", "space": "sz9", "attack": False}
    table.refuses(engage, "CMV-20")
    table.end_phase()
    assert table.pending == [("sz9", "sea")]
    table = revised("united_kingdom", "combat_move", {"sz9": "united_kingdom: 1 battleship; germany: 1 submarine"})
    table.move("1 battleship: sz9 > sz8").end_phase()
    assert table.phase == "noncombat_move"


@pytest.mark.rule("CMB-10", "CMB-21", "CMB-28", setup="revised")
def test_a_warned_victim_is_gone_when_opening_fire_leaves_nobody_to_fire_at() -> None:
    table = battle("1 submarine, 1 destroyer", "germany: 1 submarine", dice="1 1").lose("1 submarine")
    assert table.at("sz9") == {"united_kingdom": {"destroyer": 1}}
    assert [[ship.id for ship in lost.pieces] for lost in table.happened("units_lost")] == [
        ["germany.submarine.4"],
        ["united_kingdom.submarine.2"],
    ]
    assert [ended.outcome for ended in table.happened("battle_ended")] == ["attacker"]


@pytest.mark.rule("CMB-10", "CMB-21", "CMB-28", setup="revised")
def test_a_warned_defender_is_gone_when_opening_fire_leaves_nobody_to_fire_at() -> None:
    table = battle("1 submarine", "germany: 1 submarine, 1 destroyer", dice="1").lose("1 submarine", dice="1")
    assert table.at("sz9") == {"germany": {"destroyer": 1}}
    assert [ended.outcome for ended in table.happened("battle_ended")] == ["defender"]
