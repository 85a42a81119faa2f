"""What a table has agreed on beside the rules: how much is posted, and how long an answer is waited for."""

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
AN_HOUR = 3600


@dataclass(frozen=True)
class TableSettings:
    """posts: what the channel is told. grace_hours: how long nobody answers for somebody who is away."""

    posts: Posts = "phases"
    grace_hours: int = 24

    @property
    def grace(self) -> int:
        """The grace time in seconds."""
        return self.grace_hours * AN_HOUR

    @property
    def in_words(self) -> Iterator[str]:
        """A line for each setting that is not as usual."""
        if self.posts != USUAL.posts:
            yield f"Posts: {POSTS[self.posts]}"
        if self.grace_hours != USUAL.grace_hours:
            yield f"Nobody may answer for an absent player in the first {number(self.grace_hours, 'hour')}"

    @property
    def stored(self) -> dict[str, Any]:
        """What is not as usual."""
        usual = asdict(USUAL)
        return {name: value for name, value in asdict(self).items() if value != usual[name]}


USUAL = TableSettings()


def table_settings_of(game: Game) -> TableSettings:
    """The settings of a game."""
    return TableSettings(**(game.customs or {}))


def read_table_settings(posts: str = "", grace_hours: int | None = None) -> TableSettings:
    """The settings that a table chooses, the usual ones where it says nothing; raises TableRefusal."""
    chosen: Posts | None = next((each for each in get_args(Posts) if each == (posts or USUAL.posts)), None)
    if chosen is None:
        raise TableRefusal(f"Posts can be {' or '.join(POSTS)}, not “{as_plain_text(posts)}”.")
    hours = USUAL.grace_hours if grace_hours is None else grace_hours
    if not 0 <= hours <= MOST_HOURS:
        raise TableRefusal(f"The grace time can be 0 to {MOST_HOURS} hours.")
    return TableSettings(chosen, hours)
