"""What wins the war, and when it is looked at (chapter GEN, victory)."""

from __future__ import annotations

import pytest

from tests.engine.rules.aa1941.test_gen_turns import end_turn
from tests.engine.table import position

GARRISONS = {
    "russia": "soviet_union: 1 infantry",
    "germany": "germany: 1 infantry",
    "united_kingdom": "united_kingdom: 1 infantry",
    "japan": "japan: 1 infantry",
    "eastern_united_states": "united_states: 1 infantry",
}


@pytest.mark.rule("GEN-28", "GEN-30", setups="every")
def test_a_capital_retaken_before_the_united_states_turn_ends_saves_the_allies() -> None:
    table = position(
        "united_states",
        "combat_move",
        {"eastern_canada": "united_states: 2 tank", "russia": "germany: 1 infantry"},
        owners={"eastern_united_states": "germany", "russia": "germany"},
    )
    table.move("2 tank: eastern_canada > eastern_united_states").end_phase()
    assert table.owner("eastern_united_states") == "united_states"
    assert end_turn(table).state.winner is None


@pytest.mark.rule("GEN-34", setups="but anniversary")
def test_a_side_concedes_only_when_all_its_powers_do() -> None:
    table = position("soviet_union", "purchase", GARRISONS)
    table.do({"type": "concede", "power": "germany"}).do({"type": "concede", "power": "soviet_union"})
    assert table.state.winner is None
    table.do({"type": "concede", "power": "japan"})
    assert table.state.winner == "allies"
    assert table.happened("game_won")[0].reason == "The Axis concedes."


@pytest.mark.rule("GEN-34", setups="every")
def test_the_allies_concede_when_all_three_powers_do_in_any_turn() -> None:
    table = position("japan", "combat_move", GARRISONS)
    for power in ("united_states", "soviet_union", "united_kingdom"):
        assert table.state.winner is None
        table.do({"type": "concede", "power": power})
    assert table.state.winner == "axis"
    table.refuses({"type": "concede", "power": "italy"}, "phase")
