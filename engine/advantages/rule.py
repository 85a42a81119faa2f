"""What an advantage does, beside what the unit table says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import ConfigDict

from engine.facts.parameters import PhaseId
from engine.kinds import AnyQuestion, Order
from engine.play import Attachment, Play
from engine.state.game_state import GameState

__all__ = ["UseAdvantage"]


class UseAdvantage(Order):
    """Use a national advantage; each takes further keys of its own."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: Literal["advantage"]
    name: str


@dataclass(frozen=True)
class Use:
    """The phases in which an advantage may be used, what happens then, and what orders to use it could say.

    offers: the keys that each such order has beside `type` and `name`; none while there is nothing to use it for.
    """

    phases: tuple[PhaseId, ...]
    rule: Callable[[Play, UseAdvantage], None]
    offers: Callable[[GameState], tuple[Mapping[str, object], ...]] = lambda _: ({},)


@dataclass(frozen=True)
class AdvantageRule:
    """An advantage by its id: its effects and their hooks, its use by order, its question, and steps that it brings.

    leave: what allies can refuse it, in words (ASY-28).
    """

    id: str
    effects: tuple[Attachment, ...] = ()
    use: Use | None = None
    question: AnyQuestion | None = None
    steps: Mapping[str, Callable[[Play], None]] = field(default_factory=dict)
    leave: str = ""
