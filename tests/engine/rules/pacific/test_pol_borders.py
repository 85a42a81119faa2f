"""What the spaces of the board are to a power while not everybody is at war (chapters BRD and POL)."""

from __future__ import annotations

import pytest

from engine.ask import borders
from tests.engine.table import position

WAR = [["japan", "united_kingdom", "war"]]


@pytest.mark.rule("BRD-09", "BRD-10", "POL-10", setup="pacific_1940")
def test_at_the_start_japan_is_at_war_with_china_alone_and_the_others_keep_apart() -> None:
    state = position("japan", "combat_move", {}).state
    seen = borders(state, "japan")
    assert "szechwan" in seen["enemy"]
    assert {"india", "hawaiian_islands", "java"} <= set(seen["stranger"])
    assert "dzavhan" in seen["open"]
    assert "manchuria" not in {space for spaces in seen.values() for space in spaces}
    seen = borders(state, "united_kingdom")
    assert {"szechwan", "alaska"} <= set(seen["partner"])
    assert not {"queensland", "java"} & {space for spaces in seen.values() for space in spaces}
    assert "dzavhan" not in seen.get("open", ())


@pytest.mark.rule("BRD-20", setups="1940")
def test_warships_of_an_enemy_make_a_zone_hostile_and_those_of_a_power_at_peace_do_not() -> None:
    ships = {"sz36": "united_kingdom: 1 destroyer", "sz35": "united_states: 1 destroyer"}
    seen = borders(position("japan", "combat_move", ships, relations=WAR).state, "japan")
    assert "sz36" in seen["enemy"]
    assert "sz35" not in seen["enemy"]
