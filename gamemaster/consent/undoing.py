"""What a rollback would undo, in words that reveal nothing of the open phase except its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.state.game_state import GameState
from engine.state.words import listed, number
from gamemaster.narration import orders_are_unseen
from gamemaster.narration.phrases import the_moment
from gamemaster.orders.drafts import VOID
from gamemaster.orders.loading import LoadedGame, entries_after
from gamemaster.orders.open_turn import PUT_BACK
from store import Entry, ReadTransaction

MOST_TURNS = 6
NOT_COUNTED = ("end_phase", "undo", "edit", PUT_BACK, "roll_advantages", VOID)


@dataclass
class Undone:
    """What is undone: turns (round and power) with their phases, orders and answers by power, rolls, dice by owner.

    ordered, answered: what was given in the present phase, and not yet counted, since it may be secret until its end.
    """

    turn: tuple[int, str]
    turns: dict[tuple[int, str], list[str]] = field(default_factory=dict)
    orders: Counter[str] = field(default_factory=Counter)
    ordered: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    corrections: int = 0
    rolls: int = 0
    dice: Counter[str] = field(default_factory=Counter)

    def begin(self, phase: str) -> None:
        """A phase of the present turn begins; what was given before it is public."""
        self.turns.setdefault(self.turn, []).append(phase)
        self.orders += self.ordered + self.answered
        self.ordered, self.answered = Counter(), Counter()


async def undone_since(read: ReadTransaction, loaded: LoadedGame, before: GameState, to_seq: int) -> Undone:
    """What has happened after an entry that led to `before`; orders of the open phase are not counted."""
    undone = Undone((before.round, before.power))
    if to_seq == 0:
        undone.begin(before.phase)
    counted: set[int] = set()
    for entry in await entries_after(read, loaded.game.id, to_seq, loaded.game.seq):
        counted.add(entry.seq)
        _count(undone, entry)
    if not orders_are_unseen(loaded.running):
        undone.orders += undone.ordered
    undone.rolls = sum(roll.seq in counted for roll in await read.rolls(loaded.game.id))
    return undone


def _count(undone: Undone, entry: Entry) -> None:
    kind = entry.action.get("type")
    if kind == "edit":
        undone.corrections += 1
    elif kind not in NOT_COUNTED:
        (undone.answered if kind == "decide" else undone.ordered)[entry.by] += 1
    owned: Counter[str] = Counter()
    for event in entry.events:
        _pass_on(undone, event)
        if entry.dice:
            owned.update(_dice_of(event))
    owned[entry.by] += max(0, len(entry.dice) - owned.total())
    undone.dice += owned


def _pass_on(undone: Undone, event: Mapping[str, Any]) -> None:
    """Go on to the turn and the phase that begin with an event."""
    if event["kind"] == "turn_began" or (event["kind"] == "edited" and event["phase"]):
        undone.turn = event["round"] or undone.turn[0], event["power"] or undone.turn[1]
    if event["kind"] == "phase_began" or (event["kind"] == "edited" and event["phase"]):
        undone.begin(event["phase"])


def _dice_of(event: Mapping[str, Any]) -> Mapping[str, int]:
    """Dice of those who fire in a battle of somebody else's turn."""
    if event["kind"] == "fired":
        found: Counter[str] = Counter()
        for shots in event["shots"]:
            found[shots["power"]] += len(shots["dice"])
        return found
    return {event["power"]: len(event["shots"])} if event["kind"] == "anti_aircraft_fired" else {}


def undone_text(state: GameState, undone: Undone) -> str:
    """Some short lines; `state` is the present one."""
    names = {power: state.edition.power[power].name for power in state.edition.power}
    lines = ["Undone:", *_turn_lines(undone, names)]
    if undone.orders:
        lines.append(f"Orders and answers: {_by_power(undone.orders, names)}.")
    if orders_are_unseen(state):
        lines.append(f"Any orders of the open phase ({the_moment(state)}).")
    if undone.corrections:
        lines.append(f"{number(undone.corrections, 'correction')} of the position.")
    if undone.dice.total():
        dice = number(undone.dice.total(), "die", "dice")
        lines.append(
            f"Discarded: {number(undone.rolls, 'roll')} with {dice} ({_by_power(undone.dice, names)}). They stay on "
            "record but don't count."
        )
    else:
        lines.append("No dice have been rolled since.")
    return "\n".join(lines)


def _turn_lines(undone: Undone, names: Mapping[str, str]) -> list[str]:
    lines = [
        f"• {names[power]}, round {round_number}: {', '.join(phase.replace('_', ' ') for phase in phases)}"
        for (round_number, power), phases in undone.turns.items()
    ]
    if len(lines) <= MOST_TURNS:
        return lines
    return [*lines[:2], f"• and {len(lines) - 3} whole turns up to", lines[-1]]


def _by_power(counts: Counter[str], names: Mapping[str, str]) -> str:
    return listed(f"{names.get(power, 'game master')} {count}" for power, count in counts.items() if count)
