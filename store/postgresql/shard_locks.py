"""The locks on PostgreSQL by which no two bots have the same shard, taken again where their connection was lost."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from store.database.dialect import ADVISORY, failures_explained, place_of
from store.errors import DatabaseInUse

LOOK_SECONDS, ANSWER_SECONDS = 2.0, 10.0
TRIES = 3
"""How often to try a lock that another holds before giving up: our own old connection may just be ending."""
# A machine that vanishes is noticed within half a minute, not within hours.
_KEEPALIVE = {"tcp_keepalives_idle": "15", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
_SESSION = text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_END_SESSION = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid AND backend_start = :backend_start"
)

log = logging.getLogger(__name__)


@asynccontextmanager
async def alone_with_shards(url: URL, shards: Sequence[int]) -> AsyncIterator[None]:
    """Keeps other bots from these shards as long as this lasts; raises `DatabaseInUse` where one has one already.

    So it does, after what is within has been cancelled, where another takes one while the server is away.
    """
    locks = _Locks(url, shards)
    await locks.take()
    keeping = asyncio.create_task(locks.keep(asyncio.current_task()))
    try:
        yield
    except asyncio.CancelledError:
        if locks.taken is None:
            raise
        raise locks.taken from None
    finally:
        keeping.cancel()
        await asyncio.wait([keeping])
        await locks.let_go()


class _Locks:
    def __init__(self, url: URL, shards: Sequence[int]) -> None:
        settings = {"server_settings": {**_KEEPALIVE, "application_name": "communique"}}
        self._engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=settings)
        self._place = place_of(url)
        self._shards = shards
        self._connection: AsyncConnection | None = None
        self._session: dict[str, Any] | None = None
        self.taken: DatabaseInUse | None = None

    async def take(self) -> None:
        """Take all of them, on a new connection; raises `DatabaseInUse`, and as all of the store does."""
        with failures_explained(self._place):
            connection = await self._engine.connect()
            try:
                if self._session is not None:  # The server may not know yet that it has ended.
                    await connection.execute(_END_SESSION, self._session)
                self._session = dict((await connection.execute(_SESSION)).one()._mapping)
                await self._take_on(connection)
            except BaseException:
                await connection.close()
                raise
        self._connection = connection

    async def _take_on(self, connection: AsyncConnection) -> None:
        for shard in self._shards:
            if not (await connection.execute(select(func.pg_try_advisory_lock(ADVISORY, shard)))).scalar_one():
                raise DatabaseInUse(self._place, shard)

    async def keep(self, holder: asyncio.Task[Any] | None) -> None:
        """Check that the connection is alive, and take the locks again where it is not; else cancel the holder."""
        tries = 0
        while self.taken is None:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if self._connection is None:
                    await self.take()
                    log.info("Other bots are again kept away from this one's shards.")
                else:
                    with failures_explained(self._place):
                        async with asyncio.timeout(ANSWER_SECONDS):
                            await self._connection.execute(select(1))
                tries = 0
            except DatabaseInUse as taken:
                tries += 1
                self.taken = taken if tries == TRIES else None
            except Exception as failure:
                if self._connection is not None:
                    log.warning("The connection that keeps other bots away is lost. Trying to reconnect: %s", failure)
                    with suppress(Exception):
                        await self._connection.invalidate()
                await self.let_go()
        log.error("Another bot took one of this bot's shards while the database was away, so this bot stops.")
        if holder is not None:
            holder.cancel()

    async def let_go(self) -> None:
        """Close the connection, with which the locks end; where the server is away they have ended already."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.close()
