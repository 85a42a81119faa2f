"""An auction for a side before a game begins: whoever wants the fewest IPCs with it plays it (OPT-10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import load_setup
from engine.facts.bids import AUCTION, NAMES, NO_BID, SEALED, Bid, bids_of, read_bid
from engine.facts.board import PowerId
from engine.facts.openings import Side
from engine.state.words import ipcs, listed
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.swapping import powers_after_swap
from gamemaster.outbox.posts import post
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import A_DAY, table_settings_of
from store import Game, NewMessage

OPTION = "bid"
OVER = "This game has no auction under way. /game status shows what each side is given."
OPENINGS = (60, 50, 45, 40, 36, 33, 30, 28, 26, 24, 22, 20, 18, 16, 15, 14, 12, 10, 9, 8, 6, 5, 4, 3, 0)
"""First calls that a menu offers; whoever answers can call any number below."""


@dataclass(frozen=True)
class Auction:
    """side: with which IPCs are called. calls: by the side of the table that called, each for fewer than the last.

    is_sealed: both sides call once, and neither sees the other's call before.
    """

    side: Side
    calls: tuple[Bid, ...] = ()
    is_sealed: bool = False

    @property
    def stored(self) -> str:
        """The auction as a lobby keeps it among the game's options: "auction allies: axis 12, allies 10"."""
        called = ", ".join(map(str, self.calls))
        sealed = f"{SEALED} " if self.is_sealed else ""
        return f"{sealed}{AUCTION} {self.side}{f': {called}' if called else ''}"

    @property
    def named(self) -> str:
        """ "the Allies"."""
        return NAMES[self.side]

    def with_call(self, side: Side, count: int, most: int) -> Auction:
        """The auction after a call of those who sit on a side now; raises TableRefusal."""
        self._check_may(side)
        highest = self.calls[-1].ipcs - 1 if self.calls else most
        if not 0 <= count <= highest:
            last = f": {ipcs(self.calls[-1].ipcs)} was called last" if self.calls else ""
            raise TableRefusal(f"Call 0 to {ipcs(highest)}{last}. Nothing changed.")
        return replace(self, calls=(*self.calls, Bid(side, count)))

    def let_go(self, side: Side) -> Bid:
        """The call that holds if those on a side call no fewer; raises TableRefusal."""
        if not self.calls:
            raise TableRefusal(
                f"Nobody has called yet. Call the number of IPCs with which you would play {self.named}."
            )
        self._check_may(side)
        return self.calls[-1]

    def _check_may(self, side: Side) -> None:
        if self.calls and self.calls[-1].side == side:
            raise TableRefusal(
                f"Your side called last, {ipcs(self.calls[-1].ipcs)}. Now the others call fewer, or let you have "
                f"{self.named}."
            )

    def given(self, call: Bid | None) -> str:
        """What the option is once the auction is over; None: nobody called."""
        return str(Bid(self.side, call.ipcs)) if call and call.ipcs else NO_BID

    def next_calls(self, most: int) -> Sequence[int]:
        """Calls for a menu of 25 lines."""
        if not self.calls:
            return [count for count in OPENINGS if count <= most]
        return range(self.calls[-1].ipcs - 1, -1, -1)[:25]


def auction_of(game: Game) -> Auction | None:
    """The auction that goes on in a game's lobby, if any."""
    text = str(game.options.get(OPTION, ""))
    if AUCTION not in text:
        return None
    kind, _, calls = text.partition(": ")
    (side,) = (side for side in NAMES if read_bid(kind).endswith(f"{AUCTION} {side}"))
    return Auction(side, bids_of(calls), is_sealed=kind.startswith(SEALED))


def side_of_caller(loaded: SeatedGame, user_id: int) -> Side:
    """The side that a user calls for, where all seats are taken; raises NotAllowed, TableRefusal."""
    players = _players(loaded)
    mine = next((side for side, users in players.items() if user_id in users), None)
    if mine is None:
        raise NotAllowed("Only players with a seat can call in the auction; they call for everybody on their side.")
    axis, allies = len(players["axis"]), len(players["allies"])
    if axis != allies:
        raise TableRefusal(
            f"The auction needs the same number of players on each side, as they may change places: {axis} play the "
            f"Axis and "
            f"{allies} the Allies. Share out the seats again with /game leave and /game join."
        )
    return mine


def _players(loaded: SeatedGame) -> dict[Side, list[int]]:
    """Who sits on each side, in the order of play."""
    edition = load_setup(loaded.game.setup)
    found: dict[Side, list[int]] = {"axis": [], "allies": []}
    for power in edition.turn_order:
        side, user = found[edition.power[power].side], loaded.seats.get(power)
        if user is not None and user not in side:
            side.append(user)
    return found


def _mentioned(loaded: SeatedGame, side: Side) -> str:
    return listed(f"<@{user}>" for user in _players(loaded)[side])


def calls_so_far(loaded: SeatedGame, auction: Auction) -> str:
    """ "Called for the Allies: <@1> 12 IPCs, <@2> 10 IPCs"."""
    told = ", ".join(f"{_mentioned(loaded, call.side)} {ipcs(call.ipcs)}" for call in auction.calls)
    return f"Called for {auction.named}: {told}"


def what_to_call(loaded: SeatedGame, auction: Auction) -> str:
    """Who calls next, in a sentence or two."""
    if auction.is_sealed:
        called = called_under_seal(loaded)
        waiting = [_mentioned(loaded, side) for side in NAMES if side not in called]
        first = f"{_mentioned(loaded, called[0])} made a sealed call. " if called else "All seats are taken. "
        ask = (
            f"make one sealed call, the IPCs with which you would play {auction.named}; the lower call gets that side."
        )
        return f"{first}{listed(waiting)}: {ask}"
    if not auction.calls:
        return f"All seats are taken. Anybody may call first: with how many IPCs would you play {auction.named}?"
    last, others = auction.calls[-1], _other(auction.calls[-1].side)
    return (
        f"{_mentioned(loaded, others)}: call fewer than {ipcs(last.ipcs)}, or let {_mentioned(loaded, last.side)} have "
        f"{auction.named}."
    )


def users_to_call(loaded: SeatedGame, auction: Auction) -> list[int]:
    """Who calls next in an auction, or may call first."""
    done = called_under_seal(loaded) if auction.is_sealed else [call.side for call in auction.calls[-1:]]
    return [user for side, users in _players(loaded).items() if side not in done for user in users]


def how_it_ends(loaded: SeatedGame, auction: Auction) -> str:
    """What becomes of an auction that nobody goes on with, in a sentence."""
    called = called_under_seal(loaded) if auction.is_sealed else [call.side for call in auction.calls[-1:]]
    if not called:
        return "If nobody calls for a day, the organiser can end it, and no side is given anything."
    since = table_settings_of(loaded.game).gathering.since + A_DAY
    who, others = _mentioned(loaded, called[0]), "the others don't call" if auction.is_sealed else "nobody calls fewer"
    return f"If {others} by <t:{since}:f>, {who} or the organiser can end it, and the last call holds."


def called_under_seal(loaded: SeatedGame) -> list[Side]:
    """Which sides have called in a sealed auction; not what."""
    called = table_settings_of(loaded.game).gathering.called
    return [side for side in NAMES if side in called]


def _other(side: Side) -> Side:
    return "allies" if side == "axis" else "axis"


def seats_after(loaded: SeatedGame, auction: Auction, won: Bid) -> dict[PowerId, int]:
    """Who plays what once a call holds: those who called it the side of the auction, the others the other one."""
    if won.side == auction.side:
        return dict(loaded.seats)
    return {power: user for user in set(loaded.seats.values()) for power in powers_after_swap(loaded, user)}


def told_under_seal(loaded: SeatedGame, auction: Auction, side: Side) -> NewMessage:
    """The post that a side has called under seal; it pings the others, who call now."""
    return post(loaded, what_to_call(loaded, auction), ping=_players(loaded)[_other(side)])


def told_of_call(before: SeatedGame, after: SeatedGame, auction: Auction, told: str = "") -> NewMessage:
    """The post about the last call of an auction, which may be over by it; it pings those who have to know."""
    if auction_of(after.game) is None:
        told = f"{calls_so_far(before, auction)}. {told}" if auction.is_sealed and auction.calls else told
        return post(after, f"{told}{_told_of_end(before, after, auction)}", ping=sorted(set(after.seats.values())))
    last = auction.calls[-1]
    text = f"{_mentioned(after, last.side)} would play {auction.named} with {ipcs(last.ipcs)}."
    return post(after, f"{text} {what_to_call(after, auction)}", ping=_players(after)[_other(last.side)])


def _told_of_end(before: SeatedGame, after: SeatedGame, auction: Auction) -> str:
    given = bids_of(str(after.game.options[OPTION]))
    moved = "all have changed places" if before.seats != after.seats else "all keep their seats"
    count = ipcs(given[0].ipcs) if given else "no IPCs"
    play = "plays" if len(_players(after)[auction.side]) == 1 else "play"
    return f"The auction is over: {_mentioned(after, auction.side)} {play} {auction.named} with {count}, and {moved}."
