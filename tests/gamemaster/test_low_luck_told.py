"""What players read of a fire with low luck."""

from __future__ import annotations

import pytest

from engine.events.combat.battle import LowLuck
from gamemaster.narration.history.tally import low_luck_in_words


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ([LowLuck(9, (2,))], "strength 9: 1 sure, die **2** (hits on 1-3)"),
        ([LowLuck(9, (4,))], "strength 9: 1 sure, die 4 (hits on 1-3)"),
        ([LowLuck(1, (6,))], "strength 1: die 6 (hits on 1)"),
        ([LowLuck(12, ())], "strength 12: 2 sure"),
        ([LowLuck(3, (1,)), LowLuck(6, ())], "strength 3: die **1** (hits on 1-3) · strength 6: 1 sure"),
        ([], ""),
    ],
)
def test_strength_sure_hits_and_the_die_are_told(groups: list[LowLuck], words: str) -> None:
    assert low_luck_in_words(groups) == words
