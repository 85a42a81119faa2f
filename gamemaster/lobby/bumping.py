"""Bumps: a player of the other side begins the time for a turn anew, in public (ASY-44)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from engine import load_setup
from engine.state.words import whose
from gamemaster.announcements.announcer import Announcer
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.house.plan import given_time_anew, keep_stand_ins
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.roles import Actor, check_may
from gamemaster.table_settings import AN_HOUR, TableSettings, table_settings_of
from gamemaster.times import Times, check_time_runs, times_of
from gamemaster.views.view import check_unfinished
from store import Clock, Store
from store.games.turn_times import note_turn_time


class Bumping:
    """The use case of `/bump`."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer, saving: Saving, clock: Clock) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving
        self._clock = clock

    async def bump(self, game_id: int, actor: Actor) -> str:
        """Begin the time for the turn anew; gives what has happened as a sentence. Raises NotAllowed, TableRefusal."""

        async def attempt() -> Times:
            async with self._store.read() as read:
                game = await self._loader.seated(read, await read.seated_game(game_id))
                check_unfinished(game.game)
                check_may("bump", actor, game)
                settings = table_settings_of(game.game)
                _check_bumps(settings)
                _check_side(game, actor)
                turn = await self._loader.open_turn(read, game.game, game.running)
                times = await self._loader.times_in(read, game, turn)
            self._check(settings, times)
            now = self._clock()
            before = times.noted
            noted = replace(before, bumps=before.bumps + 1, bumped_at=now, told_at=None, extra=0)
            after = times_of(game, turn, noted, times.standstills)
            message = await asyncio.to_thread(self._announcer.bumped, game, after, actor, noted.bumps)
            async with self._store.write() as write:
                await write.commit_turn(game_id, game.game.version, outbox=[message])
                await note_turn_time(write, game_id, noted)
                if (standing := given_time_anew(game)) != settings.stand_ins:
                    await keep_stand_ins(write, game, standing)
            return after

        times = await self._saving.until_saved(game_id, attempt)
        self._announcer.wake()
        return f"Bumped. The time for this turn now runs until <t:{times.turn_until}:f>."

    def _check(self, settings: TableSettings, times: Times) -> None:
        check_time_runs(settings, times, self._clock())
        if times.bumps <= 0:
            raise TableRefusal(
                f"This turn has no bumps left. From <t:{times.end_from}:f> the organiser may end its phases (ASY-44)."
            )
        bumped_at = times.noted.bumped_at
        again = (bumped_at or 0) + AN_HOUR
        if again > self._clock():
            raise TableRefusal(f"This turn was bumped <t:{bumped_at}:R>. You can bump again <t:{again}:R>.")


def _check_bumps(settings: TableSettings) -> None:
    if not settings.bumps:
        raise TableRefusal("This table has no bumps. Only games created with `pace: league` have them.")


def _check_side(game: LoadedGame, actor: Actor) -> None:
    power = load_setup(game.game.setup).power
    on_turn = power[game.running.power]
    if all(power[mine].side == on_turn.side for mine in game.powers_of(actor.user_id)):
        raise NotAllowed(f"Only a player of the other side can bump {whose(on_turn.called)} turn (ASY-44).")
