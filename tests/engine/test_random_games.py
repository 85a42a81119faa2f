"""Random legal games, the same in every run, checked after every action; `make soak` plays games never seen before."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.engine.random_games import PlayedGame, play_random_game

ACTIONS = 150
SEEDS = range(4)
TABLES = [
    ("aa1941", False),
    ("revised", False),
    ("revised", True),
    ("anniversary_1941", False),
    ("anniversary_1942", False),
]
"""Setups, plain and with all national advantages; the options that change rules are drawn for every game."""
SCENARIOS = ("anniversary_1941", "anniversary_1942")


@cache
def random_game(setup: str, advantages: bool, seed: int) -> PlayedGame:
    """A game that is the same in every run."""
    return play_random_game(seed, ACTIONS, setup, advantages=advantages)


@pytest.mark.parametrize(("setup", "advantages"), TABLES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_known_random_game_keeps_every_promise_of_the_engine(setup: str, advantages: bool, seed: int) -> None:
    assert random_game(setup, advantages, seed).counts["actions"] <= ACTIONS


def test_random_games_of_the_scenarios_play_all_that_is_their_own() -> None:
    games = (random_game(setup, False, seed) for setup in SCENARIOS for seed in SEEDS[:3])
    counts: Counter[str] = sum((game.counts for game in games), Counter())
    expected = ["researched", "anti_aircraft_fired", "units_granted"]
    assert [kind for kind in expected if not counts[kind]] == []


@pytest.mark.parametrize(("setup", "advantages"), TABLES)
def test_random_games_are_lively_enough_to_mean_something(setup: str, advantages: bool) -> None:
    games = (random_game(setup, advantages, seed) for seed in SEEDS[:3])
    counts: Counter[str] = sum((game.counts for game in games), Counter())
    assert counts["battle_began"] >= 12
    assert counts["refusals"] >= 120
    expected = ["territory_taken", "assault_declared", "units_loaded", "order_undone"]
    expected += ["researched", "anti_aircraft_fired"] if setup != "aa1941" else []
    expected += ["advantage_used"] if advantages else []
    assert [kind for kind in expected if not counts[kind]] == []


def test_the_same_seed_plays_the_same_game() -> None:
    assert play_random_game(3, 60).record == play_random_game(3, 60).record
