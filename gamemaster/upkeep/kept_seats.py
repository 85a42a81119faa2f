"""Seats kept in a lobby for somebody who waited: once their day is over the next who waits is offered them."""

from __future__ import annotations

from gamemaster.announcements.announcer import Announcer
from gamemaster.lobby.gathering.guests import gathering_of, with_gathering
from gamemaster.lobby.gathering.waiting import after_seats, note_kept
from gamemaster.orders.loading import Loader
from gamemaster.orders.saving import Saving
from gamemaster.upkeep.due import GAMES_AT_ONCE, DueTask
from store import Clock, Store
from store.late_pings import drop_lapsed_seats, lobbies_with_lapsed_seats


class KeptSeats(DueTask):
    """One task that looks every minute in which lobbies nobody came for the seats that were kept for them."""

    look_seconds = 60.0

    def __init__(self, store: Store, clock: Clock, loader: Loader, saving: Saving, announcer: Announcer) -> None:
        super().__init__(store, clock)
        self._loader = loader
        self._saving = saving
        self._announcer = announcer

    async def sweep(self) -> int:
        """Offer all such seats to the next; gives in how many games."""
        async with self._store.read() as read:
            games = await lobbies_with_lapsed_seats(read, self._clock(), GAMES_AT_ONCE)
        return sum([await self._done_in(game_id, self._passed_on(game_id)) for game_id in games])

    async def _passed_on(self, game_id: int) -> bool:
        is_offered = await self._saving.until_saved(game_id, lambda: self._pass_on(game_id))
        self._announcer.wake()
        return is_offered

    async def _pass_on(self, game_id: int) -> bool:
        """Offer the free seats of a game to the next who waits, once; gives whether anybody did."""
        async with self._store.write() as write:
            game = await self._loader.with_reading(write, await write.game(game_id))
            now = self._clock()
            await drop_lapsed_seats(write, game_id, now)
            if game.game.status != "lobby":
                return False
            after, offered = after_seats(game, gathering_of(game.game), None, now)
            if not offered:
                return False
            await write.commit_turn(game_id, game.game.version, outbox=offered)
            await write.change_game(game_id, customs=with_gathering(game.game, after))
            await note_kept(write, game.game, after)
        return True
