"""The worked examples of docs/dice-order.md with research and national advantages."""

from __future__ import annotations

import pytest

from engine import new_game
from tests.engine.table import Table, position


@pytest.mark.rule("RES-05", setup="revised")
def test_research_dice_are_rolled_all_at_once() -> None:
    table = position("germany", "research", {}, setup="revised", ipcs={"germany": 15})
    table.do({"type": "research", "dice": 3, "technology": "rockets"}, "5 2 2")
    assert table.board["technologies"] == {"germany": ["rockets"]}


@pytest.mark.rule("OPT-11", "OPT-12", setup="revised")
def test_each_power_in_turn_order_rolls_its_advantages_and_rolls_again_what_came_twice() -> None:
    table = Table(new_game("revised", {"advantages": "roll 2"}))
    table.do({"type": "roll_advantages"}, "3 3 3 1  6 6 5  2 1  4 5  6 6 6 1")
    numbers = {
        power: [table.state.edition.advantage[name].number for name in names]
        for power, names in table.state.advantages.items()
    }
    assert numbers == {
        "soviet_union": [1, 3],
        "germany": [5, 6],
        "united_kingdom": [1, 2],
        "japan": [4, 5],
        "united_states": [1, 6],
    }
