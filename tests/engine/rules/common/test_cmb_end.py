"""How battles end, and transports without defence (CMB-28..35, CMB-67)."""

import pytest

from tests.engine.rules.playing import british_attack, outcome
from tests.engine.table import Table, position


def surprised_in_port(own: str, enemy: str) -> Table:
    """British and German ships share sea zone 9 when the British turn begins, and the British stay to fight."""
    return position("united_kingdom", "combat_move", {"sz9": f"united_kingdom: {own}; germany: {enemy}"})


@pytest.mark.rule("CMB-28", "CMB-29", setups="every + 1940")
def test_a_battle_ends_when_the_defender_is_gone_and_the_winner_is_not_asked_to_retreat() -> None:
    table = british_attack("2 destroyer", "germany: 1 destroyer").battle("sz9", dice="1 6 6")
    assert (table.phase, table.questions, outcome(table)) == ("noncombat_move", [], "attacker")


@pytest.mark.rule("CMB-28", "CMB-29", setups="every + 1940")
def test_a_battle_ends_when_the_attacker_is_gone() -> None:
    table = british_attack("1 destroyer", "germany: 2 destroyer").battle("sz9", dice="6 1 6")
    assert (table.questions, outcome(table)) == ([], "defender")
    assert table.at("sz9") == {"germany": {"destroyer": 2}}


@pytest.mark.rule("CMB-28", "CMB-36", setups="every + 1940")
def test_a_battle_goes_on_round_after_round_until_one_side_is_gone_or_retreats() -> None:
    table = british_attack("1 destroyer", "germany: 1 destroyer").battle("sz9", dice="6 6").press(dice="6 6")
    assert table.questions == [("retreat", ("united_kingdom",))]
    table.retreat("sz8")
    assert table.at("sz9") == {"germany": {"destroyer": 1}}


@pytest.mark.rule("CMB-28", "SPC-76", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_a_side_that_is_gone_by_the_middle_of_a_round_ends_the_battle_and_nobody_rolls_for_nothing() -> None:
    table = british_attack("1 submarine, 2 destroyer", "germany: 1 aircraft_carrier").battle("sz9")
    table.decide("submerge", {}, dice="1")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1, "destroyer": 2}}


@pytest.mark.rule("CMB-30", setups="every + 1940")
def test_when_all_units_at_sea_are_destroyed_nobody_wins() -> None:
    table = british_attack("1 destroyer", "germany: 1 destroyer").battle("sz9", dice="1 1")
    assert (table.at("sz9"), outcome(table)) == ({}, "nobody")


@pytest.mark.rule("CMB-30", setups="but revised + 1940")
def test_when_all_units_on_land_are_destroyed_the_territory_stays_the_defenders() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 1 tank", "caucasus": "soviet_union: 1 tank"})
    table.move("1 tank: ukraine > caucasus").end_phase().battle("caucasus", dice="1 1")
    assert (table.at("caucasus"), table.owner("caucasus")) == ({}, "soviet_union")
    assert outcome(table) == "nobody"


@pytest.mark.rule("CMB-31", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
@pytest.mark.parametrize("attacker", ["1 submarine", "1 destroyer", "1 aircraft_carrier", "1 battleship"])
def test_lone_transports_are_destroyed_with_their_cargo_without_dice(attacker: str) -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz8": f"united_kingdom: {attacker}", "sz9": "germany: 2 transport"},
        cargo={"sz9": [{"transport": "germany", "units": {"germany": {"infantry": 1, "tank": 1}}}]},
    )
    table.move(f"{attacker}: sz8 > sz9").end_phase().battle("sz9")
    assert set(table.at("sz9")) == {"united_kingdom"}
    lost = table.happened("units_lost")[0]
    assert (len(lost.pieces), len(lost.cargo), lost.reason) == (2, 2, "defenseless")


@pytest.mark.rule("CMB-31", setups="but revised + 1940")
def test_aircraft_alone_destroy_lone_transports_too() -> None:
    table = british_attack("", "germany: 3 transport", "1 fighter").battle("sz9")
    assert table.at("sz9") == {"united_kingdom": {"fighter": 1}}


@pytest.mark.rule("CMB-31", setups="but revised + 1940")
def test_transports_cannot_attack_lone_transports() -> None:
    table = position("united_kingdom", "combat_move", {"sz9": "united_kingdom: 1 transport; germany: 1 transport"})
    table.refuses({"type": "engage", "space": "sz9", "attack": True}, "CMV-63")


@pytest.mark.rule("CMB-31", setups="but revised + 1940")
def test_transports_whose_escort_fell_in_the_battle_are_destroyed_without_more_dice() -> None:
    table = british_attack("1 battleship", "germany: 1 destroyer, 3 transport").battle("sz9", dice="4 6")
    assert table.at("sz9") == {"united_kingdom": {"battleship": 1}}


@pytest.mark.rule("CMB-31", "SPC-76", setups="but revised + 1940")
def test_transports_whose_submarines_submerge_are_destroyed_without_dice() -> None:
    table = british_attack("1 battleship", "germany: 1 submarine, 1 transport").battle("sz9")
    table.decide("submerge", {"submarine": 1})
    assert table.at("sz9") == {"united_kingdom": {"battleship": 1}, "germany": {"submarine": 1}}


@pytest.mark.rule("CMB-31", "CMB-10", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_transports_whose_escort_was_struck_by_surprise_are_destroyed_without_more_dice() -> None:
    table = british_attack("1 submarine, 1 battleship", "germany: 1 aircraft_carrier, 1 transport").battle("sz9")
    table.decide("submerge", {}, dice="1")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1, "battleship": 1}}


@pytest.mark.rule("CMB-32", setups="but revised + 1940")
def test_transports_are_defenceless_where_the_remaining_units_cannot_hit_each_other() -> None:
    table = british_attack("", "germany: 1 submarine, 2 transport", "1 bomber").battle("sz9")
    assert table.at("sz9") == {"united_kingdom": {"bomber": 1}, "germany": {"submarine": 1}}
    assert outcome(table) == "both"


@pytest.mark.rule("CMB-32", setups="but revised + 1940")
def test_transports_with_a_warship_that_can_still_be_hit_are_not_defenceless() -> None:
    table = british_attack("", "germany: 1 submarine, 1 destroyer, 2 transport", "1 bomber").battle("sz9")
    table.decide("submerge", {}, dice="6 6")
    assert table.at("sz9")["germany"] == {"submarine": 1, "destroyer": 1, "transport": 2}
    assert table.questions == [("retreat", ("united_kingdom",))]


@pytest.mark.rule("CMB-33", setups="but revised + 1940")
def test_attacking_transports_left_alone_may_retreat_after_the_round() -> None:
    table = british_attack("1 transport, 1 destroyer", "germany: 1 destroyer").battle("sz9", dice="6 1")
    assert table.questions == [("retreat", ("united_kingdom",))]
    table.retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"transport": 1}}


@pytest.mark.rule("CMB-33", setups="but revised + 1940")
def test_attacking_transports_that_press_on_meet_further_fire() -> None:
    table = british_attack("2 transport, 1 destroyer", "germany: 1 destroyer").battle("sz9", dice="6 1")
    table.press(dice="6").press(dice="1")
    assert table.at("sz9")["united_kingdom"] == {"transport": 1}
    assert table.questions == [("retreat", ("united_kingdom",))]


@pytest.mark.rule("CMB-33", "CMB-68", setups="but revised + 1940")
def test_attacking_transports_left_alone_without_a_way_out_are_sunk_without_dice() -> None:
    table = surprised_in_port("2 transport, 1 destroyer", "1 destroyer").end_phase()
    table.battle("sz9", dice="6 1")
    assert table.at("sz9") == {"germany": {"destroyer": 1}}
    assert [event.reason for event in table.happened("units_lost")] == ["casualties", "defenseless"]


@pytest.mark.rule("CMB-34", setups="but revised + 1940")
@pytest.mark.parametrize("stays", [True, False])
def test_with_only_transports_left_on_both_sides_the_attackers_may_stay_or_retreat(stays: bool) -> None:
    table = british_attack("1 transport, 1 destroyer", "germany: 1 transport, 1 destroyer").battle("sz9", dice="1 1")
    assert table.questions == [("retreat", ("united_kingdom",))]
    if stays:
        table.press()
    else:
        table.retreat("sz8")
    assert table.at("sz9" if stays else "sz8")["united_kingdom"] == {"transport": 1}
    assert table.at("sz9")["germany"] == {"transport": 1}
    assert table.phase == "noncombat_move"


@pytest.mark.rule("CMB-34", "SPC-76", setups="but revised + 1940")
def test_transports_whose_submarines_all_submerged_are_asked_as_well() -> None:
    spaces = {"sz8": "united_kingdom: 1 transport, 1 submarine", "sz9": "germany: 1 transport, 1 submarine"}
    table = position("united_kingdom", "combat_move", spaces).move("1 transport, 1 submarine: sz8 > sz9", attack=True)
    table.end_phase().battle("sz9")
    table.decide("submerge", {"submarine": 1}).decide("submerge", {"submarine": 1})
    assert table.questions == [("retreat", ("united_kingdom",))]
    table.press()
    assert table.phase == "noncombat_move"
    assert table.at("sz9")["united_kingdom"] == {"transport": 1, "submarine": 1}


@pytest.mark.rule("CMB-34", setups="but revised + 1940")
def test_transports_that_have_nowhere_to_go_stay_beside_the_enemys_transports() -> None:
    table = surprised_in_port("1 transport, 1 destroyer", "1 transport, 1 destroyer").end_phase()
    table.battle("sz9", dice="1 1")
    assert table.at("sz9") == {"united_kingdom": {"transport": 1}, "germany": {"transport": 1}}
    assert outcome(table) == "both"


@pytest.mark.rule("CMB-35", setups="but revised")
def test_where_neither_side_can_ever_hit_the_other_the_battle_ends_and_all_stay() -> None:
    table = british_attack("", "germany: 2 submarine", "1 fighter, 1 bomber").battle("sz9")
    assert table.at("sz9") == {"united_kingdom": {"fighter": 1, "bomber": 1}, "germany": {"submarine": 2}}
    assert (outcome(table), table.happened("fired")) == ("both", [])


@pytest.mark.rule("CMB-35", setups="but revised + 1940")
def test_a_battle_that_can_be_decided_by_one_side_alone_goes_on() -> None:
    """The submarine below can sink the carrier, though the fighter above it can never be hit."""
    table = british_attack("1 submarine", "germany: 1 aircraft_carrier, 1 fighter").battle("sz9")
    table.decide("submerge", {}, dice="6 6")
    assert table.questions == [("retreat", ("united_kingdom",))]


@pytest.mark.rule("CMB-67", setups="but revised + 1940")
def test_ships_that_sank_lone_transports_fought_and_do_not_move_in_the_noncombat_phase() -> None:
    table = british_attack("1 destroyer", "germany: 1 transport").battle("sz9")
    assert table.phase == "noncombat_move"
    table.refuses_move("1 destroyer: sz9 > sz8", "CMV-15")
