"""How aircraft of Revised fly and land: range, the landing proof, and the noncombat move."""

import pytest

from tests.engine.table import Table, position


def at(power: str, phase: str, spaces: dict[str, str], **more: object) -> Table:
    """A position of Revised."""
    return position(power, phase, spaces, setup="revised", **more)  # type: ignore[arg-type]


@pytest.mark.rule("UNI-06", "CMV-38", "NCM-15", setup="revised")
def test_a_fighter_flies_four_spaces_in_both_phases_together() -> None:
    table = at("germany", "combat_move", {"germany": "germany: 1 fighter", "sz7": "united_kingdom: 1 transport"})
    assert table.refuses_move("1 fighter: germany > novosibirsk", "CMV-38").endswith("is 5 away.")
    table.move("1 fighter: germany > western_europe > sz7").end_phase().battle("sz7", dice="1 6")
    table.refuses_move("1 fighter: sz7 > sz12 > sz13 > algeria", "NCM-15")
    table.move("1 fighter: sz7 > western_europe > germany")


@pytest.mark.rule("UNI-08", "CMV-38", setup="revised")
def test_a_bomber_flies_six_spaces() -> None:
    table = at("united_kingdom", "combat_move", {"united_kingdom": "united_kingdom: 1 bomber"})
    table.move("1 bomber: united_kingdom > sz6 > western_europe > southern_europe").end_phase()
    table.move("1 bomber: southern_europe > western_europe > sz6 > united_kingdom")
    table = at("united_kingdom", "combat_move", {"united_kingdom": "united_kingdom: 1 bomber"})
    table.refuses_move("1 bomber: united_kingdom > manchuria", "CMV-38")


@pytest.mark.rule("CMV-39", "NCM-13", "NCM-14", setup="revised")
def test_land_taken_this_turn_is_no_landing_place() -> None:
    table = at("germany", "combat_move", {"libya": "germany: 1 tank", "southern_europe": "germany: 1 fighter"})
    table.move("1 tank: libya > anglo_egypt > trans_jordan")
    table.refuses_move("1 fighter: southern_europe > sz14 > sz15 > trans_jordan", "CMV-39")
    table.end_phase()
    table.refuses_move("1 fighter: southern_europe > sz14 > sz15 > anglo_egypt", "NCM-14")
    table.refuses_move("1 fighter: southern_europe > balkans > ukraine_ssr > caucasus", "NCM-13")
    table.move("1 fighter: southern_europe > sz14 > libya")


@pytest.mark.rule("CMV-39", "CMV-45", setup="revised")
def test_a_fighter_over_the_sea_needs_land_or_a_carrier_in_reach() -> None:
    table = at("japan", "combat_move", {"japan": "japan: 1 fighter", "sz56": "united_states: 1 transport"})
    table.refuses_move("1 fighter: japan > sz60 > sz57 > sz56", "CMV-39")
    far = at("japan", "combat_move", {"japan": "japan: 1 fighter", "sz55": "united_states: 1 transport"})
    far.refuses_move("1 fighter: japan > sz60 > sz57 > sz52 > sz55", "CMV-45")


@pytest.mark.rule("CMV-40", "CMV-41", "CMV-44", setup="revised")
def test_a_carrier_may_be_counted_on_to_come_even_through_a_zone_that_a_battle_is_to_clear() -> None:
    table = at(
        "japan",
        "combat_move",
        {
            "japan": "japan: 1 fighter",
            "sz60": "japan: 1 aircraft_carrier, 1 battleship",
            "sz57": "united_states: 1 destroyer",
            "sz51": "united_states: 1 destroyer",
            "sz52": "united_states: 1 transport",
        },
        owners={"wake_island": "united_states"},
    )
    table.refuses_move("1 fighter: japan > sz60 > sz57 > sz52", "CMV-39")
    table.move("1 battleship: sz60 > sz57")
    table.move("1 fighter: japan > sz60 > sz57 > sz52")


@pytest.mark.rule("CMV-41", "CMV-43", "CMV-47", setup="revised")
def test_a_carrier_that_makes_a_combat_move_is_no_landing_place_elsewhere() -> None:
    table = at(
        "japan",
        "combat_move",
        {
            "japan": "japan: 1 fighter",
            "sz60": "japan: 1 aircraft_carrier",
            "sz59": "united_states: 1 transport",
            "sz56": "united_states: 1 transport",
        },
    )
    table.move("1 fighter: japan > sz60 > sz57 > sz56")
    table.refuses_move("1 aircraft_carrier: sz60 > sz59", "CMV-39")


@pytest.mark.rule("CMV-42", "NCM-18", "PUR-06", setup="revised")
def test_a_carrier_just_bought_is_no_landing_place() -> None:
    table = at(
        "japan",
        "combat_move",
        {"japan": "japan: 1 fighter", "sz57": "united_states: 1 transport"},
        purchased={"japan": {"aircraft_carrier": 1}},
        owners={"japan": "japan"},
    )
    table.refuses({"type": "promise", "carrier": "new", "space": "sz60"}, "CMV-42")
    table.move("1 fighter: japan > sz60 > sz57").end_phase().battle("sz57", dice="6 6").press("1 6")
    table.move("1 fighter: sz57 > sz60")
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: sz60 > japan").end_phase()


@pytest.mark.rule("NCM-01", "NCM-02", "NCM-12", "CMV-15", setup="revised")
def test_land_units_that_fought_stay_and_aircraft_that_fought_fly_home() -> None:
    table = at(
        "germany",
        "combat_move",
        {"ukraine_ssr": "germany: 2 infantry, 1 fighter, 1 tank", "caucasus": "soviet_union: 1 infantry"},
    )
    table.move("1 infantry, 1 fighter: ukraine_ssr > caucasus").end_phase().battle("caucasus", dice="1 1 6")
    table.refuses_move("1 infantry: caucasus > ukraine_ssr", "CMV-15")
    table.refuses_move("1 tank: ukraine_ssr > west_russia > russia", "NCM-07")
    table.move("1 fighter: caucasus > ukraine_ssr").move("1 infantry, 1 tank: ukraine_ssr > caucasus")


@pytest.mark.rule("NCM-03", "NCM-06", "NCM-07", "NCM-09", setup="revised")
def test_only_aircraft_pass_hostile_land_in_the_noncombat_move_and_nobody_enters_neutral_land() -> None:
    table = at("germany", "noncombat_move", {"ukraine_ssr": "germany: 1 tank, 1 fighter", "balkans": "germany: 1 tank"})
    table.refuses_move("1 tank: ukraine_ssr > caucasus", "NCM-07")
    table.refuses_move("1 tank: balkans > southern_europe > switzerland", "BRD-12")
    table.refuses_move("1 fighter: ukraine_ssr > caucasus > turkey", "BRD-12")
    table.move("1 tank: ukraine_ssr > belorussia > west_russia")
    table.move("1 fighter: ukraine_ssr > caucasus > west_russia")


@pytest.mark.rule("NCM-06", setup="revised")
def test_land_units_move_into_land_taken_this_turn() -> None:
    table = at("germany", "combat_move", {"ukraine_ssr": "germany: 2 infantry"})
    table.move("1 infantry: ukraine_ssr > caucasus").end_phase()
    table.move("1 infantry: ukraine_ssr > caucasus")
    assert table.at("caucasus") == {"germany": {"infantry": 2}}


@pytest.mark.rule("NCM-16", "NCM-22", "UNI-47", "UNI-49", "UNI-50", setup="revised")
def test_two_fighters_and_no_bomber_land_on_a_carrier_an_allys_too_without_asking() -> None:
    table = at(
        "united_kingdom",
        "noncombat_move",
        {"united_kingdom": "united_kingdom: 3 fighter, 1 bomber", "sz8": "united_states: 1 aircraft_carrier"},
    )
    table.refuses_move("1 bomber: united_kingdom > sz8", "UNI-47")
    table.move("2 fighter: united_kingdom > sz8")
    table.move("1 fighter: united_kingdom > sz8")
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.do({"type": "undo"}).end_phase()
    assert table.at("sz8")["united_kingdom"] == {"fighter": 2}


@pytest.mark.rule("NCM-20", "NCM-21", setup="revised")
def test_whoever_can_land_must_and_the_others_are_lost() -> None:
    table = at("japan", "noncombat_move", {"sz60": "japan: 1 fighter", "sz44": "japan: 1 fighter"})
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: sz60 > japan")
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: sz44 > sz45 > solomon_islands").end_phase()
    lone = at(
        "japan",
        "noncombat_move",
        {"sz26": "japan: 1 fighter", "japan": "japan: 1 infantry"},
    )
    lone.end_phase()
    assert lone.at("sz26") == {}
    (lost,) = lone.happened("units_lost")
    assert lost.reason == "no_landing"


@pytest.mark.rule("UNI-45", "UNI-46", "UNI-48", "CMB-46", setup="revised")
def test_aircraft_defend_where_they_are_based_and_take_no_land() -> None:
    table = at(
        "germany",
        "combat_move",
        {
            "ukraine_ssr": "germany: 1 fighter",
            "caucasus": "soviet_union: 1 infantry",
            "sz6": "united_kingdom: 1 transport",
            "sz5": "germany: 1 submarine",
            "united_kingdom": "united_kingdom: 2 fighter",
        },
    )
    table.move("1 fighter: ukraine_ssr > caucasus").move("1 submarine: sz5 > sz6").end_phase()
    table.battle("sz6", dice="1")
    assert table.at("sz6") == {"germany": {"submarine": 1}}
    table.battle("caucasus", dice="1 6")
    assert table.owner("caucasus") == "soviet_union"


@pytest.mark.rule("POL-01", "POL-07", setup="revised")
def test_the_two_sides_are_at_war_from_the_start() -> None:
    table = at("germany", "combat_move", {"germany": "germany: 1 infantry"})
    assert ["germany", "soviet_union", "war"] in table.board["relations"]
    assert all(relation == "war" for _, _, relation in table.board["relations"])
    table.refuses({"type": "declare_war", "on": ["soviet_union"]}, "POL-01")


@pytest.mark.rule("ASY-28", "NCM-22", setup="revised")
def test_no_ally_can_refuse_its_carriers() -> None:
    table = at("united_states", "noncombat_move", {"sz8": "united_states: 1 aircraft_carrier"})
    table.refuses({"type": "leave", "to": "united_kingdom", "what": "carriers", "granted": False}, "ASY-28")


@pytest.mark.rule("NCM-19", "CMV-50", setup="revised")
def test_a_full_carrier_cannot_come_to_a_fighter_before_one_of_its_own_has_taken_off() -> None:
    spaces = {
        "eastern_canada": "united_kingdom: 1 fighter",
        "sz9": "united_kingdom: 1 aircraft_carrier, 2 fighter",
        "sz18": "germany: 1 transport",
    }
    table = position("united_kingdom", "combat_move", spaces, setup="revised", owners={"brazil": "japan"})
    table.move("1 fighter: eastern_canada > sz9 > sz11 > sz18").end_phase().battle("sz18", dice="3 6")
    table.refuses_move("1 aircraft_carrier: sz9 > sz11 > sz18", "NCM-19")
    table.move("1 fighter: sz9 > eastern_canada").move("1 aircraft_carrier: sz9 > sz11 > sz18").end_phase()
    assert table.at("sz18") == {"united_kingdom": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("UNI-50", "NCM-16", setup="revised")
@pytest.mark.parametrize("host", ["japan", "germany", None])
def test_a_fighter_chooses_between_an_own_carrier_and_an_allys(host: str | None) -> None:
    spaces = {"japan": "japan: 2 fighter", "sz60": "japan: 1 aircraft_carrier; germany: 1 aircraft_carrier"}
    table = at("japan", "noncombat_move", spaces)
    table.move("1 fighter: japan > sz60", transport_owner=host).end_phase()
    (fighter,) = (piece for piece in table.state.at("sz60") if piece.unit == "fighter")
    assert table.state.pieces[fighter.aboard or ""].power == (host or "japan")


@pytest.mark.rule("UNI-50", "UNI-49", "NCM-16", setup="revised")
def test_a_chosen_carrier_must_be_there_and_have_room() -> None:
    spaces = {
        "japan": "japan: 3 fighter, 1 infantry",
        "sz60": "japan: 1 aircraft_carrier; germany: 1 aircraft_carrier",
        "manchuria": "japan: 1 infantry",
        "sz61": "japan: 1 transport",
    }
    table = at("japan", "noncombat_move", spaces)
    carrier = next(piece.id for piece in table.state.at("sz60") if piece.power == "germany")
    table.refuses_move("1 fighter: japan > sz60", "NCM-16", transport_owner="soviet_union")
    table.refuses_move("1 fighter: japan > sz60", "NCM-16", transport="japan.transport.1")
    table.refuses_move("1 fighter: japan > manchuria", "form", transport_owner="germany")
    table.refuses_move("1 transport: sz61 > sz60", "form", transport_owner="germany")
    table.move("2 fighter: japan > sz60", transport=carrier)
    assert "room for 0 more" in table.refuses_move("1 fighter: japan > sz60", "UNI-49", transport_owner="germany")
    table.do({"type": "undo"}).move("1 fighter: japan > sz60", transport=carrier)
    table.move("2 fighter: japan > sz60").end_phase()
    assert len(table.state.cargo(carrier)) == 1


@pytest.mark.rule("UNI-50", setup="revised")
def test_no_carrier_is_chosen_before_aircraft_land() -> None:
    spaces = {"japan": "japan: 1 fighter", "sz60": "germany: 1 aircraft_carrier; united_states: 1 transport"}
    table = at("japan", "combat_move", spaces)
    table.refuses_move("1 fighter: japan > sz60", "NCM-16", transport_owner="germany")
