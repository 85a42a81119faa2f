"""The panel is posted in plain words with its ping, then becomes a container; a fault in between costs only the frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cogs.service.client import TableBot
from local import LocalTable, Message, Player
from maps.looks.reading import looks
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, found, has_button, settled

CHANGES = "PATCH /channels/*/messages/*"
SECTION, THUMBNAIL, CONTAINER = 9, 11, 17


def is_panel(message: Message) -> bool:
    return not message.ephemeral and has_button(message, ":buy")


def frame_of(message: Message) -> dict[str, Any]:
    """The container of a message; empty where it is a plain one."""
    return next((each for each in message.raw["components"] if each["type"] == CONTAINER), {})


async def panel_of(player: Player, bot: TableBot) -> Message:
    """The panel once all is sent."""
    await settled(bot)
    return await found(player, is_panel)


async def started(table: LocalTable) -> tuple[Player, Player]:
    """Anna, on turn, and Ben."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    return anna, ben


async def test_a_panel_becomes_a_container_in_the_colour_of_its_power_with_its_emblem(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        change = table.faults.hold(CHANGES)
        anna, _ = await started(table)
        plain = await found(anna, is_panel)
        assert (plain.mentions, frame_of(plain)) == (["Anna"], {})
        assert plain.raw["content"].startswith("**Soviet Union · round 1 · purchase**")
        change.released.set()
        panel = await panel_of(anna, bot)
        assert (panel.id, panel.content, panel.labels) == (plain.id, plain.content, plain.labels)
        assert [each.custom_id for each in panel.buttons] == [each.custom_id for each in plain.buttons]
        frame = frame_of(panel)
        red, green, blue = looks().powers["soviet_union"].land
        assert frame["accent_color"] == red << 16 | green << 8 | blue
        section = frame["components"][0]
        assert section["type"] == SECTION
        assert (section["accessory"]["type"], section["accessory"]["description"]) == (
            THUMBNAIL,
            "The emblem of the Soviet Union",
        )
        assert (await anna.press(panel, "Buy units")).shown.buttons
        assert table.refusals == []


async def test_a_change_that_discord_refuses_leaves_the_plain_panel_at_work(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        table.faults.fail(CHANGES, 400, code=50035)
        anna, _ = await started(table)
        panel = await panel_of(anna, bot)
        assert frame_of(panel) == {}
        assert (await anna.press(panel, "Buy units")).shown.buttons
        assert "Here it is." in (await anna.command(CHANNEL, "panel")).content
        assert frame_of(await panel_of(anna, bot))


async def test_a_change_that_fails_for_now_is_caught_up_without_another_ping(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        table.faults.fail(CHANGES, 503)
        anna, _ = await started(table)
        panel = await panel_of(anna, bot)
        assert frame_of(panel)
        public = [message for message in await anna.messages(CHANNEL) if not message.ephemeral]
        assert sum("Anna" in message.mentions and is_panel(message) for message in public) == 1


async def test_a_change_that_a_stop_has_cut_off_is_made_by_the_next_bot(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        change = table.faults.hold(CHANGES)
        async with bot_at_work(table, tmp_path / "games.db"):
            anna, _ = await started(table)
            await change.reached.wait()
        table.faults.clear()
        change.released.set()
        plain = await found(anna, is_panel)
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            panel = await panel_of(anna, bot)
            assert panel.id == plain.id
            assert frame_of(panel)
