"""Random wars with all national advantages: whatever happens has words that fit a message.

`python -m tests.soak_words` plays more of them.
"""

from __future__ import annotations

import pytest

from tests.gamemaster.story.random_wars import War, fight


@pytest.mark.parametrize(
    ("setup", "seed"), [("revised", 0), ("revised", 1), ("anniversary_1941", 0), ("anniversary_1942", 1)]
)
def test_whatever_happens_in_a_random_war_has_words_that_fit(setup: str, seed: int) -> None:
    war = fight(War(setup, seed))
    assert {"fired", "battle_ended", "phase_began"} <= war.kinds
