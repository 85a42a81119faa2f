"""Landing aircraft in the noncombat move (chapter NCM, air landing)."""

from __future__ import annotations

import pytest

from tests.engine.table import Table, position

NOWHERE_NEAR = "sz20"  # more than four spaces from all that Japan holds without the Caroline Islands
NO_CAROLINES = {"caroline_islands": "united_states"}


def fighter_out_of_fuel_over_sz40(**zones: str) -> Table:
    """Japan's noncombat move: a fighter flew four spaces to sink a transport in sea zone 40."""
    spaces = {"southeast_asia": "japan: 1 fighter", "sz40": "united_states: 1 transport", **zones}
    table = position("japan", "combat_move", spaces)
    table.move("1 fighter: southeast_asia > sz31 > sz38 > sz39 > sz40").end_phase().battle("sz40")
    assert table.phase == "noncombat_move"
    return table


@pytest.mark.rule("NCM-12", "NCM-15", "NCM-01")
def test_a_fighter_that_fought_flies_home_with_what_is_left_of_its_move() -> None:
    table = position(
        "germany", "combat_move", {"eastern_europe": "germany: 1 fighter, 1 infantry", "russia": "soviet_union: 1 tank"}
    )
    table.move("1 fighter: eastern_europe > west_russia > russia").end_phase().battle("russia", dice="1 6")
    table.refuses_move("1 fighter: russia > west_russia > eastern_europe > germany", "NCM-15")
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: russia > west_russia > ukraine").end_phase()
    assert table.at("ukraine") == {"germany": {"fighter": 1}}


@pytest.mark.rule("NCM-15", "NCM-20")
@pytest.mark.parametrize(
    "ways", [("gibraltar", "sz14 > sz8 > united_kingdom"), ("sz14 > sz8 > united_kingdom", "gibraltar")]
)
def test_of_aircraft_alike_the_one_lands_that_has_just_enough_movement_for_it(ways: tuple[str, str]) -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 fighter",
        "sz14": "united_kingdom: 1 aircraft_carrier, 1 fighter",
        "sz15": "germany: 1 transport",
    }
    table = position("united_kingdom", "combat_move", spaces).move("1 fighter: united_kingdom > sz8 > sz14 > sz15")
    table.move("1 fighter: sz14 > sz15").end_phase().battle("sz15")
    for way in ways:
        table.move(f"1 fighter: sz15 > {way}")
    table.end_phase()
    assert table.at("gibraltar") == table.at("united_kingdom") == {"united_kingdom": {"fighter": 1}}


@pytest.mark.rule("NCM-15")
def test_an_aircraft_that_stayed_at_home_may_use_its_whole_move() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 1 bomber, 1 fighter"})
    table.refuses_move("1 fighter: germany > sz5 > sz6 > sz8 > sz14 > north_africa", "NCM-15")
    table.move("1 bomber: germany > sz5 > sz6 > sz8 > sz14 > north_africa")
    assert table.at("north_africa") == {"germany": {"bomber": 1}}


@pytest.mark.rule("NCM-13")
def test_aircraft_do_not_land_in_hostile_territory() -> None:
    table = position("germany", "noncombat_move", {"west_russia": "germany: 1 fighter"})
    table.refuses_move("1 fighter: west_russia > karelia", "NCM-13")
    table.move("1 fighter: west_russia > karelia > norway_finland")


@pytest.mark.rule("NCM-13")
def test_aircraft_land_in_the_territory_of_an_ally() -> None:
    table = position("united_kingdom", "noncombat_move", {"united_kingdom": "united_kingdom: 1 fighter"})
    table.move("1 fighter: united_kingdom > sz6 > sz3 > sz4 > archangel").end_phase()
    assert table.at("archangel") == {"united_kingdom": {"fighter": 1}}


@pytest.mark.rule("NCM-14")
def test_aircraft_do_not_land_in_territory_taken_this_turn() -> None:
    table = position(
        "germany", "combat_move", {"ukraine": "germany: 2 tank, 1 fighter", "caucasus": "soviet_union: 1 infantry"}
    )
    table.move("2 tank, 1 fighter: ukraine > caucasus").end_phase().battle("caucasus", dice="1 6 6 6")
    assert table.owner("caucasus") == "germany"
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: caucasus > ukraine").end_phase()
    assert table.at("caucasus") == {"germany": {"tank": 2}}


@pytest.mark.rule("NCM-14")
def test_an_aircraft_that_did_not_fight_cannot_land_there_either() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 2 tank", "west_russia": "germany: 1 bomber"})
    table.move("2 tank: ukraine > caucasus").end_phase()
    table.refuses_move("1 bomber: west_russia > caucasus", "NCM-14")


@pytest.mark.rule("NCM-14")
def test_aircraft_do_not_land_in_allied_territory_liberated_this_turn() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"middle_east": "united_kingdom: 1 infantry", "india": "united_kingdom: 1 fighter"},
        owners={"caucasus": "germany"},
    )
    table.move("1 infantry: middle_east > caucasus").end_phase()
    assert table.owner("caucasus") == "soviet_union"
    table.refuses_move("1 fighter: india > middle_east > caucasus", "NCM-14")


@pytest.mark.rule("NCM-16")
def test_a_fighter_lands_at_sea_only_on_a_carrier_with_room() -> None:
    spaces = {
        "manchuria": "japan: 1 fighter",
        "sz45": "japan: 1 destroyer",
        "sz46": "japan: 1 aircraft_carrier, 2 fighter",
    }
    table = position("japan", "noncombat_move", spaces)
    table.refuses_move("1 fighter: manchuria > sz45 > sz44 > sz43 > sz42", "NCM-16")
    table.move("1 fighter: manchuria > sz45 > sz46").refuses({"type": "end_phase"}, "NCM-20")
    table.do({"type": "undo"}).move("1 fighter: sz46 > coastal_china").move(
        "1 fighter: manchuria > sz45 > sz46"
    ).end_phase()
    assert table.at("sz46") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("NCM-16", "NCM-17")
def test_carrier_and_fighter_both_end_their_move_in_the_zone_of_the_landing() -> None:
    table = fighter_out_of_fuel_over_sz40(sz44="japan: 1 aircraft_carrier")
    table.move("1 aircraft_carrier: sz44 > sz40")
    table.refuses_move("1 aircraft_carrier: sz40 > sz39", "NCM-19")
    table.end_phase()
    (landed,) = [p for p in table.state.pieces.values() if p.unit == "fighter"]
    assert (landed.space, table.state.pieces[landed.aboard or ""].unit) == ("sz40", "aircraft_carrier")


@pytest.mark.rule("NCM-17")
def test_own_fighters_fly_beside_their_carrier_on_their_own_movement() -> None:
    table = position("japan", "noncombat_move", {"sz45": "japan: 1 aircraft_carrier, 2 fighter"})
    table.move("1 aircraft_carrier, 2 fighter: sz45 > sz44 > sz40").end_phase()
    assert table.at("sz40") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}
    table = position("japan", "noncombat_move", {"sz45": "japan: 1 aircraft_carrier, 2 fighter"})
    table.move("1 aircraft_carrier: sz45 > sz44 > sz40")
    assert table.at("sz45") == {"japan": {"fighter": 2}}
    table.refuses({"type": "end_phase"}, "NCM-20")


@pytest.mark.rule("NCM-18", "NCM-21")
def test_a_fighter_may_land_even_in_a_hostile_zone_where_a_bought_carrier_will_be_placed() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"western_europe": "germany: 1 fighter", "sz5": "united_kingdom: 1 battleship"},
        purchased={"germany": {"aircraft_carrier": 1}},
    )
    table.move("1 fighter: western_europe > sz5").end_phase()
    assert table.at("sz5")["germany"] == {"fighter": 1}
    table.do({"type": "mobilize", "units": {"aircraft_carrier": 1}, "space": "sz5"}).end_phase()
    assert table.at("sz5")["germany"] == {"fighter": 1, "aircraft_carrier": 1}


@pytest.mark.rule("NCM-18")
@pytest.mark.parametrize(
    ("zone", "bought"), [("sz16", {"aircraft_carrier": 1}), ("sz5", {"destroyer": 1}), ("sz5", {})]
)
def test_without_a_complex_there_or_a_bought_carrier_it_may_not(zone: str, bought: dict[str, int]) -> None:
    spaces = {"western_europe": "germany: 1 fighter", "sz5": "", "sz16": ""}
    table = position("germany", "noncombat_move", spaces, purchased={"germany": bought})
    path = "western_europe > southern_europe > sz16" if zone == "sz16" else "western_europe > sz5"
    table.move(f"1 fighter: {path}").refuses({"type": "end_phase"}, "NCM-20")


@pytest.mark.rule("NCM-18")
def test_one_bought_carrier_takes_two_fighters_and_no_third() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"western_europe": "germany: 3 fighter"},
        purchased={"germany": {"aircraft_carrier": 1}},
    )
    table.move("3 fighter: western_europe > sz5").refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: sz5 > germany").end_phase()
    table.do({"type": "mobilize", "units": {"aircraft_carrier": 1}, "space": "sz5"}).end_phase()
    assert table.at("sz5") == {"germany": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("NCM-19")
def test_a_carrier_that_can_save_a_fighter_must_come() -> None:
    table = fighter_out_of_fuel_over_sz40(sz45="japan: 1 aircraft_carrier")
    sentence = table.refuses({"type": "end_phase"}, "NCM-19")
    assert sentence == "The carrier in sea zone 45 can still come to sea zone 40 for the fighter, so move it there."
    table.refuses_move("1 aircraft_carrier: sz45 > sz46", "NCM-19")
    table.move("1 aircraft_carrier: sz45 > sz40").end_phase()
    assert table.at("sz40") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("NCM-19")
def test_all_carriers_are_named_that_can_come_and_none_that_is_needed_elsewhere() -> None:
    table = fighter_out_of_fuel_over_sz40(sz45="japan: 1 aircraft_carrier", sz46="japan: 1 aircraft_carrier")
    sentence = table.refuses({"type": "end_phase"}, "NCM-19")
    assert sentence == "The carrier in sea zone 45 can still come to sea zone 40 for the fighter, so move it there."
    table = fighter_out_of_fuel_over_sz40(sz45="japan: 1 aircraft_carrier", sz37="japan: 1 aircraft_carrier")
    sentence = table.refuses({"type": "end_phase"}, "NCM-19")
    where = "sea zone 37 or sea zone 45"
    assert sentence == f"The carrier in {where} can still come to sea zone 40 for the fighter, so move it there."


@pytest.mark.rule("NCM-19")
def test_a_carrier_must_stay_for_the_fighter_that_waits_over_it() -> None:
    table = fighter_out_of_fuel_over_sz40(sz40="united_states: 1 transport; japan: 1 aircraft_carrier")
    table.refuses_move("1 aircraft_carrier: sz40 > sz39 > sz38", "NCM-19")
    table.end_phase()
    assert table.at("sz40")["japan"] == {"aircraft_carrier": 1, "fighter": 1}


@pytest.mark.rule("NCM-20")
def test_an_aircraft_that_can_reach_a_landing_place_must_go_there() -> None:
    table = position("japan", "noncombat_move", {"sz40": "japan: 1 fighter"})
    sentence = table.refuses({"type": "end_phase"}, "NCM-20")
    assert sentence == "The fighter over sea zone 40 can still reach a landing place. Land it first."
    table.move("1 fighter: sz40 > sz44 > sz45 > iwo_jima").end_phase()


@pytest.mark.rule("NCM-20")
def test_nothing_may_take_the_only_landing_place_of_another_aircraft() -> None:
    table = fighter_out_of_fuel_over_sz40(sz44="japan: 1 aircraft_carrier", japan="japan: 2 fighter")
    table.move("1 aircraft_carrier: sz44 > sz40")
    table.refuses_move("2 fighter: japan > sz45 > sz44 > sz40", "NCM-16")
    table.move("1 fighter: japan > sz45 > sz44 > sz40").end_phase()
    assert table.at("sz40") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("NCM-20", "NCM-21")
def test_where_not_all_can_land_the_player_may_choose_any_largest_set() -> None:
    table = position(
        "japan", "noncombat_move", {NOWHERE_NEAR: "japan: 1 aircraft_carrier, 3 fighter"}, owners=NO_CAROLINES
    )
    _, second, third = sorted(p.id for p in table.state.pieces.values() if p.unit == "fighter")
    there_and_back = [NOWHERE_NEAR, "sz36", "sz35", "sz36", NOWHERE_NEAR]
    table.do({"type": "move", "pick": [second, third], "path": there_and_back}).end_phase()
    assert table.at(NOWHERE_NEAR)["japan"] == {"aircraft_carrier": 1, "fighter": 2}


@pytest.mark.rule("NCM-21")
def test_an_aircraft_without_any_landing_place_is_lost_at_the_end_of_the_phase() -> None:
    over_the_sea = {NOWHERE_NEAR: "japan: 1 fighter, 1 destroyer", "japan": "japan: 1 tank"}
    table = position("japan", "noncombat_move", over_the_sea, owners=NO_CAROLINES)
    table.end_phase()
    (lost,) = table.happened("units_lost")
    assert (lost.reason, [piece.unit for piece in lost.pieces]) == ("no_landing", ["fighter"])
    assert table.at(NOWHERE_NEAR) == {"japan": {"destroyer": 1}}


@pytest.mark.rule("NCM-21")
def test_a_fighter_whose_carrier_was_sunk_in_the_attack_is_lost_where_nothing_else_is_near() -> None:
    table = position(
        "japan",
        "combat_move",
        {"sz20": "japan: 1 aircraft_carrier, 1 fighter", "sz36": "united_kingdom: 1 destroyer"},
        owners=NO_CAROLINES,
    )
    table.move("1 aircraft_carrier, 1 fighter: sz20 > sz36").end_phase()
    table.battle("sz36", dice="6 1 1").lose("1 aircraft_carrier")
    assert table.phase == "noncombat_move"
    table.end_phase()
    assert "sz36" not in table.board["units"]


@pytest.mark.rule("NCM-22")
def test_a_guest_lands_on_an_allied_carrier_as_long_as_the_ally_gives_leave() -> None:
    spaces = {
        "manchuria": "germany: 1 fighter",
        "coastal_china": "germany: 1 fighter",
        "sz45": "japan: 1 aircraft_carrier",
    }
    table = position("germany", "noncombat_move", {**spaces, "ukraine": "germany: 1 tank"})
    table.move("1 fighter: manchuria > sz45").end_phase()
    assert [p.aboard for p in table.state.pieces.values() if p.space == "sz45" and p.unit == "fighter"] != [None]


@pytest.mark.rule("NCM-22")
def test_a_guest_does_not_land_where_the_ally_refuses_leave() -> None:
    spaces = {"western_europe": "japan: 1 fighter", "sz22": "germany: 1 aircraft_carrier"}
    table = position("japan", "noncombat_move", spaces)
    table.do({"type": "leave", "power": "germany", "to": "japan", "what": "carriers", "granted": False})
    table.refuses_move("1 fighter: western_europe > sz8 > sz14 > sz13 > sz22", "NCM-22")
    table.do({"type": "leave", "power": "germany", "to": "japan", "what": "carriers", "granted": True})
    table.move("1 fighter: western_europe > sz8 > sz14 > sz13 > sz22").end_phase()
    assert table.at("sz22") == {"germany": {"aircraft_carrier": 1}, "japan": {"fighter": 1}}


@pytest.mark.rule("NCM-22")
def test_a_guest_aboard_stays_when_leave_is_withdrawn_but_no_other_may_come() -> None:
    spaces = {"sz22": "germany: 1 aircraft_carrier; japan: 1 fighter", "western_europe": "japan: 1 fighter"}
    table = position("japan", "noncombat_move", spaces)
    table.do({"type": "leave", "power": "germany", "to": "japan", "what": "carriers", "granted": False})
    table.refuses_move("1 fighter: western_europe > sz8 > sz14 > sz13 > sz22", "NCM-22")
    table.end_phase()
    assert table.at("sz22") == {"germany": {"aircraft_carrier": 1}, "japan": {"fighter": 1}}


@pytest.mark.rule("NCM-22")
def test_an_ally_may_refuse_its_territories_and_only_an_ally_gives_leave() -> None:
    table = position("japan", "noncombat_move", {"manchuria": "japan: 1 bomber", "germany": "japan: 1 infantry"})
    refuse = {"type": "leave", "power": "germany", "to": "japan", "what": "territories", "granted": False}
    table.refuses({**refuse, "to": "soviet_union"}, "power")
    table.refuses({**refuse, "to": "germany"}, "power")
    table.do(refuse)
    table.refuses_move("1 infantry: germany > eastern_europe", "ASY-28")
