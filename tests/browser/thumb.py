"""A player on a phone who only taps, and how many taps that takes."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from playwright.async_api import Browser, Locator, expect

from local import LocalTable
from tests.browser.window import PHONE, PICTURES, WANTED_BY, Window, window

SHEETS = PICTURES / "sheets"
IN_THE_MIDDLE = "each => each.scrollIntoView({ block: 'center' })"
SLIP = "Before you end the phase"
KEPT = set[str]()
"""The names of the pictures of this run."""


@dataclass
class Thumb:
    """Taps on one person's page: a press 1; a menu 2, with several choices 1 + choices + 1; a form 1 to send, and for
    each of its fields 1 and 1 for each digit.
    """

    window: Window
    taps: int = 0

    @property
    def sheet(self) -> Locator:
        """The newest message that nobody else sees."""
        return self.window.page.locator("#messages li.message.ephemeral").last

    @property
    def panel(self) -> Locator:
        """The newest public message with buttons."""
        public = self.window.page.locator("#messages li.message:not(.ephemeral)")
        return public.filter(has=self.window.page.locator("button.button")).last

    async def sees(self, *words: str) -> None:
        """Wait until all this stands on the sheet."""
        for word in words:
            await expect(self.sheet).to_contain_text(word)

    async def text(self) -> str:
        """What stands on the sheet."""
        return await self.sheet.inner_text()

    async def open(self, label: str, *words: str) -> None:
        """Press a button of the panel, and see this on the sheet that opens."""
        await self.tap(_button(self.panel, label))
        await self.sees(*words)

    async def scrolls_to(self, label: str) -> None:
        """Wait for a button of the panel that begins so, and bring it into view."""
        await _button(self.panel, label).evaluate(IN_THE_MIDDLE)

    async def press(self, label: str, *words: str) -> None:
        """Press a button of the sheet that begins so, and see this on it."""
        await self.tap(_button(self.sheet, label))
        await self.sees(*words)

    async def end(self, label: str, word: str) -> None:
        """End the phase, whatever looks like a slip, and see this on the sheet."""
        await self.press(label)
        await expect(self.sheet).to_contain_text(re.compile(f"{re.escape(word)}|{SLIP}"))
        if SLIP in await self.text():
            await self.press("End anyway", word)

    async def choose(self, line: str, *words: str) -> None:
        """Choose a line of the menu that has one beginning so, and see this on the sheet."""
        line_of = self.window.page.locator("option", has_text=re.compile(f"^{re.escape(line)}"))
        menu = self.sheet.locator("select.select").filter(has=line_of).first
        await self._choose(menu, line_of)
        await self.sees(*words)

    async def choose_first(self, deed: str, *words: str) -> None:
        """Choose the first line of the menu that does this, and see this on the sheet."""
        menu = self.sheet.locator(f'select[data-part*=":{deed}"]').first
        await self._choose(menu, self.window.page.locator("option:not(:disabled)"))
        await self.sees(*words)

    async def _choose(self, menu: Locator, line: Locator) -> None:
        value = await menu.locator(line).first.get_attribute("value")
        self.taps += 2
        await menu.select_option(value)
        await self.window.until_answered()

    async def mark(self, *lines: str) -> None:
        """Choose several lines of the menu that has them."""
        menu = self.sheet.locator("details.multi").filter(has_text=lines[0]).first
        await self.tap(menu.locator("summary"))
        for line in lines:
            await self.tap(menu.locator("label").filter(has_text=re.compile(f"^{re.escape(line)}")))
        await self.tap(menu.get_by_role("button", name="Choose", exact=True))

    async def fill(self, numbers: Mapping[str, str], *words: str) -> None:
        """Fill in the fields of the form that has opened, send it, and see this on the sheet."""
        form = self.window.page.get_by_role("dialog")
        for name, number in numbers.items():
            blank = form.get_by_label(name, exact=False)
            await blank.tap()
            await blank.fill(number)
            self.taps += 1 + len(number)
        await self.picture("form")
        await self.tap(form.get_by_role("button", name="Submit"))
        await expect(form).to_have_count(0)
        await self.sees(*words)

    async def picture(self, name: str) -> None:
        """Keep how the phone looks now, in light and dark, once for each name and run of the tests that want it."""
        if not WANTED_BY or name in KEPT:
            return
        KEPT.add(name)
        SHEETS.mkdir(parents=True, exist_ok=True)
        await self.sheet.evaluate("each => each.scrollIntoView({ block: 'end' })")
        for scheme in ("dark", "light"):
            await self.window.page.emulate_media(color_scheme=scheme)
            await self.window.page.screenshot(path=SHEETS / f"{name}_{scheme}.png")

    @contextmanager
    def counting(self, most: int, what: str) -> Iterator[None]:
        """Print how many taps something takes, and hold that there are no more."""
        before = self.taps
        yield
        taken = self.taps - before
        print(f"{what}: {taken} taps, at most {most}")  # noqa: T201  # `pytest -s` shows them
        assert taken <= most, what

    async def offers(self, label: str) -> bool:
        """Whether the sheet has a button that begins so."""
        return bool(await _button(self.sheet, label).count())

    async def private(self) -> int:
        """How many private messages stand in the channel."""
        return await self.window.page.locator("#messages li.message.ephemeral").count()

    async def tap(self, target: Locator) -> None:
        """Tap what a finger can reach, and wait until the bot has done what it could.

        The click goes to the target itself, as a post that comes just then moves another one below the finger.
        """
        self.taps += 1
        await target.evaluate(IN_THE_MIDDLE)
        await target.tap(trial=True)
        await target.dispatch_event("click")
        await self.window.until_answered()


def _button(message: Locator, label: str) -> Locator:
    return message.locator("button.button:not(:disabled)").filter(has_text=re.compile(f"^{re.escape(label)}")).first


@asynccontextmanager
async def phone(browser: Browser, table: LocalTable, person: str) -> AsyncIterator[Thumb]:
    """A phone of a person, at the table."""
    async with window(browser, table.base_url, person, PHONE) as opened:
        yield Thumb(opened)
