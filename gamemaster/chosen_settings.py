"""What a table chooses as its game begins, as it is read: raises TableRefusal where no game is played so."""

from __future__ import annotations

from dataclasses import replace

from engine.state.words import listed
from gamemaster.errors import TableRefusal
from gamemaster.gathering import Gathering, read_joining, read_seating
from gamemaster.narration.phrases import as_plain_text
from gamemaster.table_settings import (
    LEAST_HOURS_TO_REMINDER,
    MAY_END,
    MOST_HOURS,
    MOST_TO_ASK_FROM,
    OF_NEW_GAMES,
    PACES,
    POSTS,
    TAKE_BACKS,
    USUAL,
    Posts,
    TableSettings,
    TakeBacks,
    TimeUp,
    Where,
    known_posts,
)

IN_A_THREAD = ("in a thread", "thread")
"""What says beside the form of the posts that the game has a thread of its own."""


def read_table_settings(
    posts: str = "",
    grace_hours: int | None = None,
    reminder_hours: int | None = None,
    deadline_hours: int | None = None,
    pace: str = "",
    time_up: str = "",
    ask_from: int | None = None,
    joining: str = "",
    seating: str = "",
    take_backs: str = "",
) -> TableSettings:
    """The settings that a table chooses, those of its pace where it says nothing; raises TableRefusal.

    posts: how much is posted, and where (`read_posts`).
    """
    usual = PACES.get(pace or USUAL.pace)
    if usual is None:
        raise TableRefusal(f"The pace can be {listed(PACES, 'or')}, not “{as_plain_text(pace)}”.")
    form, where = read_posts(posts)
    hours = usual.grace_hours if grace_hours is None else grace_hours
    if not 0 <= hours <= MOST_HOURS:
        raise TableRefusal(f"The grace time can be 0 to {MOST_HOURS} hours.")
    reminders = usual.reminder_hours if reminder_hours is None else reminder_hours
    if reminders and not LEAST_HOURS_TO_REMINDER <= reminders <= MOST_HOURS:
        raise TableRefusal(
            f"Reminders can come after {LEAST_HOURS_TO_REMINDER} to {MOST_HOURS} hours, or never: write 0 for that."
        )
    least = usual.ask_from if ask_from is None else ask_from
    if not 0 <= least <= MOST_TO_ASK_FROM:
        raise TableRefusal(f"`ask_from` can be 0 to {MOST_TO_ASK_FROM} IPCs.")
    up = _read_time_up(time_up, usual, deadline_hours)
    if up == "organiser":
        usual = replace(usual, deadline_hours=0, answer_minutes=0)
    deadline = usual.deadline_hours if deadline_hours is None else deadline_hours
    if not 0 <= deadline <= MOST_HOURS:
        raise TableRefusal(f"The deadline for answers can be 1 to {MOST_HOURS} hours, or 0 for none.")
    if deadline_hours is not None:
        usual = replace(usual, answer_minutes=0)
    return replace(
        usual,
        posts=form,
        where=where,
        grace_hours=hours,
        reminder_hours=reminders,
        deadline_hours=deadline,
        time_up=up,
        ask_from=least,
        take_backs=_read_take_backs(take_backs),
        gathering=Gathering(read_joining(joining), seating=read_seating(seating)),
    )


def _read_take_backs(text: str) -> TakeBacks:
    """Whether players can have the game put back; raises TableRefusal."""
    found = next((each for each in TAKE_BACKS if each == (text or USUAL.take_backs)), None)
    if found is None:
        raise TableRefusal(f"Take-backs can be {listed(TAKE_BACKS, 'or')}, not “{as_plain_text(text)}”.")
    return found


def _read_time_up(time_up: str, usual: TableSettings, deadline_hours: int | None) -> TimeUp:
    """Who goes on once a time is up; raises TableRefusal."""
    chosen: TimeUp | None = next((each for each in MAY_END if each == (time_up or usual.time_up)), None)
    if chosen is None:
        raise TableRefusal(f"`time_up` can be {listed(MAY_END, 'or')}, not “{as_plain_text(time_up)}”.")
    if chosen != "default" and not usual.times_turns:
        raise TableRefusal("`time_up` is for a pace with a time for turns: choose a pace too.")
    if chosen == "organiser" and deadline_hours:
        raise TableRefusal("With `time_up: organiser` questions wait for the organiser, so leave the deadline out.")
    return chosen


def read_posts(text: str) -> tuple[Posts, Where]:
    """The form that a table chooses, and where the game is played: "full", "in a thread", "full, in a thread".

    Raises TableRefusal.
    """
    words = [word.strip() for word in text.lower().split(",") if word.strip()]
    forms = [word for word in words if word not in IN_A_THREAD]
    found = known_posts(forms[0]) if forms else OF_NEW_GAMES
    if found is None or len(forms) > 1:
        raise TableRefusal(
            f"Posts can be {listed(POSTS, 'or')}, not “{as_plain_text(text)}”. For a thread of the game's own add it "
            "after a comma: “brief, in a thread”."
        )
    return found, "thread" if len(words) > len(forms) else "here"
