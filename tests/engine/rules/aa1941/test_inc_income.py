"""Collecting income (chapter INC)."""

from __future__ import annotations

import pytest

from engine import load_setup
from engine.facilities.production import income
from tests.engine.rules.aa1941.test_gen_turns import TREASURIES, end_turn
from tests.engine.table import position


@pytest.mark.rule("INC-01")
@pytest.mark.parametrize(("power", "level"), TREASURIES.items())
def test_income_is_the_sum_of_the_values_of_all_territories_held(power: str, level: int) -> None:
    table = position(power, "noncombat_move", {}, ipcs={power: 0})
    end_turn(table)
    assert table.ipcs(power) == level


@pytest.mark.rule("INC-01")
def test_a_captured_territory_pays_its_new_controller_and_not_the_old_one() -> None:
    table = position(
        "germany", "combat_move", {"eastern_europe": "germany: 1 tank"}, ipcs={"germany": 0, "soviet_union": 0}
    )
    table.move("1 tank: eastern_europe > karelia")
    end_turn(table)
    assert table.ipcs("germany") == 13
    assert income(table.state, "soviet_union") == 6


@pytest.mark.rule("INC-01")
def test_territories_without_a_value_pay_nothing() -> None:
    table = position("japan", "noncombat_move", {}, owners={"midway": "japan", "wake_island": "japan"})
    assert income(table.state, "japan") == 9


@pytest.mark.rule("INC-02")
def test_income_is_collected_once_at_the_end_of_the_own_turn_on_top_of_savings() -> None:
    table = position("germany", "mobilize", {}, ipcs={"germany": 5, "japan": 9})
    table.end_phase()
    (collected,) = table.happened("income_collected")
    assert (collected.power, collected.amount, collected.ipcs) == ("germany", 12, 17)
    assert (table.ipcs("germany"), table.ipcs("japan")) == (17, 9)
    end_turn(table)
    assert table.ipcs("germany") == 17


@pytest.mark.rule("INC-03")
def test_a_power_whose_capital_is_in_enemy_hands_collects_nothing() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"ukraine": "germany: 1 infantry"},
        owners={"germany": "united_kingdom"},
        ipcs={"germany": 4},
    )
    table.end_phase()
    assert table.ipcs("germany") == 4
    assert [(skip.phase, skip.reason) for skip in table.happened("phase_skipped") if skip.power == "germany"] == [
        ("mobilize", "CMB-62"),
        ("collect_income", "INC-03"),
    ]
    assert table.state.power == "united_kingdom"


@pytest.mark.rule("INC-03")
def test_a_power_that_frees_its_capital_collects_again_in_the_same_turn() -> None:
    table = position(
        "germany",
        "combat_move",
        {"western_europe": "germany: 1 infantry"},
        owners={"germany": "united_kingdom"},
        ipcs={"germany": 0},
    )
    table.move("1 infantry: western_europe > germany")
    end_turn(table)
    assert table.ipcs("germany") == 12


@pytest.mark.rule("INC-04")
def test_the_income_of_a_territory_held_for_an_ally_goes_to_its_holder() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"middle_east": "united_kingdom: 1 infantry"},
        owners={"russia": "germany", "caucasus": "germany"},
        ipcs={"united_kingdom": 0},
    )
    table.move("1 infantry: middle_east > caucasus")
    end_turn(table)
    assert table.owner("caucasus") == "united_kingdom"
    assert table.ipcs("united_kingdom") == 12 + 2


@pytest.mark.rule("INC-04")
def test_with_its_capital_free_the_ally_regains_the_territory_and_its_income() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"middle_east": "united_kingdom: 1 infantry"},
        owners={"caucasus": "germany"},
        ipcs={"united_kingdom": 0},
    )
    table.move("1 infantry: middle_east > caucasus")
    end_turn(table)
    assert table.owner("caucasus") == "soviet_union"
    assert table.ipcs("united_kingdom") == 12


@pytest.mark.rule("INC-05")
def test_the_level_is_worked_out_from_the_map_after_every_change() -> None:
    table = position("germany", "noncombat_move", {})
    edition = load_setup("aa1941")
    assert income(table.state, "germany") == 12
    table.do({"type": "edit", "spaces": {"india": {"owner": "germany"}, "ukraine": {"owner": "soviet_union"}}})
    by_hand = sum(t.ipc for t in edition.board.territories if table.owner(t.id) == "germany")
    assert income(table.state, "germany") == by_hand == 12
    table.do({"type": "edit", "spaces": {"western_europe": {"owner": "united_states"}}})
    assert income(table.state, "germany") == 9


@pytest.mark.rule("INC-12")
def test_enemy_ships_before_the_coast_take_nothing_from_an_income() -> None:
    table = position(
        "japan", "mobilize", {"sz45": "united_states: 4 submarine, 2 battleship"}, ipcs={"japan": 0}
    ).end_phase()
    assert table.ipcs("japan") == 9


@pytest.mark.rule("INC-23")
def test_no_national_objective_pays_extra() -> None:
    table = position(
        "soviet_union", "mobilize", {}, ipcs={"soviet_union": 0}, owners={"norway_finland": "soviet_union"}
    )
    table.end_phase()
    (collected,) = table.happened("income_collected")
    assert collected.amount == 8
