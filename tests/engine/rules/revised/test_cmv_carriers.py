"""Carriers of Revised and their aircraft in the combat move (CMV-45..47, CMV-50..53, UNI-49..51, OPT-44)."""

from functools import partial

import pytest

from tests.engine.table import Table, position

revised = partial(position, setup="revised")


def sailing() -> Table:
    """An American carrier with two fighters and a British guest in reach of a Japanese transport."""
    spaces = {
        "sz52": "united_states: 2 aircraft_carrier, 2 fighter; united_kingdom: 1 fighter",
        "sz57": "japan: 1 transport",
    }
    return revised("united_states", "combat_move", spaces)


@pytest.mark.rule("CMV-51", "CMV-52", "CMV-50", setup="revised")
def test_fighters_left_aboard_travel_as_cargo_and_do_not_fight() -> None:
    spaces = {"sz52": "united_states: 1 aircraft_carrier, 2 fighter", "sz57": "japan: 1 transport"}
    table = revised("united_states", "combat_move", spaces).move("1 aircraft_carrier: sz52 > sz57")
    assert table.at("sz57")["united_states"] == {"aircraft_carrier": 1, "fighter": 2}
    table.refuses_move("1 fighter: sz57 > sz60", "CMV-50")
    table.end_phase().battle("sz57", dice="1 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["aircraft_carrier"]


@pytest.mark.rule("CMV-51", "CMV-52", setup="revised")
def test_fighters_that_are_cargo_are_lost_with_their_carrier_and_cannot_be_chosen_instead() -> None:
    spaces = {
        "sz52": "united_states: 1 aircraft_carrier, 1 fighter; united_kingdom: 1 fighter",
        "sz57": "japan: 1 battleship",
    }
    table = revised("united_states", "combat_move", spaces).move("1 aircraft_carrier: sz52 > sz57").end_phase()
    table.battle("sz57", dice="6 4")
    assert table.at("sz57") == {"japan": {"battleship": 1}}
    lost = table.happened("units_lost")[0]
    assert [piece.power for piece in lost.cargo] == ["united_kingdom", "united_states"]


@pytest.mark.rule("CMV-50", "CMV-51", setup="revised")
def test_a_fighter_that_is_to_fight_is_launched_before_its_carrier_moves() -> None:
    spaces = {"sz52": "united_states: 1 aircraft_carrier, 2 fighter", "sz57": "japan: 1 destroyer"}
    table = revised("united_states", "combat_move", spaces)
    table.move("1 fighter: sz52 > sz57").move("1 aircraft_carrier: sz52 > sz57").end_phase()
    table.battle("sz57", dice="6 6 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["aircraft_carrier", "fighter"]
    assert [len(shot.dice) for shot in table.happened("fired")[0].shots] == [1, 1]


@pytest.mark.rule("CMV-50", setup="revised")
def test_a_fighter_ordered_together_with_its_carrier_is_launched() -> None:
    spaces = {"sz52": "united_states: 1 aircraft_carrier, 1 fighter", "sz57": "japan: 1 destroyer"}
    table = revised("united_states", "combat_move", spaces)
    table.move("1 aircraft_carrier, 1 fighter: sz52 > sz57").end_phase().battle("sz57", dice="6 6 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["aircraft_carrier", "fighter"]


@pytest.mark.rule("CMV-51", "CMV-53", setup="revised")
def test_aboard_a_carrier_that_fights_where_it_is_the_own_fighters_fight_and_guests_do_not() -> None:
    spaces = {
        "sz52": "united_states: 1 aircraft_carrier, 1 fighter; united_kingdom: 1 fighter; japan: 1 destroyer",
    }
    table = revised("united_states", "combat_move", spaces).end_phase().battle("sz52", dice="1 6 6")
    assert [(shot.power, shot.unit) for shot in table.happened("fired")[0].shots] == [
        ("united_states", "aircraft_carrier"),
        ("united_states", "fighter"),
    ]


@pytest.mark.rule("CMV-53", "UNI-13", setup="revised")
@pytest.mark.parametrize(("face", "sunk"), [("1", True), ("2", False)])
def test_a_carrier_may_attack_alone_at_one(face: str, sunk: bool) -> None:
    spaces = {"sz52": "united_states: 1 aircraft_carrier", "sz57": "japan: 1 transport"}
    table = revised("united_states", "combat_move", spaces).move("1 aircraft_carrier: sz52 > sz57").end_phase()
    table.battle("sz57", dice=f"{face} 6")
    assert ("japan" not in table.at("sz57")) is sunk


@pytest.mark.rule("CMV-51", "NCM-12", setup="revised")
def test_fighters_that_were_cargo_in_the_combat_move_may_fly_off_in_the_noncombat_move() -> None:
    spaces = {"sz52": "united_states: 1 aircraft_carrier, 1 fighter", "sz57": "japan: 1 transport"}
    table = revised("united_states", "combat_move", spaces).move("1 aircraft_carrier: sz52 > sz57").end_phase()
    table.battle("sz57", dice="1 6").move("1 fighter: sz57 > sz52 > hawaiian_islands")


@pytest.mark.rule("CMV-51", "CMV-52", setup="revised")
def test_in_the_noncombat_move_a_carrier_takes_its_fighters_along_too() -> None:
    table = sailing().do({"type": "end_phase"})
    table.move("2 aircraft_carrier: sz52 > sz53 > sz54")
    assert table.at("sz54") == {
        "united_states": {"aircraft_carrier": 2, "fighter": 2},
        "united_kingdom": {"fighter": 1},
    }
    table.refuses_move("1 fighter: sz54 > western_united_states", "CMV-50")
    table.end_phase()
    assert table.at("sz54")["united_states"]["fighter"] == 2


@pytest.mark.rule("UNI-49", "UNI-51", setup="revised")
def test_a_carrier_takes_two_fighters_and_guests_move_on_their_own_turn_alone() -> None:
    table = sailing()
    table.refuses_move("1 fighter: sz52 > hawaiian_islands", "power", owner="united_kingdom")
    spaces = {"sz52": "united_states: 1 aircraft_carrier", "hawaiian_islands": "united_states: 3 fighter"}
    crowded = revised("united_states", "noncombat_move", spaces).move("3 fighter: hawaiian_islands > sz52")
    crowded.refuses({"type": "end_phase"}, "NCM-20")


@pytest.mark.rule("CMV-45", setup="revised")
def test_a_fighter_flies_its_whole_move_out_to_sea_only_where_a_carrier_could_come() -> None:
    route = "1 fighter: hawaiian_islands > sz52 > sz57 > sz62 > sz60"
    spaces = {"hawaiian_islands": "united_states: 1 fighter", "sz60": "japan: 1 transport"}
    revised("united_states", "combat_move", spaces).refuses_move(route, "CMV-45")
    far = spaces | {"sz53": "united_states: 1 aircraft_carrier"}
    revised("united_states", "combat_move", far).refuses_move(route, "CMV-45")
    near = spaces | {"sz52": "united_states: 1 aircraft_carrier"}
    revised("united_states", "combat_move", near).move(route)


def promised() -> Table:
    """A fighter from Hawaii is to fight off Midway; the carrier is promised to meet it there."""
    spaces = {
        "hawaiian_islands": "united_states: 1 fighter",
        "sz53": "united_states: 1 aircraft_carrier",
        "sz56": "japan: 1 transport",
    }
    table = revised("united_states", "combat_move", spaces).move("1 fighter: hawaiian_islands > sz52 > sz56")
    carrier = next(i for i, p in table.state.pieces.items() if p.unit == "aircraft_carrier")
    return table.do({"type": "promise", "carrier": carrier, "space": "sz56"}).end_phase()


@pytest.mark.rule("CMV-46", "NCM-19", setup="revised")
def test_a_promised_carrier_must_come_even_where_the_fighter_could_land_elsewhere() -> None:
    table = promised().battle("sz56", dice="1 6")
    assert "You promised that carrier to" in table.refuses_move("1 aircraft_carrier: sz53 > sz54 > sz20", "CMV-46")
    table.move("1 fighter: sz56 > midway")
    table.refuses({"type": "end_phase"}, "CMV-46")
    table.move("1 aircraft_carrier: sz53 > sz52 > sz56").end_phase()


@pytest.mark.rule("CMV-46", setup="revised")
def test_a_promise_ends_with_the_fighter() -> None:
    table = promised().battle("sz56", dice="6 1")
    table.move("1 aircraft_carrier: sz53 > sz54 > sz20").end_phase()


@pytest.mark.rule("CMV-46", setup="revised")
def test_a_promise_ends_with_its_fighter_though_others_flew() -> None:
    spaces = {
        "hawaiian_islands": "united_states: 1 fighter",
        "sz53": "united_states: 1 aircraft_carrier",
        "sz56": "japan: 1 transport",
        "united_kingdom": "united_states: 1 fighter",
        "western_europe": "germany: 1 infantry",
    }
    table = revised("united_states", "combat_move", spaces).move("1 fighter: hawaiian_islands > sz52 > sz56")
    table.move("1 fighter: united_kingdom > sz7 > western_europe")
    carrier = next(i for i, p in table.state.pieces.items() if p.unit == "aircraft_carrier")
    table.do({"type": "promise", "carrier": carrier, "space": "sz56"}).end_phase()
    table.battle("sz56", dice="6 1").battle("western_europe", dice="1 6")
    table.move("1 fighter: western_europe > sz7 > united_kingdom")
    table.move("1 aircraft_carrier: sz53 > sz54 > sz20").end_phase()


@pytest.mark.rule("CMV-47", setup="revised")
def test_a_promised_carrier_may_be_lost_in_battle() -> None:
    spaces = {
        "hawaiian_islands": "united_states: 1 fighter",
        "sz56": "united_states: 1 aircraft_carrier; japan: 1 battleship",
    }
    table = revised("united_states", "combat_move", spaces).move("1 fighter: hawaiian_islands > sz52 > sz56")
    table.end_phase().battle("sz56", dice="6 6 1").lose("1 aircraft_carrier").retreat(None)
    table.move("1 fighter: sz56 > midway")


@pytest.mark.rule("NCM-33", "CMV-46", setup="revised")
def test_a_carrier_may_be_promised_after_a_battle_too() -> None:
    spaces = {
        "hawaiian_islands": "united_states: 1 fighter",
        "sz53": "united_states: 1 aircraft_carrier, 1 destroyer",
        "sz56": "japan: 1 transport",
        "sz55": "japan: 1 transport",
    }
    table = revised("united_states", "combat_move", spaces).move("1 fighter: hawaiian_islands > sz52 > sz56")
    table.move("1 destroyer: sz53 > sz55").end_phase().battle("sz56", dice="1 6")
    carrier = next(i for i, p in table.state.pieces.items() if p.unit == "aircraft_carrier")
    table.do({"type": "promise", "carrier": carrier, "space": "sz56"}).battle("sz55", dice="1 6")
    table.refuses({"type": "undo"}, "phase")
    table.refuses_move("1 aircraft_carrier: sz53 > sz54", "CMV-46")
    table.move("1 aircraft_carrier: sz53 > sz55 > sz56").end_phase()


@pytest.mark.rule("OPT-44", setup="revised")
def test_fast_carriers_move_three_spaces_and_are_counted_on_to() -> None:
    spaces = {"sz53": "united_states: 1 aircraft_carrier", "sz60": "japan: 1 transport"}
    fast_carriers = {"united_states": "fast_carriers"}
    slow = revised("united_states", "noncombat_move", spaces)
    slow.refuses_move("1 aircraft_carrier: sz53 > sz54 > sz20 > sz19", "CMV-03")
    fast = revised("united_states", "noncombat_move", spaces, advantages=fast_carriers)
    fast.move("1 aircraft_carrier: sz53 > sz54 > sz20 > sz19")
    spaces["hawaiian_islands"] = "united_states: 1 fighter"
    route = "1 fighter: hawaiian_islands > sz52 > sz57 > sz62 > sz60"
    revised("united_states", "combat_move", spaces).refuses_move(route, "CMV-45")
    revised("united_states", "combat_move", spaces, advantages=fast_carriers).move(route)
