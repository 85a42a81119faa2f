"""Answering questions by the printed default when the time that their table agreed on is up."""

from __future__ import annotations

from contextlib import suppress

from engine.errors import StaleDecision
from gamemaster.orders.giving import Acting
from gamemaster.orders.loading import Loader
from gamemaster.table_settings import TableSettings
from gamemaster.times import times_of
from gamemaster.upkeep.due import GAMES_AT_ONCE, DueTask
from store import Clock, Store
from store.games.reminding import GameWithSettings, games_with_settings


class Deadlines(DueTask):
    """One task that looks every minute which questions have waited for as long as their tables wait (ASY-02)."""

    look_seconds = 60.0

    def __init__(self, store: Store, clock: Clock, loader: Loader, acting: Acting) -> None:
        super().__init__(store, clock)
        self._loader = loader
        self._acting = acting
        self._looked_at: dict[int, tuple[int, int | None]] = {}

    async def sweep(self) -> int:
        """Answer all that is due; gives in how many games."""
        answered, last, looked_at = 0, 0, self._looked_at
        self._looked_at = {}
        while True:
            async with self._store.read() as read:
                games = await games_with_settings(read, last, GAMES_AT_ONCE)
            for game in games:
                if TableSettings(**game.customs).deadline_hours:
                    work = self._answered(game, looked_at.get(game.game_id))
                    answered += await self._done_in(game.game_id, work)
            if len(games) < GAMES_AT_ONCE:
                return answered
            last = games[-1].game_id

    async def _answered(self, game: GameWithSettings, seen: tuple[int, int | None] | None) -> bool:
        """Answer what is due in a game; one that has not changed is not read again before that."""
        if seen is None or seen[0] != game.version:
            seen = game.version, await self._next_deadline(game.game_id)
        self._looked_at[game.game_id] = seen
        _, due = seen
        return due is not None and due <= self._clock() and await self._answer(game.game_id)

    async def _next_deadline(self, game_id: int) -> int | None:
        """When the open questions of a game are answered; None where none is open."""
        async with self._store.read() as read:
            game = await self._loader.seated(read, await read.seated_game(game_id))
            if game.state is None or not game.state.requests:
                return None
            turn = await self._loader.open_turn(read, game.game, game.running)
            due = times_of(game, turn).answer_by
        return None if due is None else self._counted_from_return(due)

    async def _answer(self, game_id: int) -> bool:
        """Answer the questions that are open now; what those lead to is asked anew."""
        game = await self._loader.by_id(game_id)
        version = game.game.version
        for request in game.running.requests:
            with suppress(StaleDecision):  # answered together with one before
                await self._acting.answer_when_time_is_up(game_id, request.id, f"deadline {version} {request.id}")
        return bool(game.running.requests)
