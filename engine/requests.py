"""Questions: what each kind is made of, opening one, and finding the one that an answer is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from engine.events.questions import RequestAnswered, RequestOpened
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.play import Play
from engine.reading import is_count
from engine.state.game_state import GameState
from engine.state.questions import Choice, Request, RequestKind

__all__ = ["Orders"]

Orders = Mapping[str, Sequence[str]]
"""What a power left behind for questions while it is away; see `engine.queries.standing_orders`."""


def nothing_said(_state: GameState, _request: Request, _orders: Orders) -> None:
    """No standing order answers such a question."""


@dataclass(frozen=True)
class Question:
    """A kind of question.

    answer: checks an answer and carries it out; raises IllegalAction. policies: what can be left behind for it, by the
    name of the standing order. plans: what is left behind in lines, by that name, with what raises IllegalAction for
    lines that cannot be kept. answer_by_orders: the choice that standing orders make, None where they say nothing.
    answers_are_shared: owners who choose together see what the others propose (CMB-23). before_battles: asked between
    the combat moves and the first battle.
    """

    kind: RequestKind
    answer: Callable[[Play, Request, PowerId, Choice | str], None]
    answer_by_orders: Callable[[GameState, Request, Orders], Choice | None] = nothing_said
    policies: Mapping[str, Sequence[str]] = field(default_factory=dict)
    plans: Mapping[str, Callable[[GameState, Sequence[str]], None]] = field(default_factory=dict)
    answers_are_shared: bool = False
    before_battles: bool = False


def as_printed(order: str) -> Callable[[GameState, Request, Orders], Choice | None]:
    """Answer as printed where a standing order of this name says so (ASY-04)."""
    return lambda _state, request, orders: request.default if orders.get(order) else None


def open_request(
    play: Play,
    kind: RequestKind,
    space: SpaceId,
    powers: Sequence[PowerId],
    options: Mapping[str, Any],
    default: Choice,
    moment: str,
) -> None:
    """Ask a question; `moment` tells this question from others of the same kind and space in this turn."""
    state = play.state
    request_id = f"{state.round}.{state.power}.{space}.{moment}.{kind}"
    play.emit(RequestOpened(Request(request_id, kind, powers[0], tuple(powers), space, options, default)))


def keep_sealed(play: Play, request: Request, power: PowerId, choice: Choice) -> tuple[Request, ...]:
    """Keep an answer unseen, in place of an earlier one (ASY-06).

    Returned are all windows of its kind with their answers once the last one is in, until then none.
    """
    play.emit(RequestAnswered(request.id, power, choice, audience=power))
    windows = tuple(window for window in play.state.requests if window.kind == request.kind)
    return windows if all(set(window.powers) <= set(window.answers) for window in windows) else ()


def are_counts_by_space(choice: object) -> TypeGuard[dict[SpaceId, dict[UnitId, int]]]:
    """Whether a choice gives counts of units by space."""
    return isinstance(choice, dict) and all(
        isinstance(counts, dict) and all(map(is_count, counts.values())) for counts in choice.values()
    )
