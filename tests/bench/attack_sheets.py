"""The sheet of an attack late in a large war, through the local table: milliseconds from each tap to its words."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from local import LocalTable, Message, Player
from tests.bench.late_boards import GLOBAL, correction_to
from tests.bench.measured import Measured, p99
from tests.e2e.playing import begin, correct, found, has_button
from tests.e2e.processes import for_table, running

WATCHED_BOT = Path(__file__).with_name("watched_bot.py")
AT_ONCE = 20
"""Spaces that are corrected with one command: it takes some thousand characters."""
ROUNDS = 2
"""So often each place is looked at: at first nothing is known of it."""
WHERE, NOBODY_YET = "Attack where?", "Choose who attacks."


class Taps:
    """A player at a sheet, and how long each tap took."""

    def __init__(self, player: Player, sheet: Message) -> None:
        self.player, self.sheet = player, sheet
        self.milliseconds: list[float] = []

    async def tap(self, tap: Callable[[], Awaitable[object]], is_shown: Callable[[str], bool]) -> None:
        """One tap, until its words are there."""
        began = time.perf_counter()
        await tap()
        self.sheet = await self.player.wait_until(self.sheet, lambda now: is_shown(now.text))
        self.milliseconds.append((time.perf_counter() - began) * 1000)

    async def look(self) -> None:
        """Wait for the picture; who has had many hears nothing of the next for a while."""
        with suppress(TimeoutError):
            self.sheet = await self.player.wait_until(self.sheet, lambda now: bool(now.attachments), patience=1.0)


async def _late(table: LocalTable) -> Player:
    """The German player of a game late in the war, before its combat moves."""
    allies, axis = table.user("Anna"), table.user("Ben")
    await begin(axis, allies, edition=GLOBAL.setup)
    position = correction_to(GLOBAL, "germany", "combat_move")
    spaces = list(position["spaces"].items())
    for at in range(0, len(spaces), AT_ONCE):
        some = {"spaces": dict(spaces[at : at + AT_ONCE])}
        await correct(table, some if at else {**position, **some})
    return axis


async def _tapped(folder: Path) -> tuple[list[float], float]:
    """How long each tap took, and for how long the bot's event loop was away at most meanwhile."""
    notes = folder / "watched"
    async with LocalTable(new_messages=1000) as table:
        settings = {**for_table(table, folder), "WATCH_FILE": str(notes)}
        async with running(folder, WATCHED_BOT, **settings):
            player = await _late(table)
            panel = await found(player, lambda message: has_button(message, "combat_move:attack"))
            taps = Taps(player, (await player.press(panel, "Attack")).shown)
            taps.sheet = await player.wait_until(taps.sheet, lambda now: WHERE in now.text)
            places = [(menu.custom_id, option.value) for menu in taps.sheet.selects for option in menu.options]
            await _attack(taps, *places[0])  # once the boards are drawn that were posted before
            taps.milliseconds.clear()
            began = time.time()
            for menu_id, target in places * ROUNDS:
                await _attack(taps, menu_id, target)
    away = [float(seconds) * 1000 for at, seconds in map(str.split, notes.open()) if float(at) > began]
    return taps.milliseconds, max(away, default=0.0)


async def _attack(taps: Taps, menu_id: str, target: str) -> None:
    """Choose a place, look at it, send all who reach it, and go back."""
    player = taps.player
    await taps.tap(lambda: player.choose(taps.sheet, target, custom_id=menu_id), lambda text: WHERE not in text)
    await taps.look()
    if NOBODY_YET in taps.sheet.text:
        await taps.tap(lambda: player.press(taps.sheet, "Everything"), lambda text: NOBODY_YET not in text)
        await taps.look()
    await taps.tap(lambda: player.press(taps.sheet, "Back"), lambda text: WHERE in text)


def measure(folder: Path) -> list[Measured]:
    """The budgets of attack sheets."""
    (own := folder / "attack_sheets").mkdir()
    times, away = asyncio.run(_tapped(own))
    what = f"{GLOBAL.setup}, late: {len(times)} taps on the sheet of an attack, until its words are there"
    return [
        Measured(f"{what}, p99", p99(times), 300, "ms"),
        Measured("event loop blocked at most meanwhile", away, 50, "ms"),
    ]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for line in measure(Path(name)):
            sys.stdout.write(line.line() + "\n")
