"""/statistics in Discord: sums without names, players by their own choice, and forgetting oneself."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled


async def test_what_a_server_and_its_players_are_told(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        me = table.world.user_named("Anna")["id"]
        assert "No game of this server has been won yet" in (await ben.command(CHANNEL, "statistics show")).content
        hidden = (await ben.command(CHANNEL, "statistics show", player=me)).content
        assert "doesn't share their games here" in hidden
        assert "Everybody in this server can now see" in (await anna.command(CHANNEL, "statistics opt-in")).content
        assert "hasn't played in any game" in (await ben.command(CHANNEL, "statistics show", player=me)).content
        assert "Nobody sees your games" in (await anna.command(CHANNEL, "statistics opt-out")).content
        for sure, told in (("yes", "Nothing changed."), ("Forget me ", "1 game still needs to know you")):
            assert told in (await anna.command(CHANNEL, "statistics forget-me", sure=sure)).content
        await settled(bot)
        assert table.refusals == []
