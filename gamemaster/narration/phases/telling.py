"""What a phase is told with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.events import Event
from engine.facts.board import SpaceId
from engine.facts.parameters import PhaseId
from engine.state.game_state import GameState
from gamemaster.buttons import Style
from gamemaster.narration.battles.campaign import HasPost
from gamemaster.narration.history.passages import Passage, results
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.journeys import Journey

Lines = Callable[[GameState], list[str]]

PhaseButton = tuple[str, str, Style]
"""What a button does, its label, its style."""


@dataclass(frozen=True)
class ToldChapter:
    """A chapter with undone orders taken out of it, and its moves."""

    start: GameState
    end: GameState
    steps: tuple[Step, ...]
    moves: tuple[Journey, ...]
    has_post: HasPost

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in it."""
        return tuple(step.event for step in self.steps)


@dataclass(frozen=True)
class PhaseTelling:
    """How a phase is told, and what players can do in it.

    report: the lines of its post on what was done; brief: those in the summary of the turn, where they are others;
    short: those in a brief post of several phases, where they are others. What changed hands stands above those.
    to_do: what the panel says is to be done; draft: what the acting seat reads of its orders; warnings: slips that the
    rules allow, a sentence each. deeds: what the buttons of the panel do. caption: the text with its picture in a
    replay; shown_with: the phase that it is shown with there. spaces: what its picture shows where nothing else is to
    be seen. orders_are_unseen: until it ends. moves_units: it is one of moves; leads_to_battles: those ahead are shown.
    runs_by_itself: mostly nobody gives orders in it, so it is told with the phase before. gives_way: its post gives way
    to the next one, which tells it on a line. is_compared: units come and go otherwise than by moves, so the picture
    shows the difference. is_pictured: whether the board is worth a picture after it. is_idle: whether nothing in it is
    worth telling; then it is told with the phase before, or, with is_left_out, not at all. replaced: which order of the
    first state the second has another in place of.
    """

    kind: PhaseId
    report: Callable[[ToldChapter], list[str]]
    to_do: Callable[[GameState], str]
    draft: Lines
    deeds: Callable[[GameState], list[PhaseButton]]
    warnings: Lines = lambda _: []
    brief: Callable[[ToldChapter], list[str]] | None = None
    short: Callable[[ToldChapter], list[str]] | None = None
    caption: Callable[[Passage], str] = results
    shown_with: PhaseId | None = None
    spaces: Callable[[ToldChapter], tuple[SpaceId, ...]] = lambda _: ()
    is_idle: Callable[[Sequence[Event]], bool] = lambda _: False
    is_left_out: bool = False
    orders_are_unseen: bool = True
    moves_units: bool = False
    leads_to_battles: bool = False
    runs_by_itself: bool = False
    gives_way: bool = False
    is_compared: bool = False
    is_pictured: bool = True
    replaced: Callable[[GameState, GameState], str] = lambda _, __: ""


def orders_and_end(
    deed: str, label: str, end: str, also: tuple[str, str] | None = None
) -> Callable[[GameState], list[PhaseButton]]:
    """A phase of orders: a menu or a form for them, both where there are two ways, undo, and the end."""
    other: list[PhaseButton] = [(*also, "secondary")] if also else []
    return lambda _: [(deed, label, "primary"), *other, ("undo", "Undo", "secondary"), ("end", end, "success")]
