"""Random legal games, checked after every action; what a failure names can be played again with `tests.soak --seed`."""

from __future__ import annotations

import secrets
from collections import Counter

import pytest

from tests.engine.random_games import PlayedGame, play_random_game

ACTIONS = 150
KNOWN = range(10)
FRESH = range(10)
TABLES = [("aa1941", False), ("revised", False), ("revised", True)]
"""Setups, plain and with all national advantages."""


@pytest.mark.parametrize(("setup", "advantages"), TABLES)
@pytest.mark.parametrize("seed", KNOWN)
def test_a_known_random_game_keeps_every_promise_of_the_engine(setup: str, advantages: bool, seed: int) -> None:
    assert play_random_game(seed, ACTIONS, setup, advantages=advantages).counts["actions"] <= ACTIONS


@pytest.mark.parametrize(("setup", "advantages"), TABLES)
@pytest.mark.parametrize("number", FRESH)
def test_a_random_game_never_played_before_keeps_every_promise_of_the_engine(
    setup: str, advantages: bool, number: int
) -> None:
    seed = secrets.randbelow(1_000_000_000)
    assert play_random_game(seed, ACTIONS, setup, advantages=advantages).seed == seed


def played(setup: str, *, advantages: bool, games: int) -> Counter[str]:
    """What happened in a few known games together."""
    played: list[PlayedGame] = [play_random_game(seed, ACTIONS, setup, advantages=advantages) for seed in range(games)]
    return sum((game.counts for game in played), Counter())


def test_random_games_are_lively_enough_to_mean_something() -> None:
    counts = played("aa1941", advantages=False, games=2)
    assert counts["battle_began"] >= 5
    assert counts["territory_taken"] >= 1
    assert counts["units_loaded"] >= 1
    assert counts["order_undone"] >= 1
    assert counts["refusals"] >= 50


def test_the_same_seed_plays_the_same_game() -> None:
    assert play_random_game(3, 60).record == play_random_game(3, 60).record
