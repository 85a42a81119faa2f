"""The bot starts anew between any two taps of a turn: the next tap goes on at the same place of the same sheet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from local import LocalTable, Message, Modal, Player
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, begin, correct, found, has_button

SPACES = {
    "russia": {"units": {"soviet_union": {"infantry": 6, "tank": 2}}},
    "caucasus": {"units": {"soviet_union": {"infantry": 4}}},
    "west_russia": {"units": {"germany": {"infantry": 1}}},
}
PURCHASE = {"round": 1, "power": "soviet_union", "phase": "purchase"}
Sees = Callable[[Message], bool]


class Sofa:
    """A player with one sheet, at a bot that is started anew for each tap."""

    def __init__(self, table: LocalTable, folder: Path) -> None:
        self.table, self.player = table, table.user("Anna")
        self._folder = folder
        self.sheet: Message

    async def tap(self, tap: Callable[[Player], Awaitable[object]], sees: Sees) -> None:
        """One tap, and what the sheet shows then."""
        async with bot_at_work(self.table, self._folder / "games.db"):
            await tap(self.player)
            self.sheet = await self.player.wait_until(self.sheet, sees)

    async def press(self, label: str, sees: Sees) -> None:
        """A button, by what its label begins with."""
        found_label = next(each for each in self.sheet.labels if each.startswith(label))
        await self.tap(lambda player: player.press(self.sheet, found_label), sees)

    async def form(self, *values: str) -> Modal:
        """The form that a menu opens."""
        async with bot_at_work(self.table, self._folder / "games.db"):
            return (await self.player.choose(self.sheet, *values)).opened


def says(text: str) -> Sees:
    """Whether a sheet says something."""
    return lambda sheet: text in sheet.text


async def test_a_turn_is_tapped_at_a_bot_that_starts_anew_each_time(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        sofa = Sofa(table, tmp_path)
        async with bot_at_work(table, tmp_path / "games.db"):
            await begin(table.user("Ben"), sofa.player)
            await correct(table, {"spaces": SPACES, "turn": PURCHASE, "ipcs": {"soviet_union": 9}})
            panel = await found(sofa.player, lambda message: has_button(message, ":buy"))
            sofa.sheet = (await sofa.player.press(panel, "Buy units")).shown
        form = await sofa.form("infantry")
        await sofa.tap(lambda player: player.submit(form, {"infantry": "3"}), says("Ordered: 3 infantry for 9 IPCs"))
        await sofa.press("End purchases", says("combat move"))
        await sofa.press("Attack", says("Attack where?"))
        await sofa.tap(lambda player: player.choose(sofa.sheet, "west_russia"), says("Choose who attacks."))
        await sofa.press("Everything", says("6 infantry"))
        await sofa.press("Attack with", says("West Russia"))
        async with bot_at_work(table, tmp_path / "games.db"):
            told = await sofa.player.command(CHANNEL, "my-orders")
        assert "Russia to West Russia" in told.content
        assert table.refusals == []
