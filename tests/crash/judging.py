"""What must hold after any number of deaths, a sentence for each thing that does not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from sqlalchemy import text

from cogs.interactions.telling_late import LATE
from engine.queries.describe import describe
from engine.replay import read_record, replay
from gamemaster.unanswered.outcomes import CutOff
from gamemaster.version import ENGINE_VERSION
from local import Message
from store import game_record
from store.maintenance.checking import Counted, faults
from tests.crash.table import CrashTable
from tests.e2e.playing import tags

STANDING = text(
    "SELECT id, state, message_id FROM outbox AS each WHERE channel_id = :channel AND kind = 'post' AND NOT EXISTS "
    "(SELECT * FROM outbox AS later WHERE later.channel_id = :channel AND later.kind = 'post' "
    "AND later.role = each.role AND later.id > each.id) ORDER BY id"
)
PANEL = text("SELECT message_id FROM posts WHERE game_id = :game AND role = 'panel'")
SUCCESS = ("Done. ", "· round", "Now: ", "Corrected. I've told the table.", "** — ")
EXPECTED = (("DELETE ", "10008"), ("GET /webhooks/", "10015"), ("POST /interactions/", "10062"))
COUNTED = (LATE[CutOff.COUNTED], LATE[CutOff.ROLLS])
LASTING = {"Dice", "Whole board"}
"""Buttons that stay below reports."""
PATIENCE_SECONDS = 10.0


async def faults_of_posts(table: CrashTable, channel_id: str) -> AsyncIterator[str]:
    """Every post once, in order, and one panel; call when all is settled."""
    game = await table.game(channel_id)
    async with table.store.read() as read:
        rows = (await read.connection.execute(STANDING, {"channel": int(channel_id)})).all()
        panel = (await read.connection.execute(PANEL, {"game": game.game.id})).scalar()
    wanted = [str(row.message_id) for row in rows]
    public = await _public(table, channel_id, len(wanted) + 1)
    if [message.id for message in public if message.id in wanted] != wanted:
        yield f"of the posts {wanted} stand {[message.id for message in public]}"
    if len(public) != len(wanted) + 1:  # the invitation
        yield f"of {len(wanted)} posts and an invitation stand {[message.content[-20:] for message in public]}"
    told = tags(public)
    if len(told) != len(set(told)):
        yield f"a post stands twice: {told}"
    with_buttons = [message.id for message in public if set(message.labels) - LASTING]
    if with_buttons != [str(panel)]:
        yield f"the panel is {panel}, buttons have {with_buttons}"


async def _public(table: CrashTable, channel_id: str, wanted: int) -> list[Message]:
    """What everybody sees, once as much stands as is wanted, if that comes."""
    for _ in range(int(PATIENCE_SECONDS / 0.02)):
        everything = await table.players["Anna"].messages(channel_id)
        public = [message for message in everything if not message.ephemeral]
        if len(public) == wanted:
            break
        await asyncio.sleep(0.02)
    return public


async def faults_of_orders(table: CrashTable, game_id: int, given: dict[str, str | None]) -> AsyncIterator[str]:
    """What was acknowledged is in the log, what was refused is not."""
    for number, told in given.items():
        counted = await table.counted(game_id, number)
        if told is not None and any(words in told for words in SUCCESS) != counted:
            yield f"{number} {'is' if counted else 'is not'} in the log, but the player read: {told[:100]}"
        late = table.told_late(number) if told is None else ""
        if (late in COUNTED and not counted) or (late == LATE[CutOff.DID_NOT_COUNT] and counted):
            yield f"{number} {'is' if counted else 'is not'} in the log, but the player was told: {late}"
        table.told += late in LATE.values()
        if table.waits(number):
            yield f"whoever gave {number} still sees that the bot is thinking"


async def faults_of_the_record(table: CrashTable) -> AsyncIterator[str]:
    """Logs, dice and positions fit together, and the record of each game leads to where it stands."""
    counted = Counted()
    async for fault in faults(table.store, counted):
        yield fault
    async with table.store.read() as read:
        games = await read.all_games()
    for each in games:
        loaded = await table.game(str(each.channel_id))
        async with table.store.read() as read:
            entries = await read.entries_since(each.id, 0)
        played = await asyncio.to_thread(
            replay, read_record(json.dumps(game_record(loaded.game, entries, ENGINE_VERSION)))
        )
        if played.error is not None:
            yield f"the record of game {each.id} does not replay: {played.error}"
        elif describe(played.state) != describe(loaded.running):
            yield f"the record of game {each.id} leads elsewhere"
    for refusal in table.table.refusals:
        # What a bot had deleted just before it died is deleted once more, as nothing says that it is gone; and what was
        # to be told that the bot is thinking, as it died, may not have been. On a busy machine answers come late.
        if not any(refusal.startswith(what) and code in refusal for what, code in EXPECTED):
            yield f"Discord refused {refusal}"
