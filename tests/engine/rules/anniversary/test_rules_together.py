"""Rules of Anniversary that meet: breakthroughs, damage, guns, landings and capitals in one position."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facilities.capacity import capacity
from tests.engine.rules.anniversary.playing import Play, sea_attack
from tests.engine.table import Table

RAID = {"raid": "industrial_complex"}
INTO_THE_REICH = {"france": "united_kingdom"}


def knowing(**technologies: str) -> dict[str, Any]:
    """What powers have developed, as in united_kingdom="radar, rockets"."""
    return {"technologies": {power: names.split(", ") for power, names in technologies.items()}}


def damage(**points: int) -> dict[str, Any]:
    """Damage to industrial complexes by territory."""
    return {"more_spaces": {space: {"damage": {"industrial_complex": n}} for space, n in points.items()}}


def from_egypt(play: Play, bombers: int, defenders: str = "", **more: Any) -> Table:
    """British bombers on the way from Egypt to raid Rome."""
    spaces = {"egypt": f"united_kingdom: {bombers} bomber", "italy": defenders}
    table = play("united_kingdom", "combat_move", spaces, owners={"egypt": "united_kingdom"}, **more)
    return table.move(f"{bombers} bomber: egypt > italy", **RAID).end_phase()


@pytest.mark.rule("RES-19", "SPC-67", "SPC-71", "CMB-09", setups=("anniversary_1941", "anniversary_1942"))
def test_super_submarines_facing_a_destroyer_hit_at_three_and_their_victims_fire_back(play: Play) -> None:
    spaces = {"sz9": "united_kingdom: 1 destroyer, 1 cruiser", "sz8": "germany: 2 submarine"}
    table = play("germany", "combat_move", spaces, **knowing(germany="super_submarines"))
    table.move("2 submarine: sz8 > sz9").end_phase().battle("sz9", "3 3 2 3")
    assert table.at("sz9") == {}


@pytest.mark.rule("RES-24", "RES-53", "SPC-31", "SPC-60", setups=("anniversary_1941", "anniversary_1942"))
def test_a_gun_with_radar_fires_once_at_each_heavy_bomber_which_then_drops_two_dice(play: Play) -> None:
    table = from_egypt(
        play, 2, "italy: 1 anti_aircraft_gun", **knowing(united_kingdom="heavy_bombers", italy="radar")
    ).battle("italy", "2 3 1 2")
    assert table.board["damage"] == {"italy": {"industrial_complex": 3}}


@pytest.mark.rule("RES-13", "RES-53", "UNI-66", setups=("anniversary_1941", "anniversary_1942"))
def test_radar_serves_the_guns_of_its_owner_wherever_they_stand_and_no_others(play: Play) -> None:
    table = from_egypt(play, 1, "germany: 1 anti_aircraft_gun", **knowing(italy="radar")).battle("italy", "2 4")
    assert table.board["damage"] == {"italy": {"industrial_complex": 4}}
    table = from_egypt(play, 1, "germany: 1 anti_aircraft_gun", **knowing(germany="radar")).battle("italy", "2")
    assert table.board["damage"] == {}


@pytest.mark.rule("RES-40", "RES-43", "SPC-35", "MOB-14", setups=("anniversary_1941", "anniversary_1942"))
def test_more_production_does_not_let_a_complex_take_more_damage(play: Play) -> None:
    known = knowing(italy="increased_factory_production", united_kingdom="heavy_bombers")
    table = from_egypt(play, 2, **known)
    assert capacity(table.state, "italy") == 8
    table.battle("italy", "6 6 5 5")
    assert table.board["damage"] == {"italy": {"industrial_complex": 12}}
    assert capacity(table.state, "italy") == 0


@pytest.mark.rule("RES-13", "RES-40", "CMB-48", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("power", "units"), [("germany", 6), ("soviet_union", 4)])
def test_a_captured_complex_produces_by_the_breakthroughs_of_its_captor(play: Play, power: str, units: int) -> None:
    known = knowing(**{power: "increased_factory_production"})
    table = play("germany", "purchase", {}, owners={"caucasus": "germany"}, **known)
    assert capacity(table.state, "caucasus") == units


@pytest.mark.rule("RES-11", "RES-52", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_are_cheaper_in_the_turn_of_the_breakthrough_already(play: Play) -> None:
    table = play("italy", "research", {"italy": "italy: 1 infantry"}, ipcs={"italy": 17})
    table.do({"type": "research", "dice": 2, "chart": 2}, "6 6 3")
    assert table.phase == "purchase"
    table.do({"type": "purchase", "units": {"destroyer": 1}})
    assert table.ipcs("italy") == 0


@pytest.mark.rule("SPC-35", "SPC-51", "SPC-104", setups=("anniversary_1941", "anniversary_1942"))
def test_rockets_add_to_the_damage_of_a_raid_up_to_the_same_limit(play: Play) -> None:
    spaces = {"france": "germany: 2 anti_aircraft_gun, 1 bomber"}
    known = knowing(germany="rockets")
    table = play("germany", "combat_move", spaces, **damage(united_kingdom=8), **known)
    table.move("1 bomber: france > united_kingdom", **RAID).end_phase().battle("united_kingdom", "3")
    table.do({"type": "battle", "space": "united_kingdom", "kind": "rocket"}, "6 6")
    assert table.board["damage"] == {"united_kingdom": {"industrial_complex": 16}}


@pytest.mark.rule("RES-29", "SPC-51", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("gun", "in_reach"), [("yakut_ssr", True), ("novosibirsk", False)])
def test_rockets_go_round_mongolia_or_not_at_all(play: Play, gun: str, in_reach: bool) -> None:
    factory = {"manchuria": {"facilities": ["industrial_complex"], "owner": "japan"}}
    known = knowing(soviet_union="rockets")
    spaces = {gun: "soviet_union: 1 anti_aircraft_gun"}
    table = play("soviet_union", "combat_move", spaces, more_spaces=factory, **known).end_phase()
    order = {"type": "battle", "space": "manchuria", "kind": "rocket"}
    if in_reach:
        assert table.do(order, "6").board["damage"] == {"manchuria": {"industrial_complex": 6}}
    else:
        assert table.phase == "noncombat_move", "no target is within three spaces"


@pytest.mark.rule("RES-33", "RES-53", "SPC-62", setups=("anniversary_1941", "anniversary_1942"))
def test_a_bomber_shot_down_takes_its_paratrooper_along_and_the_others_fight_on(play: Play) -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 fighter, 2 bomber, 2 infantry",
        "northwestern_europe": "germany: 1 anti_aircraft_gun, 1 infantry",
    }
    table = play("united_kingdom", "combat_move", spaces, **knowing(united_kingdom="paratroopers", germany="radar"))
    table.move("1 fighter: united_kingdom > northwestern_europe")
    table.move("2 bomber, 2 infantry: united_kingdom > northwestern_europe").end_phase()
    table.battle("northwestern_europe", "3 2 6 6 3 6 6")
    survivors = {"infantry": 1, "fighter": 1, "bomber": 1, "anti_aircraft_gun": 1}
    assert table.at("northwestern_europe") == {"united_kingdom": survivors}


@pytest.mark.rule("SPC-29", "SPC-31", "SPC-60", "UNI-30", setups=("anniversary_1941", "anniversary_1942"))
def test_one_gun_fires_at_raiders_and_then_at_the_aircraft_of_the_attack(play: Play) -> None:
    spaces = {
        "france": "united_kingdom: 1 fighter, 1 bomber, 1 tank",
        "germany": "germany: 1 anti_aircraft_gun, 1 infantry",
    }
    table = play("united_kingdom", "combat_move", spaces, owners=INTO_THE_REICH)
    table.move("1 bomber: france > germany", **RAID).move("1 fighter, 1 tank: france > germany").end_phase()
    table.battle("germany", "2 6").battle("germany", "1 3 6")
    assert table.at("germany") == {"united_kingdom": {"tank": 1, "bomber": 1, "anti_aircraft_gun": 1}}
    assert table.board["damage"] == {"germany": {"industrial_complex": 6}}


@pytest.mark.rule("CMB-01", "CMB-05", "PUR-22", setups=("anniversary_1941", "anniversary_1942"))
def test_an_empty_capital_is_raided_first_and_falls_with_its_damage(play: Play) -> None:
    spaces = {"france": "united_kingdom: 1 bomber, 1 infantry", "italy": ""}
    ipcs = {"italy": 5, "united_kingdom": 0}
    table = play("united_kingdom", "combat_move", spaces, owners=INTO_THE_REICH, ipcs=ipcs)
    table.move("1 bomber: france > italy", **RAID).move("1 infantry: france > italy").end_phase()
    assert table.owner("italy") == "italy"
    table.battle("italy", "6")
    assert (table.owner("italy"), table.ipcs("united_kingdom"), table.ipcs("italy")) == ("united_kingdom", 5, 0)
    assert table.board["damage"] == {"italy": {"industrial_complex": 6}}


@pytest.mark.rule("CMB-65", "CMB-66", "PUR-22", setups=("anniversary_1941", "anniversary_1942"))
def test_rome_freed_gets_back_libya_and_its_damaged_complex_but_no_ipcs(play: Play) -> None:
    owners = {"france": "germany", "italy": "united_kingdom", "libya": "germany"}
    ipcs = {"united_kingdom": 20, "germany": 1, "italy": 0}
    spaces = {"france": "germany: 1 tank", "italy": ""}
    table = play("germany", "combat_move", spaces, owners=owners, ipcs=ipcs, **damage(italy=4))
    table.move("1 tank: france > italy").end_phase()
    assert {table.owner("italy"), table.owner("libya")} == {"italy"}
    assert table.board["damage"] == {"italy": {"industrial_complex": 4}}
    assert [table.ipcs(power) for power in ipcs] == [20, 1, 0]


@pytest.mark.rule("CMB-53", "CMB-65", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("moscow_freed", "holder"), [(False, "united_kingdom"), (True, "soviet_union")])
def test_who_frees_caucasus_keeps_it_unless_moscow_is_freed_in_the_same_turn(
    play: Play, moscow_freed: bool, holder: str
) -> None:
    owners = {"russia": "germany", "caucasus": "germany", "persia": "united_kingdom", "kazakh_ssr": "soviet_union"}
    spaces = {"persia": "united_kingdom: 1 infantry", "kazakh_ssr": "united_kingdom: 1 infantry"}
    table = play("united_kingdom", "combat_move", {**spaces, "caucasus": "", "russia": ""}, owners=owners)
    table.move("1 infantry: persia > caucasus")
    if moscow_freed:
        table.move("1 infantry: kazakh_ssr > russia")
    table.end_phase()
    while table.state.power == "united_kingdom":
        table.end_phase()
    assert table.owner("caucasus") == holder


@pytest.mark.rule("BRD-34", "CMV-24", setups=("anniversary_1941", "anniversary_1942"))
def test_suez_taken_by_a_blitz_opens_only_next_turn(play: Play) -> None:
    owners = {"libya": "italy", "egypt": "united_kingdom", "trans_jordan": "united_kingdom"}
    spaces = {"libya": "italy: 1 tank", "sz15": "italy: 1 cruiser", "egypt": "", "trans_jordan": ""}
    table = play("italy", "combat_move", spaces, owners=owners)
    table.move("1 tank: libya > egypt > trans_jordan").end_phase()
    assert {table.owner("egypt"), table.owner("trans_jordan")} == {"italy"}
    table.refuses_move("1 cruiser: sz15 > sz34", "BRD-34")


@pytest.mark.rule("UNI-32", "CMB-52", setups=("anniversary_1941", "anniversary_1942"))
def test_a_gun_taken_and_freed_by_an_ally_serves_whoever_holds_the_territory(play: Play) -> None:
    owners = {"poland": "soviet_union", "czechoslovakia_hungary": "germany"}
    spaces = {"poland": "soviet_union: 1 anti_aircraft_gun", "czechoslovakia_hungary": "italy: 1 infantry"}
    table = play("italy", "combat_move", spaces, owners=owners)
    table.move("1 infantry: czechoslovakia_hungary > poland").end_phase()
    assert table.owner("poland") == "germany"
    assert table.at("poland") == {"italy": {"infantry": 1}, "germany": {"anti_aircraft_gun": 1}}


@pytest.mark.rule("UNI-32", "CMB-53", "CMB-65", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("order", [("caucasus", "russia"), ("russia", "caucasus")])
def test_a_gun_in_caucasus_is_soviet_whichever_battle_of_the_turn_frees_moscow(
    play: Play, order: tuple[str, str]
) -> None:
    owners = {"russia": "germany", "caucasus": "germany", "kazakh_ssr": "soviet_union"}
    spaces = {
        "kazakh_ssr": "united_kingdom: 2 tank",
        "caucasus": "germany: 1 anti_aircraft_gun, 1 infantry",
        "russia": "germany: 1 infantry",
    }
    table = play("united_kingdom", "combat_move", spaces, owners=owners)
    table.move("1 tank: kazakh_ssr > caucasus").move("1 tank: kazakh_ssr > russia").end_phase()
    for battle in order:
        table.battle(battle, "3 6")
    assert table.at("caucasus") == {"united_kingdom": {"tank": 1}, "soviet_union": {"anti_aircraft_gun": 1}}


@pytest.mark.rule("SPC-18", "SPC-19", "CMB-67", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("sunk", "dice"), [(True, "6 2"), (False, "3 6")])
def test_a_cruiser_that_sinks_a_lone_transport_gives_up_its_bombardment(play: Play, sunk: bool, dice: str) -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 infantry",
        "sz6": "united_kingdom: 1 cruiser, 1 transport; germany: 1 transport",
        "northwestern_europe": "germany: 1 infantry",
    }
    table = play("united_kingdom", "combat_move", spaces)
    table.move("1 infantry: united_kingdom > sz6").move("1 infantry: sz6 > northwestern_europe")
    if sunk:
        table.do({"type": "engage", "space": "sz6", "attack": True, "units": {"cruiser": 1}}).end_phase().battle("sz6")
    else:
        table.end_phase()
    table.battle("northwestern_europe", dice)
    assert ("germany" in table.at("sz6")) is not sunk
    assert table.owner("northwestern_europe") == ("germany" if sunk else "united_kingdom")


@pytest.mark.rule("CMB-16", "CMB-35", "SPC-75", "UNI-60", setups=("anniversary_1941", "anniversary_1942"))
def test_with_its_destroyer_lost_a_fighter_can_do_nothing_more_against_submarines(play: Play) -> None:
    table = sea_attack(play, "1 destroyer", "germany: 2 submarine", air="1 fighter").battle("sz9", "6 6 1 6")
    assert table.at("sz9") == {"germany": {"submarine": 2}, "united_kingdom": {"fighter": 1}}
    assert table.pending == []


@pytest.mark.rule("RES-46", "RES-47", "CMV-23", setups=("anniversary_1941", "anniversary_1942"))
def test_infantry_beside_a_tank_blitzes_and_fights_in_the_second_territory(play: Play) -> None:
    owners = {"east_poland": "soviet_union", "ukraine": "soviet_union"}
    spaces = {"poland": "germany: 1 tank, 2 infantry", "east_poland": "", "ukraine": "soviet_union: 1 infantry"}
    table = play("germany", "combat_move", spaces, owners=owners, **knowing(germany="mechanized_infantry"))
    table.move("1 tank, 1 infantry: poland > east_poland > ukraine").end_phase().battle("ukraine", "1 6 6")
    assert {table.owner("east_poland"), table.owner("ukraine")} == {"germany"}
    assert table.at("ukraine") == {"germany": {"infantry": 1, "tank": 1}}
