"""What a host does by `python -m store`: looking, exporting, moving and deleting, with nothing half done."""

import json
import os
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, select

from engine.replay import read_record
from store import ChannelTaken, NewProposal, OpenRoll, Store
from store.database import tables
from store.errors import BackupRefused, DatabaseUnavailable, DeletionRefused, RollIsOpen, UnknownGame
from store.maintenance.administration import (
    exported,
    game_deleted,
    listed,
    moved,
    opened,
    person_deleted,
    server_deleted,
)
from tests.store.examples import CHANNEL, ORGANISER, claim, edit, play, post, running_game, sent, tell

HEINZ, OTHER = 1_111_111_111_111_111_111, 2_222_222_222_222_222_222


@pytest.fixture
async def played(store: Store) -> Store:
    """Three games, two of them of server 77; Heinz plays Germany in the first and left the second."""
    for number, guild in enumerate((77, 77, 88), start=1):
        game = await running_game(store, channel_id=CHANNEL + number, guild_id=guild)
        await play(store, game.id, "p")
        async with store.write() as write:
            await write.set_seat(game.id, "germany", HEINZ if number == 1 else OTHER)
            await write.keep_former_player(game.id, "japan", HEINZ if number == 2 else OTHER)
            await write.keep_draft(game.id, HEINZ, "orders", {"text": "typed"})
            await write.set_standing_order(game.id, "germany", "land", ["infantry"])
            await write.add_proposal(asked_by_heinz(game.id))
        await tell(store, game.id, post(f"<@{HEINZ}> it is your turn", role="panel", channel_id=CHANNEL + number))
    return store


def asked_by_heinz(game_id: int) -> NewProposal:
    return NewProposal(
        game_id=game_id,
        kind="end",
        proposer_id=HEINZ,
        proposer_name="Heinz",
        body={},
        made_for="",
        asked=(OTHER,),
        text="Heinz asks to end it.",
        cause="press",
    )


async def rows(store: Store, game_id: int) -> int:
    """How many rows of all tables belong to a game."""
    async with store.read() as read:
        return sum(
            [
                (
                    await read.connection.execute(
                        select(func.count()).select_from(table).where(table.c.game_id == game_id)
                    )
                ).scalar_one()
                for table in tables.metadata.sorted_tables
                if "game_id" in table.c
            ]
        )


async def everything(store: Store) -> str:
    """All that is in the database, as text."""
    async with store.read() as read:
        found = [
            str([dict(row._mapping) for row in (await read.connection.execute(select(table))).all()])
            for table in tables.metadata.sorted_tables
        ]
    return "\n".join(found)


async def test_games_are_listed_without_secrets(played: Store) -> None:
    async with played.write() as write:
        await write.outbox.park_channel(CHANNEL + 2, "the channel was deleted")
    said = (await listed(played, None)).splitlines()
    assert len(said) == 3
    assert said[1].startswith("2: Winter 1941 – «Ærø» (aa1941), running; server 77, channel")
    assert said[1].endswith("nothing is posted: the channel was deleted")
    assert "seed" not in "".join(said)
    assert len((await listed(played, 88)).splitlines()) == 1
    assert await listed(played, 99) == "No games."


async def test_an_export_is_a_record_with_the_version_of_every_step(played: Store, tmp_path: Path) -> None:
    said = await exported(played, 1, tmp_path / "game.json")
    assert said.endswith("Don't show it to anybody who plays.")
    record = read_record((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert (record.setup, [step.engine for step in record.steps]) == ("aa1941", ["0.1.0"])
    assert stat.S_IMODE((tmp_path / "game.json").stat().st_mode) == 0o600
    keys = {"format", "engine", "setup", "options", "commitment", "steps"}
    assert set(json.loads((tmp_path / "game.json").read_text())) == keys
    with pytest.raises(BackupRefused, match="already exists"):
        await exported(played, 1, tmp_path / "game.json")
    with pytest.raises(BackupRefused, match="cannot be written"):
        await exported(played, 1, tmp_path / "missing" / "game.json")
    with pytest.raises(UnknownGame, match="no game 9"):
        await exported(played, 9, tmp_path / "other.json")


async def test_half_a_record_is_not_left_on_a_full_disk(
    played: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fdopen", lambda *_, **__: open("/dev/full", "w"))  # noqa: PTH123, SIM115
    with pytest.raises(BackupRefused, match=r"game\.json cannot be written: No space left on device\."):
        await exported(played, 1, tmp_path / "game.json")
    assert not (tmp_path / "game.json").exists()


async def test_a_moved_game_takes_along_what_waits(played: Store) -> None:
    await tell(played, 1, edit("gone", message_id=5, channel_id=CHANNEL + 1))
    async with played.write() as write:
        await write.outbox.park_channel(CHANNEL + 1, "the channel was deleted")
        version = (await write.game(1)).version
    await moved(played, 1, CHANNEL + 9, None)
    async with played.read() as read:
        game = await read.game(1)
        assert (game.guild_id, game.channel_id, game.version) == (77, CHANNEL + 9, version + 1)
        assert await read.parked_channels() == ()
        assert [(message.kind, message.channel_id) for message in await read.unsent_messages(1)] == [
            ("post", CHANNEL + 9)
        ]
        assert await read.number_of_waiting_posts(1) == 1
    first = next(message for message in await claim(played) if message.game_id == 1)
    await sent(played, first, 900)
    with pytest.raises(ChannelTaken):
        await moved(played, 1, CHANNEL + 2, None)
    await moved(played, 1, CHANNEL + 9, 99)
    async with played.write() as write:
        game = await write.game(1)
        assert game.guild_id == 99
        await write.open_roll_of(1, game.version, OpenRoll("press", {"actor": {"user_id": OTHER}}))
    with pytest.raises(RollIsOpen):
        await moved(played, 1, CHANNEL + 8, None)


async def test_nothing_is_deleted_before_the_host_is_sure(played: Store) -> None:
    before = await everything(played)
    assert "would delete game 1 (Winter 1941 – «Ærø», running)" in await game_deleted(played, 1, sure=False)
    assert "2 games of server 77" in await server_deleted(played, 77, sure=False)
    said = await person_deleted(played, HEINZ, sure=False)
    assert "who is known in 2 games" in said
    assert said.endswith("Nothing was deleted. Make a backup, then add --yes.")
    assert await everything(played) == before


async def test_a_game_is_deleted_with_all_that_belongs_to_it_and_no_other(played: Store) -> None:
    others = await rows(played, 2), await rows(played, 3)
    assert await rows(played, 1) > 5
    assert await game_deleted(played, 1, sure=True) == "Deleted game 1 (Winter 1941 – «Ærø», running)."
    assert await rows(played, 1) == 0
    assert (await rows(played, 2), await rows(played, 3)) == others
    assert [line.split(":")[0] for line in (await listed(played, None)).splitlines()] == ["2", "3"]
    with pytest.raises(UnknownGame):
        await game_deleted(played, 1, sure=True)


async def test_a_server_is_deleted_with_its_games(played: Store) -> None:
    async with played.write() as write:
        await write.outbox.park_channel(CHANNEL + 2, "the channel was deleted")
    assert await server_deleted(played, 77, sure=True) == "Deleted 2 games of server 77."
    assert [line.split(":")[0] for line in (await listed(played, None)).splitlines()] == ["3"]
    async with played.read() as read:
        assert await read.parked_channels() == ()
    with pytest.raises(DeletionRefused, match="no games of server 77"):
        await server_deleted(played, 77, sure=True)


async def test_nothing_with_the_id_of_a_deleted_person_is_left(played: Store) -> None:
    await person_deleted(played, HEINZ, sure=True)
    left = await everything(played)
    assert str(HEINZ) not in left
    assert "Heinz" not in left
    async with played.read() as read:
        assert await read.seats(1) == ()
        assert await read.standing_orders(1) == ()
        assert len(await read.standing_orders(2)) == 1
        assert [entry.by for entry in await read.entries_since(1, 0)] == ["germany"]
    await person_deleted(played, ORGANISER, sure=True)
    assert str(ORGANISER) not in await everything(played)


async def test_what_is_deleted_is_not_left_in_the_file(tmp_path: Path) -> None:
    file, typed = tmp_path / "games.db", "2 infantry by Zeppelin"
    store = await Store.open(f"sqlite:///{file}")
    game = await running_game(store)
    async with store.write() as write:
        await write.keep_draft(game.id, HEINZ, "orders", {"text": typed})
    await store.close()
    assert typed.encode() in file.read_bytes()
    store = await Store.open(f"sqlite:///{file}")
    await game_deleted(store, game.id, sure=True)
    await store.close()
    assert typed.encode() not in file.read_bytes()


async def test_what_is_deleted_is_not_left_in_the_journal_of_a_bot_that_runs(tmp_path: Path) -> None:
    file, typed = tmp_path / "games.db", b"2 infantry by Zeppelin"
    async with opened_for_a_while(file) as bot, opened_for_a_while(file) as tool:
        game = await running_game(bot)
        async with bot.write() as write:
            await write.keep_draft(game.id, HEINZ, "orders", {"text": typed.decode()})
        assert typed in beside(file)
        async with bot.read() as read:
            await read.game(game.id)
            said = await person_deleted(tool, HEINZ, sure=True)
            assert said.endswith("which was being read. Stop the bot and start it again.")
        assert await game_deleted(tool, game.id, sure=True) == "Deleted game 1 (Winter 1941 – «Ærø», running)."
        assert typed not in beside(file)


@asynccontextmanager
async def opened_for_a_while(file: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{file}", busy_timeout=0.05)
    yield store
    await store.close()


def beside(file: Path) -> bytes:
    """What stands in a database and its journal."""
    return b"".join(each.read_bytes() for each in file.parent.glob(f"{file.name}*"))


async def test_a_person_whose_order_is_being_carried_out_is_not_deleted(played: Store) -> None:
    async with played.write() as write:
        game = await write.game(1)
        await write.open_roll_of(1, game.version, OpenRoll("press", {"actor": {"user_id": HEINZ}}))
    with pytest.raises(DeletionRefused, match="Start the bot"):
        await person_deleted(played, HEINZ, sure=True)


async def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="There is no database"):
        await opened(f"sqlite:///{tmp_path / 'games.db'}")
    assert not (tmp_path / "games.db").exists()
