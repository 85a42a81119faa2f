"""Asking for too much through Discord: only the user who asks is told, and the others see nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gamemaster import budgets
from gamemaster.budgets import Wish
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, has_button, settled
from tests.gamemaster.workshop.test_workshop import wait_for


async def test_a_second_panel_is_a_link_to_the_first_as_long_as_it_stands(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await settled(bot)
        panel = (await ben.messages(CHANNEL))[-1]
        assert has_button(panel, ":buy")
        reply = await ben.command(CHANNEL, "panel")
        assert reply.ephemeral
        assert reply.content.startswith("The panel is already the game's newest post: https://discord.com/channels/")
        assert reply.content.endswith(str(panel.id))
        await bot.http.delete_message(int(table.world.channel_named(CHANNEL)["id"]), int(panel.id))
        assert (await ben.command(CHANNEL, "panel")).content == "Here it is."
        await settled(bot)
        assert has_button((await ben.messages(CHANNEL))[-1], ":buy")
        assert all("Unknown Message" in refusal for refusal in table.refusals)


@pytest.mark.parametrize(
    ("command", "options", "wish", "words"),
    [
        ("map", {"space": "russia"}, "picture", "You've asked for 1 maps in a minute"),
        ("map", {"space": "russia", "words": True}, "picture", "You've asked for 1 maps in a minute"),
        ("charts", {}, "chart", "You've asked for 1 sets of charts in a minute"),
        ("charts", {"post": True}, "post", "You've asked for 1 public posts in a minute"),
        ("odds", {"units": "1 inf v 1 inf"}, "odds", "You've asked for 1 odds in a minute"),
        ("replay", {}, "replay", "You've asked for 1 replays in a minute"),
        ("replay", {"post": True}, "post", "You've asked for 1 public posts in a minute"),
    ],
)
async def test_whoever_asks_for_too_much_is_told_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, options: dict[str, Any], wish: Wish, words: str
) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        monkeypatch.setitem(budgets.BUDGETS, wish, {**budgets.BUDGETS[wish], "member": budgets.Budget(1, 60)})
        game = (await bot.master.loader.by_id(1)).game
        bot.master.budgets.take([wish], int(table.world.user_named("Ben")["id"]), game.id, game.guild_id)
        reply = await ben.command(CHANNEL, command, **options)
        assert reply.ephemeral
        assert reply.content.startswith(words)
        assert table.refusals == []


@pytest.mark.real_workers
async def test_an_order_waits_for_no_picture(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await settled(bot)
        go = tmp_path / "go"
        busy = asyncio.create_task(bot.master.workers.quick(wait_for, go))
        wishes = [asyncio.create_task(ben.command(CHANNEL, "map", space="russia")) for _ in range(3)]
        assert "1 infantry" in (await anna.command(CHANNEL, "buy", units="1 infantry")).content
        assert not busy.done()
        go.touch()
        for wish in wishes:
            await ben.wait_until((await wish).shown, lambda message: bool(message.attachments))
        await busy
