"""What all parts of the local table share: the world, the events and the switches."""

from __future__ import annotations

from collections.abc import Callable

from local.interactions.interaction import Interaction
from local.interactions.options import InputError
from local.people.feed import RESYNC, Feed
from local.table.clock import Clock, TableClock
from local.table.faults import Faults
from local.table.rates import Rates
from local.table.shortcuts import Shortcut
from local.wire.errors import Json
from local.wire.gateway import Gateway, Session
from local.world import default_world
from local.world.everything import World, public
from local.world.permissions import can_view
from local.world.storage import Storage

KEPT_SECONDS = 3600.0


class Core:
    """The shared state of one table. `base_url` is known once the server listens."""

    def __init__(
        self,
        storage: Storage,
        clock: Clock,
        token: str,
        *,
        new_messages: int,
        allowed_intents: int,
        shards: int,
        identify_pause: float,
    ) -> None:
        self.clock = clock
        self.token = token
        self.base_url = ""
        self.world = World(storage, clock)
        self.feed = Feed()
        self.faults = Faults()
        self.rates = Rates(clock, new_messages)
        self.allowed_intents = allowed_intents
        self.shards = shards
        self.gateway = Gateway(token, self._greeting, self._members_chunk, allowed_intents, identify_pause)
        self.interactions: dict[str, Interaction] = {}
        self.interactions_by_token: dict[str, Interaction] = {}
        self.refusals: list[str] = []
        self.rate_limited: list[str] = []
        self.command_updates = 0
        self.nonces: dict[tuple[str, str], tuple[float, str]] = {}
        self.shortcuts: tuple[Shortcut, ...] = ()
        if isinstance(clock, TableClock):
            clock.advance(self.clock_ahead)

    @property
    def clock_ahead(self) -> float:
        """By how many seconds people have moved the table's clock forward; kept with the world."""
        return float(self.world.settings.get("clock", {"ahead": 0.0})["ahead"])

    def move_clock(self, seconds: float) -> None:
        """Moves the clock forward and tells everybody. Raises InputError where the table's clock cannot be moved."""
        if not isinstance(self.clock, TableClock):
            raise InputError("This table's clock cannot be moved.")
        self.clock.advance(seconds)
        self.world.settings.save({"ahead": self.clock_ahead + seconds}, "clock")
        self.feed.send("CLOCK_UPDATE", {"ahead": self.clock_ahead}, lambda _: True)

    def remember_interaction(self, interaction: Interaction) -> None:
        """Keeps an interaction, and forgets those that nobody can still use."""
        for old in list(self.interactions.values()):
            if old.created > self.clock() - KEPT_SECONDS:
                break
            del self.interactions[old.id]
            del self.interactions_by_token[old.token]
        self.interactions[interaction.id] = interaction
        self.interactions_by_token[interaction.token] = interaction

    def report(self, interaction: Interaction) -> None:
        """Tells the user of an interaction what has become of it."""
        self.tell(interaction.user_id, "INTERACTION_UPDATE", interaction.report())

    def give_up(self, interaction: Interaction) -> None:
        """Marks an interaction as unanswered, once and for all."""
        interaction.status, interaction.error = "failed", "The application did not respond"
        self.report(interaction)

    @property
    def gateway_url(self) -> str:
        return self.base_url.replace("http", "ws", 1) + "/gateway"

    def publish(
        self, event: str, channel: Json, data: Json, *, intent: int = 0, shown: Callable[[int], Json] | None = None
    ) -> None:
        """Sends an event about a channel to the bot and to the people who can see that channel."""
        if can_view(self.world, self.world.bot_id, channel):
            self.gateway.dispatch(event, data, intent, shown)
        self.tell_viewers(event, channel, data)

    def tell_viewers(self, event: str, channel: Json, data: Json) -> None:
        """Sends an event to the people who can see a channel."""
        self.feed.send(event, data, lambda user_id: can_view(self.world, user_id, channel))

    def resync(self, user_id: str | None = None) -> None:
        """Lets the pages and players of one user, or of all, reload what they may see."""
        self.feed.send(RESYNC, {}, lambda listener: user_id in (None, listener))

    def tell(self, user_id: str, event: str, data: Json) -> None:
        """Sends an event to only one person."""
        self.feed.send(event, data, lambda listener: listener == user_id)

    def tell_all(self, event: str, data: Json) -> None:
        """Sends an event that everybody may see to the bot and to all people."""
        self.gateway.dispatch(event, data)
        self.feed.send(event, data, lambda _: True)

    def visible_channel(self, channel: Json) -> Json:
        """A channel as the API gives it."""
        payload = public(channel)
        if "_members" in channel:
            payload["member_count"] = min(len(channel["_members"]), 50)
        return payload

    def _greeting(self, session: Session) -> list[tuple[str, Json]]:
        world = self.world
        mine = [guild_id for guild_id in world.guilds if session.hears(guild_id)]
        ready = {
            "v": 10,
            "user": {**world.users[world.bot_id], "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in mine],
            "session_id": session.id,
            "shard": list(session.shard),
            "resume_gateway_url": self.gateway_url,
            "session_type": "normal",
            "application": {"id": world.application_id, "flags": 0},
        }
        return [("READY", ready), *(("GUILD_CREATE", self.full_guild(guild_id)) for guild_id in mine)]

    def full_guild(self, guild_id: str) -> Json:
        """A server with all channels, the threads that the bot can see, and its own membership."""
        world = self.world
        threads = [
            thread
            for thread in world.threads()
            if thread["guild_id"] == guild_id
            and not thread["thread_metadata"]["archived"]
            and can_view(world, world.bot_id, thread)
        ]
        return {
            **default_world.guild_payload(world, guild_id),
            "unavailable": False,
            "joined_at": world.members[world.bot_id]["joined_at"],
            "large": False,
            "member_count": len(world.members),
            "members": [world.member_payload(world.bot_id)],
            "channels": [self.visible_channel(channel) for channel in world.guild_channels(guild_id)],
            "threads": [self.visible_channel(thread) for thread in threads],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _members_chunk(self, wanted: Json) -> Json:
        world = self.world
        ids = wanted.get("user_ids")
        found = list(world.members) if ids is None else [str(user_id) for user_id in _listed(ids)]
        query = wanted.get("query") or ""
        members = [
            world.member_payload(user_id)
            for user_id in found
            if user_id in world.members and world.users[user_id]["username"].startswith(query.lower())
        ]
        limit = wanted.get("limit") or len(members)
        chunk = {"guild_id": wanted["guild_id"], "members": members[:limit], "chunk_index": 0, "chunk_count": 1}
        missing = [user_id for user_id in found if user_id not in world.members]
        return {**chunk, "not_found": missing, "nonce": wanted.get("nonce")}


def _listed(ids: object) -> list[object]:
    return ids if isinstance(ids, list) else [ids]
