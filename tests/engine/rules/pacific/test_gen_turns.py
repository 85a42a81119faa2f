"""Who plays Pacific 1940, and in which order (chapters GEN and POL)."""

from __future__ import annotations

import pytest

from engine import load_setup, new_game
from engine.politics.war import at_war

SETUP = "pacific_1940"


@pytest.mark.rule("GEN-02", "GEN-03", "GEN-13", setup="pacific_1940")
def test_japan_begins_and_four_allies_follow() -> None:
    edition = load_setup(SETUP)
    assert edition.turn_order == ("japan", "united_states", "china", "united_kingdom", "anzac")
    assert [edition.power[power].side for power in edition.turn_order] == ["axis", *["allies"] * 4]


@pytest.mark.rule("GEN-19", setup="pacific_1940")
def test_treasuries_at_the_start() -> None:
    treasuries = new_game(SETUP).treasuries
    assert treasuries == {"japan": 26, "united_states": 17, "china": 12, "united_kingdom": 16, "anzac": 10}


@pytest.mark.rule("POL-01", "POL-07", setup="pacific_1940")
def test_the_war_begins_between_japan_and_china_alone() -> None:
    state = new_game(SETUP)
    assert at_war(state, "japan", "china")
    assert not any(at_war(state, "japan", power) for power in ("united_states", "united_kingdom", "anzac", "dutch"))
