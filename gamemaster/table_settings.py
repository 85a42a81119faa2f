"""What a table has agreed on beside the rules: how much is posted, how long an answer is waited for, reminders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from engine.state.words import number
from gamemaster.errors import TableRefusal
from gamemaster.plain_text import as_plain_text
from store import Game

Posts = Literal["phases", "turns"]
POSTS: Mapping[Posts, str] = {"phases": "a report of each phase", "turns": "one report a turn"}
MOST_HOURS = 14 * 24
LEAST_HOURS_TO_REMINDER = 24
"""So no game reminds anybody twice a day."""
AN_HOUR = 3600


@dataclass(frozen=True)
class TableSettings:
    """posts: what the channel is told. grace_hours: how long nobody answers for somebody who is away.

    reminder_hours: after how many hours without a post players are reminded that the game waits for them; 0: never.
    deadline_hours: after how many hours a question gets the printed default by itself; 0: never.
    """

    posts: Posts = "phases"
    grace_hours: int = 24
    reminder_hours: int = 24
    deadline_hours: int = 0

    @property
    def grace(self) -> int:
        """The grace time in seconds."""
        return self.grace_hours * AN_HOUR

    def deadline(self, asked_at: int) -> int | None:
        """When a question gets the printed default by itself, in UTC seconds; None where it never does."""
        return asked_at + self.deadline_hours * AN_HOUR if self.deadline_hours else None

    @property
    def in_words(self) -> Iterator[str]:
        """A line for each setting that is not as usual."""
        if self.posts != USUAL.posts:
            yield f"Posts: {POSTS[self.posts]}"
        if self.grace_hours != USUAL.grace_hours:
            yield f"Nobody may answer for an absent player in the first {number(self.grace_hours, 'hour')}"
        if not self.reminder_hours:
            yield "No reminders"
        elif self.reminder_hours != USUAL.reminder_hours:
            yield f"Reminders: after {number(self.reminder_hours, 'hour')} without a move"
        if self.deadline_hours:
            yield f"Deadline: after {number(self.deadline_hours, 'hour')} without an answer the printed default counts"

    @property
    def stored(self) -> dict[str, Any]:
        """What is not as usual."""
        usual = asdict(USUAL)
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


USUAL = TableSettings()


def table_settings_of(game: Game) -> TableSettings:
    """The settings of a game."""
    return TableSettings(**(game.customs or {}))


def read_table_settings(
    posts: str = "",
    grace_hours: int | None = None,
    reminder_hours: int | None = None,
    deadline_hours: int | None = None,
) -> TableSettings:
    """The settings that a table chooses, the usual ones where it says nothing; raises TableRefusal."""
    chosen: Posts | None = next((each for each in get_args(Posts) if each == (posts or USUAL.posts)), None)
    if chosen is None:
        raise TableRefusal(f"Posts can be {' or '.join(POSTS)}, not “{as_plain_text(posts)}”.")
    hours = USUAL.grace_hours if grace_hours is None else grace_hours
    if not 0 <= hours <= MOST_HOURS:
        raise TableRefusal(f"The grace time can be 0 to {MOST_HOURS} hours.")
    reminders = USUAL.reminder_hours if reminder_hours is None else reminder_hours
    if reminders and not LEAST_HOURS_TO_REMINDER <= reminders <= MOST_HOURS:
        raise TableRefusal(
            f"Reminders can come after {LEAST_HOURS_TO_REMINDER} to {MOST_HOURS} hours, or never: write 0 for that."
        )
    deadline = USUAL.deadline_hours if deadline_hours is None else deadline_hours
    if not 0 <= deadline <= MOST_HOURS:
        raise TableRefusal(f"The deadline for answers can be 1 to {MOST_HOURS} hours, or 0 for none.")
    return TableSettings(chosen, hours, reminders, deadline)
