"""Where a game is opened, and the thread of its own that it may be given there."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from engine import load_setup
from engine.quoting import in_one_line
from gamemaster.errors import TableRefusal
from gamemaster.narration.phrases import as_plain_text
from gamemaster.table_settings import TableSettings
from store import Game, NewMessage, ReadTransaction
from store.outbox.threads import THREAD, threads_of

LONGEST_NAME = 100
"""Of a thread."""
BITS = 40
"""Every number that Discord gives is higher: those of its first minutes were."""


@dataclass(frozen=True)
class Ground:
    """A channel where a game is to be opened: whether it is a thread itself, and why no thread can be made there."""

    is_thread: bool = False
    no_thread: str = ""


def wants_thread(settings: TableSettings, ground: Ground) -> bool:
    """Whether a thread is to be made for a new game; in a thread it has its own already. Raises TableRefusal."""
    if settings.where != "thread" or ground.is_thread:
        return False
    if ground.no_thread:
        raise TableRefusal(f"{ground.no_thread} Nothing changed.")
    return True


def number_to_come() -> int:
    """What stands for the number of a thread until Discord has given it."""
    return 1 + secrets.randbits(BITS)


def is_to_come(channel_id: int) -> bool:
    """Whether a number only stands for that of a thread."""
    return channel_id <= 1 << BITS


def place_in_words(channel_id: int) -> str:
    """Where a game is played, as a link."""
    return "a thread that is still being made" if is_to_come(channel_id) else f"<#{channel_id}>"


async def calling_place(read: ReadTransaction, game: Game) -> int:
    """Where players are called for: the channel on which the game's own thread hangs, else where it is played."""
    own = (await threads_of(read, [game.id])).get(game.id)
    return own.channel_id if own is not None and own.message_id == game.channel_id else game.channel_id


def thread_wish(game: Game, parent_id: int, line: int, **more: Any) -> NewMessage:
    """What asks for a thread of a channel, in a line of its own or before all posts of a new game.

    It is made only as long as the game is where it is now.
    """
    edition = load_setup(game.setup).title
    name = in_one_line(game.name)[:LONGEST_NAME].strip() or edition
    what = f" ({edition})" if game.name != edition else ""
    payload = {
        "content": f"**{as_plain_text(game.name)}**{what} has this thread of its own.",
        "rows": [],
        "ping": [],
        "parent": parent_id,
        "of": game.channel_id,
        "name": name,
        **more,
    }
    return NewMessage(kind=THREAD, channel_id=line, payload=payload, role=THREAD)
