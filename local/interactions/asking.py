"""The people's side of interactions: a command, a press, a choice or a filled modal goes to the bot."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from local.interactions.interaction import ANSWER_SECONDS, AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from local.interactions.options import (
    CHANNEL,
    MENTIONABLE,
    ROLE,
    USER,
    InputError,
    command_data,
    find_command,
    typed_value,
    works_in_direct,
)
from local.messages import attachments, messages
from local.messages.message_limits import BUTTON, MAX_FILE_BYTES, ROW, STRING_SELECT, TEXT_INPUT, walk
from local.table.core import Core
from local.wire.errors import ApiError, Json, missing_access
from local.world.everything import DIRECT, EPHEMERAL
from local.world.permissions import Permission, can_view, permissions_in

_SELECTED = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}
LABEL = 18
CHECKBOX, CHECKBOX_GROUP, RADIO_GROUP = 23, 22, 21


def run_command(core: Core, user_id: str, channel: Json, name: str, given: Json) -> Interaction:
    """Uses a slash command. Raises InputError where Discord's client would not send it."""
    if not permissions_in(core.world, user_id, channel) & Permission.USE_APPLICATION_COMMANDS:
        raise InputError("You may not use commands in this channel.")
    if channel["type"] == DIRECT and not works_in_direct(find_command(core.world, user_id, name)[0]):
        raise InputError(f"/{name} works in servers only.")
    data = command_data(core.world, user_id, name, given, None)
    files = data.get("resolved", {}).get("attachments", {})
    files.update({key: attachments.with_url(file, channel["id"], core.base_url) for key, file in files.items()})
    interaction = _new(core, COMMAND, user_id, channel, data)
    interaction.command_name = name.removeprefix("/")
    return _send(core, interaction)


def complete(core: Core, user_id: str, channel: Json, name: str, given: Json, focused: str) -> Interaction:
    """Asks for the choices of an option while the command is being typed."""
    data = command_data(core.world, user_id, name, given, focused)
    return _send(core, _new(core, AUTOCOMPLETE, user_id, channel, data))


def press(core: Core, user_id: str, message: Json, custom_id: str, values: list[str] | None) -> Interaction:
    """Presses a button or chooses from a select of a message that the user sees."""
    channel = core.world.channel(message["channel_id"])
    if message["flags"] & EPHEMERAL and message["_reader"] != user_id:
        raise InputError("Only another user sees this message.")
    component = next((c for _, c in walk(message["components"]) if c.get("custom_id") == custom_id), None)
    if component is None:
        raise InputError("This message has no such button or select.")
    if component.get("disabled"):
        raise InputError("This button or select is disabled.")
    data: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
    if component["type"] != BUTTON:
        data |= _chosen(core, component, values or [])
    interaction = _new(core, COMPONENT, user_id, channel, data)
    interaction.message_id = message["id"]
    return _send(core, interaction)


def submit_modal(core: Core, user_id: str, opened_by: Interaction, fields: Json) -> Interaction:
    """Fills and sends the modal that answered an interaction; `fields` by custom id."""
    modal = opened_by.modal
    if modal is None or opened_by.user_id != user_id:
        raise InputError("There is no such modal.")
    known = {c["custom_id"] for _, c in walk(modal["components"]) if "custom_id" in c}
    for custom_id in fields:
        if custom_id not in known:
            raise InputError(f"The modal has no field {custom_id}.")
    resolved: Json = {}
    components = [_submitted(core, component, fields, resolved) for component in modal["components"]]
    data: Json = {"custom_id": modal["custom_id"], "components": components}
    if resolved:
        data["resolved"] = resolved
    interaction = _new(core, MODAL_SUBMIT, user_id, core.world.channel(opened_by.channel_id), data)
    interaction.message_id = opened_by.message_id
    interaction.command_name = opened_by.command_name
    return _send(core, interaction)


def forge(core: Core, user_id: str, channel: Json, kind: int, data: Json, message_id: str | None = None) -> Interaction:
    """Sends what only a tampered client could send: nothing is held against what the bot has registered or shown."""
    interaction = _new(core, kind, user_id, channel, data)
    interaction.message_id = message_id
    return _send(core, interaction)


def _chosen(core: Core, select: Json, values: list[str]) -> Json:
    least, most = select.get("min_values"), select.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if not least <= len(values) <= most or len(set(values)) < len(values):
        raise InputError(f"Choose {least} to {most} different values.")
    if select["type"] == STRING_SELECT:
        known = [option["value"] for option in select["options"]]
        if any(value not in known for value in values):
            raise InputError("The select has no such value.")
        return {"values": values}
    resolved: Json = {}
    try:
        ids = [typed_value(core.world, _SELECTED[select["type"]], value, resolved) for value in values]
    except (ValueError, ApiError) as error:
        raise InputError("The select has no such value.") from error
    return {"values": ids, "resolved": resolved}


def _submitted(core: Core, component: Json, fields: Json, resolved: Json) -> Json:
    base = {"type": component["type"], "id": component["id"]}
    if component["type"] == ROW:
        return {**base, "components": [_submitted(core, child, fields, resolved) for child in component["components"]]}
    if component["type"] == LABEL:
        return {**base, "component": _submitted(core, component["component"], fields, resolved)}
    if "custom_id" not in component:
        return base
    return {**base, "custom_id": component["custom_id"], **_field(core, component, fields, resolved)}


def _field(core: Core, component: Json, fields: Json, resolved: Json) -> Json:
    """The value of one field: what was typed, else what the bot had filled in."""
    given = fields.get(component["custom_id"])
    required = component.get("required", component["type"] != CHECKBOX)
    if component["type"] == TEXT_INPUT:
        return {"value": _text(component, given, required=bool(required))}
    if component["type"] == CHECKBOX:
        return {"value": bool(component.get("default") if given is None else given)}
    defaults = [o["value"] for o in component.get("options") or [] if o.get("default")]
    values = defaults if given is None else [str(v) for v in (given if isinstance(given, list) else [given])]
    if component["type"] == RADIO_GROUP:
        known = [option["value"] for option in component["options"]]
        if (required and not values) or any(value not in known for value in values) or len(values) > 1:
            raise InputError("Choose one of the options.")
        return {"value": values[0] if values else None}
    if not values and not required:
        return {"values": []}
    if component["type"] == CHECKBOX_GROUP:
        most = component.get("max_values") or len(component["options"])
        return _chosen(core, {**component, "type": STRING_SELECT, "max_values": most}, values)
    chosen = _chosen(core, component, values)
    for kind, found in chosen.pop("resolved", {}).items():
        resolved.setdefault(kind, {}).update(found)
    return chosen


def _text(component: Json, given: Any, *, required: bool) -> str:
    text = str(component.get("value") or "" if given is None else given)
    most = component.get("max_length") or 4000
    least = max(component.get("min_length") or 0, 1 if required else 0)
    if len(text) > most or (len(text) < least and (required or text)):
        raise InputError(f"The text must have {least} to {most} characters.")
    return text


def _new(core: Core, kind: int, user_id: str, channel: Json, data: Json) -> Interaction:
    if not can_view(core.world, user_id, channel):
        raise missing_access()
    interaction = Interaction(
        core.world.ids.next(), secrets.token_urlsafe(48), kind, user_id, channel["id"], data, core.clock()
    )
    core.remember_interaction(interaction)
    return interaction


def _send(core: Core, interaction: Interaction) -> Interaction:
    asked = payload(core, interaction)
    if not core.gateway.is_heard("INTERACTION_CREATE", asked):
        core.give_up(interaction)
        return interaction
    core.gateway.dispatch("INTERACTION_CREATE", asked)
    asyncio.get_running_loop().call_later(ANSWER_SECONDS + 0.05, _look_at_deadline, core, interaction)
    return interaction


def _look_at_deadline(core: Core, interaction: Interaction) -> None:
    if interaction.status == "waiting" and core.clock() - interaction.created >= ANSWER_SECONDS:
        core.give_up(interaction)


def payload(core: Core, interaction: Interaction) -> Json:
    """The INTERACTION_CREATE that the bot gets."""
    world = core.world
    channel = world.channel(interaction.channel_id)
    held = str(permissions_in(world, interaction.user_id, channel))
    user, guild_id = world.users[interaction.user_id], world.guild_of(channel)["id"]
    body: Json = {
        "id": interaction.id,
        "application_id": world.application_id,
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": channel["id"],
        "channel": {**core.visible_channel(channel), "permissions": held},
        "app_permissions": str(permissions_in(world, world.bot_id, channel)),
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": guild_id},
        "context": 1 if channel["type"] == DIRECT else 0,
        "attachment_size_limit": MAX_FILE_BYTES,
    }
    if channel["type"] == DIRECT:
        body["user"] = user
    else:
        body |= {
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": {**world.member_payload(user["id"]), "permissions": held},
        }
    if interaction.message_id is not None:
        body["message"] = messages.shown(core, world.any_message(interaction.message_id))
    return body
