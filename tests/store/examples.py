"""Small games and messages for the tests of the store."""

from typing import Any

from store import Game, Message, NewEntry, NewGame, NewMessage, NewState, Roll, Store

SEED = bytes(range(32))
CHANNEL = 9_007_199_254_740_993  # An id of Discord is greater than what a float can hold.
ORGANISER = 1_234_567_890_123_456_789


def new_game(*, channel_id: int = CHANNEL, guild_id: int = 77, **changes: Any) -> NewGame:
    values: dict[str, Any] = {
        "name": "Winter 1941 – «Ærø»",
        "setup": "aa1941",
        "options": {"victory": "minor", "open_drafts": False},
        "organiser_id": ORGANISER,
        "seed": SEED,
        "commitment": "ab" * 32,
        "engine_version": "0.1.0",
        "event_format": 1,
    }
    return NewGame(guild_id=guild_id, channel_id=channel_id, **(values | changes))


def entry(cause: str, *, rolls: tuple[Roll, ...] = (), **changes: Any) -> NewEntry:
    values: dict[str, Any] = {
        "by": "germany",
        "action": {"type": "move", "units": {"infantry": 2}, "path": ["germany", "eastern_europe"]},
        "dice": tuple(face for roll in rolls for face in roll.faces),
        "events": ({"kind": "moved", "to": "eastern_europe"},),
        "engine_version": "0.1.0",
        "event_format": 1,
    }
    return NewEntry(cause=cause, rolls=rolls, **(values | changes))


def state(phase_key: str, body: str = "{}") -> NewState:
    return NewState(body=body, phase_key=phase_key, format=1)


def post(content: str, *, channel_id: int = CHANNEL, role: str | None = None, **changes: Any) -> NewMessage:
    return NewMessage(kind="post", channel_id=channel_id, role=role, payload={"content": content}, **changes)


def edit(content: str, *, channel_id: int = CHANNEL, role: str | None = None, **changes: Any) -> NewMessage:
    return NewMessage(kind="edit", channel_id=channel_id, role=role, payload={"content": content}, **changes)


async def running_game(store: Store, **changes: Any) -> Game:
    """A game that has begun, with a state before its first entry."""
    async with store.write() as w:
        game = await w.create_game(new_game(**changes))
        await w.commit_turn(game.id, 0, state=state("start", '{"at":0}'), status="running")
        return await w.game(game.id)


async def play(store: Store, game_id: int, phase_key: str, **changes: Any) -> int:
    """Commits one more entry, with a state that says which entry it follows; returns the entry's number."""
    async with store.write() as w:
        game = await w.game(game_id)
        seq = game.seq + 1
        body = f'{{"at":{seq}}}'
        await w.commit_turn(game_id, game.version, [entry(f"press {seq}", **changes)], state(phase_key, body))
    return seq


async def tell(store: Store, game_id: int, *messages: NewMessage) -> tuple[int, ...]:
    async with store.write() as w:
        return await w.outbox.enqueue(game_id, messages)


async def claim(store: Store, worker: str = "publisher", lease: int = 30, limit: int = 10) -> tuple[Message, ...]:
    async with store.write() as w:
        return (await w.outbox.claim(worker, lease, limit)).messages


async def sent(store: Store, message: Message, message_id: int | None = None, worker: str = "publisher") -> None:
    async with store.write() as w:
        await w.outbox.mark_sent(message, worker, message_id)


def contents(messages: tuple[Message, ...]) -> list[str]:
    return [str(message.payload["content"]) for message in messages]
