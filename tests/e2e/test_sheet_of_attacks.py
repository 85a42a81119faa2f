"""Attacking by thumb: a place, who goes there, the chance, and one button for all the orders."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image

from local import LocalTable, Message, Player
from local.interactions.interaction import COMPONENT
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, correct, found, has_button
from tests.e2e.test_panel_help import order

SPACES = {
    "russia": {"units": {"soviet_union": {"infantry": 6, "tank": 2}}},
    "caucasus": {"units": {"soviet_union": {"infantry": 4}}},
    "west_russia": {"units": {"germany": {"infantry": 3, "tank": 1}}},
}
COMBAT_MOVE = {"round": 1, "power": "soviet_union", "phase": "combat_move"}


async def sheet_of(table: LocalTable, player: Player) -> Message:
    """Where the Soviet Union can attack, on a sheet opened from the panel."""
    await begin(table.user("Ben"), player)
    await correct(table, {"spaces": SPACES, "turn": COMBAT_MOVE})
    panel = await found(player, lambda message: has_button(message, "combat_move:attack"))
    return (await player.press(panel, "Attack")).shown


async def chosen_for_west_russia(player: Player, sheet: Message, units: int, *stacks: str) -> Message:
    """The sheet once so many units of these stacks are to attack West Russia."""
    await player.choose(sheet, "west_russia")
    sheet = await player.wait_until(sheet, lambda now: "Choose who attacks." in now.text)
    await player.choose(sheet, *stacks)
    return await player.wait_until(sheet, lambda now: f"Attack with {units} units" in now.labels)


async def test_an_attack_is_chosen_weighed_and_ordered_on_one_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        sheet = await sheet_of(table, anna)
        assert "Attack where?" in sheet.text
        await anna.choose(sheet, "west_russia")
        sheet = await anna.wait_until(sheet, lambda now: "Attack on West Russia" in now.text)
        assert "Enemy: 3 infantry, 1 tank." in sheet.text
        assert "Choose who attacks." in sheet.text
        await anna.choose(sheet, "caucasus.infantry", "russia.tank")
        sheet = await anna.wait_until(
            sheet, lambda now: "4 infantry from the Caucasus, 2 tanks from Russia" in now.text
        )
        assert "Your chance to win is" in sheet.text
        form = (await anna.press(sheet, "How many?")).opened
        await anna.submit(form, {"caucasus.infantry": "3"})
        sheet = await anna.wait_until(sheet, lambda now: "3 infantry from the Caucasus" in now.text)
        await anna.press(sheet, "Everything")
        sheet = await anna.wait_until(sheet, lambda now: "6 infantry" in now.text)
        await anna.press(sheet, "Enough for 80%")
        sheet = await anna.wait_until(sheet, lambda now: "6 infantry" not in now.text)
        await anna.press(sheet, next(label for label in sheet.labels if label.startswith("Attack with")))
        sheet = await anna.wait_until(sheet, lambda now: "Battles ahead" in now.text or "Chances" in now.text)
        assert "End moves" in sheet.labels
        assert table.refusals == []


async def test_a_plan_outlives_the_bot_and_is_seen_by_nobody_else(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        anna, ben = table.user("Anna"), table.user("Ben")
        async with bot_at_work(table, tmp_path / "games.db"):
            sheet = await sheet_of(table, anna)
            sheet = await chosen_for_west_russia(anna, sheet, 4, "caucasus.infantry")
        async with bot_at_work(table, tmp_path / "games.db"):
            assert "West Russia" not in (await ben.command(CHANNEL, "my-orders")).content
            await anna.press(sheet, "Attack with 4 units")
            await anna.wait_until(sheet, lambda now: "4 infantry: Caucasus to West Russia" in now.text)
            await anna.press(sheet, "Undo")
            await anna.wait_until(sheet, lambda now: "4 infantry: Caucasus to West Russia" not in now.text)
        assert table.refusals == []


async def test_a_button_below_another_plan_orders_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        sheet = await sheet_of(table, anna)
        sheet = await chosen_for_west_russia(anna, sheet, 4, "caucasus.infantry")
        panel = await found(anna, lambda message: not message.ephemeral and has_button(message, "combat_move:attack"))
        other = (await anna.press(panel, "Attack")).shown
        await anna.choose(other, "ukraine")
        await anna.wait_until(other, lambda now: "Attack on Ukraine" in now.text)
        await anna.wait_until(sheet, lambda now: now.labels == ["Go on here"])
        late = {"custom_id": sheet.button("Attack with 4 units").custom_id, "component_type": 2, "id": 1}
        table.forge(COMPONENT, table.world.user_named("Anna")["id"], sheet.channel_id, late, sheet.id)
        sheet = await anna.wait_until(sheet, lambda now: "changed this plan on another sheet" in now.text)
        assert "Attack on Ukraine" in sheet.text
        assert "No orders yet" in (await anna.command(CHANNEL, "my-orders")).content
        assert table.refusals == []


async def test_fewer_than_a_button_says_attack_only_once_that_was_seen(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        sheet = await sheet_of(table, anna)
        sheet = await chosen_for_west_russia(anna, sheet, 6, "caucasus.infantry", "russia.tank")
        await anna.command(CHANNEL, "move", **order("caucasus", "4 infantry", "ukraine"))
        await anna.press(sheet, "Attack with 6 units")
        sheet = await anna.wait_until(sheet, lambda now: "Attack with 2 units" in now.labels)
        assert "Who can come has changed since. Check it, then press again." in sheet.text
        assert "West Russia" not in (await anna.command(CHANNEL, "my-orders")).content.partition("Not moved")[0]
        await anna.press(sheet, "Attack with 2 units")
        await anna.wait_until(sheet, lambda now: "2 tanks: Russia to West Russia" in now.text)
        assert table.refusals == []


async def test_the_sheet_of_an_attack_keeps_its_picture_as_long_as_the_board_is_the_same(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        sheet = await sheet_of(table, anna)
        assert not sheet.attachments
        await anna.choose(sheet, "west_russia")
        sheet = await anna.wait_until(sheet, lambda now: bool(now.attachments))
        (around,) = sheet.attachments
        assert Image.open(io.BytesIO(await around.read())).get_format_mimetype() == around.content_type
        assert "West Russia" in (around.alt_text or "")
        await anna.press(sheet, "Everything")
        sheet = await anna.wait_until(sheet, lambda now: "Your chance to win is" in now.text)
        assert [each.url for each in sheet.attachments] == [around.url], "it stays as it is"
        await anna.press(sheet, "Back")
        sheet = await anna.wait_until(sheet, lambda now: "Attack where?" in now.text)
        await anna.choose(sheet, "ukraine")
        sheet = await anna.wait_until(sheet, lambda now: bool(now.attachments))
        assert sheet.attachments[0].filename != around.filename


async def test_a_picture_on_its_way_comes_before_what_was_pressed_meanwhile(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        sheet = await sheet_of(table, anna)
        words, picture, later = (table.faults.hold("PATCH /webhooks/*/messages/@original") for _ in range(3))
        words.released.set()
        await anna.choose(sheet, "west_russia")
        await asyncio.wait_for(picture.reached.wait(), 10)
        await anna.press(sheet, "Everything")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(later.reached.wait(), 0.2)
        picture.released.set()
        later.released.set()
        sheet = await anna.wait_until(sheet, lambda now: "Your chance to win is" in now.text)
        assert sheet.attachments
