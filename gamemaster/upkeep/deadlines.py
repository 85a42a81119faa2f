"""What happens when the time is up that a table agreed on: questions get the printed default, turns are told of."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from computer.levels import STANDS_IN
from engine.errors import StaleDecision
from gamemaster.announcements.announcer import Announcer
from gamemaster.house.plan import keep_stand_ins, played_by_the_house, stand_ins_but
from gamemaster.orders.giving import Acting
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.table_settings import StandIn, table_settings_of
from gamemaster.upkeep.choosing_reminders import USUAL
from gamemaster.upkeep.due import GAMES_AT_ONCE, DueTask
from store import Clock, Store
from store.games.own_reminders import own_reminders
from store.games.reminding import GameWithSettings, games_with_settings
from store.games.turn_times import note_turn_time


@dataclass(frozen=True)
class _Due:
    """When the open questions of a game are answered, and when its table is told of the turn; None: not by itself.

    stands_still: no time runs now, and nobody knows until when.
    """

    version: int
    answer_by: int | None = None
    tell_turn: int | None = None
    stands_still: bool = False

    def is_by(self, now: int) -> bool:
        """Whether something is due."""
        return any(due is not None and due <= now for due in (self.answer_by, self.tell_turn))


class Deadlines(DueTask):
    """One task that looks every minute which questions and turns have had as long as their tables wait (ASY-02)."""

    look_seconds = 60.0

    def __init__(
        self, store: Store, clock: Clock, loader: Loader, acting: Acting, saving: Saving, announcer: Announcer
    ) -> None:
        super().__init__(store, clock)
        self._loader = loader
        self._acting = acting
        self._saving = saving
        self._announcer = announcer
        self._looked_at: dict[int, _Due] = {}

    async def sweep(self) -> int:
        """Do all that is due; gives in how many games."""
        done, last, looked_at = 0, 0, self._looked_at
        self._looked_at = {}
        while True:
            async with self._store.read() as read:
                games = await games_with_settings(read, last, GAMES_AT_ONCE)
            now = self._clock()
            for game in games:
                known = looked_at.get(game.game_id)
                if known is not None and known.version == game.version and not known.is_by(now):
                    self._looked_at[game.game_id] = known
                else:  # Also what is due is looked up anew: the bot may have been away since.
                    done += await self._done_in(game.game_id, self._done(game))
            if len(games) < GAMES_AT_ONCE:
                return done
            last = games[-1].game_id

    async def _done(self, game: GameWithSettings) -> bool:
        """Do what is due in a game; one that has not changed is not read again before that."""
        now, due = self._clock(), await self._next(game)
        if not due.stands_still:
            self._looked_at[game.game_id] = due
        if due.answer_by is not None and due.answer_by <= now:
            return await self._answer(game.game_id)
        return due.tell_turn is not None and due.tell_turn <= now and await self._tell(game.game_id)

    async def _next(self, seen: GameWithSettings) -> _Due:
        """When something is due in a game."""
        async with self._store.read() as read:
            game = await self._loader.seated(read, await read.seated_game(seen.game_id))
            settings = table_settings_of(game.game)
            if game.state is None or game.state.winner or not (settings.answer_seconds or settings.times_turns):
                return _Due(seen.version)
            times = await self._loader.times(read, game)
        tell = None if times.noted.told_at is not None else times.turn_until
        return _Due(seen.version, times.answer_by, tell, stands_still=times.stands_still(self._clock()))

    async def _answer(self, game_id: int) -> bool:
        """Answer the questions that are open now; what those lead to is asked anew."""
        game = await self._loader.by_id(game_id)
        version = game.game.version
        for request in game.running.requests:
            with suppress(StaleDecision):  # answered together with one before
                await self._acting.answer_when_time_is_up(game_id, request.id, f"deadline {version} {request.id}")
        return bool(game.running.requests)

    async def _tell(self, game_id: int) -> bool:
        """Tell the table once that the time for the turn is up; the transaction that tells it notes it."""

        async def attempt() -> bool:
            async with self._store.read() as read:
                game = await self._loader.seated(read, await read.seated_game(game_id))
                times, player = await self._loader.times(read, game), game.seats.get(game.running.power, 0)
                chosen = (await own_reminders(read, [player])).get(player, USUAL)
            if game.game.status != "running" or not times.is_up(self._clock()) or times.noted.told_at is not None:
                return False
            house = _takes_over(game)
            message = await asyncio.to_thread(
                self._announcer.time_is_up, game, times, pings=chosen.way != "never", house=bool(house)
            )
            async with self._store.write() as write:
                await write.commit_turn(game_id, game.game.version, outbox=[message])
                if house:
                    await keep_stand_ins(write, game, house)
                await note_turn_time(write, game_id, replace(times.noted, told_at=self._clock()))
            return True

        is_told = await self._saving.until_saved(game_id, attempt)
        self._announcer.wake()
        self._acting.changed.set()
        return is_told


def _takes_over(game: LoadedGame) -> tuple[StandIn, ...]:
    """For whom the house plays once the time for a turn is up, where the table agreed on that (ASY-66)."""
    state, settings = game.running, table_settings_of(game.game)
    player = game.seats.get(state.power)
    if settings.ended_by != "house" or player is None or state.power in played_by_the_house(game):
        return ()
    taken = StandIn(state.power, player, STANDS_IN, f"{state.round}.{state.power}")
    return (*stand_ins_but(game, state, [state.power]), taken)
