"""Powers, turn order, phases and the start of a game of Anniversary (chapter GEN)."""

from __future__ import annotations

import pytest

from engine import load_setup, new_game
from engine.ask import placements
from engine.facilities.production import income
from tests.engine.table import Table, position

BOTH = ("anniversary_1941", "anniversary_1942")
ORDERS = {
    "anniversary_1941": ["germany", "soviet_union", "japan", "united_kingdom", "italy", "china", "united_states"],
    "anniversary_1942": ["japan", "soviet_union", "germany", "united_kingdom", "italy", "china", "united_states"],
}


def turns(table: Table) -> list[str]:
    """The powers whose turns follow until the round is over."""
    found = [table.state.power]
    while table.state.round == 1:
        while table.phase == "mobilize" and table.state.purchased:
            space, _ = placements(table.state, "infantry")[0]
            table.do({"type": "mobilize", "units": {"infantry": 1}, "space": space})
        table.end_phase()
        found += [table.state.power] if table.state.power != found[-1] else []
    return found[:-1]


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("GEN-13", "GEN-18", "GEN-04", "POL-72", setups=("anniversary_1941", "anniversary_1942"))
def test_china_acts_before_the_united_states_and_the_round_ends_after_them(setup: str) -> None:
    assert turns(Table(new_game(setup))) == ORDERS[setup]


@pytest.mark.rule("GEN-14", "GEN-15", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("setup", BOTH)
def test_a_turn_has_seven_phases_beginning_with_research(setup: str) -> None:
    table, phases = Table(new_game(setup)), []
    while table.state.power == ORDERS[setup][0]:
        phases.append(table.phase)
        table.end_phase()
    assert phases == ["research", "purchase", "combat_move", "noncombat_move"]
    assert load_setup(setup).parameters.turn.phases[-2:] == ("mobilize", "collect_income")


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("GEN-19", "GEN-20", setups=("anniversary_1941", "anniversary_1942"))
def test_powers_start_with_what_their_territories_are_worth(setup: str) -> None:
    state = new_game(setup)
    assert state.treasuries == {power: income(state, power) for power in ORDERS[setup] if power != "china"}


@pytest.mark.rule("GEN-19", setup="anniversary_1942")
def test_germany_starts_the_later_scenario_with_37_ipcs() -> None:
    assert new_game("anniversary_1942").treasuries["germany"] == 37


@pytest.mark.rule("POL-67", "PUR-12", "INC-07", "RES-15", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("setup", BOTH)
def test_china_has_no_ipcs_and_so_neither_researches_nor_buys_nor_collects(setup: str) -> None:
    table = position("china", "combat_move", {"yunnan": "china: 1 infantry"}, setup=setup)
    assert "china" not in table.state.treasuries
    while table.state.power == "china":
        assert table.phase in ("combat_move", "conduct_combat", "noncombat_move", "mobilize")
        table.end_phase()
    assert "china" not in table.state.treasuries
