"""Putting oneself on the list of those who wait for a seat, and off it again."""

from __future__ import annotations

from dataclasses import replace

from engine import load_setup
from engine.state.words import listed
from gamemaster.errors import TableRefusal
from gamemaster.lobby.gathering.guests import check_invited, gathering_of, with_gathering
from gamemaster.lobby.gathering.waiting import MOST_WAITING, after_seats, free_in_lobby, note_kept
from gamemaster.lobby.opening import Lobby
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import SeatedGame
from store import Clock, NewMessage, WriteTransaction


class Waiters:
    """The use cases of [Wait for a seat] and `/game wait`."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock

    async def wait(self, loaded: SeatedGame, user_id: int) -> SeatedGame:
        """Wait for a seat behind those who wait already; raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            check_invited(now, user_id)
            _check_can_wait(now, user_id, self._clock())
            gathering = gathering_of(now.game)
            after = replace(gathering, waiting=(*gathering.waiting, user_id))
            await write.commit_turn(now.game.id, now.game.version)
            await write.change_game(now.game.id, customs=with_gathering(now.game, after))

        return await self._lobby.saved(loaded, change)

    async def stop(self, loaded: SeatedGame, user_id: int) -> SeatedGame:
        """Wait no longer; a seat that was kept is offered to the next. Raises TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            _check_open(now)
            gathering = gathering_of(now.game).without_waiting(user_id)
            offered: list[NewMessage] = []
            if gathering == gathering_of(now.game):
                raise TableRefusal("You aren't waiting for a seat here. Nothing changed.")
            if now.game.status == "lobby":
                gathering, offered = after_seats(now, gathering, None, self._clock())
            await write.commit_turn(now.game.id, now.game.version, outbox=offered)
            await write.change_game(now.game.id, customs=with_gathering(now.game, gathering))
            await note_kept(write, now.game, gathering)

        return await self._lobby.saved(loaded, change)


def place_in_words(loaded: SeatedGame, user_id: int) -> str:
    """What somebody reads who waits."""
    place = gathering_of(loaded.game).waiting.index(user_id) + 1
    return (
        f"You're waiting for a seat, as number {place}. I'll ping you when it's your turn to take one. To stop, use "
        "`/game wait stop: True`."
    )


def _check_open(loaded: SeatedGame) -> None:
    if loaded.game.status not in ("lobby", "running"):
        raise TableRefusal("This game is over, so nobody waits for a seat any more.")


def _check_can_wait(loaded: SeatedGame, user_id: int, now: int) -> None:
    """Raise TableRefusal for who has a seat, can have one at once, or waits already, and where too many wait."""
    _check_open(loaded)
    if loaded.game.status == "lobby" and gathering_of(loaded.game).gives_out_seats:
        raise TableRefusal(
            "Seats are given out here. Join the game in the lobby; or, once the order is drawn, wait until all have "
            "their seats."
        )
    waiting = gathering_of(loaded.game).waiting
    if user_id in (*loaded.seats.values(), *loaded.lenders.values()):
        raise TableRefusal("You have a seat in this game, so you needn't wait for one.")
    if user_id in waiting:
        raise TableRefusal(f"You're waiting already, as number {waiting.index(user_id) + 1} of {len(waiting)}.")
    _check_none_can_be_had(loaded, user_id, now)
    if len(waiting) >= MOST_WAITING:
        raise TableRefusal(f"{MOST_WAITING} people are waiting for a seat already, and that is the limit.")


def _check_none_can_be_had(loaded: SeatedGame, user_id: int, now: int) -> None:
    """Raise TableRefusal where there is a seat for somebody who asks; in a game under way also one of the house."""
    gathering, needless = gathering_of(loaded.game), "so you needn't wait"
    if loaded.game.status == "lobby":
        free = free_in_lobby(loaded)
        if free and not gathering.keeps_a_seat_from(user_id, now):
            raise TableRefusal(f"There is a free seat, {needless}: {listed(free)}. Take it in the lobby.")
        return
    powers = load_setup(loaded.game.setup).powers_with_turns
    free = [power.called for power in powers if power.id not in loaded.taken]
    if free and not gathering.waiting:
        raise TableRefusal(f"There is a free seat, {needless}: {listed(free)}. Ask for it below my call for players.")
    if not free and (house := [power.called for power in powers if power.id in loaded.house]):
        host = f"<@{loaded.game.organiser_id}>" if loaded.game.organiser_id else "a server manager"
        raise TableRefusal(
            f"The house plays {listed(house)}, {needless}. Ask {host} to give you a seat with `/game replace`."
        )
