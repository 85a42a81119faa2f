"""A browser window at the local table, used as a person uses it: by what is written on the page, or by keys alone."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright, expect

DESK = {"width": 1100, "height": 800}
PHONE = {"width": 390, "height": 844}
PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE_MS = 30_000
WANTED_BY: list[str] = []
"""For whom pictures of what windows show are kept: `--whole`, or nobody."""
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def browser_path() -> str:
    """Where a Chromium is; skips the test where there is none, but never in CI."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail("No Chromium on this machine, and CI must not skip the tests of the page.")
    pytest.skip("No Chromium here: install Debian's package chromium-headless-shell to test the page.")


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser without a window of its own."""
    path = browser_path()
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=QUIET)
        try:
            yield browser
        finally:
            await browser.close()


@dataclass
class Window:
    """One person's page. `strays` are requests that left the table, `faults` what the page complained of."""

    page: Page
    person: str
    strays: list[str]
    faults: list[str]

    async def command(self, name: str, **options: str) -> None:
        """Type a slash command, take it from the list, fill its options one by one, and send it."""
        await self.page.get_by_label("Message", exact=True).fill(f"/{name}")
        await self.page.get_by_role("option").filter(has_text=f"/{name}").first.click()
        for option, value in options.items():
            field = self.page.get_by_role("combobox", name=option, exact=True)
            if not await field.count():
                await self.page.get_by_role("button", name=f"+ {option}", exact=True).click()
            await field.fill(value)
        await self.page.get_by_role("button", name="Send").click()
        await expect(self.page.locator("form.command")).to_be_hidden()
        await self.until_answered()

    async def press(self, label: str) -> None:
        """Press the newest button that bears these words."""
        await self.button(label).click()
        await self.until_answered()

    async def until_answered(self) -> None:
        """Wait until the bot has done what was asked."""
        await expect(self.page.locator(".busy, .thinking")).to_have_count(0)

    def button(self, label: str) -> Locator:
        """The newest button with these words."""
        return self.page.locator("#messages").get_by_role("button", name=label, exact=True).last

    def said(self, text: str) -> Locator:
        """The newest message that holds a text."""
        return self.page.locator("#messages li.message").filter(has_text=text).last

    async def sees(self, text: str) -> None:
        """Wait until a message says it."""
        await expect(self.said(text)).to_be_visible()

    async def picture(self, name: str) -> None:
        """Keep what the window shows, where that is wanted: it takes as long as many a press."""
        if not WANTED_BY:
            return
        PICTURES.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=PICTURES / f"{name}.png")


@asynccontextmanager
async def window(
    browser: Browser, url: str, person: str, size: dict[str, int] = DESK, scheme: Literal["light", "dark"] = "light"
) -> AsyncIterator[Window]:
    """Open the table as a person; fails at the end if the page complained or asked anybody else for anything."""
    viewport: ViewportSize = {"width": size["width"], "height": size["height"]}
    context = await browser.new_context(viewport=viewport, has_touch=True, color_scheme=scheme, reduced_motion="reduce")
    page = await context.new_page()
    opened = Window(page, person, [], [])
    page.on("pageerror", lambda error: opened.faults.append(str(error)))
    page.on("console", lambda said: opened.faults.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: None if _is_local(asked.url, url) else opened.strays.append(asked.url))
    await page.goto(f"{url}/?user={person}")
    await expect(page.locator("#title")).not_to_be_empty()
    yield opened
    await context.close()
    assert not opened.faults, opened.faults
    assert not opened.strays, opened.strays


def _is_local(asked: str, table: str) -> bool:
    return asked.startswith((table, table.replace("http", "ws"), "data:", "blob:"))
