"""The games of one user, those that wait for them first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from store import Game, ParkedChannel, UsersGame


@dataclass(frozen=True)
class OwnGame:
    """An unfinished game that a user plays or organises, and those of their powers that must act or choose now.

    hindrance: why nothing can be posted in its channel; empty if something can.
    """

    game: Game
    waits_for: tuple[str, ...]
    hindrance: str = ""


def own_games(found: Iterable[UsersGame], parked: Iterable[ParkedChannel] = ()) -> list[OwnGame]:
    """Games that wait for the user, then the others under way, then those not begun; the oldest of each first.

    parked: the channels in which nothing can be posted.
    """
    reasons = {channel.channel_id: channel.reason for channel in parked}
    games = [OwnGame(each.game, _waits_for(each), reasons.get(each.game.channel_id, "")) for each in found]
    return sorted(games, key=lambda own: (not own.waits_for, own.game.status == "lobby"))


def _waits_for(own: UsersGame) -> tuple[str, ...]:
    if own.phase_key is None:
        return ()
    # States of former versions say no more than whose turn it was.
    acting = own.acting if own.acting is not None else (own.phase_key.split(".")[-2],)
    return tuple(power for power in acting if power in own.powers)
