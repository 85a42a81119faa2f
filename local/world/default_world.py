"""The world a new table starts with."""

from __future__ import annotations

from typing import Any

from local.wire.errors import Json
from local.world.everything import TEXT, World
from local.world.permissions import BOT, EVERYONE

PEOPLE = ("Anna", "Ben", "Cleo", "Dan", "Eve")
CHANNELS = (("war-room", "Where the games are played"), ("mess-hall", "Talk about anything"))


def lay_out(world: World, bot_name: str) -> None:
    """One server, "The Map Room", owned by Anna, with two channels and the bot."""
    guild_id = world.ids.next()
    bot = world.add_user(bot_name, bot=True)
    people = [world.add_user(name) for name in PEOPLE]
    application = {"id": world.ids.next(), "name": bot_name, "bot_id": bot["id"]}
    world.settings.save(application, "application")
    world.settings.save({"id": guild_id, "name": "The Map Room", "owner_id": people[0]["id"]}, "guild")
    world.add_role("@everyone", EVERYONE, guild_id)
    role = world.add_role(bot_name, BOT, managed=True, tags={"bot_id": bot["id"]})
    world.add_member(bot["id"], [role["id"]])
    for person in people:
        world.add_member(person["id"])
    for name, topic in CHANNELS:
        add_text_channel(world, name, topic=topic)


def add_text_channel(world: World, name: str, guild_id: str | None = None, **settings: Any) -> Json:
    """A new text channel at the end of the list, of the first server if none is named; `settings` are its fields."""
    guild_id = guild_id or world.guild["id"]
    channel: Json = {
        "id": world.ids.next(),
        "type": TEXT,
        "guild_id": guild_id,
        "name": name,
        "topic": None,
        "position": len(world.guild_channels(guild_id)),
        "parent_id": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
        "last_message_id": None,
        "flags": 0,
    }
    return world.channels.save({**channel, **settings})


def guild_payload(world: World, guild_id: str) -> Json:
    """The server as REST gives it, without channels and members."""
    return {
        **world.guilds[guild_id],
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "description": None,
        "banner": None,
        "region": "local",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": world.roles_of(guild_id),
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "nsfw_level": 0,
        "nsfw": False,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "max_members": 500000,
        "widget_enabled": False,
    }
