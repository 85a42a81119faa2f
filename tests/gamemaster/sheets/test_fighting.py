"""The sheet of all battles: their order, and how each is fought."""

from __future__ import annotations

import pytest

from engine import GameState
from engine.queries.standing_orders import check_orders
from gamemaster.keys import phase_key
from gamemaster.orders.fights import PRESS, FightAll
from gamemaster.sheets.fighting import HOW, fighting_sheet
from gamemaster.sheets.page import Menu, Row
from tests.engine.table import position

SPACES = {
    "russia": "soviet_union: 6 infantry",
    "caucasus": "soviet_union: 4 infantry",
    "west_russia": "germany: 3 infantry",
    "ukraine": "germany: 1 infantry",
}


def two_battles() -> GameState:
    """Soviet units have marched into West Russia and Ukraine."""
    table = position("soviet_union", "combat_move", SPACES, setup="aa1941")
    table.move("6 infantry: russia > west_russia").move("4 infantry: caucasus > ukraine")
    return table.end_phase().state


@pytest.mark.rule("ASY-60")
def test_battles_stand_in_the_order_chosen_with_how_each_is_fought() -> None:
    state = two_battles()
    plan = FightAll(phase_key(state)).with_first("ukraine").with_line("west_russia", "do=ask")
    sheet = fighting_sheet(7, state, plan, "west_russia", goes_on=False)
    said = str(sheet.parts[0]).splitlines()
    assert said == ["**2 battles to fight**", "1. Ukraine", "2. West Russia, you're asked after each round"]
    which, how = (part for part in sheet.parts if isinstance(part, Menu))
    assert [entry.label for entry in which.entries if entry.chosen] == ["West Russia"]
    assert [entry.label for entry in how.entries if entry.chosen] == ["You're asked after each round"]
    labels = [label for part in sheet.parts if isinstance(part, Row) for _, label, _ in part.buttons]
    assert labels == ["West Russia first", "Fight all 2 now", "Back"]


def test_a_line_takes_the_place_of_the_one_before_and_none_leaves_it_to_the_standing_orders() -> None:
    plan = FightAll("1.germany.conduct_combat").with_line("ukraine", "do=ask").with_line("ukraine", "do=press")
    assert plan.lines == ("space=ukraine do=press",)
    own = {"germany": {PRESS: ("space=ukraine against=japan do=retreat", "after=2 do=press")}}
    assert plan.with_lines("germany", own)["germany"][PRESS] == ("space=ukraine do=press", "after=2 do=press")
    assert plan.with_line("ukraine", "").lines == ()


@pytest.mark.parametrize("line", [line for line in HOW if line])
def test_every_way_to_fight_is_a_standing_order_for_a_place(line: str) -> None:
    check_orders(two_battles(), "soviet_union", {PRESS: [f"space=ukraine {line}"]})


def test_buttons_of_other_plans_are_other_buttons() -> None:
    plan = FightAll("1.germany.conduct_combat")
    assert len({plan.mark, plan.with_first("ukraine").mark, plan.with_line("ukraine", "do=ask").mark}) == 3
