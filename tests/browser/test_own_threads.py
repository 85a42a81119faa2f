"""On a phone: a game with a thread of its own is set up by taps, joined in the channel and played in the thread."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from tests.browser.conftest import House
from tests.browser.thumb import phone
from tests.e2e.playing import CHANNEL, found, has_button, settled
from tests.e2e.sheets import menu_with

pytestmark = pytest.mark.asyncio(loop_scope="package")

TAPS_TO_A_LOBBY = 10


async def test_a_game_is_set_up_with_a_thread_and_played_there_by_taps(opened: House, browser: Browser) -> None:
    table, bot = opened
    ben = table.user("Ben")
    async with phone(browser, table, "Anna") as thumb:
        page = thumb.window.page
        await thumb.window.command("game create")
        with thumb.counting(TAPS_TO_A_LOBBY, "a lobby with a thread"):
            await thumb.choose("Axis & Allies: 1941", "Where: here")
            await thumb.choose("Where", "Where the game is played")
            await thumb.picture("where")
            await thumb.choose("thread", "Where: thread")
            await thumb.picture("where_chosen")
            await thumb.press("Open the lobby", "The lobby is open")
        await expect(page.get_by_text("has this thread of its own").first).to_be_visible()
        await settled(bot)
        await thumb.window.picture("phone_call_for_a_thread")
        call = await found(ben, lambda message: "Played in a thread of its own" in message.content)
        await ben.choose(call, "germany+japan", custom_id=menu_with(call, "germany+japan"))
        await settled(bot)
        await thumb.scrolls_to("Join as the Soviet Union")
        await thumb.window.picture("phone_joining_a_thread")
        call = await ben.refresh(call)
        for label in [each for each in call.labels if each.startswith("Join as")]:
            await thumb.window.press(label)
        await thumb.window.press("Start the game")
        (thread,) = table.world.threads(table.world.channel_named(CHANNEL)["id"])
        await found(ben, lambda message: has_button(message, ":buy"), thread["id"])
        await settled(bot)
        await expect(page.locator("a.thread-link")).to_have_text(f"{thread['name']} · 3 messages ›")
        await thumb.window.picture("phone_channel_of_a_begun_game")
        await thumb.tap(page.get_by_role("link", name=thread["name"]).last)
        await expect(page.locator("#topic")).to_have_text(f"Thread in #{CHANNEL}")
        await thumb.open("Buy units", "End purchases")
        await thumb.window.picture("phone_playing_in_a_thread")
