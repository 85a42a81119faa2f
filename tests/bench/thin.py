"""A Discord that checks nothing and keeps nothing, so that almost all of the machine is left to the bots.

It speaks to any number of shards, and to players who are no more than an interaction sent and its answer awaited.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from local.wire.gateway import Gateway, Session

Json = dict[str, Any]
TOKEN, BOT, APPLICATION = "a-token", "3", "4"  # it protects nothing
THINKING = 5
EVERYTHING = str((1 << 53) - 1)
PATIENCE_SECONDS = 60.0
_API = "/api/v10"
_PERSON = {"discriminator": "0", "avatar": None, "bot": False, "system": False, "public_flags": 0}
_MEMBER: Json = {"roles": [], "nick": None, "avatar": None, "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
_MESSAGE: Json = {
    "type": 0,
    "content": "",
    "timestamp": "2026-01-01T00:00:00+00:00",
    "edited_timestamp": None,
    "tts": False,
    "mention_everyone": False,
    "mentions": [],
    "mention_roles": [],
    "attachments": [],
    "embeds": [],
    "components": [],
    "pinned": False,
    "flags": 0,
}


@dataclass
class _Asked:
    """An interaction under way."""

    begun: float
    heard: float = 0.0
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class ThinDiscord:
    """Servers with these ids, in which everybody may do everything."""

    def __init__(self, guilds: list[int]) -> None:
        self._guilds = guilds
        self._gateway = Gateway(TOKEN, self._greeting, lambda _: {}, 0)
        self._numbers = itertools.count(int(time.time() * 1000 - 1_420_070_400_000) << 22)
        self._asked: dict[str, _Asked] = {}
        self.api_url = ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listen on a free port."""
        app = web.Application()
        app.router.add_get("/gateway", self._gateway.serve)
        app.router.add_get("/gateway/", self._gateway.serve)
        app.router.add_post(_API + "/interactions/{id}/{token}/callback", self._hear)
        app.router.add_route("*", _API + "/webhooks/{application}/{token}{rest:.*}", self._answer)
        app.router.add_route("*", _API + "/channels/{channel}/messages{rest:.*}", self._post)
        app.router.add_route("*", _API + "/{rest:.*}", self._tell)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.api_url = f"http://127.0.0.1:{runner.addresses[0][1]}{_API}"
        try:
            yield
        finally:
            await self._gateway.close()
            await runner.cleanup()

    async def use(self, guild: int, channel: int, user: int, data: Json) -> tuple[float, float]:
        """Use a command; the seconds until it was acknowledged, and until it was answered."""
        number = str(next(self._numbers))
        asked = self._asked[number] = _Asked(time.perf_counter())
        self._gateway.dispatch("INTERACTION_CREATE", _interaction(number, str(guild), str(channel), str(user), data))
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await asked.answered.wait()
        finally:
            del self._asked[number]
        return asked.heard - asked.begun, time.perf_counter() - asked.begun

    async def _hear(self, request: web.Request) -> web.Response:
        body, number = await _body(request), request.match_info["id"]
        asked = self._asked.get(number)
        if asked is not None:
            asked.heard = time.perf_counter()
            if body["type"] != THINKING:
                asked.answered.set()
        message = {**_MESSAGE, "id": number, "channel_id": "1", "author": _user(BOT)}
        callback = {"id": number, "type": 2, "response_message_id": number, "response_message_loading": False}
        return _json({"interaction": callback, "resource": {"type": body["type"], "message": message}})

    async def _answer(self, request: web.Request) -> web.Response:
        await request.read()
        number = request.match_info["token"].removeprefix("token-")
        if (asked := self._asked.get(number)) is not None:
            asked.answered.set()
        return _json({**_MESSAGE, "id": number, "channel_id": "1", "author": _user(BOT)})

    async def _post(self, request: web.Request) -> web.Response:
        await request.read()
        if request.method == "GET":
            return _json([])
        number, channel = str(next(self._numbers)), request.match_info["channel"]
        return _json({**_MESSAGE, "id": number, "channel_id": channel, "author": _user(BOT)})

    async def _tell(self, request: web.Request) -> web.Response:
        await request.read()
        address = self.api_url.replace("http", "ws", 1).removesuffix(_API) + "/gateway"
        if request.path.endswith("/commands"):
            return _json([])
        if "/gateway" in request.path:
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
            return _json({"url": address, "shards": 1, "session_start_limit": limit})
        who = _user(BOT)
        application = {"name": "bot", "icon": None, "description": "", "bot_public": True, "verify_key": "", "flags": 0}
        more = {"bot_require_code_grant": False, "summary": "", "team": None, "owner": who, "bot": who}
        return _json({**who, **application, **more, "id": APPLICATION if "applications" in request.path else BOT})

    def _greeting(self, session: Session) -> list[tuple[str, Json]]:
        mine = [str(guild) for guild in self._guilds if session.hears(str(guild))]
        ready = {
            "v": 10,
            "user": _user(BOT),
            "guilds": [{"id": guild, "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self.api_url.replace("http", "ws", 1).removesuffix(_API) + "/gateway",
            "shard": list(session.shard),
            "application": {"id": APPLICATION, "flags": 0},
        }
        return [("READY", ready), *(("GUILD_CREATE", _guild(guild)) for guild in mine)]


def command(name: str, **options: str) -> Json:
    """The data of "move", or of "game status", with options that are texts."""
    first, _, second = name.partition(" ")
    given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
    inner = [{"name": second, "type": 1, "options": given}] if second else given
    return {"id": "9", "name": first, "type": 1, "options": inner}


async def _body(request: web.Request) -> Json:
    """The JSON of a request, also where files come with it."""
    if request.content_type == "application/json":
        return dict(await request.json())
    parts = await request.post()
    return dict(json.loads(str(parts["payload_json"])))


def _json(body: Json | list[Json]) -> web.Response:
    return web.Response(body=json.dumps(body).encode(), content_type="application/json")


def _user(number: str) -> Json:
    return {**_PERSON, "id": number, "username": f"user{number}", "global_name": f"User {number}"}


def _guild(number: str) -> Json:
    role = {"id": number, "name": "@everyone", "permissions": EVERYTHING, "position": 0, "color": 0, "hoist": False}
    everyone = {**role, "managed": False, "mentionable": False, "flags": 0}
    return {
        "id": number,
        "name": f"Server {number}",
        "owner_id": "5",
        "roles": [everyone],
        "channels": [],
        "threads": [],
        "members": [{**_MEMBER, "user": _user(BOT)}],
        "member_count": 3,
        "unavailable": False,
        "large": False,
        **{key: [] for key in ("emojis", "stickers", "features", "voice_states", "presences", "stage_instances")},
        **{key: [] for key in ("guild_scheduled_events", "soundboard_sounds")},
        **dict.fromkeys(("verification_level", "default_message_notifications", "explicit_content_filter"), 0),
        **dict.fromkeys(("mfa_level", "nsfw_level", "premium_tier", "system_channel_flags", "afk_timeout"), 0),
        "preferred_locale": "en-US",
    }


def _interaction(number: str, guild: str, channel: str, user: str, data: Json) -> Json:
    return {
        "id": number,
        "application_id": APPLICATION,
        "type": 2,
        "token": f"token-{number}",
        "version": 1,
        "data": data,
        "guild_id": guild,
        "guild": {"id": guild, "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "channel_id": channel,
        "channel": {
            "id": channel,
            "type": 0,
            "guild_id": guild,
            "name": "war",
            "position": 0,
            "permissions": EVERYTHING,
        }
        | {"permission_overwrites": [], "nsfw": False, "parent_id": None, "topic": None, "flags": 0},
        "member": {**_MEMBER, "user": _user(user), "permissions": EVERYTHING},
        "app_permissions": EVERYTHING,
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": guild},
        "context": 0,
        "attachment_size_limit": 10 << 20,
    }
