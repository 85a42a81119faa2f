"""What is asked for each command, post and look at the store is found by indexes, however many games there are."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from gamemaster.outbox.posts import PANEL
from local import LocalTable
from store.agreements import last_organised, templates_of
from store.database.tables import metadata
from store.forgetting import forget_beside_games, forget_guest, forget_in, games_that_know, tables_with_guest
from store.games.reminding import games_with_reminders, games_with_settings, last_reminder, quiet_games
from store.games.turn_times import TurnTime, note_turn_time, turn_time
from store.house import agreed_where_it_is_alone, games_of_the_house, last_reasons
from store.late_pings import (
    drop_lapsed_seats,
    drop_late_pings,
    games_with_late_pings,
    keep_late_pings,
    late_pings,
    lobbies_with_lapsed_seats,
    take_late_ping,
)
from store.notes import forget_notes, notes_of
from store.outages import outages_of
from store.outbox.threads import is_to_come, played_in, threads_of
from store.results import count, dearest_battles, games_to_count, results_of_player
from store.seals import seals_of
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, SIDES, Campaign, begin, settled
from tests.postgresql import VARIABLE
from tests.tables import postgresql_with_tables, with_tables

GROWING = metadata.tables.keys() - {"parked_channels", "registered_commands", "presence"}
OF_PARTS = ("messages_", "games_with_open_rolls", "games_that_grew")
"""Indexes of a few rows among many, which may be read whole."""


@contextmanager
def asked() -> Iterator[dict[str, Any]]:
    """Each statement with the values it was asked with last."""
    statements: dict[str, Any] = {}

    def note(_connection: Connection, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        if statement.lstrip().startswith(("SELECT", "WITH", "UPDATE", "DELETE", "INSERT")):
            statements[statement] = values[0] if many else values

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def play(table: LocalTable, database: Path | str) -> None:
    """A turn through Discord with its posts, what is asked besides, and what the bot does between orders."""
    anna, ben = table.user("Anna"), table.user("Ben")
    async with bot_at_work(table, database) as bot:
        await begin(ben, anna)
        players = {power: ben if side == "axis" else anna for side, powers in SIDES.items() for power in powers}
        campaign = Campaign(bot, players, table.world.channel_named(CHANNEL)["id"])
        await campaign.play_turn()
        for command in (
            *("game status", "my-orders", "map", "panel", "diagnose", "dice status", "dice log"),
            *(
                "game list",
                "games",
                "todo",
                "reminders",
                "catch-up",
                "history",
                "note",
                "template list",
                "diary",
                "review",
                "what-if",
                "statistics show",
                "statistics opt-in",
            ),
        ):
            await anna.command(CHANNEL, command)
        await anna.command(CHANNEL, "game export", form="summary")
        await anna.command(CHANNEL, "reminders", way="direct")
        await anna.command(CHANNEL, "deputy name", player=table.world.user_named("Cleo")["id"])
        await anna.command(CHANNEL, "deputy end")
        await anna.command(CHANNEL, "dice log", space="west russia", turn="1", roll=1)
        await anna.command("mess-hall", "game create", edition="revised", posts="in a thread")
        await settled(bot)
        assert await bot.master.pruning.sweep()
        assert not await bot.master.settling.sweep()
        await bot.master.counting.sweep()
        async with bot.master.store.read() as read:
            assert await quiet_games(read, PANEL, before=2**62, after=0, most=5)
            await games_with_settings(read, after=0, most=5)
            await last_reminder(read, 1)
            await turn_time(read, 1)
            await seals_of(read, 1)
            await outages_of(read, 1, since=0, now=1)
            await games_with_reminders(read, [1, 2], since=0)
            await last_organised(read, 1, 1)
            await templates_of(read, 1)
            await notes_of(read, 1)
            await games_with_late_pings(read, now=0, most=5)
            await lobbies_with_lapsed_seats(read, now=0, most=5)
            await games_of_the_house(read)
            await agreed_where_it_is_alone(read, 1)
            await last_reasons(read, 1, most=5)
            await late_pings(read, 1)
            await games_to_count(read, most=5)
            await dearest_battles(read, 1, most=3)
            await results_of_player(read, 1, 1, most=5)
            await games_that_know(read, 1)
            assert not await is_to_come(read, 1)
            assert await played_in(read, [0]) == ()
            assert list(await threads_of(read, [1, 2])) == [2]
            await tables_with_guest(read, 1)
        async with bot.master.store.write() as write:
            await count(write, 1, None)
            await forget_in(write, 2, [1, 2])
            await forget_guest(write, 2, 1)
            await forget_beside_games(write, 2, plays=False)
            await note_turn_time(write, 1, TurnTime("germany 1"))
            await forget_notes(write, 1, but=["1.germany"])
            await keep_late_pings(write, 1, {1: 2})
            await drop_lapsed_seats(write, 1, now=0)
            await drop_late_pings(write, 1, [1])
            await take_late_ping(write, 1, 1)
        await bot.master.store.figures()


async def test_no_table_that_grows_is_read_whole_on_sqlite(tmp_path: Path) -> None:
    file = with_tables(tmp_path / "games.db")  # What brings a database up to date is not asked again.
    async with LocalTable(new_messages=1000) as table:
        with asked() as statements:
            await play(table, file)
    with sqlite3.connect(file) as connection:
        found = {
            statement: whole
            for statement, values in statements.items()
            if (whole := [step for step in _steps(connection, statement, values) if _reads_whole_table(step)])
        }
    assert len(statements) > 40
    assert found == {}


def _steps(connection: sqlite3.Connection, statement: str, values: Any) -> list[str]:
    return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]


def _reads_whole_table(step: str) -> bool:
    scanned = re.match(r"SCAN (\w+?)(_\d+)?( USING (?:COVERING )?INDEX (\w+))?( LEFT-JOIN)?$", step)
    if scanned is None or scanned[1] not in GROWING:
        return False
    return not (scanned[4] or "").startswith(OF_PARTS)


@pytest.mark.skipif(VARIABLE not in os.environ, reason="needs PostgreSQL: make postgres starts one for it")
async def test_no_table_that_grows_is_read_whole_on_postgresql() -> None:
    database = await postgresql_with_tables()
    async with LocalTable(new_messages=1000) as table:
        with asked() as statements:
            await play(table, database)
    engine = create_async_engine(make_url(database).set(drivername="postgresql+asyncpg"))
    found = {}
    async with engine.connect() as connection:
        await connection.execute(text("SET enable_seqscan = off"))  # so that it is used where there is no other way
        driver: Any = (await connection.get_raw_connection()).driver_connection
        for statement, values in statements.items():
            rows = await driver.fetch(f"EXPLAIN {statement}", *values)
            if whole := [row[0] for row in rows if "Seq Scan on" in row[0]]:
                found[statement] = whole
    await engine.dispose()
    assert len(statements) > 40
    assert found == {}
