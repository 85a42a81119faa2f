"""The sheets that a usual turn doesn't open, each reached by taps alone and kept as a picture, light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from cogs.service.emoji import MakingEmoji
from tests.browser.conftest import House
from tests.browser.thumb import phone
from tests.e2e.playing import CHANNEL, begin, correct, settled

pytestmark = [pytest.mark.asyncio(loop_scope="package"), pytest.mark.whole]

DAMAGED = {"united_kingdom": {"damage": {"major_industrial_complex": 3}}}
OVERSEAS = {
    "united_kingdom": {"units": {"united_kingdom": {"infantry": 3, "tank": 1, "fighter": 1}}},
    "sz109": {"units": {"united_kingdom": {"transport": 2}}},
    "scotland": {"units": {"united_kingdom": {"infantry": 1}}},
}
IN_THE_ATLANTIC = {
    "sz109": {"units": {"united_kingdom": {"battleship": 2, "cruiser": 1}}},
    "sz119": {"units": {"germany": {"submarine": 1}, "italy": {"submarine": 1}}},
    "sz110": {"units": {"germany": {"transport": 1, "destroyer": 1}}},
}


async def test_every_other_sheet_is_read_on_a_phone(opened: House, browser: Browser) -> None:
    table, bot = opened
    await MakingEmoji(bot).make()
    async with phone(browser, table, "Anna") as anna, phone(browser, table, "Ben") as ben:

        async def at(power: str, phase: str, words: str, **more: Any) -> None:
            await correct(table, {"turn": {"round": 2, "power": power, "phase": phase}, **more})
            await settled(bot)
            await expect(anna.panel).to_contain_text(words)

        await anna.window.command("game create")
        await anna.picture("set_up")
        await anna.choose("Axis & Allies Global 1940", "Low luck: off")
        await anna.picture("set_up_contract")
        await begin(table.user("Ben"), table.user("Anna"), edition="global_1940", options={"research": "on"})
        await settled(bot)

        await at("soviet_union", "combat_move", "Soviet Union · round 2 · combat move")
        await anna.open("Move", "nobody to attack")
        await anna.press("Declare war", "would declare war on")
        await anna.picture("politics")

        await at("united_states", "research", "United States · round 2 · research")
        await anna.open("Research", "Research what?")
        await anna.picture("research")
        await anna.choose_first("research", "How many dice?")
        await anna.picture("research_dice")

        await at("united_kingdom", "purchase", "United Kingdom · round 2 · purchase", spaces=DAMAGED)
        await anna.open("Buy units", "UK Europe", "UK Pacific")
        emblem = anna.sheet.locator(".words img.sign").first
        assert await emblem.evaluate("image => image.complete && image.naturalWidth > 0")
        await anna.picture("two_treasuries")

        await at(
            "united_kingdom",
            "noncombat_move",
            "United Kingdom · round 2 · noncombat",
            clear_units=True,
            spaces=OVERSEAS,
        )
        await anna.open("Move", "Move from where?")
        await anna.press("To one place", "Move where?")
        await anna.picture("to_one_place")
        await anna.choose("Iceland", "Move to Iceland")
        await anna.press("Everything", "by sea")
        await anna.picture("sea_lift")

        await at(
            "united_kingdom",
            "combat_move",
            "United Kingdom · round 2 · combat",
            clear_units=True,
            spaces=IN_THE_ATLANTIC,
        )
        await anna.open("Attack", "Attack where?")
        for zone in ("Sea zone 119", "Sea zone 110"):
            await anna.choose(zone, "Choose who attacks")
            await anna.mark("1 cruiser" if zone == "Sea zone 110" else "2 battleships")
            await anna.sees("Your chance to win")
            await anna.press("Attack with", "Battles ahead")
            if zone == "Sea zone 119":
                await anna.press("Attack", "Attack where?")
        await anna.end("End moves", "conduct combat")
        await anna.press("Fight all 2", "battles to fight")
        await anna.choose_first("fightall.pick", "fought")
        await anna.picture("fight_all")
        await anna.press("Fight all 2 now", "must answer first")
        await ben.tap(ben.window.page.locator("button", has_text="Submerge or fight").last)
        await ben.sees("Germany", "Italy")
        await ben.picture("several_questions")
        await table.user("Ben").command(CHANNEL, "help")
        await ben.picture("help")
    assert table.refusals == []
