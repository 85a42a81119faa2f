"""Overlays as plain JSON, so that a picture can be asked for now and drawn later."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter

from maps.overlays.battles import Battles
from maps.overlays.changes import Changes
from maps.overlays.convoys import Convoys
from maps.overlays.income import Income
from maps.overlays.moves import Moves
from maps.overlays.overlay import Overlay
from maps.overlays.reach import Reach
from maps.overlays.relations import Relations
from maps.overlays.scrambles import Scrambles

_ADAPTERS: Mapping[str, TypeAdapter[Any]] = {
    overlay.__name__.lower(): TypeAdapter(overlay)
    for overlay in (Battles, Changes, Convoys, Income, Moves, Reach, Relations, Scrambles)
}


def overlays_to_json(overlays: Iterable[Overlay]) -> list[dict[str, Any]]:
    """Each as an object with its kind and its fields."""
    return [
        {"kind": kind, **_ADAPTERS[kind].dump_python(overlay, mode="json")}
        for overlay in overlays
        for kind in (type(overlay).__name__.lower(),)
    ]


def overlays_from_json(stored: Iterable[Mapping[str, Any]]) -> list[Overlay]:
    """What `overlays_to_json` gave."""
    return [
        _ADAPTERS[entry["kind"]].validate_python({key: value for key, value in entry.items() if key != "kind"})
        for entry in stored
    ]
