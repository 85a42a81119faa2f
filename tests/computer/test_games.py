"""Games between computer players go on, whatever the setup; nothing that they order is refused."""

from __future__ import annotations

import pytest

from computer.judging import gained, score
from computer.levels import LEVELS
from computer.matches import Match, play
from engine import new_game
from tests.published import SETUPS
from tests.soak_computers import LAST_ROUND, LEVEL, is_over


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("setup", SETUPS)
def test_whole_games_end_or_reach_their_last_round(setup: str, seed: int) -> None:
    result = play(Match(setup, LEVEL, LEVEL, LAST_ROUND, seed))
    assert is_over(result), result
    assert sum(result.refused.values()) <= result.orders / 1000


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.whole
def test_rounds_of_each_level_are_played_and_nothing_is_refused(setup: str, level: str) -> None:
    result = play(Match(setup, level, level, rounds=3, seed=1))
    assert result.victory or result.rounds == 3
    assert sum(result.refused.values()) <= result.orders / 1000


def test_the_same_seed_plays_the_same_game_and_another_one_another() -> None:
    first, again, other = (play(Match("aa1941", "greedy", "random", rounds=1, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first.fingerprint != other.fingerprint


@pytest.mark.parametrize("setup", SETUPS)
def test_what_one_side_is_ahead_by_the_other_is_behind_by(setup: str) -> None:
    state = new_game(setup)
    assert score(state, "axis") == -score(state, "allies")
    assert gained(state, state, "axis") == 0
