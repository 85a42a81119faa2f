"""The combat move in Anniversary: what it is for, how far units go, blitzes, aircraft and carriers (chapter CMV)."""

from __future__ import annotations

import pytest

from engine.facilities.production import income
from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table

FAR_SOUTH = {"sz44": "japan: 1 aircraft_carrier, 2 fighter", "sz25": "united_states: 1 destroyer"}
"""From sea zone 25 a fighter with 2 spaces left reaches no Axis land, only sea zone 44 two steps back, or nearer."""


def far_south(play: Play, **more: str) -> Table:
    """A Japanese carrier far from home, and an American destroyer off Argentina."""
    return play("japan", "combat_move", {**FAR_SOUTH, **more})


def carrier_of(table: Table) -> str:
    """The piece that is the Japanese carrier."""
    return next(p.id for p in table.state.at("sz44") if p.unit == "aircraft_carrier")


@pytest.mark.rule("CMV-01", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("start", "unit", "end"),
    [
        ("germany", "infantry", "france"),
        ("germany", "fighter", "italy"),
        ("sz5", "cruiser", "sz6"),
        ("sz5", "submarine", "sz6"),
    ],
)
def test_a_combat_move_ends_in_a_hostile_space(play: Play, start: str, unit: str, end: str) -> None:
    table = play("germany", "combat_move", {start: f"germany: 1 {unit}"})
    table.refuses_move(f"1 {unit}: {start} > {end}", "CMV-01")
    table.end_phase()
    assert table.phase == "noncombat_move"
    table.move(f"1 {unit}: {start} > {end}")


@pytest.mark.rule("CMV-02", "CMV-26", setups=("anniversary_1941", "anniversary_1942"))
def test_entering_hostile_land_is_a_combat_move_even_if_nobody_is_there(play: Play) -> None:
    spaces = {"finland": "germany: 1 infantry"}
    table = play("germany", "noncombat_move", spaces)
    table.refuses_move("1 infantry: finland > karelia_ssr", "NCM-07")
    table = play("germany", "combat_move", spaces).move("1 infantry: finland > karelia_ssr").end_phase()
    assert (table.owner("karelia_ssr"), table.phase) == ("germany", "noncombat_move")
    assert table.board["facilities"]["karelia_ssr"] == ["industrial_complex"]


@pytest.mark.rule("CMV-03", "CMV-06", "BRD-01", setups=("anniversary_1941", "anniversary_1942"))
def test_each_border_costs_one_space_and_the_first_hostile_one_ends_the_move(play: Play) -> None:
    spaces = {"finland": "germany: 1 infantry, 1 tank", "karelia_ssr": "soviet_union: 1 infantry"}
    spaces |= {"sz5": "germany: 1 battleship", "sz6": "united_kingdom: 1 destroyer", "sz7": "united_kingdom: 1 cruiser"}
    table = play("germany", "combat_move", spaces)
    table.refuses_move("1 infantry: finland > archangel", "CMV-03")
    table.refuses_move("1 tank: finland > karelia_ssr > archangel", "CMV-25")
    table.refuses_move("1 battleship: sz5 > sz6 > sz7", "CMV-29")
    table.move("1 infantry, 1 tank: finland > karelia_ssr").move("1 battleship: sz5 > sz6")


@pytest.mark.rule("CMV-04", "CMV-05", setups=("anniversary_1941", "anniversary_1942"))
def test_units_from_several_spaces_and_through_friendly_ones_attack_together(play: Play) -> None:
    spaces = {"finland": "germany: 1 infantry", "norway": "germany: 1 tank", "germany": "germany: 1 fighter"}
    table = play("germany", "combat_move", {**spaces, "karelia_ssr": "soviet_union: 1 infantry"})
    table.move("1 infantry: finland > karelia_ssr").move("1 tank: norway > finland > karelia_ssr")
    table.move("1 fighter: germany > sz5 > karelia_ssr").end_phase().battle("karelia_ssr", dice="6 3 6 6")
    assert table.at("karelia_ssr") == {"germany": {"infantry": 1, "tank": 1, "fighter": 1}}


@pytest.mark.rule("CMV-07", setups=("anniversary_1941", "anniversary_1942"))
def test_all_moves_are_made_before_the_first_battle(play: Play) -> None:
    spaces = {"finland": "germany: 2 infantry", "karelia_ssr": "soviet_union: 1 infantry"}
    table = play("germany", "combat_move", spaces).move("1 infantry: finland > karelia_ssr").end_phase()
    table.refuses_move("1 infantry: finland > karelia_ssr", "phase")
    table.battle("karelia_ssr", dice="6 6")
    table.refuses_move("1 infantry: finland > karelia_ssr", "phase")


@pytest.mark.rule("CMV-08", "CMV-15", setups=("anniversary_1941", "anniversary_1942"))
def test_who_moved_or_fought_stays_but_for_aircraft_that_fly_on_to_land(play: Play) -> None:
    spaces = {"finland": "germany: 1 tank", "germany": "germany: 1 fighter", "sz5": "germany: 1 cruiser"}
    spaces |= {"karelia_ssr": "soviet_union: 1 infantry", "sz6": "united_kingdom: 1 transport"}
    table = play("germany", "combat_move", spaces).move("1 tank: finland > karelia_ssr")
    table.move("1 fighter: germany > karelia_ssr").move("1 cruiser: sz5 > sz6").end_phase()
    table.battle("karelia_ssr", dice="3 6 6").battle("sz6")
    table.refuses_move("1 tank: karelia_ssr > finland", "CMV-15")
    table.refuses_move("1 cruiser: sz6 > sz5", "CMV-15")
    table.move("1 fighter: karelia_ssr > finland")


@pytest.mark.rule("CMV-09", "CMV-23", "CMV-24", "UNI-04", setups=("anniversary_1941", "anniversary_1942"))
def test_a_blitz_takes_empty_land_on_the_way_and_may_end_anywhere(play: Play) -> None:
    owners = {"eastern_ukraine": "soviet_union"}
    for end, guard in (("belorussia", "soviet_union: 1 infantry"), ("ukraine", ""), ("east_poland", "")):
        spaces = {"ukraine": "germany: 1 tank"} | ({end: guard} if guard else {})
        lands = owners | {"ukraine": "germany", "east_poland": "germany", "belorussia": "soviet_union"}
        table = play("germany", "combat_move", spaces, owners=lands)
        before = income(table.state, "germany"), income(table.state, "soviet_union")
        table.move(f"1 tank: ukraine > eastern_ukraine > {end}")
        assert table.owner("eastern_ukraine") == "germany"
        assert (income(table.state, "germany"), income(table.state, "soviet_union")) == (before[0] + 1, before[1] - 1)
        assert table.at(end)["germany"] == {"tank": 1}


@pytest.mark.rule("CMV-26", "UNI-38", setups=("anniversary_1941", "anniversary_1942"))
def test_a_complex_or_a_gun_alone_falls_without_a_battle_but_ends_the_move(play: Play) -> None:
    for guard in ("", "soviet_union: 1 anti_aircraft_gun"):
        spaces = {"finland": "germany: 1 tank", "karelia_ssr": guard}
        table = play("germany", "combat_move", spaces)
        table.refuses_move("1 tank: finland > karelia_ssr > archangel", "CMV-25")
        table.move("1 tank: finland > karelia_ssr").end_phase()
        assert (table.owner("karelia_ssr"), table.phase) == ("germany", "noncombat_move")


@pytest.mark.rule("CMV-37", "CMV-38", "UNI-06", "UNI-08", setups=("anniversary_1941", "anniversary_1942"))
def test_aircraft_fly_over_enemies_but_no_further_in_both_phases_than_their_move(play: Play) -> None:
    spaces = {"finland": "germany: 1 fighter, 1 bomber", "karelia_ssr": "soviet_union: 2 infantry"}
    spaces |= {"archangel": "soviet_union: 1 infantry"}
    table = play("germany", "combat_move", spaces)
    table.refuses_move(
        "1 fighter: finland > karelia_ssr > archangel > urals > evenki_national_okrug > yakut_ssr", "CMV-38"
    )
    table.move("1 fighter, 1 bomber: finland > karelia_ssr > archangel").end_phase()
    table.battle("archangel", dice="3 6 6")
    table.refuses_move("1 fighter: archangel > karelia_ssr > finland > norway", "NCM-15")
    table.move("1 fighter: archangel > karelia_ssr > finland")
    table.move("1 bomber: archangel > karelia_ssr > finland > norway")


@pytest.mark.rule("CMV-39", "CMV-40", "UNI-47", setups=("anniversary_1941", "anniversary_1942"))
def test_no_aircraft_attacks_without_a_landing_place_that_could_still_be_reached(play: Play) -> None:
    table = play("germany", "combat_move", {"norway": "germany: 1 fighter, 1 bomber"})
    table.refuses_move("1 fighter: norway > finland > karelia_ssr > archangel > russia", "CMV-39")
    table.move("1 bomber: norway > finland > karelia_ssr > archangel")
    spaces = {
        "new_zealand": "japan: 1 bomber",
        "sz22": "united_states: 1 transport",
        "sz23": "japan: 1 aircraft_carrier",
    }
    table = play("japan", "combat_move", spaces, owners={"new_zealand": "japan"})
    table.refuses_move("1 bomber: new_zealand > sz42 > sz43 > sz25 > sz24 > sz22", "CMV-39")


@pytest.mark.rule("CMV-39", "CMV-41", "UNI-49", setups=("anniversary_1941", "anniversary_1942"))
def test_a_carrier_that_comes_later_takes_two_fighters_and_no_third(play: Play) -> None:
    table = play(
        "japan", "combat_move", {**FAR_SOUTH, "new_zealand": "japan: 1 fighter"}, owners={"new_zealand": "japan"}
    )
    table.move("2 fighter: sz44 > sz43 > sz25")
    table.refuses_move("1 fighter: new_zealand > sz42 > sz43 > sz25", "CMV-39")
    table.end_phase().battle("sz25", dice="3 6 6")
    table.move("1 aircraft_carrier: sz44 > sz43").move("2 fighter: sz25 > sz43").end_phase()
    assert table.at("sz43") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("CMV-41", "CMV-43", setups=("anniversary_1941", "anniversary_1942"))
def test_a_carrier_that_fights_is_no_landing_place_elsewhere_even_by_a_retreat(play: Play) -> None:
    table = far_south(play, sz54="united_states: 1 destroyer").move("1 fighter: sz44 > sz43 > sz25")
    table.refuses_move("1 aircraft_carrier: sz44 > sz54", "CMV-39")
    table = far_south(play, sz54="united_states: 1 destroyer").move("1 aircraft_carrier: sz44 > sz54")
    table.refuses_move("1 fighter: sz44 > sz43 > sz25", "CMV-39")


@pytest.mark.rule("CMV-42", "CMV-45", "NCM-18", "MOB-07", "PUR-06", setups=("anniversary_1941", "anniversary_1942"))
def test_a_carrier_bought_this_turn_is_a_landing_place_beside_an_own_complex(play: Play) -> None:
    spaces = {"libya": "germany: 1 fighter", "sz5": "united_kingdom: 1 destroyer"}
    path = "1 fighter: libya > sz14 > balkans > germany > sz5"
    table = play("germany", "combat_move", spaces)
    table.refuses_move(path, "CMV-45")
    table = play("germany", "combat_move", spaces, purchased={"germany": {"aircraft_carrier": 1}})
    table.refuses({"type": "promise", "carrier": "new", "space": "sz7"}, "CMV-42")
    table.move(path).end_phase().battle("sz5", dice="3 6").end_phase()
    table.do({"type": "mobilize", "units": {"aircraft_carrier": 1}, "space": "sz5"}).end_phase()
    assert table.at("sz5") == {"germany": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("CMV-44", "CMV-40", setups=("anniversary_1941", "anniversary_1942"))
def test_an_attack_may_be_counted_on_to_clear_the_way_of_a_carrier(play: Play) -> None:
    spaces = {"sz44": "japan: 1 aircraft_carrier, 1 fighter", "sz24": "united_states: 1 transport"}
    spaces |= {"sz43": "united_states: 2 battleship", "sz21": "united_states: 1 battleship"}
    table = play("japan", "combat_move", {**spaces, "sz42": "japan: 1 submarine"})
    table.refuses_move("1 fighter: sz44 > sz43 > sz25 > sz24", "CMV-39")
    table.move("1 submarine: sz42 > sz43").move("1 fighter: sz44 > sz43 > sz25 > sz24")


@pytest.mark.rule("CMV-45", setups=("anniversary_1941", "anniversary_1942"))
def test_a_fighter_spends_its_whole_move_at_sea_only_where_a_carrier_could_be(play: Play) -> None:
    spaces = {"new_zealand": "japan: 1 fighter", "sz24": "united_states: 1 transport"}
    path = "1 fighter: new_zealand > sz42 > sz43 > sz25 > sz24"
    for zone, reaches in (("sz11", False), ("sz17", True)):
        table = play(
            "japan",
            "combat_move",
            {**spaces, zone: "japan: 1 aircraft_carrier"},
            owners={"new_zealand": "japan"},
        )
        if reaches:
            table.move(path)
        else:
            table.refuses_move(path, "CMV-45")


@pytest.mark.rule("CMV-46", "NCM-19", setups=("anniversary_1941", "anniversary_1942"))
def test_a_carrier_that_was_named_for_a_fighter_must_come(play: Play) -> None:
    table = far_south(play)
    table.do({"type": "promise", "carrier": carrier_of(table), "space": "sz43"})
    table.move("1 fighter: sz44 > sz43 > sz25").end_phase().battle("sz25", dice="3 6")
    table.refuses_move("1 aircraft_carrier: sz44 > sz54 > sz56", "NCM-19")
    table.refuses({"type": "end_phase"}, "NCM-19")
    table.move("1 aircraft_carrier: sz44 > sz43").move("1 fighter: sz25 > sz43").move("1 fighter: sz44 > sz43")
    table.end_phase()
    assert table.at("sz43") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("CMV-46", setups=("anniversary_1941", "anniversary_1942"))
def test_nobody_comes_for_a_fighter_that_was_lost(play: Play) -> None:
    table = far_south(play)
    table.do({"type": "promise", "carrier": carrier_of(table), "space": "sz43"})
    table.move("1 fighter: sz44 > sz43 > sz25").end_phase().battle("sz25", dice="6 2")
    table.move("1 aircraft_carrier: sz44 > sz54").move("1 fighter: sz44 > sz54").end_phase()
    assert table.at("sz54") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("CMV-47", "NCM-21", setups=("anniversary_1941", "anniversary_1942"))
def test_once_the_fighting_has_begun_a_carrier_may_be_lost_and_its_fighter_with_it(play: Play) -> None:
    spaces = {"sz44": "japan: 1 aircraft_carrier, 1 fighter, 1 destroyer; united_states: 1 destroyer"}
    table = play("japan", "combat_move", {**spaces, "sz25": "united_states: 1 transport"})
    table.move("1 fighter: sz44 > sz43 > sz25").end_phase().battle("sz25").battle("sz44", dice="6 2 2")
    table.lose("1 aircraft_carrier").end_phase()
    assert table.at("sz44") == {"japan": {"destroyer": 1}}
    assert table.at("sz25") == {}


@pytest.mark.rule("CMV-50", "CMV-51", setups=("anniversary_1941", "anniversary_1942"))
def test_own_fighters_take_off_where_the_carrier_began_and_may_wait_there(play: Play) -> None:
    spaces = {"sz62": "japan: 1 aircraft_carrier, 2 fighter", "sz58": "united_states: 1 destroyer"}
    table = play("japan", "combat_move", {**spaces, "buryatia_ssr": "soviet_union: 1 infantry"})
    table.move("1 aircraft_carrier: sz62 > sz58")
    assert table.at("sz62")["japan"] == {"fighter": 2}
    table.refuses_move("1 fighter: sz58 > sz57", "units")
    table.move("1 fighter: sz62 > buryatia_ssr").end_phase().battle("sz58", dice="1 6")
    table.battle("buryatia_ssr", dice="3 6")
    table.move("1 fighter: sz62 > sz58").move("1 fighter: buryatia_ssr > sz62 > japan").end_phase()
    assert table.at("sz58") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("CMV-52", "UNI-51", "NCM-22", setups=("anniversary_1941", "anniversary_1942"))
def test_guests_fly_from_and_to_an_allys_carrier_in_their_own_turn_only(play: Play) -> None:
    spaces = {"sz14": "italy: 1 aircraft_carrier; germany: 1 fighter", "egypt": "united_kingdom: 1 infantry"}
    table = play("italy", "combat_move", spaces)
    table.refuses_move("1 fighter: sz14 > egypt", "power", owner="germany")
    table = play("germany", "combat_move", spaces)
    table.refuses_move("1 aircraft_carrier: sz14 > sz15", "units")
    table.move("1 fighter: sz14 > sz15 > egypt").end_phase().battle("egypt", dice="3 6")
    table.move("1 fighter: egypt > sz15 > sz14").end_phase()
    assert table.at("sz14") == {"germany": {"fighter": 1}, "italy": {"aircraft_carrier": 1}}


@pytest.mark.rule("CMV-53", "UNI-13", setups=("anniversary_1941", "anniversary_1942"))
def test_a_carrier_may_attack_alone_at_one(play: Play) -> None:
    spaces = {"sz62": "japan: 1 aircraft_carrier", "sz58": "united_states: 1 destroyer"}
    table = play("japan", "combat_move", spaces).move("1 aircraft_carrier: sz62 > sz58").end_phase()
    table.battle("sz58", dice="1 6")
    assert table.at("sz58") == {"japan": {"aircraft_carrier": 1}}


@pytest.mark.rule("GEN-16", "CMV-16", setups=("anniversary_1941", "anniversary_1942"))
def test_every_phase_may_be_passed_but_not_by_ships_among_enemy_warships(play: Play) -> None:
    spaces = {"sz5": "germany: 1 destroyer; united_kingdom: 1 destroyer", "germany": "germany: 1 infantry"}
    table = play("germany", "research", spaces).end_phase().end_phase().end_phase()
    assert (table.phase, table.pending) == ("conduct_combat", [("sz5", "sea")])
    table.refuses({"type": "end_phase"}, "phase")
