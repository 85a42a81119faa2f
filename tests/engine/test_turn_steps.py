"""The steps of a turn: every setup lists them, and games that were saved before there were any go on."""

from __future__ import annotations

import json

import pytest

from engine import load_setup
from engine.state.game_state import state_from_json, state_to_json
from engine.turn.course import STEPS
from tests.engine.table import Table, position
from tests.published import SETUPS

TREATY = "nonaggression_treaty"


@pytest.mark.parametrize("setup", SETUPS)
def test_in_one_step_of_each_phase_the_power_on_turn_acts(setup: str) -> None:
    turn = load_setup(setup).parameters.turn
    assert set(turn.phases) <= set(turn.steps)
    for phase, steps in turn.steps.items():
        acting = [step for step in steps if STEPS[step].acts]
        assert len(acting) == 1, phase


def before_the_first_battle() -> Table:
    """Japan has attacked the Soviet Union, which is asked where its infantry appears."""
    board = {"manchuria": "japan: 3 infantry", "buryatia_ssr": "soviet_union: 1 infantry"}
    table = position("japan", "combat_move", board, setup="revised", advantages={"soviet_union": TREATY})
    return table.move("3 infantry: manchuria > buryatia_ssr").end_phase()


def test_the_state_remembers_the_step_in_which_others_are_asked() -> None:
    table = before_the_first_battle()
    assert table.state.step is not None
    table.decide(TREATY, "default")
    assert table.state.step is None
    assert table.pending == [("buryatia_ssr", "land")]


def test_a_game_that_was_saved_without_steps_goes_on_to_its_battles() -> None:
    table = before_the_first_battle()
    saved = json.loads(state_to_json(table.state))
    del saved["step"]
    table.state = state_from_json(json.dumps(saved))
    table.decide(TREATY, "default")
    assert table.pending == [("buryatia_ssr", "land")]
    assert table.state.step is None


@pytest.mark.rule("CMB-62", setup="revised")
def test_a_power_that_lost_its_capital_is_not_held_up_by_units_that_it_cannot_place() -> None:
    board = {"germany": "soviet_union: 1 infantry", "southern_europe": "germany: 1 infantry"}
    bought = {"germany": {"infantry": 2}}
    owners = {"germany": "soviet_union"}
    table = position("germany", "noncombat_move", board, setup="revised", owners=owners, purchased=bought)
    table.end_phase()
    assert (table.state.power, table.state.phase) == ("united_kingdom", "research")
    assert not table.state.purchased.get("germany")
