"""The pace of a table as players see it in Discord."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import delete

from cogs.service.client import TableBot
from store.database import tables
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, found, has_button, settled

HOUR = 3600


async def move_clock(bot: TableBot, hours: float) -> None:
    """Let time pass in which the bot is at work, for all that looks at the clock of the game master."""
    await bot.master.outages.stop()
    async with bot.master.store.write() as write:
        await write.connection.execute(delete(tables.presence))
    master, now = bot.master, bot.master.announcer._clock() + int(hours * HOUR)
    for part in (master.announcer, master.acting, master.deadlines, master.store):
        part._clock = lambda: now


async def test_a_phase_whose_time_is_up_is_ended_by_button_and_by_command(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, cleo = (table.user(name) for name in ("Anna", "Ben", "Cleo"))
        await anna.command(CHANNEL, "game create", edition="aa1941", name="First", pace="daily")
        await anna.command(CHANNEL, "game join", powers="allies")
        await ben.command(CHANNEL, "game join", powers="axis")
        await anna.command(CHANNEL, "game start")
        await settled(bot)
        told = (await ben.command(CHANNEL, "game answer")).content
        assert told.startswith("Nobody can end this phase for somebody else before <t:")
        assert (await ben.command(CHANNEL, "extend", hours=1)).content == "Done. I've told the table."
        told = (await anna.command(CHANNEL, "vacation begin", until="yesterday")).content
        assert told.startswith("I can't read the date “yesterday”. Write it as 20")
        told = (await anna.command(CHANNEL, "vacation begin", until="2 days")).content
        assert told.startswith("You're away until <t:")
        assert told.endswith(" in 1 game.")
        assert "-# Away: <@" in (await cleo.command(CHANNEL, "game status")).content
        assert (await anna.command(CHANNEL, "vacation end", games="here")).content == "You're back."
        assert (await cleo.command(CHANNEL, "vacation end", games="here")).content.startswith("You have no seat")
        await move_clock(bot, 25.1)
        assert await bot.master.deadlines.sweep() == 1
        await settled(bot)
        label = "End the phase for Soviet Union"
        panel = await found(ben, lambda message: has_button(message, "endfor"))
        refused = await cleo.press(panel, label)
        assert refused.content == (
            "Only a player of the other side, the organiser or a server manager can end their phase."
        )
        await ben.press(panel, label)
        await settled(bot)
        await ben.command(CHANNEL, "game answer")
        await settled(bot)
        posts = [message.content for message in await cleo.messages(CHANNEL)]
        for phase in ("purchase", "combat move"):
            assert any(text.startswith(f"Ben ended the Soviet Union's {phase} for <@") for text in posts)
        told = (await ben.command(CHANNEL, "bump")).content
        assert told == "This table has no bumps. Only games created with `pace: league` have them."
        told = (await ben.command(CHANNEL, "game pause")).content
        assert told.startswith("Nothing has changed yet. <@")
        await settled(bot)
        await anna.press(await found(anna, lambda message: has_button(message, "agree")), "Agree")
        await settled(bot)
        told = (await ben.command(CHANNEL, "game answer")).content
        assert told.startswith("No clock is running: the game is paused")
        assert "can agree" in (await anna.command(CHANNEL, "game resume")).content
        assert table.refusals == []
