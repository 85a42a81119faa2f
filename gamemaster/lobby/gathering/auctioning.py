"""Calling in the auction for a side, and ending one that nobody goes on with (OPT-10)."""

from __future__ import annotations

from dataclasses import replace

from engine import load_setup
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.auctions import (
    OPTION,
    OVER,
    Auction,
    auction_of,
    seats_after,
    side_of_caller,
    told_of_call,
    what_to_call,
)
from gamemaster.lobby.gathering.guests import gathering_of, with_gathering
from gamemaster.lobby.opening import Lobby, check_lobby, check_seats_taken
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import Actor, is_host
from gamemaster.seats import SeatedGame
from gamemaster.table_settings import A_DAY
from store import Clock, WriteTransaction


class Auctioning:
    """The use cases of an auction in the lobby."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock

    async def call(self, loaded: SeatedGame, user_id: int, count: int | None) -> SeatedGame:
        """Call IPCs for a side, None: let the others have it at their call.

        Once it is over, whoever called last has its seats. Raises NotAllowed, TableRefusal.
        """

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            auction = _check(now)
            side = side_of_caller(now, user_id)
            if count is None:
                auction.let_go(side)
                await self._save(write, now, auction, is_over=True)
            else:
                called = auction.with_call(side, count, load_setup(now.game.setup).options[OPTION].most)
                await self._save(write, now, called, is_over=not count)

        return await self._lobby.saved(loaded, change)

    async def end(self, loaded: SeatedGame, actor: Actor) -> SeatedGame:
        """End an auction in which nobody has called for a day: the last call holds; without any, no side has a bid.

        Raises NotAllowed, TableRefusal.
        """

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            auction = _check(now)
            if not is_host(actor, now):
                _check_called_last(auction, now, actor.user_id)
            since = (gathering_of(now.game).since if auction.calls else now.game.created_at) + A_DAY
            if self._clock() < since:
                raise TableRefusal(f"The auction can be ended from <t:{since}:f>. {what_to_call(now, auction)}")
            await self._save(write, now, auction, is_over=True)

        return await self._lobby.saved(loaded, change)

    async def _save(self, write: WriteTransaction, now: LoadedGame, auction: Auction, *, is_over: bool) -> None:
        won = auction.calls[-1] if auction.calls else None
        options = {**now.game.options, OPTION: auction.given(won) if is_over else auction.stored}
        seats = seats_after(now, auction, won) if is_over and won else now.seats
        after = SeatedGame(replace(now.game, options=options), seats)
        told = told_of_call(now.seating, after, auction)
        gathering = replace(gathering_of(now.game), since=self._clock())
        await write.commit_turn(now.game.id, now.game.version, outbox=[told])
        await write.change_game(now.game.id, options=options, customs=with_gathering(now.game, gathering))
        for power, user in seats.items():
            await write.set_seat(now.game.id, power, user)


def _check(loaded: SeatedGame) -> Auction:
    """The auction that goes on; raises TableRefusal."""
    check_lobby(loaded.game)
    auction = auction_of(loaded.game)
    if auction is None:
        raise TableRefusal(OVER)
    check_seats_taken(loaded)
    return auction


def _check_called_last(auction: Auction, loaded: SeatedGame, user_id: int) -> None:
    side = side_of_caller(loaded, user_id)
    if not auction.calls or auction.calls[-1].side != side:
        raise NotAllowed("Only the side that called last, the organiser or a server manager can end the auction.")
