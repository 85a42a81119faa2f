"""Ships that share a sea zone with enemies: attack, ignore, leave, come back."""

import pytest

from tests.engine.table import position


def shared(ships: str, enemies: str, **more: str) -> dict[str, str]:
    """Germans and British in sea zone 5, the Germans on turn."""
    return {"sz5": f"germany: {ships}; united_kingdom: {enemies}", **more}


@pytest.mark.rule("CMV-16", setups="every + 1940")
def test_ships_that_stay_with_enemy_warships_fight_them() -> None:
    table = position("germany", "combat_move", shared("1 destroyer", "1 destroyer"))
    table.end_phase()
    assert table.pending == [("sz5", "sea")]
    table.battle("sz5", dice="2 6")
    assert table.at("sz5") == {"germany": {"destroyer": 1}}


@pytest.mark.rule("CMV-16", setups="every + 1940")
def test_enemy_warships_cannot_be_ignored() -> None:
    table = position("germany", "combat_move", shared("1 destroyer", "1 destroyer, 1 submarine"))
    order = {"type": "engage", "space": "sz5", "attack": False}
    sentence = table.refuses(order, "CMV-16")
    assert sentence == ("1 submarine and 1 destroyer in sea zone 5 cannot be ignored: you must fight surface warships.")


@pytest.mark.rule("CMV-10", "CMV-16", "CMV-18", setups="every + 1940")
def test_ships_may_leave_a_hostile_zone_for_a_friendly_one_and_fight_nowhere() -> None:
    table = position("germany", "combat_move", shared("1 destroyer, 1 transport", "1 battleship"))
    table.move("1 destroyer, 1 transport: sz5 > sz6").end_phase()
    assert table.pending == []
    assert table.phase == "noncombat_move"
    table.refuses_move("1 destroyer: sz6 > sz5", "CMV-15")
    table.refuses_move("1 transport: sz6 > sz8", "NCM-27")


@pytest.mark.rule("CMV-10", setups="but revised + 1940")
def test_ships_beside_submarines_and_transports_alone_have_nothing_to_flee_from() -> None:
    table = position("germany", "combat_move", shared("1 destroyer", "1 submarine, 1 transport"))
    table.refuses_move("1 destroyer: sz5 > sz6", "CMV-01")


@pytest.mark.rule("CMV-17", setups="every + 1940")
def test_coming_back_costs_movement_like_any_step() -> None:
    table = position("germany", "combat_move", shared("1 destroyer", "1 destroyer"))
    table.move("1 destroyer: sz5 > sz6 > sz5")
    table.refuses_move("1 destroyer: sz5 > sz6", "CMV-03")
    table.end_phase()
    assert table.pending == [("sz5", "sea")]


@pytest.mark.rule("CMV-20", setups="but revised + 1940")
def test_beside_submarines_and_transports_the_default_is_peace() -> None:
    table = position("germany", "combat_move", shared("1 destroyer", "1 submarine, 1 transport"))
    table.end_phase()
    assert table.phase == "noncombat_move"
    table.move("1 destroyer: sz5 > sz6")


@pytest.mark.rule("CMV-20", "CMV-21", setups="but revised + 1940")
def test_an_attack_on_a_shared_zone_takes_in_every_enemy_there() -> None:
    table = position("germany", "combat_move", shared("1 destroyer, 1 battleship", "1 submarine, 1 transport"))
    table.do({"type": "engage", "space": "sz5", "attack": True}).end_phase()
    table.battle("sz5", dice="2 4 6")
    assert table.at("sz5") == {"germany": {"destroyer": 1, "battleship": 1}}


@pytest.mark.rule("CMV-21", setups="but revised + 1940")
def test_no_order_can_single_out_one_enemy() -> None:
    table = position("germany", "combat_move", shared("1 destroyer", "1 submarine, 1 transport"))
    table.refuses({"type": "engage", "space": "sz5", "attack": True, "target": "transport"}, "form")
    table.do({"type": "engage", "space": "sz5", "attack": True}).end_phase()
    table.battle("sz5", dice="6 1")
    assert table.at("sz5") == {"united_kingdom": {"submarine": 1, "transport": 1}}


@pytest.mark.rule("CMV-20", setups="but revised + 1940")
def test_an_attack_may_be_called_off_again_before_the_phase_ends() -> None:
    table = position("germany", "combat_move", shared("1 destroyer", "1 submarine"))
    table.do({"type": "engage", "space": "sz5", "attack": True})
    table.do({"type": "engage", "space": "sz5", "attack": False}).end_phase()
    assert table.phase == "noncombat_move"
    assert table.at("sz5")["united_kingdom"] == {"submarine": 1}


@pytest.mark.rule("CMV-20", setups="every + 1940")
def test_there_must_be_somebody_to_attack_or_to_ignore() -> None:
    table = position("germany", "combat_move", {"sz5": "germany: 1 destroyer", "sz6": "united_kingdom: 1 submarine"})
    table.refuses({"type": "engage", "space": "sz5", "attack": True}, "CMV-20")
    table.refuses({"type": "engage", "space": "sz6", "attack": True}, "units")


@pytest.mark.rule("CMV-12", "CMV-20", setups="but revised + 1940")
def test_warships_that_move_in_attack_submarines_and_transports_unless_told_otherwise() -> None:
    ships = {"sz5": "germany: 1 destroyer", "sz6": "united_kingdom: 1 submarine, 1 transport"}
    table = position("germany", "combat_move", ships)
    table.move("1 destroyer: sz5 > sz6").end_phase()
    assert table.pending == [("sz6", "sea")]
    table = position("germany", "combat_move", ships)
    table.move("1 destroyer: sz5 > sz6", attack=False)
    sentence = table.refuses({"type": "end_phase"}, "CMV-01")
    assert "undo that move" in sentence


@pytest.mark.rule("CMV-12", setups="but revised + 1940")
def test_aircraft_may_fly_out_to_attack_submarines_and_transports() -> None:
    table = position(
        "germany", "combat_move", {"germany": "germany: 1 bomber", "sz6": "united_kingdom: 1 submarine, 2 transport"}
    )
    table.move("1 bomber: germany > sz5 > sz6").end_phase()
    table.battle("sz6")
    assert table.at("sz6") == {"germany": {"bomber": 1}, "united_kingdom": {"submarine": 1}}


@pytest.mark.rule("CMV-12", setups="but revised + 1940")
def test_aircraft_do_not_fly_out_to_ignore_the_enemy() -> None:
    table = position("germany", "combat_move", {"germany": "germany: 1 bomber", "sz6": "united_kingdom: 1 transport"})
    table.move("1 bomber: germany > sz5 > sz6", attack=False)
    table.refuses({"type": "end_phase"}, "CMV-01")
    table.do({"type": "engage", "space": "sz6", "attack": True}).end_phase()
    assert table.pending == [("sz6", "sea")]


@pytest.mark.rule("CMV-22", setups="but revised + 1940")
def test_of_ships_in_one_zone_some_may_attack_while_the_rest_look_on() -> None:
    table = position("germany", "combat_move", shared("1 destroyer, 1 battleship", "1 submarine"))
    table.do({"type": "engage", "space": "sz5", "attack": True, "units": {"destroyer": 1}}).end_phase()
    table.battle("sz5", dice="6 1")
    assert table.at("sz5") == {"germany": {"battleship": 1}, "united_kingdom": {"submarine": 1}}
    table.move("1 battleship: sz5 > sz6")
