"""Cutting what happened into phases, for the reports that are posted after each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.edition import Edition
from engine.events import Event, evolve
from engine.events.battle import BattleBegan
from engine.events.correction import Edited
from engine.events.turn import PhaseBegan, PhaseSkipped
from engine.state import GameState

ORDER_PHASES = ("purchase", "combat_move", "noncombat_move", "mobilize", "collect_income")
"""Phases in which orders are given unseen, to be shown when the phase ends."""


@dataclass(frozen=True)
class PlayedPhase:
    """A phase, or what has been played of it: the state when it began, what happened, the state now."""

    start: GameState
    events: tuple[Event, ...]
    end: GameState
    closed: bool


def answered_by_hand(action: object, auto: str | None) -> frozenset[str]:
    """The question that an entry of the log answers, if no standing order did."""
    if not isinstance(action, Mapping) or action.get("type") != "decide" or auto == "order":
        return frozenset()
    return frozenset(filter(None, [action.get("request")]))


def phase_key(state: GameState) -> str:
    """The key of a phase within its game: "3.germany.combat_move"."""
    return f"{state.round}.{state.power}.{state.phase}"


def end_of_phase(edition: Edition, key: str) -> str:
    """What a phase key stands for among the moments that a game can go back to."""
    *start, round_number, power, phase = key.split(".")
    if start:
        return "Start of the game"
    return f"{edition.power[power].name}, round {round_number}, end of {phase.replace('_', ' ')}"


def played_phases(state: GameState, events: Iterable[Event]) -> list[PlayedPhase]:
    """The phases that events run through, from a state on; the last one is still open. A correction may begin one."""
    phases: list[PlayedPhase] = []
    start, here, seen = state, state, list[Event]()
    for event in events:
        before, here = here, evolve(here, event)
        if begins_phase(before, event, here):
            phases.append(PlayedPhase(start, tuple(seen), here, closed=True))
            start, seen = here, []
        else:
            seen.append(event)
    return [*phases, PlayedPhase(start, tuple(seen), here, closed=False)]


def begins_phase(before: GameState, event: Event, after: GameState) -> bool:
    """Whether another phase begins with an event, or is passed over."""
    return isinstance(event, PhaseBegan | PhaseSkipped) or moves_game(before, event, after)


def moves_game(before: GameState, event: Event, after: GameState) -> bool:
    """Whether an event is a correction that moves the game to another phase."""
    return isinstance(event, Edited) and phase_key(before) != phase_key(after)


def battle_so_far(phase: PlayedPhase, space: str) -> tuple[GameState, tuple[Event, ...]] | None:
    """The state just before the last battle in a space began, and what happened in it; None if there was none."""
    begun = [i for i, e in enumerate(phase.events) if isinstance(e, BattleBegan) and e.battle.space == space]
    if not begun:
        return None
    state = phase.start
    for event in phase.events[: begun[-1]]:
        state = evolve(state, event)
    following = phase.events[begun[-1] :]
    ends = [i for i, e in enumerate(following) if isinstance(e, BattleBegan) and i > 0]
    return state, following[: ends[0]] if ends else following
