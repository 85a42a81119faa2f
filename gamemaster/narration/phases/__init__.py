"""Phases as they are told: a new one has a module of its own here, and is entered below."""

from __future__ import annotations

from collections.abc import Mapping

from engine.facts.parameters import PhaseId
from engine.state.game_state import GameState
from engine.state.words import phase_name
from gamemaster.narration.phases import (
    collect_income,
    combat_move,
    conduct_combat,
    mobilize,
    noncombat_move,
    purchase,
    research,
)
from gamemaster.narration.phases.telling import PhaseTelling
from gamemaster.narration.phrases import LIMIT, lines_within, power_name

TELLINGS: Mapping[PhaseId, PhaseTelling] = {
    module.TELLING.kind: module.TELLING
    for module in (research, purchase, combat_move, conduct_combat, noncombat_move, mobilize, collect_income)
}


def own_orders_text(state: GameState) -> str:
    """What the acting seat alone reads: its orders of this phase by number, what they lead to, and what is left."""
    title = f"**{power_name(state, state.power)} · round {state.round} · {phase_name(state.phase)}**"
    lines = [title, *TELLINGS[state.phase].draft(state)]
    return "\n".join(lines_within([line for line in lines if line], LIMIT, "lines"))


def order_replaced(before: GameState, after: GameState) -> str:
    """What an order took the place of, in a phase that has one for all; nothing where none was, or it was undone."""
    if len(after.undo) < len(before.undo):
        return ""
    return TELLINGS[after.phase].replaced(before, after)


def end_phase_warnings(state: GameState) -> tuple[str, ...]:
    """Slips that the rules allow; nothing where there is nothing worth saying. Each is one sentence."""
    return tuple(TELLINGS[state.phase].warnings(state))


def orders_are_unseen(state: GameState) -> bool:
    """Whether orders are given unseen in the present phase, to be shown when it ends."""
    return TELLINGS[state.phase].orders_are_unseen


def units_move(state: GameState) -> bool:
    """Whether the present phase is one of moves."""
    return TELLINGS[state.phase].moves_units


def shown_phase(phase: PhaseId) -> PhaseId:
    """The phase itself, or the one that it is shown with in a replay."""
    return TELLINGS[phase].shown_with or phase
