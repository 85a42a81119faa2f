"""Income from territories in Anniversary (chapter INC); test_inc_objectives.py has what comes on top."""

from __future__ import annotations

import pytest

from engine.facilities.production import income
from tests.engine.rules.aa1941.test_gen_turns import end_turn
from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table

NO_OBJECTIVES = {"objectives": "off"}


def collects(table: Table) -> int:
    """What the power on turn collects at the end of its turn."""
    power = table.state.power
    before = table.ipcs(power)
    return end_turn(table).ipcs(power) - before


@pytest.mark.rule("INC-01", "INC-05", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("power", ["germany", "soviet_union", "japan", "united_kingdom", "italy", "united_states"])
def test_income_is_the_sum_of_the_values_of_all_territories_held(play: Play, power: str) -> None:
    capital = play(power, "purchase", {}).state.edition.power[power].capital
    table = play(power, "noncombat_move", {capital: f"{power}: 1 infantry"}, options=NO_OBJECTIVES)
    territories = table.state.edition.board.territories
    by_hand = sum(territory.ipc for territory in territories if table.owner(territory.id) == power)
    assert collects(table) == by_hand == table.state.edition.start.income[power]


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


@pytest.mark.rule("INC-12", setups=("anniversary_1941", "anniversary_1942"))
def test_enemy_ships_before_the_coast_take_nothing_from_an_income(play: Play) -> None:
    ships = dict.fromkeys(("sz61", "sz62"), "united_states: 4 submarine, 2 battleship")
    table = play("japan", "noncombat_move", ships | {"japan": "japan: 1 infantry"}, options=NO_OBJECTIVES)
    assert collects(table) == table.state.edition.start.income["japan"]
