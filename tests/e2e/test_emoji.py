"""Emoji of units and powers stand in menus once Discord has them; words do without."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.service.client import TableBot
from cogs.service.emoji import MakingEmoji
from local import LocalTable, Message, Player
from maps import draw_signs
from tests.e2e.house import house
from tests.e2e.playing import begin, found, has_button, settled

FEW = ("infantry", "tank", "soviet_union")
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=")


async def wares(table: LocalTable, bot: TableBot) -> dict[str, Any]:
    """The emoji of what can be bought, by the words beside them."""
    anna = table.user("Anna")
    await begin(table.user("Ben"), anna)
    await settled(bot)
    return await bought(anna)


async def bought(anna: Player) -> dict[str, Any]:
    sheet = await opened_by(anna)
    rows = sheet.raw["components"][0]["components"]
    options = [option for row in rows for part in row.get("components", ()) for option in part.get("options", ())]
    return {option["label"]: option.get("emoji") for option in options}


async def opened_by(anna: Player) -> Message:
    """The sheet of her purchase."""
    panel = await found(anna, lambda message: has_button(message, ":buy"))
    return (await anna.press(panel, "Buy units")).shown


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few are enough here."""
    monkeypatch.setattr("cogs.service.emoji.draw_signs", _few)


def _few() -> dict[str, bytes]:
    return dict.fromkeys(FEW, PIXEL)


@pytest.mark.usefixtures("few")
async def test_what_can_be_bought_has_its_emoji_beside_its_words(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        before = await wares(table, bot)
        assert set(before.values()) == {None}
        await MakingEmoji(bot).make()
        assert sorted(each["name"] for each in table.world.emoji.values()) == sorted(FEW)
        signs = {words: emoji for words, emoji in (await bought(table.user("Anna"))).items() if emoji}
        assert all(emoji["id"] in table.world.emoji for emoji in signs.values())
        named = {emoji["name"]: words for words, emoji in signs.items()}
        assert named == {"infantry": "Infantry (3 IPCs)", "tank": "Tank (6 IPCs)"}
        heading = (await opened_by(table.user("Anna"))).text.partition("\n")[0]
        assert heading == f"{bot.signs['soviet_union']} **Soviet Union · round 1 · purchase**"
        made, bot.signs = set(table.world.emoji), {}
        await MakingEmoji(bot).make()
        assert set(table.world.emoji) == made, "they are made once"
        assert set(bot.signs) == set(FEW)
        assert table.refusals == []


@pytest.mark.usefixtures("few")
async def test_where_discord_takes_no_emoji_words_stand_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        table.faults.fail("POST /applications/*/emojis", 400, code=30008)
        with pytest.raises(discord.HTTPException):
            await MakingEmoji(bot).make()
        assert set((await wares(table, bot)).values()) == {None}


@pytest.mark.usefixtures("few")
async def test_once_discord_knows_an_emoji_no_more_sheets_open_in_words(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        await MakingEmoji(bot).make()
        anna = table.user("Anna")
        await begin(table.user("Ben"), anna)
        await settled(bot)
        table.faults.fail("POST /interactions/*/callback", 400, code=50035)
        assert set((await bought(anna)).values()) == {None}
        assert set((await bought(anna)).values()) == {None}


@pytest.mark.parametrize(
    ("name", "image"), [("a", PIXEL), ("half-track", PIXEL), ("tank", b""), ("tank", PIXEL + bytes(256 * 1024))]
)
async def test_the_table_refuses_what_discord_would(tmp_path: Path, name: str, image: bytes) -> None:
    async with house(tmp_path) as (table, bot):
        text = f"data:image/png;base64,{base64.b64encode(image).decode()}"
        with pytest.raises(discord.HTTPException) as refused:
            await bot.http.create_application_emoji(bot.application_id or 0, name, text)
        assert (refused.value.status, refused.value.code) == (400, 50035)
        assert not table.world.emoji


def test_signs_are_small_and_bear_names_that_discord_takes() -> None:
    signs = draw_signs()
    assert {"infantry", "aircraft_carrier", "germany"} <= set(signs)
    assert all(2 <= len(name) <= 32 and name.replace("_", "").isalnum() for name in signs)
    assert max(map(len, signs.values())) < 16 * 1024
