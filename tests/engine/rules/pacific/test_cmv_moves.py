"""Moves that Pacific 1940 has in common with other editions (chapters BRD, CMV, GEN and NCM)."""

from __future__ import annotations

import pytest

from tests.engine.rules.pacific.playing import at_war


@pytest.mark.rule("BRD-16", "CMV-02", "CMV-07", setups="1940")
def test_empty_enemy_ground_is_entered_in_the_combat_move_alone_and_an_empty_start_stays_ones_own() -> None:
    spaces = {"kiangsi": "japan: 1 infantry"}
    at_war("japan", "noncombat_move", spaces).refuses_move("1 infantry: kiangsi > hunan", "NCM-07")
    table = at_war("japan", "combat_move", spaces).move("1 infantry: kiangsi > hunan").end_phase()
    assert (table.owner("hunan"), table.owner("kiangsi")) == ("japan", "japan")
    table.refuses_move("1 infantry: hunan > kiangsi", "CMV-15")


@pytest.mark.rule("CMV-03", "CMV-06", setups="1940")
def test_a_unit_goes_as_far_as_its_move_and_no_farther_than_the_first_hostile_space() -> None:
    table = at_war("japan", "combat_move", {"kiangsi": "japan: 1 infantry, 1 tank", "hunan": "china: 1 infantry"})
    table.refuses_move("1 infantry: kiangsi > hunan > kweichow", "CMV-03")
    table.refuses_move("1 tank: kiangsi > hunan > kweichow", "CMV-25")


@pytest.mark.rule("CMV-04", setups="1940")
def test_units_from_several_sides_attack_one_territory() -> None:
    spaces = {"kiangsi": "japan: 1 infantry", "kwangsi": "japan: 1 infantry", "hunan": "china: 1 infantry"}
    table = at_war("japan", "combat_move", spaces)
    table.move("1 infantry: kiangsi > hunan").move("1 infantry: kwangsi > hunan").end_phase()
    table.battle("hunan", dice="1 6 6")
    assert table.at("hunan") == {"japan": {"infantry": 2}}


@pytest.mark.rule("BRD-08", "BRD-17", "GEN-11", setups="1940")
def test_guests_walk_into_an_allys_territory_and_leave_it_the_allys() -> None:
    table = at_war("anzac", "noncombat_move", {"malaya": "anzac: 1 infantry"})
    table.move("1 infantry: malaya > shan_state").end_phase()
    assert table.owner("shan_state") == "united_kingdom"
    table = at_war("anzac", "combat_move", {"malaya": "anzac: 1 infantry", "shan_state": "united_kingdom: 1 infantry"})
    table.end_phase()
    assert table.pending == []
