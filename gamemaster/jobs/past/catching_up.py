"""The turns of others told to one who was away, worked out where nobody else waits."""

from __future__ import annotations

from dataclasses import dataclass

from engine import state_from_json
from gamemaster.jobs.logged import Logged, events_of
from gamemaster.keys import phase_key, turn_of
from gamemaster.narration.history.catching_up import toll, turns_within
from gamemaster.narration.history.recap import by_turns, closed_passages


@dataclass(frozen=True)
class MissedTurns:
    """A stored state from before the first turn that is told, what was logged since, and who asks.

    first: what the phase keys of that turn begin with. powers: those that the user plays, whose own turns are not told.
    room: characters for all that is told.
    """

    start: str
    since: Logged
    first: str
    powers: tuple[str, ...]
    room: int


def told(missed: MissedTurns) -> tuple[list[str], list[str]]:
    """Lines for the turns, as far as their phases are closed, and for what they cost and brought the user."""
    passages = closed_passages(state_from_json(missed.start), events_of(missed.since))
    begins = next((n for n, each in enumerate(passages) if turn_of(phase_key(each.start)) == missed.first), None)
    if begins is None:
        return [], []
    others = [each for each in by_turns(passages[begins:]) if each.start.power not in missed.powers]
    cost = toll(others, missed.powers)
    return turns_within(others, missed.room - sum(len(line) + 1 for line in cost)), cost
