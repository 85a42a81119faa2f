"""Random wars with all national advantages: whatever happens has words that fit a message.

`python -m tests.soak_words` plays more of them.
"""

from __future__ import annotations

import pytest

from tests.gamemaster.story.random_wars import War, fight
from tests.invented import NARROW_SEA, invented


@pytest.mark.parametrize(
    ("setup", "seed"),
    [
        ("revised", 0),
        ("revised", 1),
        ("anniversary_1941", 0),
        ("anniversary_1942", 1),
        ("pacific_1940", 1),
        ("global_1940", 2),
    ],
)
def test_whatever_happens_in_a_random_war_has_words_that_fit(setup: str, seed: int) -> None:
    war = fight(War(setup, seed))
    assert {"fired", "battle_ended", "phase_began"} <= war.kinds


def test_a_war_with_a_power_at_peace_neutrals_and_a_power_without_a_turn_has_words_too() -> None:
    """Not every war comes to the neutrals: others follow until one does."""
    with invented():
        assert any({"neutral_roused", "phase_began"} <= fight(War(NARROW_SEA, seed)).kinds for seed in range(2, 10))
