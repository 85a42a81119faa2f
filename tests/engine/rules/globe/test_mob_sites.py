"""Bought units before they are placed, and where new complexes stand, in Global 1940 (PUR-04, MOB-19..21)."""

from __future__ import annotations

import pytest

from engine.ask import affordable
from tests.engine.rules.globe.test_inc_objectives import EUROPE, PACIFIC, UK
from tests.engine.table import Table, position

MINOR, MAJOR, UPGRADE = "minor_industrial_complex", "major_industrial_complex", "industrial_complex_upgrade"


@pytest.mark.rule("PUR-04", setup="global_1940")
def test_bought_units_do_not_move_fight_or_stand_in_the_way_until_they_are_placed() -> None:
    bought = {"germany": {"tank": 2}, EUROPE: {"infantry": 3}}
    table = position("germany", "combat_move", {"normandy_bordeaux": "germany: 1 tank"}, purchased=bought)
    table.refuses_move("2 tank: germany > western_germany", "units")
    spaces = {"sz110": "germany: 1 transport"}
    cargo = {"sz110": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]}
    table = position("germany", "combat_move", spaces, purchased=bought, cargo=cargo)
    table.move("1 infantry: sz110 > united_kingdom").end_phase()
    assert (table.owner("united_kingdom"), table.at("united_kingdom")) == ("germany", {"germany": {"infantry": 1}})


def building(power: str, unit: str, paid_by: str | None = None) -> Table:
    """A power has a complex to place."""
    return position(power, "mobilize", {}, purchased={paid_by or power: {unit: 1}})


def place(unit: str, space: str) -> dict[str, object]:
    return {"type": "mobilize", "units": {unit: 1}, "space": space}


@pytest.mark.rule("MOB-19", setup="global_1940")
def test_a_minor_complex_needs_two_ipcs_and_a_major_one_three() -> None:
    assert "worth 1 IPC" in building(UK, MINOR, EUROPE).refuses(place(MINOR, "trans_jordan"), "MOB-19")
    building(UK, MINOR, EUROPE).do(place(MINOR, "egypt"))
    assert "worth 2 IPCs" in building("germany", MAJOR).refuses(place(MAJOR, "poland"), "MOB-19")
    building("germany", MAJOR).do(place(MAJOR, "norway"))


@pytest.mark.rule("MOB-20", setup="global_1940")
@pytest.mark.parametrize(
    ("power", "account", "island"), [(UK, PACIFIC, "borneo"), ("united_states", None, "philippines")]
)
def test_no_complex_is_built_on_an_island(power: str, account: str | None, island: str) -> None:
    building(power, MINOR, account).refuses(place(MINOR, island), "MOB-20")


@pytest.mark.rule("MOB-26", setup="global_1940")
def test_who_places_for_the_wrong_economy_is_told_where_its_units_go() -> None:
    bought = {EUROPE: {"infantry": 3}, PACIFIC: {"tank": 1}}
    table = position(UK, "mobilize", {}, purchased=bought)
    assert table.refuses(place("infantry", "india"), "MOB-26") == (
        "India takes only what UK Pacific bought; of that, you have 1 tank left. Quebec, the Union of South Africa or "
        "the United Kingdom can place what UK Europe bought."
    )
    assert table.refuses(place("tank", "united_kingdom"), "MOB-26").endswith("India can place what UK Pacific bought.")


@pytest.mark.rule("PUR-11", "PUR-14", setup="global_1940")
def test_an_economy_upgrades_complexes_of_its_own_alone() -> None:
    minor = {"united_kingdom": {"facilities": [MINOR]}}
    table = position(UK, "purchase", {}, more_spaces=minor, ipcs={EUROPE: 20, PACIFIC: 20})
    offered = {account.id: affordable(table.state, account) for account in table.state.edition.accounts_of(UK)}
    assert (offered[EUROPE].get(UPGRADE), offered[PACIFIC].get(UPGRADE)) == (1, None)
    order = {"type": "purchase", "units": {UPGRADE: 1}}
    assert "UK Pacific holds no minor industrial complex" in table.refuses({**order, "from": PACIFIC}, "PUR-11")
    table.do({**order, "from": EUROPE})
