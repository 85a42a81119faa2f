"""What arrives from Discord, as texts that can be stored and sent again."""

from __future__ import annotations

from typing import Any

from cogs.saying import NEVER_SENT


def cleaned(data: Any) -> Any:
    """The data of an interaction without control characters and halves of characters in any text."""
    if isinstance(data, str):
        return NEVER_SENT.sub("", data.replace("\t", " "))
    if isinstance(data, dict):
        return {key: cleaned(value) for key, value in data.items()}
    if isinstance(data, list):
        return [cleaned(value) for value in data]
    return data


def fields_of(components: Any) -> dict[str, str]:
    """The text of every text field of a form by its custom id, whatever it is wrapped in."""
    found: dict[str, str] = {}
    for component in components:
        if "value" in component and "custom_id" in component:
            found[component["custom_id"]] = str(component["value"])
        inner = component.get("components", ()) or ([component["component"]] if "component" in component else ())
        found |= fields_of(inner)
    return found
