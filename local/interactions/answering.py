"""The bot's side of interactions: the first answer, followups, and the original response."""

from __future__ import annotations

from typing import Any

from local.interactions.command_limits import MAX_CHOICE_LENGTH
from local.interactions.interaction import (
    ANSWER_SECONDS,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    TOKEN_SECONDS,
    Interaction,
)
from local.interactions.options import INTEGER, LARGEST_NUMBER, NUMBER, STRING
from local.messages import message_limits, messages
from local.table.core import Core
from local.wire.errors import ApiError, FormErrors, Json, Path, invalid, unknown
from local.wire.http import Body
from local.world.everything import EPHEMERAL

PONG, MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
MAX_MODAL_COMPONENTS = 5
MAX_CHOICES = 25
_COMMAND_MESSAGE = 20


def find(core: Core, interaction_id: str, token: str) -> Interaction:
    """The interaction that a callback names. Raises 10062 where it is unknown, over, or answered too late."""
    interaction = core.interactions.get(interaction_id)
    if interaction is None or interaction.token != token:
        raise unknown("interaction")
    if interaction.status == "waiting" and core.clock() - interaction.created > ANSWER_SECONDS:
        core.give_up(interaction)
    if interaction.status == "failed":
        raise unknown("interaction")
    return interaction


def find_by_token(core: Core, application_id: str, token: str) -> Interaction:
    """The interaction of a webhook token. Raises 10015 for an unknown one, 50027 after 15 minutes."""
    interaction = core.interactions_by_token.get(token)
    if (
        interaction is None
        or application_id != core.world.application_id
        or interaction.status in ("waiting", "failed")
    ):
        raise unknown("webhook")
    if core.clock() - interaction.created > TOKEN_SECONDS:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    return interaction


def answer_first(core: Core, interaction: Interaction, body: Body) -> Json | None:
    """The one first answer. Gives the `resource` of the callback's response. Raises 40060 for a second one."""
    if interaction.status != "waiting":
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    kind, data = body.json["type"], body.json.get("data") or {}
    _check_kind(interaction, kind)
    _check_deferral(kind, data)
    resource: Json | None = None
    if kind in (MESSAGE, DEFERRED_MESSAGE):
        resource = _answer_with_message(core, interaction, body.part(data), thinking=kind == DEFERRED_MESSAGE)
    elif kind == DEFERRED_UPDATE:
        interaction.original_id = interaction.message_id
        interaction.status = "acknowledged"
    elif kind == UPDATE:
        resource = _update_message(core, interaction, body.part(data))
    elif kind == CHOICES:
        check_choices(interaction, data)
        interaction.choices, interaction.status = data["choices"], "choices"
    elif kind == MODAL:
        interaction.modal, interaction.status = _modal(data), "modal"
    else:
        interaction.status = "acknowledged"
    core.report(interaction)
    return None if resource is None else {"type": kind, "message": resource}


def _check_kind(interaction: Interaction, kind: int) -> None:
    """Raises 50035 where this type cannot answer this kind of interaction."""
    allowed = {
        COMMAND: (MESSAGE, DEFERRED_MESSAGE, MODAL),
        COMPONENT: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL),
        AUTOCOMPLETE: (CHOICES,),
        MODAL_SUBMIT: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE),
    }[interaction.kind]
    on_message = kind not in (UPDATE, DEFERRED_UPDATE) or interaction.message_id is not None
    if kind not in allowed or not on_message:
        message = "This type of callback cannot answer this interaction."
        raise invalid(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", message)


def _check_deferral(kind: int, data: Json) -> None:
    """Raises 50035 where an answer that says nothing yet comes with what Discord would drop without a word."""
    taken = {DEFERRED_MESSAGE: {"flags"}, DEFERRED_UPDATE: set[str]()}.get(kind)
    errors = FormErrors()
    for key in data.keys() - taken if taken is not None else ():
        errors.add(("data", key), "UNKNOWN_KEY", f"A deferred answer takes no {key}.")
    errors.raise_if_any()


def _answer_with_message(core: Core, interaction: Interaction, body: Body, *, thinking: bool) -> Json:
    if thinking:
        body = Body({"flags": (body.json.get("flags") or 0) & EPHEMERAL})
    message = _say(core, interaction, body, thinking=thinking)
    interaction.original_id = message["id"]
    interaction.status = "thinking" if thinking else "answered"
    return messages.shown(core, message)


def _update_message(core: Core, interaction: Interaction, body: Body) -> Json:
    message = messages.edit(core, core.world.any_message(interaction.message_id or ""), body)
    interaction.original_id = message["id"]
    interaction.status = "answered"
    return messages.shown(core, message)


def _say(core: Core, interaction: Interaction, body: Body, *, thinking: bool = False) -> Json:
    world = core.world
    channel = world.channel(interaction.channel_id)
    ephemeral = bool((body.json.get("flags") or 0) & EPHEMERAL)
    metadata: Json = {
        "id": interaction.id,
        "type": interaction.kind,
        "user": world.users[interaction.user_id],
        "authorizing_integration_owners": {"0": world.guild_of(channel)["id"]},
    }
    if interaction.command_name:
        metadata["name"] = interaction.command_name
    return messages.create(
        core,
        channel,
        world.bot_id,
        body,
        type=_COMMAND_MESSAGE if interaction.kind == COMMAND else 0,
        application_id=world.application_id,
        webhook_id=world.application_id,
        interaction_metadata=metadata,
        flags=messages.LOADING if thinking else 0,
        _loading=thinking,
        _reader=interaction.user_id if ephemeral else None,
    )


def follow_up(core: Core, interaction: Interaction, body: Body) -> Json:
    """A further message. The first one after a deferred answer takes the place of "thinking" and its visibility."""
    if interaction.status == "thinking":
        return edit_answer(core, interaction, "@original", body, pinging=True)
    message = _say(core, interaction, body)
    interaction.followup_ids.append(message["id"])
    core.report(interaction)
    return message


def answer_message(core: Core, interaction: Interaction, message_id: str) -> Json:
    """The original response or a followup. Raises 10008."""
    wanted = interaction.original_id if message_id == "@original" else message_id
    if wanted is None or wanted not in (interaction.original_id, *interaction.followup_ids):
        raise unknown("message")
    return core.world.any_message(wanted)


def edit_answer(core: Core, interaction: Interaction, message_id: str, body: Body, *, pinging: bool = False) -> Json:
    message = messages.edit(core, answer_message(core, interaction, message_id), body, pinging=pinging)
    if interaction.status == "thinking" and message["id"] == interaction.original_id:
        interaction.status = "answered"
    core.report(interaction)
    return message


def delete_answer(core: Core, interaction: Interaction, message_id: str) -> None:
    messages.delete(core, answer_message(core, interaction, message_id))
    if interaction.status == "thinking":
        interaction.status = "answered"
    core.report(interaction)


def check_choices(interaction: Interaction, data: Json) -> None:
    """Raises 50035 unless there are at most 25 choices, each complete and of the type of the option being typed."""
    errors = FormErrors()
    choices = data.get("choices")
    if choices is None:
        errors.required(("data", "choices"))
        choices = []
    if len(choices) > MAX_CHOICES:
        errors.too_long(("data", "choices"), MAX_CHOICES)
    wanted = _focused_type(interaction.data["options"])
    for index, choice in enumerate(choices):
        path = ("data", "choices", index)
        if choice is None:
            errors.required(path)
            continue
        _check_length(choice["name"], errors, (*path, "name"))
        _check_choice_value(choice["value"], wanted, errors, (*path, "value"))
    errors.raise_if_any()


def _check_choice_value(value: Any, wanted: int, errors: FormErrors, path: Path) -> None:
    kinds = {STRING: (str,), INTEGER: (int,), NUMBER: (int, float)}[wanted]
    if type(value) not in kinds:
        errors.add(path, "BASE_TYPE_INVALID", "The value must be of the option's type.")
    elif isinstance(value, str):
        _check_length(value, errors, path)
    elif not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        errors.add(path, "NUMBER_TYPE_MAX", f"A number is at most {LARGEST_NUMBER} from 0.")


def _check_length(text: str, errors: FormErrors, path: Path) -> None:
    if not 1 <= len(text) <= MAX_CHOICE_LENGTH:
        errors.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MAX_CHOICE_LENGTH} in length.")


def _focused_type(options: list[Json]) -> int:
    for option in options:
        if option.get("focused"):
            return int(option["type"])
        if option.get("options"):
            return _focused_type(option["options"])
    raise ValueError("An autocomplete interaction has a focused option.")


def _modal(data: Json) -> Json:
    errors = FormErrors()
    components = data["components"]
    if len(components) > MAX_MODAL_COMPONENTS:
        errors.too_long(("data", "components"), MAX_MODAL_COMPONENTS)
    message_limits.check_components(components, errors, ("data", "components"))
    errors.raise_if_any()
    return {**data, "components": messages.numbered(components)}


def callback_response(interaction: Interaction, resource: Json | None) -> Json:
    """The body of a callback's response where the bot asks for one."""
    about: Json = {"id": interaction.id, "type": interaction.kind}
    if resource is not None:
        message = resource["message"]
        about |= {
            "response_message_id": message["id"],
            "response_message_loading": bool(message["flags"] & messages.LOADING),
            "response_message_ephemeral": bool(message["flags"] & EPHEMERAL),
        }
    return {"interaction": about, "resource": resource} if resource is not None else {"interaction": about}
