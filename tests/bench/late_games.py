"""Many games of a thousand actions in one database: one is played there, and copied with all its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import BigInteger, Column, Insert, MetaData, Table, insert, select, update

from engine import GameState, Refusal, apply
from engine.ask import movable
from engine.dice import NoDice
from store import Store
from store.database import tables
from tests.bench.played import GAME, PlayedGame
from tests.bench.stocked import ALLIES, AXIS

ACTIONS = 1000
MOST_ACTIONS = 2 * ACTIONS

_COPIES = Table(
    "copies",
    MetaData(),
    Column("game", BigInteger, primary_key=True),
    Column("guild", BigInteger),
    Column("channel", BigInteger),
    prefixes=["TEMPORARY"],
)


@dataclass(frozen=True)
class Late:
    """Where a game stands: after how many actions of which round, and an order that its player can give and undo."""

    actions: int
    round: int
    user: int
    move: dict[str, str]


async def play(
    place: Path | str, setup: str, users: tuple[int, int] = (AXIS, ALLIES), actions: int = ACTIONS
) -> tuple[Store, Late]:
    """The one game of a new database, after that many actions and as many more until somebody can move infantry."""
    game = await PlayedGame.begin(place, setup, users)
    while game.actions < MOST_ACTIONS:
        await game.go_on()
        loaded = await game.master.loader.by_id(GAME)
        if game.actions >= actions and (move := _first_move(loaded.running)) is not None:
            now = loaded.running
            return game.master.store, Late(game.actions, now.round, loaded.seats[now.power], move)
    raise AssertionError(f"nobody can move infantry in {setup}")


def _first_move(state: GameState) -> dict[str, str] | None:
    """A combat move of one infantry to a space beside it, as a command says it."""
    if state.phase != "combat_move" or state.requests or state.undo:
        return None
    for group in movable(state):
        for beside in state.edition.board.neighbours[group.space] if group.unit == "infantry" else ():
            order: dict[str, Any] = {"type": "move", "units": {"infantry": 1}, "path": [group.space, beside]}
            try:
                apply(state, order, NoDice())
            except Refusal:
                continue
            return {"from": group.space, "units": "1 infantry", "to": beside}
    return None


async def copy(store: Store, places: Sequence[tuple[int, int]]) -> None:
    """Put the game into the first of these servers and channels, and one like it into each of the others."""
    numbered = [{"game": GAME + n, "guild": guild, "channel": channel} for n, (guild, channel) in enumerate(places)]
    games, (guild, channel) = tables.games, places[0]
    async with store.write() as write:
        await write.connection.run_sync(_COPIES.create)
        await write.connection.execute(insert(_COPIES), numbered)
        await write.connection.execute(update(games).values(guild_id=guild, channel_id=channel))
        for table in tables.metadata.sorted_tables:
            if table is games or "game_id" in table.c:
                await write.connection.execute(_copying(table))


def _copying(table: Table) -> Insert:
    """What copies the rows of the game for all others; rows with numbers of their own are numbered anew."""
    number = "id" if table is tables.games else "game_id"
    own = {number: _COPIES.c.game, "guild_id": _COPIES.c.guild, "channel_id": _COPIES.c.channel}
    columns = [column for column in table.c if column.name in own or column.name != "id"]
    rows = table.join(_COPIES, _COPIES.c.game > table.c[number])
    copies = select(*(own.get(column.name, column) for column in columns)).select_from(rows)
    return insert(table).from_select([column.name for column in columns], copies)
