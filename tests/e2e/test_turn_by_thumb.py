"""A whole turn by taps alone, on one sheet that changes in place."""

from __future__ import annotations

from pathlib import Path

from local import LocalTable, Message, Modal, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button


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
        """Choose lines of the menu, by label or value."""
        self.taps += 2 if len(values) == 1 else 2 + len(values)
        await self.player.choose(self.sheet, *values)
        await self.sees(sees)

    async def count(self, numbers: dict[str, str], sees: str) -> None:
        """Choose kinds in the menu, and how many of each in the form that opens."""
        self.taps += 2 if len(numbers) == 1 else 2 + len(numbers)
        form: Modal = (await self.player.choose(self.sheet, *numbers)).opened
        self.taps += 1 + len(numbers)
        await self.player.submit(form, numbers)
        await self.sees(sees)


async def opened(table: LocalTable, player: Player) -> Thumb:
    """The first sheet of the game, opened from the panel of the player."""
    await begin(table.user("Ben"), player)
    panel = await found(player, lambda message: has_button(message, ":buy"))
    return Thumb(player, (await player.press(panel, "Buy units")).shown)


async def test_an_attack_is_ordered_and_fought_on_one_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        thumb = await opened(table, anna)
        await thumb.count({"infantry": "2"}, sees="Ordered: 2 infantry")
        assert thumb.taps <= 8, "the first order"
        await thumb.end("End purchases", "combat move")
        before = thumb.taps
        await thumb.press("Attack", "Attack where?")
        await thumb.choose("ukraine", sees="Attack on Ukraine")
        await thumb.press("Everything", "Your chance to win is")
        await thumb.press("Attack with", "Battles ahead")
        assert thumb.taps - before <= 6, "an attack with all in reach"
        await thumb.end("End moves", "conduct combat")
        await thumb.press("Fight in", "Ukraine, round 1", "must answer first")
        await thumb.press("Go on", "Now fighting: Ukraine")
        private = [message for message in await anna.messages(CHANNEL) if message.ephemeral]
        assert [message.id for message in private if "round 1" in message.text] == [thumb.sheet.id]
        assert "Ukraine" not in "".join(m.text for m in await ben.messages(CHANNEL) if m.ephemeral)
        assert table.refusals == []


async def test_a_turn_without_battles_takes_twenty_taps_on_one_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        thumb = await opened(table, anna)
        await thumb.press("2 infantry (6)", "Ordered: 2 infantry")
        await thumb.end("End purchases", "combat move")
        await thumb.end("End moves", "noncombat move")
        await thumb.press("Move", "Choose where the units are")
        await thumb.press("Back", "No orders yet")
        await thumb.press("Move", "Choose where the units are")
        await thumb.choose("siberia", sees="choose the units for one order")
        await thumb.choose("3 infantry", sees="where to?")
        await thumb.choose(thumb.sheet.select().options[0].value, sees="1. 3 infantry")
        await thumb.end("End moves", "mobilize")
        await thumb.press("Place units", "Choose what to place where")
        await thumb.choose("2 infantry in Caucasus", sees="1. 2 infantry")
        await thumb.end("End turn", "Now: Germany, purchase")
        assert thumb.sheet.labels == []
        assert thumb.taps <= 20
        assert table.refusals == []
