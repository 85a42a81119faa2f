"""Games that have just begun, laid out from a copy: what a game begins with is played once in each process of tests.

All tables of these tests have the same people and channels with the same ids, so rows and posts fit as they are but
for their times, and for the seed of the dice, which is another one in each test.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cogs.service.client import TableBot
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
OWN_TABLES = ("alembic_version", "sqlite_sequence")
BEGAN = utc_seconds()

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


@dataclass(frozen=True)
class Layout:
    """What a game begins with: rows, posts with their files, and when it was recorded."""

    rows: Mapping[str, list[Row]]
    posts: str
    files: Mapping[str, tuple[str, bytes]]
    seed: bytes
    moment: int

    def _in_text(self, text: str, seed: bytes) -> str:
        later = utc_seconds() - self.moment
        told = text.replace(commitment(self.seed), commitment(seed))
        return TIME.sub(lambda found: str(int(found[0]) + later), told)

    def _in_column(self, value: Any, seed: bytes) -> Any:
        if isinstance(value, str):
            return self._in_text(value, seed)
        if isinstance(value, int) and TIME.fullmatch(str(value)):
            return value + utc_seconds() - self.moment
        return seed if value == self.seed else value

    def keep_rows(self, connection: sqlite3.Connection) -> bytes | None:
        """Write the rows down, and give the seed of the dice; nothing where there are games already."""
        if connection.execute("SELECT 1 FROM games").fetchone():
            return None
        seed = new_seed()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for name, rows in self.rows.items():
            made = [tuple(self._in_column(value, seed) for value in row) for row in rows]
            places = ", ".join("?" * len(rows[0]))
            connection.executemany(f"INSERT INTO {name} VALUES ({places})", made)  # noqa: S608
        connection.execute("COMMIT")
        return seed

    def post(self, core: Core, seed: bytes) -> None:
        """Let everybody see the posts."""
        for file_id, (content_type, data) in self.files.items():
            core.world.storage.put_file(file_id, content_type, data)
        for message in json.loads(self._in_text(self.posts, seed)):
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

    async def lay_out(self, wanted: tuple[object, ...], table: LocalTable, bot: TableBot) -> bool:
        """Lay out a game, where one like it was recorded."""
        layout = self._known.get(wanted)
        if layout is None:
            return False
        seed = await bot.master.store.with_open_file(layout.keep_rows)
        if seed is None:
            return False
        layout.post(vars(table)["_core"], seed)
        return True

    def is_usual(self, table: LocalTable) -> bool:
        """Whether nothing was changed at a table so far."""
        has_faults = vars(table.faults)["_pending"] != []
        return not has_faults and _surroundings(table.world) == self._usual

    async def before(self, bot: TableBot) -> Mapping[str, list[Row]]:
        """What is in the database before a game begins."""
        return await bot.master.store.with_open_file(_rows)

    async def record(
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
            {name: file for name, file in files.items() if file is not None},
            seed,
            utc_seconds(),
        )


LAYOUTS = Layouts()
