"""Antiaircraft artillery: three shots for each, hits that the attacker assigns (SPC-58..65, UNI-28..30, UNI-33)."""

from __future__ import annotations

import pytest

from engine.ask import CasualtiesOptions
from tests.engine.rules.pacific.playing import japanese_attack, volleys
from tests.engine.table import position

pytestmark = pytest.mark.rule("SPC-58", "SPC-59", "SPC-60", setups="1940")


@pytest.mark.parametrize(
    ("aircraft", "guns", "dice"),
    [(1, 1, 1), (3, 1, 3), (5, 1, 3), (5, 2, 5), (7, 2, 6)],
)
def test_each_gun_fires_at_up_to_three_aircraft(aircraft: int, guns: int, dice: int) -> None:
    table = japanese_attack(f"{aircraft} fighter", f"china: {guns} aaa, 1 infantry")
    table.battle("hunan", dice=" ".join(["6"] * (dice + aircraft + 1)))
    assert volleys(table, "anti_aircraft_fires") == [("aaa", 1, (6,) * dice)]
    table.press(dice=" ".join(["6"] * (aircraft + 1)))
    assert volleys(table, "anti_aircraft_fires") == [], "SPC-59: guns fire once"


@pytest.mark.rule("SPC-61", "SPC-62", "SPC-63", "ASY-15", setups="1940")
def test_the_attacker_chooses_which_aircraft_fall_before_they_fire() -> None:
    table = japanese_attack("1 infantry, 2 fighter, 1 strategic_bomber", "china: 1 aaa, 2 infantry")
    table.battle("hunan", dice="1 2 6")
    assert table.questions == [("casualties", ("japan",))]
    (request,) = table.state.requests
    assert CasualtiesOptions.of(request).hits["anti_aircraft"] == 1
    assert request.options["units"] == {
        "japan": {"fighter": {"count": 2, "hits": 2}, "strategic_bomber": {"count": 1, "hits": 1}}
    }
    assert request.default == {"units": {"strategic_bomber": 1}}
    table.refuses({"type": "decide", "kind": "casualties", "choice": {"units": {"infantry": 1}}}, "CMB-16")
    table.lose("1 fighter", dice="6 6 6 6 6")
    assert volleys(table, "attackers_fire") == [
        ("infantry", 1, (6,)),
        ("fighter", 3, (6,)),
        ("strategic_bomber", 4, (6,)),
    ]
    assert table.at("hunan")["japan"] == {"infantry": 1, "fighter": 1, "strategic_bomber": 1}


@pytest.mark.rule("SPC-63", "UNI-23", setups="1940")
def test_the_dice_of_guns_and_of_who_is_left_without_a_partner() -> None:
    """As in the page on the order of the dice."""
    table = japanese_attack("1 infantry, 1 fighter, 1 tactical_bomber", "china: 1 aaa, 1 infantry")
    table.battle("hunan", dice="1 6").lose("1 fighter", dice="6 6 6")
    assert volleys(table, "attackers_fire") == [("infantry", 1, (6,)), ("tactical_bomber", 3, (6,))]


@pytest.mark.rule("ASY-03", setups="1940")
def test_nobody_is_asked_where_all_aircraft_are_alike() -> None:
    table = japanese_attack("1 infantry, 2 fighter", "china: 1 aaa, 1 infantry")
    table.battle("hunan", dice="1 6 6 6 6")
    assert table.at("hunan")["japan"] == {"infantry": 1, "fighter": 1}


@pytest.mark.rule("SPC-64", "SPC-61", setups="1940")
def test_all_guns_fire_together_the_best_first() -> None:
    """Four aircraft over a Chinese gun and an American one with radar: that fires three times, the other once."""
    spaces = {
        "kiangsi": "japan: 4 fighter",
        "hunan": "china: 1 aaa, 1 infantry; united_states: 1 aaa",
    }
    radar = {"united_states": ["radar"]}
    war = [["japan", "united_states", "war"]]
    table = position("japan", "combat_move", spaces, relations=war, technologies=radar)
    table.move("4 fighter: kiangsi > hunan").end_phase().battle("hunan", dice="2 3 2 6 6 6 6 6")
    assert volleys(table, "anti_aircraft_fires") == [("aaa", 1, (2,)), ("aaa", 2, (3, 2, 6))]


@pytest.mark.rule("UNI-28", "UNI-29", "UNI-33", "ASY-08", setups="1940")
def test_a_gun_is_a_casualty_like_others_and_fires_at_nothing_else() -> None:
    table = japanese_attack("2 tank", "china: 1 aaa, 2 infantry")
    table.battle("hunan", dice="1 6")
    assert table.state.requests[0].default == {"units": {"aaa": 1}}
    table.lose("1 aaa", dice="6 6")
    assert volleys(table, "defenders_fire") == [("infantry", 2, (6, 6))]
    assert table.at("hunan")["china"] == {"infantry": 2}


@pytest.mark.rule("UNI-27", "UNI-28", setups="1940")
def test_a_gun_does_not_attack() -> None:
    table = position("japan", "combat_move", {"kiangsi": "japan: 1 aaa", "hunan": "china: 1 infantry"})
    table.refuses_move("1 aaa: kiangsi > hunan", "UNI-27")


@pytest.mark.rule("SPC-65", "CMB-05", "UNI-30", setups="1940")
class TestGunsAlone:
    def test_fall_to_land_units_without_a_battle(self) -> None:
        table = japanese_attack("1 infantry", "china: 2 aaa")
        assert table.owner("hunan") == "japan"
        assert table.at("hunan") == {"japan": {"infantry": 1}}

    def test_fire_first_at_aircraft_that_attack_too(self) -> None:
        table = japanese_attack("1 infantry, 2 fighter", "china: 1 aaa")
        assert table.pending == [("hunan", "land")]
        table.battle("hunan", dice="1 6")
        assert volleys(table, "anti_aircraft_fires") == [("aaa", 1, (1, 6))]
        assert table.owner("hunan") == "japan"
        assert table.at("hunan") == {"japan": {"infantry": 1, "fighter": 1}}

    def test_are_removed_by_aircraft_too_but_the_territory_holds(self) -> None:
        table = japanese_attack("2 fighter", "china: 1 aaa").battle("hunan", dice="6 6")
        assert table.owner("hunan") == "china"
        assert table.at("hunan") == {"japan": {"fighter": 2}}

    def test_hold_where_they_bring_down_all_that_attack(self) -> None:
        table = japanese_attack("2 fighter", "china: 1 aaa").battle("hunan", dice="1 1")
        assert table.at("hunan") == {"china": {"aaa": 1}}

    def test_are_lost_when_the_last_unit_beside_them_falls(self) -> None:
        table = japanese_attack("2 tank", "china: 1 aaa, 1 infantry").battle("hunan", dice="1 6")
        table.lose("1 infantry", dice="6")
        assert (table.owner("hunan"), table.at("hunan")) == ("japan", {"japan": {"tank": 2}})


@pytest.mark.rule("SPC-56", "SPC-57", setups="1940")
def test_guns_fire_at_nobody_who_flies_over_them() -> None:
    spaces = {"kiangsi": "japan: 1 fighter", "hunan": "china: 1 aaa, 1 infantry", "kweichow": "china: 1 infantry"}
    table = position("japan", "combat_move", spaces)
    table.move("1 fighter: kiangsi > hunan > kweichow").end_phase().battle("kweichow", dice="6 6")
    table.retreat(None)
    table.move("1 fighter: kweichow > hunan > kiangsi")
