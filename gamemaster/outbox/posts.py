"""Messages for the outbox: new posts, posts that take the place of others, and edits.

Some posts become a container of components once they stand. They are posted in plain words, as components can't be
read in a push notification, and changed at once after that. Discord lets no such post become plain again, so whatever
changes it later says its container too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import GameState
from engine.quoting import with_single_stops
from gamemaster.keys import Button, rows_payload
from gamemaster.narration.phrases import the_power
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import table_settings_of
from store import Clock, Message, NewMessage, ReadTransaction

PANEL = "panel"
MAY_BE_EDITED = 50 * 60
DISCORD_EPOCH = 1_420_070_400


def post(
    loaded: SeatedGame,
    content: str,
    *,
    rows: Sequence[Sequence[Button]] = (),
    ping: Sequence[int] = (),
    picture: dict[str, Any] | None = None,
    chances: dict[str, Any] | None = None,
    role: str | None = None,
    instead: bool = False,
    container: dict[str, Any] | None = None,
) -> NewMessage:
    """A new post; `instead` of the one that had its role before, which is deleted, or else only loses its buttons.

    chances: those of battles that are worked out when it is sent, and told below. container: what it becomes once it
    stands (`container_payload`). Pings of a game in one sitting heed no quiet hours.
    """
    payload = {
        "content": with_single_stops(content),
        "rows": rows_payload(rows),
        "ping": list(ping),
        "instead": instead,
        **({"chances": chances} if chances else {}),
        **(container or {}),
        **({"at_once": True} if ping and table_settings_of(loaded.game).bank_minutes else {}),
    }
    return NewMessage(kind="post", channel_id=loaded.game.channel_id, payload=payload, picture=picture, role=role)


def edit(
    loaded: SeatedGame,
    content: str,
    role: str,
    *,
    rows: Sequence[Sequence[Button]] = (),
    picture: dict[str, Any] | None = None,
    chances: dict[str, Any] | None = None,
    container: dict[str, Any] | None = None,
) -> NewMessage:
    """The post in a role becomes this, picture, chances, container and buttons too."""
    words = {"content": with_single_stops(content), "rows": rows_payload(rows), "ping": list[int]()}
    payload: dict[str, Any] = {**words, **(container or {})}
    if chances:
        payload["chances"] = chances
    return NewMessage(kind="edit", channel_id=loaded.game.channel_id, payload=payload, picture=picture, role=role)


def seconds_of(message_id: int) -> int:
    """When a message was written, in UTC seconds: Discord's ids carry their time."""
    return (message_id >> 22) // 1000 + DISCORD_EPOCH


def first_id_at(seconds: int) -> int:
    """The lowest id of messages that are written from then on, in UTC seconds."""
    return max(seconds - DISCORD_EPOCH, 0) * 1000 << 22


async def is_old(read: ReadTransaction, loaded: SeatedGame, role: str, clock: Clock) -> bool:
    """Whether a post was made so long ago that Discord may refuse to edit it."""
    posted = await read.post(loaded.game.id, role)
    return posted is not None and clock() - seconds_of(posted.message_id) > MAY_BE_EDITED


def container_payload(state: GameState, *, above: int) -> dict[str, Any]:
    """A container of the power on turn as JSON for the outbox: so many lines and the next stand beside its emblem."""
    alt_text = f"The emblem of {the_power(state, state.power)}"
    return {"container": {"power": state.power, "beside": above + 1, "emblem": alt_text}}


def becomes_components(message: Message) -> bool:
    """Whether a message that was posted in plain words is to become a container."""
    return "container" in message.payload
