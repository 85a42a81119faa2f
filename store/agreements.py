"""What tables agreed on before: the last game that somebody organised, and the templates of a server."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select

from store.database import tables
from store.database.upsert import put
from store.games.orders import GAME_COLUMNS, game_of
from store.games.reading import ReadTransaction
from store.games.rows import Game
from store.games.writing import WriteTransaction


@dataclass(frozen=True)
class Template:
    """What a server keeps for further games under a name.

    customs: what is agreed on beside the rules, None: as usual. is_locked: only managers of the server may change it.
    made_by: who saved it.
    """

    name: str
    setup: str
    options: Mapping[str, Any]
    customs: Mapping[str, Any] | None
    is_locked: bool
    made_by: int


async def last_organised(read: ReadTransaction, guild_id: int, user_id: int) -> Game | None:
    """The last game of a server that somebody organised, over or not."""
    games = tables.games.c
    query = select(*GAME_COLUMNS).where(games.organiser_id == user_id, games.guild_id == guild_id)
    row = (await read.connection.execute(query.order_by(games.id.desc()).limit(1))).first()
    return None if row is None else game_of(row)


async def templates_of(read: ReadTransaction, guild_id: int) -> tuple[Template, ...]:
    """The templates of a server, by name."""
    table = tables.templates
    columns = [column for column in table.c if column.name != "guild_id"]
    query = select(*columns).where(table.c.guild_id == guild_id).order_by(table.c.name)
    return tuple(Template(**row._mapping) for row in (await read.connection.execute(query)).all())


async def keep_template(write: WriteTransaction, guild_id: int, template: Template) -> None:
    """Keeps a template in place of that with the same name."""
    values = asdict(template)
    await put(write.connection, tables.templates, {"guild_id": guild_id, "name": values.pop("name")}, values)


async def drop_template(write: WriteTransaction, guild_id: int, name: str) -> None:
    """Forgets a template."""
    await put(write.connection, tables.templates, {"guild_id": guild_id, "name": name}, None)
