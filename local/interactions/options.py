"""What a person typed behind a slash command, held against the command as it is registered."""

from __future__ import annotations

import base64
from typing import Any

from local.interactions.command_limits import CHAT_INPUT, GROUP, SUBCOMMAND
from local.messages import attachments
from local.messages.message_limits import MAX_FILE_BYTES
from local.wire.errors import ApiError, Json
from local.wire.http import UploadedFile
from local.world.everything import World, public
from local.world.permissions import Permission, guild_permissions, permissions_in

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 3, 4, 5, 6, 7, 8, 9, 10, 11
LARGEST_NUMBER = 1 << 53


class InputError(Exception):
    """A person's input that Discord's own client would not let through; the text says what is wrong."""


def find_command(world: World, user_id: str, name: str) -> tuple[Json, list[Json], list[Json]]:
    """Finds "game create" for a user: the command, the groups and subcommands on the way, the options to fill."""
    first, *rest = name.removeprefix("/").split()
    command = next((found for found in usable_commands(world, user_id) if found["name"] == first), None)
    if command is None:
        raise InputError(f"There is no command /{first} for you.")
    way: list[Json] = []
    options: list[Json] = command.get("options") or []
    while any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        known = ", ".join(option["name"] for option in options)
        if not rest:
            raise InputError(f"/{name} needs a subcommand: {known}.")
        step = next((option for option in options if option["name"] == rest[0]), None)
        if step is None:
            raise InputError(f"/{first} has no subcommand {rest[0]}; it has {known}.")
        rest = rest[1:]
        way.append(step)
        options = step.get("options") or []
    if rest:
        raise InputError(f"/{name} has no subcommand {rest[0]}.")
    return command, way, options


def usable_commands(world: World, user_id: str) -> list[Json]:
    """The slash commands this user may use in the first server, after `default_member_permissions`."""
    held = guild_permissions(world, user_id)
    commands = [*world.commands_of(world.guild["id"]), *world.commands_of(None)]
    return [command for command in commands if command["type"] == CHAT_INPUT and _may_use(held, command)]


def works_in_direct(command: Json) -> bool:
    """Whether a command can be used in the direct conversation with the bot."""
    if command.get("guild_id"):
        return False
    return bool(command["dm_permission"]) if command["contexts"] is None else 1 in command["contexts"]


def _may_use(held: int, command: Json) -> bool:
    """No wanted permissions: everybody; "0": only administrators."""
    wanted = command["default_member_permissions"]
    if wanted is None or held & Permission.ADMINISTRATOR:
        return True
    return int(wanted) != 0 and held & int(wanted) == int(wanted)


def command_data(world: World, user_id: str, name: str, given: Json, focused: str | None) -> Json:
    """The `data` of the interaction. With `focused` it is one of autocomplete: half-filled, values unchecked."""
    command, way, options = find_command(world, user_id, name)
    known = {option["name"]: option for option in options}
    for key in given:
        if key not in known:
            raise InputError(f"/{name} has no option {key}; it has {', '.join(known) or 'none'}.")
    if focused is not None and not (known.get(focused) or {}).get("autocomplete"):
        raise InputError(f"/{name} has no option {focused} with autocomplete.")
    resolved: Json = {}
    filled = []
    for option in options:
        if focused is not None and option["name"] in given:
            filled += _typed_so_far(world, option, given[option["name"]], resolved, focused)
        elif option["name"] in given:
            filled.append(_filled(world, option, given[option["name"]], resolved))
        elif option.get("required") and focused is None:
            raise InputError(f"/{name} needs the option {option['name']}.")
    for step in reversed(way):
        filled = [{"name": step["name"], "type": step["type"], "options": filled}]
    data = {"id": command["id"], "name": command["name"], "type": command["type"], "options": filled}
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    return {**data, "resolved": resolved} if resolved else data


def _filled(world: World, option: Json, value: Any, resolved: Json) -> Json:
    try:
        typed = typed_value(world, option["type"], value, resolved)
    except (ValueError, ApiError) as error:
        raise InputError(f"{value!r} is no value for the option {option['name']}.") from error
    _check_value(option, typed)
    return {"name": option["name"], "type": option["type"], "value": typed}


def _typed_so_far(world: World, option: Json, value: Any, resolved: Json, focused: str) -> list[Json]:
    """The option while the command is being typed: the focused one as text, others only once they are complete.

    Discord uploads files with the finished command only.
    """
    if option["type"] == ATTACHMENT:
        return []
    if option["name"] == focused:
        return [{"name": option["name"], "type": option["type"], "value": str(value), "focused": True}]
    try:
        typed = typed_value(world, option["type"], value, resolved)
    except (ValueError, ApiError):
        return []
    return [{"name": option["name"], "type": option["type"], "value": typed}]


def typed_value(world: World, kind: int, value: Any, resolved: Json) -> Any:
    """The value in the type of an option or select; people, channels and roles also go into `resolved`."""
    if kind == STRING:
        return str(value)
    if kind == INTEGER:
        return int(value)
    if kind == NUMBER:
        return float(value)
    if kind == BOOLEAN:
        if str(value).lower() not in ("true", "false"):
            raise ValueError(value)
        return str(value).lower() == "true"
    if kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        return _resolve(world, kind, str(value).strip("<@!&#>"), resolved)
    if kind == ATTACHMENT:
        return _upload(world, value, resolved)
    raise InputError("The local table knows no such options.")


def _resolve(world: World, kind: int, name: str, resolved: Json) -> str:
    if kind == CHANNEL:
        channel = world.channel_named(name)
        held = str(permissions_in(world, world.bot_id, channel))
        resolved.setdefault("channels", {})[channel["id"]] = {**public(channel), "permissions": held}
        return str(channel["id"])
    role = next((role for role in world.roles.values() if name in (role["id"], role["name"])), None)
    if kind in (ROLE, MENTIONABLE) and role is not None:
        resolved.setdefault("roles", {})[role["id"]] = role
        return str(role["id"])
    if kind == ROLE:
        raise ValueError(name)
    user = world.user_named(name)
    resolved.setdefault("users", {})[user["id"]] = user
    if user["id"] in world.members:
        held = str(guild_permissions(world, user["id"]))
        member = {**world.member_payload(user["id"], with_user=False), "permissions": held}
        resolved.setdefault("members", {})[user["id"]] = member
    return str(user["id"])


def _upload(world: World, value: Any, resolved: Json) -> str:
    """Keeps a file given as {"filename", "data" in base64}; the bot gets its id and, in `resolved`, its record."""
    try:
        file = UploadedFile(str(value["filename"]), "", base64.b64decode(value["data"], validate=True))
    except (KeyError, TypeError) as error:
        raise ValueError("no file") from error
    if len(file.data) > MAX_FILE_BYTES:
        raise InputError("Your file is too large.")
    record = attachments.store(world, "", file, None)
    resolved.setdefault("attachments", {})[record["id"]] = {**record, "ephemeral": True}
    return str(record["id"])


def _check_value(option: Json, value: Any) -> None:
    name, choices = option["name"], option.get("choices") or []
    if choices and value not in [choice["value"] for choice in choices]:
        raise InputError(f"{name} must be one of {', '.join(str(choice['name']) for choice in choices)}.")
    if option["type"] == STRING:
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if not least <= len(value) <= most:
            raise InputError(f"{name} must have {least} to {most} characters.")
    elif option["type"] in (INTEGER, NUMBER):
        least, most = option.get("min_value"), option.get("max_value")
        least, most = -LARGEST_NUMBER if least is None else least, LARGEST_NUMBER if most is None else most
        if not least <= value <= most:
            raise InputError(f"{name} must be from {least} to {most}.")
