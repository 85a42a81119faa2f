"""What became of a command whose answer was cut off as the bot ended."""

from __future__ import annotations

from enum import Enum, auto

from store import Store


class CutOff(Enum):
    """Of a command of which nobody has told the player yet what came of it."""

    COUNTED = auto()
    """It is in the log."""
    ROLLS = auto()
    """It is written down to be rolled for, so it will be in the log."""
    DID_NOT_COUNT = auto()
    """It would have been in the log, had it counted, and it is not."""
    ASKED_IN_VAIN = auto()
    """The command is none of those that are logged: it only wanted an answer, or its effect shows in the game."""


class CutOffCommands:
    """Looks them up."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, channel_id: int, cause: str, *, is_order: bool) -> CutOff:
        """What became of a command in a channel, once nothing can still be working on it."""
        async with self._store.write() as write:  # It waits for what is still being saved.
            for game in await write.hold_games_of_channel(channel_id):
                if (await write.game_for_order(game, cause)).is_done:
                    return CutOff.COUNTED
                roll = await write.open_roll(game)
                if roll is not None and roll.cause == cause:
                    return CutOff.ROLLS
        return CutOff.DID_NOT_COUNT if is_order else CutOff.ASKED_IN_VAIN
