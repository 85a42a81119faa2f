"""War declared through Discord: what it brings is read first, and the table hears of it at once."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled, untold
from tests.e2e.test_round_of_revised import Round

ALLIES = ("united_states", "china", "united_kingdom", "anzac")


async def test_a_war_is_declared_once_its_consequences_were_read(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="pacific_1940")
        players = {"japan": ben, **dict.fromkeys(ALLIES, anna)}
        play = Round(bot, players, table.world.channel_named(CHANNEL)["id"])
        await play.go_to("combat_move")
        told = await anna.command(CHANNEL, "politics")
        assert "At war: Japan with China. At war with nobody: " in told.content
        assert "Japan: at war with China" in (told.shown.attachments[0].alt_text or "")
        assert "turn" in (await anna.command(CHANNEL, "declare", on="japan")).content
        asked = await ben.command(CHANNEL, "declare", on="anzac")
        assert "The United States gets 30 IPCs at once" in asked.content
        assert (await play.state()).declarations == ()
        declared = await ben.press(asked.shown, "Declare war on the United Kingdom or ANZAC")
        assert "Japan declares war on the United Kingdom, ANZAC and the Dutch" in declared.content
        again = await ben.press(asked.shown, "Declare war on the United Kingdom or ANZAC")
        assert "already at war" in again.content
        await settled(bot)
        assert len((await play.state()).declarations) == 1
        assert await untold(anna, "Japan declares war on the United Kingdom, ANZAC and the Dutch") == []
        assert table.refusals == []
