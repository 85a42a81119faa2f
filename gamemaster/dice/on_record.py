"""All that the dice and seals of a game are checked by."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.orders.loading import entries_after
from store import Entry, Game, LoggedRoll, ReadTransaction
from store.seals import Seal, seals_of


@dataclass(frozen=True)
class OnRecord:
    """The seed of a game, all its rolls, its whole log with what was rolled back, and what was sealed in it."""

    seed: bytes
    rolls: tuple[LoggedRoll, ...]
    log: tuple[Entry, ...]
    seals: tuple[Seal, ...]

    @classmethod
    async def of(cls, read: ReadTransaction, game: Game) -> OnRecord:
        """All of that, secret until the game is over."""
        log = await entries_after(read, game.id, 0, game.seq, rolled_back=True)
        return cls(await read.seed(game.id), await read.rolls(game.id), log, await seals_of(read, game.id))
