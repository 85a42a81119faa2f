"""What one command costs the bot, until all that it leads to is posted: core time and SQL statements.

Table and players are in this process, the bot in another: `python -m tests.bench.commands`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local import LocalTable, Player
from tests.bench.measured import Measured
from tests.bench.stocked import stock
from tests.e2e.processes import for_table, running

COUNTED_BOT = Path(__file__).with_name("counted_bot.py")
AT_FIRST, TIMES = 6, 20
QUIET_LOOKS, LOOK_SECONDS = 5, 0.02
MOVE: dict[str, Any] = {"from": "russia", "units": "1 infantry", "to": "west russia"}


@dataclass(frozen=True)
class Meter:
    """What a process has used so far."""

    process: int
    counted: Path

    def statements(self) -> int:
        """How many SQL statements it has sent."""
        return self.counted.stat().st_size

    def core_milliseconds(self) -> float:
        """For how long it has had a core, its threads together."""
        tasks = Path(f"/proc/{self.process}/task").iterdir()
        return sum(int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task in tasks) / 1e6

    async def quiet(self) -> None:
        """Wait until it sends no statement any more."""
        looks, before = 0, -1
        while looks < QUIET_LOOKS:
            await asyncio.sleep(LOOK_SECONDS)
            now = self.statements()
            looks, before = (looks + 1 if now == before else 0), now


@dataclass(frozen=True)
class Cost:
    """Of one command, on average."""

    core: float
    statements: float


@asynccontextmanager
async def _opened(folder: Path) -> AsyncIterator[tuple[list[Player], str, Meter]]:
    async with LocalTable(new_messages=1000) as table:
        people = [table.user(name) for name in ("Anna", "Ben")]
        axis, allies = (int(table.world.user_named(player.name)["id"]) for player in people)
        channel = table.add_channel("war")
        users, guild = (axis, allies), int(table.world.guild["id"])
        await (await stock(folder / "games.db", games=1, channels=[int(channel)], users=users, guild=guild)).close()
        counted = folder / "statements"
        settings = {**for_table(table, folder), "STATEMENTS_FILE": str(counted)}
        async with running(folder, COUNTED_BOT, **settings) as process:
            for player in people:
                await player.connect()
            yield people, channel, Meter(process.pid, counted)


async def _each(meter: Meter, deed: Callable[[int], Awaitable[object]]) -> Cost:
    for number in range(AT_FIRST):
        await deed(number)
    await meter.quiet()
    core, statements = meter.core_milliseconds(), meter.statements()
    for number in range(TIMES):
        await deed(number)
        await meter.quiet()
    return Cost((meter.core_milliseconds() - core) / TIMES, (meter.statements() - statements) / TIMES)


async def begin_to_move(player: Player, channel: str) -> None:
    """End the phases before the first moves, though much is left undone."""
    told = ""
    while "combat move" not in told:
        reply = await player.command(channel, "end-phase")
        if "End anyway" in reply.shown.labels:
            reply = await player.press(reply.shown, "End anyway")
        told = reply.content
        assert "Now:" in told, told


async def costs(folder: Path) -> dict[str, Cost]:
    """The cost of each kind of command."""
    async with _opened(folder) as (people, channel, meter):
        allies = people[1]

        async def status(_: int) -> None:
            await allies.command(channel, "game status")

        async def move_or_undo(number: int) -> None:
            reply = await (allies.command(channel, "undo") if number % 2 else allies.command(channel, "move", **MOVE))
            assert ("No orders yet" if number % 2 else "Russia to West Russia") in reply.content, reply.content

        async def idle(_: int) -> None:
            await asyncio.sleep(0)

        nothing = await _each(meter, idle)
        found = {"reading (/game status)": await _each(meter, status)}
        await begin_to_move(allies, channel)
        found["an order (/move, /undo)"] = await _each(meter, move_or_undo)
        return {
            what: Cost(cost.core - nothing.core, cost.statements - nothing.statements) for what, cost in found.items()
        }


def measure(folder: Path) -> list[Measured]:
    """The budgets of a command."""
    budgets = {"reading (/game status)": (10, 5), "an order (/move, /undo)": (10, 6)}
    lines = []
    for what, cost in asyncio.run(costs(folder)).items():
        core, statements = budgets[what]
        lines += [
            Measured(f"{what}: core time of the bot until all is posted", cost.core, core, "ms"),
            Measured(f"{what}: SQL statements until all is posted", cost.statements, statements, ""),
        ]
    return lines


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for line in measure(Path(name)):
            sys.stdout.write(line.line() + "\n")
