"""How many modules an order crosses on its way: whoever wants to follow one has to open no more than these."""

from __future__ import annotations

import sys
import threading
from collections.abc import Awaitable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest

from cogs.service.client import TableBot
from gamemaster import budgets
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, settled
from tests.e2e.sheets import answer_on_card

ROOT = f"{Path(__file__).resolve().parents[2]}/"
NOT_THE_PRODUCT = tuple(ROOT + folder for folder in ("tests/", "local/", ".venv/"))
MOST_OF_A_MOVE = 80
MOST_OF_AN_ANSWER = 160
"""With the sheet of the next question, the posts, the panel, and the chances that come onto the sheets meanwhile."""

SPACES = {
    "russia": {"units": {"soviet_union": {"infantry": 12, "tank": 12}}},
    "west_russia": {"units": {"germany": {"tank": 24}}},
}
COMBAT_MOVE = {"round": 1, "power": "soviet_union", "phase": "combat_move"}
Found = TypeVar("Found")


class Crossed:
    """The modules of the product in which something was called, in any thread, while `during` was awaited."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self._is_on = False

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """For `sys.setprofile` of a thread."""
        if self._is_on and event == "call" and frame.f_code.co_name != "<module>":
            name = frame.f_code.co_filename
            if name.startswith(ROOT) and not name.startswith(NOT_THE_PRODUCT):
                self.modules.add(name.removeprefix(ROOT))

    async def during(self, bot: TableBot, handled: Awaitable[Found]) -> Found:
        """Note what is called until something has been answered, and all that it says to the table was sent."""
        self.modules.clear()
        self._is_on = True
        sys.setprofile(self.note)
        try:
            found = await handled
            await settled(bot)
        finally:
            sys.setprofile(None)
            self._is_on = False
        return found


@pytest.fixture
def crossed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Crossed]:
    """Notes what is crossed, also in the threads that do the work beside the event loop."""
    noting = Crossed()
    threading.setprofile(noting.note)
    with ThreadPoolExecutor(budgets.AT_ONCE) as threads:
        monkeypatch.setattr(budgets, "_THREADS", threads)
        yield noting
    threading.setprofile(None)


async def test_a_move_and_an_answer_cross_few_modules(tmp_path: Path, crossed: Crossed) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await correct(table, {"spaces": SPACES, "turn": COMBAT_MOVE})
        await settled(bot)
        order: dict[str, Any] = {"from": "russia", "units": "12 infantry, 12 tank", "to": "west russia"}
        moved = await crossed.during(bot, anna.command(CHANNEL, "move", **order))
        assert "1. 12 infantry, 12 tanks: Russia to West Russia" in moved.content
        assert "engine/movement/orders.py" in crossed.modules
        assert len(crossed.modules) <= MOST_OF_A_MOVE, sorted(crossed.modules)
        ended = await anna.command(CHANNEL, "end-phase")
        if "End anyway" in ended.shown.labels:
            await anna.press(ended.shown, "End anyway")
        await anna.command(CHANNEL, "battle", space="west russia")
        await settled(bot)
        card = (await anna.command(CHANNEL, "decide")).shown
        assert "casualties from your 12 infantry, 12 tanks" in card.text
        default = next(label for label in card.labels if label.endswith("(default)"))
        await crossed.during(bot, answer_on_card(anna, card, default))
        assert "engine/combat/losses/casualties.py" in crossed.modules
        assert len(crossed.modules) <= MOST_OF_AN_ANSWER, sorted(crossed.modules)
