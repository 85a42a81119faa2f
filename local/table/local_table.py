"""The local table as one object, for `bot.py` and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from local.interactions import asking
from local.interactions.interaction import Interaction
from local.people.player import Player
from local.table import administration
from local.table.clock import Clock, TableClock
from local.table.core import Core
from local.table.faults import Faults
from local.table.shortcuts import Shortcut
from local.wire.errors import Json
from local.wire.gateway import Gateway
from local.wire.server import build_application
from local.world import default_world
from local.world.everything import World
from local.world.permissions import Permission
from local.world.storage import Storage

DEFAULT_TOKEN = "local-table-token"  # noqa: S105  # a token only for loopback protects nothing


class LocalTable:
    """A Discord-compatible server on loopback.

    `state` is the file that keeps everything over restarts (in memory without one), `clock` gives Unix seconds (a
    `TableClock` can be moved), `new_messages` is how many messages, and how many edits, a channel takes in 5 s,
    `privileged_intents` the bits of privileged gateway intents that the bot may ask for (none by default), `shortcuts`
    the commands that the page offers as one press, `shards` how many a bot is told to start, `identify_pause`
    the seconds between two of them (Discord's are 5).
    """

    def __init__(
        self,
        state: Path | None = None,
        *,
        token: str = DEFAULT_TOKEN,
        bot_name: str = "Game Master",
        clock: Clock | None = None,
        new_messages: int = 5,
        privileged_intents: int = 0,
        shortcuts: Sequence[Shortcut] = (),
        shards: int = 1,
        identify_pause: float = 0.0,
    ) -> None:
        self.bot_token = token
        self.clock = clock or TableClock()
        self._storage = Storage(state)
        self._core = Core(
            self._storage,
            self.clock,
            token,
            new_messages=new_messages,
            allowed_intents=privileged_intents,
            shards=shards,
            identify_pause=identify_pause,
        )
        self._core.shortcuts = tuple(shortcuts)
        if "guild" not in self._core.world.settings:
            default_world.lay_out(self._core.world, bot_name)
        self._runner: web.AppRunner | None = None
        self._players: list[Player] = []

    # Addresses

    @property
    def base_url(self) -> str:
        """Where the page is: `http://127.0.0.1:PORT`. Known after `start`."""
        return self._core.base_url

    @property
    def api_url(self) -> str:
        """For `discord.http.Route.BASE`."""
        return f"{self.base_url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """For `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY` (as a `yarl.URL`)."""
        return self._core.gateway_url

    @property
    def cdn_url(self) -> str:
        """For `discord.asset.Asset.BASE`."""
        return f"{self.base_url}/cdn"

    # Life

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listens; port 0 takes a free one. Raises OSError where the port is taken."""
        self._runner = web.AppRunner(build_application(self._core), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self._core.base_url = f"http://{host}:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        """Closes players, bots and the server; the state file stays."""
        for player in self._players:
            await player.close()
        self._core.feed.close()
        await self._core.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
        self._storage.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.stop()

    # People and places

    def user(self, name: str) -> Player:
        """The player who acts as this user; closed with the table."""
        player = Player(self.base_url, self._core.world.user_named(name)["global_name"])
        self._players.append(player)
        return player

    def add_user(self, name: str) -> Player:
        """A new member of the server."""
        administration.add_person(self._core, name)
        return self.user(name)

    def add_server(self, name: str, channel: str) -> str:
        """Another server with the same people, the same roles and one channel; gives its id.

        The page shows all servers as one, so channels are named apart.
        """
        return str(administration.add_server(self._core, name, channel)["id"])

    def add_channel(self, name: str, guild_id: str | None = None) -> str:
        """A new text channel, of the first server if none is named; gives its id."""
        return str(administration.add_channel(self._core, name, guild_id)["id"])

    def delete_channel(self, name: str) -> None:
        """Removes a channel or thread, by name or id."""
        administration.delete_channel(self._core, self.world.channel_named(name))

    def archive_thread(self, name: str, *, locked: bool = False) -> None:
        administration.archive_thread(self._core, self.world.channel_named(name), locked=locked)

    def lock_thread(self, name: str) -> None:
        """From now on only who may manage threads writes there."""
        administration.lock_thread(self._core, self.world.channel_named(name))

    def close_direct_messages(self, name: str) -> None:
        """The user no longer takes direct messages from the bot."""
        administration.close_direct_messages(self._core, self.world.user_named(name)["id"])

    def set_permissions(self, channel: str, who: str, *, allow: int = 0, deny: int = 0) -> None:
        """Allows or denies a member (or "@everyone") something in a channel; neither removes the exception."""
        place = self.world.channel_named(channel)
        target = place["guild_id"] if who == "@everyone" else self.world.user_named(who)["id"]
        administration.set_overwrite(self._core, place, target, allow=allow, deny=deny)

    def grant(self, name: str, permissions: int | Permission) -> None:
        """Gives a member a new role with these permissions in the whole server."""
        user_id = self.world.user_named(name)["id"]
        role = administration.add_role(self._core, f"{name}'s role", int(permissions))
        administration.set_roles(self._core, user_id, [*self.world.members[user_id]["roles"], role["id"]])

    def deliver_again(self, interaction_id: str) -> None:
        """Sends the bot an interaction again, as a resumed connection may."""
        self.gateway.dispatch("INTERACTION_CREATE", asking.payload(self._core, self._core.interactions[interaction_id]))

    def forge(self, kind: int, user_id: str, channel_id: str, data: Json, message_id: str | None = None) -> Interaction:
        """Sends the bot an interaction with any data at all; what becomes of it is seen in its `status`."""
        return asking.forge(self._core, user_id, self.world.channel(channel_id), kind, data, message_id)

    # Insight and switches

    @property
    def world(self) -> World:
        """All records, for assertions."""
        return self._core.world

    @property
    def interactions(self) -> Mapping[str, Interaction]:
        """The commands, presses and forms of the last minutes, by their ids."""
        return self._core.interactions

    @property
    def faults(self) -> Faults:
        return self._core.faults

    @property
    def gateway(self) -> Gateway:
        """`ask_to_reconnect()`, `invalidate()` and `drop()` disturb the bot's connection."""
        return self._core.gateway

    @property
    def refusals(self) -> list[str]:
        """What the table refused the bot so far (rate limits apart): route and error body, in words."""
        return self._core.refusals

    @property
    def command_updates(self) -> int:
        """How often the bot has registered its commands."""
        return self._core.command_updates

    @property
    def rate_limited(self) -> list[str]:
        """The routes on which the bot asked for more than a limit allows, each time it did."""
        return self._core.rate_limited

    @property
    def bot_user(self) -> Json:
        return self.world.users[self.world.bot_id]
