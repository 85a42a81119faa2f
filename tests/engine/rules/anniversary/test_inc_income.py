"""Whose income a territory of Anniversary is after it changed hands (INC-01, INC-04)."""

from __future__ import annotations

import pytest

from engine.production import income
from tests.engine.rules.anniversary.playing import Play
from tests.engine.rules.test_gen_turns import end_turn
from tests.engine.table import Table

NO_OBJECTIVES = {"objectives": "off"}


def collects(table: Table) -> int:
    """What the power on turn collects at the end of its turn."""
    power = table.state.power
    before = table.ipcs(power)
    return end_turn(table).ipcs(power) - before


@pytest.mark.rule("INC-01", "INC-05", setups=("anniversary_1941", "anniversary_1942"))
def test_a_captured_territory_pays_its_new_controller_and_not_the_old_one(play: Play) -> None:
    owners = {"east_poland": "germany", "baltic_states": "soviet_union"}
    table = play("germany", "combat_move", {"east_poland": "germany: 1 tank"}, owners=owners, options=NO_OBJECTIVES)
    before = income(table.state, "germany"), income(table.state, "soviet_union")
    table.move("1 tank: east_poland > baltic_states").end_phase()
    assert (income(table.state, "germany"), income(table.state, "soviet_union")) == (before[0] + 1, before[1] - 1)
    assert collects(table) == before[0] + 1


@pytest.mark.rule("INC-04", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("moscow", "holder", "gain"), [("germany", "united_kingdom", 4), ("", "soviet_union", 0)])
def test_the_income_of_a_freed_territory_goes_to_the_ally_only_while_the_capital_is_lost(
    play: Play, moscow: str, holder: str, gain: int
) -> None:
    owners = {"caucasus": "germany", **({"russia": moscow} if moscow else {})}
    units = {"persia": "united_kingdom: 1 infantry"}
    table = play("united_kingdom", "combat_move", units, owners=owners, options=NO_OBJECTIVES)
    before = income(table.state, "united_kingdom")
    table.move("1 infantry: persia > caucasus").end_phase()
    assert collects(table) == before + gain
    assert table.owner("caucasus") == holder
