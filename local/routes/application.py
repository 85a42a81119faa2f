"""The bot itself and its commands."""

from __future__ import annotations

import functools
import json

from aiohttp import web

from local.interactions.command_limits import CHAT_INPUT, check_commands
from local.interactions.form import check_body
from local.routes.common import checked_body, core_of, schema_route
from local.table.core import Core
from local.wire.errors import Json, unknown
from local.wire.http import answer, nothing, read_body

routes = web.RouteTableDef()
API = "/api/v10"
_OF_APPLICATION = API + "/applications/{application_id}/commands"
_OF_GUILD = API + "/applications/{application_id}/guilds/{guild_id}/commands"


@routes.get(API + "/gateway")
async def gateway_address(request: web.Request) -> web.Response:
    return answer({"url": core_of(request).gateway_url})


@routes.get(API + "/gateway/bot")
async def gateway_for_bot(request: web.Request) -> web.Response:
    core = core_of(request)
    limit = {"total": 1000, "remaining": 999, "reset_after": 86400000, "max_concurrency": 1}
    return answer({"url": core.gateway_url, "shards": core.shards, "session_start_limit": limit})


@routes.get(API + "/users/@me")
async def own_user(request: web.Request) -> web.Response:
    world = core_of(request).world
    return answer({**world.users[world.bot_id], "verified": True, "mfa_enabled": False, "email": None})


@routes.get(API + "/users/{user_id}")
async def user(request: web.Request) -> web.Response:
    found = core_of(request).world.users.get(request.match_info["user_id"])
    if found is None:
        raise unknown("user")
    return answer(found)


@routes.get(API + "/applications/@me")
@routes.get(API + "/oauth2/applications/@me")
async def own_application(request: web.Request) -> web.Response:
    world = core_of(request).world
    owner = world.users[world.guild["owner_id"]]
    return answer(
        {
            "id": world.application_id,
            "name": world.settings["application"]["name"],
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "owner": owner,
            "team": None,
            "flags": 0,
            "summary": "",
            "bot": world.users[world.bot_id],
            "approximate_guild_count": len(world.guilds),
        }
    )


@routes.get(_OF_APPLICATION)
@routes.get(_OF_GUILD)
async def list_commands(request: web.Request) -> web.Response:
    core, guild_id = _scope(request)
    return answer(core.world.commands_of(guild_id))


@functools.lru_cache(maxsize=4)
def _check_set(route: str, text: str) -> None:
    """Checks all commands of a scope. Raises 50035 or 30032. Bot after bot sends the same, and it is much."""
    commands = json.loads(text)
    check_body(route, commands)
    check_commands(commands)


@routes.put(_OF_APPLICATION)
@routes.put(_OF_GUILD)
async def replace_commands(request: web.Request) -> web.Response:
    core, guild_id = _scope(request)
    sent: list[Json] = (await read_body(request)).json
    _check_set(schema_route(request), await request.text())
    old = {(command["type"], command["name"]): command for command in core.world.commands_of(guild_id)}
    core.rates.create_commands(len({(c.get("type") or CHAT_INPUT, c["name"]) for c in sent} - old.keys()))
    core.command_updates += 1
    new = [
        _command(core, guild_id, command, old.get((command.get("type") or CHAT_INPUT, command["name"])))
        for command in sent
    ]
    for command in old.values():
        core.world.commands.remove(command["id"])
    for command in new:
        core.world.commands.save(command)
    _announce(core)
    return answer(new)


@routes.post(_OF_APPLICATION)
@routes.post(_OF_GUILD)
async def add_command(request: web.Request) -> web.Response:
    core, guild_id = _scope(request)
    sent = (await checked_body(request)).json
    kind = sent.get("type") or CHAT_INPUT
    others = [c for c in core.world.commands_of(guild_id) if (c["type"], c["name"]) != (kind, sent["name"])]
    replaced = next((c for c in core.world.commands_of(guild_id) if c not in others), None)
    check_commands([*others, sent])
    core.rates.create_commands(0 if replaced else 1)
    core.command_updates += 1
    command = core.world.commands.save(_command(core, guild_id, sent, replaced))
    _announce(core)
    return answer(command, 201 if replaced is None else 200)


@routes.get(_OF_APPLICATION + "/{command_id}")
@routes.get(_OF_GUILD + "/{command_id}")
async def one_command(request: web.Request) -> web.Response:
    return answer(_named(request)[1])


@routes.patch(_OF_APPLICATION + "/{command_id}")
@routes.patch(_OF_GUILD + "/{command_id}")
async def edit_command(request: web.Request) -> web.Response:
    core, command = _named(request)
    sent = (await checked_body(request)).json
    changed = {**command, **sent, "version": core.world.ids.next()}
    others = [other for other in core.world.commands_of(command.get("guild_id")) if other["id"] != command["id"]]
    check_commands([*others, changed])
    core.command_updates += 1
    core.world.commands.save(changed)
    _announce(core)
    return answer(changed)


@routes.delete(_OF_APPLICATION + "/{command_id}")
@routes.delete(_OF_GUILD + "/{command_id}")
async def remove_command(request: web.Request) -> web.Response:
    core, command = _named(request)
    core.world.commands.remove(command["id"])
    _announce(core)
    return nothing()


def _scope(request: web.Request) -> tuple[Core, str | None]:
    core = core_of(request)
    if request.match_info["application_id"] != core.world.application_id:
        raise unknown("application")
    guild_id = request.match_info.get("guild_id")
    if guild_id is not None and guild_id not in core.world.guilds:
        raise unknown("guild")
    return core, guild_id


def _named(request: web.Request) -> tuple[Core, Json]:
    core, guild_id = _scope(request)
    command = core.world.commands.get(request.match_info["command_id"])
    if command is None or command.get("guild_id") != guild_id:
        raise unknown("command")
    return core, command


def _command(core: Core, guild_id: str | None, sent: Json, replaced: Json | None) -> Json:
    permissions = sent.get("default_member_permissions")
    command = {
        "id": core.world.ids.next() if replaced is None else replaced["id"],
        "application_id": core.world.application_id,
        "version": core.world.ids.next(),
        "type": sent.get("type") or CHAT_INPUT,
        "name": sent["name"],
        "description": sent.get("description") or "",
        "default_member_permissions": None if permissions is None else str(permissions),
        "dm_permission": True if sent.get("dm_permission") is None else sent["dm_permission"],
        "nsfw": bool(sent.get("nsfw")),
        "integration_types": sent.get("integration_types") or [0],
        "contexts": sent.get("contexts"),
        "options": sent.get("options") or [],
        "name_localizations": sent.get("name_localizations"),
        "description_localizations": sent.get("description_localizations"),
    }
    return command if guild_id is None else {**command, "guild_id": guild_id}


def _announce(core: Core) -> None:
    core.feed.send("COMMANDS_UPDATE", {}, lambda _: True)
