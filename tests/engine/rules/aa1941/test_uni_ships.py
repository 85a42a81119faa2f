"""Battleships, submarines and transports (chapter UNI)."""

from __future__ import annotations

import pytest

from tests.engine.table import position


@pytest.mark.rule("UNI-60")
def test_a_destroyer_of_an_ally_that_takes_no_part_does_not_help() -> None:
    spaces = {
        "western_europe": "germany: 1 bomber",
        "sz6": "united_kingdom: 1 submarine, 1 transport; japan: 1 destroyer",
    }
    table = position("germany", "combat_move", spaces)
    table.move("1 bomber: western_europe > sz6").end_phase().battle("sz6")
    assert table.at("sz6")["united_kingdom"] == {"submarine": 1}
