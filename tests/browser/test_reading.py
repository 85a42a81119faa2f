"""The page can be read and used by everybody: contrast in light and dark, names for screen readers, keys alone."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.async_api import Browser, expect

from local import LocalTable
from tests.browser.audit import troubles
from tests.browser.conftest import House
from tests.browser.window import DESK, PHONE, Window, window

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def seat_both_sides(table: LocalTable) -> None:
    """Anna has opened a game and sits with the Allies; Ben takes the Axis and the game begins."""
    await table.user("Ben").command("war-room", "game join", powers="axis")
    await table.user("Anna").command("war-room", "game start")


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param(DESK, "light", id="desk-light"),
        pytest.param(DESK, "dark", id="desk-dark", marks=pytest.mark.whole),
        pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.whole),
        pytest.param(PHONE, "dark", id="phone-dark"),
    ],
)
async def test_nothing_is_faint_nameless_or_loose(
    opened: House, browser: Browser, scheme: Literal["light", "dark"], size: dict[str, int]
) -> None:
    table, _ = opened
    async with window(browser, table.base_url, "Anna", size, scheme) as anna:
        name = f"{'phone' if size == PHONE else 'desk'}_{scheme}"
        await anna.command("game create", edition="aa1941")
        await anna.sees("Join as Germany")
        assert await troubles(anna.page) == []
        await anna.command("game join", powers="allies")
        await seat_both_sides(table)
        await anna.sees("Soviet Union")
        await anna.command("map")
        await expect(anna.said("Only you can see this").locator("img.picture")).to_be_visible()
        assert await troubles(anna.page) == []
        await anna.picture(f"{name}_channel")
        await anna.page.get_by_label("Message", exact=True).fill("/game ")
        await expect(anna.page.locator("#suggestions [role=option]").first).to_be_visible()
        assert await troubles(anna.page) == []
        await anna.picture(f"{name}_commands")
        await anna.page.get_by_role("option").filter(has_text="/game join").click()
        await anna.page.get_by_role("button", name="Send").click()
        await expect(anna.page.locator("#composer [aria-invalid]")).to_be_visible()
        assert await troubles(anna.page) == []
        await anna.page.keyboard.press("Escape")
        await anna.page.keyboard.press("Escape")
        await anna.button("Buy units").click()
        await expect(anna.button("Type it")).to_be_visible()
        assert await troubles(anna.page) == []
        await anna.picture(f"{name}_sheet")
        await anna.button("Type it").click()
        await expect(anna.page.get_by_role("dialog")).to_be_visible()
        assert await troubles(anna.page) == []
        await anna.picture(f"{name}_form")


async def test_a_turn_begins_by_keys_alone(opened: House, browser: Browser) -> None:
    table, _ = opened
    async with window(browser, table.base_url, "Anna") as anna:
        keys = anna.page.keyboard
        await keys.press("Tab")
        await expect(anna.page.get_by_role("button", name="Go to the message box")).to_be_focused()
        await keys.press("Enter")
        await keys.type("/game create ")
        await anna.page.get_by_role("button", name="+ edition").focus()
        await keys.press("Enter")
        await keys.type("1941")
        await expect(anna.page.get_by_role("option", name="1941").first).to_be_visible()
        await keys.press("Enter")
        await expect(anna.page.get_by_role("button", name="Send")).to_be_focused()
        await keys.press("Enter")
        await anna.sees("Join as Germany")
        await anna.until_answered()
        await anna.button("Join as the United Kingdom").focus()
        await keys.press("Enter")
        await expect(anna.said("Join as Japan")).to_contain_text("United Kingdom (Allies): @Anna")
        await table.user("Anna").command("war-room", "game join", powers="allies")
        await seat_both_sides(table)
        await expect(anna.button("Buy units")).to_be_visible()
        await anna.button("Buy units").focus()
        await keys.press("Enter")
        await expect(anna.button("Type it")).to_be_visible()
        await anna.button("Type it").focus()
        await keys.press("Enter")
        await expect(anna.page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
        await keys.type("2 infantry")
        await keys.press("Tab")
        await keys.press("Tab")
        await keys.press("Enter")
        await anna.sees("Ordered: 2 infantry")
        await look_at_the_map(anna)


async def look_at_the_map(anna: Window) -> None:
    """The newest picture opened, enlarged, moved and closed, by keys."""
    keys = anna.page.keyboard
    picture = anna.page.locator("button.zoom", has=anna.page.locator("img.picture")).last
    await picture.focus()
    await keys.press("Enter")
    stage = anna.page.locator(".stage")
    await expect(stage).to_be_focused()
    await expect(stage).to_have_attribute("data-scale", re.compile("^0"))
    await keys.press("+")
    await keys.press("ArrowRight")
    await keys.press("Escape")
    await expect(stage).to_have_count(0)
    await expect(picture).to_be_focused()
