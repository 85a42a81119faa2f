"""A coming turn drafted on one's own copy of the board, and what of the draft still works as others go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine import GameState, Refusal, apply
from engine.dice import DiceWanted, NoDice
from engine.facts.board import PowerId
from engine.facts.parameters import PhaseId
from gamemaster.narration.phrases import as_plain_text, without_markdown
from gamemaster.orders.drafts import JsonAction

ReadLine = Callable[[GameState, str], JsonAction]
MOST_LINES = 60
"""Of one phase; each is tried on the board whenever somebody looks."""
ROLLS = "It rolls dice, so nobody can say beforehand what comes of it."


@dataclass(frozen=True)
class PlannedLine:
    """A line of a draft as it was typed, and why it doesn't work as things stand; empty if it does."""

    text: str
    why: str = ""

    @property
    def in_words(self) -> str:
        """The line in a list, struck through where it doesn't work."""
        text = as_plain_text(self.text)
        return f"• ~~{text}~~ {without_markdown(self.why)}" if self.why else f"• {text}"


def turn_ahead(board: GameState, power: PowerId, phase: PhaseId) -> GameState:
    """The board in a phase of the power's coming turn, if nothing else happened until then.

    `board` is as its player may see it. In that very phase it is the board itself, with what is ordered already.
    """
    if (board.power, board.phase) == (power, phase):
        return board
    turn = {"round": _round_of_turn(board, power, phase), "power": power, "phase": phase}
    return apply(board, {"type": "edit", "turn": turn}, NoDice()).state


def _round_of_turn(board: GameState, power: PowerId, phase: PhaseId) -> int:
    if power == board.power:
        phases = board.edition.parameters.turn.phases_of(power)
        return board.round + (phases.index(phase) < phases.index(board.phase))
    rank = board.edition.turn_rank
    return board.round + (rank[power] < rank[board.power])


def tried(state: GameState, lines: Iterable[str], read: ReadLine) -> tuple[list[PlannedLine], GameState]:
    """Each line tried after those before it that work, and the board after all of these.

    What works is accepted when it is given in this order.
    """
    found = list[PlannedLine]()
    for line in lines:
        try:
            state = apply(state, read(state, line), NoDice()).state
        except DiceWanted:
            found.append(PlannedLine(line, ROLLS))
        except Refusal as no:
            found.append(PlannedLine(line, _why(no)))
        else:
            found.append(PlannedLine(line))
    return found, state


def _why(no: Refusal) -> str:
    """The sentence of a refusal, with its rule."""
    return f"{no.message} ({no.rule})" if "-" in no.rule else no.message


def working(found: Iterable[PlannedLine]) -> list[str]:
    """The lines that work."""
    return [line.text for line in found if not line.why]
