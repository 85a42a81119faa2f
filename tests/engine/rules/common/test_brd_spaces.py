"""The board: which spaces touch, what territories are worth, and whose they are."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("BRD-11", "BRD-14", setups="but anniversary")
def test_no_turn_of_play_changes_a_neutral() -> None:
    table = position("germany", "combat_move", {"eastern_europe": "germany: 3 infantry, 2 tank"})
    table.refuses_move("3 infantry, 2 tank: eastern_europe > turkey", "BRD-12")
    table.end_phase().end_phase()
    assert table.owner("turkey") is None


@pytest.mark.rule("BRD-43", setups="but revised + 1940")
@pytest.mark.theatre("japan")
def test_taking_a_capital_takes_the_treasury() -> None:
    table = position(
        "japan",
        "combat_move",
        {"urals": "japan: 1 infantry"},
        owners={"urals": "japan"},
        ipcs={"soviet_union": 6, "japan": 9},
    )
    table.move("1 infantry: urals > russia").end_phase()
    assert table.ipcs("japan") == 15
    assert table.ipcs("soviet_union") == 0
