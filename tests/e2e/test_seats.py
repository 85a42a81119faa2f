"""Seats that change hands, as players see it in Discord."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, found, has_button, settled
from tests.e2e.test_secrets_and_records import started


async def test_a_seat_is_given_up_called_for_taken_and_handed_on(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await started(table)
        cleo = table.user("Cleo")
        ben_id = table.world.user_named("Ben")["id"]
        asked = await ben.command(CHANNEL, "game resign")
        assert "You'd give up Germany and Japan for good" in asked.content
        assert (await cleo.command(CHANNEL, "game resign")).content.startswith("You have no seat")
        assert (await ben.press(asked.shown, "Give up Germany and Japan")).content == "Done. I've told the table."
        await settled(bot)
        again = await ben.press(asked.shown, "Give up Germany and Japan")
        assert again.content.startswith("You have no seat")
        call = await found(anna, lambda message: has_button(message, "takeseat"))
        refused = await anna.press(call, "Take Germany and Japan")
        assert "must be on the same side" in refused.content
        told = (await cleo.press(call, "Take Germany and Japan")).content
        assert told.startswith("Nothing has changed yet. <@")
        await settled(bot)
        await anna.press(await found(anna, lambda message: has_button(message, "agree")), "Agree")
        await settled(bot)
        note = await found(cleo, lambda message: "are now played by" in message.content)
        dossier = await cleo.press(note, "Dossier")
        assert dossier.ephemeral
        assert "**Germany**\nGermany: 12 IPCs, income 12" in dossier.content
        assert dossier.content.endswith("No standing orders.")
        assert (await ben.press(note, "Dossier")).content.startswith("You have no seat")
        told = (await cleo.command(CHANNEL, "game handover", player="Ben", power="japan", orders="drop")).content
        assert told == (
            f"Nothing has changed yet. <@{ben_id}> can agree, on the card in this channel. The game goes on meanwhile."
        )
        await settled(bot)
        await ben.press(await found(ben, lambda message: has_button(message, "agree")), "Agree")
        await settled(bot)
        posts = [message.content for message in await anna.messages(CHANNEL)]
        assert any(f"Japan is now played by <@{ben_id}> (handed over by Cleo; Ben agreed)." in text for text in posts)
        assert (await anna.command(CHANNEL, "game call")).content.startswith("No seat is free here")
        assert "must be on the same side" in (await cleo.command(CHANNEL, "game handover", player="Anna")).content
        assert table.refusals == []
