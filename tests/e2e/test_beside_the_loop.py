"""Long work holds up nobody else, and a user who asks for too much of it is told."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cogs.service.client import TableBot
from gamemaster.budgets import CORE_MILLISECONDS
from local import LocalTable, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, begin_by_commands
from tests.patience import PATIENCE_SECONDS

MOVE: dict[str, Any] = {"from": "russia", "units": "1 infantry", "to": "west russia"}

PANEL = "gamemaster.announcements.announcer.panel_text"
"""Written anew where the last one has not been posted, as the board before it is still drawn."""
WORK: dict[str, tuple[str, dict[str, Any]]] = {
    "gamemaster.orders.giving.worked_out": ("move", MOVE),
    "cogs.orders.carrying_out.outcome_text": ("move", MOVE),
    "cogs.orders.moves.shipping_orders": ("ship", MOVE),
    "cogs.orders.moves.undone_together": ("undo", {"order": "1"}),
    "cogs.orders.ending.end_phase_warnings": ("end-phase", {}),
    "cogs.orders.moves.example_move": ("orders", {}),
    "cogs.board.own_orders.own_orders_text": ("my-orders", {}),
    "cogs.orders.politics.politics_text": ("politics", {}),
    "cogs.orders.politics._war_confirmed": ("declare", {"on": "germany"}),
    PANEL: ("panel", {}),
}
"""What can take long, and the command that needs it."""


@asynccontextmanager
async def moving(tmp_path: Path, *, step_by_step: bool = False) -> AsyncIterator[tuple[LocalTable, TableBot, Player]]:
    """The combat move of the Soviet Union, whom Anna plays, after her first order.

    `step_by_step`: the first board is still being drawn, which a game that is laid out from a copy has behind it.
    """
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        await (begin_by_commands if step_by_step else begin)(table.user("Ben"), anna)
        await anna.press((await anna.command(CHANNEL, "end-phase")).shown, "End anyway")
        assert "1 infantry: Russia to West Russia" in (await anna.command(CHANNEL, "move", **MOVE)).content
        yield table, bot, anna
        assert table.refusals == []


@pytest.mark.parametrize(
    "work", [pytest.param(name, marks=pytest.mark.real_workers) if name == PANEL else name for name in WORK]
)
async def test_others_are_answered_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str) -> None:
    async with moving(tmp_path, step_by_step=work == PANEL) as (table, _, anna):
        begun, others_are_answered = threading.Event(), threading.Event()
        module, _, name = work.rpartition(".")
        real = getattr(sys.modules[module], name)

        def long(*arguments: Any, **more: Any) -> Any:
            begun.set()
            assert others_are_answered.wait(PATIENCE_SECONDS), "it holds the event loop"
            return real(*arguments, **more)

        monkeypatch.setattr(sys.modules[module], name, long)
        command, options = WORK[work]
        asked = asyncio.create_task(anna.command(CHANNEL, command, **options))
        assert await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)
        told = await table.user("Eve").command(CHANNEL, "game status")
        others_are_answered.set()
        assert "Soviet Union" in told.content
        reply = await asked
        assert reply.status == "modal" or "wrong" not in reply.content


async def test_whoever_has_asked_for_too_much_work_is_told_alone_and_others_play_on(tmp_path: Path) -> None:
    async with moving(tmp_path) as (table, bot, anna):
        game = (await bot.master.loader.by_id(1)).game
        mine = CORE_MILLISECONDS["member"].most
        bot.master.budgets.spend_core(int(table.world.user_named("Anna")["id"]), game.id, game.guild_id, 2 * mine)
        for command, options in (("move", MOVE), ("ship", MOVE), ("my-orders", {}), ("orders", {}), ("map", {})):
            reply = await anna.command(CHANNEL, command, **options)
            assert reply.ephemeral
            assert reply.content.startswith("You've asked for a lot in the last minute"), command
        assert await anna.autocomplete(CHANNEL, "move", focused="from", **{"from": ""}) == []
        assert len((await bot.master.loader.by_id(1)).running.undo) == 1
        assert "Soviet Union" in (await table.user("Ben").command(CHANNEL, "game status")).content
