"""The list of those who wait for a seat: offered one in the lobby, asked first for one in a game under way."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine import load_setup
from engine.state.words import listed
from gamemaster.gathering import Gathering
from gamemaster.keys import Button
from gamemaster.lobby.gathering.guests import gathering_of
from gamemaster.outbox.posts import post
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import A_DAY
from store import Game, NewMessage, Seat, WriteTransaction
from store.late_pings import keep_seats_until

OFFER = "offer"
"""The role of the post that offers a seat."""
MOST_WAITING = 25
KEPT_SECONDS = A_DAY


def free_in_lobby(loaded: SeatedGame) -> list[str]:
    """The powers that no player has, as they are called."""
    edition = load_setup(loaded.game.setup)
    return [power.called for power in edition.powers_with_turns if power.id not in loaded.seats]


def after_seats(
    loaded: SeatedGame, gathering: Gathering, seated: int | None, now: int
) -> tuple[Gathering, list[NewMessage]]:
    """Who comes once seats of a lobby are as they are now, and the offer of a free one to the first who waits.

    seated: who has just sat down.
    """
    left = gathering if seated is None else gathering.without_waiting(seated)
    free = free_in_lobby(loaded)
    if not free:
        return replace(left, kept_for=0, kept_until=0, passed=()), []
    kept = left.keeping(now, now + KEPT_SECONDS)
    return kept, [] if kept is left else [_offer(loaded, kept, free)]


def who_can_then(kept: Gathering) -> str:
    """Who can take the free seats once they are kept no longer for whom they are kept now."""
    others = set(kept.waiting) - {kept.kept_for, *kept.passed}
    return "the next who waits" if others else "everybody"


async def note_kept(write: WriteTransaction, game: Game, gathering: Gathering) -> None:
    """Note when the seats that are kept now pass on, for whoever looks for that; nothing where that is as it was."""
    if gathering.kept_until != gathering_of(game).kept_until:
        await keep_seats_until(write, game.id, gathering.kept_until)


def _offer(loaded: SeatedGame, kept: Gathering, free: Collection[str]) -> NewMessage:
    seats = "a seat is" if len(free) == 1 else "seats are"
    text = (
        f"<@{kept.kept_for}>, {seats} free: {listed(free)}. You've been waiting for one, so you can take it until "
        f"<t:{kept.kept_until}:f>; then {who_can_then(kept)} can."
    )
    edition = load_setup(loaded.game.setup)
    rows = [
        Button(loaded.game.id, OFFER, f"join.{power.id}", f"Join as {power.called}", "success")
        for power in edition.powers_with_turns
        if power.id not in loaded.seats
    ]
    rows.append(Button(loaded.game.id, OFFER, "wait.stop", "Stop waiting"))
    grouped = [rows[start : start + 5] for start in range(0, len(rows), 5)]
    return post(loaded, text, ping=[kept.kept_for], rows=grouped, role=OFFER, instead=True)


def asked_first(loaded: SeatedGame, free: Collection[str], former: Collection[Seat]) -> int:
    """Who of those who wait is asked first for free powers of a game under way; 0: nobody.

    Nobody who plays, and nobody who has played the other side.
    """
    power = load_setup(loaded.game.setup).power
    sides = {power[each].side for each in free}
    for user in gathering_of(loaded.game).waiting:
        played = {power[seat.power].side for seat in former if seat.user_id == user}
        if user not in loaded.seats.values() and any(not played - {side} for side in sides):
            return user
    return 0
