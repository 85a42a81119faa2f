"""All battles by thumb: their order, how each is fought, one press, a button that stops it; and answers ahead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from local import LocalTable, Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, found, has_button

TANKS = {"tank": 12}
SPACES = {
    **{start: {"units": {"soviet_union": TANKS}} for start in ("russia", "caucasus")},
    "west_russia": {"units": {"germany": {"infantry": 8, "tank": 8}}},
    "ukraine": {"units": {"germany": {"infantry": 2}}},
}
COMBAT_MOVE = {"round": 1, "power": "soviet_union", "phase": "combat_move"}


async def attacks(table: LocalTable) -> tuple[Player, Player, Message]:
    """Anna, who attacks in two places, Ben, who must choose in one of them, and the panel."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    await correct(table, {"spaces": SPACES, "turn": COMBAT_MOVE})
    for start, end in (("russia", "west russia"), ("caucasus", "ukraine")):
        moved: dict[str, Any] = {"from": start, "units": "12 tank", "to": end}
        await anna.command(CHANNEL, "move", **moved)
    confirm = await anna.command(CHANNEL, "end-phase")
    if "End anyway" in confirm.shown.labels:
        await anna.press(confirm.shown, "End anyway")
    return anna, ben, await found(anna, lambda message: not message.ephemeral and has_button(message, "fightall"))


async def test_battles_go_on_once_the_defender_has_answered_until_their_player_stops_them(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben, panel = await attacks(table)
        sheet = (await anna.press(panel, "Fight all 2")).shown
        await anna.choose(sheet, "west_russia")
        sheet = await anna.wait_until(sheet, lambda now: len(now.selects) == 2)
        if "West Russia first" in sheet.labels:
            await anna.press(sheet, "West Russia first")
        sheet = await anna.wait_until(sheet, lambda now: "1. West Russia" in now.text)
        await anna.choose(sheet, "Until the chance is below 30%", custom_id=sheet.selects[1].custom_id)
        sheet = await anna.wait_until(sheet, lambda now: "1. West Russia, until the chance is below 30%" in now.text)
        sheet = (await anna.command(CHANNEL, "battle", space="all")).shown
        assert sheet.text.startswith("**West Russia"), "as chosen on the sheet"
        assert "Then your battles go on by themselves." in sheet.text
        await anna.press(sheet, "Go on without me")
        sheet = await found(anna, lambda message: "Stop: I'll begin each myself" in message.labels)
        assert "Now: West Russia, where Germany must answer." in sheet.text
        await anna.press(sheet, "Stop: I'll begin each myself")
        sheet = await anna.wait_until(sheet, lambda now: "Stopped." in now.text)
        assert "Stop: I'll begin each myself" not in sheet.labels
        await anna.press(sheet, "Fight all 1 now")
        await anna.wait_until(sheet, lambda now: "Then your battles go on by themselves." in now.text)
        told = ""
        while "noncombat move" not in told:
            told = (await ben.command(CHANNEL, "decide", choice="default")).content
        assert "Took Ukraine" in told
        assert table.refusals == []


async def test_a_defender_answers_ahead_and_is_not_asked(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben, panel = await attacks(table)
        sheet = (await ben.press(panel, "Answer ahead")).shown
        assert "• West Russia: losses, as your standing orders say, or else you're asked; " in sheet.text
        assert "Ukraine" not in sheet.text, "nothing can be chosen there"
        await ben.choose(sheet, "West Russia: losses")
        sheet = await ben.wait_until(sheet, lambda now: len(now.selects) == 2)
        await ben.choose(sheet, "Lose as printed", custom_id=sheet.selects[1].custom_id)
        await ben.wait_until(sheet, lambda now: "• West Russia: losses, lose as printed" in now.text)
        orders = (await ben.command(CHANNEL, "standing-order show")).content
        assert orders == "Germany, losses, for the coming battle only: units as printed in West Russia when you defend"
        mine = (await anna.press(panel, "Answer ahead")).shown
        assert "You have nothing to choose" in mine.text
        told = (await anna.command(CHANNEL, "battle", space="all")).content
        assert "noncombat move" in told
        assert table.refusals == []
