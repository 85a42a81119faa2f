"""Messages in channels, with their reactions and pins."""

from __future__ import annotations

from aiohttp import web

from local.messages import messages
from local.routes.common import checked_body, core_of
from local.table.core import Core
from local.wire import gateway
from local.wire.errors import ApiError, Json, invalid
from local.wire.http import answer, nothing
from local.world.everything import DIRECT
from local.world.permissions import Permission, require

routes = web.RouteTableDef()
_CHANNEL = "/api/v10/channels/{channel_id}"
_MESSAGE = _CHANNEL + "/messages/{message_id}"
_REACTION = _MESSAGE + "/reactions/{emoji}"
MAX_PINS = 250
MAX_REACTIONS = 20


@routes.post(_CHANNEL + "/messages")
async def create(request: web.Request) -> web.Response:
    core, channel = _channel(request, Permission.SEND_MESSAGES)
    body = await checked_body(request)
    if channel["type"] == DIRECT and channel["recipients"][0]["id"] in _closed(core):
        raise ApiError(403, 50007, "Cannot send messages to this user")
    if body.json.get("embeds"):
        require(core.world, core.world.bot_id, channel, Permission.EMBED_LINKS)
    if body.files:
        require(core.world, core.world.bot_id, channel, Permission.ATTACH_FILES)
    allowance = core.rates.use("messages", channel["id"])
    message = messages.remembered(core, channel["id"], body.json)
    if message is None:
        message = messages.create(core, channel, core.world.bot_id, body)
        messages.remember(core, message)
    return answer(messages.shown(core, message), headers=allowance.headers(core.clock()))


@routes.get(_CHANNEL + "/messages")
async def history(request: web.Request) -> web.Response:
    core, channel = _channel(request, Permission.READ_MESSAGE_HISTORY)
    found = list(core.world.messages_of(channel["id"]))
    limit = int(request.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise invalid(("limit",), "NUMBER_TYPE_COERCE", "The limit must be from 1 to 100.")
    before, after, around = (request.query.get(key) for key in ("before", "after", "around"))
    if before is not None:
        found = [message for message in found if int(message["id"]) < int(before)]
    if after is not None:
        found = [message for message in found if int(message["id"]) > int(after)][:limit]
    if around is not None:
        found = sorted(found, key=lambda message: abs(int(message["id"]) - int(around)))[:limit]
        found.sort(key=lambda message: int(message["id"]))
    return answer([messages.shown(core, message) for message in reversed(found[-limit:])])


@routes.get(_CHANNEL + "/messages/pins")
async def pins(request: web.Request) -> web.Response:
    core, channel = _channel(request, Permission.READ_MESSAGE_HISTORY)
    pinned = [message for message in core.world.messages_of(channel["id"]) if message["pinned"]]
    pinned.sort(key=lambda message: str(message["_pinned_at"]), reverse=True)
    items = [{"pinned_at": m["_pinned_at"], "message": messages.shown(core, m)} for m in pinned]
    return answer({"items": items, "has_more": False})


@routes.get(_MESSAGE)
async def read(request: web.Request) -> web.Response:
    core, _, message = _message(request, Permission.READ_MESSAGE_HISTORY)
    return answer(messages.shown(core, message))


@routes.patch(_MESSAGE)
async def edit(request: web.Request) -> web.Response:
    core, _, message = _message(request)
    if message["author"]["id"] != core.world.bot_id:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    body = await checked_body(request)
    allowance = core.rates.use("edits", message["channel_id"])
    messages.limit_late_edit(core, message)
    edited = messages.edit(core, message, body)
    return answer(messages.shown(core, edited), headers=allowance.headers(core.clock()))


@routes.delete(_MESSAGE)
async def delete(request: web.Request) -> web.Response:
    core, channel, message = _message(request)
    if message["author"]["id"] != core.world.bot_id:
        require(core.world, core.world.bot_id, channel, Permission.MANAGE_MESSAGES)
    messages.delete(core, message)
    return nothing()


@routes.put(_CHANNEL + "/messages/pins/{message_id}")
@routes.put(_CHANNEL + "/pins/{message_id}")
async def pin(request: web.Request) -> web.Response:
    core, channel, message = _message(request, Permission.PIN_MESSAGES)
    if sum(other["pinned"] for other in core.world.messages_of(channel["id"])) >= MAX_PINS:
        raise ApiError(400, 30003, f"Maximum number of pins reached for the channel ({MAX_PINS})")
    _set_pinned(core, channel, message, pinned=True)
    return nothing()


@routes.delete(_CHANNEL + "/messages/pins/{message_id}")
@routes.delete(_CHANNEL + "/pins/{message_id}")
async def unpin(request: web.Request) -> web.Response:
    core, channel, message = _message(request, Permission.PIN_MESSAGES)
    _set_pinned(core, channel, message, pinned=False)
    return nothing()


@routes.put(_REACTION + "/@me")
async def add_reaction(request: web.Request) -> web.Response:
    core, channel, message = _message(request, Permission.READ_MESSAGE_HISTORY | Permission.ADD_REACTIONS)
    react(core, channel, message, core.world.bot_id, request.match_info["emoji"], added=True)
    return nothing()


@routes.delete(_REACTION + "/{user_id}")
async def remove_reaction(request: web.Request) -> web.Response:
    core, channel, message = _message(request)
    user_id = request.match_info["user_id"]
    if user_id not in ("@me", core.world.bot_id):
        require(core.world, core.world.bot_id, channel, Permission.MANAGE_MESSAGES)
    whose = core.world.bot_id if user_id == "@me" else user_id
    react(core, channel, message, whose, request.match_info["emoji"], added=False)
    return nothing()


@routes.get(_REACTION)
async def reacted_users(request: web.Request) -> web.Response:
    core, _, message = _message(request, Permission.READ_MESSAGE_HISTORY)
    user_ids = message["_reactions"].get(request.match_info["emoji"], [])
    return answer([core.world.users[user_id] for user_id in user_ids])


def react(core: Core, channel: Json, message: Json, user_id: str, emoji: str, *, added: bool) -> None:
    """Adds or removes somebody's reaction; where nothing changes, nothing is sent. Raises 30010 at the 21st emoji."""
    there = message["_reactions"]
    if (user_id in there.get(emoji, [])) == added:
        return
    if added and not there.get(emoji) and sum(map(bool, there.values())) >= MAX_REACTIONS:
        raise ApiError(400, 30010, f"Maximum number of reactions reached ({MAX_REACTIONS})")
    users = there.setdefault(emoji, [])
    if added:
        users.append(user_id)
    else:
        users.remove(user_id)
    core.world.save_message(message)
    data = {
        "user_id": user_id,
        "channel_id": channel["id"],
        "message_id": message["id"],
        "emoji": {"id": None, "name": emoji},
        "burst": False,
        "type": 0,
    }
    intent = gateway.DIRECT_REACTIONS
    if channel["type"] != DIRECT:
        intent = gateway.GUILD_REACTIONS
        data |= {"guild_id": channel["guild_id"], "member": core.world.member_payload(user_id)}
    core.publish("MESSAGE_REACTION_ADD" if added else "MESSAGE_REACTION_REMOVE", channel, data, intent=intent)


def _set_pinned(core: Core, channel: Json, message: Json, *, pinned: bool) -> None:
    message |= {"pinned": pinned, "_pinned_at": core.world.now()}
    core.world.save_message(message)
    data = {
        "guild_id": core.world.guild_of(channel)["id"],
        "channel_id": channel["id"],
        "last_pin_timestamp": core.world.now(),
    }
    core.publish("CHANNEL_PINS_UPDATE", channel, data, intent=gateway.GUILDS)
    messages.announce(core, "MESSAGE_UPDATE", message)


def _closed(core: Core) -> list[str]:
    return list(core.world.settings.get("closed_direct", {"users": []})["users"])


def _channel(request: web.Request, needed: int = 0) -> tuple[Core, Json]:
    core = core_of(request)
    channel = core.world.channel(request.match_info["channel_id"])
    require(core.world, core.world.bot_id, channel, Permission.VIEW_CHANNEL | needed)
    return core, channel


def _message(request: web.Request, needed: int = 0) -> tuple[Core, Json, Json]:
    core, channel = _channel(request, needed)
    return core, channel, core.world.message(channel["id"], request.match_info["message_id"])
