"""Games that have just begun, laid out from a copy: what a game begins with is played once in each process of tests.

All tables of these tests have the same people and channels with the same ids, so rows and posts fit as they are but
for their times, and for the seed of the dice, which is another one in each test.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cogs.service.client import TableBot
from gamemaster import master
from gamemaster.dice.rolls import commitment, new_seed
from local import LocalTable
from local.messages.messages import announce
from local.table.clock import Snowflakes
from local.table.core import Core
from local.world import default_world
from local.world.everything import World
from store import utc_seconds

TIME = re.compile(r"(?<!\d)1[78]\d{8}(?!\d)")
"""A moment of these years, in seconds."""
ID = re.compile(r"(?<!\d)\d{17,20}(?!\d)")
OWN_TABLES = ("alembic_version", "sqlite_sequence")
BEGAN = utc_seconds()

AT_WORK: dict[str, tuple[LocalTable, TableBot]] = {}
"""The tables where a bot of this process is at work, by their address."""

Row = tuple[Any, ...]


def _surroundings(world: World) -> str:
    """All that somebody may have changed before a game begins."""
    kept = (world.users, world.roles, world.channels, world.settings, world.messages)
    members = {key: member["roles"] for key, member in world.members.items()}
    return json.dumps([*kept, members])


def _rows(connection: sqlite3.Connection) -> dict[str, list[Row]]:
    """All that is in the database, by table."""
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names if name not in OWN_TABLES}  # noqa: S608


def _has_games(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM games").fetchone() is not None


@dataclass(frozen=True)
class Layout:
    """What a game begins with: rows, posts with their files, and when it was recorded."""

    rows: Mapping[str, list[Row]]
    posts: str
    post_ids: Sequence[str]
    files: Mapping[str, tuple[str, bytes]]
    seed: bytes
    moment: int

    def again(self, world: World) -> Copy:
        """The same at another table, now."""
        ids = {each: world.ids.next() for each in self.post_ids}
        return Copy(self, ids, new_seed(), utc_seconds() - self.moment)


@dataclass(frozen=True)
class Copy:
    """The same with other ids of the posts, another seed, and all moments so many seconds later."""

    layout: Layout
    ids: Mapping[str, str]
    seed: bytes
    later: int

    def _in_text(self, text: str) -> str:
        told = text.replace(commitment(self.layout.seed), commitment(self.seed))
        told = ID.sub(lambda found: self.ids.get(found[0], found[0]), told)
        return TIME.sub(lambda found: str(int(found[0]) + self.later), told)

    def _in_column(self, value: Any) -> Any:
        if isinstance(value, int):
            return int(self._in_text(str(value)))
        if isinstance(value, str):
            return self._in_text(value)
        return self.seed if value == self.layout.seed else value

    def keep_rows(self, connection: sqlite3.Connection) -> None:
        """Write the rows down."""
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for name, rows in self.layout.rows.items():
            made = [tuple(self._in_column(value) for value in row) for row in rows]
            places = ", ".join("?" * len(rows[0]))
            connection.executemany(f"INSERT INTO {name} VALUES ({places})", made)  # noqa: S608
        connection.execute("COMMIT")

    def post(self, core: Core) -> None:
        """Let everybody see the posts."""
        for file_id, (content_type, data) in self.layout.files.items():
            core.world.storage.put_file(file_id, content_type, data)
        for message in json.loads(self._in_text(self.layout.posts)):
            core.world.save_message(message)
            core.world.channel(message["channel_id"])["last_message_id"] = message["id"]
            announce(core, "MESSAGE_CREATE", message)


class Layouts:
    """All that were recorded, by what was wanted."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Layout] = {}
        self._usual = ""

    def with_usual_ids(self, table: LocalTable) -> LocalTable:
        """A table that is not open yet, on which everybody and everything gets the same id as on all others."""
        world = table.world
        for records in (world.users, world.members, world.roles, world.channels, world.settings):
            records.clear()
        ids, world.ids = world.ids, Snowflakes(lambda: BEGAN)
        default_world.lay_out(world, "Game Master")
        world.ids = ids
        self._usual = self._usual or _surroundings(world)
        return table

    async def begin(
        self,
        address: str,
        wanted: tuple[object, ...],
        play: Callable[[], Awaitable[None]],
        settled: Callable[[TableBot], Awaitable[None]],
    ) -> None:
        """Lay out a game at a table as one like it began, or play its beginning; `settled`: wait for its posts."""
        table, bot = AT_WORK.get(address, (None, None))
        if table is None or bot is None or not self.is_usual(table):
            await play()
            return
        drawn = (*wanted, vars(master)["shared_workers"])
        if await self._lay_out(drawn, table, bot):
            return
        before = await bot.master.store.with_open_file(_rows)
        await play()
        await settled(bot)
        await self._record(drawn, table, bot, before)

    async def _lay_out(self, wanted: tuple[object, ...], table: LocalTable, bot: TableBot) -> bool:
        """Lay out a game, where one like it was recorded and there is none yet."""
        layout, store = self._known.get(wanted), bot.master.store
        if layout is None or await store.with_open_file(_has_games):
            return False
        copy = layout.again(table.world)
        await store.with_open_file(copy.keep_rows)
        copy.post(vars(table)["_core"])
        return True

    def is_usual(self, table: LocalTable) -> bool:
        """Whether nothing was changed at a table so far."""
        has_faults = vars(table.faults)["_pending"] != []
        return not has_faults and _surroundings(table.world) == self._usual

    async def _record(
        self, wanted: tuple[object, ...], table: LocalTable, bot: TableBot, before: Mapping[str, list[Row]]
    ) -> None:
        """Keep a game that has begun, if it has left nothing but posts at the table."""
        world = table.world
        after = await bot.master.store.with_open_file(_rows)
        new = {name: [row for row in rows if row not in before[name]] for name, rows in after.items()}
        posts = [*world.messages.values()]
        channels = {post["channel_id"] for post in posts}
        if len(channels) != 1 or any(post["type"] not in (0, 20) for post in posts) or len(after["games"]) != 1:
            return
        files = {each["id"]: world.storage.file(each["id"]) for post in posts for each in post["attachments"]}
        (seed,) = {value for value in new["games"][0] if isinstance(value, bytes)}
        self._known[wanted] = Layout(
            {name: rows for name, rows in new.items() if rows},
            json.dumps(posts),
            [post["id"] for post in posts],
            {name: file for name, file in files.items() if file is not None},
            seed,
            utc_seconds(),
        )


LAYOUTS = Layouts()
