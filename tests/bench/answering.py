"""From slash command to acknowledgement, through the local table, as players wait for it, late in a thousand games."""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from local import LocalTable, NoAnswerError, Player
from tests.bench.commands import COUNTED_BOT, Meter
from tests.bench.late_games import Late, copy, play
from tests.bench.measured import Measured, p99
from tests.bench.stocked import FIRST_CHANNEL, GAMES
from tests.e2e.processes import for_table, running

PER_SECOND = 50
VISITED, COMMANDS_EACH = 300, 5
"""So many games are visited, one after the other, and then again: far more than the bot keeps in memory."""
COLD = 2 * PER_SECOND  # so many commands after a start are slower, while statements are compiled and boards are loaded
UNANSWERED_MILLISECONDS = 3000.0
SHOWN = 90  # characters of a refusal
ORDERS = (0, 2)  # of five commands
LOOKS = ("game status", "my-orders", "map", "rules search", "game status", "my-orders")


@dataclass
class Waits:
    """Milliseconds until players saw that the bot had heard, and orders that were not carried out."""

    milliseconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    core: float = 0.0


@dataclass(frozen=True)
class Asked:
    """How long players waited, in games that stand there."""

    late: Late
    waits: Waits


async def _ask(folder: Path, setup: str) -> Asked:
    async with LocalTable(new_messages=1000) as table:
        people = [table.user(name) for name in ("Anna", "Ben")]
        axis, allies = (int(table.world.user_named(player.name)["id"]) for player in people)
        store, late = await play(folder / "games.db", setup, (axis, allies))
        channels = [table.add_channel(f"game-{number}") for number in range(VISITED)]
        numbers = [*map(int, channels), *range(FIRST_CHANNEL, FIRST_CHANNEL + GAMES - VISITED)]
        await copy(store, [(int(table.world.guild["id"]), channel) for channel in numbers])
        await store.close()
        settings = {**for_table(table, folder), "STATEMENTS_FILE": str(folder / "statements"), "BACKUP_EVERY": "0"}
        async with running(folder, COUNTED_BOT, **settings) as process:
            for player in people:
                await player.connect()
            meter = Meter(process.pid, folder / "statements")
            mover = people[0 if late.user == axis else 1]
            commands = [
                (channel, *_command(late, number, turn))
                for turn in range(COMMANDS_EACH)
                for number, channel in enumerate(channels)
            ]
            await _at_a_steady_rate(mover, commands[:COLD])
            core = meter.core_milliseconds()
            waits = await _at_a_steady_rate(mover, commands[COLD:])
            waits.core = (meter.core_milliseconds() - core) / len(waits.milliseconds)
            # The last, so that no picture before it is under way.
            await people[0].command(channels[0], "map", space=late.move["from"])
            return Asked(late, waits)


async def _at_a_steady_rate(player: Player, commands: Sequence[tuple[str, str, dict[str, Any]]]) -> Waits:
    """Commands at fixed times, whether or not the ones before are answered."""
    began, waits = time.perf_counter(), Waits()
    asked = []
    for number, command in enumerate(commands):
        await asyncio.sleep(max(0.0, began + number / PER_SECOND - time.perf_counter()))
        asked.append(asyncio.create_task(_one(player, *command, waits)))
    await asyncio.gather(*asked)
    return waits


def _command(late: Late, game: int, turn: int) -> tuple[str, dict[str, Any]]:
    """Of five commands in a game two are orders, a move and its taking back; not in all games at the same time."""
    places = [(game + each) % COMMANDS_EACH for each in range(turn + 1)]
    if places[-1] in ORDERS:
        is_first = sum(place in ORDERS for place in places) % 2
        return ("move", dict(late.move)) if is_first else ("undo", {})
    look = LOOKS[(game + turn) % len(LOOKS)]
    return look, {"map": {"space": late.move["from"]}, "rules search": {"text": "transport"}}.get(look, {})


async def _one(player: Player, channel: str, name: str, options: dict[str, Any], waits: Waits) -> None:
    """A command that gets no answer counts as 3 s."""
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
    asked = asyncio.run(_ask(own, setup))
    shutil.rmtree(own)
    late, waits = asked.late, asked.waits
    times = waits.milliseconds
    counted = f"{PER_SECOND} a second, 40% orders, {len(times)} commands after {COLD} in {VISITED} of {GAMES} games"
    what = f"{setup}: slash command to acknowledgement, {counted} of {late.actions} actions (round {late.round})"
    return [
        Measured(f"{what}, p99", p99(times), 100, "ms"),
        Measured("the longest of them", max(times), 1000, "ms"),
        Measured("core time of the bot for each of them", waits.core, 10, "ms"),
        Measured(f"orders among them that were not carried out{_most_often(waits.refused)}", len(waits.refused), 0, ""),
    ]


def _most_often(refused: Sequence[str]) -> str:
    """What was told most often to those whose orders were not carried out, whatever numbers it names."""
    told = Counter(re.sub(r"\b(?=\w*\d)\w+", "…", text) for text in refused)
    return "".join(f" ({count} × “{text[:SHOWN]}”)" for text, count in told.most_common(1))


if __name__ == "__main__":
    logging.disable(logging.ERROR)
    with tempfile.TemporaryDirectory() as name:
        for chosen in sys.argv[1:]:
            for line in measure(Path(name), chosen):
                sys.stdout.write(line.line() + "\n")
                sys.stdout.flush()
