"""What arrives from Discord, as texts that can be stored and sent again."""

from __future__ import annotations

from typing import Any

from discord import AppCommandOptionType, app_commands

from cogs.interactions.answering import NEVER_SENT

TYPES: dict[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}


def cleaned(data: Any) -> Any:
    """The data of an interaction without control characters and halves of characters in any text."""
    if isinstance(data, str):
        return NEVER_SENT.sub("", data.replace("\t", " "))
    if isinstance(data, dict):
        return {key: cleaned(value) for key, value in data.items()}
    if isinstance(data, list):
        return [cleaned(value) for value in data]
    return data


def fits(command: app_commands.Command[Any, ..., Any], given: app_commands.Namespace) -> bool:
    """Whether the options of a command are those that it has, each with a value of its type, length and range."""
    known = {parameter.display_name: parameter for parameter in command.parameters}
    return all(name in known and _fits(known[name], value) for name, value in given)


def _fits(option: app_commands.Parameter, value: Any) -> bool:
    if option.type not in TYPES:
        return True
    if type(value) is not TYPES[option.type]:
        return False
    if option.choices:
        return value in [choice.value for choice in option.choices]
    size: Any = len(value) if isinstance(value, str) else value
    least, most = option.min_value, option.max_value
    return (least is None or size >= least) and (most is None or size <= most)


def fields_of(components: Any) -> dict[str, str]:
    """The text of every text field of a form by its custom id, whatever it is wrapped in."""
    found: dict[str, str] = {}
    for component in components:
        if "value" in component and "custom_id" in component:
            found[component["custom_id"]] = str(component["value"])
        inner = component.get("components", ()) or ([component["component"]] if "component" in component else ())
        found |= fields_of(inner)
    return found
