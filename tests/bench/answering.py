"""From slash command to acknowledgement, through the local table, as players wait for it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from local import LocalTable, NoAnswerError, Player
from tests.bench.commands import COUNTED_BOT, Meter, begin_to_move
from tests.bench.measured import Measured, p99
from tests.bench.stocked import GAMES, stock
from tests.e2e.processes import for_table, running

PER_SECOND = 50
SECONDS = 8
COLD = 2 * PER_SECOND  # so many commands after a start are slower, while statements are compiled and boards are loaded
CHANNELS = 20
UNANSWERED_MILLISECONDS = 3000.0
ORDERS = (0, 2)  # of five commands
AXIS, ALLIES = 0, 1
MOVES = {
    "aa1941": (ALLIES, "russia", "west russia"),
    "revised": (ALLIES, "russia", "west russia"),
    "pacific_1940": (AXIS, "kiangsu", "anhwe"),
    "global_1940": (AXIS, "western germany", "france"),
}
"""Who moves first in each setup, and a combat move of his infantry."""
LOOKS = ("game status", "my-orders", "map", "rules search", "game status", "my-orders")


@dataclass
class Waits:
    """Milliseconds until players saw that the bot had heard, and orders that were not carried out."""

    milliseconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    core: float = 0.0


async def _ask(folder: Path, setup: str) -> Waits:
    async with LocalTable(new_messages=1000) as table:
        people = [table.user(name) for name in ("Anna", "Ben")]
        users = tuple(int(table.world.user_named(player.name)["id"]) for player in people)
        channels = [table.add_channel(f"game-{number}") for number in range(CHANNELS)]
        guild, numbers = int(table.world.guild["id"]), [int(channel) for channel in channels]
        store = await stock(folder / "games.db", guild=guild, channels=numbers, users=(users[0], users[1]), setup=setup)
        await store.close()
        settings = {**for_table(table, folder), "STATEMENTS_FILE": str(folder / "statements")}
        async with running(folder, COUNTED_BOT, **settings) as process:
            for player in people:
                await player.connect()
            meter = Meter(process.pid, folder / "statements")
            mover = people[MOVES[setup][0]]
            for channel in channels:
                await begin_to_move(mover, channel)
            await _at_a_steady_rate(mover, channels, setup, COLD)
            core = meter.core_milliseconds()
            waits = await _at_a_steady_rate(mover, channels, setup, PER_SECOND * SECONDS)
            waits.core = (meter.core_milliseconds() - core) / len(waits.milliseconds)
            await people[0].command(
                channels[0], "map", space=MOVES[setup][1]
            )  # so that no picture before it is under way
            return waits


async def _at_a_steady_rate(player: Player, channels: list[str], setup: str, commands: int) -> Waits:
    """Commands at fixed times, whether or not the ones before are answered."""
    began, waits = time.perf_counter(), Waits()
    asked = []
    for number in range(commands):
        await asyncio.sleep(max(0.0, began + number / PER_SECOND - time.perf_counter()))
        turn, channel = divmod(number, len(channels))
        asked.append(asyncio.create_task(_one(player, channels[channel], _command(turn, setup), waits)))
    await asyncio.gather(*asked)
    return waits


def _command(turn: int, setup: str) -> tuple[str, dict[str, Any]]:
    """In each channel two orders in five commands: a move, a look, the move taken back, two looks."""
    fives, place = divmod(turn, 5)
    _, start, end = MOVES[setup]
    if place in ORDERS:
        move = {"from": start, "units": "1 infantry", "to": end}
        return ("move", move) if place == ORDERS[0] else ("undo", {})
    look = LOOKS[(3 * fives + (0, 0, 0, 1, 2)[place]) % len(LOOKS)]
    return look, {"map": {"space": start}, "rules search": {"text": "transport"}}.get(look, {})


async def _one(player: Player, channel: str, command: tuple[str, dict[str, Any]], waits: Waits) -> None:
    """A command that gets no answer counts as 3 s."""
    name, options = command
    began = time.perf_counter()
    try:
        reply = await player.command(channel, name, wait_thinking=False, **options)
    except NoAnswerError:
        waits.milliseconds.append(UNANSWERED_MILLISECONDS)
        return
    waits.milliseconds.append((time.perf_counter() - began) * 1000)
    if name in ("move", "undo"):
        told = await player.wait_until(reply.shown, lambda message: message.content != "")
        if "combat move**" not in told.content:
            waits.refused.append(told.content)


def measure(folder: Path, setup: str) -> list[Measured]:
    """The budgets of answering; table and players are in this process, the bot in another."""
    (own := folder / f"answering-{setup}").mkdir()
    waits = asyncio.run(_ask(own, setup))
    times = waits.milliseconds
    counted = f"{GAMES} games, {PER_SECOND} a second, 40 % orders, {len(times)} commands after {COLD}"
    what = f"{setup}: slash command to acknowledgement, {counted}"
    return [
        Measured(f"{what}, p99", p99(times), 100, "ms"),
        Measured("the longest of them", max(times), 1000, "ms"),
        Measured("core time of the bot for each of them", waits.core, 10, "ms"),
        Measured("orders among them that were not carried out", len(waits.refused), 0, ""),
    ]
