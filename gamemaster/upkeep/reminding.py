"""Reminding players that a game waits for them, where nothing has been posted for a while.

The panel is posted once more, with a ping, or who chose so gets a direct message. The age of the panel and of the last
reminder says when: only what everybody can see counts, so that no reminder tells whether somebody has given secret
orders or answered. Each wait is told three times at most, each player of three games a day; then the channel is quiet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from gamemaster.announcements.announcer import Announcer, users_waited_for
from gamemaster.keys import phase_key
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.outbox.posts import PANEL, first_id_at, seconds_of
from gamemaster.outbox.publisher import Publisher
from gamemaster.outbox.sender import NotDelivered, Sender
from gamemaster.table_settings import AN_HOUR, LEAST_HOURS_TO_REMINDER, table_settings_of
from gamemaster.times import Times
from gamemaster.upkeep.choosing_reminders import USUAL, is_quiet, way_to
from gamemaster.upkeep.due import GAMES_AT_ONCE, DueTask
from gamemaster.views.duties import duty_of
from gamemaster.views.view import view_of
from gamemaster.views.visible import acting_for_all, seen_by_all
from store import Clock, NewMessage, ReadTransaction, Store
from store.games.own_reminders import keep_own_reminders, own_reminders
from store.games.reminding import (
    QuietGame,
    Reminder,
    games_with_reminders,
    last_reminder,
    note_reminder,
    quiet_games,
)

A_DAY = 24 * AN_HOUR
HOW_TO_CHANGE = "-# /reminders changes how I remind you."
MOST_OF_ONE_WAIT, MOST_A_DAY = 3, 3


@dataclass(frozen=True)
class Given:
    """A reminder that is on record: of which game, since when it waits, and to whom it goes by direct message."""

    game: LoadedGame
    times: Times
    by_direct_message: Sequence[int]


class Reminding(DueTask):
    """One task that looks every few minutes which games have been quiet for as long as their tables said."""

    look_seconds = 300.0

    def __init__(
        self,
        store: Store,
        clock: Clock,
        loader: Loader,
        saving: Saving,
        announcer: Announcer,
        publisher: Publisher,
        sender: Sender,
    ) -> None:
        super().__init__(store, clock)
        self._sender = sender
        self._loader = loader
        self._saving = saving
        self._announcer = announcer
        self._publisher = publisher

    async def sweep(self) -> int:
        """Remind the players of all games that are due; gives in how many games."""
        reminded, last = 0, 0
        before = first_id_at(self._clock() - LEAST_HOURS_TO_REMINDER * AN_HOUR)
        while True:
            async with self._store.read() as read:
                quiet = await quiet_games(read, PANEL, before, last, GAMES_AT_ONCE)
            for game in quiet:
                if not _has_heard_enough(game):
                    reminded += await self._done_in(game.game_id, self._reminded(game.game_id))
            if len(quiet) < GAMES_AT_ONCE:
                return reminded
            last = quiet[-1].game_id

    async def _reminded(self, game_id: int) -> bool:
        given = await self._saving.until_saved(game_id, lambda: self._remind(game_id))
        if given is None:
            return False
        self._publisher.wake()
        for user in given.by_direct_message:
            await self._tell(given, user)
        return True

    async def _remind(self, game_id: int) -> Given | None:
        """Give the reminder that is due in a game, if one is, to those who are awake: quiet hours put it off."""
        async with self._store.read() as read:
            game = await self._loader.seated(read, await read.seated_game(game_id))
            hours = table_settings_of(game.game).reminder_hours
            if not hours or game.game.status != "running" or await _keeps_posts(read, game):
                return None
            turn = await self._loader.open_turn(read, game.game, game.running)
            if table_settings_of(game.game).pause_at(self._clock()):
                return None
            times, last = await self._loader.times_in(read, game, turn), await last_reminder(read, game_id)
            if not await self._is_due(read, game, max(times.since, last.given_at if last else 0), hours * AN_HOUR):
                return None
            users = await self._to_be_reminded(read, game, hours * AN_HOUR)
            chosen = await own_reminders(read, users)
        awake = [user for user in users if not is_quiet(chosen.get(user, USUAL), self._clock())]
        reminder = self._next(game, last)
        if not awake or reminder is None:
            return None
        ways = {user: way_to(chosen.get(user, USUAL)) for user in awake}
        in_channel = [user for user in awake if ways[user] == "channel"]
        is_last = reminder.given == MOST_OF_ONE_WAIT
        messages = [await self._in_channel(game, times, in_channel, is_last=is_last)] if in_channel else []
        async with self._store.write() as write:
            await write.commit_turn(game_id, game.game.version, outbox=messages)
            await note_reminder(write, game_id, reminder)
        return Given(game, times, [user for user in awake if ways[user] == "direct"])

    async def _in_channel(self, game: LoadedGame, times: Times, users: Sequence[int], *, is_last: bool) -> NewMessage:
        return await asyncio.to_thread(self._announcer.reminder, game, times, users, is_last=is_last)

    async def _tell(self, given: Given, user: int) -> None:
        """Remind a user by direct message; in the channel where none arrives, and from then on where they take none."""
        game, view = given.game, view_of(given.game, user)
        powers = [power for power in acting_for_all(game.running) if power in view.answering]
        duty = duty_of(view, powers, given.times)
        text = f"Reminder: this game is waiting for you.\n{duty.line_with_link}\n{HOW_TO_CHANGE}"
        is_closed = False
        with suppress(NotDelivered):
            if await self._sender.tell(user, text):
                return
            is_closed = True
        message = await self._in_channel(game, given.times, [user], is_last=False)

        async def attempt() -> None:
            async with self._store.write() as write:
                await write.commit_turn(game.game.id, (await write.game(game.game.id)).version, outbox=[message])
                if is_closed:
                    chosen = (await own_reminders(write, [user])).get(user, USUAL)
                    await keep_own_reminders(write, user, replace(chosen, is_closed=True))

        await self._saving.until_saved(game.game.id, attempt)
        self._publisher.wake()

    async def _is_due(self, read: ReadTransaction, game: LoadedGame, since: int, seconds: int) -> bool:
        panel = await read.post(game.game.id, PANEL)
        if panel is None:
            return False
        due = max(seconds_of(panel.message_id), since) + seconds
        return self._clock() >= self._counted_from_return(due)

    async def _to_be_reminded(self, read: ReadTransaction, game: LoadedGame, seconds: int) -> tuple[int, ...]:
        """Those whom the game waits for, except who is away, or not back that long, or was reminded often enough."""
        users, settings = users_waited_for(game, game.running), table_settings_of(game.game)
        today = await games_with_reminders(read, users, self._clock() - A_DAY)
        since = self._clock() - seconds
        return tuple(user for user in users if today[user] < MOST_A_DAY and not settings.vacation_at(user, since))

    def _next(self, game: LoadedGame, last: Reminder | None) -> Reminder | None:
        """The next reminder of what a game waits for; None where all have been given."""
        public = seen_by_all(game.running)
        of_what = " ".join([phase_key(public), *(request.id for request in public.requests)])
        given = last.given if last and last.of_what == of_what else 0
        return Reminder(of_what, given + 1, self._clock()) if given < MOST_OF_ONE_WAIT else None


async def _keeps_posts(read: ReadTransaction, game: LoadedGame) -> bool:
    """Whether nothing can be posted in the channel, or other posts have to go out first."""
    parked = await read.parked_channel(game.game.channel_id)
    return parked is not None or bool(await read.number_of_waiting_posts(game.game.id))


def _has_heard_enough(game: QuietGame) -> bool:
    """Whether the players were told for the last time, and nothing has been posted since."""
    return game.reminders >= MOST_OF_ONE_WAIT and seconds_of(game.message_id) < game.reminded_at + AN_HOUR
