"""/what-if: moves tried on a copy of the board, which nobody else learns of and which changes nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from local import Player, Reply
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled
from tests.e2e.test_secrets_and_records import end_phase


async def supposed(player: Player, text: str, **options: Any) -> Reply:
    """What comes of moves."""
    form = (await player.command(CHANNEL, "what-if", **options)).opened
    return await player.submit(form, {"text": text})


async def test_moves_of_any_power_are_tried_and_nothing_is_ordered(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        assert "no game" in (await ben.command(CHANNEL, "what-if")).content
        await begin(ben, anna)
        before = (await bot.master.loader.by_id(1)).running
        moves = "2 tank: eastern europe > karelia\n99 infantry: germany > poland"
        told = await supposed(ben, moves)
        assert told.content.startswith("**What if: Germany's combat move** · as things stand · only you see this\n")
        assert "\n• 2 tank: eastern europe > karelia\n• ~~99 infantry: germany > poland~~ " in told.content
        assert re.search(r"\nChances for Germany: [^\n]*% in Karelia\.", told.content)
        assert told.shown.attachments[0].alt_text
        again = (await ben.press(told.shown, "Change the moves")).opened
        assert "99 infantry" in str(again), "what was typed is still there"

        of_enemy = await supposed(ben, "3 infantry: karelia > eastern europe", power="soviet union")
        assert of_enemy.content.startswith("**What if: the Soviet Union's combat move**")
        assert re.search(r"Chances for the Soviet Union: [^\n]*% in Eastern Europe", of_enemy.content)
        assert "you lose" not in of_enemy.content
        assert (await bot.master.loader.by_id(1)).running == before
        public = [message for message in await anna.messages(CHANNEL) if not message.ephemeral]
        assert not any("What if" in message.content for message in public)
        await settled(bot)
        assert table.refusals == []


async def test_a_turn_that_is_over_can_be_played_otherwise(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        while (await bot.master.loader.by_id(1)).running.power == "soviet_union":
            await end_phase(anna)
        (turn,) = await bot.master.games.turns_ended(await bot.master.games.by_id(1, 0))
        told = await supposed(ben, "2 tank: eastern europe > karelia", after=str(turn))
        assert "combat move** · after the Soviet Union's turn, round 1 · only you" in told.content
        wrong = (await ben.command(CHANNEL, "what-if", after="7")).opened
        assert "isn't on record" in (await ben.submit(wrong, {"text": "1 tank: berlin > mars"})).content
        assert "suggested turns" in (await ben.command(CHANNEL, "what-if", after="yesterday")).content
        long = await supposed(ben, "1 tank: tokyo > mars\n" * 180)
        assert len(long.content) <= 2000
