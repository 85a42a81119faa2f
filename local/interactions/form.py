"""Request bodies are held against Discord's published schemas; unknown keys are refused."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource

from local.interactions.fitting import Fits, Fitting
from local.wire.errors import FormErrors, Json, Path, invalid

_DOCUMENT = FilePath(__file__).parents[1] / "spec" / "requests.json.gz"
_ID = "discord"

_FLAG: Json = {"type": ["boolean", "null"]}
_NUMBER: Json = {"type": ["integer", "null"]}
_TEXT: Json = {"type": ["string", "null"]}

# What discord.py and other libraries send and Discord takes, though the published document does not list it.
_TOLERATED_KEYS: dict[str, tuple[Json, tuple[str, ...]]] = {
    "tts": (
        _FLAG,
        (
            "MessageEditRequestPartial",
            "IncomingWebhookUpdateRequestPartial",
            "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
        ),
    ),
    "nsfw": (
        _FLAG,
        (
            "ApplicationCommandUpdateRequest",
            "ApplicationCommandCreateRequest",
            "ApplicationCommandPatchRequestPartial",
        ),
    ),
    "location": (_TEXT, ("CreateTextThreadWithMessageRequest", "CreateTextThreadWithoutMessageRequest")),
    "flags": (_NUMBER, ("RichEmbed", "RichEmbedImage", "RichEmbedThumbnail")),
    "proxy_url": (_TEXT, ("RichEmbedImage", "RichEmbedThumbnail", "MessageAttachmentRequest")),
    "proxy_icon_url": (_TEXT, ("RichEmbedAuthor", "RichEmbedFooter")),
    "content_type": (_TEXT, ("RichEmbedImage", "RichEmbedThumbnail", "MessageAttachmentRequest")),
    "url": (_TEXT, ("MessageAttachmentRequest",)),
    "size": (_NUMBER, ("MessageAttachmentRequest",)),
    "width": (_NUMBER, ("MessageAttachmentRequest",)),
    "height": (_NUMBER, ("MessageAttachmentRequest",)),
    "spoiler": (_FLAG, ("MessageAttachmentRequest",)),
}

# A body that the published document does not describe.
_BITS: Json = {"type": ["integer", "string", "null"], "minimum": 0, "pattern": "^[0-9]{1,20}$"}
_OWN_BODIES: dict[str, Json] = {
    "PUT /channels/{}/permissions/{}": {
        "type": "object",
        "properties": {"id": {"type": ["integer", "string"]}, "allow": _BITS, "deny": _BITS, "type": {"enum": [0, 1]}},
        "additionalProperties": False,
    }
}

# What the local table does not serve is refused rather than ignored.
_NOT_SERVED = ("poll", "sticker_ids", "shared_client_theme")


@functools.cache
def _document() -> Json:
    with gzip.open(_DOCUMENT, "rt", encoding="utf-8") as file:
        document: Json = json.load(file)
    definitions = document["$defs"]
    definitions["SnowflakeType"] = {"anyOf": [definitions["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    for key, (schema, names) in _TOLERATED_KEYS.items():
        for name in names:
            definitions[name]["properties"].setdefault(key, schema)
    document["bodies"] |= _OWN_BODIES
    for definition in definitions.values():
        for key in _NOT_SERVED:
            definition.get("properties", {}).pop(key, None)
    return document


@functools.cache
def _fitting() -> Fitting:
    return Fitting(_document()["$defs"])


@functools.cache
def _fits(section: str, key: str) -> Fits:
    """Whether a body is as published for it; raises KeyError where nothing is."""
    return _fitting().of(_document()[section][key])


@functools.cache
def _validator(section: str, key: str) -> Draft202012Validator:
    resource = Resource.from_contents({"$schema": "https://json-schema.org/draft/2020-12/schema", **_document()})
    registry: Registry[Any] = Registry().with_resource(_ID, resource)
    pointer = key.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
    return Draft202012Validator({"$ref": f"{_ID}#/{section}/{pointer}"}, registry=registry)


def check_body(route: str, body: Any) -> None:
    """Checks the body of `METHOD /path/{}`. Raises 50035; routes without a published schema take no body."""
    if route in _document()["bodies"]:
        _check("bodies", route, body)
    elif body:
        raise invalid((), "UNEXPECTED_BODY", f"{route} takes no body.")


def check_callback(body: Any) -> None:
    """Checks an interaction callback by its type. Raises 50035."""
    kind = str(body.get("type") if isinstance(body, dict) else None)
    if kind not in _document()["callbacks"]:
        raise invalid(("type",), "BASE_TYPE_CHOICES", "This is no type of interaction callback.")
    _check("callbacks", kind, body)


def _check(section: str, key: str, body: Any) -> None:
    if _fits(section, key)(body):
        return
    errors = FormErrors()
    for error in _validator(section, key).iter_errors(body):
        _report(error, errors)
    errors.raise_if_any()


def _report(error: ValidationError, errors: FormErrors) -> None:
    """Adds an error by the branch of a union that the value was meant for."""
    if error.validator == "anyOf" and error.context:
        for inner in _meant_branch(error):
            _report(inner, errors)
        return
    path: Path = tuple(error.absolute_path)
    schema: Any = error.schema
    body: Any = error.instance
    if error.validator == "required":
        for key in schema["required"]:
            if key not in body:
                errors.required((*path, key))
    elif error.validator == "additionalProperties":
        for key in body.keys() - schema["properties"].keys():
            errors.add((*path, key), "UNKNOWN_KEY", f'"{key}" is no field of this object.')
    else:
        errors.add(path, *_code_and_message(error))


def _meant_branch(error: ValidationError) -> Iterable[ValidationError]:
    branches: dict[int, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(int(inner.schema_path[0]), []).append(inner)
    return min(branches.values(), key=lambda found: (any(_is_other_kind(inner) for inner in found), len(found)))


def _is_other_kind(error: ValidationError) -> bool:
    """Whether the branch was for another kind of value: another JSON type, or another constant in `type`."""
    path = list(error.relative_path)
    return (error.validator == "type" and not path) or (error.validator in ("const", "enum") and path[-1:] == ["type"])


def _code_and_message(error: ValidationError) -> tuple[str, str]:
    limit = error.validator_value
    known: dict[str, tuple[str, str]] = {
        "maxLength": ("BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length."),
        "minLength": ("BASE_TYPE_MIN_LENGTH", f"Must be {limit} or more in length."),
        "maxItems": ("BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length."),
        "minItems": ("BASE_TYPE_MIN_LENGTH", f"Must be {limit} or more in length."),
        "maximum": ("NUMBER_TYPE_MAX", f"int value should be less than or equal to {limit}."),
        "minimum": ("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {limit}."),
        "enum": ("BASE_TYPE_CHOICES", f"Value must be one of {limit}."),
        "const": ("BASE_TYPE_CHOICES", f"Value must be one of {[limit]}."),
        "pattern": ("STRING_TYPE_REGEX", "String value did not match validation regex."),
    }
    return known.get(str(error.validator), ("BASE_TYPE_INVALID", error.message[:200]))
