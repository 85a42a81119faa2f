"""Landings of Pacific 1940 in which more than one thing is odd (chapters SPC, CMV and CMB)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import KamikazeOptions
from tests.engine.rules.pacific.playing import at_war
from tests.engine.table import Table, position


def from_an_ally(zone: str, **spaces: str) -> Table:
    """American infantry is to land in Korea from a British transport in sea zone 6."""
    aboard = {"transport": "united_kingdom", "units": {"united_states": {"infantry": 1}}}
    spaces = {"sz6": zone, "korea": "japan: 1 infantry", **spaces}
    table = at_war("united_states", "combat_move", spaces, cargo={"sz6": [aboard]})
    return table.move("1 infantry: sz6 > korea").end_phase()


def rise(table: Table) -> Table:
    """A Japanese fighter scrambles into sea zone 6."""
    return table.decide("reaction", {"scramble": {"sz6": {"japan": {"fighter": 1}}}})


@pytest.mark.rule("CMV-68", "SPC-01", "SPC-05", setups="1940")
def test_aircraft_that_nobody_fights_keep_a_landing_from_an_allys_transport_off() -> None:
    """The transport is no unit of the attacker: it neither fights nor is hit, and its zone is not opened."""
    table = rise(from_an_ally("united_kingdom: 1 transport", japan="japan: 1 fighter"))
    assert (table.phase, table.pending) == ("noncombat_move", [])
    assert table.owner("korea") == "japan"
    assert table.at("sz6") == {"united_kingdom": {"transport": 1}, "united_states": {"infantry": 1}}
    assert table.at("japan") == {"japan": {"fighter": 1}}


@pytest.mark.rule("CMV-68", "SPC-01", setups="1940")
def test_own_ships_open_the_zone_for_what_lands_from_an_allys_transport() -> None:
    table = rise(from_an_ally("united_kingdom: 1 transport; united_states: 1 cruiser", japan="japan: 1 fighter"))
    table.decide("kamikaze", {}).battle("sz6", dice="3 6").battle("korea", dice="1 6")
    assert table.owner("korea") == "united_states"


@pytest.mark.rule("SPC-96", "SPC-05", "CMV-68", setups="1940")
def test_a_landing_from_an_ally_is_off_once_kamikazes_have_sunk_who_was_to_open_the_zone() -> None:
    table = from_an_ally("united_kingdom: 1 transport; united_states: 1 destroyer; japan: 1 destroyer")
    (ship,) = KamikazeOptions.of(table.requests[0]).ships["sz6"]
    table.decide("kamikaze", {"sz6": [[ship, 1]]}, dice="2")
    assert (table.phase, table.pending, table.owner("korea")) == ("noncombat_move", [], "japan")


def fleets_part(**spaces: str) -> Table:
    """Japanese ships share sea zone 36 with British ones when Japan declares war; one attacks in sea zone 37."""
    fleets: dict[str, Any] = {"sz36": "japan: 2 destroyer; united_kingdom: 1 destroyer", **spaces}
    table = position("japan", "combat_move", {**fleets, "sz37": "united_kingdom: 1 cruiser"})
    table.do({"type": "declare_war", "on": ["united_kingdom"]})
    return table.move("1 destroyer: sz36 > sz37").end_phase()


@pytest.mark.rule("CMB-40", "POL-04", setups="1940")
def test_a_zone_that_the_own_declaration_made_hostile_is_no_way_back_until_it_is_cleared() -> None:
    table = fleets_part().battle("sz36", dice="2 6").battle("sz37", dice="6 6")
    (request,) = table.requests
    assert request.options["retreat"] == ["sz36"]
    table.retreat("sz36")
    assert table.at("sz36") == {"japan": {"destroyer": 2}}
    table = fleets_part().battle("sz37", dice="6 6 6 1")
    assert table.at("sz37") == {"united_kingdom": {"cruiser": 1}}


@pytest.mark.rule("CMV-68", setups="1940")
def test_a_correction_that_begins_a_war_may_put_units_aboard_those_who_share_it() -> None:
    table = position("united_states", "noncombat_move", {"sz6": "united_kingdom: 1 transport"})
    aboard = {"transport": "united_kingdom", "units": {"united_states": {"infantry": 1}}}
    table.refuses({"type": "edit", "cargo": {"sz6": [aboard]}}, "power")
    war = [["japan", power, "war"] for power in ("united_states", "united_kingdom")]
    table.do({"type": "edit", "cargo": {"sz6": [aboard]}, "relations": war})
    assert table.at("sz6") == {"united_kingdom": {"transport": 1}, "united_states": {"infantry": 1}}
