"""What PRIVACY.md promises: nothing is left of a person who is deleted, wherever a game has put them."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing, suppress
from pathlib import Path

from local import Permission
from store import Store
from store.games.orders import unpacked
from store.maintenance.administration import person_deleted
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button, settled


def text_of(value: object) -> str:
    """What a column holds, also compressed."""
    if isinstance(value, bytes):
        for read in (unpacked, lambda packed: zlib.decompress(packed).decode()):
            with suppress(zlib.error, UnicodeDecodeError):
                return read(value)
    return str(value)


def tables_with(file: Path, *marks: str) -> set[str]:
    """The tables in which one of these stands."""
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: database.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}  # noqa: S608
    texts = {name: "\n".join(text_of(value) for row in found for value in row) for name, found in rows.items()}
    return {name for name, text in texts.items() if any(mark in text for mark in marks)}


def files_with(folder: Path, number: str) -> list[str]:
    """The files in which a number stands, as SQLite writes it or as text."""
    marks = int(number).to_bytes(8, "big"), number.encode()
    return [path.name for path in folder.iterdir() if any(mark in path.read_bytes() for mark in marks)]


async def test_nothing_of_a_person_is_left_after_a_game_that_he_played_and_organised(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with house(tmp_path) as (table, bot):
        anna, ben, dan = (table.user(name) for name in ("Anna", "Ben", "Dan"))
        table.grant("Dan", Permission.MANAGE_GUILD)
        await begin(ben, anna)
        await found(anna, lambda message: has_button(message, ":buy"))
        await anna.command(CHANNEL, "buy", units="2 infantry")
        await anna.command(CHANNEL, "end-phase")
        await ben.command(CHANNEL, "standing-order leave", power="germany", where="land", units="infantry")
        await anna.command(CHANNEL, "game rollback", to="0")
        await dan.command(CHANNEL, "game edit", change='{"ipcs":{"germany":41}}')
        await dan.command(CHANNEL, "game replace", power="japan", player="Cleo")
        await settled(bot)
        for name, known in (("Ben", {"seats", "former_players", "proposals"}), ("Anna", {"games", "seats"})):
            number = table.world.user_named(name)["id"]
            assert tables_with(file, number) >= known
            tool = await Store.open(f"sqlite:///{file}")
            await person_deleted(tool, int(number), sure=True)
            await tool.close()
            assert tables_with(file, number, name) == set()
            assert files_with(tmp_path, number) == []
        refused = await anna.command(CHANNEL, "buy", units="1 infantry")
        assert "Nothing changed" in refused.content
        taken = await dan.command(CHANNEL, "game replace", power="soviet union", player="Eve")
        assert taken.content == "Done. I've told the table."
