"""Users who wait for an answer: if the bot dies meanwhile, the next one tells them what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from store import Clock
from store.outbox.unanswered import UnansweredCommand, UnansweredFile

TOKEN_SECONDS = 15 * 60
"""For so long Discord takes an answer."""


class UnansweredCommands:
    """Written down before Discord is told that an answer takes longer, and removed once it is answered.

    Without a file nobody is told after a crash.
    """

    def __init__(self, file: UnansweredFile | None, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        self._ends: dict[int, asyncio.TimerHandle] = {}

    def left_behind(self) -> Sequence[UnansweredCommand]:
        """The commands of a bot that has died, at the start of this one."""
        left = self._file.open() if self._file else ()
        for command in left:
            self._end_in_time(command)
        return left

    def begun(self, command: UnansweredCommand) -> None:
        """Somebody waits from now on, or what is known of that is this by now."""
        if self._file:
            self._file.put(command)
            self._end_in_time(command)

    def answered(self, interaction_id: int) -> None:
        """The user has an answer, or can no longer get one."""
        if self._file:
            self._file.remove(interaction_id)
            if (end := self._ends.pop(interaction_id, None)) is not None:
                end.cancel()

    def can_be_told(self, command: UnansweredCommand) -> bool:
        """Whether Discord still takes an answer to a command."""
        return self._seconds_left(command) > 0

    def stop(self) -> None:
        """Leave nothing behind but what is not answered."""
        for end in self._ends.values():
            end.cancel()
        if self._file:
            self._file.close()

    def _seconds_left(self, command: UnansweredCommand) -> int:
        return command.began_at + TOKEN_SECONDS - self._clock()

    def _end_in_time(self, command: UnansweredCommand) -> None:
        """See to it that no token is kept for longer than it is good for."""
        if command.interaction_id not in self._ends:
            left = max(0, self._seconds_left(command))
            end = asyncio.get_running_loop().call_later(left, self.answered, command.interaction_id)
            self._ends[command.interaction_id] = end
