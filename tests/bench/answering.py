"""From slash command to acknowledgement, through the local table, as players wait for it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from local import LocalTable, NoAnswerError, Player
from tests.bench.measured import Measured, p99
from tests.bench.stocked import GAMES, stock
from tests.e2e.house import bot_at_work

PER_SECOND = 50
SECONDS = 8
COLD = 2 * PER_SECOND  # so many commands after a start are slower, while statements are compiled and boards are loaded
CHANNELS = 20
UNANSWERED_MILLISECONDS = 3000.0
ORDERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("game status", {}),
    ("my-orders", {}),
    ("buy", {"units": "1 infantry"}),
    ("move", {"from": "russia", "units": "1 infantry", "to": "west russia"}),
    ("rules search", {"text": "transport"}),
)
COMMANDS = (*ORDERS * 4, ("map", {"space": "russia"}))


async def _ask(folder: Path, setup: str) -> list[float]:
    async with LocalTable(new_messages=1000) as table:
        people = [table.user(name) for name in ("Anna", "Ben")]
        users = tuple(int(table.world.user_named(player.name)["id"]) for player in people)
        channels = [table.add_channel(f"game-{number}") for number in range(CHANNELS)]
        database = folder / f"answering-{setup}.db"
        numbers = [int(channel) for channel in channels]
        store = await stock(database, channels=numbers, users=(users[0], users[1]), setup=setup)
        await store.close()
        async with bot_at_work(table, database):
            for player in people:
                await player.connect()
            await _at_a_steady_rate(people, channels, COLD)
            waits = await _at_a_steady_rate(people, channels, PER_SECOND * SECONDS)
            await people[0].command(channels[0], "map", space="russia")  # so that no picture before it is under way
            return waits


async def _at_a_steady_rate(people: list[Player], channels: list[str], commands: int) -> list[float]:
    """Commands at fixed times, whether or not the ones before are answered."""
    began = time.perf_counter()
    asked = []
    for number in range(commands):
        await asyncio.sleep(max(0.0, began + number / PER_SECOND - time.perf_counter()))
        player, channel = people[number % len(people)], channels[number % len(channels)]
        asked.append(asyncio.create_task(_one(player, channel, number)))
    return await asyncio.gather(*asked)


async def _one(player: Player, channel: str, number: int) -> float:
    """Milliseconds until the player sees that the bot has heard; a command that gets no answer counts as 3 s."""
    command, options = COMMANDS[number % len(COMMANDS)]
    began = time.perf_counter()
    try:
        await player.command(channel, command, wait_thinking=False, **options)
    except NoAnswerError:
        return UNANSWERED_MILLISECONDS
    return (time.perf_counter() - began) * 1000


def measure(folder: Path, setup: str) -> list[Measured]:
    """The budgets of answering; table, players and bot share one process here."""
    waits = asyncio.run(_ask(folder, setup))
    counted = f"{GAMES} games, {PER_SECOND} a second, {len(waits)} commands after {COLD}"
    what = f"{setup}: slash command to acknowledgement, {counted}"
    return [
        Measured(f"{what}, p99", p99(waits), 100, "ms"),
        Measured("the longest of them", max(waits), 1000, "ms"),
    ]
