"""What a bot does between orders grows with the games in which something happened, not with those that are over."""

from __future__ import annotations

from pathlib import Path

from gamemaster.upkeep.pruning import Pruning
from store import Store
from store.late_pings import lobbies_with_lapsed_seats
from store.maintenance.own_work import grown_games, note_looked_through
from store.sqlite.connection import SqliteConnection
from tests.store.conftest import HandSetClock
from tests.store.examples import play, running_game

FEW, MANY = 3, 60


async def with_finished_games(place: Path, number: int, first: int = 1) -> None:
    store = await Store.open(f"sqlite:///{place}")
    for channel in range(first, first + number):
        game = await running_game(store, channel_id=channel)
        for _ in range(2):
            await play(store, game.id, "purchase")
        async with store.write() as write:
            await write.commit_turn(game.id, (await write.game(game.id)).version, status="finished")
    await store.close()


async def steps(place: Path) -> int:
    """How many steps SQLite takes for what an idle bot does again and again, just after it was started."""
    store = await Store.open(f"sqlite:///{place}")
    await _sweep(store)
    taken = 0

    def count() -> None:
        nonlocal taken
        taken += 1

    drivers = []
    for transaction in (store.write, store.read, store.read_at_length):
        async with transaction() as reading:
            driver = (await reading.connection.get_raw_connection()).driver_connection
        assert isinstance(driver, SqliteConnection)
        driver.opened.set_progress_handler(count, 1)
        drivers.append(driver)
    await _sweep(store)
    for driver in drivers:
        driver.opened.set_progress_handler(None, 1)
    await store.close()
    return taken


async def _sweep(store: Store) -> None:
    clock = HandSetClock()
    assert await Pruning(store, clock, breath=0.0).sweep()
    async with store.read() as read:
        assert await read.games_with_open_rolls() == ()
        assert await lobbies_with_lapsed_seats(read, clock(), 10) == ()
    async with store.write() as write:
        await write.outbox.claim("idle", 30, 10)


async def test_an_idle_bot_does_as_much_with_many_finished_games_as_with_few(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    await with_finished_games(place, FEW)
    few = await steps(place)
    await with_finished_games(place, MANY, first=100)
    assert few > 0
    assert await steps(place) <= few + 10


async def test_what_was_looked_through_is_not_looked_through_by_the_next_bot(tmp_path: Path) -> None:
    place = tmp_path / "games.db"
    await with_finished_games(place, FEW)
    store = await Store.open(f"sqlite:///{place}")
    async with store.read() as read:
        assert len(await grown_games(read, 10)) == FEW
    await _sweep(store)
    async with store.read() as read:
        assert await grown_games(read, 10) == ()
    game = await running_game(store, channel_id=99)
    await play(store, game.id, "purchase")
    await store.close()
    store = await Store.open(f"sqlite:///{place}")
    async with store.read() as read:
        assert await grown_games(read, 10) == ((game.id, 1),)
    async with store.write() as write:
        await note_looked_through(write, game.id, 0)
    async with store.read() as read:
        assert await grown_games(read, 10) == ((game.id, 1),), "it has grown meanwhile"
    await store.close()
