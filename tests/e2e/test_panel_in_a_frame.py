"""The panel is posted in plain words with its ping, then becomes a container; faults in between cost only the frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cogs.service.client import TableBot
from local import LocalTable, Message, Permission, Player
from maps.looks.reading import looks
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, correct, found, has_button, settled

CHANGES = "PATCH /channels/*/messages/*"
SECTION, TEXT, THUMBNAIL, CONTAINER = 9, 10, 11, 17


def is_panel(message: Message) -> bool:
    return not message.ephemeral and has_button(message, "combat_move:end")


def frame_of(message: Message) -> dict[str, Any]:
    """The container of a message; empty where it is a plain one."""
    return next((each for each in message.raw["components"] if each["type"] == CONTAINER), {})


async def started(table: LocalTable, bot: TableBot) -> Player:
    """Anna, on turn in a game whose first panel stands."""
    anna = table.user("Anna")
    await begin(table.user("Ben"), anna)
    await settled(bot)
    return anna


async def attack(table: LocalTable, player: Player) -> Message:
    """The panel of a combat move, as it comes first."""
    await correct(table, {"turn": {"round": 2, "power": "soviet_union", "phase": "combat_move"}})
    return await found(player, is_panel)


async def panel_of(player: Player, bot: TableBot) -> Message:
    """The panel once all is sent."""
    await settled(bot)
    return await found(player, is_panel)


async def test_a_panel_becomes_a_container_in_the_colour_of_its_power_with_its_emblem(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = await started(table, bot)
        change = table.faults.hold(CHANGES)
        plain = await attack(table, anna)
        assert frame_of(plain) == {}
        assert plain.raw["content"].startswith("**Soviet Union · round 2 · combat move**")
        change.released.set()
        panel = await panel_of(anna, bot)
        assert (panel.id, panel.content, panel.labels) == (plain.id, plain.content, plain.labels)
        assert [each.custom_id for each in panel.buttons] == [each.custom_id for each in plain.buttons]
        frame = frame_of(panel)
        red, green, blue = looks().powers["soviet_union"].land
        assert frame["accent_color"] == red << 16 | green << 8 | blue
        first = frame["components"][0]
        emblem = first["accessory"]
        assert (first["type"], emblem["type"]) == (SECTION, THUMBNAIL)
        assert emblem["description"] == "The emblem of the Soviet Union"
        assert "Attack where?" in (await anna.press(panel, "Attack")).shown.text
        assert table.refusals == []


async def test_a_change_that_discord_refuses_leaves_the_plain_panel_at_work(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = await started(table, bot)
        table.faults.fail(CHANGES, 400, code=50035)
        await attack(table, anna)
        panel = await panel_of(anna, bot)
        assert frame_of(panel) == {}
        assert "Attack where?" in (await anna.press(panel, "Attack")).shown.text
        await correct(table, {"ipcs": {"soviet_union": 30}})
        again = await panel_of(anna, bot)
        assert again.id != panel.id
        assert frame_of(again)


async def test_where_no_files_may_be_attached_the_frame_stands_without_the_emblem(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = await started(table, bot)
        table.set_permissions(CHANNEL, table.bot_user["id"], deny=Permission.ATTACH_FILES)
        table.faults.fail(CHANGES, 403, code=50013)
        first = await attack(table, anna)
        panel = await panel_of(anna, bot)
        assert panel.id == first.id
        assert [each["type"] for each in frame_of(panel)["components"][:1]] == [TEXT]


async def test_a_change_that_fails_for_now_is_caught_up_without_another_ping(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = await started(table, bot)
        table.faults.fail(CHANGES, 503)
        first = await attack(table, anna)
        panel = await panel_of(anna, bot)
        assert frame_of(panel)
        assert (panel.id, panel.mentions) == (first.id, first.mentions)
        assert [each.id for each in await anna.messages(CHANNEL) if is_panel(each)] == [first.id]


async def test_a_change_that_a_stop_has_cut_off_is_made_by_the_next_bot(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            anna = await started(table, bot)
            change = table.faults.hold(CHANGES)
            plain = await attack(table, anna)
            await change.reached.wait()
        table.faults.clear()
        change.released.set()
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            panel = await panel_of(anna, bot)
            assert panel.id == plain.id
            assert frame_of(panel)
