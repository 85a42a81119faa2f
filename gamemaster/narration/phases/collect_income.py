"""Income, for which a power is waited for only where it could declare war or use an advantage."""

from __future__ import annotations

from engine.ask import usable
from engine.state.game_state import GameState
from gamemaster.narration.open_orders import order_lines, usable_now
from gamemaster.narration.phases.telling import PhaseButton, PhaseTelling, declare_button, war_to_do


def _draft(state: GameState) -> list[str]:
    return [*order_lines(state), usable_now(state)]


def _to_do(state: GameState) -> str:
    if war := war_to_do(state):
        return " ".join([*war, "Then collect your income."])
    can_use = "Use a national advantage if you like, then collect" if usable(state) else "Collect"
    return f"{can_use} your income."


def _deeds(state: GameState) -> list[PhaseButton]:
    end: PhaseButton = ("end", "Collect income", "success")
    return [*(declare_button(state) or [("undo", "Undo", "secondary")]), end]


TELLING = PhaseTelling(
    kind="collect_income",
    report=lambda _: [],
    to_do=_to_do,
    draft=_draft,
    deeds=_deeds,
    runs_by_itself=True,
    shown_with="noncombat_move",
)
