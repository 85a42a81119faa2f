"""Battles of Pacific 1940: their order, who fires at whom, retreats, and what a capture is worth (chapter CMB)."""

from __future__ import annotations

import pytest

from engine.facilities.production import income
from tests.engine.rules.pacific.playing import japanese_attack, volleys
from tests.engine.rules.pacific.test_uni_bases import table
from tests.engine.table import Table

US, UK = "united_states", "united_kingdom"


def retreating(to: str | None) -> dict[str, object]:
    return {"type": "decide", "kind": "retreat", "choice": {"retreat": to}}


def two_battles() -> Table:
    """Japan marches from Kiangsi against Hunan and from Kwangsi against Yunnan; both are to be fought."""
    spaces = {"kiangsi": "japan: 1 tank", "kwangsi": "japan: 1 tank"}
    spaces |= {"hunan": "china: 1 infantry", "yunnan": "china: 1 infantry"}
    board = table("japan", "combat_move", spaces).move("1 tank: kiangsi > hunan").move("1 tank: kwangsi > yunnan")
    return board.end_phase()


@pytest.mark.rule("CMB-02", setups="1940")
@pytest.mark.parametrize(("first", "second"), [("hunan", "yunnan"), ("yunnan", "hunan")])
def test_the_attacker_picks_the_next_battle_and_fights_it_to_its_end(first: str, second: str) -> None:
    board = two_battles()
    board.refuses({"type": "end_phase"}, "phase")
    board.battle(first, "6 6").refuses({"type": "battle", "space": second}, "request", "1 6")
    board.press("1 6").battle(second, "1 6")
    assert (board.owner("hunan"), board.owner("yunnan"), board.phase) == ("japan", "japan", "noncombat_move")


@pytest.mark.rule("CMB-02", "CMB-01", setups="1940")
def test_the_attacker_picks_among_raids_and_among_landings_too() -> None:
    bombers = {"kiangsi": f"{UK}: 2 strategic_bomber", "sz37": f"{UK}: 2 transport"}
    bases = {"formosa": {"facilities": ["air_base"]}, "kwangtung": {"owner": "japan"}, "kiangsi": {"owner": "china"}}
    load = {"transport": UK, "units": {UK: {"infantry": 1}}}
    board = table(
        UK, "combat_move", bombers, more_spaces=bases, cargo={"sz37": [load, load]}, owners={"malaya": "japan"}
    )
    for target, base in (("formosa", "air_base"), ("kwangtung", "naval_base")):
        board.move(f"1 strategic_bomber: kiangsi > {target}", raid=base)
    board.do({"type": "edit", "spaces": {each: {"units": {"japan": {"infantry": 1}}} for each in ("malaya", "siam")}})
    board.move("1 infantry: sz37 > malaya").move("1 infantry: sz37 > siam").end_phase()
    board.refuses({"type": "battle", "space": "siam"}, "CMB-01", "1 6")
    board.battle("kwangtung", "6 2").battle("formosa", "6 3").battle("siam", "1 6").battle("malaya", "1 6")
    assert (board.owner("siam"), board.owner("malaya"), board.phase) == (UK, UK, "noncombat_move")


@pytest.mark.rule("CMB-09", "GEN-36", setups="1940")
def test_the_attacker_rolls_first_and_whom_he_hits_fires_back() -> None:
    board = japanese_attack("1 tank", "china: 1 infantry").battle("hunan", "1 2")
    assert [event.side for event in board.happened("fired")] == ["attacker", "defender"]
    assert (board.at("hunan"), board.owner("hunan")) == ({}, "china")


@pytest.mark.rule("GEN-35", setups="1940")
@pytest.mark.parametrize(("face", "is_hit"), [(1, True), (2, True), (3, True), (4, False), (6, False)])
def test_a_die_equal_to_or_below_the_value_is_a_hit(face: int, is_hit: bool) -> None:
    board = japanese_attack("1 tank", "china: 1 infantry").battle("hunan", f"{face} 6")
    assert volleys(board, "attackers_fire") == [("tank", 3, (face,))]
    assert ("china" in board.at("hunan")) is not is_hit


@pytest.mark.rule("CMB-15", "CMB-20", setups="1940")
def test_a_hit_that_no_unit_can_take_is_lost() -> None:
    """Submarines hit the carrier twice and nothing else; the third hit cannot go to the fighter."""
    spaces = {"sz31": "japan: 3 submarine", "sz30": f"{US}: 1 aircraft_carrier, 1 fighter"}
    board = table("japan", "combat_move", spaces).move("3 submarine: sz31 > sz30").end_phase().battle("sz30")
    board.decide("submerge", {}, "1 2 2")
    assert [event.wasted for event in board.happened("casualties_chosen")] == [1]
    assert board.happened("battle_ended")[0].outcome == "both"
    assert board.happened("units_lost")[0].pieces[0].unit == "aircraft_carrier"


@pytest.mark.rule("CMB-20", "CMB-07", setups="1940")
def test_carrier_aircraft_take_part_against_submarines_alone_and_hit_them_beside_a_destroyer() -> None:
    def attacked(escort: str) -> Table:
        carrier = f"{US}: 1 aircraft_carrier, 1 fighter, 1 tactical_bomber, 1 {escort}"
        board = table("japan", "combat_move", {"sz31": "japan: 2 submarine", "sz30": carrier})
        return board.move("2 submarine: sz31 > sz30").end_phase()

    board = attacked("destroyer").battle("sz30", "6 6 2 2 6 6")
    assert volleys(board, "defenders_fire") == [
        ("destroyer", 2, (2,)),
        ("aircraft_carrier", 2, (2,)),
        ("tactical_bomber", 3, (6,)),
        ("fighter", 4, (6,)),
    ]
    board = attacked("cruiser").battle("sz30").decide("submerge", {}, "6 6 6 6")
    assert [unit for unit, _, _ in volleys(board, "defenders_fire")] == ["aircraft_carrier", "cruiser"]


@pytest.mark.rule("CMB-24", "GEN-11", setups="1940")
def test_allies_neither_attack_together_nor_each_other() -> None:
    spaces = {"yunnan": f"{UK}: 1 tank; china: 1 infantry; {US}: 1 tank", "kwangsi": "japan: 1 infantry"}
    board = table(UK, "combat_move", spaces)
    board.refuses_move("2 tank: yunnan > kwangsi", "units")
    board.refuses_move("1 tank: yunnan > kwangsi", "power", owner=US)
    board.refuses_move("1 tank: yunnan > kwangsi", "power", power=US)
    board.refuses_move("1 tank: yunnan > szechwan", "CMV-01")
    board.move("1 tank: yunnan > kwangsi").end_phase().battle("kwangsi", "6 2")
    assert board.at("yunnan") == {"china": {"infantry": 1}, US: {"tank": 1}}


@pytest.mark.rule("CMB-39", "CMB-38", "CMB-41", setups="1940")
def test_land_units_retreat_together_to_a_friendly_space_that_one_of_them_came_from() -> None:
    """The infantry that came from Kwangsi is lost in the round, and its way stays open."""
    spaces = {"kiangsi": "japan: 2 tank", "kwangsi": "japan: 1 infantry", "hunan": "china: 3 infantry"}
    board = table("japan", "combat_move", spaces).move("2 tank: kiangsi > hunan").move("1 infantry: kwangsi > hunan")
    board.end_phase().battle("hunan", "6 6 6 1 6 6").lose("1 infantry")
    for wrong in ("anhwe", "kiangsu"):
        board.refuses(retreating(wrong), "CMB-38")
    assert board.retreat("kwangsi").at("kwangsi") == {"japan": {"tank": 2}}


@pytest.mark.rule("CMB-39", setups="1940")
def test_a_territory_taken_by_ones_own_blitz_is_friendly_enough_to_retreat_to() -> None:
    spaces = {"kiangsi": "japan: 1 tank, 1 mechanized_infantry", "yunnan": "china: 3 infantry"}
    board = table("japan", "combat_move", spaces).move("1 tank, 1 mechanized_infantry: kiangsi > hunan > yunnan")
    board.end_phase().battle("yunnan", "6 6 6 6 6")
    board.refuses(retreating("kiangsi"), "CMB-38")
    assert board.retreat("hunan").at("hunan") == {"japan": {"tank": 1, "mechanized_infantry": 1}}


@pytest.mark.rule("CMB-42", setups="1940")
def test_aircraft_that_retreat_stay_over_the_battle_until_the_noncombat_move() -> None:
    board = (
        japanese_attack("1 infantry, 1 fighter", "china: 3 infantry").battle("hunan", "6 6 6 6 6").retreat("kiangsi")
    )
    assert (board.phase, board.at("hunan")["japan"]) == ("noncombat_move", {"fighter": 1})
    board.refuses({"type": "end_phase"}, "NCM-20")
    assert board.move("1 fighter: hunan > kiangsi").at("kiangsi") == {"japan": {"infantry": 1, "fighter": 1}}
    alone = japanese_attack("1 fighter", "china: 1 infantry").battle("hunan", "6 6")
    alone.refuses(retreating("kiangsi"), "CMB-42")
    assert alone.retreat(None).phase == "noncombat_move"


@pytest.mark.rule("CMB-42", setups="1940")
def test_at_sea_aircraft_wait_over_the_battle_while_their_carrier_retreats() -> None:
    spaces = {"sz25": f"{US}: 1 aircraft_carrier, 1 fighter, 1 destroyer", "sz31": "japan: 2 cruiser"}
    board = table(US, "combat_move", spaces).move("1 aircraft_carrier, 1 fighter, 1 destroyer: sz25 > sz31")
    board.end_phase().battle("sz31", "6 6 6 6").retreat("sz25")
    assert board.at("sz31")[US] == {"fighter": 1}
    board.move("1 fighter: sz31 > sz25").end_phase()
    assert board.at("sz25") == {US: {"aircraft_carrier": 1, "fighter": 1, "destroyer": 1}}


@pytest.mark.rule("CMB-47", setups="1940")
@pytest.mark.parametrize(("dice", "gain"), [("1 6", 3), ("1 2", 0)])
def test_the_value_of_a_captured_territory_changes_sides_at_once(dice: str, gain: int) -> None:
    spaces = {"kwangsi": "japan: 1 tank", "kwangtung": f"{UK}: 1 infantry"}
    board = table("japan", "combat_move", spaces)
    before = {power: income(board.state, power) for power in ("japan", UK)}
    board.move("1 tank: kwangsi > kwangtung").end_phase().battle("kwangtung", dice)
    after = {power: income(board.state, power) for power in ("japan", UK)}
    assert after == {"japan": before["japan"] + gain, UK: before[UK] - gain}
