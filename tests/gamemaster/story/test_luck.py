"""Luck in words."""

from __future__ import annotations

import pytest

from engine.queries.luck import Luck
from gamemaster.narration import Timeline, turn_summary
from gamemaster.narration.history.luck import luck_line, luck_of_war, luckier_than
from tests.engine.table import position
from tests.gamemaster.story.test_phases import FRONT, Phase


@pytest.mark.parametrize(
    ("luck", "words"),
    [
        (Luck(8.2, 0.71, 0.2), "Germany 8 IPCs better than expected (luckier than in 71 of 100 such battles)."),
        (Luck(-1.4, 0.04, 0.926), "Germany 1 IPC worse than expected (worse luck than in 93 of 100 such battles)."),
        (Luck(0.4, 0.5, 0.2), "Germany as expected."),
        (
            Luck(40.0, 0.9999, 0.0),
            "Germany 40 IPCs better than expected (luckier than in over 99 of 100 such battles).",
        ),
        (
            Luck(-1.0, 0.99, 0.001),
            "Germany 1 IPC worse than expected (worse luck than in under 1 of 100 such battles).",
        ),
    ],
)
def test_luck_is_told_in_ipcs_and_against_others_like_it(luck: Luck, words: str) -> None:
    state = position("germany", "combat_move", {}).state
    assert luck_line(state, "germany", luck, "battles") == f"Luck: {words}"


def test_where_nothing_depended_on_dice_nothing_is_told() -> None:
    assert luck_line(position("germany", "combat_move", {}).state, "germany", None, "battles") == ""


def test_the_luck_of_a_war_is_that_of_a_side() -> None:
    luck = Luck(23.0, 0.71, 0.28)
    assert luck_of_war("axis", luck) == (
        "Luck of the war: the Axis 23 IPCs better than expected (luckier than in 71 of 100 such wars)."
    )
    assert luckier_than(luck) == "luckier than 71%"


def test_the_summary_of_a_turn_tells_the_luck_of_all_its_battles() -> None:
    turn = Phase(position("soviet_union", "combat_move", FRONT))
    turn.move("3 infantry: russia > west_russia")
    turn.move("2 infantry: caucasus > ukraine")
    turn.end()
    turn.do({"type": "battle", "space": "ukraine"}, "6 6 1")
    turn.do({"type": "decide", "kind": "retreat", "choice": {"retreat": "caucasus"}})
    turn.do({"type": "battle", "space": "west_russia"}, "1 1 6 6")
    summary = turn_summary(Timeline.of(turn.start, turn.events)).split("\n")
    assert summary[-1] == (
        "Luck: the Soviet Union 1 IPC worse than expected (worse luck than in 37 of 100 such turns)."
    )
    assert "Luck" not in turn_summary(Timeline.of(turn.start, turn.events[:1]))
