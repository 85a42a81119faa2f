"""What the house orders next, thought out where nobody waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from computer.easy.stances import STANCES
from computer.phase import orders_of
from computer.playing import Action, Given
from engine import GameState, apply
from engine.dice import DiceWanted, NoDice
from gamemaster.narration.open_orders import order_line

TOLD = {"purchase", "move", "engage", "promise", "mobilize", "advantage"}
"""The types of orders that stand until their phase ends."""


@dataclass(frozen=True)
class Position:
    """A position as the seat of a power sees it, and who thinks of it; stance: how much they dare, if not as usual."""

    board: GameState
    power: str
    level: str
    seed: int
    stance: str = ""


@dataclass(frozen=True)
class Thought:
    """Orders, and for each of them why; `line` is the order in words, empty where there is nothing to tell of it.

    `answers` stands beside it where a question was answered and something was weighed: there the aim says what.
    """

    actions: tuple[Action, ...]
    why: tuple[Action, ...]


def thought_out(position: Position) -> Thought:
    """What a level does in a position; always the same in the same one."""
    given = orders_of(position.board, position.power, position.level, position.seed, position.stance)
    lines = _lines(position.board, given)
    why = (
        {"line": lines[at], "answers": answers(each), **asdict(each.why)} for at, each in enumerate(given) if each.why
    )
    return Thought(tuple(dict(each.action) for each in given), tuple(why))


def answers(given: Given) -> bool:
    """Whether it answers a question by what was weighed, and not as printed or as others propose."""
    return given.action["type"] == "decide" and given.why is not None and given.why.gain is not None


def plans_of(position: Position) -> dict[str, Thought]:
    """What the level does in each stance that it has, the most careful first."""
    return {stance: thought_out(replace(position, stance=stance)) for stance in STANCES}


def _lines(board: GameState, given: Sequence[Given]) -> list[str]:
    """The orders in words; none for those that were taken back, for answers, and for ends of phases."""
    lines = [""] * len(given)
    state, standing = board, [-1] * len(board.undo)
    for at, each in enumerate(given):
        after = _after(state, each.action)
        if each.action["type"] == "undo":
            taken = each.action.get("order", len(standing) - 1)
            undone = standing.pop(taken) if isinstance(taken, int) and taken < len(standing) else -1
            if undone >= 0:
                lines[undone] = ""
        elif after is None or len(after.undo) > len(state.undo):
            lines[at] = line_of(state, each.action)
            standing.append(at)
        state = after or state
    return lines


def _after(state: GameState, action: Action) -> GameState | None:
    """The position after an order; None where dice decide that."""
    try:
        return apply(state, action, NoDice()).state
    except DiceWanted:
        return None


def line_of(state: GameState, action: Action) -> str:
    """An order in words; nothing for those that need none."""
    return order_line(state, action) if action["type"] in TOLD else ""
