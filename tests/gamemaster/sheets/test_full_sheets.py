"""Sheets of the fullest boards hold all that they say and offer within what Discord shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import GameState, new_game
from engine.facts.parameters import PhaseId
from gamemaster.jobs.attacks import AttackWish, attack_outlook
from gamemaster.sheets.bringing.aims import ATTACK, Target
from gamemaster.sheets.bringing.attack_plan import stacks_for, targets
from gamemaster.sheets.bringing.attacking import plan_sheet
from gamemaster.sheets.bringing.moving import units_sheet
from gamemaster.sheets.bringing.targets import targets_sheet
from gamemaster.sheets.page import Sheet
from gamemaster.sheets.turn import sheet_now
from tests.engine.full_boards import SPACES, laid_out, order
from tests.gamemaster.sheets.answered import maxima
from tests.gamemaster.sheets.pressing import GAME, lines, shown
from tests.samples import every

MOST_WEIGHED = 3
"""Stacks whose chances are weighed, as all of 2,000 pieces would take long."""
PHASES: tuple[PhaseId, ...] = ("purchase", "combat_move", "noncombat_move", "mobilize")


def sheets_of(state: GameState) -> Iterator[Sheet]:
    """The sheet of the phase, and in a phase of moves those of the first place."""
    yield sheet_now(GAME, state)
    if state.phase == "combat_move" and targets(state):
        yield (where := targets_sheet(GAME, state))
        target = Target.named(lines(where, "attackat")[0])
        stacks = stacks_for(state, target)
        yield plan_sheet(
            GAME, state, ATTACK, target, stacks, attack_outlook(AttackWish(state, target, stacks[:MOST_WEIGHED]))
        )
    if state.phase == "noncombat_move":
        yield units_sheet(GAME, state, lines(sheet_now(GAME, state), "guide")[0], None)


@pytest.mark.parametrize("board", every(len(SPACES), sorted(SPACES)))
def test_sheets_of_the_fullest_boards_leave_nothing_out(board: str) -> None:
    for phase in PHASES:
        state = order(new_game("global_1940"), laid_out(SPACES[board], phase))
        for sheet in sheets_of(state):
            shown(sheet)
    print(f"{board}: at most {maxima['components']} components, {maxima['text']} characters")  # noqa: T201
