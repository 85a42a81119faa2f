"""Discord's permissions: bits, and what a member may do in a channel."""

from __future__ import annotations

from enum import IntFlag

from local.wire.errors import Json, missing_access, missing_permissions
from local.world.everything import DIRECT, PRIVATE_THREAD, THREAD_TYPES, World


class Permission(IntFlag):
    """The permissions that the local table knows by name."""

    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADMINISTRATOR = 1 << 3
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1
EVERYONE = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
BOT = EVERYONE | Permission.USE_EXTERNAL_EMOJIS | Permission.MANAGE_THREADS | Permission.PIN_MESSAGES


def guild_permissions(world: World, user_id: str, guild_id: str | None = None) -> int:
    """What a member may do in a server at large, the first if none is named; 0 for somebody who is not in it."""
    guild_id = guild_id or world.guild["id"]
    if user_id == world.guilds[guild_id]["owner_id"]:
        return ALL
    member = world.members.get(user_id)
    if member is None:
        return 0
    held = int(world.roles[guild_id]["permissions"])
    for role_id in member["roles"]:
        held |= int(world.roles[role_id]["permissions"])
    return ALL if held & Permission.ADMINISTRATOR else held


def permissions_in(world: World, user_id: str, channel: Json) -> int:
    """What a user may do in a channel, thread (by its parent) or direct conversation."""
    if channel["type"] == DIRECT:
        return ALL if any(user["id"] == user_id for user in channel["recipients"]) or user_id == world.bot_id else 0
    if channel["type"] in THREAD_TYPES:
        return _permissions_in_thread(world, user_id, channel)
    held = guild_permissions(world, user_id, channel["guild_id"])
    if held == ALL or user_id not in world.members:
        return held
    roles = world.members[user_id]["roles"]
    overwrites = {overwrite["id"]: overwrite for overwrite in channel["permission_overwrites"]}
    everyone = overwrites.get(channel["guild_id"])
    if everyone is not None:
        held = held & ~int(everyone["deny"]) | int(everyone["allow"])
    of_roles = [overwrites[role_id] for role_id in roles if role_id in overwrites]
    for overwrite in of_roles:
        held &= ~int(overwrite["deny"])
    for overwrite in of_roles:
        held |= int(overwrite["allow"])
    own = overwrites.get(user_id)
    if own is not None:
        held = held & ~int(own["deny"]) | int(own["allow"])
    return held if held & Permission.VIEW_CHANNEL else 0


def _permissions_in_thread(world: World, user_id: str, thread: Json) -> int:
    parent = world.channels.get(thread["parent_id"])
    if parent is None:
        return 0
    held = permissions_in(world, user_id, parent)
    private = thread["type"] == PRIVATE_THREAD
    if private and user_id not in thread["_members"] and not held & Permission.MANAGE_THREADS:
        return 0
    may_send = held & Permission.SEND_MESSAGES_IN_THREADS
    return held | Permission.SEND_MESSAGES if may_send else held & ~Permission.SEND_MESSAGES


def can_view(world: World, user_id: str, channel: Json) -> bool:
    return bool(permissions_in(world, user_id, channel) & Permission.VIEW_CHANNEL)


def require(world: World, user_id: str, channel: Json, needed: int) -> None:
    """Raises 50001 where the user cannot see the channel, 50013 where another permission is missing."""
    held = permissions_in(world, user_id, channel)
    if not held & Permission.VIEW_CHANNEL:
        raise missing_access()
    if held & needed != needed:
        raise missing_permissions()
