"""Victory that must be held for a round, as the table reads of it."""

from __future__ import annotations

from dataclasses import replace

from engine.events.turn import HoldBegan, HoldEnded
from engine.state.game_state import Holding
from gamemaster.narration import event_line, status_text
from tests.engine.table import Table, position

SETUP = "pacific_1940"
SIX = dict.fromkeys(("kwangtung", "philippines", "india", "hawaiian_islands"), "japan")


def table(owners: dict[str, str]) -> Table:
    """Japan's turn in round 4, with more cities in its hands than at the start."""
    return position("japan", "conduct_combat", {}, setup=SETUP, owners=owners, game_round=4)


def test_the_status_says_what_each_side_needs_and_until_when_it_must_hold_it() -> None:
    state = replace(table(SIX).state, holdings=(Holding(0, "japan", 4),))
    status = status_text(state, {}, None).split("\n")
    assert status[-3:] == [
        (
            "The Axis: 6 of 6 cities needed for victory (Tokyo, Shanghai, Honolulu, Manila, Calcutta, Hong Kong), "
            "won by holding them for a complete round, with Tokyo held at its end"
        ),
        (
            "The Allies: 0 of 1 city needed for victory (still to take: Tokyo), "
            "won by holding it for a complete round, with San Francisco, Calcutta or Sydney held at its end"
        ),
        ("The Axis wins after ANZAC's turn of round 4 if it keeps 6 cities until then, with Tokyo held at the end."),
    ]


def test_the_table_is_told_when_a_side_begins_to_hold_enough_and_when_it_does_not_any_more() -> None:
    state = table(SIX).state
    assert event_line(state, HoldBegan("axis", 0, "japan", 4)) == (
        "The Axis holds Tokyo, Shanghai, Honolulu, Manila, Calcutta and Hong Kong. The Axis wins after ANZAC's turn of "
        "round 4 if it keeps 6 cities until then, with Tokyo held at the end."
    )
    five = table({**SIX, "hawaiian_islands": "united_states"}).state
    assert event_line(five, HoldEnded("axis", 0)) == (
        "The Axis holds only 5 of the 6 cities that it needs: the complete round starts over."
    )
    tokyo = table({"japan": "united_kingdom"}).state
    assert event_line(tokyo, HoldBegan("allies", 1, "united_kingdom", 4)) == (
        "The Allies hold Tokyo. The Allies win after China's turn of round 5 if they keep Tokyo until then, with San "
        "Francisco, Calcutta or Sydney held at the end."
    )
    assert event_line(state, HoldEnded("allies", 1)) == (
        "The Allies no longer hold Tokyo: the complete round starts over."
    )
    lost = table({**SIX, "new_south_wales": "japan", "japan": "united_kingdom"}).state
    assert event_line(lost, HoldBegan("axis", 0, "japan", 5, again=True)) == (
        "The Axis holds Shanghai, Honolulu, Manila, Calcutta, Hong Kong and Sydney, but at the end of a round it lacks "
        "Tokyo. The Axis wins after ANZAC's turn of round 5 if it keeps 6 cities until then, with Tokyo held at the "
        "end."
    )
