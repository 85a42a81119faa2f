"""A game as it stands in the store, with its state in the engine's terms."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine import GameState, event_from_json, fold, state_from_json
from gamemaster.errors import NoGameHere, NoSuchGame, NotBegun
from gamemaster.jobs.logged import Logged, packed
from gamemaster.narration.history.timeline import Timeline
from gamemaster.orders.open_turn import PUT_BACK, OpenTurn, since_turn_began
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import table_settings_of
from gamemaster.times import NOTHING, Times, times_of
from store import Entry, ForOrder, Game, ReadTransaction, SeatedRow, Store, UnknownGame
from store.games.turn_times import TurnTime, turn_time
from store.outages import outages_of

MOST_KEPT = 64


class Foreseen:
    """What was read of a game for an interaction, kept for the order that may come of it, so that it is asked once.

    It is vouched for by the version of the game: an order carried out on it is saved only if the version is still the
    same. Keeps little, and each only until it is used.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[str, ForOrder] = OrderedDict()

    def keep(self, cause: str, row: ForOrder) -> None:
        """Keep what was read for an interaction."""
        self._kept[cause] = row
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def take(self, cause: str, game_id: int) -> ForOrder | None:
        """What was read for it, if it was of this game; once."""
        row = self._kept.pop(cause, None)
        return row if row is not None and row.seated.game.id == game_id else None


CACHED_STATES = 32
STATE_FORMAT = 1
EVENT_FORMAT = 1
ENTRIES_AT_ONCE = 50
LONG = 250_000
"""Characters of a state with some thousand pieces or orders, which takes some ten milliseconds or more to read."""


@dataclass(frozen=True)
class LoadedGame(SeatedGame):
    """A game with its live state, secrets and all; None in the lobby. What is shown to users is a `GameView`."""

    state: GameState | None

    @property
    def seating(self) -> SeatedGame:
        """The same without its state."""
        return SeatedGame(self.game, self.seats, is_parked=self.is_parked, deputies=self.deputies, lenders=self.lenders)

    @property
    def running(self) -> GameState:
        """The state of a game that has begun; raises NotBegun in the lobby."""
        if self.state is None:
            raise NotBegun(self.game.status)
        return self.state


class Loader:
    """Reads games; keeps the last states in memory, since a state never changes once it is stored."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._states: OrderedDict[tuple[int, int], GameState] = OrderedDict()
        self._turns: OrderedDict[int, tuple[int, OpenTurn]] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()
        self.foreseen = Foreseen()

    async def in_channel(self, channel_id: int, cause: str = "") -> LoadedGame:
        """The unfinished game of a channel, else the last one that was played there; raises NoGameHere.

        With a `cause`, everything that an order of this interaction needs is read at once.
        """

        async def find(read: ReadTransaction) -> SeatedRow:
            if not cause:
                found = await read.seated_game_in_channel(channel_id)
            elif asked := await read.game_here_for_order(channel_id, cause):
                self.foreseen.keep(cause, asked)
                found = asked.seated
            else:
                found = None
            if found is None:
                raise NoGameHere
            return found

        return await self._found(find)

    async def by_id(self, game_id: int, cause: str = "") -> LoadedGame:
        """A game by its number; `cause` as above."""

        async def find(read: ReadTransaction) -> SeatedRow:
            if not cause:
                return await read.seated_game(game_id)
            asked = await read.game_for_order(game_id, cause)
            self.foreseen.keep(cause, asked)
            return asked.seated

        return await self._found(find)

    async def _found(self, find: Callable[[ReadTransaction], Awaitable[SeatedRow]]) -> LoadedGame:
        """The game of a row; where its state is not at hand and the database is far, both are read in one moment."""
        async with self.store.ask() as ask:
            row = await find(ask)
            if not self.store.is_shared or row.game.started_at is None or (row.game.id, row.game.seq) in self._states:
                return await self.seated(ask, row)
        async with self.store.read() as read:
            return await self.seated(read, await find(read))

    async def place(self, game_id: int) -> tuple[int, int]:
        """The server and the channel of a game; raises NoSuchGame."""
        try:
            async with self.store.read() as read:
                game = await read.game(game_id)
        except UnknownGame as error:
            raise NoSuchGame from error
        return game.guild_id, game.channel_id

    async def with_reading(self, read: ReadTransaction, game: Game) -> LoadedGame:
        """The game of a row, read in the same snapshot."""
        return await self.seated(read, SeatedRow(game, await read.seats(game.id)))

    async def seated(self, read: ReadTransaction, row: SeatedRow) -> LoadedGame:
        """The game of a row that has its seats, read in the same snapshot."""
        game, seats = row.game, {seat.power: seat.user_id for seat in row.seats}
        deputies = {seat.power: seat.deputy_id for seat in row.seats if seat.deputy_id is not None}
        lenders = {seat.power: seat.lender_id for seat in row.seats if seat.lender_id is not None}
        state = None if game.started_at is None else await self._state(read, game)
        return LoadedGame(game, seats, state, is_parked=row.is_parked, deputies=deputies, lenders=lenders)

    async def _state(self, read: ReadTransaction, game: Game) -> GameState:
        key = (game.id, game.seq)
        if key not in self._states:
            self.remember(game.id, game.seq, await self.state_at(read, game, game.seq))
        self._states.move_to_end(key)
        return self._states[key]

    def remember(self, game_id: int, seq: int, state: GameState) -> None:
        """Keep a state in memory."""
        self._states[game_id, seq] = state
        while len(self._states) > CACHED_STATES:
            self._states.popitem(last=False)

    async def open_turn(self, read: ReadTransaction, game: Game, state: GameState) -> OpenTurn:
        """The present turn so far, folded from the events that are stored since it was last asked for."""
        seq, turn = self._turns.get(game.id, (game.seq + 1, None))
        entries = await entries_after(read, game.id, seq, game.seq)
        if turn is None or seq > game.seq or any(entry.action.get("type") == PUT_BACK for entry in entries):
            seq, turn = await self._turn_begun(read, game, state)
            entries = await entries_after(read, game.id, seq, game.seq)
        if entries:
            turn = await asyncio.to_thread(_grown, turn, entries)
        self._turns[game.id] = game.seq, turn
        self._turns.move_to_end(game.id)
        while len(self._turns) > CACHED_STATES:
            self._turns.popitem(last=False)
        return turn

    def has_turn_of(self, game_id: int) -> bool:
        """Whether the present turn of a game, or how it began, is in memory."""
        return game_id in self._turns

    async def waiting_since(self, read: ReadTransaction, loaded: LoadedGame) -> int:
        """When those who must act or choose now were asked to, in UTC seconds."""
        game, state = loaded.game, loaded.running
        if not self.has_turn_of(game.id):
            seq = await read.last_of_turn_before(game.id, _turn_of(state))
            since = since_turn_began(await entries_after(read, game.id, seq, game.seq))
            if since is not None:
                return since
        return (await self.open_turn(read, game, state)).waiting_since(loaded.seats)

    async def times(self, read: ReadTransaction, loaded: LoadedGame) -> Times:
        """Since when a game waits, and until when; the turn is folded only where the table has agreed on a time."""
        settings = table_settings_of(loaded.game)
        if not settings.times_turns and not settings.answer_seconds:
            return Times(await self.waiting_since(read, loaded))
        return await self.times_in(read, loaded, await self.open_turn(read, loaded.game, loaded.running))

    async def times_in(
        self, read: ReadTransaction, game: SeatedGame, turn: OpenTurn, noted: TurnTime | None = None
    ) -> Times:
        """The times of a game in a turn, which may not be saved yet; noted: nor what happens with its time."""
        settings, began, now = table_settings_of(game.game), turn.waits[0][0], self.store.now()
        known = noted or (await turn_time(read, game.game.id) if settings.times_turns else None) or NOTHING
        is_timed = settings.times_turns or settings.answer_seconds
        away = await outages_of(read, game.game.guild_id, began, now) if is_timed else ()
        return times_of(game, turn, known, away)

    async def banked_after(self, read: ReadTransaction, loaded: LoadedGame, state: GameState) -> TurnTime | None:
        """What powers have left of their time for the whole game once a turn is over; None where it goes on.

        `loaded` is the game before the change that led to the state.
        """
        before, settings = loaded.running, table_settings_of(loaded.game)
        if not settings.bank_minutes or (before.round, before.power) == (state.round, state.power):
            return None
        times = await self.times(read, loaded)
        left = min(times.left_at(self.store.now()), settings.bank_minutes * 60)
        return TurnTime("", banked={**times.noted.banked, before.power: left})

    async def _turn_begun(self, read: ReadTransaction, game: Game, state: GameState) -> tuple[int, OpenTurn]:
        """The last state on record of the turn before, and its entry."""
        seq = await read.last_of_turn_before(game.id, _turn_of(state))
        return seq, OpenTurn.beginning(await self.state_at(read, game, seq), game.started_at or game.created_at)

    async def state_at(self, read: ReadTransaction, game: Game, seq: int) -> GameState:
        """The state after an entry, folded from the nearest one that is kept."""
        stored = await read.state_at_or_before(game.id, seq)
        if stored.seq == seq:
            return await self._state_of(stored.body)
        entries = await entries_after(read, game.id, stored.seq, seq)
        return await asyncio.to_thread(_folded, stored.body, entries)

    async def _state_of(self, body: str) -> GameState:
        """The state of a text: in a crowd one in each turn of the event loop, so that others go on between them, and a
        long one beside it.

        Else an order that has begun to write would wait for all who have come meanwhile, time after time until it has
        saved, and so would all orders behind it.
        """
        async with self._one_at_a_time:
            if len(body) > LONG:
                return await asyncio.to_thread(state_from_json, body)
            state = state_from_json(body)
            await asyncio.sleep(0)
            return state


def _turn_of(state: GameState) -> str:
    """How the phase keys of a turn begin."""
    return f"{state.round}.{state.power}."


def _folded(body: str, entries: Sequence[Entry]) -> GameState:
    events = (event_from_json(event) for entry in entries for event in entry.events)
    return fold(state_from_json(body), events)


async def entries_after(
    read: ReadTransaction, game_id: int, after: int, until: int, *, rolled_back: bool = False
) -> tuple[Entry, ...]:
    """The log after an entry up to and with another; with `rolled_back` also what no longer counts.

    Read in parts, because nothing else is answered meanwhile.
    """
    found: list[Entry] = []
    for seq in range(after, until, ENTRIES_AT_ONCE):
        part = min(seq + ENTRIES_AT_ONCE, until)
        found += await read.entries_since(game_id, seq, until=part, rolled_back=rolled_back)
        await asyncio.sleep(0)
    return tuple(found)


def _grown(turn: OpenTurn, entries: Sequence[Entry]) -> OpenTurn:
    """The open turn after what the entries say, those of one interaction together."""
    for _, group in groupby(entries, key=lambda entry: entry.cause):
        change = tuple(group)
        events = (event_from_json(event) for entry in change for event in entry.events)
        by_hand = frozenset(request for entry in change for request in answered_by_hand(entry.action, entry.auto))
        turn = turn.after(Timeline.of(turn.course.end, events), change[-1].written_at, by_hand)
        if change[-1].action.get("type") == PUT_BACK:
            turn = turn.put_back(change[-1].written_at)
    return turn


def answered_by_hand(action: object, auto: str | None) -> frozenset[str]:
    """The question that an entry of the log answers, if no standing order did."""
    if not isinstance(action, Mapping) or action.get("type") != "decide" or auto == "order":
        return frozenset()
    return frozenset(filter(None, [action.get("request")]))


async def logged(read: ReadTransaction, game_id: int, after: int, until: int) -> Logged:
    """The events of the entries after one up to another; what was rolled back does not count.

    Read in parts, because nothing else is answered meanwhile.
    """
    parts = []
    for seq in range(after, until, ENTRIES_AT_ONCE):
        texts = await read.events_as_text(game_id, seq, until=min(seq + ENTRIES_AT_ONCE, until))
        parts.append(packed(texts))
        await asyncio.sleep(0)
    return parts
