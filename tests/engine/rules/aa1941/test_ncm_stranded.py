"""Defending fighters whose carrier was sunk land first in the noncombat move (chapter NCM)."""

from __future__ import annotations

import pytest

from engine.state.game_state import state_from_json, state_to_json
from tests.engine.rules.common.test_ncm_stranded import carrier_sunk
from tests.engine.table import Table, position


@pytest.mark.rule("NCM-04", "UNI-53")
def test_stranded_defenders_land_before_the_attacker_moves() -> None:
    table = carrier_sunk("sz45", origin="sz44", hawaiian_islands="united_states: 1 infantry, 1 fighter")
    assert table.questions == [("stranded_landing", ("japan",))]
    assert table.board["acting"] == ["japan"]
    table.refuses_move("1 fighter: hawaiian_islands > sz40 > sz43 > midway", "request")
    table.refuses({"type": "end_phase"}, "request")
    table.decide("stranded_landing", {"okinawa": {"fighter": 1}, "iwo_jima": {"fighter": 1}})
    assert table.at("okinawa") == table.at("iwo_jima") == {"japan": {"fighter": 1}}
    table.move("1 fighter: hawaiian_islands > sz40 > sz43 > midway").end_phase()


@pytest.mark.rule("NCM-04")
def test_the_request_says_where_the_fighters_may_land() -> None:
    table = carrier_sunk("sz45", origin="sz44", sz46="japan: 1 aircraft_carrier, 1 fighter")
    (request,) = table.state.requests
    assert request.options["units"] == {"fighter": 2}
    assert request.options["places"] == {"iwo_jima": 2, "japan": 2, "manchuria": 2, "okinawa": 2, "sz46": 1}


@pytest.mark.rule("NCM-04")
def test_the_request_survives_being_stored() -> None:
    table = carrier_sunk("sz45", origin="sz44")
    again = Table(state_from_json(state_to_json(table.state)))
    again.decide("stranded_landing", {"japan": {"fighter": 2}})
    assert again.at("japan") == {"japan": {"fighter": 2}}


@pytest.mark.rule("NCM-04")
def test_by_default_they_land_in_the_friendly_land_with_most_units() -> None:
    table = carrier_sunk("sz45", origin="sz44", manchuria="japan: 3 infantry", japan="japan: 1 infantry")
    table.decide("stranded_landing", "default")
    assert table.at("manchuria") == {"japan": {"fighter": 2, "infantry": 3}}


@pytest.mark.rule("NCM-20")
@pytest.mark.parametrize(
    ("choice", "rule"),
    [
        ({}, "NCM-20"),
        ({"japan": {"fighter": 1}}, "NCM-20"),
        ({"japan": {"fighter": 3}}, "units"),
        ({"japan": {"bomber": 2}}, "units"),
        ({"siberia": {"fighter": 2}}, "SPC-79"),
        ({"coastal_china": {"fighter": 2}}, "SPC-79"),
        ({"sz46": {"fighter": 2}}, "UNI-49"),
        ({"japan": {"fighter": "2"}}, "form"),
        ({"japan": {"fighter": -1}, "okinawa": {"fighter": 3}}, "form"),
        ({"japan": 2}, "form"),
        ("drown", "form"),
    ],
)
def test_their_owner_must_save_all_that_can_be_saved_within_one_space(choice: object, rule: str) -> None:
    table = carrier_sunk("sz45", origin="sz44", sz46="japan: 1 aircraft_carrier, 1 fighter")
    table.refuses({"type": "decide", "kind": "stranded_landing", "choice": choice}, rule)


@pytest.mark.rule("NCM-04")
def test_only_their_owner_is_asked() -> None:
    table = carrier_sunk("sz45", origin="sz44")
    order = {"type": "decide", "request": table.state.requests[0].id, "choice": "default"}
    table.refuses({**order, "power": "germany"}, "power")
    table.do({**order, "power": "japan"})
    table.refuses(order, "request")


@pytest.mark.rule("NCM-04", "NCM-22")
def test_an_allied_fighter_lands_in_allied_land_unless_leave_is_refused() -> None:
    defenders = "japan: 1 aircraft_carrier; germany: 1 fighter"
    table = carrier_sunk("sz31", origin="sz30", defenders=defenders)
    assert table.at("southeast_asia") == {"germany": {"fighter": 1}}
    table = position("united_states", "combat_move", {"sz30": "united_states: 1 submarine", "sz31": defenders})
    table.do({"type": "leave", "power": "japan", "to": "germany", "what": "territories", "granted": False})
    table.move("1 submarine: sz30 > sz31").end_phase().battle("sz31").decide("submerge", {}, dice="1")
    assert "germany" not in {power for units in table.board["units"].values() for power in units}


@pytest.mark.rule("NCM-04")
def test_they_land_even_if_the_attacker_has_nothing_left_to_move() -> None:
    table = position(
        "united_states",
        "combat_move",
        {
            "sz44": "united_states: 1 submarine",
            "sz45": "japan: 1 aircraft_carrier, 2 fighter, 1 submarine",
            "australia": "united_kingdom: 1 infantry",
            "karelia": "soviet_union: 1 infantry",
        },
    )
    table.move("1 submarine: sz44 > sz45").end_phase().battle("sz45")
    table.decide("submerge", {}).decide("submerge", {}, dice="1")
    table.lose("1 aircraft_carrier", dice="1")
    assert table.questions == [("stranded_landing", ("japan",))]
    again = Table(state_from_json(state_to_json(table.state)))
    again.decide("stranded_landing", {"okinawa": {"fighter": 2}})
    assert again.at("okinawa") == {"japan": {"fighter": 2}}
    assert (again.state.power, again.state.round) == ("soviet_union", 2)
