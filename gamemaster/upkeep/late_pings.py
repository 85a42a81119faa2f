"""Pings that waited for the end of somebody's quiet hours, given to whoever a game still waits for then."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from engine import load_setup
from engine.state.words import listed
from gamemaster.announcements.announcer import Announcer, users_waited_for
from gamemaster.announcements.asking_ahead import users_ahead
from gamemaster.gathering import Gathering
from gamemaster.lobby.gathering.draft_order import on_turn
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.outbox.posts import post
from gamemaster.table_settings import table_settings_of
from gamemaster.times import Times
from gamemaster.upkeep.due import GAMES_AT_ONCE, DueTask
from store import Clock, NewMessage, Store
from store.late_pings import games_with_late_pings, late_pings, take_late_ping


class LatePings(DueTask):
    """One task that looks every minute whose quiet hours have ended."""

    look_seconds = 60.0

    def __init__(self, store: Store, clock: Clock, loader: Loader, saving: Saving, announcer: Announcer) -> None:
        super().__init__(store, clock)
        self._loader = loader
        self._saving = saving
        self._announcer = announcer

    async def sweep(self) -> int:
        """Give all pings that are due; gives in how many games."""
        async with self._store.read() as read:
            games = await games_with_late_pings(read, self._clock(), GAMES_AT_ONCE)
        return sum([await self._done_in(game_id, self._pinged(game_id)) for game_id in games])

    async def _pinged(self, game_id: int) -> bool:
        is_pinged = await self._saving.until_saved(game_id, lambda: self._ping(game_id))
        self._announcer.wake()
        return is_pinged

    async def _ping(self, game_id: int) -> bool:
        """Ping those in a game whose time has come, if they still owe something; the others are forgotten."""
        now = self._clock()
        async with self._store.read() as read:
            game = await self._loader.seated(read, await read.seated_game(game_id))
            kept, cards = await late_pings(read, game_id), await read.proposals(game_id, "open")
            owe = _who_owes(game, {user for each in cards for user in each.asked}, now)
            times = await self._loader.times(read, game) if game.state else Times(0)
        due = [user for user, due_at in kept.items() if due_at <= now]
        async with self._store.write() as write:
            pinged = [user for user in due if await take_late_ping(write, game_id, user) and user in owe]
            if pinged:
                message = await asyncio.to_thread(self._message, game, times, pinged)
                await write.commit_turn(game_id, game.game.version, outbox=[message])
        return bool(pinged)

    def _message(self, game: LoadedGame, times: Times, users: Sequence[int]) -> NewMessage:
        """The panel once more, for those whom it concerns; for others, who are asked on a card, a line."""
        name, who = as_plain_text(game.game.name), listed(f"<@{user}>" for user in users)
        if game.state is None:
            return post(game, f"{who}: during your quiet hours you were called to the table of **{name}**.", ping=users)
        waited_for = set(users_waited_for(game, game.running)) & set(users)
        if not waited_for | (set(users_ahead(game, game.running)) & set(users)):
            return post(
                game, f"{who}: during your quiet hours you were asked something in **{name}**. See /todo.", ping=users
            )
        what = "is waiting for you" if waited_for else "has battles for which you can answer ahead below"
        return self._announcer.above_panel(game, times, f"{who}: **{name}** {what}.", users)


def _called_to_the_table(game: LoadedGame, gathering: Gathering, now: int) -> set[int]:
    """For whom a seat of a lobby is kept, who is to pick one, and who is invited and has none yet."""
    kept = {gathering.kept_for} if now < gathering.kept_until else set[int]()
    picks = on_turn(load_setup(game.game.setup), gathering.order, game.seats) if gathering.gives_out_seats else None
    invited = set(gathering.invited) - {*game.seats.values(), *gathering.joined}
    return kept | invited | ({picks} if picks else set[int]())


def _who_owes(game: LoadedGame, asked: Collection[int], now: int) -> set[int]:
    """Whom the game waits for, who can answer ahead, and who is asked on a card; nobody who is away."""
    settings = table_settings_of(game.game)
    if game.game.status == "lobby":
        return {*asked, *_called_to_the_table(game, settings.gathering, now)}
    if game.game.status != "running" or game.state is None or settings.pause_at(now):
        return set(asked)
    found = {*users_waited_for(game, game.state), *users_ahead(game, game.state), *asked}
    return {user for user in found if not settings.vacation_at(user, now)}
