"""The record of a game: all that is needed to play it again on another machine, made from its log."""

from collections.abc import Iterable
from typing import Any

from store.games.rows import Entry, Game

RECORD_FORMAT = 1


def game_record(game: Game, entries: Iterable[Entry], engine_version: str) -> dict[str, Any]:
    """The record of these entries; `engine_version` is the one that writes it, each step names the one that made it."""
    template = (game.customs or {}).get("template")
    return {
        **({"template": template} if template else {}),
        "format": RECORD_FORMAT,
        "engine": engine_version,
        "setup": game.setup,
        "options": dict(game.options),
        "commitment": game.commitment,
        "steps": [_step(entry) for entry in entries if entry.events],
    }


def _step(entry: Entry) -> dict[str, Any]:
    step: dict[str, Any] = {"by": entry.by, "action": dict(entry.action), "engine": entry.engine_version}
    if entry.auto:
        step["auto"] = entry.auto
    if entry.dice:
        step["dice"] = list(entry.dice)
    return step
