"""Whether a database is sound: the file itself, and of each game its log, dice, positions and posts."""

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import get_args

from sqlalchemy import inspect, select, text

from engine import GameState, InvalidData, Refusal, event_from_json, fold, load_setup, state_from_json
from store.database import tables
from store.database.opening import Store
from store.errors import StateNotKept
from store.games.fair_dice import faults_in
from store.games.reading import ReadTransaction
from store.games.rows import UNFINISHED, Entry, Game, GameStatus, MessageState
from store.seals import faults_in_seals, seals_of

ENTRIES_AT_ONCE = 200
MOST_NAMED = 20

log = logging.getLogger(__name__)


@dataclass
class Counted:
    """How much was looked at."""

    games: int = 0
    entries: int = 0
    rolls: int = 0


async def faults(store: Store, counted: Counted) -> AsyncIterator[str]:
    """What is wrong with a database, a sentence each; secrets of games stand in none."""
    async with store.read_at_length() as read:
        async for fault in _faults_of_the_file(read):
            yield fault
        for game in await read.all_games():
            counted.games += 1
            try:
                async for fault in _faults_of_game(read, game, counted):
                    yield f"Game {game.id}: {fault}"
            except Exception as error:
                log.debug("Game %s", game.id, exc_info=error)
                yield f"Game {game.id}: its stored data cannot be read ({type(error).__name__})."


async def _faults_of_the_file(read: ReadTransaction) -> AsyncIterator[str]:
    if read.connection.dialect.name != "sqlite":
        return
    for (said,) in (await read.connection.execute(text(f"PRAGMA integrity_check({MOST_NAMED})"))).all():
        if said != "ok":
            yield f"The file is damaged: {said}."
    made = await read.connection.run_sync(lambda connection: set(inspect(connection).get_table_names()))
    for missing in sorted(set(tables.metadata.tables) - made):
        yield f"The table {missing} is missing."
    for table, row, parent, _ in (await read.connection.execute(text("PRAGMA foreign_key_check"))).all():
        yield f"Row {row} of {table} belongs to no row of {parent}."


async def _faults_of_game(read: ReadTransaction, game: Game, counted: Counted) -> AsyncIterator[str]:
    entries: list[Entry] = []
    for seq in range(0, game.seq, ENTRIES_AT_ONCE):
        entries += await read.entries_since(game.id, seq, until=seq + ENTRIES_AT_ONCE, rolled_back=True)
    rolls = await read.rolls(game.id)
    counted.entries += len(entries)
    counted.rolls += len(rolls)
    seed, seals = await read.seed(game.id), await seals_of(read, game.id)
    of_dice = (*faults_in(game, seed, rolls, entries), *faults_in_seals(game, seed, seals))
    for fault in (*_faults_of_log(game, entries), *of_dice):
        yield fault
    async for fault in _faults_of_seats(read, game):
        yield fault
    async for fault in _faults_of_states(read, game, entries):
        yield fault
    async for fault in _faults_of_posts(read, game):
        yield fault


def _faults_of_log(game: Game, entries: Sequence[Entry]) -> Iterator[str]:
    numbers = [entry.seq for entry in entries]
    if numbers != list(range(1, game.seq + 1)):
        yield f"its log should have the entries 1 to {game.seq}, but has {len(numbers)}."
    for cause, group in groupby(entries, key=lambda entry: entry.cause):
        places = [entry.cause_index for entry in group]
        if places != list(range(len(places))):
            yield f"what {cause} led to is incomplete in the log."


async def _faults_of_seats(read: ReadTransaction, game: Game) -> AsyncIterator[str]:
    """What every command reads of it can be read, and fits its edition."""
    if game.status not in get_args(GameStatus):
        yield f"its status is {game.status}, which no game has."
    if game.status == "running" and game.started_at is None:
        yield "it is under way but never began."
    seats, orders = await read.seats(game.id), await read.standing_orders(game.id)
    await read.open_roll(game.id)
    await read.proposals(game.id)
    try:
        powers = load_setup(game.setup).power
    except (InvalidData, Refusal):
        yield f"its setup {game.setup} is missing, or one of its files is wrong."
        return
    taken = {seat.power for seat in seats} | {order.power for order in orders}
    for power in sorted(taken - set(powers)):
        yield f"a seat or a standing order belongs to {power}, which its edition does not have."
    for seat in seats:
        if seat.user_id <= 0:
            yield f"the seat of {seat.power} belongs to nobody."


async def _faults_of_states(read: ReadTransaction, game: Game, entries: Sequence[Entry]) -> AsyncIterator[str]:
    """Each position that is stored whole is what the log makes of the one at the start."""
    if game.started_at is None:
        return
    try:
        folded, at = state_from_json((await read.state_at(game.id, 0)).body), 0
    except StateNotKept:
        yield "the position at its start is missing or damaged."
        return
    counting = [entry for entry in entries if entry.rolled_back_by is None]
    for seq, key in await read.whole_states(game.id):
        folded, at = _folded(folded, [entry for entry in counting if at < entry.seq <= seq]), seq
        try:
            stored = await read.state_at(game.id, seq)
        except StateNotKept:
            yield f"the position after entry {seq} ({key}) is damaged; the bot works it out from the log when needed."
            continue
        if state_from_json(stored.body) != folded:
            yield f"the position after entry {seq} ({key}) does not match the log."


def _folded(state: GameState, entries: Sequence[Entry]) -> GameState:
    return fold(state, (event_from_json(event) for entry in entries for event in entry.events))


async def _faults_of_posts(read: ReadTransaction, game: Game) -> AsyncIterator[str]:
    outbox = tables.outbox
    aside = select(outbox.c.id, outbox.c.failure).where(outbox.c.game_id == game.id, outbox.c.state == "parked")
    for row in (await read.connection.execute(aside.order_by(outbox.c.id).limit(MOST_NAMED))).all():
        yield f"the post #{game.id}·{row.id} was set aside: {row.failure}"
    states = select(outbox.c.state).distinct().where(outbox.c.game_id == game.id)
    for strange in sorted(set((await read.connection.execute(states)).scalars()) - set(get_args(MessageState))):
        yield f"some of its posts are {strange}, which no post can be, so they are never sent."
    elsewhere = select(outbox.c.id).where(
        outbox.c.game_id == game.id,
        outbox.c.state.in_(("pending", "sending")),
        outbox.c.kind == "post",
        outbox.c.channel_id != game.channel_id,
    )
    if game.status in UNFINISHED and (await read.connection.execute(elsewhere.limit(1))).first() is not None:
        yield "posts are waiting for a channel where it is not played."
    await read.unsent_messages(game.id)
