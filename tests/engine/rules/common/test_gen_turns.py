"""Powers, turn order, phases and the start of the game (chapter GEN; victory has its own file)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.table import position

PHASES = ("purchase", "combat_move", "conduct_combat", "noncombat_move", "mobilize", "collect_income")


@pytest.mark.rule("GEN-10", setups="but anniversary + 1940")
@pytest.mark.theatre("america")
def test_each_power_moves_only_its_own_units() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 1 infantry; japan: 1 infantry"})
    table.refuses_move("2 infantry: germany > eastern_europe", "units")
    table.refuses_move("1 infantry: germany > eastern_europe", "power", owner="japan")


@pytest.mark.rule("GEN-12", setups="every + 1940")
def test_no_power_can_pay_for_another() -> None:
    table = position("soviet_union", "purchase", {}, ipcs={"united_states": 50})
    table.refuses({"type": "purchase", "units": {"infantry": 1}, "from": "united_states"}, "GEN-12")
    table.do({"type": "purchase", "units": {"infantry": 1}, "from": "soviet_union"})
    assert table.ipcs("united_states") == 50


@pytest.mark.rule("GEN-14", setups="but revised + 1940")
@pytest.mark.parametrize("phase", PHASES[:5])
def test_an_order_belongs_to_its_phase(phase: str) -> None:
    table = position(
        "germany",
        phase,
        {"germany": "germany: 1 infantry"},
        purchased={"germany": {"infantry": 1}},
        ipcs={"germany": 9},
    )
    orders: dict[str, dict[str, Any]] = {
        "purchase": {"type": "purchase", "units": {"infantry": 1}},
        "conduct_combat": {"type": "battle", "space": "karelia"},
        "mobilize": {"type": "mobilize", "units": {"infantry": 1}, "space": "germany"},
    }
    for belongs_to, order in orders.items():
        if belongs_to != phase:
            table.refuses(order, "phase")
    if phase not in ("combat_move", "noncombat_move"):
        table.refuses_move("1 infantry: germany > eastern_europe", "phase")


@pytest.mark.rule("GEN-16", setups="every + 1940")
def test_bought_units_that_fit_must_be_placed_and_ships_in_a_hostile_zone_must_leave_or_fight() -> None:
    table = position("germany", "mobilize", {}, purchased={"germany": {"infantry": 1}})
    table.refuses({"type": "end_phase"}, "MOB-25")
    table = position("germany", "combat_move", {"sz5": "germany: 1 destroyer; united_kingdom: 1 destroyer"})
    table.end_phase()
    assert table.pending == [("sz5", "sea")]


@pytest.mark.rule("GEN-21", setups="but anniversary + 1940")
@pytest.mark.theatre("australia")
def test_a_space_holds_any_number_of_units() -> None:
    table = position(
        "germany", "noncombat_move", {"germany": "germany: 60 infantry", "eastern_europe": "germany: 40 infantry"}
    )
    table.move("60 infantry: germany > eastern_europe")
    assert table.at("eastern_europe") == {"germany": {"infantry": 100}}
