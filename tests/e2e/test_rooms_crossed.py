"""How many modules an order crosses on its way: whoever wants to follow one has to open no more than these."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest

from cogs.interactions.life import Life
from cogs.service.client import TableBot
from gamemaster import budgets
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, settled
from tests.e2e.sheets import answer_on_card

ROOT = f"{Path(__file__).resolve().parents[2]}/"
NOT_THE_PRODUCT = tuple(ROOT + folder for folder in ("tests/", "local/", ".venv/"))
MOST_OF_A_MOVE = 80
"""From the command until its player has read what came of it, and all that the table is told was sent."""
MOST_OF_AN_ANSWER = 45
"""From the press with which a player answers a question until Discord has taken the bot's callback to it: its response
is in, and the phone no longer waits for the bot. What was offered, dice and words come after that."""
MOST_UNTIL_IT_IS_SHOWN = 125
"""From the press until the player's sheet has what came of it and what is asked next: all is saved."""
MOST_UNTIL_ALL_IS_TOLD = 140
"""From the press until the posts are out, and the chances and the picture of the next sheet are on it."""

SPACES = {
    "russia": {"units": {"soviet_union": {"infantry": 12, "tank": 12}}},
    "west_russia": {"units": {"germany": {"tank": 24}}},
}
COMBAT_MOVE = {"round": 1, "power": "soviet_union", "phase": "combat_move"}
Found = TypeVar("Found")


class Crossed:
    """The modules of the product in which something was called, in any thread, while `during` was awaited.

    `heard` and `shown`: those until Discord had acknowledged the first interaction, and until it had its answer.
    """

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.heard: set[str] = set()
        self.shown: set[str] = set()
        self._is_on = False

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """For `sys.setprofile` of a thread."""
        if self._is_on and event == "call" and frame.f_code.co_name != "<module>":
            name = frame.f_code.co_filename
            if name.startswith(ROOT) and not name.startswith(NOT_THE_PRODUCT):
                self.modules.add(name.removeprefix(ROOT))

    def mark(self, moment: set[str]) -> None:
        """Keep what was crossed until a moment, the first time that it comes."""
        if self._is_on and not moment:
            moment |= self.modules

    async def during(self, bot: TableBot, handled: Awaitable[Found]) -> Found:
        """Note what is called until something has been answered, and all that it says to the table was sent."""
        for noted in (self.modules, self.heard, self.shown):
            noted.clear()
        self._is_on = True
        sys.setprofile(self.note)
        try:
            found = await handled
            await all_is_told(bot)
        finally:
            sys.setprofile(None)
            self._is_on = False
        return found


@pytest.fixture
def crossed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Crossed]:
    """Notes what is crossed, also in the threads that do the work beside the event loop."""
    noting = Crossed()
    acknowledged, answered = Life.acknowledged, Life.answered

    def is_acknowledged(life: Life) -> None:
        noting.mark(noting.heard)
        acknowledged(life)

    def is_answered(life: Life) -> None:
        noting.mark(noting.shown)
        answered(life)

    monkeypatch.setattr(Life, "acknowledged", is_acknowledged)
    monkeypatch.setattr(Life, "answered", is_answered)
    threading.setprofile(noting.note)
    with ThreadPoolExecutor(budgets.AT_ONCE) as threads:
        monkeypatch.setattr(budgets, "_THREADS", threads)
        yield noting
    threading.setprofile(None)


async def all_is_told(bot: TableBot) -> None:
    """Wait until all that was begun for somebody is at its end: answers, what comes onto sheets later, and posts."""
    for begun in (bot.commands_under_way._under_way, bot.shown_sheets._tasks):
        while begun:
            await asyncio.wait({*begun})
    await settled(bot)


async def only_the_publisher_works(bot: TableBot) -> None:
    """Nothing that looks by the clock for something to do comes between; posts are still sent."""
    await bot.master.stop_background_tasks()
    bot.master.publisher.start()


async def test_a_move_and_an_answer_cross_few_modules(tmp_path: Path, crossed: Crossed) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await correct(table, {"spaces": SPACES, "turn": COMBAT_MOVE})
        await all_is_told(bot)
        await only_the_publisher_works(bot)
        order: dict[str, Any] = {"from": "russia", "units": "12 infantry, 12 tank", "to": "west russia"}
        moved = await crossed.during(bot, anna.command(CHANNEL, "move", **order))
        assert "1. 12 infantry, 12 tanks: Russia to West Russia" in moved.content
        assert "engine/movement/orders.py" in crossed.modules
        assert len(crossed.modules) <= MOST_OF_A_MOVE, sorted(crossed.modules)
        ended = await anna.command(CHANNEL, "end-phase")
        if "End anyway" in ended.shown.labels:
            await anna.press(ended.shown, "End anyway")
        await anna.command(CHANNEL, "battle", space="west russia")
        await all_is_told(bot)
        card = (await anna.command(CHANNEL, "decide")).shown
        assert "casualties from your 12 infantry, 12 tanks" in card.text
        default = next(label for label in card.labels if label.endswith("(default)"))
        await all_is_told(bot)
        sheet = await crossed.during(bot, answer_on_card(anna, card, default))
        assert "cogs/orders/answers.py" in crossed.heard
        assert "gamemaster/narration/questions/battles/casualties.py" in crossed.shown - crossed.heard
        assert "engine/combat/losses/casualties.py" in crossed.shown
        assert "press on" in sheet.text.lower(), sheet.text
        assert len(crossed.heard) <= MOST_OF_AN_ANSWER, sorted(crossed.heard)
        assert len(crossed.shown) <= MOST_UNTIL_IT_IS_SHOWN, sorted(crossed.shown)
        assert len(crossed.modules) <= MOST_UNTIL_ALL_IS_TOLD, sorted(crossed.modules)
