"""Who is asked in Revised, what happens by itself, and the defaults for players who are away."""

import pytest

from engine.queries.standing_orders import answer_by_orders
from tests.engine.table import Table, position

BERLIN = {
    "ukraine_ssr": "germany: 2 infantry, 1 tank",
    "caucasus": "soviet_union: 2 infantry, 1 artillery, 1 tank",
}


def caucasus(dice: str) -> Table:
    """Germany attacks the Caucasus with two infantry and a tank; the dice are those of the attack and the defence."""
    table = position("germany", "combat_move", BERLIN, setup="revised")
    return table.move("2 infantry, 1 tank: ukraine_ssr > caucasus").end_phase().battle("caucasus", dice)


@pytest.mark.rule("CMB-01", "CMB-02", setup="revised")
@pytest.mark.parametrize("first", ["caucasus", "libya"])
def test_the_attacker_fights_battles_of_all_kinds_in_any_order(first: str) -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "anglo_egypt": "united_kingdom: 1 tank",
            "libya": "germany: 1 infantry",
            "caucasus": "germany: 1 infantry",
            "sz16": "united_kingdom: 1 transport",
        },
        owners={"caucasus": "germany"},
        cargo={"sz16": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]},
        setup="revised",
    )
    table.move("1 tank: anglo_egypt > libya").move("1 infantry: sz16 > caucasus").end_phase()
    assert sorted(table.pending) == [("caucasus", "land"), ("libya", "land")]
    table.battle(first, dice="1 6")
    assert len(table.pending) == 1
    table.refuses({"type": "end_phase"}, "phase")


@pytest.mark.rule("ASY-03", setup="revised")
def test_a_choice_with_one_possible_answer_is_made_without_asking() -> None:
    table = caucasus("6 6 6 6 6 6 6")
    assert table.questions == [("retreat", ("germany",))]
    table.press("1 1 1")
    assert table.questions == [("casualties", ("soviet_union",))]
    lone = position(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany: 2 tank", "caucasus": "soviet_union: 1 infantry"},
        setup="revised",
    )
    lone.move("2 tank: ukraine_ssr > caucasus").end_phase().battle("caucasus", dice="1 1 6")
    assert lone.questions == []
    assert lone.owner("caucasus") == "germany"


@pytest.mark.rule("ASY-04", "ASY-07", "ASY-08", setup="revised")
def test_the_printed_order_of_loss_stands_by_and_an_order_of_ones_own_goes_first() -> None:
    table = caucasus("1 1 1")
    (request,) = table.state.requests
    assert request.default == {"units": {"infantry": 2, "artillery": 1}}
    answer = answer_by_orders(table.state, request, "soviet_union", {"land": ["tank", "artillery"]})
    assert answer == {"units": {"tank": 1, "artillery": 1, "infantry": 1}}
    table.decide("casualties", "default", dice="6 6 6 6")
    assert table.at("caucasus")["soviet_union"] == {"tank": 1}


@pytest.mark.rule("ASY-09", "CMB-13", setup="revised")
def test_at_sea_transports_go_before_destroyers_and_the_first_hit_falls_on_a_battleship() -> None:
    fleet = "japan: 1 battleship, 1 submarine, 1 transport, 1 destroyer, 1 aircraft_carrier, 2 fighter"
    table = position(
        "united_states",
        "combat_move",
        {"sz52": "united_states: 5 battleship", "sz51": fleet},
        setup="revised",
    )
    table.move("5 battleship: sz52 > sz51").end_phase().battle("sz51", dice="6 1 1 1 6 6")
    (request,) = table.state.requests
    assert request.default == {"units": {"submarine": 1, "transport": 1}, "damaged": {"battleship": 1}}


@pytest.mark.rule("ASY-40", setup="revised")
def test_an_attacker_who_is_away_presses_on_while_ahead_and_else_retreats() -> None:
    ahead = position(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany: 5 tank", "caucasus": "soviet_union: 1 infantry"},
        setup="revised",
    )
    ahead.move("5 tank: ukraine_ssr > caucasus").end_phase().battle("caucasus", dice="6 6 6 6 6 6")
    assert ahead.state.requests[0].default == {"press": True}
    behind = caucasus("6 6 6 6 6 6 6")
    assert behind.state.requests[0].default == {"retreat": "ukraine_ssr"}


@pytest.mark.rule("ASY-39", "OPT-15", setup="revised")
def test_winter_is_declared_on_the_soviet_turn_and_asks_nobody() -> None:
    table = position(
        "soviet_union",
        "collect_income",
        {"russia": "soviet_union: 1 infantry", "ukraine_ssr": "germany: 1 infantry"},
        setup="revised",
        advantages={"soviet_union": "russian_winter"},
    )
    table.do({"type": "advantage", "name": "russian_winter"}).end_phase()
    assert (table.state.power, table.questions) == ("germany", [])


@pytest.mark.rule("ASY-25", "SPC-79", "SPC-80", setup="revised")
def test_stranded_fighters_land_on_the_nearest_friendly_land_by_default() -> None:
    table = position(
        "japan",
        "combat_move",
        {
            "sz37": "japan: 2 battleship",
            "sz38": "united_kingdom: 1 aircraft_carrier, 1 fighter",
            "australia": "united_kingdom: 1 infantry",
            "sz46": "united_states: 1 aircraft_carrier",
        },
        setup="revised",
    )
    table.move("2 battleship: sz37 > sz38").end_phase().battle("sz38", dice="1 6")
    table.lose("1 aircraft_carrier", dice="6 6").press("6 6 6").retreat("sz37")
    assert table.questions == [("stranded_landing", ("united_kingdom",))]
    assert table.state.requests[0].default == {"australia": {"fighter": 1}}


@pytest.mark.rule("ASY-01", "ASY-18", setup="revised")
def test_all_owners_of_submarines_are_asked_at_once() -> None:
    table = position(
        "japan",
        "combat_move",
        {
            "sz60": "japan: 1 battleship",
            "sz57": "united_states: 1 submarine, 1 aircraft_carrier; united_kingdom: 1 submarine",
        },
        setup="revised",
    )
    table.move("1 battleship: sz60 > sz57").end_phase().battle("sz57", dice="6 6 6 6").press()
    assert table.questions == [("submerge", ("united_kingdom",)), ("submerge", ("united_states",))]
    assert sorted(table.board["acting"]) == ["united_kingdom", "united_states"]
    table.decide("submerge", {"submarine": 1}, power="united_kingdom")
    table.decide("submerge", {}, dice="6 6 6", power="united_states")


@pytest.mark.rule("ASY-15", "SPC-62", setup="revised")
def test_antiaircraft_fire_asks_nobody_which_aircraft_dies() -> None:
    table = position(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany: 1 fighter, 1 bomber", "caucasus": "soviet_union: 1 anti_aircraft_gun, 2 infantry"},
        setup="revised",
    )
    table.move("1 fighter, 1 bomber: ukraine_ssr > caucasus").end_phase()
    table.battle("caucasus", dice="1 6 6 6 6")
    assert table.at("caucasus")["germany"] == {"bomber": 1}
    assert table.questions == [("retreat", ("germany",))]
