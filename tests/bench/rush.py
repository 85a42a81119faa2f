"""A rush: fifty members ask for the dearest pictures, one imports the worst records, and others play on meanwhile.

Table and people are in this process, the bot in another: `python -m tests.bench.rush`.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

from local import File, LocalTable, NoAnswerError, Player
from tests.bench.commands import begin_to_move
from tests.bench.measured import Measured
from tests.bench.tree import watched
from tests.e2e.playing import begin
from tests.e2e.processes import for_table, running
from tests.patience import PATIENCE_SECONDS

MEMBERS = 50
WATCHED_BOT = Path(__file__).with_name("watched_bot.py")
DEMOS = Path(__file__).parents[2] / "data" / "demos"
WAR, SKIRMISH, IMPORTS = "war", "skirmish", "imports"
EVERYTHING = {"show": "moves, battles, changes, reach, income"}
WISHES: Sequence[tuple[str, dict[str, Any]]] = (
    ("map", EVERYTHING),
    ("map", EVERYTHING),
    ("map", {**EVERYTHING, "words": True}),
    ("charts", {}),
    ("replay", {"rounds": "all"}),
)
WAITS = re.compile(r"; \d+ are ahead of it\.$")
PATIENT_SECONDS = 600.0
MOVE_PAUSE = 0.3
MOVE = {"from": "russia", "units": "1 infantry", "to": "west russia"}


@dataclass
class Rush:
    """What was seen: milliseconds until each /move was acknowledged, answers, megabytes of bot and workers together."""

    acknowledged: list[float] = field(default_factory=list)
    unanswered: int = 0
    answers: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    greatest: float = 0.0
    stall: float = 0.0
    seconds: float = 0.0


def worst_records() -> list[dict[str, Any]]:
    """One that takes more time than it may, two that are refused at once, and the longest that is played."""
    red, grey = ("russia", "karelia", "caucasus", "urals"), ("ukraine", "germany", "japan", "norway_finland")
    units = {space: {"units": {"soviet_union": {"infantry": 200}}} for space in red}
    units |= {space: {"units": {"germany": {"infantry": 200}}} for space in grey}
    crowd = {"by": "gm", "action": {"type": "edit", "clear_units": True, "spaces": units}}
    too_many = {"russia": {"units": {"germany": {"infantry": 3_000_000}}}}
    millions = {"by": "gm", "action": {"type": "edit", "spaces": too_many}}
    move = {"type": "move", "units": {"infantry": 1}, "path": ["russia", "west_russia"]}
    back_and_forth = [{"by": "soviet_union", "action": action} for action in (move, {"type": "undo"})]
    end = {"by": "soviet_union", "action": {"type": "end_phase"}}
    head: dict[str, Any] = {"format": 1, "engine": "0.1.0", "setup": "aa1941", "options": {}}
    return [
        {**head, "steps": [crowd, end, *back_and_forth * 4_900]},
        {**head, "steps": [], "engine": "x" * 1_000_000},
        {**head, "steps": [millions]},
        {**head, "steps": [crowd] * 32},
    ]


@asynccontextmanager
async def _opened(folder: Path) -> AsyncIterator[tuple[LocalTable, int, Path]]:
    """A table with a war, a skirmish and a new game in three channels; the process of the bot, and what it notes."""
    notes = folder / "notes"
    async with LocalTable(new_messages=1000) as table:
        for name in (WAR, SKIRMISH, IMPORTS):
            table.add_channel(name)
        anna, ben = table.user("Anna"), table.user("Ben")
        settings = {**for_table(table, folder), "WATCH_FILE": str(notes)}
        async with running(folder, WATCHED_BOT, **settings) as process:
            await _seated(anna, ben, WAR, "anniversary_1942")
            record = File("war.json", (DEMOS / "anniversary_1942_mid_war.json").read_bytes())
            await anna.command(WAR, "game import", record=record)
            await begin(ben, anna, SKIRMISH)
            await begin_to_move(anna, SKIRMISH)
            await _seated(anna, ben, IMPORTS, "aa1941")
            yield table, process.pid, notes


async def _seated(anna: Player, ben: Player, channel: str, edition: str) -> None:
    for player in (anna, ben):
        player.patience = PATIENT_SECONDS
    await anna.command(channel, "game create", edition=edition)
    await anna.command(channel, "game join", powers="allies")
    await ben.command(channel, "game join", powers="axis")


async def rush(folder: Path) -> Rush:
    """Let it come, and go."""
    seen = Rush()
    async with _opened(folder) as (table, bot, notes):
        members = [table.add_user(f"Member {number}") for number in range(MEMBERS)]
        for member in members:
            await member.connect()
        playing, began = asyncio.create_task(_play(table, seen)), time.time()
        wishes = [_wish(member, *wish, seen) for member, wish in zip(members, cycle(WISHES), strict=False)]
        with watched(bot) as greatest:
            await asyncio.gather(*wishes, _import(table, seen))
        seen.greatest, seen.seconds = greatest.megabytes, time.time() - began
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        stalls = [line.split() for line in notes.read_text(encoding="ascii").splitlines()]
        seen.stall = max((float(away) * 1000 for at, away in stalls if float(at) >= began), default=0.0)
    return seen


async def _wish(member: Player, command: str, options: dict[str, Any], seen: Rush) -> None:
    member.patience = PATIENT_SECONDS
    try:
        reply = await member.command(WAR, command, **options)
    except NoAnswerError:
        seen.unanswered += 1
        return
    shown = await member.wait_until(reply.shown, lambda message: not WAITS.search(message.content))
    seen.answers.append("picture" if shown.attachments else shown.content[:80])


async def _import(table: LocalTable, seen: Rush) -> None:
    anna = table.user("Anna")
    anna.patience = PATIENT_SECONDS
    for record in worst_records():
        file = File("worst.json", json.dumps(record, separators=(",", ":")).encode())
        try:
            seen.imports.append((await anna.command(IMPORTS, "game import", record=file)).content)
        except NoAnswerError:
            seen.unanswered += 1


async def _play(table: LocalTable, seen: Rush) -> None:
    """Moves and takes back, until cancelled."""
    anna = table.user("Anna")
    anna.patience = PATIENCE_SECONDS
    await anna.connect()
    for command, options in cycle((("move", MOVE), ("undo", {}))):
        began = time.perf_counter()
        try:
            await anna.command(SKIRMISH, command, wait_thinking=False, **options)
        except NoAnswerError:
            seen.unanswered += 1
        seen.acknowledged.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(MOVE_PAUSE)


def measure(folder: Path) -> list[Measured]:
    """The budgets of a rush."""
    seen = asyncio.run(rush(folder))
    many = f"{MEMBERS} members ask for the dearest pictures, one imports the worst records"
    moves = f"/move acknowledged at most after, {len(seen.acknowledged)} times"
    return [
        Measured(f"{many}: {moves}", max(seen.acknowledged), 1000, "ms"),
        Measured("of all these unanswered", seen.unanswered, 0, ""),
        Measured("event loop blocked at most meanwhile", seen.stall, 100, "ms"),
        Measured("resident memory of bot and workers, greatest meanwhile", seen.greatest, 600, "MB"),
        Measured("until all have their answers", seen.seconds, 180, "s"),
    ]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for line in measure(Path(name)):
            sys.stdout.write(line.line() + "\n")
