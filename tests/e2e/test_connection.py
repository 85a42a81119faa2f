"""How long the bot waits before it seeks a lost connection again."""

from __future__ import annotations

import pytest

from cogs.service.connection import DAY_SECONDS, LONGEST_WAIT_SECONDS, MOST_SHORT_WAITS, ShortWaits


def test_short_waits_are_given_up_before_discord_takes_the_token_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    waits = ShortWaits()
    for _ in range(MOST_SHORT_WAITS):
        wait = waits.delay()
        assert wait <= LONGEST_WAIT_SECONDS
        now += wait
    assert max(waits.delay() for _ in range(50)) > 4 * LONGEST_WAIT_SECONDS
    now += DAY_SECONDS
    assert waits.delay() <= LONGEST_WAIT_SECONDS
