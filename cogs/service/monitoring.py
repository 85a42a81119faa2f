"""What a host's tools ask on this machine: whether the bot is well (/healthz), and its figures (/metrics)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

from aiohttp import web
from prometheus_client import Gauge, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from cogs.interactions.life import REGISTRY
from cogs.service.client import TableBot
from store import Figures, StoreError

LOOPBACK = "127.0.0.1"
PATIENCE_SECONDS = 2.0

_GAUGES: dict[str, Callable[[Figures], float]] = {
    "communique_games_running": lambda figures: figures.running,
    "communique_games_in_lobby": lambda figures: figures.lobbies,
    "communique_outbox_waiting": lambda figures: figures.waiting,
    "communique_outbox_oldest_seconds": lambda figures: figures.oldest_seconds,
    "communique_channels_parked": lambda figures: figures.parked,
    "communique_database_bytes": lambda figures: figures.database_bytes,
}
_OF_PROCESS: dict[str, Callable[[TableBot], float]] = {
    "communique_chances_remembered_ratio": lambda bot: bot.master.chances.hit_rate,
    "communique_odds_remembered_ratio": lambda bot: bot.master.odds.hit_rate,
}
_SHOWN = {name: Gauge(name, name.replace("_", " "), registry=REGISTRY) for name in (*_GAUGES, *_OF_PROCESS)}


@asynccontextmanager
async def watched(bot: TableBot, port: int | None) -> AsyncIterator[None]:
    """Answer on loopback while the bot runs, where a port is set; raises OSError if it is taken."""
    if port is None:
        yield
        return
    site = web.Application()
    site.add_routes([web.get("/healthz", _Health(bot).answer), web.get("/metrics", _Metrics(bot).answer)])
    runner = web.AppRunner(site, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, LOOPBACK, port).start()
        yield
    finally:
        await runner.cleanup()


class _Health:
    """Well is a bot that reads its games and sends; an outage of Discord is told, but no reason to start it anew."""

    def __init__(self, bot: TableBot) -> None:
        self._bot = bot

    async def answer(self, _request: web.Request) -> web.Response:
        """200 or 503, with a word on each part."""
        database, sending = await self._database(), self._bot.master.publisher.is_at_work
        parts = {
            "discord": "connected" if self._bot.is_ready() else "not connected",
            "database": "answers" if database else "does not answer",
            "sending": "at work" if sending else "stopped",
        }
        status = HTTPStatus.OK if database and sending else HTTPStatus.SERVICE_UNAVAILABLE
        return web.json_response(parts, status=status)

    async def _database(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._bot.master.host_reports.figures()
        except (StoreError, TimeoutError):
            return False
        return True


class _Metrics:
    def __init__(self, bot: TableBot) -> None:
        self._bot = bot

    async def answer(self, _request: web.Request) -> web.Response:
        """All figures as Prometheus reads them; those of the database as they are now."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                figures = await self._bot.master.host_reports.figures()
        except (StoreError, TimeoutError):
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE, text="The database does not answer.")
        for name, of in _GAUGES.items():
            _SHOWN[name].set(of(figures))
        for name, of_bot in _OF_PROCESS.items():
            _SHOWN[name].set(of_bot(self._bot))
        return web.Response(body=generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})
