"""Who is at war with whom in Anniversary (chapter POL, war)."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.politics.standing import at_war
from tests.engine.rules.anniversary.playing import Play

AXIS = ("germany", "japan", "italy")
ALLIES = ("soviet_union", "united_kingdom", "united_states", "china")


@pytest.mark.rule("POL-01", "POL-07", setups=("anniversary_1941", "anniversary_1942"))
def test_all_powers_of_the_two_sides_are_at_war_from_the_start(play: Play) -> None:
    state = play("germany", "purchase", {}).state
    enemies = {frozenset(pair) for pair in combinations((*AXIS, *ALLIES), 2) if at_war(state, *pair)}
    assert enemies == {frozenset((one, other)) for one in AXIS for other in ALLIES}


@pytest.mark.rule("POL-07", setups=("anniversary_1941", "anniversary_1942"))
def test_japan_and_the_soviet_union_may_attack_each_other_in_the_first_round(play: Play) -> None:
    units = {"manchuria": "japan: 2 infantry", "buryatia_ssr": "soviet_union: 1 infantry"}
    table = play("japan", "combat_move", units).move("2 infantry: manchuria > buryatia_ssr").end_phase()
    assert table.pending == [("buryatia_ssr", "land")]
