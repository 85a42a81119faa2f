"""What an order costs the bot late in a game of Global, until all that it leads to is posted: sixteen in a row.

`python -m tests.bench.orders`. Table and players are in this process, the bot in another.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from pathlib import Path
from typing import Any

from sqlalchemy import update

from engine import GameState, Refusal, apply
from engine.ask import movable
from engine.dice import NoDice
from local import LocalTable, Player
from store.database import tables
from tests.bench.commands import COUNTED_BOT, Meter
from tests.bench.late_games import ACTIONS
from tests.bench.measured import Measured
from tests.bench.played import GAME, PlayedGame
from tests.e2e.processes import for_table, running

SETUP = "global_1940"
IN_A_ROW = 16
TIMES = 3
"""So often they are given and taken back; the first time is not counted."""


async def _play(place: Path, users: tuple[int, int]) -> tuple[PlayedGame, list[dict[str, Any]]]:
    """A game late in the war, with somebody on turn who can give so many orders."""
    game = await PlayedGame.begin(place, SETUP, users)
    while True:
        await game.go_on()
        if game.actions >= ACTIONS:
            moves = _moves((await game.master.loader.by_id(GAME)).running)
            if len(moves) == IN_A_ROW:
                return game, moves


def _moves(state: GameState) -> list[dict[str, Any]]:
    """Moves of single units to spaces beside theirs, one after the other, as a command says them."""
    found: list[dict[str, Any]] = []
    if state.phase != "combat_move" or state.requests or state.undo:
        return found
    for group in movable(state):
        for beside in state.edition.board.neighbours[group.space] if group.owner == state.power else ():
            order: dict[str, Any] = {"type": "move", "units": {group.unit: 1}, "path": [group.space, beside]}
            try:
                state = apply(state, order, NoDice()).state
            except Refusal:
                continue
            found.append({"from": group.space, "units": f"1 {group.unit}", "to": beside})
            break
        if len(found) == IN_A_ROW:
            break
    return found


async def _costs(folder: Path) -> tuple[float, float]:
    """Core milliseconds and SQL statements of an order, on average."""
    async with LocalTable(new_messages=1000) as table:
        people = [table.user(name) for name in ("Anna", "Ben")]
        axis, allies = (int(table.world.user_named(player.name)["id"]) for player in people)
        game, moves = await _play(folder / "games.db", (axis, allies))
        loaded = await game.master.loader.by_id(GAME)
        mover = people[0 if loaded.seats[loaded.running.power] == axis else 1]
        channel = table.add_channel("war")
        async with game.master.store.write() as write:
            here = {"guild_id": int(table.world.guild["id"]), "channel_id": int(channel)}
            await write.connection.execute(update(tables.games).values(here))
        await game.master.store.close()
        settings = {**for_table(table, folder), "STATEMENTS_FILE": str(folder / "statements"), "BACKUP_EVERY": "0"}
        async with running(folder, COUNTED_BOT, **settings) as process:
            await mover.connect()
            return await _in_a_row(mover, channel, moves, Meter(process.pid, folder / "statements"))


async def _in_a_row(mover: Player, channel: str, moves: list[dict[str, Any]], meter: Meter) -> tuple[float, float]:
    core = statements = 0.0
    for time in range(TIMES + 1):
        await meter.quiet()
        before = meter.core_milliseconds(), meter.statements()
        for move in moves:
            reply = await mover.command(channel, "move", **move)
            assert "combat move**" in reply.content, reply.content
        await meter.quiet()
        if time:
            core += meter.core_milliseconds() - before[0]
            statements += meter.statements() - before[1]
        for _ in moves:
            await mover.command(channel, "undo")
    return core / (TIMES * IN_A_ROW), statements / (TIMES * IN_A_ROW)


def measure(folder: Path) -> list[Measured]:
    """The budgets of an order; what begins a transaction counts as a statement."""
    (own := folder / "orders").mkdir()
    core, statements = asyncio.run(_costs(own))
    what = f"an order late in {SETUP}, of {IN_A_ROW} in a row"
    return [
        Measured(f"{what}: core time of the bot until all is posted", core, 10, "ms"),
        Measured(f"{what}: SQL statements", statements, 6.5, ""),
    ]


if __name__ == "__main__":
    logging.disable(logging.ERROR)
    with tempfile.TemporaryDirectory() as name:
        for line in measure(Path(name)):
            sys.stdout.write(line.line() + "\n")
