"""What a host or server manager is told: how much there is, what waits and fails, what Discord knows of the bot."""

from __future__ import annotations

from gamemaster.roles import Actor, check_may
from store import Figures, Game, ParkedChannel, ServerFigures, SetAside, Store


class HostReports:
    """Reads them; nothing of it shows a position or an order."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def unfinished_games(self) -> tuple[int, int]:
        """How many games are under way, and how many have not begun."""
        async with self._store.read() as read:
            return await read.unfinished_games()

    async def figures(self) -> Figures:
        """How much there is at this moment."""
        return await self._store.figures()

    async def of_server(self, actor: Actor, guild_id: int) -> tuple[tuple[Game, ...], ServerFigures]:
        """The games of a server that are not over, and what waits and fails there; raises NotAllowed."""
        check_may("look at what I lack", actor)
        async with self._store.read() as read:
            games = await read.unfinished_games_of_guild(guild_id)
        return games, await self._store.server_figures(guild_id)

    async def parked_channels(self) -> tuple[ParkedChannel, ...]:
        """The channels where nothing can be posted."""
        async with self._store.read() as read:
            return await read.parked_channels()

    async def set_aside_messages(self) -> tuple[SetAside, ...]:
        """The messages that could never be sent, newest first."""
        async with self._store.read() as read:
            return await read.set_aside_messages()

    async def registered_commands(self, application_id: int) -> str | None:
        """The fingerprint of the commands that Discord has for an application, as far as is known."""
        async with self._store.read() as read:
            return await read.registered_commands(application_id)

    async def remember_registered_commands(self, application_id: int, fingerprint: str | None) -> None:
        """What commands Discord has for an application from now on; None where that is not known."""
        async with self._store.write() as write:
            await write.remember_registered_commands(application_id, fingerprint)
