"""Forgetting by their own wish who was only invited to a table, or waited for a seat there."""

from __future__ import annotations

from gamemaster.lobby.gathering.guests import gathering_of, with_gathering
from gamemaster.lobby.gathering.waiting import after_seats, note_kept
from gamemaster.lobby.opening import Lobby
from gamemaster.orders.loading import LoadedGame, Loader
from store import Clock, NewMessage, Store, WriteTransaction
from store.forgetting import forget_guest, tables_with_guest


class ForgottenGuests:
    """The part of `/statistics forget-me` that is about games which are not over."""

    def __init__(self, store: Store, loader: Loader, lobby: Lobby, clock: Clock) -> None:
        self._store = store
        self._loader = loader
        self._lobby = lobby
        self._clock = clock

    async def forget(self, user_id: int) -> int:
        """Take somebody off all lists of tables at which they have no part; a seat kept for them goes to the next.

        Gives at how many tables they have joined and wait for the draft, which go on knowing them.
        """
        async with self._store.read_at_length() as read:
            tables = await tables_with_guest(read, user_id)
        return sum([await self._forget_at(game_id, user_id) for game_id in tables])

    async def _forget_at(self, game_id: int, user_id: int) -> bool:
        loaded = await self._loader.by_id(game_id)
        if _has_a_part(loaded, user_id):
            return user_id in gathering_of(loaded.game).joined and user_id not in loaded.seats.values()

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            if _has_a_part(now, user_id):
                return
            before, offered = gathering_of(now.game), list[NewMessage]()
            after = before.forgetting(user_id)
            if now.game.status == "lobby" and before.kept_for == user_id:
                after, offered = after_seats(now, after, None, self._clock())
            await forget_guest(write, user_id, game_id)
            await write.commit_turn(game_id, now.game.version, outbox=offered)
            if after != before:
                await write.change_game(game_id, customs=with_gathering(now.game, after))
                await note_kept(write, now.game, after)

        await self._lobby.saved(loaded.seating, change)
        return False


def _has_a_part(game: LoadedGame, user_id: int) -> bool:
    """Whether a table needs to know somebody: its organiser, players, owners of seats, deputies, who has joined."""
    people = (*game.seats.values(), *game.lenders.values(), *game.deputies.values(), *gathering_of(game.game).joined)
    return user_id in (game.game.organiser_id, *people)
