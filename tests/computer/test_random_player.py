"""The player `random`: whatever it orders is legal, and the same seed gives the same game."""

from __future__ import annotations

import pytest

from computer.matches import Match, play
from tests.published import SETUPS


@pytest.mark.parametrize("setup", SETUPS)
def test_games_by_chance_go_on_and_nothing_is_refused(setup: str) -> None:
    result = play(Match(setup, "random", "random", rounds=1, seed=1))
    assert result.rounds == 1
    assert result.orders > 40
    assert sum(result.refused.values()) == 0


def test_the_same_seed_plays_the_same_game_and_another_one_another() -> None:
    first, again, other = (play(Match("aa1941", "random", "random", rounds=1, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first.fingerprint != other.fingerprint
