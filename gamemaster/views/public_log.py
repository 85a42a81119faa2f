"""Which entries of a game's log everybody may read: what is secret yet, and what came after it, is left out.

The cut depends on nothing that is secret: not on whether orders were given, nor on how many.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from engine import GameState
from gamemaster.orders.loading import LoadedGame
from store import Entry

PHASE_BEGINS = ("phase_began", "phase_skipped")
UNSEEN = ("order_taken", "order_undone", "edited")
"""Orders that can be taken back; a correction takes them back, so it is shown no earlier than they are."""
BESIDE = ("leave_changed", "conceded")
"""What others may do while orders are given in secret."""


def open_entries(loaded: LoadedGame, entries: Iterable[Entry]) -> list[Entry]:
    """The entries up to where secrets of the open phase may begin, without orders that were taken back."""
    return open_and_secret(loaded, entries)[0]


def open_and_secret(loaded: LoadedGame, entries: Iterable[Entry]) -> tuple[list[Entry], list[Entry]]:
    """The entries that everybody may read, and those from where secrets of the open phase may begin."""
    happened = _without_orders_taken_back([entry for entry in entries if entry.events])
    end = len(happened)
    if loaded.state and loaded.game.status != "finished":
        happened = _without_answers_called_off(happened, {request.id for request in loaded.state.requests})
        end = _end(loaded.state, happened)
    return happened[:end], happened[end:]


def _end(state: GameState, entries: Sequence[Entry]) -> int:
    """How many entries are open: all up to the first open question, and before orders yet unseen."""
    open_now = {request.id for request in state.requests}
    asked = (number for number, entry in enumerate(entries, 1) if _asks(entry) & open_now)
    if state.phase == "conduct_combat":
        unseen = next((n + 1 for n in reversed(range(len(entries))) if _is_open(entries[n])), 0)
    else:
        began = _where_the_phase_began(entries)
        told = (_is_open(entry) or _is_unsealed(entry, open_now) for entry in entries[began:])
        unseen = next((n for n, is_told in enumerate(told, began) if not is_told), len(entries))
    return min(unseen, next(asked, len(entries)))


def _where_the_phase_began(entries: Sequence[Entry]) -> int:
    """The number of the first entry in the open phase; a correction begins one where it sets another."""
    number, here = 0, dict[str, Any]()
    for following, entry in enumerate(entries, 1):
        was = dict(here)
        for event in entry.events:
            if event["kind"] in (*PHASE_BEGINS, "turn_began", "edited"):
                here |= {key: event[key] for key in ("round", "power", "phase") if event.get(key) is not None}
        if was != here:
            number = following
    return number


def _is_open(entry: Entry) -> bool:
    """Whether an entry told everybody something of the acting power's turn."""
    kinds = {event["kind"] for event in entry.events}
    told = {event["kind"] for event in entry.events if event.get("audience", "all") == "all"}
    return bool(told.difference(BESIDE)) and kinds.isdisjoint(UNSEEN)


def _is_unsealed(entry: Entry, open_now: Collection[str]) -> bool:
    """Whether an entry is an answer that was sealed, to a question that has been settled since (ASY-06)."""
    answered = _answered_under_seal(entry)
    return bool(answered) and answered.isdisjoint(open_now)


def _answered_under_seal(entry: Entry) -> set[str]:
    """The questions to which an entry is an answer that others did not see, and nothing else."""
    if any(event["kind"] != "request_answered" or event.get("audience", "all") == "all" for event in entry.events):
        return set()
    return {event["request"] for event in entry.events}


def _without_answers_called_off(entries: Sequence[Entry], open_now: Collection[str]) -> list[Entry]:
    """Answers under seal to questions that a correction called off changed nothing, and nobody ever saw them."""
    closed = {event["request"] for entry in entries for event in entry.events if event["kind"] == "request_closed"}
    asked = closed.union(open_now)
    return [entry for entry in entries if not _answered_under_seal(entry) or _answered_under_seal(entry) & asked]


def _asks(entry: Entry) -> set[str]:
    """The questions that an entry puts."""
    return {event["request"]["id"] for event in entry.events if event["kind"] == "request_opened"}


def _without_orders_taken_back(entries: Sequence[Entry]) -> list[Entry]:
    """Orders that were undone changed nothing and were never shown, so they and their undoing are left out."""
    left_out: set[int] = set()
    stack: list[int] = []
    for number, entry in enumerate(entries):
        for event in entry.events:
            _stack_up(event, number, stack, left_out)
    return [entry for number, entry in enumerate(entries) if number not in left_out]


def _stack_up(event: Mapping[str, Any], number: int, stack: list[int], left_out: set[int]) -> None:
    """What an event does to the orders that can be taken back; its `evolve` does the same to the state."""
    if event["kind"] == "order_taken":
        stack.append(number)
    elif event["kind"] == "order_undone":
        left_out.update((stack.pop(event["index"]), number))
    elif event["kind"] in ("orders_sealed", "edited", "turn_began", "game_won", *PHASE_BEGINS):
        stack.clear()
