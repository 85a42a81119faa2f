"""A game at the local table, played in a real browser."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from local import LocalTable
from tests.browser.conftest import House
from tests.browser.window import DESK, PHONE, Window, free_port, window
from tests.e2e.playing import begin as seats_taken
from tests.e2e.playing import correct
from tests.e2e.processes import FORKED_BOT, for_table, running

pytestmark = pytest.mark.asyncio(loop_scope="package")

# Too many to fall in one round, so that it is always asked how the battle goes on.
BATTLE = json.dumps(
    {
        "spaces": {
            "west_russia": {"units": {"germany": {"infantry": 14}}},
            "russia": {"units": {"soviet_union": {"infantry": 6, "tank": 3}}},
        }
    }
)


BIG_BATTLE = json.dumps(
    {
        "spaces": {
            "west_russia": {"units": {"germany": {"infantry": 18}}},
            "russia": {"units": {"soviet_union": {"infantry": 12, "tank": 6}}},
        },
        "turn": {"round": 1, "power": "soviet_union", "phase": "combat_move"},
    }
)


async def begin(anna: Window, ben: Window) -> None:
    """Anna opens a game of 1941 and takes the Allies, Ben the Axis."""
    await anna.command("game create", edition="aa1941")
    await anna.command("game join", powers="allies")
    await ben.sees("Axis & Allies")
    await ben.command("game join", powers="axis")
    await anna.command("game start")


async def begin_at_once(table: LocalTable) -> None:
    """The same without the page, for what happens later."""
    await seats_taken(table.user("Ben"), table.user("Anna"))


async def end_phase(player: Window, label: str, then: str) -> None:
    """End the phase by its button, also where the bot warns first; `then` is what the next panel says."""
    await player.press(label)
    warning = player.button("End anyway")
    await expect(player.said(then).or_(warning).first).to_be_visible()
    if await warning.count():
        await warning.click()
    await player.sees(then)


async def fight_to_the_end(player: Window, place: str) -> None:
    """Fight a battle, leaving all choices to the printed order."""
    await player.press(f"Fight in {place}")
    over, more = player.said("noncombat move — @"), player.button("Fight to the end")
    await expect(over.or_(more).first).to_be_visible()
    if await more.count():
        await more.click()
    await expect(over).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk", marks=pytest.mark.whole(or_named=True)), pytest.param(PHONE, id="phone")]
)
async def test_two_windows_play_the_first_turn_together(opened: House, browser: Browser, size: dict[str, int]) -> None:
    table, _ = opened
    name = "phone" if size == PHONE else "desk"
    async with window(browser, table.base_url, "Anna", size) as anna, window(browser, table.base_url, "Ben") as ben:
        await begin(anna, ben)
        await ben.sees("Soviet Union")
        await correct(table, BATTLE)
        await anna.command("buy", units="2 infantry")
        await end_phase(anna, "End purchases", "combat move — @")
        await anna.command("move", units="6 infantry, 3 tank", **{"from": "russia", "to": "west russia"})
        await anna.picture(f"{name}_orders")
        await end_phase(anna, "End moves", "Battles to fight: West Russia")
        await ben.sees("West Russia: 6 infantry, 3 tanks against ")
        await expect(ben.page.locator("img.picture").last).to_be_visible()
        await fight_to_the_end(anna, "West Russia")
        await anna.picture(f"{name}_battle")
        await end_phase(anna, "End moves", "mobilize — @")
        await anna.command("place", units="2 infantry", space="russia")
        await end_phase(anna, "End turn", "Germany · round 1 · purchase")
        await ben.sees("Germany · round 1 · purchase")
        await anna.picture(f"{name}_turn")
        assert await anna.page.evaluate("document.documentElement.scrollWidth") == size["width"]


@pytest.mark.long
async def test_a_game_is_tried_by_one_press(tmp_path: Path, browser: Browser) -> None:
    url = f"http://127.0.0.1:{(port := free_port())}"
    async with running(tmp_path, FORKED_BOT, LOCAL_PORT=str(port)):
        async with window(browser, url, "Anna") as anna:
            await try_game(anna, "Axis & Allies Revised", "In mid-war")
            await expect(anna.page.locator("#title")).to_have_text("#try-revised-mid-war")
            await anna.sees("Japan · round 3 · combat move")
            await anna.command("map")
            await expect(anna.said("Only you can see this").locator("img.picture")).to_be_visible()
            await anna.picture("mid_war")
        async with window(browser, url, "Ben", PHONE) as ben:
            await ben.page.get_by_role("button", name="Channels").click()
            await ben.page.get_by_text("Try a game", exact=True).click()
            await try_game(ben, "Axis & Allies Anniversary 1942", "In mid-war")
            await expect(ben.page.locator("#sidebar")).to_be_hidden()
            await ben.sees("United Kingdom · round 4 · conduct combat")
            await ben.picture("phone_mid_war")


async def try_game(player: Window, group: str, label: str) -> None:
    """Press a game under "Try a game", which must be open."""
    await player.page.get_by_role("group", name=group, exact=True).get_by_role("button", name=label).click()


async def test_a_map_is_enlarged_moved_and_read_in_words(opened: House, browser: Browser) -> None:
    table, _ = opened
    await begin_at_once(table)
    async with window(browser, table.base_url, "Anna") as anna:
        await anna.page.locator("button.zoom").first.click()
        stage = anna.page.locator(".stage")
        await expect(stage).to_have_attribute("data-scale", re.compile("^0"))
        fitted = float(await stage.get_attribute("data-scale") or 0)
        await anna.page.get_by_role("button", name="Zoom in").click()
        await expect(stage).not_to_have_attribute("data-scale", f"{fitted:.3f}")
        before = await anna.page.locator(".stage img").get_attribute("style")
        await stage.press("ArrowRight")
        await expect(anna.page.locator(".stage img")).not_to_have_attribute("style", before or "")
        await stage.press("0")
        await expect(stage).to_have_attribute("data-scale", f"{fitted:.3f}")
        await anna.page.get_by_text("Words", exact=True).click()
        await expect(anna.page.get_by_text("Soviet Union", exact=False).last).to_be_visible()
        await anna.page.get_by_role("button", name="Close").click()
        await expect(stage).to_be_hidden()


async def test_the_clock_is_moved_for_everybody_and_stays_moved(opened: House, browser: Browser) -> None:
    table, _ = opened
    async with window(browser, table.base_url, "Anna") as anna, window(browser, table.base_url, "Ben") as ben:
        before = await ben.page.locator("#clock span").first.inner_text()
        await anna.page.get_by_role("button", name="+1 h").click()
        await expect(ben.page.locator("#clock span").first).not_to_have_text(before)
    assert 3590 < table.clock() - time.time() <= 3601


@pytest.mark.whole
async def test_a_battle_goes_on_after_the_bot_was_killed_and_started_again(tmp_path: Path, browser: Browser) -> None:
    async with LocalTable(new_messages=1000) as table:
        settings = for_table(table, tmp_path)
        async with (
            window(browser, table.base_url, "Anna") as anna,
            window(browser, table.base_url, "Ben") as ben,
        ):
            async with running(tmp_path, FORKED_BOT, **settings):
                await begin_at_once(table)
                await correct(table, BIG_BATTLE)
                attack: dict[str, Any] = {"units": "12 infantry, 6 tank", "from": "russia", "to": "west russia"}
                await table.user("Anna").command("war-room", "move", **attack)
                await end_phase(anna, "End moves", "Battles to fight: West Russia")
                await anna.press("Fight in West Russia")
                await expect(anna.button("Fight to the end")).to_be_visible()
            async with running(tmp_path, FORKED_BOT, **settings):
                await anna.press("Fight to the end")
                await anna.sees("noncombat move — @")
                tags = re.findall(r"#\d+·\d+", await ben.page.locator("#messages").inner_text())
                assert len(tags) == len(set(tags)) >= 4
