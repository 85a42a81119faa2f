"""A player who only taps, and how many taps that takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from local import LocalTable, Message, Modal, Player
from tests.e2e.playing import begin, correct, found, has_button
from tests.e2e.sheets import menu_with


def ends_on(sheet: Message) -> dict[str, str | None]:
    """Where the units on a sheet can go, with what is said of it."""
    menus = [menu for menu in sheet.selects if ":moveto" in menu.custom_id]
    return {each.label: each.description for menu in menus for each in menu.options}


class Thumb:
    """A player who only taps, and counts it: a press 1; a menu 2, with several choices 1 + choices + 1; a form 1, and
    1 for each of its fields.
    """

    def __init__(self, player: Player, sheet: Message) -> None:
        self.player = player
        self.sheet = sheet
        self.taps = 1

    async def sees(self, *words: str) -> None:
        """Wait until all this stands on the sheet."""
        self.sheet = await self.player.wait_until(self.sheet, lambda now: all(word in now.text for word in words))

    async def leaves(self, word: str) -> None:
        """Wait until this stands on the sheet no more."""
        self.sheet = await self.player.wait_until(self.sheet, lambda now: word not in now.text)

    async def press(self, label: str, *words: str) -> None:
        """Press a button that begins so, and see this on the sheet."""
        self.taps += 1
        known = next((each for each in self.sheet.labels if each.startswith(label)), label)
        await self.player.press(self.sheet, known)
        await self.sees(*words)

    async def end(self, label: str, word: str) -> None:
        """End the phase, whatever looks like a slip, and see this on the sheet."""
        await self.press(label)
        self.sheet = await self.player.wait_until(
            self.sheet, lambda now: word in now.text or "Before you end the phase" in now.text
        )
        if "Before you end the phase" in self.sheet.text:
            await self.press("End anyway", word)

    async def choose(self, *values: str, sees: str) -> None:
        """Choose lines of the menu that has them, by label or value."""
        self.taps += 2 if len(values) == 1 else 2 + len(values)
        await self.player.choose(self.sheet, *values, custom_id=menu_with(self.sheet, values[0]))
        await self.sees(sees)

    async def count(self, numbers: dict[str, str], sees: str) -> None:
        """Choose kinds in the menu, and how many of each in the form that opens."""
        self.taps += 2 if len(numbers) == 1 else 2 + len(numbers)
        form: Modal = (
            await self.player.choose(self.sheet, *numbers, custom_id=menu_with(self.sheet, next(iter(numbers))))
        ).opened
        self.taps += 1 + len(numbers)
        await self.player.submit(form, numbers)
        await self.sees(sees)


async def opened(table: LocalTable, player: Player) -> Thumb:
    """The first sheet of the game, opened from the panel of the player."""
    await begin(table.user("Ben"), player)
    panel = await found(player, lambda message: has_button(message, ":buy"))
    return Thumb(player, (await player.press(panel, "Buy units")).shown)


async def from_place(player: Player, start: str) -> Thumb:
    """The sheet of a place whose units are about to move, opened from the panel."""
    panel = await found(player, lambda message: "Move" in message.labels and not message.ephemeral)
    thumb = Thumb(player, (await player.press(panel, "Move")).shown)
    await thumb.choose(start, sees="**From")
    return thumb


async def opened_at(
    table: LocalTable, player: Player, change: Mapping[str, Any], label: str, edition: str = "aa1941"
) -> Thumb:
    """The sheet of a button of the panel, in a position of a new game."""
    await begin(table.user("Ben"), player, edition=edition)
    await correct(table, change)
    panel = await found(player, lambda message: label in message.labels and not message.ephemeral)
    return Thumb(player, (await player.press(panel, label)).shown)
