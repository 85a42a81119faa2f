"""Calling in the auction for a side, and ending one that nobody goes on with (OPT-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine import load_setup
from engine.facts.bids import NAMES, Bid
from gamemaster.dice.rolls import roll_faces
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.auctions import (
    OPTION,
    OVER,
    Auction,
    auction_of,
    called_under_seal,
    seats_after,
    side_of_caller,
    told_of_call,
    told_under_seal,
    what_to_call,
)
from gamemaster.lobby.gathering.draft_order import NO_ROLL
from gamemaster.lobby.gathering.guests import gathering_of, with_gathering
from gamemaster.lobby.opening import Lobby, check_lobby, check_seats_taken
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import Actor, SeatedGame, is_host
from gamemaster.table_settings import A_DAY
from store import Clock, WriteTransaction

UNDER_SEAL = "call under seal"
"""The kind of draft that keeps a call of a sealed auction."""


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
            if auction.is_sealed:
                raise TableRefusal("Calls are sealed here: press [Make a sealed call]. Nothing changed.")
            side = side_of_caller(now, user_id)
            if count is None:
                auction.let_go(side)
                await self._save(write, now, auction, is_over=True)
            else:
                called = auction.with_call(side, count, load_setup(now.game.setup).options[OPTION].most)
                await self._save(write, now, called, is_over=not count)

        return await self._lobby.saved(loaded, change)

    async def call_sealed(self, loaded: SeatedGame, user_id: int, count: int | None) -> SeatedGame:
        """Call for one's side without the others seeing it; once both have called, the lower call has the side.

        It can be changed until then. The dice decide between equal calls. Raises NotAllowed, TableRefusal.
        """

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            auction, side = _check_sealed(now), side_of_caller(now, user_id)
            most = load_setup(now.game.setup).options[OPTION].most
            if count is None or not 0 <= count <= most:
                raise TableRefusal(f"Call a number of IPCs from 0 to {most}. Nothing changed.")
            made = {**await _calls_under_seal(write, now), side: Bid(side, count)}
            if len(made) == len(NAMES):
                await self._reveal(write, now, auction, made)
            else:
                await self._keep(write, now, auction, user_id, made[side])

        return await self._lobby.saved(loaded, change)

    async def _keep(self, write: WriteTransaction, now: LoadedGame, auction: Auction, user_id: int, made: Bid) -> None:
        """Keep a call where nobody else sees it; the others are pinged as their turn comes, once."""
        gathering = gathering_of(now.game)
        is_new = made.side not in gathering.called
        kept = replace(gathering, called=(made.side,), since=self._clock() if is_new else gathering.since)
        after = SeatedGame(replace(now.game, customs=with_gathering(now.game, kept)), now.seats)
        told = [told_under_seal(after, auction, made.side)] if is_new else []
        await write.commit_turn(now.game.id, now.game.version, outbox=told)
        await write.change_game(now.game.id, customs=with_gathering(now.game, kept))
        for user in set(now.seats.values()):
            await write.drop_draft(now.game.id, user, UNDER_SEAL)
        await write.keep_draft(now.game.id, user_id, UNDER_SEAL, {"side": made.side, "ipcs": made.ipcs})

    async def _reveal(
        self, write: WriteTransaction, now: LoadedGame, auction: Auction, made: Mapping[str, Bid]
    ) -> None:
        """Both calls, the lower last; dice decide between equal ones: 1 to 3 for the Axis."""
        (face,) = roll_faces(await write.seed(now.game.id), str(now.game.id), NO_ROLL, "seats auction", 1)
        first = "axis" if face <= 3 else "allies"
        calls = sorted(made.values(), key=lambda call: (call.ipcs, call.side != first), reverse=True)
        is_tie = calls[0].ipcs == calls[1].ipcs
        told = f"Both called the same, and a die shows {face}: 1 to 3 is for the Axis. " if is_tie else ""
        await self._save(write, now, replace(auction, calls=tuple(calls)), is_over=True, told=told)

    async def end(self, loaded: SeatedGame, actor: Actor) -> SeatedGame:
        """End an auction in which nobody has called for a day: the last call holds; without any, no side has a bid.

        Raises NotAllowed, TableRefusal.
        """

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            auction = _check(now)
            if not is_host(actor, now):
                _check_called_last(auction, now, actor.user_id)
            calls = tuple((await _calls_under_seal(write, now)).values()) if auction.is_sealed else auction.calls
            since = (gathering_of(now.game).since if calls else now.game.created_at) + A_DAY
            if self._clock() < since:
                raise TableRefusal(f"The auction can be ended from <t:{since}:f>. {what_to_call(now, auction)}")
            await self._save(write, now, replace(auction, calls=calls), is_over=True)

        return await self._lobby.saved(loaded, change)

    async def _save(
        self, write: WriteTransaction, now: LoadedGame, auction: Auction, *, is_over: bool, told: str = ""
    ) -> None:
        won = auction.calls[-1] if auction.calls else None
        options = {**now.game.options, OPTION: auction.given(won) if is_over else auction.stored}
        seats = seats_after(now, auction, won) if is_over and won else now.seats
        after = SeatedGame(replace(now.game, options=options), seats)
        message = told_of_call(now.seating, after, auction, told)
        gathering = replace(gathering_of(now.game), since=self._clock(), called=())
        await write.commit_turn(now.game.id, now.game.version, outbox=[message])
        await write.change_game(now.game.id, options=options, customs=with_gathering(now.game, gathering))
        for power, user in seats.items():
            await write.set_seat(now.game.id, power, user)
        for user in set(seats.values()) if auction.is_sealed else ():
            await write.drop_draft(now.game.id, user, UNDER_SEAL)


def _check(loaded: SeatedGame) -> Auction:
    """The auction that goes on; raises TableRefusal."""
    check_lobby(loaded.game)
    auction = auction_of(loaded.game)
    if auction is None:
        raise TableRefusal(OVER)
    check_seats_taken(loaded)
    return auction


def _check_sealed(loaded: SeatedGame) -> Auction:
    auction = _check(loaded)
    if not auction.is_sealed:
        raise TableRefusal("Calls are open here: choose one in the lobby. Nothing changed.")
    return auction


async def _calls_under_seal(write: WriteTransaction, loaded: SeatedGame) -> dict[str, Bid]:
    """The calls that sides have made in a sealed auction, secret until both have."""
    found, called = dict[str, Bid](), called_under_seal(loaded)
    for user in dict.fromkeys(loaded.seats.values()):
        body = await write.draft(loaded.game.id, user, UNDER_SEAL)
        found |= {side: Bid(side, int(body["ipcs"])) for side in called if body and body["side"] == side}
    return found


def _check_called_last(auction: Auction, loaded: SeatedGame, user_id: int) -> None:
    side = side_of_caller(loaded, user_id)
    called = called_under_seal(loaded) if auction.is_sealed else [call.side for call in auction.calls[-1:]]
    if side not in called:
        raise NotAllowed("Only the side that called last, the organiser or a server manager can end the auction.")
