"""Whom a message really pings."""

from __future__ import annotations

import re

from local.wire.errors import Json
from local.world.everything import World
from local.world.permissions import Permission, permissions_in

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def pings(world: World, author_id: str, channel: Json, text: str, allowed: Json | None, replied: Json | None) -> Json:
    """The fields `mentions`, `mention_roles`, `mention_everyone` of a message, after `allowed_mentions`."""
    users = [user_id for user_id in _unique(_USER.findall(text)) if user_id in world.users]
    roles = [role_id for role_id in _unique(_ROLE.findall(text)) if role_id in world.roles]
    if allowed is not None:
        users = _allowed(users, allowed, "users")
        roles = _allowed(roles, allowed, "roles")
    held = permissions_in(world, author_id, channel)
    roles = [role_id for role_id in roles if world.roles[role_id]["mentionable"] or held & Permission.MENTION_EVERYONE]
    parse = ["everyone"] if allowed is None else allowed.get("parse") or []
    everyone = bool(_EVERYONE.search(text)) and "everyone" in parse and bool(held & Permission.MENTION_EVERYONE)
    if replied is not None and (allowed is None or allowed.get("replied_user")):
        users = _unique([*users, replied["author"]["id"]])
    return {
        "mentions": [world.users[user_id] for user_id in users],
        "mention_roles": roles,
        "mention_everyone": everyone,
    }


def _unique(ids: list[str]) -> list[str]:
    return list(dict.fromkeys(ids))


def _allowed(found: list[str], allowed: Json, key: str) -> list[str]:
    if key in (allowed.get("parse") or []):
        return found
    listed = {str(listed_id) for listed_id in allowed.get(key) or []}
    return [found_id for found_id in found if found_id in listed]
