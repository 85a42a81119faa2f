"""What the publisher hands to Discord, and what may come of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from maps import Picture


class ChannelGone(Exception):
    """The channel was deleted, or the bot may no longer write there; the text says which."""


class NotDelivered(Exception):
    """Discord could not be reached or refused for now. `doubtful`: the message may have arrived all the same."""

    def __init__(self, reason: str, *, doubtful: bool) -> None:
        super().__init__(reason)
        self.doubtful = doubtful


class NotEditable(Exception):
    """The message is gone, too old, another's, or in an archived thread: it stays as it is."""


class Unsendable(Exception):
    """Discord will never take this message."""


class PictureRefused(Exception):
    """Discord does not take the picture here; the text alone may do."""


@dataclass(frozen=True)
class Container:
    """The words of a message in a frame of a power's colour: the first beside its emblem, the others below."""

    power: str
    first: str
    others: str
    emblem: Picture | None


@dataclass(frozen=True)
class Outgoing:
    """A message ready to be sent. `rows` are buttons as JSON, `ping` the only users that may be notified.

    pictures: at most as many as Discord takes with one message; several are shown as one gallery. is_silent: it makes
    no sound on any device. container: what an edit makes of the message, its words and its buttons too.
    """

    channel_id: int
    content: str
    rows: Sequence[Sequence[dict[str, Any]]]
    ping: Sequence[int]
    nonce: str
    pictures: Sequence[Picture] = ()
    is_silent: bool = False
    container: Container | None = None


class Sender(Protocol):
    """What the publisher needs of Discord."""

    async def post(self, message: Outgoing) -> int:
        """Post a message and give its id; raises ChannelGone, NotDelivered, Unsendable, PictureRefused."""
        ...

    async def edit(self, message_id: int, message: Outgoing) -> None:
        """Change a message to this, its picture too; raises as `post` does, and NotEditable."""
        ...

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; nothing happens if it is gone. Raises ChannelGone, NotDelivered."""
        ...

    async def find(self, channel_id: int, tag: str) -> int | None:
        """The id of the bot's own recent message that bears a tag; raises ChannelGone, NotDelivered."""
        ...

    async def strip_buttons(self, channel_id: int, message_id: int) -> None:
        """Take the buttons off a message, where that can be done. Raises ChannelGone, NotDelivered, Unsendable."""
        ...

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> None:
        """Let a thread hang on a message, whose number it bears; nothing happens where one does already.

        Raises ChannelGone, NotDelivered, Unsendable.
        """
        ...

    async def tell(self, user_id: int, text: str) -> bool:
        """Send a direct message; gives whether the user takes any. Raises NotDelivered."""
        ...
