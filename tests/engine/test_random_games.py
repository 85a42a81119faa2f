"""Random legal games, checked after every action; what a failure names can be played again with `tests.soak --seed`."""

from __future__ import annotations

import secrets

import pytest

from tests.engine.random_games import play_random_game

ACTIONS = 150
KNOWN = range(10)
FRESH = 10


@pytest.mark.parametrize("seed", KNOWN)
def test_a_known_random_game_keeps_every_promise_of_the_engine(seed: int) -> None:
    assert play_random_game(seed, ACTIONS).counts["actions"] <= ACTIONS


@pytest.mark.parametrize("number", range(FRESH))
def test_a_random_game_never_played_before_keeps_every_promise_of_the_engine(number: int) -> None:
    seed = secrets.randbelow(1_000_000_000)
    assert play_random_game(seed, ACTIONS).seed == seed


def test_random_games_are_lively_enough_to_mean_something() -> None:
    game = play_random_game(12, ACTIONS)
    assert game.counts["battle_began"] >= 5
    assert game.counts["territory_taken"] >= 1
    assert game.counts["units_loaded"] >= 1
    assert game.counts["order_undone"] >= 1
    assert game.counts["refusals"] >= 50


def test_the_same_seed_plays_the_same_game() -> None:
    assert play_random_game(3, 60).record == play_random_game(3, 60).record
