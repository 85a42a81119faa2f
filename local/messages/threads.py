"""Threads: made, joined, archived."""

from __future__ import annotations

from local.messages import messages
from local.table.core import Core
from local.wire.errors import ApiError, Json, missing_permissions
from local.wire.gateway import GUILDS
from local.wire.http import Body
from local.world.everything import PRIVATE_THREAD, PUBLIC_THREAD, TEXT
from local.world.permissions import Permission, permissions_in, require

THREAD_CREATED = 18
MOST_ACTIVE = 1000
"""Threads of a server that are not archived."""


def start(core: Core, parent: Json, sent: Json, message: Json | None = None, owner_id: str | None = None) -> Json:
    """Makes a thread, from a message or without one, for the bot if nobody else is named.

    Raises 160004 where the message has one already, 160006 where the server has as many as it may.
    """
    world = core.world
    owner_id = owner_id or world.bot_id
    kind = PUBLIC_THREAD if message is not None else int(sent.get("type") or PRIVATE_THREAD)
    private = kind == PRIVATE_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    require(world, owner_id, parent, needed)
    if parent["type"] != TEXT:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    here = [thread for thread in world.threads() if thread["guild_id"] == parent["guild_id"]]
    if sum(not thread["thread_metadata"]["archived"] for thread in here) >= MOST_ACTIVE:
        raise ApiError(400, 160006, "Maximum number of active threads reached")
    if message is not None and message["id"] in world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    thread: Json = {
        "id": message["id"] if message is not None else world.ids.next(),
        "type": kind,
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "owner_id": owner_id,
        "name": sent["name"],
        "last_message_id": None,
        "message_count": 0,
        "total_message_sent": 0,
        "rate_limit_per_user": sent.get("rate_limit_per_user") or 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": sent.get("auto_archive_duration") or 4320,
            "archive_timestamp": world.now(),
            "locked": False,
            "create_timestamp": world.now(),
        },
        "_members": {owner_id: world.now()},
    }
    if private:
        thread["thread_metadata"]["invitable"] = sent.get("invitable") is not False
    world.channels.save(thread)
    core.publish("THREAD_CREATE", thread, {**core.visible_channel(thread), "newly_created": True}, intent=GUILDS)
    _leave_a_trace(core, parent, thread, message)
    return thread


def _leave_a_trace(core: Core, parent: Json, thread: Json, message: Json | None) -> None:
    """The message gets its thread; a public thread without one is announced in the channel."""
    if message is not None:
        message["thread"] = core.visible_channel(thread)
        message["flags"] |= 1 << 5
        core.world.save_message(message)
        messages.announce(core, "MESSAGE_UPDATE", message)
    elif thread["type"] == PUBLIC_THREAD:
        reference = {"type": 0, "channel_id": thread["id"], "guild_id": thread["guild_id"]}
        body = Body({"content": thread["name"], "allowed_mentions": {"parse": []}})
        messages.create(core, parent, thread["owner_id"], body, type=THREAD_CREATED, message_reference=reference)


def edit(core: Core, thread: Json, sent: Json) -> Json:
    """Renames, archives, opens or locks a thread."""
    world = core.world
    held = permissions_in(world, world.bot_id, thread)
    own = thread["owner_id"] == world.bot_id
    if not held & Permission.MANAGE_THREADS and ("locked" in sent or not own):
        raise missing_permissions()
    metadata = thread["thread_metadata"]
    if metadata["archived"] and sent.get("archived") is not False:
        raise ApiError(400, 50083, "Thread is archived")
    for key in ("archived", "locked", "auto_archive_duration", "invitable"):
        if sent.get(key) is not None:
            metadata[key] = sent[key]
    if "archived" in sent:
        metadata["archive_timestamp"] = world.now()
    for key in ("name", "rate_limit_per_user"):
        if sent.get(key) is not None:
            thread[key] = sent[key]
    world.channels.save(thread)
    core.publish("THREAD_UPDATE", thread, core.visible_channel(thread), intent=GUILDS)
    return thread


def set_member(core: Core, thread: Json, user_id: str, *, joined: bool) -> None:
    """Adds or removes a member of a thread."""
    if thread["thread_metadata"]["archived"]:
        raise ApiError(400, 50083, "Thread is archived")
    if (user_id in thread["_members"]) == joined:
        return
    if joined:
        thread["_members"][user_id] = core.world.now()
    else:
        del thread["_members"][user_id]
    core.world.channels.save(thread)
    if thread["type"] == PRIVATE_THREAD:
        core.resync(user_id)
    changed: Json = {"id": thread["id"], "guild_id": thread["guild_id"], "member_count": len(thread["_members"])}
    if joined:
        member = {**member_payload(thread, user_id), "member": core.world.member_payload(user_id)}
        changed["added_members"] = [{**member, "presence": None}]
    else:
        changed["removed_member_ids"] = [user_id]
    core.publish("THREAD_MEMBERS_UPDATE", thread, changed, intent=GUILDS)


def member_payload(thread: Json, user_id: str) -> Json:
    return {"id": thread["id"], "user_id": user_id, "join_timestamp": thread["_members"][user_id], "flags": 0}
