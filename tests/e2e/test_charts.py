"""Charts through Discord: whole, singly, posted, as a table, and at the end of a game."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from local import LocalTable, Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button, settled
from tests.e2e.test_secrets_and_records import end_phase
from tests.patience import PATIENCE_SECONDS

drawn = pytest.mark.real_workers
"""For tests that look at the picture; others read its words."""

TO_WEST_RUSSIA: Any = {"from": "russia", "units": "6 infantry, 1 tank", "to": "west russia"}
OTHERS = {
    "Unit value": "unit_value.webp",
    "Victory cities": "victory_cities.webp",
    "Dice luck": "dice_luck.webp",
    "Luck in IPCs": "swings.webp",
}


def shows(name: str) -> Callable[[Message], bool]:
    """Whether a message shows the picture with this name."""
    return lambda message: message.attachments[0].filename == name


async def in_battle(table: LocalTable) -> tuple[Player, Player]:
    """Anna (Allies) and Ben (Axis), after the first battle."""
    anna, ben = table.user("Anna"), table.user("Ben")
    ben.patience = PATIENCE_SECONDS  # A process is started that loads much.
    await begin(ben, anna)
    await end_phase(anna)
    await anna.command(CHANNEL, "move", **TO_WEST_RUSSIA)
    await end_phase(anna)
    await anna.command(CHANNEL, "battle", space="West Russia", to_the_end=True)
    return anna, ben


@drawn
async def test_one_chart_comes_to_whoever_asks_alone_and_the_others_in_its_place(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        _, ben = await in_battle(table)
        reply = await ben.command(CHANNEL, "charts")
        assert reply.ephemeral
        assert [attachment.filename for attachment in reply.shown.attachments] == ["income.webp"]
        for label, name in OTHERS.items():
            await ben.press(reply.shown, label)
            shown = await ben.wait_until(reply.shown, shows(name))
            (attachment,) = shown.attachments
            with Image.open(io.BytesIO(await attachment.read())) as picture:
                assert picture.size == (1000, 700)
            assert "Germany: " in (attachment.alt_text or "")
        assert reply.content.startswith("**The war so far** · Soviet Union, round 1,")
        assert "The Axis: " in reply.content
        assert "Luck of the war: the A" in reply.content
        assert table.refusals == []


async def test_one_chart_can_be_posted_for_all_with_its_numbers(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        _, ben = await in_battle(table)
        reply = await ben.command(CHANNEL, "charts", chart="dice_luck", post=True, table=True)
        assert not reply.ephemeral
        names = [attachment.filename for attachment in reply.shown.attachments]
        assert names == ["dice_luck.webp", "game-1.csv"]
        assert (await reply.shown.attachments[1].read()).startswith(b"round,turn of,power,income,")
        assert "usual" in (reply.shown.attachments[0].alt_text or "")
        assert table.refusals == []


async def test_before_a_game_begins_there_are_no_charts(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna = table.user("Anna")
        assert "There's no game" in (await anna.command(CHANNEL, "charts")).content
        await anna.command(CHANNEL, "game create", edition="aa1941")
        assert "hasn't begun yet" in (await anna.command(CHANNEL, "charts")).content


async def test_the_last_report_of_a_game_has_buttons_for_the_charts_and_a_rematch_with_sides_swapped(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await in_battle(table)
        early = await ben.command(CHANNEL, "review")
        assert early.content.startswith("None of your turns is over yet")
        early = await ben.command(CHANNEL, "review", post=True)
        assert early.content.startswith("A review can be posted once the war is over.")
        await ben.command(CHANNEL, "concede", confirm=True)
        await settled(bot)
        report = await found(anna, lambda message: has_button(message, ":charts"))
        assert "Allies win" in report.content
        reply = await ben.press(report, "Charts")
        assert reply.ephemeral
        assert [attachment.filename for attachment in reply.shown.attachments] == ["income.webp"]
        diary = await ben.press(report, "War diary")
        assert diary.ephemeral
        assert diary.content.startswith("The war diary: 1 round, ")
        (page,) = diary.shown.attachments
        assert page.filename == "game-1-diary.html"
        assert b"Ben: Germany and Japan" in await page.read()
        cleo = table.user("Cleo")
        cleo.patience = PATIENCE_SECONDS
        review = await cleo.press(report, "Review")
        assert review.ephemeral
        assert review.content.startswith(
            "**Looking back on the war**\nChance of the Axis to win: 50% at the start, then"
        )
        assert [attachment.filename for attachment in review.shown.attachments] == ["review.webp"]
        posted = await cleo.command(CHANNEL, "review", post=True)
        assert not posted.ephemeral
        assert posted.content == review.content
        stranger = await cleo.press(report, "Rematch")
        assert stranger.content.startswith("Only a player, the organiser or a server manager can open a rematch.")
        lobby = (await ben.press(report, "Rematch")).shown
        assert not lobby.ephemeral
        assert f"United States (Allies): <@{table.world.user_named('Ben')['id']}>" in lobby.content
        assert "Germany (Axis): free" in lobby.content
        again = await anna.press(report, "Rematch")
        assert again.content.startswith("This channel already has a game.")
        await anna.command(CHANNEL, "game join", powers="axis")
        assert (await ben.command(CHANNEL, "game start")).content == "The game begins."
        assert table.refusals == []
