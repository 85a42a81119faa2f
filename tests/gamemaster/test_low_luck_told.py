"""What players read of a fire with low luck."""

from __future__ import annotations

import pytest

from engine.battle_report.scores import Score
from engine.events.combat.battle import LowLuck
from gamemaster.narration.history.charts import hits_of_the_war
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


@pytest.mark.parametrize(
    ("score", "by_dice", "with_low_luck"),
    [
        (Score(), "no dice yet", "no dice yet"),
        (
            Score(1, 1, 0.5, 0.3),
            "1 hit from 1 die, 0.5 above expectation (usual)",
            "1 hit (1 die rolled), 0.5 above expectation (usual)",
        ),
        (
            Score(4, 9, 8.0, 1.0),
            "9 hits from 4 dice, 1.0 above expectation (a little unusual)",
            "9 hits (4 dice rolled), 1.0 above expectation (a little unusual)",
        ),
        (Score(0, 3, 3.0, 0.0), "no dice yet", "3 hits, all of them sure"),
    ],
)
def test_hits_of_the_war_come_from_fewer_dice_with_low_luck(score: Score, by_dice: str, with_low_luck: str) -> None:
    assert hits_of_the_war(score, low_luck=False) == by_dice
    assert hits_of_the_war(score, low_luck=True) == with_low_luck
