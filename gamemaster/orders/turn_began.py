"""Since when a game has waited, read from the kinds of events alone where it waits for the same all the turn."""

from __future__ import annotations

from collections.abc import Sequence

from store import Entry

PUT_BACK = "rollback"
"""The type of the entry that puts a game back to an earlier moment."""
WAITED_FOR_FROM = frozenset(
    {"turn_began", "request_opened", "request_answered", "request_closed", "game_won", "edited"},
)
"""The events that may change whom a game waits for."""


def since_turn_began(entries: Sequence[Entry]) -> int | None:
    """When the last turn began of which these entries tell, in UTC seconds.

    None where it does not begin among them, where the game was put back to it, and where anybody may have been asked
    something since: then `OpenTurn.waiting_since` says it, which folds the turn.
    """
    told = [(entry, event["kind"]) for entry in entries for event in entry.events]
    last = max((place for place, (_, kind) in enumerate(told) if kind in WAITED_FOR_FROM), default=None)
    if any(entry.action.get("type") == PUT_BACK for entry in entries):
        return None
    if last is None or told[last][1] != "turn_began":
        return None
    begun = next((entry.cause for entry, kind in told[last:] if kind == "phase_began"), None)
    return max((entry.written_at for entry in entries if entry.cause == begun), default=None)
