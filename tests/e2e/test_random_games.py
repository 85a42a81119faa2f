"""Whatever people do in a game, the bot never asks Discord for anything that Discord refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.random_table import KINDS, play

ORDERS = 60


@pytest.mark.parametrize("kind", KINDS)
async def test_a_random_game_trips_no_limit_of_discord(tmp_path: Path, kind: str) -> None:
    played = await play(kind, ORDERS, 41, tmp_path)
    assert played.table.refusals == []
    assert sum(played.counts.values()) >= ORDERS
