"""How much a database is asked for one order, once a bot has been at work for a while."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from cogs.service.client import TableBot
from local import LocalTable, Player
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, settled
from tests.postgresql import VARIABLE
from tests.round_trips import counted_round_trips
from tests.tables import postgresql_with_tables

MOVE: dict[str, Any] = {"from": "russia", "units": "1 infantry", "to": "west russia"}
AT_FIRST = 10
"""Orders before it is counted: each of a pool of connections learns a statement when it first carries it out."""
FRAME = ("BEGIN", "PRAGMA", "SELECT pg_catalog.version")


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that are carried out meanwhile, without those that begin transactions."""
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith(FRAME):
            found.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def begin_to_move(table: LocalTable) -> Player:
    """The combat move of the Soviet Union, whom Anna plays, after some orders that she took back."""
    anna = table.user("Anna")
    await begin(table.user("Ben"), anna)
    await anna.press((await anna.command(CHANNEL, "end-phase")).shown, "End anyway")
    for _ in range(AT_FIRST):
        await anna.command(CHANNEL, "move", **MOVE)
        await anna.command(CHANNEL, "undo")
    return anna


async def nothing_else(bot: TableBot) -> None:
    """Stop what a bot does beside orders, once all is posted."""
    await settled(bot)
    await bot.master.stop_background_tasks()


async def test_an_order_takes_four_statements_of_sqlite(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = await begin_to_move(table)
        await nothing_else(bot)
        for command, options in (("move", MOVE), ("undo", {})):
            with statements() as found:
                reply = await anna.command(CHANNEL, command, **options)
            assert "Soviet Union" in reply.content
            words = [statement.split(maxsplit=2)[:2] for statement in found]
            assert [first for first, *_ in words] == ["SELECT", "UPDATE", "INSERT", "UPDATE"], found
        assert table.refusals == []


@pytest.mark.skipif(
    VARIABLE not in os.environ, reason="needs PostgreSQL: python -m tests.postgresql -m pytest starts one for it"
)
async def test_an_order_takes_two_statements_and_four_round_trips_of_postgresql() -> None:
    async with (
        counted_round_trips(await postgresql_with_tables()) as trips,
        LocalTable(new_messages=1000) as table,
        bot_at_work(table, trips.url) as bot,
    ):
        anna = await begin_to_move(table)
        await nothing_else(bot)
        for command, options in (("move", MOVE), ("undo", {})):
            before = trips.count
            with statements() as found:
                reply = await anna.command(CHANNEL, command, **options)
            assert "Soviet Union" in reply.content
            assert len(found) == 2, found
            assert trips.count - before == 4, trips.log[before:]
        assert table.refusals == []
