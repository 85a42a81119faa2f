"""Pressing on and retreating (CMB-36..44, CMB-68, CMB-69)."""

import pytest

from tests.engine.rules.common.test_cmb_retreat import retreat_options, retreating
from tests.engine.table import Table, position


def attack_on_ukraine(caucasus: str = "", west_russia: str = "", air: str = "", defenders: str = "2 tank") -> Table:
    """Soviet units against German tanks in Ukraine, from two sides and with aircraft from Russia."""
    spaces = {"ukraine": f"germany: {defenders}"}
    moves = {"caucasus": caucasus, "west_russia": west_russia, "russia": air}
    spaces |= {space: f"soviet_union: {force}" for space, force in moves.items() if force}
    table = position("soviet_union", "combat_move", spaces, owners={"west_russia": "soviet_union"})
    for space, force in moves.items():
        if force:
            table.move(f"{force}: {space} > ukraine")
    return table.end_phase()


@pytest.mark.rule("CMB-36")
def test_the_attacker_may_retreat_only_after_a_full_round() -> None:
    table = attack_on_ukraine("2 infantry, 1 tank").battle("ukraine", dice="6 6 6 1 6")
    table.refuses(retreating("caucasus"), "request")
    table.lose("1 infantry")
    table.retreat("caucasus")
    assert table.at("caucasus") == {"soviet_union": {"infantry": 1, "tank": 1}}
    assert table.owner("ukraine") == "germany"


@pytest.mark.rule("CMB-36")
def test_the_defender_never_retreats() -> None:
    table = attack_on_ukraine("1 tank").battle("ukraine", dice="6 6 6")
    table.refuses({**retreating("eastern_europe"), "power": "germany"}, "request")


@pytest.mark.rule("CMB-37", "CMB-38")
@pytest.mark.parametrize("to", ["caucasus", "west_russia"])
def test_all_attackers_retreat_together_to_one_space_that_one_of_them_came_from(to: str) -> None:
    table = attack_on_ukraine("1 infantry", "1 tank").battle("ukraine", dice="6 6 6 6")
    assert retreat_options(table) == (["caucasus", "west_russia"], ["land"])
    table.retreat(to)
    assert table.at(to) == {"soviet_union": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("CMB-37")
def test_no_part_of_the_attackers_stays_behind() -> None:
    table = attack_on_ukraine("1 infantry", air="1 fighter").battle("ukraine", dice="6 6 6 6")
    table.refuses(retreating("caucasus", who=["land"]), "CMB-43")
    table.refuses(retreating(None), "CMB-37")
    table.decide("retreat", {"retreat": "caucasus", "who": ["land", "air"]})
    assert table.at("caucasus") == {"soviet_union": {"infantry": 1}}


@pytest.mark.rule("CMB-38")
def test_no_attacker_came_from_elsewhere_so_nobody_retreats_there() -> None:
    table = attack_on_ukraine("1 infantry").battle("ukraine", dice="6 6 6")
    table.refuses(retreating("west_russia"), "CMB-38")
    table.refuses(retreating("russia"), "CMB-38")
    table.refuses(retreating("atlantis"), "CMB-38")


@pytest.mark.rule("CMB-38")
def test_tanks_that_moved_two_spaces_retreat_only_to_the_space_that_they_entered_from() -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {"russia": "soviet_union: 1 tank", "ukraine": "germany: 2 tank"},
        owners={"west_russia": "soviet_union"},
    )
    table.move("1 tank: russia > west_russia > ukraine").end_phase().battle("ukraine", dice="6 6 6")
    assert retreat_options(table)[0] == ["west_russia"]
    table.refuses(retreating("russia"), "CMB-38")
    table.retreat("west_russia")
    assert table.at("west_russia") == {"soviet_union": {"tank": 1}}


@pytest.mark.rule("CMB-38")
def test_the_way_of_an_aircraft_opens_no_retreat_on_land() -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {
            "caucasus": "soviet_union: 1 infantry",
            "west_russia": "soviet_union: 1 fighter",
            "ukraine": "germany: 2 tank",
        },
        owners={"west_russia": "soviet_union"},
    )
    table.move("1 infantry: caucasus > ukraine").move("1 fighter: west_russia > ukraine").end_phase()
    table.battle("ukraine", dice="6 6 6 6")
    assert retreat_options(table)[0] == ["caucasus"]
    table.refuses(retreating("west_russia"), "CMB-38")


@pytest.mark.rule("CMB-39")
def test_land_units_retreat_to_a_territory_that_is_friendly_now_if_only_by_their_own_blitz() -> None:
    table = position(
        "soviet_union", "combat_move", {"caucasus": "soviet_union: 1 tank", "eastern_europe": "germany: 2 tank"}
    )
    table.move("1 tank: caucasus > ukraine > eastern_europe").end_phase()
    table.battle("eastern_europe", dice="6 6 6")
    assert retreat_options(table)[0] == ["ukraine"]
    table.refuses(retreating("west_russia"), "CMB-38")
    table.retreat("ukraine")
    assert table.at("ukraine") == {"soviet_union": {"tank": 1}}


@pytest.mark.rule("CMB-41")
def test_the_way_of_units_lost_in_earlier_rounds_stays_open() -> None:
    table = attack_on_ukraine("1 infantry", "1 tank").battle("ukraine", dice="6 6 1 6").lose("1 infantry")
    assert retreat_options(table)[0] == ["caucasus", "west_russia"]
    table.retreat("caucasus")
    assert table.at("caucasus") == {"soviet_union": {"tank": 1}}


@pytest.mark.rule("CMB-42")
def test_aircraft_alone_retreat_by_staying_over_the_battle_and_land_in_the_noncombat_move() -> None:
    table = attack_on_ukraine(air="1 fighter").battle("ukraine", dice="6 6 6")
    assert retreat_options(table) == ([None], ["air"])
    table.refuses(retreating("russia"), "CMB-42")
    table.retreat(None)
    assert table.phase == "noncombat_move"
    assert table.at("ukraine")["soviet_union"] == {"fighter": 1}
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: ukraine > russia")
    assert table.at("russia") == {"soviet_union": {"fighter": 1}}


@pytest.mark.rule("CMB-43")
def test_aircraft_do_not_leave_an_overland_attack_alone() -> None:
    table = attack_on_ukraine("1 infantry", air="1 fighter").battle("ukraine", dice="6 6 6 6")
    table.refuses(retreating(None, who=["air"]), "CMB-43")


@pytest.mark.rule("CMB-36", "SPC-73")
def test_a_retreat_answer_that_makes_no_sense_is_refused_in_words() -> None:
    table = attack_on_ukraine("1 infantry").battle("ukraine", dice="6 6 6")
    for choice in ({}, {"press": False}, {"press": True, "retreat": "caucasus"}, {"press": True, "surrender": True}):
        table.refuses({"type": "decide", "kind": "retreat", "choice": choice}, "form")
    table.refuses(retreating("caucasus", submerge={"submarine": 1}), "SPC-73")


@pytest.mark.rule("CMB-38")
@pytest.mark.parametrize("to", ["western_europe", "germany"])
def test_a_tank_falls_back_to_a_space_that_it_passed_through_or_started_from(to: str) -> None:
    spaces = {"western_europe": "germany: 1 tank", "southern_europe": "united_kingdom: 2 tank"}
    table = position("germany", "combat_move", spaces, owners={"southern_europe": "united_kingdom"})
    table.move("1 tank: western_europe > germany > southern_europe").end_phase()
    table.battle("southern_europe", dice="6 6 6").retreat(to)
    assert table.at(to) == {"germany": {"tank": 1}}


@pytest.mark.rule("CMB-38")
def test_ships_fall_back_to_any_zone_on_their_way_that_touches_the_battle() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz7": "germany: 1 destroyer"}
    table = position("united_kingdom", "combat_move", spaces)
    table.move("1 destroyer: sz8 > sz6 > sz7").end_phase().battle("sz7", dice="6 6")
    assert retreat_options(table)[0] == ["sz6", "sz8"]
