"""Collecting income in Pacific 1940, and what a turn in peace brings (chapters INC and PUR)."""

from __future__ import annotations

import pytest

from engine.facilities.production import income
from tests.engine.table import position

WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]


@pytest.mark.rule("INC-01", "INC-05", setup="pacific_1940")
@pytest.mark.parametrize(
    ("power", "ipcs"), [("japan", 26), ("united_states", 17), ("china", 12), ("united_kingdom", 16), ("anzac", 10)]
)
def test_the_production_level_is_what_the_territories_held_are_worth(power: str, ipcs: int) -> None:
    assert income(position("japan", "purchase", {}).state, power) == ipcs
    more = position("japan", "purchase", {}, owners={"java": power}).state
    assert income(more, power) == ipcs + 4


@pytest.mark.rule("INC-02", setup="pacific_1940")
def test_income_is_added_to_savings_at_the_end_of_the_own_turn_alone() -> None:
    table = position("united_kingdom", "mobilize", {}, ipcs={"united_kingdom": 7, "anzac": 3})
    table.end_phase()
    assert (table.ipcs("united_kingdom"), table.ipcs("anzac")) == (7 + 16, 3)
    assert [event.power for event in table.happened("income_collected")] == ["united_kingdom"]


@pytest.mark.rule("INC-03", "INC-24", setups="1940")
def test_without_its_capital_a_power_collects_nothing() -> None:
    garrison = {"queensland": "anzac: 1 infantry"}
    table = position("anzac", "noncombat_move", garrison, owners={"new_south_wales": "japan"}, relations=WAR)
    before = table.ipcs("anzac")
    table.end_phase()
    assert table.ipcs("anzac") == before


@pytest.mark.rule("INC-04", "CMB-53", setups="1940")
def test_what_is_held_for_an_ally_yields_to_its_holder() -> None:
    owners = {"india": "japan", "malaya": "anzac"}
    table = position("anzac", "mobilize", {"malaya": "anzac: 1 infantry"}, owners=owners, relations=WAR)
    assert income(table.state, "anzac") == 10 + 3


@pytest.mark.rule("PUR-13", setup="pacific_1940")
def test_a_power_at_war_with_nobody_buys_repairs_places_and_collects() -> None:
    damaged = {"western_united_states": {"damage": {"major_industrial_complex": 3}}}
    table = position("united_states", "purchase", {}, more_spaces=damaged)
    repairs = {"western_united_states": {"major_industrial_complex": 3}}
    table.do({"type": "purchase", "units": {"tank": 2}, "repairs": repairs})
    while table.phase != "mobilize":
        table.end_phase()
    table.do({"type": "mobilize", "units": {"tank": 2}, "space": "western_united_states"}).end_phase()
    assert table.at("western_united_states") == {"united_states": {"tank": 2}}
    assert table.ipcs("united_states") == 17 - 12 - 3 + 17
