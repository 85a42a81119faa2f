"""What players do between their turns: plans, catching up, diaries and summaries, positions, statistics of a server."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from sqlalchemy import insert

from engine import GameState, Refusal, apply, new_game
from engine.correction.position_reading import read_position
from engine.correction.position_text import position_text
from engine.dice import DiceWanted, NoDice
from gamemaster.master import GameMaster
from gamemaster.orders.drafts import JsonAction
from gamemaster.planning.ahead import tried, turn_ahead
from store import utc_seconds
from store.database import tables
from tests.bench.late_boards import GLOBAL, late_war
from tests.bench.loop import Probe
from tests.bench.measured import Measured, core_milliseconds, middle, milliseconds
from tests.bench.stocked import stock
from tests.bench.war import fight
from tests.engine.random_orders import RandomPlayer
from tests.gamemaster.desk import ANNA, BEN, Mailbox, desk

SIDES = {ANNA: "allies", BEN: "axis"}
LINES, TIMES = 30, 5
ROUNDS = 12
FINISHED, GUILD = 1_000, 7
LARGEST_KILOBYTES = 8 * 1024


def _read(_: GameState, line: str) -> JsonAction:
    action: JsonAction = json.loads(line)
    return action


def _draft(state: GameState) -> list[str]:
    """Moves at random that work one after the other."""
    lines, after = list[str](), state
    for order in RandomPlayer(Random(7), odd=False).orders(state):
        if len(lines) < LINES and order.action["type"] == "move":
            with suppress(Refusal, DiceWanted):
                after = apply(after, order.action, NoDice()).state
                lines.append(json.dumps(order.action))
    return lines


def plans() -> Measured:
    """Drafts of all powers on the late board of the largest war, looked at again while another power is on turn."""
    took = []
    board = late_war(GLOBAL.setup, GLOBAL.powers[0], "combat_move")
    for power in GLOBAL.powers[1:]:
        lines = _draft(turn_ahead(board, power, "combat_move"))
        again = partial(tried, turn_ahead(board, power, "combat_move"), lines, _read)
        took.append(core_milliseconds(again) * LINES / max(1, len(lines)))
    return Measured(f"{GLOBAL.setup}, late: a plan of {LINES} lines tried again", max(took), 200, "ms")


def positions() -> Measured:
    """The late board as text, and read again."""
    board, start = late_war(GLOBAL.setup, GLOBAL.powers[0], "combat_move"), new_game(GLOBAL.setup)
    both = [milliseconds(lambda: read_position(start, position_text(board))) for _ in range(TIMES)]
    return Measured(f"{GLOBAL.setup}, late: the position written as text and read again", middle(both), 200, "ms")


@dataclass(frozen=True)
class _Told:
    """Seconds until somebody has caught up, until a diary and a summary are made, their kilobytes, the rounds of the
    war, and the longest step of the event loop while these two were made.
    """

    caught: float
    diary: float
    diary_kilobytes: float
    summary: float
    summary_kilobytes: float
    rounds: int
    longest: float


async def _told(folder: Path) -> _Told:
    war = fight(GLOBAL.setup, ROUNDS)
    edition = war.state.edition
    seats = {who: tuple(p for p in edition.turn_order if edition.power[p].side == side) for who, side in SIDES.items()}
    async with desk(folder, seats, started=False, setup=GLOBAL.setup) as table:
        await table.bring(war.record)
        view = await table.view(BEN)
        missed = partial(table.master.catch_ups.of, view, whole=True)
        await missed()  # starts a worker, and that worker's first picture
        caught = await _seconds(missed)
        probe = Probe()
        watching = asyncio.create_task(probe.watch())
        await asyncio.sleep(0)
        probe.start()
        began = time.perf_counter()
        diary = await table.master.diaries.diary(view, 1, min(ROUNDS, view.public.round), {})
        took = time.perf_counter() - began
        began = time.perf_counter()
        summary = await table.master.summaries.summary(view, {})
        told = time.perf_counter() - began
        watching.cancel()
        sizes = len(diary.page) / 1024, len(summary.encode()) / 1000
        return _Told(caught, took, sizes[0], told, sizes[1], diary.rounds, probe.longest)


async def _seconds(asked: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await asked()
    return time.perf_counter() - began


async def _counted(folder: Path) -> float:
    """Milliseconds for the statistics of a server that has finished so many games, among a thousand others."""
    store = await stock(folder / "statistics.db")
    master = GameMaster(store, Mailbox(), utc_seconds)
    rows: list[dict[str, object]] = [
        {
            "game_id": number + 1, "guild_id": GUILD, "setup": "aa1941", "winner": ("axis", "allies")[number % 2],
            "rounds": 8, "seconds": 86_400, "luck": {}, "battle": "Ukraine", "battle_cost": number,
        }
        for number in range(FINISHED)
    ]  # fmt: skip
    async with store.write() as write:
        await write.connection.execute(insert(tables.results), rows)
    statistics = master.server_statistics
    took = [await _seconds(partial(statistics.of_server, GUILD)) * 1000 for _ in range(TIMES)]
    await store.close()
    return middle(took)


def measure(folder: Path) -> list[Measured]:
    """The budgets of what happens between turns."""
    (told := folder / "between").mkdir()
    found = asyncio.run(_told(told))
    diary, summary = (f"{GLOBAL.setup}: a {what} of {found.rounds} rounds" for what in ("war diary", "summary"))
    counted = asyncio.run(_counted(folder))
    return [
        plans(),
        positions(),
        Measured(f"{GLOBAL.setup}: what somebody missed, with its picture", found.caught, 5, "s"),
        Measured(f"{diary}, made", found.diary, 60, "s"),
        Measured(f"{diary}, its file", found.diary_kilobytes, LARGEST_KILOBYTES, "kB"),
        Measured(f"{summary}, made", found.summary, 10, "s"),
        Measured(f"{summary}, its file", found.summary_kilobytes, 60, "kB"),
        Measured(f"{diary}, and summary: the longest step of the event loop meanwhile", found.longest, 50, "ms"),
        Measured(f"statistics of a server with {FINISHED} games that are over", counted, 50, "ms"),
    ]
