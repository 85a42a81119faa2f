"""The first battle of many a game."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMB-45", "CMB-46")
def test_the_attacker_takes_the_territory_with_a_surviving_land_unit() -> None:
    spaces = {"russia": "soviet_union: 2 infantry, 1 tank", "west_russia": "germany: 1 infantry"}
    table = position("soviet_union", "combat_move", spaces)
    table.move("2 infantry, 1 tank: russia > west_russia").end_phase()
    table.battle("west_russia", dice="1 2 6 6")
    assert table.owner("west_russia") == "soviet_union"
    assert table.at("west_russia") == {"soviet_union": {"infantry": 2, "tank": 1}}
    assert table.phase == "noncombat_move"
