"""Discord's limits on application commands that its published schemas do not state."""

from __future__ import annotations

import re
from collections.abc import Iterator

from local.wire.errors import ApiError, FormErrors, Json, Path

MAX_COMMANDS = {1: 100, 2: 15, 3: 15}
MAX_COMMAND_CHARACTERS = 8000
MAX_CHOICE_LENGTH = 100
CHAT_INPUT = 1
SUBCOMMAND, GROUP = 1, 2

_NAME = re.compile(r"^[-_'\w]{1,32}$")


def check_commands(commands: list[Json]) -> None:
    """Checks all commands of one scope together. Raises 50035 or 30032."""
    errors = FormErrors()
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        kind = command.get("type") or CHAT_INPUT
        if (kind, command["name"]) in seen:
            message = "Application command names must be unique"
            errors.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add((kind, command["name"]))
        _check_command(command, kind, errors, (index,))
    errors.raise_if_any()
    for kind, limit in MAX_COMMANDS.items():
        if sum((command.get("type") or CHAT_INPUT) == kind for command in commands) > limit:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({limit})")


def _check_command(command: Json, kind: int, errors: FormErrors, path: Path) -> None:
    if kind != CHAT_INPUT:
        if command.get("description") or command.get("options"):
            message = "Context menu commands cannot have description or options"
            errors.add(path, "APPLICATION_COMMAND_INVALID_CONTEXT_MENU", message)
        return
    _check_name(command["name"], errors, path)
    if not command.get("description"):
        errors.required((*path, "description"))
    _check_options(command.get("options") or [], errors, path, depth=0)
    if sum(map(len, _texts(command))) > MAX_COMMAND_CHARACTERS:
        message = f"Command exceeds maximum size ({MAX_COMMAND_CHARACTERS})"
        errors.add(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _texts(node: Json) -> Iterator[str]:
    """Names, descriptions and values, which count towards a command's size."""
    yield node["name"]
    yield node.get("description") or ""
    if "value" in node:
        yield str(node["value"])
    for child in [*(node.get("options") or []), *(node.get("choices") or [])]:
        yield from _texts(child)


def _check_name(name: str, errors: FormErrors, path: Path) -> None:
    if not _NAME.match(name) or name != name.lower():
        message = "Command name is invalid"
        errors.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", message)


def _check_options(options: list[Json], errors: FormErrors, path: Path, depth: int) -> None:
    names: set[str] = set()
    optional_seen = False
    nested = [option["type"] in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        message = "Sub-commands and sub-command group options are mutually exclusive to all other options"
        errors.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    for index, option in enumerate(options):
        place = (*path, "options", index)
        _check_name(option["name"], errors, place)
        if option["name"] in names:
            message = "Option names must be unique"
            errors.add((*place, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message)
        names.add(option["name"])
        if option["type"] in (SUBCOMMAND, GROUP):
            _check_nesting(option, errors, place, depth)
            continue
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            errors.add(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")
        _check_choices(option, errors, place)


def _check_nesting(option: Json, errors: FormErrors, path: Path, depth: int) -> None:
    deepest = 0 if option["type"] == GROUP else 1
    if depth > deepest:
        errors.add(path, "APPLICATION_COMMAND_OPTIONS_NESTING_INVALID", "Sub-commands cannot be nested deeper")
    _check_options(option.get("options") or [], errors, path, depth + 1)


def _check_choices(option: Json, errors: FormErrors, path: Path) -> None:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        message = "Options with choices cannot have autocomplete"
        errors.add(path, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", message)
    values = [choice["value"] for choice in choices]
    for index, value in enumerate(values):
        if len(str(value)) > MAX_CHOICE_LENGTH:
            errors.too_long((*path, "choices", index, "value"), MAX_CHOICE_LENGTH)
    if len(set(values)) < len(values):
        message = "Choices must have unique values"
        errors.add((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_ALREADY_EXISTS", message)
