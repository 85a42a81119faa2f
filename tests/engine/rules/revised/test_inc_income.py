"""Collecting income in Revised (chapter INC)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_setup
from engine.facilities.production import income
from tests.engine.rules.aa1941.test_gen_turns import end_turn
from tests.engine.rules.revised.test_gen_turns import TREASURIES
from tests.engine.table import Table, position


def ending(power: str, owners: dict[str, str] | None = None, ipcs: int = 0, **more: Any) -> Table:
    """The last phase before the income of a power, with one unit of its own."""
    spaces = {load_setup("revised").power[power].capital: f"{power}: 1 infantry"}
    return position(power, "noncombat_move", spaces, setup="revised", owners=owners, ipcs={power: ipcs}, **more)


@pytest.mark.rule("INC-01", setup="revised")
@pytest.mark.parametrize(("power", "level"), TREASURIES.items())
def test_income_is_the_sum_of_the_values_of_all_territories_held(power: str, level: int) -> None:
    assert end_turn(ending(power)).ipcs(power) == level


@pytest.mark.rule("INC-01", setup="revised")
def test_a_captured_territory_pays_its_new_controller_and_not_the_old_one() -> None:
    table = end_turn(ending("germany", {"karelia_ssr": "germany"}))
    assert table.ipcs("germany") == 42
    assert income(table.state, "soviet_union") == 22


@pytest.mark.rule("INC-02", setup="revised")
def test_income_is_collected_once_at_the_end_of_the_own_turn_on_top_of_savings() -> None:
    table = end_turn(ending("germany", ipcs=5))
    (collected,) = table.happened("income_collected")
    assert (collected.power, collected.amount, collected.ipcs, collected.interdicted) == ("germany", 40, 45, 0)
    end_turn(table)
    assert table.ipcs("germany") == 45


@pytest.mark.rule("INC-03", setup="revised")
def test_a_power_whose_capital_is_in_enemy_hands_collects_nothing() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"ukraine_ssr": "germany: 1 infantry"},
        setup="revised",
        owners={"germany": "united_kingdom"},
        ipcs={"germany": 4},
    ).end_phase()
    assert table.ipcs("germany") == 4
    assert [skip.reason for skip in table.happened("phase_skipped") if skip.power == "germany"] == ["CMB-62", "INC-03"]


@pytest.mark.rule("INC-04", setup="revised")
def test_the_income_of_a_territory_held_for_an_ally_goes_to_its_holder() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"persia": "united_kingdom: 1 infantry"},
        setup="revised",
        owners={"russia": "germany", "caucasus": "germany"},
        ipcs={"united_kingdom": 0},
    )
    end_turn(table.move("1 infantry: persia > caucasus"))
    assert table.owner("caucasus") == "united_kingdom"
    assert table.ipcs("united_kingdom") == 30 + 4


@pytest.mark.rule("INC-05", setup="revised")
def test_the_level_is_worked_out_from_the_map_after_every_change() -> None:
    table = ending("germany")
    table.do({"type": "edit", "spaces": {"india": {"owner": "germany"}, "ukraine_ssr": {"owner": "soviet_union"}}})
    assert income(table.state, "germany") == 40
    table.do({"type": "edit", "spaces": {"western_europe": {"owner": "united_states"}}})
    assert income(table.state, "germany") == 34


@pytest.mark.rule("INC-12", setup="revised")
def test_enemy_ships_before_the_coast_take_nothing_from_an_income() -> None:
    ships = {"sz60": "united_states: 4 submarine, 2 battleship", "japan": "japan: 1 infantry"}
    table = position("japan", "noncombat_move", ships, setup="revised", ipcs={"japan": 0})
    assert end_turn(table).ipcs("japan") == 30


@pytest.mark.rule("INC-23", setup="revised")
def test_no_national_objective_pays_extra() -> None:
    table = end_turn(ending("soviet_union", {"norway": "soviet_union"}))
    assert table.happened("income_collected")[0].amount == 24 + 3
