"""A hundred thousand games on PostgreSQL: 1,000 late in Global 1940, all others over, copied in SQL from real ones."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from engine import new_game
from gamemaster.lobby.opening import start_state
from gamemaster.master import GameMaster
from gamemaster.roles import Actor
from gamemaster.version import ENGINE_VERSION
from store import NewGame, Store, utc_seconds
from store.database import tables
from tests.bench.late_games import Late, copy, play
from tests.bench.measured import Measured, middle, p99
from tests.bench.nowhere import NowhereSender
from tests.bench.played import GAME
from tests.bench.processes import DURABLE, bots, core_seconds, guild_of
from tests.bench.starting import STARTS, idle_tick, seconds_to_ready
from tests.bench.stocked import ALLIES, AXIS
from tests.bench.thin import ThinDiscord, command
from tests.postgresql import server

LATE, OVER = 1_000, 99_000
SETUP, SHORT = "global_1940", "aa1941"
ROUNDS = 40
AT_FIRST = 5


async def _game_that_is_over(store: Store) -> int:
    """A short game that ended; gives its number."""
    master = GameMaster(store, NowhereSender(), utc_seconds)
    channel = GAME + LATE
    async with store.write() as write:
        new = NewGame(
            guild_id=guild_of(channel),
            channel_id=channel,
            name="Over",
            setup=SHORT,
            options={},
            organiser_id=AXIS,
            seed=bytes(32),
            commitment="0" * 64,
            engine_version=ENGINE_VERSION,
            event_format=1,
        )
        game = await write.create_game(new)
        for power in ("germany", "japan", "soviet_union", "united_kingdom", "united_states"):
            await write.set_seat(game.id, power, AXIS if power in ("germany", "japan") else ALLIES)
        await write.commit_turn(game.id, game.version, state=start_state(new_game(SHORT)), status="running")
    for number in range(10):
        loaded = await master.loader.by_id(game.id)
        actor = Actor(loaded.seats[loaded.running.power], "Anybody", manages_server=False)
        await master.acting.act(game.id, actor, [{"type": "end_phase"}], f"over {number}")
    async with store.write() as write:
        now = await write.game(game.id)
        await write.commit_turn(game.id, now.version, status="finished", winner="allies")
        await write.connection.execute(text("DELETE FROM outbox"))
    return game.id


async def _copied_in_sql(url: str, game: int) -> None:
    """As many games that are over as there are to be, all like this one."""
    engine = create_async_engine(make_url(url))
    async with engine.begin() as connection:
        for table in tables.metadata.sorted_tables:
            number = "id" if table is tables.games else "game_id"
            if number not in table.c:
                continue
            columns = [column.name for column in table.c if column.name == number or column.name != "id"]
            values = [{number: "n", "channel_id": "n"}.get(name, f'"{name}"') for name in columns]
            names = ", ".join(f'"{name}"' for name in columns)
            await connection.execute(
                text(
                    f'INSERT INTO "{table.name}" ({names}) SELECT {", ".join(values)} '  # noqa: S608  # our own names
                    f'FROM "{table.name}", generate_series(CAST(:first AS bigint), CAST(:last AS bigint)) AS n '
                    f'WHERE "{number}" = :game'
                ),
                {"first": game + 1, "last": game + OVER - 1, "game": game},
            )
        await connection.execute(text("UPDATE games SET is_grown = false"))
    await engine.dispose()
    engine = create_async_engine(make_url(url), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text("VACUUM ANALYZE"))
    await engine.dispose()


async def _orders(url: str, late: Late, folder: Path) -> tuple[list[float], float]:
    """How long orders took to be acknowledged, and the core time of one, in games next to each other."""
    discord = ThinDiscord([guild_of(game) for game in range(GAME, GAME + ROUNDS)])
    heard: list[float] = []
    async with discord.open(), bots(url, discord, 1, folder) as pids:
        before = 0.0
        for number in range(ROUNDS):
            game = GAME + number
            if number == AT_FIRST:
                before = sum(core_seconds(pids).values())
                heard.clear()
            for data in (command("move", **late.move), command("undo")):
                acknowledged, _ = await discord.use(guild_of(game), game, late.user, data)
                heard.append(acknowledged)
        core = sum(core_seconds(pids).values()) - before
    return heard, core * 1000 / len(heard)


async def _measured(folder: Path) -> list[Measured]:
    with server(DURABLE) as url:
        store, late = await play(url, SETUP)
        async with store.write() as write:
            await write.connection.execute(text("DELETE FROM outbox"))
        await copy(store, [(guild_of(game), game) for game in range(GAME, GAME + LATE)])
        async with store.write() as write:
            await write.connection.execute(text(f"SELECT setval('games_id_seq', {GAME + LATE})"))
        over = await _game_that_is_over(store)
        await _copied_in_sql(url, over)
        ticking = await idle_tick(store)
        await store.close()
        guilds = [guild_of(game) for game in range(GAME, GAME + LATE)]
        starts = [await seconds_to_ready(folder, guilds, {"DATABASE_URL": url}) for _ in range(STARTS)]
        heard, core = await _orders(url, late, folder)
    what = f"{LATE + OVER:,} games, {OVER:,} of them over"
    return [
        Measured(f"start to ready with {what}", max(starts), 5, "s"),
        Measured(f"an idle tick with {what}", ticking, 50, "ms"),
        Measured(f"core time of an order with {what}", core, 10, "ms"),
        Measured(f"an order acknowledged with {what}, the middle", middle(heard) * 1000, 50, "ms"),
        Measured(f"an order acknowledged with {what}, p99", p99(heard) * 1000, 100, "ms"),
    ]


def measure(folder: Path) -> list[Measured]:
    """The budgets of the largest bot that the design speaks of."""
    return asyncio.run(_measured(folder))
