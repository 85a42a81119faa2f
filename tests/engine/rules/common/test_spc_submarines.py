"""Submarines in battle (SPC-66..78, SPC-100)."""

import pytest

from tests.engine.table import Table, position


def battle(attackers: str, defenders: str, air: str = "") -> Table:
    """British ships sail from sea zone 8, aircraft fly from London, against sea zone 9; the battle has begun."""
    spaces = {"sz8": f"united_kingdom: {attackers}", "sz9": defenders}
    if air:
        spaces["united_kingdom"] = f"united_kingdom: {air}"
    table = position("united_kingdom", "combat_move", spaces).move(f"{attackers}: sz8 > sz9")
    if air:
        table.move(f"{air}: united_kingdom > sz9")
    return table.end_phase().battle("sz9")


def steps_fired(table: Table) -> list[str]:
    return [event.step for event in table.happened("fired")]


def submerging(count: int) -> dict[str, object]:
    return {"type": "decide", "kind": "submerge", "choice": {"submarine": count}}


@pytest.mark.rule("SPC-66", "SPC-68", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
@pytest.mark.parametrize(("face", "sunk"), [("2", True), ("3", False)])
def test_an_attacking_submarine_strikes_at_two(face: str, sunk: bool) -> None:
    table = battle("1 submarine", "germany: 1 aircraft_carrier")
    table.decide("submerge", {}, dice=face if sunk else f"{face} 6")
    assert ("germany" not in table.at("sz9")) is sunk


@pytest.mark.rule("SPC-66", "SPC-68", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
@pytest.mark.parametrize(("face", "sunk"), [("1", True), ("2", False)])
def test_a_defending_submarine_strikes_at_one(face: str, sunk: bool) -> None:
    table = battle("1 aircraft_carrier", "germany: 1 submarine")
    table.decide("submerge", {}, dice=face if sunk else f"{face} 6")
    assert ("united_kingdom" not in table.at("sz9")) is sunk


@pytest.mark.rule("SPC-67", "SPC-71", setups="but revised + 1940")
def test_an_enemy_destroyer_takes_the_strike_from_attacking_submarines() -> None:
    table = position(
        "united_kingdom", "combat_move", {"sz8": "united_kingdom: 1 submarine", "sz9": "germany: 1 destroyer"}
    )
    table.move("1 submarine: sz8 > sz9").end_phase().battle("sz9", dice="2 2")
    assert steps_fired(table) == ["attackers_fire", "defenders_fire"]
    assert table.at("sz9") == {}, "the destroyer fired back"


@pytest.mark.rule("SPC-67", "SPC-71", setups="but revised + 1940")
def test_an_enemy_destroyer_takes_the_strike_from_defending_submarines() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz9": "germany: 1 submarine"}
    table = position("united_kingdom", "combat_move", spaces).move("1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="2 1")
    assert steps_fired(table) == ["attackers_fire", "defenders_fire"]
    assert table.at("sz9") == {}


@pytest.mark.rule("SPC-69", "SPC-66", setups="but revised + 1940")
def test_a_defending_submarine_hit_by_a_strike_still_strikes_back() -> None:
    table = battle("1 submarine", "germany: 1 submarine").decide("submerge", {}).decide("submerge", {}, dice="1 1")
    assert steps_fired(table) == ["attackers_strike", "defenders_strike"]
    assert table.at("sz9") == {}


@pytest.mark.rule("SPC-69", "CMB-10", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_only_the_submarines_among_the_victims_of_a_strike_shoot() -> None:
    table = battle("2 submarine", "germany: 1 submarine, 1 aircraft_carrier")
    table.decide("submerge", {}).decide("submerge", {}, dice="1 1 6")
    assert steps_fired(table) == ["attackers_strike", "defenders_strike"]
    assert table.at("sz9") == {"united_kingdom": {"submarine": 2}}


@pytest.mark.rule("SPC-69", "CMB-21", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_an_attacker_struck_in_the_second_step_is_gone_before_the_main_fire() -> None:
    table = battle("1 submarine, 1 aircraft_carrier", "germany: 1 submarine, 1 battleship")
    table.decide("submerge", {}).decide("submerge", {}, dice="6 1").lose("1 aircraft_carrier", dice="6")
    assert steps_fired(table) == ["defenders_fire"]
    assert table.at("sz9")["united_kingdom"] == {"submarine": 1}


@pytest.mark.rule("SPC-70", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_the_strike_is_repeated_in_every_round() -> None:
    table = battle("1 submarine", "germany: 1 aircraft_carrier").decide("submerge", {}, dice="6 6").press()
    assert table.questions == [("submerge", ("united_kingdom",))]
    table.decide("submerge", {}, dice="1")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}}


@pytest.mark.rule("SPC-72", "SPC-67", setups="but revised + 1940")
def test_an_own_destroyer_does_not_hinder_the_strike_and_each_side_is_tested_for_itself() -> None:
    table = battle("1 submarine, 1 destroyer", "germany: 1 submarine, 1 battleship")
    assert table.questions == [("submerge", ("united_kingdom",))], "only the British may still strike or submerge"
    table.decide("submerge", {}, dice="6 6 6 6")
    assert steps_fired(table) == ["attackers_strike", "attackers_fire", "defenders_fire"]
    assert [shot.unit for shot in table.happened("fired")[2].shots] == ["submarine", "battleship"]


@pytest.mark.rule("SPC-72", "SPC-71", setups="but revised + 1940")
def test_with_destroyers_on_both_sides_nobody_strikes_or_submerges() -> None:
    spaces = {"sz8": "united_kingdom: 1 submarine, 1 destroyer", "sz9": "germany: 1 submarine, 1 destroyer"}
    table = position("united_kingdom", "combat_move", spaces).move("1 submarine, 1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 6 6 6")
    assert steps_fired(table) == ["attackers_fire", "defenders_fire"]


@pytest.mark.rule("SPC-73", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_the_attacker_decides_first_and_both_before_any_die() -> None:
    table = battle("1 submarine", "germany: 1 submarine, 1 aircraft_carrier")
    assert table.questions == [("submerge", ("united_kingdom",))]
    table.refuses({**submerging(1), "power": "germany"}, "request")
    table.decide("submerge", {})
    assert table.questions == [("submerge", ("germany",))]
    table.decide("submerge", {"submarine": 1}, dice="1")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}, "germany": {"submarine": 1}}


@pytest.mark.rule("SPC-73", "SPC-76", setups="but revised + 1940")
def test_submerging_takes_the_place_of_striking() -> None:
    table = battle("1 submarine", "germany: 1 battleship").decide("submerge", {"submarine": 1})
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}, "germany": {"battleship": 1}}
    assert table.happened("fired") == []
    assert table.phase == "noncombat_move"


@pytest.mark.rule("SPC-74", setups="but revised + 1940")
def test_a_submarine_cannot_submerge_before_an_enemy_destroyer() -> None:
    spaces = {"sz8": "united_kingdom: 2 destroyer", "sz9": "germany: 1 submarine, 1 battleship"}
    table = position("united_kingdom", "combat_move", spaces).move("2 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="1 6")
    table.refuses(submerging(1), "request")
    assert table.questions == [("casualties", ("germany",))]


@pytest.mark.rule("SPC-75", "CMB-11", setups="every + 1940")
def test_defending_submarines_may_submerge_in_the_round_after_the_last_enemy_destroyer_fell() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer, 1 battleship", "sz9": "germany: 1 submarine, 1 battleship"}
    table = position("united_kingdom", "combat_move", spaces).move("1 destroyer, 1 battleship: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 6 6 1").lose("1 destroyer")
    assert table.questions == [("retreat", ("united_kingdom",))]
    table.press()
    assert table.questions == [("submerge", ("germany",))]
    table.decide("submerge", {"submarine": 1}, dice="6 6")


@pytest.mark.rule("SPC-76", "CMB-16", setups="but revised + 1940")
def test_a_submerged_submarine_neither_fires_nor_can_be_hit() -> None:
    table = battle("1 battleship", "germany: 1 submarine, 1 battleship")
    table.decide("submerge", {"submarine": 1}, dice="1 6")
    assert [shot.unit for event in table.happened("fired") for shot in event.shots] == ["battleship", "battleship"]
    assert table.board["submerged"] == {"sz9": {"germany": {"submarine": 1}}}
    assert table.board["damaged_units"] == {"sz9": {"germany": {"battleship": 1}}}
    table.press(dice="1 6")
    assert table.at("sz9") == {"united_kingdom": {"battleship": 1}, "germany": {"submarine": 1}}


@pytest.mark.rule("SPC-77", "SPC-78", setups="but revised + 1940")
@pytest.mark.theatre("cruisers")
def test_submarines_surface_when_their_battle_ends_without_a_new_one() -> None:
    table = battle("1 submarine, 1 aircraft_carrier", "germany: 1 submarine, 1 battleship")
    table.decide("submerge", {"submarine": 1}).decide("submerge", {"submarine": 1}, dice="6 6").retreat("sz8")
    assert table.board["submerged"] == {}
    assert (table.pending, table.phase) == ([], "noncombat_move")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}, "germany": {"submarine": 1, "battleship": 1}}


@pytest.mark.rule("SPC-77", "SPC-73", setups="but revised + 1940")
def test_a_submarine_that_submerged_on_one_turn_defends_again_on_the_next() -> None:
    table = battle("1 battleship", "germany: 1 submarine").decide("submerge", {"submarine": 1})
    table.do(
        {
            "type": "edit",
            "spaces": {"sz13": {"units": {"united_states": {"destroyer": 1}}}},
            "turn": {"power": "united_states", "phase": "combat_move"},
        }
    )
    table.move("1 destroyer: sz13 > sz9").end_phase().battle("sz9", dice="1 1")
    assert table.at("sz9") == {"united_kingdom": {"battleship": 1}}


@pytest.mark.rule("SPC-100", setups="but revised + 1940")
@pytest.mark.parametrize("submerged", [0, 1, 2, 3])
def test_submerging_is_decided_for_each_submarine_on_its_own(submerged: int) -> None:
    table = battle("3 submarine, 1 destroyer", "germany: 1 battleship")
    table.refuses(submerging(4), "units")
    table.refuses({**submerging(1), "choice": {"destroyer": 1}}, "units")
    table.refuses({**submerging(1), "choice": {"submarine": -1}}, "form")
    table.decide("submerge", {"submarine": submerged}, dice="6 " * (4 - submerged) + "6")
    fired = [len(shot.dice) for event in table.happened("fired") for shot in event.shots if shot.unit == "submarine"]
    assert sum(fired) == 3 - submerged
    assert table.board["submerged"].get("sz9", {}) == (
        {"united_kingdom": {"submarine": submerged}} if submerged else {}
    )


@pytest.mark.rule("SPC-100", "SPC-73", "CMB-22", setups="but revised + 1940")
@pytest.mark.theatre("america")
def test_each_owner_of_defending_submarines_decides_for_its_own() -> None:
    table = battle("1 battleship", "germany: 1 submarine; japan: 1 submarine")
    assert sorted(table.questions) == [("submerge", ("germany",)), ("submerge", ("japan",))]
    table.decide("submerge", {"submarine": 1}, power="japan").decide("submerge", {}, power="germany", dice="6 6")
    assert table.board["submerged"] == {"sz9": {"japan": {"submarine": 1}}}


@pytest.mark.rule("SPC-73", "ASY-17", setups="but revised + 1940")
@pytest.mark.parametrize(("beside", "submerges"), [(", 1 battleship", False), ("", True)])
def test_by_default_defending_submarines_strike_beside_surface_warships_and_else_submerge(
    beside: str, submerges: bool
) -> None:
    table = battle("1 battleship", f"germany: 1 submarine{beside}")
    assert table.happened("fired") == [], "no die before the decision"
    table.decide("submerge", "default", dice="" if submerges else "6 6 6")
    assert bool(table.happened("submerged")) is submerges
