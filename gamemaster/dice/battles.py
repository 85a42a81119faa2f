"""The battles of a turn in words, with all dice, for whoever presses the button below their report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine import GameState, event_from_json
from engine.facts.parameters import PhaseId
from gamemaster.dice.phases import PhasesOnRecord
from gamemaster.errors import TableRefusal
from gamemaster.keys import Button, end_of_phase, phase_key, turn_of
from gamemaster.narration import Timeline, fought_texts
from gamemaster.narration.history.chapters import PlayedPhase, played_phases
from gamemaster.narration.notes import later_notes, opening_notes
from gamemaster.orders.loading import Loader, entries_after
from gamemaster.roles import SeatedGame
from store import Entry, Store

FIGHTING: PhaseId = "conduct_combat"
KEY = re.compile(rf"\d{{1,4}}\.\w{{1,40}}\.{FIGHTING}")
NONE = "No dice have been rolled there yet."
GONE = "That turn isn't on record any more: the game was put back to before it."


@dataclass(frozen=True)
class TurnOnRecord:
    """A turn as it is stored: the state before it, what was logged in it, and the phase that is wanted, by its key."""

    start: GameState
    entries: Sequence[Entry]
    key: str


def dice_button(seated: SeatedGame, key: str) -> Button:
    """The button for the dice of a turn in words, by the key of one of its phases."""
    return Button(seated.game.id, f"{turn_of(key)}.{FIGHTING}", "dice", "Dice")


class FoughtBattles:
    """Reads what is on record of the battles of a turn, however long ago that was."""

    def __init__(self, store: Store, loader: Loader) -> None:
        self._store = store
        self._loader = loader

    async def of(self, seated: SeatedGame, key: str) -> TurnOnRecord:
        """The turn of a combat phase, by the phase's key; raises TableRefusal where there is none."""
        if not KEY.fullmatch(key):
            raise TableRefusal("That button is from an older version of this bot. Use /dice log to see the rolls.")
        async with self._store.read_at_length() as read:
            game = (await read.seated_game(seated.game.id)).game
            phases = await PhasesOnRecord.of(read, game.id)
            span = await phases.entries_of(f"{turn_of(key)}.")
            if span is None:
                raise TableRefusal(GONE)
            first, last = span
            start = await self._loader.state_at(read, game, first)
            return TurnOnRecord(start, await entries_after(read, game.id, first, last), key)


def dice_in_words(turn: TurnOnRecord) -> str:
    """All battles and raids of the phase that everybody may know of: dice are public as they fall."""
    events = (event_from_json(event) for entry in turn.entries for event in entry.events)
    course = Timeline.of(turn.start, events)
    wanted = (phase for phase in played_phases(course.start, course) if phase_key(phase.start) == turn.key)
    told = [text for phase in wanted for text in _told(phase)]
    title = end_of_phase(turn.start.edition, turn.key).replace("end of conduct combat", "dice")
    return "\n".join([f"**{title}**", *(told or [NONE])])


def _told(phase: PlayedPhase) -> list[str]:
    steps = phase.course.steps
    return [*opening_notes(steps), *fought_texts(phase.course), *later_notes(phase.start, steps)]
