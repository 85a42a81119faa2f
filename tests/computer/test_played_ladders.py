"""The games of `docs/ladder`: the page tells what came of them, and they can be played again."""

from __future__ import annotations

import pytest

from computer import VERSION
from computer.ladder import Ladder, Pair
from computer.matches import play
from tests import ladders

PLAYED = [(ladder, pair) for ladder, version, pairs in ladders.kept() if version == VERSION for pair in pairs[:1]]
AGAIN = sorted(PLAYED, key=lambda each: sum(game.orders for game in each[1].games))[:2]
"""Of the games of the present players those with the fewest orders."""


def test_the_page_tells_what_came_of_the_games() -> None:
    assert ladders.PAGE.read_text("utf-8") == ladders.page(), "python -m tests.ladders writes it anew"


@pytest.mark.parametrize(
    ("ladder", "pair", "number"),
    [(*AGAIN[0], 0), (*AGAIN[0], 1), (*AGAIN[1], 0)],
    ids=lambda value: value.name if isinstance(value, Ladder) else "",
)
def test_a_game_played_again_is_the_same_to_the_last_byte(ladder: Ladder, pair: Pair, number: int) -> None:
    """The fingerprint is that of every order and every die."""
    assert play(ladder.pair(pair.number)[number]) == pair.games[number]
