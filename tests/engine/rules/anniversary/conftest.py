"""Every rule-book example of Anniversary is played in both scenarios."""

from __future__ import annotations

from functools import partial

import pytest

from tests.engine.rules.anniversary.playing import SCENARIOS, Play
from tests.engine.table import position


@pytest.fixture(params=SCENARIOS)
def play(request: pytest.FixtureRequest) -> Play:
    """Set up a position of one scenario after the other."""
    return partial(position, setup=request.param)
