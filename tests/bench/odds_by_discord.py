"""/odds through the local table: seconds until a player sees the answer, just after a start and later.

`python -m tests.bench.odds_by_discord` tells each question by itself, also with a worker that is not there yet.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamemaster.views.odds import OddsViews
from gamemaster.workers import Asker, shared_workers
from local import LocalTable, Message, Player
from tests.bench.late_boards import GLOBAL, correction_to
from tests.bench.measured import Measured
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, settled
from tests.e2e.test_odds import MOVES, POSITION

MOST = 1_000
"""Milliseconds."""
AT_ONCE = 20
"""Spaces that are corrected with one command: it takes some thousand characters."""
TYPED = "6 inf 4 tank v 8 inf"


@dataclass(frozen=True)
class Board:
    """A position, and who attacks where in it."""

    setup: str
    correction: Mapping[str, Any]
    is_allied: bool
    move: Mapping[str, Any]
    target: str


ARMY = {"owner": "germany", "units": {"germany": {"infantry": 6, "artillery": 1, "tank": 4}}}
LATE = correction_to(GLOBAL, "germany", "combat_move")
LATE["spaces"] |= {"belarus": ARMY}
BOARDS = (
    Board("aa1941", POSITION, True, MOVES, "west russia"),
    Board(
        GLOBAL.setup,
        LATE,
        False,
        {"from": "belarus", "units": "5 infantry 3 tank", "to": "smolensk"},
        "smolensk",
    ),
)
QUESTIONS: Mapping[str, tuple[str, str]] = {
    "typed units": ("units", ""),
    "a battle ahead": ("", ""),
    "an attack on it": ("where", ""),
    "a counterattack": ("", "Can they take it back?"),
    "what for 80%": ("", "For 80%"),
}
"""By what is asked: an option of the command, or a button below the answer."""
Took = dict[str, float]
"""Milliseconds for each question."""


async def _seated(table: LocalTable, board: Board) -> Player:
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna, edition=board.setup)
    spaces = list(board.correction["spaces"].items())
    for at in range(0, len(spaces), AT_ONCE):
        some = {"spaces": dict(spaces[at : at + AT_ONCE])}
        await correct(table, some if at else {**board.correction, **some})
    attacker = anna if board.is_allied else ben
    moved = await attacker.command(CHANNEL, "move", **board.move)
    assert "combat move" in moved.content, moved.content
    return attacker


async def _told_odds(player: Player, shown: Message, before: str = "") -> Message:
    """The answer, once it is other than before."""
    return await player.wait_until(shown, lambda now: "Attackers win" in now.content and now.content != before)


async def _asked(player: Player, board: Board, question: str, before: Callable[[], Awaitable[None]]) -> float:
    """before: what is done before the time is taken."""
    option, button = QUESTIONS[question]
    options: dict[str, Any] = {"units": {"units": TYPED}, "where": {"where": board.move["from"]}}.get(option, {})
    if not button:
        await before()
        began = time.perf_counter()
        await _told_odds(player, (await player.command(CHANNEL, "odds", **options)).shown)
        return (time.perf_counter() - began) * 1000
    shown = await _told_odds(player, (await player.command(CHANNEL, "odds", where=board.target)).shown)
    pressed = next(each for each in shown.buttons if (each.label or "").startswith(button))
    await before()
    began = time.perf_counter()
    await player.press(shown, custom_id=pressed.custom_id)
    await _told_odds(player, shown, shown.content)
    return (time.perf_counter() - began) * 1000


async def _at(folder: Path, board: Board) -> dict[str, Took]:
    """How long all questions take: with a worker that has just been started, with one that has answered before, and
    with none."""
    workers = shared_workers()
    async with house(folder) as (table, bot):
        player = await _seated(table, board)
        await settled(bot)

        async def forgotten() -> None:
            bot.master.odds = OddsViews(workers)

        async def started() -> None:
            await forgotten()
            workers.close()
            await bot.master.warming_up.warm_up()
            await workers.quick(len, "", asker=Asker(0, 0))

        async def without() -> None:
            await forgotten()
            workers.close()

        times = {"just after a start": started, "later": forgotten, "without a worker": without}
        return {
            when: {question: await _asked(player, board, question, before) for question in QUESTIONS}
            for when, before in times.items()
        }


def _told(folder: Path) -> list[tuple[Board, dict[str, Took]]]:
    found = []
    for board in BOARDS:
        (own := folder / f"odds-{board.setup}").mkdir()
        found.append((board, asyncio.run(_at(own, board))))
    return found


def measure(folder: Path) -> list[Measured]:
    """The budgets of the longest answer."""
    return [
        Measured(
            f"/odds on {board.setup} {when}, the longest of {len(QUESTIONS)} answers", max(took.values()), MOST, "ms"
        )
        for board, times in _told(folder)
        for when, took in times.items()
        if when != "without a worker"
    ]


def main() -> None:
    """Print what each question takes."""
    with tempfile.TemporaryDirectory() as folder:
        for board, times in _told(Path(folder)):
            for when, took in times.items():
                each = ", ".join(f"{question} {milliseconds:.0f}" for question, milliseconds in took.items())
                sys.stdout.write(f"{board.setup} {when}: {each} ms\n")


if __name__ == "__main__":
    main()
