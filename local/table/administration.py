"""What a server's owner does outside any bot: people, channels, permissions."""

from __future__ import annotations

from local.table.core import Core
from local.wire.errors import Json
from local.wire.gateway import GUILD_MEMBERS, GUILDS
from local.world.default_world import add_text_channel
from local.world.everything import DIRECT, THREAD_TYPES
from local.world.permissions import EVERYONE


def add_person(core: Core, name: str, role_ids: list[str] | None = None) -> Json:
    """A new human member of all servers."""
    user = core.world.add_user(name)
    core.world.add_member(user["id"], role_ids)
    for guild_id in core.world.guilds:
        joined = {**core.world.member_payload(user["id"]), "guild_id": guild_id}
        core.gateway.dispatch("GUILD_MEMBER_ADD", joined, GUILD_MEMBERS)
    core.resync()
    return user


def add_role(core: Core, name: str, permissions: int = 0) -> Json:
    role = core.world.add_role(name, permissions)
    for guild_id in core.world.guilds:
        core.tell_all("GUILD_ROLE_CREATE", {"guild_id": guild_id, "role": role})
    return role


def set_roles(core: Core, user_id: str, role_ids: list[str]) -> None:
    """Gives a member exactly these roles."""
    core.world.members.save({**core.world.members[user_id], "roles": role_ids}, user_id)
    for guild_id in core.world.guilds:
        changed = {**core.world.member_payload(user_id), "guild_id": guild_id}
        core.gateway.dispatch("GUILD_MEMBER_UPDATE", changed, 0 if user_id == core.world.bot_id else GUILD_MEMBERS)
    core.resync()


def add_server(core: Core, name: str, channel: str) -> Json:
    """Another server with the same people, and a text channel in it; the bot is a member from now on."""
    guild = core.world.add_guild(name)
    core.world.add_role("@everyone", EVERYONE, guild["id"])
    add_text_channel(core.world, channel, guild["id"])
    core.gateway.dispatch("GUILD_CREATE", core.full_guild(guild["id"]), GUILDS)
    core.resync()
    return guild


def add_channel(core: Core, name: str, guild_id: str | None = None) -> Json:
    channel = add_text_channel(core.world, name, guild_id)
    announce_channel(core, "CHANNEL_CREATE", channel)
    return channel


def set_overwrite(core: Core, channel: Json, target_id: str, *, allow: int, deny: int) -> None:
    """Sets what a role or member may do in a channel beyond the roles; allow and deny 0 removes the entry."""
    others = [overwrite for overwrite in channel["permission_overwrites"] if overwrite["id"] != target_id]
    own = {"id": target_id, "type": 0 if target_id in core.world.roles else 1, "allow": str(allow), "deny": str(deny)}
    channel["permission_overwrites"] = [*others, own] if allow or deny else others
    core.world.channels.save(channel)
    announce_channel(core, "CHANNEL_UPDATE", channel)
    core.resync()


def delete_channel(core: Core, channel: Json) -> None:
    """Removes a channel or thread with its messages and threads."""
    for thread in core.world.threads(channel["id"]):
        delete_channel(core, thread)
    announce_channel(core, "THREAD_DELETE" if channel["type"] in THREAD_TYPES else "CHANNEL_DELETE", channel)
    for message in list(core.world.messages_of(channel["id"])):
        core.world.remove_message(message)
    core.world.channels.remove(channel["id"])


def open_direct_channel(core: Core, user_id: str) -> Json:
    """The direct conversation between the bot and a user, made at the first call."""
    for channel in core.world.channels.values():
        if channel["type"] == DIRECT and channel["recipients"][0]["id"] == user_id:
            return channel
    user = core.world.users[user_id]
    channel = {"id": core.world.ids.next(), "type": DIRECT, "recipients": [user], "last_message_id": None, "flags": 0}
    core.world.channels.save(channel)
    core.tell_viewers("CHANNEL_CREATE", channel, channel)
    return channel


def close_direct_messages(core: Core, user_id: str) -> None:
    """From now on the user takes no direct messages of the bot (50007)."""
    closed = core.world.settings.get("closed_direct", {"users": []})
    core.world.settings.save({"users": [*closed["users"], user_id]}, "closed_direct")


def archive_thread(core: Core, thread: Json, *, locked: bool = False) -> None:
    """Archives a thread, as the owner or the passing of time would."""
    thread["thread_metadata"] |= {"archived": True, "locked": locked, "archive_timestamp": core.world.now()}
    core.world.channels.save(thread)
    announce_channel(core, "THREAD_UPDATE", thread)


def lock_thread(core: Core, thread: Json) -> None:
    thread["thread_metadata"]["locked"] = True
    core.world.channels.save(thread)
    announce_channel(core, "THREAD_UPDATE", thread)


def announce_channel(core: Core, event: str, channel: Json) -> None:
    """Tells of a channel or thread; the bot also hears of channels that it cannot see."""
    payload = core.visible_channel(channel)
    if channel["type"] in THREAD_TYPES:
        core.publish(event, channel, payload, intent=GUILDS)
    else:
        core.gateway.dispatch(event, payload, GUILDS)
        core.tell_viewers(event, channel, payload)
