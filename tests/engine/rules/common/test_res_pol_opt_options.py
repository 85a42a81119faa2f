"""Research, politics and the options of the table (chapters RES, POL and OPT)."""

from __future__ import annotations

import pytest

from tests.engine.table import position


@pytest.mark.rule("POL-01", setups="every")
def test_wars_are_neither_declared_nor_ended() -> None:
    table = position("germany", "combat_move", {"germany": "germany: 1 infantry"})
    table.refuses({"type": "declare_war", "on": ["soviet_union"]}, "POL-01")
    table.refuses({"type": "edit", "relations": [["germany", "soviet_union", "peace"]]}, "POL-01")


@pytest.mark.rule("POL-01", setups="but anniversary")
def test_an_edit_may_name_a_war_as_it_stands() -> None:
    table = position("germany", "combat_move", {"germany": "germany: 1 infantry"})
    before = table.state
    table.do({"type": "edit", "relations": [["japan", "united_kingdom", "war"], ["germany", "soviet_union", "war"]]})
    assert table.state == before
    table.refuses({"type": "edit", "relations": [["germany", "japan", "war"]]}, "POL-01")
    table.refuses({"type": "edit", "relations": [["germany", "prussia", "war"]]}, "power")
    assert ["germany", "soviet_union", "war"] in table.board["relations"]
    assert len(table.board["relations"]) == 6
