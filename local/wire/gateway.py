"""The gateway: sessions, heartbeats, resuming, and which events a bot is sent."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from local.wire.errors import Json

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE = 0, 1, 2, 3
RESUME, RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 6, 7, 8, 9, 10, 11
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED = (
    4001,
    4002,
    4003,
    4004,
    4005,
)
SESSION_TIMED_OUT, INVALID_SHARD, DISALLOWED_INTENTS = 4009, 4010, 4014

HEARTBEAT_SECONDS = 41.25
ACK_SECONDS = 0.05  # discord.py notes the time only after it has sent, and takes an answer before that for a late one
KEPT_EVENTS = 5000

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES, GUILD_MESSAGES = 1 << 0, 1 << 1, 1 << 8, 1 << 9
GUILD_REACTIONS, GUILD_TYPING, DIRECT_MESSAGES, DIRECT_REACTIONS, MESSAGE_CONTENT = (
    1 << 10,
    1 << 11,
    1 << 12,
    1 << 13,
    1 << 15,
)
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT


class Session:
    """One identified bot, or one shard of it, its number and how many there are: it hears only of its own servers.

    Its events are numbered and kept, so that it can resume after a lost connection.
    """

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.connection: Connection | None = None
        self._sequence = 0
        self._events: deque[Json] = deque(maxlen=KEPT_EVENTS)

    def hears(self, guild_id: str | None) -> bool:
        """Whether it hears of a server; the first shard hears of what is in none, such as direct messages."""
        number, count = self.shard
        return number == (0 if guild_id is None else (int(guild_id) >> 22) % count)

    def dispatch(self, event: str, data: Json) -> None:
        self._sequence += 1
        payload = {"op": DISPATCH, "t": event, "s": self._sequence, "d": data}
        self._events.append(payload)
        if self.connection is not None:
            self.connection.send(payload)

    def replay(self, after: int) -> None:
        """Sends what came after this sequence number, then RESUMED."""
        if self.connection is not None:
            for payload in [event for event in self._events if event["s"] > after]:
                self.connection.send(payload)
            self.dispatch("RESUMED", {})


class Connection:
    """One web socket. Payloads are queued and written in order, compressed where the bot asked for zlib-stream."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.transport = request.transport
        self.session: Session | None = None
        self._zlib = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        self._queue: asyncio.Queue[Json | int] = asyncio.Queue()

    def send(self, payload: Json) -> None:
        self._queue.put_nowait(payload)

    def close(self, code: int) -> None:
        """Closes with this code once all that is queued has been sent."""
        self._queue.put_nowait(code)

    async def write(self) -> None:
        while not self.socket.closed:
            payload = await self._queue.get()
            if isinstance(payload, int):
                await self.socket.close(code=payload)
                return
            text = json.dumps(payload)
            if self._zlib is None:
                await self.socket.send_str(text)
            else:
                await self.socket.send_bytes(self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH))


class Gateway:
    """All sessions. `greet` gives the events after IDENTIFY, `members` the answer to a request for members.

    `identify_pause`: seconds until the next shard may identify itself, as `max_concurrency` is 1.
    """

    def __init__(
        self,
        token: str,
        greet: Callable[[Session], list[tuple[str, Json]]],
        members: Callable[[Json], Json],
        allowed_intents: int,
        identify_pause: float = 0.0,
    ) -> None:
        self._identify_pause = identify_pause
        self._identified_at = -math.inf
        self._token = token
        self._greet = greet
        self._members = members
        self._allowed_intents = allowed_intents
        self._sessions: dict[str, Session] = {}

    def is_heard(self, event: str, data: Json) -> bool:
        """Whether a bot listens at this moment to whom an event would be sent."""
        guild_id = _guild_of(event, data)
        return any(session.connection and session.hears(guild_id) for session in self._sessions.values())

    def dispatch(self, event: str, data: Json, intent: int = 0, shown: Callable[[int], Json] | None = None) -> None:
        """Sends an event to every session with the intent that hears of its server.

        `shown` may adapt the data to a session's intents.
        """
        guild_id = _guild_of(event, data)
        for session in self._sessions.values():
            if session.intents & intent == intent and session.hears(guild_id):
                session.dispatch(event, data if shown is None else shown(session.intents))

    def ask_to_reconnect(self) -> None:
        """Sends every bot the opcode RECONNECT and closes; the sessions can be resumed."""
        for connection in self._connections():
            connection.send({"op": RECONNECT, "d": None})
            connection.close(WSCloseCode.SERVICE_RESTART)

    def invalidate(self) -> None:
        """Ends every session: the bots must identify again."""
        connections = self._connections()
        self._sessions.clear()
        for connection in connections:
            connection.send({"op": INVALID_SESSION, "d": False})

    def end_all(self, code: int) -> None:
        """Closes every connection with a code, such as where the token is no longer valid (4004)."""
        for connection in self._connections():
            connection.close(code)

    def drop(self) -> None:
        """Cuts every connection without a word; events that follow are kept for a resume."""
        for connection in self._connections():
            _detach(connection)
            if connection.transport is not None:
                connection.transport.abort()

    async def close(self) -> None:
        for connection in self._connections():
            _detach(connection)
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)
        self._sessions.clear()

    def _connections(self) -> list[Connection]:
        return [session.connection for session in self._sessions.values() if session.connection is not None]

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """A bot's connection, from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=1 << 16, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request)
        writer = asyncio.create_task(connection.write())
        connection.send({"op": HELLO, "d": {"heartbeat_interval": int(HEARTBEAT_SECONDS * 1000)}})
        try:
            await self._listen(connection)
        except TimeoutError:
            await socket.close(code=SESSION_TIMED_OUT)
        finally:
            _detach(connection)
            writer.cancel()
        return socket

    async def _listen(self, connection: Connection) -> None:
        while True:
            message = await connection.socket.receive(timeout=HEARTBEAT_SECONDS * 2)
            if message.type != WSMsgType.TEXT:
                return
            try:
                payload = json.loads(message.data)
                op, data = payload["op"], payload.get("d")
            except (ValueError, KeyError, TypeError):
                connection.close(DECODE_ERROR)
                continue
            self._answer(connection, op, data)

    def _answer(self, connection: Connection, op: int, data: Any) -> None:
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send, {"op": HEARTBEAT_ACK, "d": None})
        elif op == IDENTIFY:
            self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)
        elif connection.session is None:
            connection.close(NOT_AUTHENTICATED)
        elif op == REQUEST_MEMBERS:
            connection.session.dispatch("GUILD_MEMBERS_CHUNK", self._members(data))
        elif op != PRESENCE:
            connection.close(UNKNOWN_OPCODE)

    def _identify(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            connection.close(ALREADY_AUTHENTICATED)
        elif data["token"] != self._token:
            connection.close(AUTHENTICATION_FAILED)
        elif data["intents"] & PRIVILEGED & ~self._allowed_intents:
            connection.close(DISALLOWED_INTENTS)
        elif "shard" in data and not 0 <= data["shard"][0] < data["shard"][1]:
            connection.close(INVALID_SHARD)
        elif (now := asyncio.get_running_loop().time()) < self._identified_at + self._identify_pause:
            connection.send({"op": INVALID_SESSION, "d": False})
        else:
            self._identified_at = now
            number, count = data.get("shard", (0, 1))
            session = Session(data["intents"], (number, count))
            live = {known.id: known for known in self._sessions.values() if known.connection is not None}
            self._sessions = {**live, session.id: session}
            _attach(connection, session)
            for event, payload in self._greet(session):
                session.dispatch(event, payload)

    def _resume(self, connection: Connection, data: Json) -> None:
        if data["token"] != self._token:
            connection.close(AUTHENTICATION_FAILED)
            return
        session = self._sessions.get(data["session_id"])
        if session is None:
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        _attach(connection, session)
        session.replay(after=data["seq"] or 0)


def _guild_of(event: str, data: Json) -> str | None:
    """The server that an event is about, None where it is about none."""
    guild_id = data["id"] if event in ("GUILD_CREATE", "GUILD_UPDATE") else data.get("guild_id")
    return None if guild_id is None else str(guild_id)


def _attach(connection: Connection, session: Session) -> None:
    connection.session = session
    session.connection = connection


def _detach(connection: Connection) -> None:
    if connection.session is not None and connection.session.connection is connection:
        connection.session.connection = None
