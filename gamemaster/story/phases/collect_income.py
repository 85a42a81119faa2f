"""Income, for which a power is waited for only where it could use an advantage."""

from __future__ import annotations

from engine.table.state import GameState
from gamemaster.story.open_orders import order_lines, usable_now
from gamemaster.story.phases.telling import PhaseTelling


def _draft(state: GameState) -> list[str]:
    return [*order_lines(state), usable_now(state)]


TELLING = PhaseTelling(
    kind="collect_income",
    report=lambda _: [],
    to_do=lambda _: "Use a national advantage or not, then collect your income.",
    draft=_draft,
    deeds=lambda _: [("undo", "Undo", "secondary"), ("end", "Collect income", "success")],
    runs_by_itself=True,
    shown_with="noncombat_move",
)
