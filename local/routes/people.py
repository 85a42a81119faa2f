"""The people's side: what a user sees, does and is told. The page and `local.people.player` use it."""

from __future__ import annotations

import asyncio
import json

from aiohttp import WSMsgType, web

from local.interactions import asking
from local.interactions.interaction import Interaction
from local.interactions.options import InputError, usable_commands
from local.messages import messages
from local.messages.message_limits import MAX_CONTENT
from local.people.feed import RESYNC, Listener
from local.routes.common import core_of, person, require_keys
from local.routes.messages import react
from local.table.core import Core
from local.wire.errors import Json, missing_permissions
from local.wire.http import Body, answer, nothing
from local.world.everything import public
from local.world.permissions import Permission, can_view, require

routes = web.RouteTableDef()
SHOWN_MESSAGES = 200


@routes.get("/local/people")
async def people(request: web.Request) -> web.Response:
    world = core_of(request).world
    return answer([world.users[user_id] for user_id in world.members if user_id != world.bot_id])


@routes.get("/local/feed")
async def feed(request: web.Request) -> web.WebSocketResponse:
    """Everything that `user` may see, live. The first event, SNAPSHOT, holds what there is."""
    core = core_of(request)
    user = core.world.user_named(request.query.get("user", ""))
    socket = web.WebSocketResponse(heartbeat=30)
    await socket.prepare(request)
    listener = core.feed.join(user["id"])
    writer = asyncio.create_task(_write_feed(core, socket, listener))
    try:
        async for message in socket:
            if message.type == WSMsgType.ERROR:
                break
    finally:
        core.feed.leave(listener)
        writer.cancel()
    return socket


async def _write_feed(core: Core, socket: web.WebSocketResponse, listener: Listener) -> None:
    event: str | None = RESYNC
    while event is not None:
        if event == RESYNC:
            event = json.dumps({"event": "SNAPSHOT", "data": snapshot(core, listener.user_id)})
        await socket.send_str(event)
        event = await listener.events.get()
    await socket.close()


def snapshot(core: Core, user_id: str) -> Json:
    """What a user sees at this moment."""
    world = core.world
    channels = [channel for channel in world.channels.values() if can_view(world, user_id, channel)]
    recent: list[Json] = []
    for channel in channels:
        recent += list(world.messages_of(channel["id"], reader=user_id))[-SHOWN_MESSAGES:]
    return {
        "me": world.users[user_id],
        "bot_id": world.bot_id,
        "guild": world.guild,
        "users": [world.users[member_id] for member_id in world.members],
        "roles": list(world.roles.values()),
        "channels": [core.visible_channel(channel) for channel in channels],
        "messages": [messages.shown(core, message) for message in recent],
        "commands": usable_commands(world, user_id),
        "shortcuts": [{"group": shortcut.group, "label": shortcut.label} for shortcut in core.shortcuts],
        "ahead": core.clock_ahead,
    }


@routes.get("/local/history")
async def history(request: web.Request) -> web.Response:
    """What a user sees of a channel before a message: the nearest of them, oldest first."""
    core = core_of(request)
    user = core.world.user_named(request.query.get("user", ""))
    channel = core.world.channel_named(request.query.get("channel", ""))
    require(core.world, user["id"], channel, Permission.READ_MESSAGE_HISTORY)
    before = request.query.get("before", "")
    if not before.isdigit():
        raise InputError("Name the message to look before.")
    found = [m for m in core.world.messages_of(channel["id"], reader=user["id"]) if int(m["id"]) < int(before)]
    return answer([messages.shown(core, message) for message in found[-SHOWN_MESSAGES:]])


@routes.get("/local/commands")
async def commands(request: web.Request) -> web.Response:
    core = core_of(request)
    return answer(usable_commands(core.world, core.world.user_named(request.query.get("user", ""))["id"]))


@routes.post("/local/interactions")
async def interact(request: web.Request) -> web.Response:
    """`kind` is one of those below; the answer comes by the feed as INTERACTION_UPDATE."""
    core, user_id, sent = await person(request, "kind")
    if sent["kind"] not in _STARTS:
        raise InputError(f"kind is one of {', '.join(_STARTS)}.")
    start, keys = _STARTS[sent["kind"]]
    require_keys(sent, keys)
    return answer(start(core, user_id, sent).report())


def _command(core: Core, user_id: str, sent: Json) -> Interaction:
    channel = core.world.channel_named(sent["channel"])
    return asking.run_command(core, user_id, channel, sent["name"], sent["options"])


def _autocomplete(core: Core, user_id: str, sent: Json) -> Interaction:
    channel = core.world.channel_named(sent["channel"])
    return asking.complete(core, user_id, channel, sent["name"], sent["options"], sent["focused"])


def _component(core: Core, user_id: str, sent: Json) -> Interaction:
    message = core.world.any_message(sent["message"])
    return asking.press(core, user_id, message, sent["custom_id"], sent.get("values"))


def _modal(core: Core, user_id: str, sent: Json) -> Interaction:
    opened_by = core.interactions.get(sent["interaction"])
    if opened_by is None:
        raise InputError("There is no such modal.")
    return asking.submit_modal(core, user_id, opened_by, sent["fields"])


def _forged(core: Core, user_id: str, sent: Json) -> Interaction:
    return asking.forge(core, user_id, core.world.channel_named(sent["channel"]), int(sent["type"]), sent["data"])


_STARTS = {
    "command": (_command, ("channel", "name", "options")),
    "autocomplete": (_autocomplete, ("channel", "name", "options", "focused")),
    "component": (_component, ("message", "custom_id")),
    "modal": (_modal, ("interaction", "fields")),
    "forged": (_forged, ("channel", "type", "data")),
}


@routes.post("/local/messages")
async def write(request: web.Request) -> web.Response:
    core, user_id, sent = await person(request, "channel", "content")
    channel = core.world.channel_named(sent["channel"])
    require(core.world, user_id, channel, Permission.SEND_MESSAGES)
    if not sent["content"].strip() or len(sent["content"]) > MAX_CONTENT:
        raise InputError(f"A message has 1 to {MAX_CONTENT} characters.")
    message = messages.create(core, channel, user_id, Body({"content": sent["content"]}))
    return answer(messages.shown(core, message))


@routes.delete("/local/messages/{message_id}")
async def delete(request: web.Request) -> web.Response:
    core, user_id, _ = await person(request)
    message = core.world.any_message(request.match_info["message_id"])
    own = user_id in (message["author"]["id"], message.get("_reader"))
    if not own:
        require(core.world, user_id, core.world.channel(message["channel_id"]), Permission.MANAGE_MESSAGES)
    messages.delete(core, message)
    return nothing()


@routes.put("/local/reactions")
async def reaction(request: web.Request) -> web.Response:
    """Without `added` the reaction is added or taken back, whichever is new."""
    core, user_id, sent = await person(request, "message", "emoji")
    message = core.world.any_message(sent["message"])
    channel = core.world.channel(message["channel_id"])
    require(core.world, user_id, channel, Permission.READ_MESSAGE_HISTORY)
    if message.get("_reader"):
        raise missing_permissions()
    there = user_id in message["_reactions"].get(sent["emoji"], [])
    react(core, channel, message, user_id, sent["emoji"], added=sent.get("added", not there))
    return answer(public(message))
