"""Random legal games, the same in every run, checked after every action; `make soak` plays games never seen before.

What is dear to check is checked here after every tenth action, by `make soak` after each.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle

import pytest

from tests.engine.random_games import PlayedGame, play_random_game
from tests.published import SETUPS
from tests.samples import Sample, every

ACTIONS, EVERY = 100, 10
LONGER = {"anniversary": 150, "low luck": 150}
"""Where more actions are needed until all that is asked is met."""
SEEDS = {"1941": (0, 1), "revised": (0, 1), "revised with advantages": (1, 0), "anniversary": (0, 1)}
"""The first alone meets all that is asked, but for `BOTH`: the other is for `make soak`."""
BOTH = ("revised",)
TABLES = {
    "1941": [("aa1941", False)],
    "revised": [("revised", False)],
    "revised with advantages": [("revised", True)],
    "anniversary": [("anniversary_1941", False), ("anniversary_1942", False)],
}
"""Setups, plain and with all national advantages; the options that change rules are drawn for every game."""
LIVELY = ("territory_taken", "assault_declared", "units_loaded", "order_undone")
RESEARCHED = (*LIVELY, "researched", "anti_aircraft_fired")
MET = {
    "1941": LIVELY,
    "revised": RESEARCHED,
    "revised with advantages": (*RESEARCHED, "advantage_used"),
    "anniversary": (*RESEARCHED, "units_granted"),
}
OWN = {"pacific_1940": {0: 60, 10: 110, 35: 150}, "global_1940": {1: 130, 45: 60}}
"""The seeds of the editions of 1940, of which more is asked, and how many actions of each together meet it all."""
OF_1940 = (
    "scrambled", "scramble_returned", "intercepted", "kamikazes_struck", "convoys_disrupted", "territory_taken_over",
    "raid on a complex", "raid on air_base", "raid on naval_base", "rockets from a base",
    "infantry dropped from a base", "facility_upgraded", "artillery bought by China", "war_declared", "ships_repaired",
    "carrier damaged under its aircraft",
)  # fmt: skip
OF_GLOBAL = (
    "neutral_roused", "neutral_won", "war_declared", "scrambled", "intercepted", "convoys_disrupted",
    "raid on a complex", "infantry dropped from a base", "facility_upgraded",
    "purchase of united_kingdom/europe", "purchase of united_kingdom/pacific", "objective germany_5",
    "objective italy_2", "territory_taken", "researched",
)  # fmt: skip


def play_known(seed: int, setup: str, actions: int, *, advantages: bool = False) -> PlayedGame:
    """A game in which each unit rolls its dice, as it was when these seeds were looked for."""
    return play_random_game(seed, actions, setup, advantages=advantages, every=EVERY, low_luck="off")


@pytest.mark.long
@pytest.mark.sampled
@pytest.mark.parametrize("editions", TABLES)
def test_known_random_games_keep_every_promise_of_the_engine_and_are_lively(editions: str, sample: Sample[int]) -> None:
    met: Counter[str] = Counter()
    seeds = [*sample(SEEDS[editions], 1 if editions in BOTH else 2)]
    actions = LONGER.get(editions, ACTIONS)
    for setup, advantages in TABLES[editions]:
        games = [play_known(seed, setup, actions, advantages=advantages) for seed in seeds]
        assert all(game.counts["actions"] <= actions for game in games)
        counts: Counter[str] = sum((game.counts for game in games), Counter())
        assert counts["battle_began"] >= 4 * len(seeds)
        assert counts["refusals"] >= 40 * len(seeds)
        met += counts
    assert [each for each in MET[editions] if not met[each]] == []


@pytest.mark.long
@pytest.mark.parametrize(("setup", "expected"), [("pacific_1940", OF_1940), ("global_1940", OF_GLOBAL)])
def test_known_random_games_of_1940_meet_all_that_is_their_own(setup: str, expected: tuple[str, ...]) -> None:
    games = [play_known(seed, setup, actions) for seed, actions in OWN[setup].items()]
    counts: Counter[str] = sum((game.counts for game in games), Counter())
    assert [each for each in expected if not counts[each]] == []


@pytest.mark.long
@pytest.mark.parametrize("luck", every(3, zip(SETUPS, cycle(("all", "battles")), strict=False)), ids="-".join)
def test_random_games_of_low_luck_keep_every_promise_of_the_engine(luck: tuple[str, str]) -> None:
    setup, how = luck
    game = play_random_game(1, LONGER["low luck"], setup, every=EVERY, low_luck=how)
    assert game.counts["fired"] >= 10


def test_the_same_seed_plays_the_same_game() -> None:
    assert play_random_game(3, 60, every=EVERY).record == play_random_game(3, 60, every=EVERY).record
