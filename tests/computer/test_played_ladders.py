"""The games of `docs/ladder`: the page tells what came of them, and they can be played again."""

from __future__ import annotations

import pytest

from computer import VERSION
from computer.matches import play
from tests import ladders


def test_the_page_tells_what_came_of_the_games() -> None:
    assert ladders.PAGE.read_text("utf-8") == ladders.page(), "python -m tests.ladders writes it anew"


@pytest.mark.parametrize(
    "players",
    [
        ("easy", "random"),
        ("normal", "easy"),
        ("normal", "greedy"),
        pytest.param(("hard", "normal"), marks=pytest.mark.whole),
    ],
    ids=" against ".join,
)
def test_a_game_played_again_is_the_same_to_the_last_byte(players: tuple[str, str]) -> None:
    """That with the fewest orders of the first pairs; the fingerprint is that of every order and every die."""
    games = [
        (ladder.pair(pairs[0].number)[number], result)
        for ladder, version, pairs in ladders.kept()
        if version == VERSION and (ladder.a, ladder.b) == players
        for number, result in enumerate(pairs[0].games)
    ]
    assert games, f"none by players of version {VERSION}: play those of {ladders.FOLDER} again"
    match, result = min(games, key=lambda game: game[1].orders)
    assert play(match) == result
