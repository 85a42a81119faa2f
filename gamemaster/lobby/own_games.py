"""The games of one user, those that wait for them first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from store import Game, ParkedChannel, UsersGame
from store.games.asked_besides import DeputisedSeat


@dataclass(frozen=True)
class OwnGame:
    """An unfinished game that a user plays or organises, and those of their powers that must act or choose now.

    hindrance: why nothing can be posted in its channel; empty if something can.
    """

    game: Game
    waits_for: tuple[str, ...]
    hindrance: str = ""


@dataclass(frozen=True)
class DeputisedGame:
    """A game that may wait for a user as the deputy of a player, and those of the player's powers.

    is_sure: whether it is known that they are asked something; else it may simply be the player's turn.
    """

    game: Game
    player_id: int
    powers: tuple[str, ...]
    is_sure: bool


def own_games(found: Iterable[UsersGame], parked: Iterable[ParkedChannel] = ()) -> list[OwnGame]:
    """Games that wait for the user, then the others under way, then those not begun; the oldest of each first.

    parked: the channels in which nothing can be posted.
    """
    reasons = {channel.channel_id: channel.reason for channel in parked}
    games = [OwnGame(each.game, _waits_for(each), reasons.get(each.game.channel_id, "")) for each in found]
    return sorted(games, key=lambda own: (not own.waits_for, own.game.status == "lobby"))


def deputised_games(found: Iterable[DeputisedSeat]) -> list[DeputisedGame]:
    """Of the games where a user is a deputy those that wait for a player whose deputy they are, one for each player."""
    games: dict[tuple[int, int], list[DeputisedSeat]] = {}
    for seat in found:
        if seat.power in _acting(seat.acting, seat.phase_key):
            games.setdefault((seat.game.id, seat.player_id), []).append(seat)
    return [
        DeputisedGame(
            seats[0].game,
            player,
            tuple(seat.power for seat in seats),
            any(seat.power != _on_turn(seat.phase_key) for seat in seats),
        )
        for (_, player), seats in games.items()
    ]


def _waits_for(own: UsersGame) -> tuple[str, ...]:
    if own.phase_key is None:
        return ()
    acting = _acting(own.acting, own.phase_key)
    return tuple(power for power in acting if power in own.powers)


def _acting(acting: tuple[str, ...] | None, phase_key: str) -> tuple[str, ...]:
    """Who must act or choose; states of former versions say no more than whose turn it was."""
    return acting if acting is not None else (_on_turn(phase_key),)


def _on_turn(phase_key: str) -> str:
    return phase_key.split(".")[-2]
