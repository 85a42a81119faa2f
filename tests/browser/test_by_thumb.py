"""Whole turns on a phone by taps alone: what one types is names of games, and the numbers of a form."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.browser.conftest import House
from tests.browser.thumb import Thumb, phone
from tests.e2e.playing import CHANNEL, begin, correct, settled

pytestmark = pytest.mark.asyncio(loop_scope="package")

MOST_BATTLES = 6
"""Presses by which three battles are fought to their end, with time for the enemy's answers."""


@pytest.mark.long
async def test_germany_plays_its_first_turn_with_forty_five_taps(opened: House, browser: Browser) -> None:
    table, bot = opened
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    for player in (anna, ben):
        await player.command(CHANNEL, "standing-order preset", which="sensible")
    await correct(table, {"turn": {"round": 1, "power": "germany", "phase": "purchase"}})
    await settled(bot)  # the panel of the turn before is gone
    async with phone(browser, table, "Ben") as thumb:
        before = await thumb.private()
        with thumb.counting(45, "Germany's first turn in 1941"):
            with thumb.counting(8, "the first order"):
                await thumb.open("Buy units", "End purchases")
                await thumb.picture("buying")
                await thumb.press("4 infantry (12)", "Ordered: 4 infantry")
            await thumb.end("End purchases", "combat move")
            for target, who in (("Karelia", "Everything"), ("Sea zone 14", "Enough"), ("Anglo-Egypt", "Everything")):
                await attack(thumb, target, who)
            await thumb.picture("combat_move")
            await thumb.end("End moves", "conduct combat")
            await thumb.picture("conduct_combat")
            for _ in range(MOST_BATTLES):
                if "noncombat move" in (told := await thumb.text()):
                    break
                await thumb.press("Fight")
                await expect(thumb.sheet).not_to_have_text(told, use_inner_text=True)
            await thumb.picture("noncombat_move")
            await thumb.press("Land aircraft", "Proposed:")
            await thumb.picture("landings")
            await thumb.press("Land as proposed")
            await expect(thumb.sheet.get_by_role("button", name="Land aircraft")).to_have_count(0)
            for start, end in (("Western Europe", "Germany"), ("Germany", "Eastern Europe")):
                await thumb.choose(start, f"From {start}")
                await thumb.picture("moving")
                await thumb.choose(end)
                await expect(thumb.sheet).not_to_contain_text(f"From {start}")
            await thumb.end("End moves", "Choose what to place where")
            await thumb.picture("placing")
            await thumb.press("Place as proposed", "All units are placed")
            await thumb.end("End turn", "Now:")
        assert await thumb.private() - before <= 3, "what the turn leaves behind"
    assert table.refusals == []


async def attack(thumb: Thumb, target: str, who: str) -> None:
    """An attack that is weighed before it is ordered."""
    with thumb.counting(6, f"an attack on {target}"):
        await thumb.press("Attack", "Attack where?")
        await thumb.picture("targets")
        await thumb.choose(target, "Choose who attacks")
        await thumb.press(who, "Your chance to win")
        await thumb.picture("attack")
        await thumb.press("Attack with", "Battles ahead")


LANDING = {
    "united_kingdom": {"units": {"united_kingdom": {"infantry": 1, "tank": 1}}},
    "sz6": {"units": {"united_kingdom": {"transport": 1}}},
    "norway_finland": {"units": {"germany": {"infantry": 1}}},
}
BATTLE = {
    "west_russia": {"units": {"germany": {"infantry": 8, "tank": 8, "fighter": 9}}},
    "russia": {"units": {"soviet_union": {"infantry": 9, "tank": 16}}},
}


async def test_what_a_turn_is_made_of_takes_few_taps(opened: House, browser: Browser) -> None:
    table, _ = opened
    await begin(table.user("Ben"), table.user("Anna"))

    async with phone(browser, table, "Anna") as anna, phone(browser, table, "Ben") as ben:

        async def at(panel: str, power: str, phase: str, **more: Any) -> None:
            turn = {"round": 2 if "round 2" in panel else 1, "power": power, "phase": phase}
            await correct(table, {"turn": turn, **more})
            await expect(anna.panel).to_contain_text(panel)

        await at("round 1 · purchase", "soviet_union", "purchase", ipcs={"soviet_union": 60})
        four = {"Infantry": "2", "Tanks": "1", "Fighters": "1", "Bombers": "1"}
        with anna.counting(16, "buying four kinds"):
            await anna.open("Buy units", "End purchases")
            await anna.mark("Infantry", "Tank", "Fighter", "Bomber")
            await anna.fill(four, "Ordered: 2 infantry, 1 tank, 1 fighter, 1 bomber")
        await anna.picture("bought")
        await anna.end("End purchases", "combat move")
        await at("round 2 · purchase", "soviet_union", "purchase", ipcs={"soviet_union": 60})
        with anna.counting(2, "buying as last turn"):
            await anna.open("Buy units", "End purchases")
            await anna.press("As last turn", "Ordered: 2 infantry, 1 tank, 1 fighter, 1 bomber")
        await at(
            "United Kingdom · round 1 · combat move", "united_kingdom", "combat_move", clear_units=True, spaces=LANDING
        )
        with anna.counting(9, "a landing"):
            await anna.open("Attack", "Attack where?")
            await anna.choose("Norway", "Choose who attacks")
            await anna.mark("1 tank", "1 infantry")
            await anna.sees("Your chance to win")
            await anna.picture("landing")
            await anna.press("Attack with 2 units", "1 infantry, 1 tank: sea zone 6 to")
        await at("Soviet Union · round 1 · combat move", "soviet_union", "combat_move", clear_units=True, spaces=BATTLE)
        await anna.open("Attack", "Attack where?")
        await anna.choose("West Russia", "Choose who attacks")
        await anna.press("Everything", "Your chance to win")
        await anna.press("Attack with", "Battles ahead")
        await anna.end("End moves", "conduct combat")
        await anna.press("Fight in", "must answer first")
        await anna.picture("fought")
        with ben.counting(2, "casualties"):
            await ben.open("Choose casualties", "Casualties still fire")
            await ben.picture("casualties")
            await ben.press("")
    assert table.refusals == []
