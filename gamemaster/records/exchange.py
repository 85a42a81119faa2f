"""Game records: what /game export gives and /game import takes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from engine.ask import position_text
from gamemaster.announcements.announcer import Announcer
from gamemaster.dice.check import verdict
from gamemaster.dice.file import dice_file
from gamemaster.dice.on_record import OnRecord
from gamemaster.errors import TableRefusal, TooBusy
from gamemaster.house.alone import NO_RECORD
from gamemaster.jobs.records import LIMITS, MOST_BYTES, SECONDS, PlayedRecord, is_record, play_record
from gamemaster.lobby.opening import (
    check_ready,
    check_seats_taken,
    options_for_the_rules,
    plan_of,
    start_state,
)
from gamemaster.orders.drafts import stored_state
from gamemaster.orders.loading import EVENT_FORMAT, LoadedGame, Loader, entries_after
from gamemaster.records.notes import seen_of
from gamemaster.roles import Actor, SeatedGame, check_may
from gamemaster.version import ENGINE_VERSION
from gamemaster.views.public_log import open_entries
from gamemaster.views.visible import at_phase_start
from gamemaster.workers import Asker, WorkerPool, WorkFailed
from store import Entry, Game, JsonText, NewEntry, RollIsOpen, StaleVersion, Store, game_record
from store.notes import Note, notes_of

MOST_AT_ONCE = 3  # imports, of which one is played and the others wait
OVER = ("finished", "abandoned")


class Records:
    """Exporting and importing games."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer, workers: WorkerPool) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._workers = workers
        self._under_way = 0

    async def export(self, seated: SeatedGame) -> str:
        """The record as JSON text, without anybody's standing orders, orders of the open phase, or the seed."""
        async with self._store.read_at_length() as read:
            loaded = await self._loader.seated(read, await read.seated_game(seated.game.id))
            entries = await entries_after(read, loaded.game.id, 0, loaded.game.seq)
            notes = seen_of(await notes_of(read, loaded.game.id), loaded.running) if loaded.state else ()
        return await asyncio.to_thread(_record_text, loaded, entries, notes)

    async def position(self, seated: SeatedGame) -> str:
        """The position as text, without the orders of the open phase."""
        loaded = await self._loader.by_id(seated.game.id)
        return await asyncio.to_thread(position_text, at_phase_start(loaded.running))

    async def dice_check(self, loaded: SeatedGame) -> str | None:
        """The file of dice for docs/verify_dice.py, or None while the game goes on."""
        if loaded.game.status not in OVER:
            return None
        async with self._store.read_at_length() as read:
            now = await self._loader.seated(read, await read.seated_game(loaded.game.id))
            record = await OnRecord.of(read, now.game)
        return (await asyncio.to_thread(dice_file, now, record)).text

    async def verify_dice(self, loaded: SeatedGame) -> str:
        """What came of making every roll of a game anew; raises TableRefusal while the game goes on."""
        if loaded.game.status not in OVER:
            raise TableRefusal(
                "The seed of the dice is published when the game is over; then /dice verify repeats every roll. The "
                f"SHA-256 of the seed, as posted at the start: {loaded.game.commitment}"
            )
        async with self._store.read_at_length() as read:
            now = await self._loader.seated(read, await read.seated_game(loaded.game.id))
            record = await OnRecord.of(read, now.game)
        return await asyncio.to_thread(verdict, now, record)

    async def import_record(
        self, seated: SeatedGame, actor: Actor, fetch: Callable[[], Awaitable[bytes]], cause: str
    ) -> SeatedGame:
        """Play a record, or begin from a position, in a game that has not begun, once all its seats are taken.

        `fetch` gives the file, and is asked for it when nothing else stands in the way. Raises NotAllowed, TableRefusal
        with place and reason.
        """
        loaded = await self._loader.by_id(seated.game.id)
        check_may("import", actor, loaded)
        if loaded.game.status != "lobby":
            raise TableRefusal("You can import a record only into a new game. Use /game create first.")
        check_seats_taken(loaded)
        if not loaded.seats:
            raise TableRefusal(NO_RECORD)
        if self._under_way >= MOST_AT_ONCE:
            raise TableRefusal("I'm busy importing other records. Try again in a minute.")
        self._under_way += 1
        try:
            data = await fetch()
            if not is_record(data):
                _check_begins_anywhere(loaded)
            played = await self._played(data, loaded.game, Asker(actor.user_id, loaded.game.id))
        finally:
            self._under_way -= 1
        try:
            await self._save(loaded, played, actor, cause)
        except (StaleVersion, RollIsOpen) as busy:
            raise TooBusy from busy
        self._announcer.wake()
        saved = await self._loader.by_id(loaded.game.id)
        return saved.seating

    async def _played(self, data: bytes, game: Game, asker: Asker) -> PlayedRecord:
        if len(data) > MOST_BYTES:
            raise TableRefusal(f"That file is too large for a game record. The limit is {MOST_BYTES:,} bytes.")
        work = partial(self._workers.slow, asker=asker, seconds=SECONDS, limits=LIMITS)
        try:
            return await work(play_record, data, game.setup, options_for_the_rules(game))
        except WorkFailed as lost:
            raise TableRefusal(
                "That record needs more time or memory than a game may use, so I stopped. Nothing changed."
            ) from lost

    async def _save(self, loaded: LoadedGame, played: PlayedRecord, actor: Actor, cause: str) -> None:
        entries = [
            NewEntry(
                by=step.by,
                action=JsonText(step.action),
                cause=cause,
                cause_index=number,
                dice=step.dice,
                events=JsonText(step.events),
                auto=step.auto,
                engine_version=ENGINE_VERSION,
                event_format=EVENT_FORMAT,
            )
            for number, step in enumerate(played.steps)
        ]
        winner = played.last.winner
        begun = LoadedGame(loaded.game, loaded.seats, played.last)
        name = f"{loaded.game.name} (imported)"
        async with self._store.write() as write:
            began = await write.commit_turn(
                loaded.game.id, loaded.game.version, state=start_state(played.first), status="running"
            )
            await write.change_game(loaded.game.id, options=dict(played.first.options), name=name)
            committed = await write.commit_turn(
                loaded.game.id,
                began.version,
                entries,
                stored_state(played.last, played.body),
                self._announcer.opening(begun, played.last, imported_by=actor),
                status="finished" if winner else None,
                winner=winner,
            )
            if played.turn_before is not None and played.turn_before[0]:
                # So that nobody folds the whole record to tell the present turn.
                steps, state = played.turn_before
                await write.keep_former_state(loaded.game.id, began.seq + steps, stored_state(state))
        self._loader.remember(loaded.game.id, committed.seq, played.last)


def record_of(loaded: LoadedGame, entries: tuple[Entry, ...]) -> dict[str, object]:
    """The record of a game from its log; what is secret yet stays so."""
    return game_record(loaded.game, open_entries(loaded, entries), ENGINE_VERSION)


def _check_begins_anywhere(loaded: SeatedGame) -> None:
    """Raise TableRefusal where a game must know its national advantages before it can begin from a position."""
    check_ready(loaded)
    if plan_of(loaded.game).rolled:
        raise TableRefusal(
            "A game that begins from a position can't roll for national advantages. Create it with advantages that "
            "players choose, or without any, and import the file there."
        )


def _record_text(loaded: LoadedGame, entries: tuple[Entry, ...], notes: Sequence[Note]) -> str:
    noted = {"notes": [{"turn": note.turn, "text": note.text} for note in notes]} if notes else {}
    return json.dumps({**record_of(loaded, entries), **noted}, ensure_ascii=False, indent=1)
