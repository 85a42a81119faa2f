"""The estimate of a battle stays near its exact chances, in battles that it was not fitted to."""

from __future__ import annotations

import pytest

from engine.facts.estimates import load_weights
from engine.odds.estimates.average_course import Row
from engine.odds.estimates.estimate import Kind, Strength, features, win_share
from tests.engine.odds.drawn_battles import KINDS
from tests.engine.odds.fitting import CHECK, errors, exact

SAMPLE = CHECK[:30]
NOBODY = Strength(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0.0, 0, False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, ())
SOMEBODY = NOBODY._replace(hits=1, fire=0.5, area=0.5, square=0.25, scatter=0.5)


@pytest.mark.parametrize("kind", KINDS)
def test_two_points_off_on_average_and_rarely_more_than_six(kind: Kind) -> None:
    """`python -m tests.engine.odds.fitting --check` looks at 500 of each kind."""
    off = errors(kind, exact(kind, SAMPLE))
    assert len(off) > 24
    assert sum(off) / len(off) <= 0.02
    assert sum(each > 0.06 for each in off) <= len(off) / 10


@pytest.mark.parametrize("kind", KINDS)
def test_every_feature_has_its_weight(kind: Kind) -> None:
    side = SOMEBODY._replace(rows=(Row(1, 0.5, False, False, False),) if kind == "sea" else ())
    assert len(getattr(load_weights(), kind)) == len(features(side, side))


@pytest.mark.parametrize("kind", KINDS)
def test_who_cannot_fight_does_not_win(kind: Kind) -> None:
    assert win_share(kind, SOMEBODY, NOBODY) == 1
    assert win_share(kind, NOBODY, SOMEBODY) == 0
    assert win_share(kind, NOBODY, NOBODY) == 0


def test_more_units_win_more_often() -> None:
    twice = SOMEBODY._replace(hits=2, fire=1.0, area=1.5, square=1.25)
    assert win_share("land", twice, SOMEBODY) > win_share("land", SOMEBODY, SOMEBODY) > 0
