"""What orders of loss would give up in the battles ahead (ASY-41)."""

from __future__ import annotations

import pytest

from engine.ask import LossLine
from gamemaster.chances.losses_ahead import losses_ahead
from gamemaster.views.visible import seen_by
from tests.engine.table import Table, position

SPACES = {
    "russia": "soviet_union: 3 infantry",
    "west_russia": "germany: 2 infantry, 1 tank",
    "sz3": "soviet_union: 1 battleship, 1 submarine",
    "sz4": "germany: 1 battleship, 1 destroyer",
}
LEFT = {"losses": [str(LossLine(("tank", "destroyer"), against="soviet_union"))]}


def attack() -> Table:
    """Soviet units have orders to attack on land and at sea."""
    table = position("soviet_union", "combat_move", SPACES)
    return table.move("3 infantry: russia > west_russia").move("1 battleship, 1 submarine: sz3 > sz4")


@pytest.mark.rule("ASY-41")
def test_defenders_read_what_they_would_lose_once_the_attack_is_known() -> None:
    table = attack()
    assert losses_ahead(seen_by(table.state, ["germany"]), "germany", LEFT) == []
    at_sea, on_land = losses_ahead(table.end_phase().state, "germany", LEFT)
    assert at_sea == (
        "In sea zone 4 you would lose with 1 hit: damage to 1 battleship; "
        "2 hits: 1 destroyer and damage to 1 battleship; 3 hits: 1 destroyer and 1 battleship."
    )
    assert on_land == (
        "In West Russia you would lose with 1 hit: 1 tank; 2 hits: 1 infantry and 1 tank; "
        "3 hits: 2 infantry and 1 tank."
    )
    assert losses_ahead(table.state, "japan", LEFT) == []


@pytest.mark.rule("ASY-41")
def test_attackers_read_it_while_they_move_and_whether_they_would_be_asked() -> None:
    state = attack().state
    left = {"losses": [str(LossLine(("infantry",), space="west_russia", above=8))]}
    assert losses_ahead(state, "soviet_union", left) == [
        "In sea zone 4 you would be asked: none of your orders covers that battle.",
        "In West Russia you would be asked: your side has 9 IPCs at stake there.",
    ]


@pytest.mark.rule("ASY-41")
def test_a_battle_under_way_is_told_as_it_stands() -> None:
    table = attack().end_phase().battle("sz4", dice="1 6").decide("casualties", {"damaged": {"battleship": 1}}, "6 6")
    told = losses_ahead(table.state, "germany", LEFT)
    assert told[0] == "In sea zone 4 you would lose with 1 hit: 1 destroyer; 2 hits: 1 destroyer and 1 battleship."
    assert len(told) == 2
