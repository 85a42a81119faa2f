"""Aircraft whose carrier was sunk (SPC-79, SPC-80, SPC-102)."""

import pytest

from tests.engine.rules.common.test_spc_stranded import carrier_sunk
from tests.engine.table import position


@pytest.mark.rule("SPC-79", "SPC-80")
def test_a_defending_fighter_moves_one_space_to_friendly_land_before_the_attackers_noncombat_moves() -> None:
    table = carrier_sunk("sz14", "germany: 1 aircraft_carrier, 1 fighter", north_africa="germany: 1 infantry")
    assert table.phase == "noncombat_move"
    assert table.at("north_africa") == {"germany": {"infantry": 1, "fighter": 1}}
    assert table.at("sz14") == {"united_kingdom": {"submarine": 1}}


@pytest.mark.rule("SPC-79")
def test_a_defending_fighter_uses_another_carrier_in_the_same_zone() -> None:
    spaces = {
        "sz8": "united_kingdom: 2 submarine",
        "sz9": "germany: 1 aircraft_carrier, 2 fighter; japan: 1 aircraft_carrier",
    }
    table = position("united_kingdom", "combat_move", spaces).move("2 submarine: sz8 > sz9").end_phase().battle("sz9")
    table.decide("submerge", {}, dice="1 6")
    choice = {"germany": {"aircraft_carrier": 1}}
    table.decide("casualties", choice, power="germany").decide("casualties", choice, power="japan", dice="6")
    table.retreat("sz8")
    assert table.at("sz9") == {"germany": {"fighter": 2}, "japan": {"aircraft_carrier": 1}}
    assert {piece.aboard for piece in table.state.at("sz9") if piece.unit == "fighter"} == {"japan.aircraft_carrier.3"}


@pytest.mark.rule("SPC-79")
def test_a_defending_fighter_without_any_landing_place_within_one_space_is_lost() -> None:
    table = carrier_sunk("sz9", "germany: 1 aircraft_carrier, 2 fighter", sz11="germany: 1 aircraft_carrier")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}}
    assert table.at("sz11") == {"germany": {"aircraft_carrier": 1}}
    assert [event.reason for event in table.happened("units_lost")][-1] == "no_landing"


@pytest.mark.rule("SPC-79", "SPC-80")
def test_with_several_landing_places_the_owner_chooses_before_the_attacker_moves_on() -> None:
    table = carrier_sunk(
        "sz14",
        "germany: 1 aircraft_carrier, 2 fighter",
        north_africa="germany: 1 infantry",
        sz15="germany: 1 aircraft_carrier",
        united_kingdom="united_kingdom: 1 infantry, 1 fighter",
    )
    assert table.questions == [("stranded_landing", ("germany",))]
    table.refuses({"type": "end_phase"}, "request")
    table.refuses({"type": "move", "units": {"fighter": 1}, "path": ["united_kingdom", "sz8"]}, "request")
    answer = {"type": "decide", "kind": "stranded_landing"}
    table.refuses({**answer, "choice": {"germany": {"fighter": 2}}}, "SPC-79")
    table.refuses({**answer, "choice": {"sz15": {"fighter": 1}}}, "NCM-20")
    table.decide("stranded_landing", {"sz15": {"fighter": 1}, "north_africa": {"fighter": 1}})
    assert table.at("sz15")["germany"] == {"aircraft_carrier": 1, "fighter": 1}
    assert table.at("north_africa")["germany"] == {"infantry": 1, "fighter": 1}


@pytest.mark.rule("SPC-80")
def test_defenders_do_not_land_before_the_last_battle_of_the_turn_is_over() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz8": "united_kingdom: 1 submarine",
            "sz9": "germany: 1 aircraft_carrier, 1 fighter",
            "sz10": "japan: 1 aircraft_carrier",
            "anglo_egypt_sudan": "united_kingdom: 1 tank",
            "north_africa": "germany: 1 infantry",
        },
    )
    table.move("1 submarine: sz8 > sz9").move("1 tank: anglo_egypt_sudan > north_africa").end_phase()
    table.battle("sz9").decide("submerge", {}, dice="1")
    assert table.at("sz9")["germany"] == {"fighter": 1}
    table.battle("north_africa", dice="1 6")
    assert table.at("sz10") == {"japan": {"aircraft_carrier": 1}, "germany": {"fighter": 1}}


@pytest.mark.rule("SPC-102")
def test_an_attacking_fighter_that_reaches_no_landing_place_is_lost() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "united_kingdom": "united_kingdom: 1 fighter",
            "sz13": "united_kingdom: 1 aircraft_carrier",
            "sz22": "germany: 1 destroyer",
        },
    )
    table.move("1 aircraft_carrier: sz13 > sz22").move(
        "1 fighter: united_kingdom > sz8 > sz9 > sz13 > sz22"
    ).end_phase()
    table.battle("sz22", dice="6 6 1").lose("1 aircraft_carrier").press(dice="1 6")
    assert table.at("sz22") == {"united_kingdom": {"fighter": 1}}
    table.end_phase()
    assert table.at("sz22") == {}
