"""Vacations: a player says until when they are away, and their own times stand still until then (ASY-46)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.state.words import number
from gamemaster.announcements.announcer import Announcer
from gamemaster.errors import TableRefusal
from gamemaster.house.plan import back_text, keep_stand_ins, stand_ins_but, stood_in
from gamemaster.narration.phrases import as_plain_text, duration
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.roles import Actor, check_may
from gamemaster.table_settings import A_DAY, AN_HOUR, TableSettings, table_settings_of
from gamemaster.views.view import check_unfinished
from store import Clock, Store
from store.games.own_reminders import OwnReminders, own_reminders

Change = Callable[[LoadedGame, int], tuple[TableSettings, str]]
"""What becomes of the settings at a moment, and what the table is told."""
MOST_VACATIONS = 30
"""Of one player in a game."""
MOST_GAMES = 25
MOST_DAYS = 366
DAYS_OFFERED = (2, 3, 5, 7, 10, 14, 21)


class Vacations:
    """The use cases of `/vacation`, in one game or in all of a player on a server."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer, saving: Saving, clock: Clock) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving
        self._clock = clock

    async def until(self, user_id: int, typed: str) -> int:
        """The moment that a user means by a date, in their own time zone; raises TableRefusal."""
        return await asyncio.to_thread(read_until, typed, await self._zone(user_id), self._clock())

    async def offered(self, user_id: int) -> list[tuple[str, str]]:
        """How many days to suggest, with the date that they end at."""
        today = datetime.fromtimestamp(self._clock(), await asyncio.to_thread(_known, await self._zone(user_id))).date()
        days = ((n, today + timedelta(days=n)) for n in DAYS_OFFERED)
        return [(f"{number(n, 'day')}, until {day:%A}, {day.day} {day:%B}", number(n, "day")) for n, day in days]

    async def begin(self, game_id: int, actor: Actor, until: int) -> str:
        """Let a player be away from now on, in place of a vacation that goes on; raises NotAllowed, TableRefusal."""

        def change(game: LoadedGame, now: int) -> tuple[TableSettings, str]:
            settings = table_settings_of(game.game)
            if (goes_on := settings.vacation_at(actor.user_id, now)) and goes_on.until == until:
                raise TableRefusal(f"You're already away until <t:{until}:f>. Nothing changed.")
            _check_account(settings.without_vacation(actor.user_id, now), actor, now, until)
            text = f"{actor.name} is away until <t:{until}:f>. Until then their own clocks and reminders are stopped."
            return settings.with_vacation(actor.user_id, now, until), text

        await self._changed(game_id, actor, change)
        return f"You're away until <t:{until}:f>."

    async def end(self, game_id: int, actor: Actor) -> str:
        """End a vacation at once, and what the house plays meanwhile (ASY-66); raises NotAllowed, TableRefusal."""

        def change(game: LoadedGame, now: int) -> tuple[TableSettings, str]:
            settings, state = table_settings_of(game.game), game.running
            played = stood_in(game, state, actor.user_id)
            is_away = settings.vacation_at(actor.user_id, now) is not None
            if not is_away and not played:
                raise TableRefusal("You aren't away in this game. Nothing changed.")
            after = replace(settings.without_vacation(actor.user_id, now), stand_ins=stand_ins_but(game, state, played))
            if not played:
                return after, f"{actor.name} is back, so their clocks run again."
            clocks = " Their clocks run again." if is_away else ""
            return after, f"{back_text(game, actor.user_id, played)}{clocks}"

        await self._changed(game_id, actor, change)
        return "You're back."

    async def everywhere(self, guild_id: int, actor: Actor, until: int | None) -> str:
        """The same in all games of a player on a server, None to end it; tells where that was not possible."""
        async with self._store.read() as read:
            games = await read.games_of_user(actor.user_id)
        own = [each.game for each in games if each.powers]
        begun = [game for game in own if game.guild_id == guild_id and game.status == "running"]
        if not begun:
            raise TableRefusal("You aren't playing in any game under way on this server.")
        done, refused = 0, []
        for game in begun[:MOST_GAMES]:
            try:
                await (self.end(game.id, actor) if until is None else self.begin(game.id, actor, until))
                done += 1
            except TableRefusal as refusal:
                refused.append(f"• **{as_plain_text(game.name)}**: {refusal}")
        state = "You're back" if until is None else f"You're away until <t:{until}:f>"
        told = f"{state} in {number(done, 'game')}." if done else "Nothing changed."
        if left := len(begun[MOST_GAMES:]):
            refused.append(
                f"That's as many as I do at once. {number(left, 'more game')} to go, each with `games: This game`."
            )
        return "\n".join([told, *refused])

    async def _zone(self, user_id: int) -> str:
        async with self._store.read() as read:
            return (await own_reminders(read, [user_id])).get(user_id, OwnReminders()).zone or "UTC"

    async def _changed(self, game_id: int, actor: Actor, change: Change) -> None:
        """Write it down, and tell the table above the panel, without a ping."""

        async def attempt() -> None:
            async with self._store.write() as write:
                game = await self._loader.with_reading(write, await write.game(game_id))
                check_unfinished(game.game)
                _ = game.running
                check_may("go on vacation", actor, game)
                settings, text = change(game, self._clock())
                after = replace(game, game=replace(game.game, customs=settings.stored))
                times = await self._loader.times(write, after)
                told = await asyncio.to_thread(self._announcer.above_panel, after, times, text, ())
                await write.commit_turn(game_id, game.game.version, outbox=[told])
                await keep_stand_ins(write, after, settings.stand_ins)

        await self._saving.until_saved(game_id, attempt)
        self._announcer.wake()


def _check_account(settings: TableSettings, actor: Actor, now: int, until: int) -> None:
    """Raise TableRefusal for a vacation that is longer than what is left."""
    left = settings.vacation_left(actor.user_id)
    if sum(each.user_id == actor.user_id for each in settings.vacations) >= MOST_VACATIONS:
        raise TableRefusal(f"You've been away {MOST_VACATIONS} times in this game. That is the limit.")
    if until - now <= left:
        return
    of_all = f"of {number(settings.vacation_days, 'day')}{', pauses included' if settings.pause_days else ''}"
    if left < AN_HOUR:
        raise TableRefusal(f"Your vacation in this game is used up ({of_all}).")
    latest = f"until <t:{now + left}:f> at the latest"
    raise TableRefusal(f"You have {duration(left)} of vacation left in this game ({of_all}): {latest}.")


def _known(zone: str) -> ZoneInfo:
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):  # known where it was chosen, but no more
        return ZoneInfo("UTC")


def read_until(typed: str, zone: str, now: int) -> int:
    """In so many days, as "5 days", or when a date is over in a time zone, as "2026-12-10"; raises TableRefusal."""
    text = typed.strip().lower()
    if days := re.fullmatch(r"(\d{1,3})\s*(?:d|days?)?", text, re.ASCII):
        until = now + int(days[1]) * A_DAY
    else:
        known = _known(zone)
        try:
            until = int(datetime.combine(date.fromisoformat(text) + timedelta(days=1), time(), known).timestamp())
        except (ValueError, OverflowError):
            example = (datetime.fromtimestamp(now, known) + timedelta(days=7)).date()
            raise TableRefusal(
                f"I can't read the date “{as_plain_text(typed)}”. Write it as {example}, or 7 days."
            ) from None
    if not now < until <= now + MOST_DAYS * A_DAY:
        raise TableRefusal("Choose a day from today to a year from now.")
    return until
