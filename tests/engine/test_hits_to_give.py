"""Hits given to places one by one are those that could be given to all of them at once."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.combat.hits import SOURCES, HitsToGive, Profile, can_all_be_hit
from engine.state.battles import Hits


@pytest.mark.rule("CMB-16")
@pytest.mark.parametrize("seed", range(200))
def test_a_place_is_given_a_hit_where_all_so_far_can_have_one(seed: int) -> None:
    rng = Random(seed)
    hits = Hits(**{source: rng.choice((0, 0, 1, 2, 3)) for source in SOURCES})
    left, given = HitsToGive(hits), Counter[Profile]()
    for _ in range(12):
        profile = frozenset(rng.sample(SOURCES, rng.randrange(len(SOURCES))))
        all_could = can_all_be_hit(hits, given + Counter([profile]))
        assert bool(left.give(profile)) is all_could
        given[profile] += all_could


@pytest.mark.rule("CMB-16")
@pytest.mark.parametrize("seed", range(50))
def test_alike_places_are_given_as_many_hits_at_once_as_one_by_one(seed: int) -> None:
    rng = Random(seed)
    hits = Hits(**{source: rng.choice((0, 1, 2, 3)) for source in SOURCES})
    together, single = HitsToGive(hits), HitsToGive(hits)
    for _ in range(6):
        profile, places = frozenset(rng.sample(SOURCES, rng.randrange(len(SOURCES)))), rng.randint(1, 4)
        assert together.give(profile, places) == sum(single.give(profile) for _ in range(places))
