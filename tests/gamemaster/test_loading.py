"""Reading games: what is kept of them, and that a crowd that reads lets others go on."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from engine import GameState, state_from_json
from gamemaster.orders import loading
from gamemaster.orders.loading import Loader
from tests.bench.stocked import stock


async def test_of_a_crowd_that_reads_games_one_reads_in_each_turn_of_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd, turns, read_in = 6, 0, list[int]()

    def read(text: str) -> GameState:
        read_in.append(turns)
        return state_from_json(text)

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(loading, "state_from_json", read)
    store = await stock(tmp_path / "games.db", games=crowd)
    loader, counting = Loader(store), asyncio.create_task(count())
    await asyncio.gather(*(loader.by_id(game) for game in range(1, crowd + 1)))
    counting.cancel()
    await store.close()
    assert len(read_in) == len(set(read_in)) == crowd


async def test_a_long_state_is_read_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_in = list[int]()

    def read(text: str) -> GameState:
        read_in.append(threading.get_ident())
        return state_from_json(text)

    monkeypatch.setattr(loading, "state_from_json", read)
    store = await stock(tmp_path / "games.db", games=2)
    await Loader(store).by_id(1)
    monkeypatch.setattr(loading, "LONG", 1_000)
    await Loader(store).by_id(2)
    await store.close()
    assert read_in[0] == threading.get_ident() != read_in[1]
