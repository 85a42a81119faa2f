"""/catch-up: what I missed, here and with one press in my other games."""

from __future__ import annotations

from pathlib import Path

from gamemaster.keys import custom_id
from gamemaster.roles import Actor
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, settled
from tests.e2e.test_places import ELSEWHERE, message_with
from tests.e2e.test_secrets_and_records import end_phase


async def test_a_turn_of_the_others_is_told_once_and_the_other_games_are_a_press_away(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, cleo = (table.user(name) for name in ("Anna", "Ben", "Cleo"))
        assert "no game" in (await ben.command(CHANNEL, "catch-up")).content
        await begin(ben, anna)
        await end_phase(anna)
        here, elsewhere = (int(table.world.channel_named(name)["id"]) for name in (CHANNEL, ELSEWHERE))
        mine = int(table.world.user_named("Ben")["id"])
        other = await bot.master.lobby.create(Actor(mine, "Ben"), bot.guilds[0].id, elsewhere, "aa1941", {}, "Second")
        for power in ("soviet_union", "united_kingdom", "united_states", "germany", "japan"):
            other = await bot.master.lobby.join(other, mine if power in ("germany", "japan") else 1, [power])
        await bot.master.lobby.start(other, Actor(mine, "Ben"), "second")

        panel = await found(ben, lambda message: "Catch up" in message.labels)
        told = await ben.press(panel, "Catch up")
        assert told.ephemeral
        assert told.content.startswith("**First**, since the game began:\n**Soviet Union, round 1**: ")
        assert [file.filename for file in told.shown.attachments]
        again = await ben.command(CHANNEL, "catch-up")
        assert again.content.startswith("**First**: nobody else has ended a phase since you looked <t:")
        assert again.shown.labels == ["Since my last turn", "Second"]
        whole = await ben.press(again.shown, "Since my last turn")
        assert whole.content.startswith("**First**, since the game began:")
        second = await ben.press(again.shown, "Second")
        assert second.content.startswith("**Second**: nobody else has ended a phase since the game began.")
        assert second.shown.labels == ["First"]

        forged = await message_with(bot, here, cleo, custom_id(other.game.id, "", "catchup"))
        assert (
            await cleo.press(forged, "Press")
        ).content == "You have no seat in that game. See yours with /game list."
        forged = await message_with(bot, here, cleo, custom_id(99, "", "catchup"))
        assert "I no longer have that game" in (await cleo.press(forged, "Press")).content
        here_too = await message_with(bot, here, cleo, custom_id(1, "", "catchup.x"))
        assert (await cleo.press(here_too, "Press")).content.startswith("**First**"), "who looks on catches up as well"
        await settled(bot)
        assert table.refusals == []
