"""What goes between a bot and PostgreSQL: a relay that counts how often the bot waits for the server."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sqlalchemy.engine import make_url

WAITS = b"QSH"
"""The messages after which a client waits for what the server says: Query, Sync and Flush."""
ASKS_FOR_TLS = 80877103
CHUNK = 65536


@dataclass
class RoundTrips:
    """What was counted so far; `url`: where the bot finds the server behind the relay. `log`: the kinds, in order."""

    url: str
    log: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How often the bot has waited."""
        return len(self.log)


@asynccontextmanager
async def counted_round_trips(url: str) -> AsyncIterator[RoundTrips]:
    """A relay before the server of this URL."""
    server = make_url(url)
    relays: set[asyncio.Task[None]] = set()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        relays.add(task)
        from_server, to_server = await asyncio.open_connection(server.host, server.port)
        back = asyncio.create_task(_pass_on(from_server, writer))
        try:
            await _pass_on_counted(reader, to_server, found)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            back.cancel()
            to_server.close()
            writer.close()

    listening = await asyncio.start_server(relay, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    found = RoundTrips(server.set(port=port).render_as_string(hide_password=False))
    try:
        yield found
    finally:
        listening.close()
        for task in relays:
            task.cancel()
        await asyncio.gather(*relays, return_exceptions=True)


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while some := await source.read(CHUNK):
        target.write(some)
        await target.drain()
    target.close()  # so that the side that has said goodbye hears that the other has, too


async def _pass_on_counted(source: asyncio.StreamReader, target: asyncio.StreamWriter, found: RoundTrips) -> None:
    """Greetings have a length alone; then each message has a letter before it."""
    while True:
        length = await source.readexactly(4)
        greeting = await source.readexactly(_number(length) - 4)
        target.write(length + greeting)
        if _number(greeting[:4]) != ASKS_FOR_TLS:
            break
    while True:
        head = await source.readexactly(5)
        body = await source.readexactly(_number(head[1:]) - 4)
        if head[:1] in WAITS:
            found.log.append(head[:1].decode())
        target.write(head + body)


def _number(raw: bytes) -> int:
    return int(struct.unpack("!i", raw)[0])
