"""Paratroopers of Pacific 1940, who drop from air bases to join an attack (RES-34..39)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import destinations, movable
from tests.engine.rules.pacific.playing import volleys
from tests.engine.table import Table, position

KNOWN = {"japan": ["paratroopers"]}
WAR = [["japan", "united_states", "war"], ["japan", "united_kingdom", "war"]]
DROP = "2 infantry: japan > kiangsu"


def airborne(defenders: str, *, beside: str = "japan: 1 infantry", home: str = "3 infantry", **more: Any) -> Table:
    """Japanese infantry at home, where an air base stands, against China in Kiangsu; others stand in Shantung."""
    at_sea = {"sz19": more.pop("zone", ""), "sz6": more.pop("sea", "")}
    spaces = {"japan": f"japan: {home}", "kiangsu": defenders, "shantung": beside, **at_sea}
    more = {"technologies": KNOWN, "owners": {"kiangsu": "china"}, **more}
    return position("japan", "combat_move", spaces, **more)


@pytest.mark.rule("RES-34", "RES-35", setups="1940")
def test_two_infantry_of_an_air_base_join_an_attack_over_land() -> None:
    table = airborne("china: 1 infantry").move(DROP).move("1 infantry: shantung > kiangsu").end_phase()
    assert table.pending == [("kiangsu", "land")]
    table.battle("kiangsu", "6 6 1 6")
    assert volleys(table, "attackers_fire") == [("infantry", 1, (6, 6, 1))]
    assert table.owner("kiangsu") == "japan"
    assert table.at("kiangsu") == {"japan": {"infantry": 3}}
    table.refuses_move("1 infantry: kiangsu > shantung", "CMV-15")


@pytest.mark.rule("RES-35", setups="1940")
def test_they_join_an_attack_from_the_sea() -> None:
    cargo = {"sz19": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
    table = airborne("china: 1 infantry", zone="japan: 1 transport", cargo=cargo)
    table.move(DROP).move("1 infantry: sz19 > kiangsu").end_phase().battle("kiangsu", "1 6 6 6")
    assert table.at("kiangsu") == {"japan": {"infantry": 3}}


@pytest.mark.rule("RES-35", setups="1940")
@pytest.mark.parametrize("aircraft", ["", "1 fighter"])
def test_alone_or_with_aircraft_they_do_not_attack(aircraft: str) -> None:
    table = airborne("china: 1 infantry", home=f"3 infantry{', ' if aircraft else ''}{aircraft}").move(DROP)
    if aircraft:
        table.move(f"{aircraft}: japan > kiangsu")
    assert "send other land units to Kiangsu too" in table.refuses({"type": "end_phase"}, "RES-35")
    table.move("1 infantry: shantung > kiangsu").end_phase()
    assert table.pending == [("kiangsu", "land")]


@pytest.mark.rule("RES-35", setups="1940")
def test_paratroopers_of_several_bases_are_no_company_for_one_another() -> None:
    more = {"korea": {"facilities": ["air_base"]}}
    table = position(
        "japan",
        "combat_move",
        {"japan": "japan: 1 infantry", "korea": "japan: 2 infantry", "jehol": "china: 1 infantry"},
        owners={"jehol": "china"},
        more_spaces=more,
        technologies=KNOWN,
    )
    table.move("1 infantry: japan > jehol").move("2 infantry: korea > jehol")
    table.refuses({"type": "end_phase"}, "RES-35")


@pytest.mark.rule("RES-34", "RES-39", setups="1940")
def test_no_more_than_two_from_one_base_and_all_to_one_territory() -> None:
    table = airborne("china: 1 infantry", owners={"kiangsu": "china", "jehol": "china"})
    table.refuses_move("3 infantry: japan > kiangsu", "RES-34")
    table.move("1 infantry: japan > kiangsu")
    table.refuses_move("1 infantry: japan > jehol", "RES-39")
    table.move("1 infantry: japan > kiangsu")
    assert table.refuses_move("1 infantry: japan > kiangsu", "RES-34").endswith("in a turn, and 2 have set out.")
    table.do({"type": "undo"}).do({"type": "undo"}).move("1 infantry: japan > jehol")


@pytest.mark.rule("RES-34", setups="1940")
def test_within_three_spaces_whatever_the_base_adds_for_aircraft() -> None:
    table = airborne("china: 1 infantry")
    assert table.refuses_move("1 infantry: japan > anhwe", "RES-34") == (
        "Paratroopers drop within 3 spaces; Anhwe is 4 away."
    )


@pytest.mark.rule("RES-34", setup="pacific_1940")
def test_where_no_enemy_rules_nobody_drops() -> None:
    table = airborne("china: 1 infantry")
    table.refuses_move("1 infantry: japan > korea", "CMV-01")
    table.refuses_move("1 infantry: japan > siberia", "BRD-12")
    base = {"formosa": {"facilities": ["air_base"]}}
    table = position("japan", "combat_move", {"formosa": "japan: 1 infantry"}, technologies=KNOWN, more_spaces=base)
    table.refuses_move("1 infantry: formosa > kwangtung", "CMV-74")


@pytest.mark.rule("RES-34", "UNI-39", "CMB-51", setups="1940")
def test_the_air_base_must_work() -> None:
    for damage, works in ((2, True), (3, False)):
        table = airborne("china: 1 infantry", more_spaces={"japan": {"damage": {"air_base": damage}}})
        if works:
            table.move(DROP)
        else:
            table.refuses_move(DROP, "RES-34")
    table = airborne("china: 1 infantry", more_spaces={"japan": {"facilities": []}})
    assert table.refuses_move(DROP, "RES-34").startswith("No air base in Japan works for you")


@pytest.mark.rule("RES-34", setups="1940")
def test_without_the_breakthrough_and_without_infantry_nobody_drops() -> None:
    table = airborne("china: 1 infantry", technologies={})
    table.refuses_move(DROP, "space")
    table = airborne("china: 1 infantry", home="2 infantry, 1 artillery")
    table.refuses_move("1 infantry, 1 artillery: japan > kiangsu", "space")
    table.end_phase()
    table.refuses_move(DROP, "space")


@pytest.mark.rule("RES-34", setups="1940")
def test_who_has_come_this_turn_does_not_drop() -> None:
    cargo = {"sz6": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
    table = airborne("china: 1 infantry", home="1 infantry", sea="japan: 1 transport", cargo=cargo)
    table.refuses_move("1 infantry: sz6 > sz19 > kiangsu", "CMV-56")
    base = {"shantung": {"facilities": ["air_base"]}}
    table = airborne("china: 1 infantry", more_spaces=base, owners={"kiangsu": "china", "kiangsi": "china"})
    table.move("1 infantry: japan > kiangsu").move("1 infantry: shantung > kiangsu")
    table.refuses_move("1 infantry: kiangsu > kiangsi > hunan", "RES-34")


@pytest.mark.rule("RES-36", setups="1940")
def test_they_avoid_what_aircraft_avoid() -> None:
    spaces = {"india": "united_kingdom: 2 infantry", "sikang": "japan: 1 infantry", "yunnan": "china: 1 infantry"}
    table = position(
        "united_kingdom",
        "combat_move",
        spaces,
        owners={"sikang": "japan"},
        relations=WAR,
        technologies={"united_kingdom": ["paratroopers"]},
    )
    table.refuses_move("1 infantry: india > himalayas > sikang", "BRD-12")
    table.refuses_move("1 infantry: india > sikang", "RES-34")


@pytest.mark.rule("RES-37", "ASY-15", "SPC-62", setups="1940")
def test_guns_fire_at_them_and_the_attacker_chooses_who_falls() -> None:
    table = airborne("china: 1 aaa, 1 infantry", beside="japan: 2 infantry, 1 fighter")
    table.move(DROP).move("2 infantry, 1 fighter: shantung > kiangsu").end_phase().battle("kiangsu", "1 6 6")
    (request,) = table.state.requests
    able = {"infantry": {"count": 2, "hits": 2}, "fighter": {"count": 1, "hits": 1}}
    assert request.options["units"] == {"japan": able}
    table.lose("1 infantry", "6 6 6 6 6")
    assert volleys(table, "attackers_fire") == [("infantry", 1, (6, 6, 6)), ("fighter", 3, (6,))]


@pytest.mark.rule("RES-37", "SPC-65", setups="1940")
def test_a_gun_alone_fires_at_them_before_it_falls() -> None:
    table = airborne("china: 1 aaa").move(DROP).move("1 infantry: shantung > kiangsu").end_phase()
    assert table.pending == [("kiangsu", "land")]
    table.battle("kiangsu", "1 1")
    assert table.owner("kiangsu") == "japan"
    assert table.at("kiangsu") == {"japan": {"infantry": 1}}


@pytest.mark.rule("RES-38", setups="1940")
def test_they_retreat_with_those_who_came_over_land() -> None:
    table = airborne("china: 2 infantry").move(DROP).move("1 infantry: shantung > kiangsu").end_phase()
    table.battle("kiangsu", "6 6 6 6 6").retreat("shantung")
    assert table.at("shantung") == {"japan": {"infantry": 3}}


@pytest.mark.rule("RES-38", "CMB-41", setups="1940")
def test_they_retreat_where_those_came_from_even_if_these_have_fallen() -> None:
    table = airborne("china: 2 infantry", beside="japan: 1 artillery").move(DROP)
    table.move("1 artillery: shantung > kiangsu").end_phase().battle("kiangsu", "6 6 6 2 6")
    table.lose("1 artillery").retreat("shantung")
    assert table.at("shantung") == {"japan": {"infantry": 2}}


@pytest.mark.rule("RES-38", "SPC-15", setups="1940")
def test_beside_seaborne_units_alone_they_fight_on_while_aircraft_may_leave() -> None:
    cargo = {"sz19": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
    force = airborne("china: 3 infantry", beside="japan: 1 fighter", zone="japan: 1 transport", cargo=cargo)
    table = force.move(DROP).move("1 infantry: sz19 > kiangsu").move("1 fighter: shantung > kiangsu").end_phase()
    table.battle("kiangsu", "6 6 6 6 6 6 6")
    assert table.state.requests[0].options["who"] == ["air"]
    table.retreat(None, "1 1 1 6 6 6")
    assert table.at("kiangsu") == {"japan": {"infantry": 3, "fighter": 1}}


@pytest.mark.rule("RES-34", "RES-36", setups="1940")
def test_what_is_offered_says_that_it_is_a_drop() -> None:
    table = airborne("china: 1 infantry", owners={"kiangsu": "china", "jehol": "china"})
    reached = {reach.space: (reach.cost, reach.drops) for reach in destinations(table.state, "japan", "infantry")}
    assert {space: how for space, how in reached.items() if space in table.state.owners} == {
        "jehol": (3, True),
        "kiangsu": (3, True),
    }
    assert [(group.space, group.unit) for group in movable(table.state) if group.space == "japan"] == [
        ("japan", "infantry")
    ]


@pytest.mark.rule("RES-34", setups="1940")
def test_by_an_ally_s_air_base_too() -> None:
    spaces = {"queensland": "united_states: 2 infantry", "new_guinea": "japan: 1 infantry"}
    table = position(
        "united_states",
        "combat_move",
        spaces,
        owners={"new_guinea": "japan"},
        relations=[*WAR, ["japan", "anzac", "war"]],
        technologies={"united_states": ["paratroopers"]},
    )
    table.move("2 infantry: queensland > new_guinea")


@pytest.mark.rule("RES-34", setups="1940")
def test_an_order_that_says_drop_does_not_walk() -> None:
    table = airborne("china: 1 infantry")
    table.refuses_move("1 infantry: shantung > kiangsu", "RES-34", drop=True)
    table.move(DROP, drop=True)
