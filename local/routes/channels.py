"""The server, its channels, threads, members and roles."""

from __future__ import annotations

from aiohttp import web

from local.messages import threads
from local.routes.common import checked_body, core_of
from local.table import administration
from local.table.core import Core
from local.wire.errors import ApiError, FormErrors, Json, missing_access, unknown
from local.wire.gateway import GUILD_MEMBERS, GUILD_TYPING
from local.wire.http import answer, nothing
from local.world.default_world import add_text_channel, guild_payload
from local.world.everything import DIRECT, TEXT, THREAD_TYPES
from local.world.permissions import Permission, can_view, guild_permissions, require

routes = web.RouteTableDef()
API = "/api/v10"
_CHANNEL = API + "/channels/{channel_id}"
_GUILD = API + "/guilds/{guild_id}"
MAX_TOPIC = 1024


@routes.get(API + "/users/@me/guilds")
async def own_guilds(request: web.Request) -> web.Response:
    world = core_of(request).world
    shown: Json = {"icon": None, "banner": None, "owner": False, "features": []}
    held = {guild_id: str(guild_permissions(world, world.bot_id, guild_id)) for guild_id in world.guilds}
    return answer([{**guild, **shown, "permissions": held[guild["id"]]} for guild in world.guilds.values()])


@routes.get(_GUILD)
async def guild(request: web.Request) -> web.Response:
    core, guild_id = _guild_core(request)
    counts = {
        "approximate_member_count": len(core.world.members),
        "approximate_presence_count": len(core.world.members),
    }
    return answer({**guild_payload(core.world, guild_id), **counts})


@routes.get(_GUILD + "/channels")
async def guild_channels(request: web.Request) -> web.Response:
    core, guild_id = _guild_core(request)
    return answer([core.visible_channel(channel) for channel in core.world.guild_channels(guild_id)])


@routes.post(_GUILD + "/channels")
async def create_channel(request: web.Request) -> web.Response:
    core, guild_id = _guild_core(request)
    _require_in_guild(core, guild_id, Permission.MANAGE_CHANNELS)
    sent = (await checked_body(request)).json
    _check_texts(sent)
    if (sent.get("type") or TEXT) != TEXT:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    settings = {key: value for key, value in sent.items() if key in ("topic", "permission_overwrites") and value}
    channel = add_text_channel(core.world, sent["name"], guild_id, **settings)
    administration.announce_channel(core, "CHANNEL_CREATE", channel)
    return answer(core.visible_channel(channel), 201)


@routes.get(_GUILD + "/threads/active")
async def active_threads(request: web.Request) -> web.Response:
    core, guild_id = _guild_core(request)
    here = [thread for thread in core.world.threads() if thread["guild_id"] == guild_id]
    found = [thread for thread in here if not thread["thread_metadata"]["archived"]]
    seen = [thread for thread in found if can_view(core.world, core.world.bot_id, thread)]
    own = [
        threads.member_payload(thread, core.world.bot_id) for thread in seen if core.world.bot_id in thread["_members"]
    ]
    return answer({"threads": [core.visible_channel(thread) for thread in seen], "members": own})


@routes.get(_GUILD + "/members")
async def members(request: web.Request) -> web.Response:
    core, _ = _guild_core(request)
    if not core.allowed_intents & GUILD_MEMBERS:
        raise missing_access()
    limit, after = int(request.query.get("limit", 1)), int(request.query.get("after", 0))
    ids = sorted((user_id for user_id in core.world.members if int(user_id) > after), key=int)
    return answer([core.world.member_payload(user_id) for user_id in ids[:limit]])


@routes.get(_GUILD + "/members/{user_id}")
async def member(request: web.Request) -> web.Response:
    core, _ = _guild_core(request)
    return answer(core.world.member_payload(request.match_info["user_id"]))


@routes.put(_GUILD + "/members/{user_id}/roles/{role_id}")
@routes.delete(_GUILD + "/members/{user_id}/roles/{role_id}")
async def change_roles(request: web.Request) -> web.Response:
    core, guild_id = _guild_core(request)
    _require_in_guild(core, guild_id, Permission.MANAGE_ROLES)
    user_id, role_id = request.match_info["user_id"], request.match_info["role_id"]
    held = core.world.member_payload(user_id)["roles"]
    if role_id not in core.world.roles:
        raise unknown("role")
    others = [other for other in held if other != role_id]
    roles = [*others, role_id] if request.method == "PUT" else others
    core.world.members.save({**core.world.members[user_id], "roles": roles}, user_id)
    return nothing()


@routes.get(_GUILD + "/roles")
async def roles(request: web.Request) -> web.Response:
    core, guild_id = _guild_core(request)
    return answer(core.world.roles_of(guild_id))


@routes.post(API + "/users/@me/channels")
async def open_direct(request: web.Request) -> web.Response:
    core = core_of(request)
    sent = (await checked_body(request)).json
    user_id = str(sent.get("recipient_id"))
    if user_id not in core.world.users:
        raise unknown("user")
    return answer(administration.open_direct_channel(core, user_id))


@routes.get(_CHANNEL)
async def channel(request: web.Request) -> web.Response:
    core, found = _channel(request)
    return answer(core.visible_channel(found))


@routes.patch(_CHANNEL)
async def edit_channel(request: web.Request) -> web.Response:
    core, found = _channel(request)
    sent = (await checked_body(request)).json
    _check_texts(sent)
    if found["type"] in THREAD_TYPES:
        return answer(core.visible_channel(threads.edit(core, found, sent)))
    require(core.world, core.world.bot_id, found, Permission.MANAGE_CHANNELS)
    changes = {key: value for key, value in sent.items() if key in found and key != "id"}
    core.world.channels.save({**found, **changes})
    administration.announce_channel(core, "CHANNEL_UPDATE", core.world.channel(found["id"]))
    return answer(core.visible_channel(core.world.channel(found["id"])))


@routes.delete(_CHANNEL)
async def remove_channel(request: web.Request) -> web.Response:
    core, found = _channel(request)
    needed = Permission.MANAGE_THREADS if found["type"] in THREAD_TYPES else Permission.MANAGE_CHANNELS
    require(core.world, core.world.bot_id, found, needed)
    administration.delete_channel(core, found)
    return answer(core.visible_channel(found))


@routes.put(_CHANNEL + "/permissions/{target_id}")
async def set_overwrite(request: web.Request) -> web.Response:
    core, found = _channel(request)
    require(core.world, core.world.bot_id, found, Permission.MANAGE_ROLES)
    sent = (await checked_body(request)).json
    allow, deny = int(sent.get("allow") or 0), int(sent.get("deny") or 0)
    administration.set_overwrite(core, found, request.match_info["target_id"], allow=allow, deny=deny)
    return nothing()


@routes.delete(_CHANNEL + "/permissions/{target_id}")
async def remove_overwrite(request: web.Request) -> web.Response:
    core, found = _channel(request)
    require(core.world, core.world.bot_id, found, Permission.MANAGE_ROLES)
    administration.set_overwrite(core, found, request.match_info["target_id"], allow=0, deny=0)
    return nothing()


@routes.post(_CHANNEL + "/typing")
async def typing(request: web.Request) -> web.Response:
    core, found = _channel(request)
    require(core.world, core.world.bot_id, found, Permission.SEND_MESSAGES)
    data = {"channel_id": found["id"], "user_id": core.world.bot_id, "timestamp": int(core.clock())}
    core.publish("TYPING_START", found, data, intent=GUILD_TYPING)
    return nothing()


def _check_texts(sent: Json) -> None:
    """The published schema allows a topic the length of a forum's, and no name at all. Raises 50035."""
    errors = FormErrors()
    if len(sent.get("topic") or "") > MAX_TOPIC:
        errors.too_long(("topic",), MAX_TOPIC)
    if "name" in sent and not sent["name"]:
        errors.required(("name",))
    errors.raise_if_any()


def _guild_core(request: web.Request) -> tuple[Core, str]:
    core, guild_id = core_of(request), request.match_info["guild_id"]
    if guild_id not in core.world.guilds:
        raise unknown("guild")
    return core, guild_id


def _require_in_guild(core: Core, guild_id: str, needed: int) -> None:
    if guild_permissions(core.world, core.world.bot_id, guild_id) & needed != needed:
        raise ApiError(403, 50013, "Missing Permissions")


def _channel(request: web.Request) -> tuple[Core, Json]:
    core = core_of(request)
    found = core.world.channel(request.match_info["channel_id"])
    if found["type"] != DIRECT:
        require(core.world, core.world.bot_id, found, Permission.VIEW_CHANNEL)
    return core, found
