"""A database is taken over into another: from a file of SQLite to PostgreSQL where a server is there."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from store import Roll, Store
from store.__main__ import main
from store.database import tables
from store.database.alone import alone_with
from store.errors import CopyRefused
from store.games.deleting import delete_games
from store.maintenance.administration import taken
from store.maintenance.copying import copied
from tests.store.examples import CHANNEL, new_game, play, post, running_game, tell
from tests.tables import with_tables


async def everything(store: Store) -> dict[str, list[Any]]:
    """All rows of all tables."""
    found = {}
    async with store.read() as read:
        for table in tables.metadata.sorted_tables:
            query = select(table).order_by(*table.primary_key.columns)
            found[table.name] = [tuple(row) for row in (await read.connection.execute(query)).all()]
    return found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of two games of some length, one of which was deleted with the last message."""
    file = with_tables(tmp_path_factory.mktemp("copying") / "played.db")
    asyncio.run(_play(file))
    return file


@pytest.fixture
async def played(file: Path, tmp_path: Path) -> Store:
    """That database, in a file of its own."""
    shutil.copy(file, tmp_path)
    return await Store.open(f"sqlite:///{tmp_path / file.name}")


async def _play(file: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    for number in range(2):
        game = await running_game(store, channel_id=CHANNEL + number, name="Winter “Ærø”")
        for phase in range(205):
            await play(store, game.id, f"p{phase}")
        await play(store, game.id, "rolled", rolls=(Roll(1, "press 206", "attack", (6, 1)),))
        await tell(store, game.id, post("told", channel_id=CHANNEL + number, picture={"kind": "board"}))
        async with store.write() as write:
            await write.set_seat(game.id, "germany", CHANNEL)
            await write.set_standing_order(game.id, "germany", "land", ["infantry", {"unit": "tank"}])
            await write.keep_draft(game.id, CHANNEL, "orders", {"text": "typed"})
    async with store.write() as write:
        await delete_games(write, [2])
    await store.close()


async def test_all_rows_are_copied_and_numbers_go_on(played: Store, database_url: str) -> None:
    other = await Store.open(database_url)
    assert await copied(played, other) == 1
    assert await everything(other) == await everything(played)
    async with other.write() as write:
        created = await write.create_game(new_game(channel_id=5))
        assert created.id == 3  # as the second is in tags that players have seen
        assert await write.outbox.enqueue(created.id, [post("on")]) == (3,)
    await play(other, 1, "on")
    await played.close()
    await other.close()


async def test_numbers_go_on_on_the_way_back_too(played: Store, database_url: str, tmp_path: Path) -> None:
    other, back = await Store.open(database_url), await Store.open(f"sqlite:///{tmp_path / 'back.db'}")
    await copied(played, other)
    await copied(other, back)
    assert await everything(back) == await everything(played)
    async with back.write() as write:
        assert (await write.create_game(new_game(channel_id=5))).id == 3
        assert await write.outbox.enqueue(3, [post("on")]) == (3,)
    for store in (played, other, back):
        await store.close()


async def test_nothing_is_copied_over_games(played: Store, database_url: str) -> None:
    other = await Store.open(database_url)
    await running_game(other, channel_id=7)
    before = await everything(other)
    with pytest.raises(CopyRefused, match="already holds games"):
        await copied(played, other)
    assert await everything(other) == before
    await played.close()
    await other.close()


async def test_the_host_is_told_what_was_copied_and_what_to_do(played: Store, database_url: str) -> None:
    said = await taken(played, database_url)
    assert said.startswith("Copied 1 game to ")
    assert "Set DATABASE_URL to it, then start the bot." in said
    await played.close()


def test_nothing_is_copied_while_a_bot_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = (f"sqlite:///{tmp_path / name}.db" for name in ("played", "new"))

    async def copy_beside_a_bot() -> int:
        await (await Store.open(source)).close()
        async with alone_with(source):
            return await asyncio.to_thread(main, ["copy", "--database", source, target])

    assert asyncio.run(copy_beside_a_bot()) == 1
    assert "A bot already uses the database" in capsys.readouterr().err
    assert main(["copy", "--database", source, target]) == 0
