"""How much one, two, three and four bot processes carry on one PostgreSQL.

`python -m tests.bench.processes`, some six minutes: 10,000 games of 1941 in their first round, then 1,000 games of
Global 1940 of a thousand actions; with `new` or `late` but one of both. The server, the bots and the players (one
process, a Discord that checks nothing) share the cores of this machine, so what counts is the core time of a command;
commands a second say how far the cores carry. The database is on the disk with every commit flushed. Of five commands
two are orders.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from gamemaster.master import GameMaster
from gamemaster.roles import Actor
from store import Store, utc_seconds
from tests.bench.late_games import Late, copy, play
from tests.bench.measured import p99
from tests.bench.nowhere import NowhereSender
from tests.bench.played import GAME
from tests.bench.stocked import ALLIES, SETUP, stock
from tests.bench.thin import TOKEN, ThinDiscord, command
from tests.e2e.processes import running
from tests.postgresql import server

GAMES, LATE_GAMES, GUILDS = 10_000, 1_000, 1_000
LATE_SETUP = "global_1940"
MOST_PROCESSES, PLAYERS_EACH = 4, 6
AT_FIRST_SECONDS, SECONDS = 6.0, 20.0
MOVE = {"from": "russia", "units": "1 infantry", "to": "west russia"}
DURABLE = "-c max_connections=100 -c shared_buffers=256MB"


@dataclass
class Seen:
    """Of some processes: seconds until commands were acknowledged and answered, what it took, and how long."""

    processes: int
    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    unanswered: int = 0
    seconds: float = 0.0
    core_of_bots: float = 0.0
    core_of_server: float = 0.0
    core_of_players: float = 0.0
    transactions: int = 0

    def line(self) -> str:
        """What is told of them."""
        number = len(self.answered)
        of_one = {
            "bots": self.core_of_bots * 1000 / number,
            "server": self.core_of_server * 1000 / number,
            "players": self.core_of_players * 1000 / number,
        }
        cores = (self.core_of_bots + self.core_of_server + self.core_of_players) / self.seconds
        rate = number / self.seconds
        parts = (
            f"{self.processes} process(es): {rate:.0f} commands/s with {cores:.2f} cores, {rate / cores:.0f} a core",
            f"core time of one: {', '.join(f'{who} {each:.1f} ms' for who, each in of_one.items())}",
            f"acknowledged in {p50(self.acknowledged):.0f} ms (p99 {p99(self.acknowledged) * 1000:.0f})",
            f"done in {p50(self.answered):.0f} ms (p99 {p99(self.answered) * 1000:.0f})",
            f"{self.transactions / number:.1f} transactions each",
            f"{self.unanswered} unanswered",
        )
        return "; ".join(parts)


def p50(seconds: Sequence[float]) -> float:
    """The median in milliseconds."""
    return sorted(seconds)[len(seconds) // 2] * 1000


def guild_of(game: int) -> int:
    """The server of a game; servers lie evenly on any number of shards."""
    return (1 + game % GUILDS) << 22


async def new_game(url: str) -> tuple[Store, Late]:
    """A game in its second phase."""
    store = await stock(url, games=1)
    master = GameMaster(store, NowhereSender(), utc_seconds)
    await master.acting.act(GAME, Actor(ALLIES, "Anybody", manages_server=False), [{"type": "end_phase"}], "press 1")
    return store, Late(1, 1, ALLIES, MOVE)


async def stocked(url: str, games: int, first: Callable[[str], Awaitable[tuple[Store, Late]]]) -> Late:
    """The first game, and copies of it, each in a channel with its number; gives where they stand."""
    store, late = await first(url)
    async with store.write() as write:
        await write.connection.execute(text("DELETE FROM outbox"))
    await copy(store, [(guild_of(game), game) for game in range(GAME, GAME + games)])
    await store.close()
    engine = create_async_engine(make_url(url), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text("VACUUM ANALYZE"))
    await engine.dispose()
    return late


def core_seconds(processes: Iterable[int]) -> dict[int, float]:
    """For how long each process has had a core, its threads together."""
    found = dict.fromkeys(processes, 0.0)
    for process in found:
        for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
            with suppress(OSError):
                found[process] += int(task.read_text(encoding="ascii").split()[0]) / 1e9
    return found


def server_processes(port: int) -> list[int]:
    """The processes of the server that listens on a port: the one that was started so, and its children."""
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"\0-p\0{port}\0".encode() in (place / "cmdline").read_bytes():
                children = (place / "task" / place.name / "children").read_text(encoding="ascii")
                return [int(place.name), *(int(child) for child in children.split())]
    raise AssertionError(f"no server listens on port {port}")


@asynccontextmanager
async def bots(url: str, discord: ThinDiscord, number: int, folder: Path) -> AsyncIterator[list[int]]:
    """So many processes with a shard each; gives their ids."""
    settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": discord.api_url, "DATABASE_URL": url, "BACKUP_EVERY": "0"}
    async with AsyncExitStack() as stack:
        started = [
            await stack.enter_async_context(
                running(folder, **settings, SHARD_COUNT=str(number), SHARD_IDS=str(shard), LOG_LEVEL="INFO")
            )
            for shard in range(number)
        ]
        yield [process.pid for process in started]


async def measured(url: str, games: int, late: Late, number: int, folder: Path) -> Seen:
    """What so many processes carry while as many players as they can serve give one command after the other."""
    discord = ThinDiscord([guild_of(game) for game in range(GUILDS)])
    seen, port = Seen(number), make_url(url).port or 0
    async with discord.open(), bots(url, discord, number, folder) as pids:
        engine = create_async_engine(make_url(url), isolation_level="AUTOCOMMIT")
        chance = random.Random(number)  # which game is visited next
        players = [asyncio.create_task(_play(discord, chance, games, late, seen)) for _ in range(PLAYERS_EACH * number)]
        await asyncio.sleep(AT_FIRST_SECONDS)
        seen.acknowledged.clear()
        seen.answered.clear()
        before = [core_seconds(each) for each in (pids, server_processes(port), [os.getpid()])]
        done, begun = await _transactions(engine), time.perf_counter()
        await asyncio.sleep(SECONDS)
        seen.seconds = time.perf_counter() - begun
        after = [core_seconds(each) for each in (pids, server_processes(port), [os.getpid()])]
        seen.core_of_bots, seen.core_of_server, seen.core_of_players = (
            sum(late[process] - early.get(process, 0.0) for process in late)
            for early, late in zip(before, after, strict=True)
        )
        seen.transactions = await _transactions(engine) - done
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        await engine.dispose()
    return seen


async def _transactions(engine: Any) -> int:
    async with engine.connect() as connection:
        return int((await connection.execute(text("SELECT sum(xact_commit) FROM pg_stat_database"))).scalar_one())


async def _play(discord: ThinDiscord, chance: random.Random, games: int, late: Late, seen: Seen) -> None:
    """Visit one game after the other, and give a few commands in each."""
    status = command("game status")
    visit = (status, command("move", **late.move), command("my-orders"), command("undo"), status)
    while True:
        game = chance.randrange(GAME, GAME + games)
        for data in visit:
            try:
                heard, done = await discord.use(guild_of(game), game, late.user, data)
            except TimeoutError:
                seen.unanswered += 1
                continue
            seen.acknowledged.append(heard)
            seen.answered.append(done)


async def main(what: str, games: int, first: Callable[[str], Awaitable[tuple[Store, Late]]]) -> None:
    """Measure each number of processes."""
    with tempfile.TemporaryDirectory() as name, server(DURABLE) as url:
        begun = time.perf_counter()
        late = await stocked(url, games, first)
        made, load = f"made in {time.perf_counter() - begun:.0f} s", f"load {os.getloadavg()[0]:.1f} before"
        where = f"each of {late.actions} actions, in round {late.round}"
        sys.stdout.write(f"{games:,} games of {what}, {where}, {made}; {os.cpu_count()} cores, {load}\n")
        for number in range(1, MOST_PROCESSES + 1):
            seen = await measured(url, games, late, number, Path(name))
            sys.stdout.write(seen.line() + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["new", "late"]
    if "new" in wanted:
        asyncio.run(main(SETUP, GAMES, new_game))
    if "late" in wanted:
        asyncio.run(main(LATE_SETUP, LATE_GAMES, partial(play, setup=LATE_SETUP)))
