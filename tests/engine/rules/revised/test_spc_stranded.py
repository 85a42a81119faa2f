"""Fighters of Revised whose carrier is sunk (SPC-79, SPC-80, SPC-102, UNI-53, NCM-04, ASY-25)."""

from functools import partial

import pytest

from engine.ask import StrandedOptions, destinations
from tests.engine.table import Table, position

revised = partial(position, setup="revised")


def sinking_of_a_defending_carrier() -> Table:
    """The document's example: a Japanese submarine sinks a British carrier off New Zealand, then submerges."""
    table = revised(
        "japan",
        "combat_move",
        {
            "sz45": "japan: 1 submarine",
            "sz41": "united_kingdom: 1 aircraft_carrier, 1 fighter; united_states: 1 fighter",
            "sz42": "united_states: 1 aircraft_carrier",
        },
    )
    table.move("1 submarine: sz45 > sz41").end_phase().battle("sz41", dice="2 6 6")
    return table.decide("retreat", {"press": True, "submerge": {"submarine": 1}})


@pytest.mark.rule("SPC-79", "SPC-80", "UNI-53", "ASY-25", setup="revised")
def test_the_fighters_of_a_sunken_defending_carrier_land_within_one_space_at_once() -> None:
    table = sinking_of_a_defending_carrier()
    assert table.questions == [
        ("stranded_landing", ("united_kingdom",)),
        ("stranded_landing", ("united_states",)),
    ]
    assert [sorted(StrandedOptions.of(request).places) for request in table.state.requests] == [
        ["new_zealand", "sz42"]
    ] * 2
    assert table.phase == "conduct_combat"
    far = {"type": "decide", "kind": "stranded_landing", "power": "united_kingdom"}
    table.refuses({**far, "choice": {"australia": {"fighter": 1}}}, "SPC-79")
    table.decide("stranded_landing", {"new_zealand": {"fighter": 1}}, power="united_kingdom")
    table.decide("stranded_landing", {"sz42": {"fighter": 1}}, power="united_states")
    assert table.at("new_zealand")["united_kingdom"]["fighter"] == 1
    assert table.at("sz42") == {"united_states": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("SPC-79", "ASY-25", setup="revised")
def test_by_default_they_land_on_friendly_land() -> None:
    table = sinking_of_a_defending_carrier()
    assert [request.default for request in table.state.requests] == [{"new_zealand": {"fighter": 1}}] * 2


@pytest.mark.rule("SPC-79", "UNI-53", setup="revised")
def test_with_no_place_within_one_space_they_are_lost() -> None:
    spaces = {"sz42": "japan: 1 submarine", "sz43": "united_kingdom: 1 aircraft_carrier, 2 fighter"}
    table = revised("japan", "combat_move", spaces).move("1 submarine: sz42 > sz43").end_phase()
    table.battle("sz43", dice="2 6 6").decide("retreat", {"press": True, "submerge": {"submarine": 1}})
    assert "united_kingdom" not in table.at("sz43")
    assert [event.reason for event in table.happened("units_lost")] == ["no_landing"]


@pytest.mark.rule("SPC-79", setup="revised")
def test_another_carrier_in_the_zone_takes_them_without_a_question() -> None:
    defenders = "united_kingdom: 2 aircraft_carrier, 1 fighter"
    table = revised("japan", "combat_move", {"sz42": "japan: 1 submarine", "sz43": defenders})
    table.move("1 submarine: sz42 > sz43").end_phase().battle("sz43", dice="2").lose("1 aircraft_carrier", dice="6 6")
    table.decide("retreat", {"press": True, "submerge": {"submarine": 1}})
    assert table.at("sz43")["united_kingdom"] == {"aircraft_carrier": 1, "fighter": 1}
    assert table.phase == "noncombat_move"


def one_of_two_carriers_sunk() -> Table:
    """A Japanese submarine sinks the British carrier with the fighter off New Zealand, and another carrier is there."""
    spaces = {"sz45": "japan: 1 submarine", "sz41": "united_kingdom: 2 aircraft_carrier, 1 fighter"}
    table = revised("japan", "combat_move", spaces).move("1 submarine: sz45 > sz41").end_phase()
    table.battle("sz41", dice="2")
    (fighter,) = (piece for piece in table.state.at("sz41") if piece.unit == "fighter")
    table.decide("casualties", {"pick": [fighter.aboard]}, dice="6 6")
    return table.decide("retreat", {"press": True, "submerge": {"submarine": 1}})


@pytest.mark.rule("SPC-79", "ASY-25", setup="revised")
def test_land_is_open_to_them_though_another_carrier_is_in_the_zone() -> None:
    table = one_of_two_carriers_sunk()
    assert table.questions == [("stranded_landing", ("united_kingdom",))]
    assert table.state.requests[0].options["places"] == {"new_zealand": 1, "sz41": 1}
    table.decide("stranded_landing", {"new_zealand": {"fighter": 1}})
    assert table.at("new_zealand")["united_kingdom"]["fighter"] == 1


@pytest.mark.rule("SPC-79", "ASY-25", setup="revised")
def test_by_default_they_land_on_another_carrier_of_the_zone() -> None:
    table = one_of_two_carriers_sunk().decide("stranded_landing", "default")
    (fighter,) = (piece for piece in table.state.at("sz41") if piece.unit == "fighter")
    assert table.state.pieces[fighter.aboard or ""].unit == "aircraft_carrier"


@pytest.mark.rule("SPC-80", "NCM-04", setup="revised")
def test_a_fighter_that_lands_in_an_attacked_territory_defends_it() -> None:
    table = revised(
        "germany",
        "combat_move",
        {
            "sz14": "germany: 1 submarine",
            "sz15": "united_kingdom: 1 aircraft_carrier, 1 fighter",
            "libya": "germany: 1 infantry",
            "anglo_egypt": "united_kingdom: 1 infantry",
        },
        owners={"trans_jordan": "germany"},
    )
    table.move("1 submarine: sz14 > sz15").move("1 infantry: libya > anglo_egypt").end_phase()
    table.battle("sz15", dice="2 6").decide("retreat", {"press": True, "submerge": {"submarine": 1}})
    table.battle("anglo_egypt", dice="6 6 6")
    assert [shot.unit for shot in table.happened("fired")[1].shots] == ["infantry", "fighter"]


@pytest.mark.rule("SPC-102", "CMV-52", "CMV-50", setup="revised")
def test_when_an_attacking_carrier_is_sunk_its_guest_is_lost_and_its_own_fighter_flies_as_far_as_it_can() -> None:
    """The document's example: a British carrier with an American guest attacks a Japanese submarine where it is."""
    spaces = {
        "sz41": "japan: 1 submarine; united_kingdom: 1 aircraft_carrier, 1 fighter; united_states: 1 fighter",
        "sz44": "united_states: 1 aircraft_carrier",
    }
    table = revised("united_kingdom", "combat_move", spaces, owners={"solomon_islands": "united_states"})
    table.end_phase().battle("sz41", dice="2 6").decide("retreat", {"press": True})
    table.decide("submerge", {"submarine": 1})
    assert table.at("sz41") == {"united_kingdom": {"fighter": 1}, "japan": {"submarine": 1}}
    reach = {reach.space for reach in destinations(table.state, "sz41", "fighter")}
    assert {"new_zealand", "australia", "solomon_islands", "sz44"} <= reach
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: sz41 > new_zealand").end_phase()
    assert table.at("new_zealand")["united_kingdom"]["fighter"] == 1
