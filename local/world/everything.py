"""Everything that is on the table: servers with their members, roles, channels, messages and commands."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from local.table.clock import Clock, Snowflakes, iso
from local.wire.errors import Json, unknown
from local.world.storage import Storage

TEXT, DIRECT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
THREAD_TYPES = (PUBLIC_THREAD, PRIVATE_THREAD)
EPHEMERAL = 1 << 6

_USER = {"discriminator": "0", "avatar": None, "bot": False, "system": False, "public_flags": 0, "flags": 0}
_ROLE = {
    "color": 0,
    "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    "hoist": False,
    "icon": None,
    "unicode_emoji": None,
    "managed": False,
    "mentionable": False,
    "flags": 0,
}


class Records(dict[str, Json]):
    """The records of one kind by id; `save` and `remove` write through to the storage."""

    def __init__(self, storage: Storage, kind: str) -> None:
        super().__init__(storage.load(kind))
        self._storage = storage
        self._kind = kind

    def save(self, record: Json, record_id: str | None = None) -> Json:
        key = record_id or record["id"]
        self[key] = record
        self._storage.put(self._kind, key, record)
        return record

    def remove(self, record_id: str) -> None:
        del self[record_id]
        self._storage.delete(self._kind, record_id)


class World:
    """The records, in Discord's shapes. Keys that begin with "_" are the table's own and never leave it.

    There is one server, and there may be others beside it; people, and their roles, are the same in all of them.
    """

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self.clock = clock
        self.storage = storage
        self.ids = Snowflakes(clock, storage.highest_id())
        self.users = Records(storage, "user")
        self.members = Records(storage, "member")
        self.roles = Records(storage, "role")
        self.channels = Records(storage, "channel")
        self.messages = Records(storage, "message")
        self.commands = Records(storage, "command")
        self.emoji = Records(storage, "emoji")
        self.settings = Records(storage, "setting")
        self._more_guilds = Records(storage, "guild")
        self._ephemeral: dict[str, Json] = {}
        self._by_channel: defaultdict[str, dict[str, Json]] = defaultdict(dict)
        for message in self.messages.values():
            self._by_channel[message["channel_id"]][message["id"]] = message

    @property
    def guild(self) -> Json:
        """The first server."""
        return self.settings["guild"]

    @property
    def guilds(self) -> dict[str, Json]:
        """All servers by id, the first one first."""
        return {self.guild["id"]: self.guild, **self._more_guilds}

    def guild_of(self, channel: Json) -> Json:
        """The server of a channel or thread; the first one of a direct conversation."""
        return self.guilds[channel.get("guild_id") or self.guild["id"]]

    def add_guild(self, name: str) -> Json:
        """Another server of the same owner; its role for everybody is yet to be made."""
        return self._more_guilds.save({**self.guild, "id": self.ids.next(), "name": name})

    @property
    def bot_id(self) -> str:
        return str(self.settings["application"]["bot_id"])

    @property
    def application_id(self) -> str:
        return str(self.settings["application"]["id"])

    def now(self) -> str:
        return iso(self.clock())

    # People

    def add_user(self, name: str, *, bot: bool = False) -> Json:
        record = {**_USER, "id": self.ids.next(), "username": name.lower(), "global_name": name, "bot": bot}
        return self.users.save(record)

    def add_member(self, user_id: str, roles: list[str] | None = None) -> Json:
        member = {
            "roles": roles or [],
            "nick": None,
            "avatar": None,
            "joined_at": self.now(),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }
        return self.members.save(member, user_id)

    def roles_of(self, guild_id: str) -> list[Json]:
        """The roles of a server: the one for everybody that bears its id, and those that all servers have."""
        return [role for role in self.roles.values() if role["id"] == guild_id or role["id"] not in self.guilds]

    def add_role(self, name: str, permissions: int, role_id: str | None = None, **settings: Any) -> Json:
        record = {**_ROLE, "id": role_id or self.ids.next(), "name": name, "permissions": str(permissions)}
        return self.roles.save({**record, "position": len(self.roles), **settings})

    def user_named(self, name: str) -> Json:
        """The user with this id, name or user name. Raises 10013."""
        if name in self.users:
            return self.users[name]
        for user in self.users.values():
            if name in (user["global_name"], user["username"]):
                return user
        raise unknown("user")

    def member_payload(self, user_id: str, *, with_user: bool = True) -> Json:
        if user_id not in self.members:
            raise unknown("member")
        payload = dict(self.members[user_id])
        return {**payload, "user": self.users[user_id]} if with_user else payload

    # Channels

    def channel(self, channel_id: str) -> Json:
        if channel_id not in self.channels:
            raise unknown("channel")
        return self.channels[channel_id]

    def channel_named(self, name: str) -> Json:
        """The channel or thread with this id or name. Raises 10003."""
        if name in self.channels:
            return self.channels[name]
        for channel in self.channels.values():
            if channel.get("name") == name.removeprefix("#"):
                return channel
        raise unknown("channel")

    def threads(self, parent_id: str | None = None) -> list[Json]:
        return [
            channel
            for channel in self.channels.values()
            if channel["type"] in THREAD_TYPES and parent_id in (None, channel["parent_id"])
        ]

    def guild_channels(self, guild_id: str | None = None) -> list[Json]:
        """The channels that are no threads, of one server or of all."""
        return [
            channel
            for channel in self.channels.values()
            if channel["type"] not in (DIRECT, *THREAD_TYPES) and guild_id in (None, channel["guild_id"])
        ]

    # Messages

    def message(self, channel_id: str, message_id: str) -> Json:
        """A message that the table can see. Raises 10008 also for ephemeral ones."""
        message = self.messages.get(message_id)
        if message is None or message["channel_id"] != channel_id:
            raise unknown("message")
        return message

    def any_message(self, message_id: str) -> Json:
        """A message, ephemeral ones too. Raises 10008."""
        message = self.messages.get(message_id) or self._ephemeral.get(message_id)
        if message is None:
            raise unknown("message")
        return message

    def save_message(self, message: Json) -> Json:
        """Keeps a message; an ephemeral one lives in memory only, like the reader's client forgets it."""
        self._by_channel[message["channel_id"]][message["id"]] = message
        if message["flags"] & EPHEMERAL:
            self._ephemeral[message["id"]] = message
            return message
        return self.messages.save(message)

    def remove_message(self, message: Json) -> None:
        for attachment in message["attachments"]:
            self.storage.delete_file(attachment["id"])
        del self._by_channel[message["channel_id"]][message["id"]]
        if message["id"] in self._ephemeral:
            del self._ephemeral[message["id"]]
        else:
            self.messages.remove(message["id"])

    def messages_of(self, channel_id: str, *, reader: str | None = None) -> list[Json]:
        """The messages of a channel, oldest first; with a reader also what only that user sees."""
        return [
            m for m in self._by_channel[channel_id].values() if not m["flags"] & EPHEMERAL or m["_reader"] == reader
        ]

    # Commands

    def commands_of(self, guild_id: str | None) -> list[Json]:
        return [command for command in self.commands.values() if command.get("guild_id") == guild_id]


def public(record: Json) -> Json:
    """A record without the table's own keys."""
    return {key: value for key, value in record.items() if not key.startswith("_")}
