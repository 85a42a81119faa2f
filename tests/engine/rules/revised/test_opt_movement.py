"""National advantages that let units move farther (OPT-20, OPT-23, OPT-31, OPT-40, OPT-43)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import StrandedOptions, destinations, movable
from engine.landing.flights import flights_from
from engine.movement.paths import flights, path_cost
from tests.engine.table import Table, position

RAILWAY = {"soviet_union": "trans_siberian_railway"}
BLITZ = {"germany": "panzerblitz"}
OIL = {"united_kingdom": "mideast_oil"}
BASES = {"united_states": "island_bases"}


def soviet_units(phase: str, spaces: dict[str, str], **more: Any) -> Table:
    """Soviet units, with the railway."""
    placed = {space: f"soviet_union: {force}" for space, force in spaces.items()}
    return position("soviet_union", phase, placed, setup="revised", advantages=RAILWAY, **more)


@pytest.mark.rule("OPT-20", "NCM-10", setup="revised")
@pytest.mark.parametrize("unit", ["infantry", "artillery", "anti_aircraft_gun"])
@pytest.mark.parametrize(
    "way",
    ["russia > novosibirsk > yakut_ssr", "buryatia_ssr > yakut_ssr > novosibirsk", "russia > novosibirsk > russia"],
)
def test_infantry_artillery_and_guns_move_two_along_the_railway(unit: str, way: str) -> None:
    start, *_, end = way.split(" > ")
    table = soviet_units("noncombat_move", {start: f"1 {unit}"}).move(f"1 {unit}: {way}")
    assert table.at(end) == {"soviet_union": {unit: 1}}


@pytest.mark.rule("OPT-20", "CMV-24", setup="revised")
def test_the_railway_leads_on_through_ground_that_a_blitz_took_in_the_noncombat_move_only() -> None:
    along = "russia > novosibirsk > yakut_ssr"
    table = soviet_units(
        "combat_move", {"russia": "1 tank, 1 infantry"}, owners={"novosibirsk": "japan", "yakut_ssr": "japan"}
    )
    table.refuses_move(f"1 infantry: {along}", "CMV-06")
    table.move(f"1 tank: {along}")
    assert table.refuses_move(f"1 infantry: {along}", "CMV-24") == (
        "Novosibirsk was taken by a blitz this turn, and all combat moves happen at the same time, so other units can "
        "pass through it only in the noncombat move."
    )
    table.end_phase().move(f"1 infantry: {along}")


@pytest.mark.rule("OPT-20", setup="revised")
def test_after_two_along_the_railway_no_movement_is_left_elsewhere() -> None:
    table = soviet_units("noncombat_move", {"yakut_ssr": "1 infantry"}).move(
        "1 infantry: yakut_ssr > novosibirsk > russia"
    )
    sentence = table.refuses_move("1 infantry: russia > archangel", "CMV-03")
    assert sentence == "The infantry has no movement left; Archangel is 1 space away."


@pytest.mark.rule("OPT-20", setup="revised")
@pytest.mark.parametrize(
    "way",
    [
        "russia > evenki_national_okrug > yakut_ssr",
        "russia > novosibirsk > kazakh_ssr",
        "archangel > russia > novosibirsk",
        "yakut_ssr > buryatia_ssr > soviet_far_east",
    ],
)
def test_a_way_that_leaves_the_railway_anywhere_is_an_ordinary_one(way: str) -> None:
    table = soviet_units("noncombat_move", {way.split(" > ")[0]: "1 infantry"})
    table.refuses_move(f"1 infantry: {way}", "CMV-03")


@pytest.mark.rule("OPT-20", setup="revised")
def test_the_railway_may_be_travelled_in_two_orders_if_the_whole_way_lies_on_it() -> None:
    table = soviet_units("noncombat_move", {"russia": "1 infantry", "evenki_national_okrug": "1 artillery"})
    table.move("1 infantry: russia > novosibirsk").move("1 infantry: novosibirsk > yakut_ssr")
    table.refuses_move("1 infantry: yakut_ssr > buryatia_ssr", "CMV-03")
    table.move("1 artillery: evenki_national_okrug > novosibirsk")
    table.refuses_move("1 artillery: novosibirsk > yakut_ssr", "CMV-03")


@pytest.mark.rule("OPT-20", setup="revised")
def test_an_order_that_names_only_the_ends_goes_by_rail_where_it_can() -> None:
    table = soviet_units("noncombat_move", {"russia": "1 infantry"}).move("1 infantry: russia > yakut_ssr")
    assert table.happened("units_moved")[0].path == ("russia", "novosibirsk", "yakut_ssr")


@pytest.mark.rule("OPT-20", setup="revised")
def test_infantry_attacks_by_rail_but_does_not_pass_the_enemy() -> None:
    owners = {"yakut_ssr": "japan"}
    table = soviet_units("combat_move", {"russia": "1 infantry, 1 anti_aircraft_gun"}, owners=owners)
    table.refuses_move("1 anti_aircraft_gun: russia > novosibirsk > yakut_ssr", "UNI-27")
    table.move("1 infantry: russia > novosibirsk > yakut_ssr").end_phase()
    assert table.owner("yakut_ssr") == "soviet_union"
    table = soviet_units("combat_move", {"novosibirsk": "1 infantry"}, owners=owners)
    table.refuses_move("1 infantry: novosibirsk > yakut_ssr > buryatia_ssr", "CMV-06")


@pytest.mark.rule("OPT-20", setup="revised")
def test_the_menu_offers_the_railway_and_only_to_those_who_have_it() -> None:
    table = soviet_units("noncombat_move", {"russia": "1 infantry"})
    assert ("yakut_ssr", 2) in [(reach.space, reach.cost) for reach in destinations(table.state, "russia", "infantry")]
    table = position("soviet_union", "noncombat_move", {"russia": "soviet_union: 1 infantry"}, setup="revised")
    assert {reach.cost for reach in destinations(table.state, "russia", "infantry")} == {1}
    table.refuses_move("1 infantry: russia > novosibirsk > yakut_ssr", "CMV-03")


def german_attack(force: str, defenders: str, dice: str, **more: Any) -> Table:
    """German units fight for the Caucasus; they have Panzerblitz."""
    spaces = {"ukraine_ssr": f"germany: {force}", "caucasus": defenders}
    table = position("germany", "combat_move", spaces, setup="revised", **{"advantages": BLITZ, **more})
    return table.move(f"{force}: ukraine_ssr > caucasus").end_phase().battle("caucasus", dice=dice)


@pytest.mark.rule("OPT-23", "CMV-15", setup="revised")
def test_tanks_that_win_in_one_round_may_move_one_space_in_the_noncombat_move() -> None:
    table = german_attack("1 infantry, 2 tank", "soviet_union: 2 infantry", "6 1 1 6 6")
    assert [(m.space, m.unit, m.count) for m in movable(table.state)] == [("caucasus", "tank", 2)]
    assert {reach.space for reach in destinations(table.state, "caucasus", "tank")} == {"ukraine_ssr", "west_russia"}
    table.refuses_move("1 infantry: caucasus > ukraine_ssr", "CMV-15")
    table.refuses_move("1 tank: caucasus > ukraine_ssr > balkans", "CMV-03")
    table.move("1 tank: caucasus > ukraine_ssr")
    table.refuses_move("1 tank: ukraine_ssr > balkans", "CMV-03")
    assert table.at("ukraine_ssr") == {"germany": {"tank": 1}}


@pytest.mark.rule("OPT-23", setup="revised")
def test_they_move_only_into_friendly_territory_that_just_taken_too() -> None:
    table = german_attack("2 tank", "soviet_union: 1 infantry", "1 6 6")
    table.refuses_move("1 tank: caucasus > russia", "NCM-07")
    table.move("1 tank: caucasus > west_russia")


@pytest.mark.rule("OPT-23", setup="revised")
def test_a_tank_that_came_two_spaces_moves_one_more() -> None:
    spaces = {"eastern_europe": "germany: 1 tank", "caucasus": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", spaces, setup="revised", advantages=BLITZ)
    table.move("1 tank: eastern_europe > ukraine_ssr > caucasus").end_phase().battle("caucasus", dice="3 6")
    table.move("1 tank: caucasus > ukraine_ssr")
    assert table.at("ukraine_ssr") == {"germany": {"tank": 1}}


@pytest.mark.rule("OPT-23", setup="revised")
def test_a_battle_of_two_rounds_or_without_defenders_is_no_breakthrough() -> None:
    table = german_attack("2 tank", "soviet_union: 1 infantry", "6 6 6").press(dice="1 6 6")
    table.refuses_move("1 tank: caucasus > ukraine_ssr", "CMV-15")
    spaces = {"ukraine_ssr": "germany: 2 tank"}
    table = position("germany", "combat_move", spaces, setup="revised", advantages=BLITZ)
    table.move("2 tank: ukraine_ssr > caucasus").end_phase()
    table.refuses_move("1 tank: caucasus > ukraine_ssr", "CMV-15")


@pytest.mark.rule("OPT-23", "CMV-15", setup="revised")
def test_without_the_advantage_tanks_that_won_stay() -> None:
    table = german_attack("2 tank", "soviet_union: 1 infantry", "1 6 6", advantages={})
    table.refuses_move("1 tank: caucasus > ukraine_ssr", "CMV-15")


@pytest.mark.rule("OPT-23", setup="revised")
def test_a_tank_that_broke_through_does_not_board_a_transport() -> None:
    table = german_attack(
        "2 tank", "soviet_union: 1 infantry", "1 6 6", more_spaces={"sz16": {"units": {"germany": {"transport": 1}}}}
    )
    table.refuses_move("1 tank: caucasus > sz16", "CMV-56")


def british_flight(spaces: dict[str, str], **more: Any) -> Table:
    """A British noncombat move, with oil."""
    return position("united_kingdom", "noncombat_move", spaces, setup="revised", **{"advantages": OIL, **more})


@pytest.mark.rule("OPT-31", "CMV-38", setup="revised")
@pytest.mark.parametrize("field", ["anglo_egypt", "trans_jordan", "persia"])
def test_aircraft_that_land_at_an_oil_field_may_fly_their_whole_move_again(field: str) -> None:
    table = british_flight({"india": "united_kingdom: 1 fighter"}).move(f"1 fighter: india > {field}")
    assert any(reach.cost == 4 for reach in destinations(table.state, field, "fighter"))
    far = {"anglo_egypt": "union_of_south_africa", "trans_jordan": "union_of_south_africa", "persia": "kenya"}[field]
    table.move(f"1 fighter: {field} > {far}").end_phase()
    assert table.at(far) == {"united_kingdom": {"fighter": 1}}


@pytest.mark.rule("OPT-31", setup="revised")
def test_the_second_flight_is_the_last_and_must_end_on_a_landing_place() -> None:
    table = british_flight({"india": "united_kingdom: 1 fighter", "sz35": "united_kingdom: 1 aircraft_carrier"})
    table.move("1 fighter: india > persia").refuses_move("1 fighter: persia > ukraine_ssr", "NCM-13")
    table.move("1 fighter: persia > trans_jordan")
    table.refuses_move("1 fighter: trans_jordan > persia > india > sz35 > sz31", "NCM-15")
    table.move("1 fighter: trans_jordan > sz34 > sz35").end_phase()
    assert table.at("sz35") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("OPT-31", setup="revised")
def test_undo_takes_the_second_flight_back_with_the_landing() -> None:
    table = british_flight({"india": "united_kingdom: 1 fighter"})
    before = table.state
    table.move("1 fighter: india > persia").move("1 fighter: persia > caucasus")
    assert table.do({"type": "undo"}).do({"type": "undo"}).state == before


@pytest.mark.rule("OPT-31", setup="revised")
def test_aircraft_that_fought_this_turn_or_only_stand_there_get_nothing() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"anglo_egypt": "united_kingdom: 1 fighter", "libya": "germany: 1 infantry", "persia": ""},
        setup="revised",
        advantages=OIL,
    )
    table.move("1 fighter: anglo_egypt > libya").end_phase().battle("libya", dice="3 6")
    table.move("1 fighter: libya > anglo_egypt")
    table.refuses_move("1 fighter: anglo_egypt > trans_jordan > persia > india", "NCM-15")
    table = british_flight({"persia": "united_kingdom: 1 fighter"})
    table.move("1 fighter: persia > kazakh_ssr > russia > archangel > karelia_ssr")
    table.refuses_move("1 fighter: karelia_ssr > archangel", "NCM-15")


@pytest.mark.rule("OPT-31", setup="revised")
def test_no_other_landing_and_no_other_power_refuels() -> None:
    table = british_flight({"trans_jordan": "united_kingdom: 1 fighter"}).move("1 fighter: trans_jordan > kenya")
    table.refuses_move("1 fighter: kenya > union_of_south_africa > kenya", "NCM-15")
    table = british_flight({"india": "united_kingdom: 1 fighter"}, advantages={}).move("1 fighter: india > anglo_egypt")
    table.refuses_move("1 fighter: anglo_egypt > persia", "NCM-15")


@pytest.mark.rule("OPT-40", setup="revised")
def test_the_rule_books_example_a_fighter_flies_from_hawaii_to_the_east_indies() -> None:
    owners = {"east_indies": "united_states"}
    spaces = {"hawaiian_islands": "united_states: 1 fighter"}
    for advantages in ({}, BASES):
        table = position(
            "united_states", "noncombat_move", spaces, setup="revised", owners=owners, advantages=advantages
        )
        order = "1 fighter: hawaiian_islands > east_indies"
        if advantages:
            table.move(order).end_phase()
            assert table.at("east_indies") == {"united_states": {"fighter": 1}}
        else:
            assert "are 5 away" in table.refuses_move(order, "NCM-15")


@pytest.mark.rule("OPT-40", setup="revised")
def test_the_menu_offers_islands_at_the_distance_of_their_zone() -> None:
    spaces = {"hawaiian_islands": "united_states: 1 fighter", "midway": "united_states: 1 infantry"}
    table = position("united_states", "noncombat_move", spaces, setup="revised", advantages=BASES)
    costs = {reach.space: reach.cost for reach in destinations(table.state, "hawaiian_islands", "fighter")}
    assert costs["midway"] == 1
    table.move("1 fighter: hawaiian_islands > midway").move("1 fighter: midway > hawaiian_islands")
    table.move("1 fighter: hawaiian_islands > midway").move("1 fighter: midway > hawaiian_islands")
    table.refuses_move("1 fighter: hawaiian_islands > midway", "NCM-15")


@pytest.mark.rule("OPT-40", "CMV-39", setup="revised")
def test_the_landing_proof_counts_islands_with_their_zones() -> None:
    """From Midway to sea zone 60 and back it is six spaces, or four where Midway counts as part of its zone."""
    spaces = {"midway": "united_states: 1 fighter", "sz60": "japan: 1 transport"}
    owners = {"buryatia_ssr": "japan"}
    order = "1 fighter: midway > sz56 > sz57 > sz60"
    ordinary = position("united_states", "combat_move", spaces, setup="revised", owners=owners)
    ordinary.refuses_move(order, "CMV-39")
    table = position("united_states", "combat_move", spaces, setup="revised", owners=owners, advantages=BASES)
    table.move(order).end_phase().battle("sz60", dice="3 6")
    table.move("1 fighter: sz60 > sz57 > sz56 > midway").end_phase()
    assert table.at("midway") == {"united_states": {"fighter": 1}}


@pytest.mark.rule("OPT-40", "SPC-79", setup="revised")
def test_a_defending_american_fighter_whose_carrier_sank_reaches_an_island_in_the_next_zone() -> None:
    spaces = {
        "sz57": "japan: 2 battleship",
        "sz56": "united_states: 1 aircraft_carrier, 1 fighter",
        "hawaiian_islands": "united_states: 1 infantry",
    }
    for advantages, saved in (({}, {"midway"}), (BASES, {"midway", "hawaiian_islands"})):
        table = position("japan", "combat_move", spaces, setup="revised", advantages=advantages)
        table.move("2 battleship: sz57 > sz56").end_phase().battle("sz56", dice="4 6")
        table.lose("1 aircraft_carrier", dice="6 6").retreat("sz57")
        offered = {"midway"} if table.at("midway") else set(StrandedOptions.of(table.state.requests[0]).places)
        assert offered == saved


@pytest.mark.rule("OPT-43", "CMV-23", setup="revised")
def test_american_infantry_moves_two_and_blitzes_with_mechanized_infantry() -> None:
    mechanized = {"united_states": "mechanized_infantry"}
    spaces = {"china": "united_states: 2 infantry"}
    table = position("united_states", "combat_move", spaces, setup="revised", advantages=mechanized)
    table.move("1 infantry: china > manchuria > kwangtung").move("1 infantry: china > french_indochina > china")
    table.end_phase()
    taken = ["manchuria", "kwangtung", "french_indochina"]
    assert [table.owner(t) for t in taken] == ["united_states"] * 3
    table = position("united_states", "combat_move", spaces, setup="revised")
    table.refuses_move("1 infantry: china > manchuria > kwangtung", "CMV-03")


@pytest.mark.rule("OPT-43", "CMV-24", setup="revised")
def test_a_second_infantry_blitzes_through_what_the_first_one_took() -> None:
    spaces = {"china": "united_states: 2 infantry, 1 artillery"}
    advantages = {"united_states": "mechanized_infantry"}
    table = position("united_states", "combat_move", spaces, setup="revised", advantages=advantages)
    table.move("1 infantry: china > manchuria > kwangtung").move("1 infantry: china > manchuria > china").end_phase()
    assert table.at("china") == {"united_states": {"infantry": 1, "artillery": 1}}


@pytest.mark.rule("OPT-43", "CMV-25", setup="revised")
def test_mechanized_infantry_is_stopped_by_an_enemy_like_a_tank() -> None:
    table = position(
        "united_states",
        "combat_move",
        {"china": "united_states: 1 infantry", "manchuria": "japan: 1 anti_aircraft_gun"},
        setup="revised",
        advantages={"united_states": "mechanized_infantry"},
    )
    table.refuses_move("1 infantry: china > manchuria > kwangtung", "CMV-25")


@pytest.mark.rule("OPT-40", setup="revised")
def test_the_way_that_is_found_costs_american_aircraft_no_more_than_any_other() -> None:
    table = position(
        "united_states", "noncombat_move", {"sz52": "united_states: 1 fighter"}, setup="revised", advantages=BASES
    )
    state = table.state
    (fighter,) = state.pieces.values()
    for start in state.edition.board.sea_zone:
        cost = flights_from(state, "united_states", start)
        for end, path in flights(state, start, state.type_of(fighter)).items():
            assert path_cost(state, fighter, path) == cost[end]
