"""The post of a battle bears its board as a picture, which goes on with the battle; raids have one too."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cogs.service.client import TableBot
from engine import GameState
from local import LocalTable, Message, Permission, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, button_id, correct, found, game, has_button, settled
from tests.e2e.sheets import answer_on_card

drawn = pytest.mark.real_workers
"""For tests that look at the picture; others read its words."""

FRONT: dict[str, Any] = {
    "spaces": {
        "russia": {"units": {"soviet_union": {"infantry": 12, "tank": 4}}},
        "west_russia": {"units": {"germany": {"infantry": 12, "tank": 4}}},
    }
}


@dataclass
class Front:
    """Anna (Allies) attacks Ben (Axis) in West Russia, with so many on both sides that a round decides nothing."""

    table: LocalTable
    bot: TableBot
    anna: Player
    ben: Player

    async def state(self) -> GameState:
        """The present state."""
        channel_id = self.table.world.channel_named(CHANNEL)["id"]
        return (await game(self.bot, channel_id)).running

    async def post(self) -> Message:
        """The post of the battle once all is sent."""
        await settled(self.bot)
        posts = await self.anna.messages(CHANNEL)
        (told,) = (post for post in posts if not post.ephemeral and post.content.startswith("**West Russia"))
        return told

    async def card(self, player: Player) -> Message:
        """The sheet that a player gets on pressing [Answer]."""
        part = f":{(await self.state()).requests[0].id}:answer"
        asked = await found(player, lambda message: not message.ephemeral and has_button(message, part))
        return (await player.press(asked, custom_id=button_id(asked, part))).shown

    async def answer_defaults(self) -> None:
        """Answer until the attacker may press on."""
        while (request := (await self.state()).requests[0]).kind != "retreat":
            player = self.anna if request.power == "soviet_union" else self.ben
            await player.command(CHANNEL, "decide", choice="default")


@asynccontextmanager
async def front(tmp_path: Path) -> AsyncIterator[Front]:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await correct(table, FRONT)
        confirm = await anna.command(CHANNEL, "end-phase")
        await anna.press(confirm.shown, "End anyway")
        order: Any = {"from": "russia", "units": "12 infantry, 4 tank", "to": "west russia"}
        await anna.command(CHANNEL, "move", **order)
        await anna.command(CHANNEL, "end-phase")
        yield Front(table, bot, anna, ben)


@drawn
async def test_the_post_of_a_battle_bears_one_picture_that_goes_on_with_it(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        await play.anna.command(CHANNEL, "battle", space="west russia")
        first = await play.post()
        (picture,) = first.attachments
        assert picture.filename == "battle.jpg"
        assert (picture.alt_text or "").startswith("West Russia, round 1. Germany chooses casualties for")
        image = Image.open(io.BytesIO(await picture.read()))
        assert image.format == "JPEG"
        assert image.width == 900
        await play.answer_defaults()
        await play.anna.command(CHANNEL, "decide", choice="press")
        again = await play.post()
        assert again.id == first.id
        (newer,) = again.attachments
        assert newer.url != picture.url
        assert (newer.alt_text or "").startswith("West Russia, round 2.")
        assert "Round 1: attackers" in (newer.alt_text or "")
        assert play.table.refusals == []


async def test_the_picture_of_a_battle_that_stands_in_the_channel_is_not_shown_twice(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        await play.anna.command(CHANNEL, "battle", space="west russia")
        assert (await play.post()).attachments
        card = await play.card(play.ben)
        assert not card.attachments
        assert card.text.startswith("**West Russia, round 1**")
        assert any(label.endswith("(default)") for label in card.labels)


async def test_the_picture_of_a_battle_without_a_post_stands_beside_the_answers(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        options: dict[str, Any] = {"where": "land", "units": "infantry, tank"}
        await play.ben.command(CHANNEL, "standing-order leave", power="germany", **options)
        await play.anna.command(CHANNEL, "battle", space="west russia")
        card = await play.anna.wait_until(await play.card(play.anna), lambda sheet: bool(sheet.attachments))
        (picture,) = card.attachments
        assert (picture.alt_text or "").startswith("West Russia, round 1.")


async def test_a_fight_to_the_end_has_all_its_rounds_on_one_picture(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        options: dict[str, Any] = {"where": "land", "units": "infantry, tank"}
        await play.anna.command(CHANNEL, "standing-order leave", power="soviet_union", **options)
        await play.anna.command(CHANNEL, "battle", space="west russia")
        await play.answer_defaults()
        await play.ben.command(CHANNEL, "standing-order leave", power="germany", **options)
        while (await play.state()).battle:
            card = await play.anna.command(CHANNEL, "decide")
            await answer_on_card(play.anna, card, "Fight to the end")
        told = await play.post()
        (picture,) = told.attachments
        assert "rounds" in told.content.split("\n")[0]
        assert "rounds. " in (picture.alt_text or "")
        assert play.table.refusals == []


async def test_without_the_right_to_attach_files_a_battle_is_told_in_words(tmp_path: Path) -> None:
    async with front(tmp_path) as play:
        play.table.set_permissions(CHANNEL, play.table.bot_user["id"], deny=Permission.ATTACH_FILES)
        await play.anna.command(CHANNEL, "battle", space="west russia")
        told = await play.post()
        assert not told.attachments
        assert "\nRound 1: attackers " in told.content
        assert " attacks: on 1: " in told.content
        assert "Now: Germany chooses casualties" in told.content
        assert "Germany defends: on 2: 12 infantry" in told.content
        assert len(told.content) <= 2000
