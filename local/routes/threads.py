"""Starting threads, their members, and those that are archived."""

from __future__ import annotations

from aiohttp import web

from local.messages import threads
from local.routes.common import checked_body, core_of
from local.table.core import Core
from local.wire.errors import ApiError, Json, unknown
from local.wire.http import answer, nothing
from local.world.everything import PRIVATE_THREAD, PUBLIC_THREAD, THREAD_TYPES
from local.world.permissions import Permission, require

routes = web.RouteTableDef()
_CHANNEL = "/api/v10/channels/{channel_id}"
_MEMBERS = _CHANNEL + "/thread-members"


@routes.post(_CHANNEL + "/messages/{message_id}/threads")
async def start_from_message(request: web.Request) -> web.Response:
    core, parent = _channel(request)
    sent = (await checked_body(request)).json
    message = core.world.message(parent["id"], request.match_info["message_id"])
    return answer(core.visible_channel(threads.start(core, parent, sent, message)), 201)


@routes.post(_CHANNEL + "/threads")
async def start(request: web.Request) -> web.Response:
    core, parent = _channel(request)
    sent = (await checked_body(request)).json
    return answer(core.visible_channel(threads.start(core, parent, sent)), 201)


@routes.get(_MEMBERS)
async def members(request: web.Request) -> web.Response:
    _, thread = _thread(request)
    return answer([threads.member_payload(thread, user_id) for user_id in thread["_members"]])


@routes.get(_MEMBERS + "/{user_id}")
async def member(request: web.Request) -> web.Response:
    core, thread = _thread(request)
    user_id = _user_id(request, core)
    if user_id not in thread["_members"]:
        raise unknown("member")
    return answer(threads.member_payload(thread, user_id))


@routes.put(_MEMBERS + "/{user_id}")
async def add_member(request: web.Request) -> web.Response:
    core, thread = _thread(request)
    require(core.world, core.world.bot_id, thread, Permission.SEND_MESSAGES)
    user_id = _user_id(request, core)
    core.world.member_payload(user_id)
    threads.set_member(core, thread, user_id, joined=True)
    return nothing()


@routes.delete(_MEMBERS + "/{user_id}")
async def remove_member(request: web.Request) -> web.Response:
    core, thread = _thread(request)
    user_id = _user_id(request, core)
    if user_id != core.world.bot_id:
        require(core.world, core.world.bot_id, thread, Permission.MANAGE_THREADS)
    threads.set_member(core, thread, user_id, joined=False)
    return nothing()


@routes.get(_CHANNEL + "/threads/archived/{visibility:public|private}")
async def archived(request: web.Request) -> web.Response:
    core, parent = _channel(request)
    require(core.world, core.world.bot_id, parent, Permission.READ_MESSAGE_HISTORY)
    kind = PUBLIC_THREAD if request.match_info["visibility"] == "public" else PRIVATE_THREAD
    if kind == PRIVATE_THREAD:
        require(core.world, core.world.bot_id, parent, Permission.MANAGE_THREADS)
    found = [t for t in core.world.threads(parent["id"]) if t["type"] == kind and t["thread_metadata"]["archived"]]
    found.sort(key=lambda thread: str(thread["thread_metadata"]["archive_timestamp"]), reverse=True)
    return answer({"threads": [core.visible_channel(t) for t in found], "members": [], "has_more": False})


def _channel(request: web.Request) -> tuple[Core, Json]:
    core = core_of(request)
    channel = core.world.channel(request.match_info["channel_id"])
    require(core.world, core.world.bot_id, channel, Permission.VIEW_CHANNEL)
    return core, channel


def _thread(request: web.Request) -> tuple[Core, Json]:
    core, channel = _channel(request)
    if channel["type"] not in THREAD_TYPES:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    return core, channel


def _user_id(request: web.Request, core: Core) -> str:
    user_id = request.match_info["user_id"]
    return core.world.bot_id if user_id == "@me" else user_id
