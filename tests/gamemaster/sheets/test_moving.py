"""The sheets of moves and placements: from one place, to one place, over the sea; what is offered is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine import GameState, apply, new_game
from engine.ask import waiting_units
from engine.dice import DiceWanted, NoDice
from gamemaster.orders.drafts import JsonAction
from gamemaster.orders.examples import places_to_move_from
from gamemaster.sheets.bringing.aims import BRING, Stack, Target
from gamemaster.sheets.bringing.attack_plan import goals, stacks_for
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.bringing.moving import moving_sheet, units_sheet
from gamemaster.sheets.bringing.moving_plan import as_they_go, ends_from, stacks_at
from gamemaster.sheets.bringing.targets import goals_sheet
from gamemaster.sheets.page import Menu, Row, Sheet
from gamemaster.sheets.placing import placement, placing_sheet, usual_placements
from tests.engine.table import position
from tests.published import SETUPS

COAST = {
    "united_kingdom": "united_kingdom: 3 infantry, 1 tank, 1 fighter",
    "sz6": "united_kingdom: 1 transport",
    "iceland": "united_kingdom: 1 infantry",
}


def menu(sheet: Sheet, deed: str) -> Menu:
    """The menu of a sheet with this deed."""
    return next(part for part in sheet.parts if isinstance(part, Menu) and part.deed.startswith(deed))


def after(state: GameState, *orders: JsonAction) -> GameState:
    """The position once these orders were given."""
    for order in orders:
        state = apply(state, order, NoDice()).state
    return state


def assert_accepted(state: GameState, orders: Sequence[JsonAction]) -> None:
    """All orders are, as far as no dice fall."""
    for order in orders:
        try:
            state = apply(state, order, NoDice()).state
        except DiceWanted:
            return


def coast() -> GameState:
    """The noncombat move of the United Kingdom."""
    return position("united_kingdom", "noncombat_move", COAST, setup="aa1941").state


def test_everything_of_a_place_goes_unless_less_is_chosen() -> None:
    sheet = units_sheet(7, coast(), "united_kingdom", None)
    assert sheet.parts[0] == "**From the United Kingdom**: 3 infantry, 1 tank and 1 fighter."
    assert all(entry.chosen for entry in menu(sheet, "moveby").entries)
    few = units_sheet(7, coast(), "united_kingdom", {"united_kingdom.fighter": 1})
    assert few.parts[0] == "**From the United Kingdom**: 1 fighter."
    assert all("by sea" not in entry.description for entry in menu(few, "moveto").entries)


def test_a_coast_across_the_sea_is_an_end_and_takes_who_fits_aboard() -> None:
    state = coast()
    entries = menu(units_sheet(7, state, "united_kingdom", {"united_kingdom.infantry": 3}), "moveto").entries
    iceland = next(entry for entry in entries if entry.label == "Iceland")
    assert iceland.description == "by sea; with 1 infantry"
    target = Target.named(iceland.value)
    land = [stack for stack in stacks_at(state, "united_kingdom") if stack.unit != "fighter"]
    gone = gather(state, target, as_they_go(land, target))
    assert [order["path"] for order in gone.orders] == [["united_kingdom", "sz6"], ["sz6", "sz3"], ["sz3", "iceland"]]
    assert gone.left_out == ("2 infantry in the United Kingdom can't come: no more transports can take them there.",)


def test_units_of_several_places_come_to_one() -> None:
    spaces = {
        "russia": "soviet_union: 2 infantry",
        "caucasus": "soviet_union: 1 tank",
        "ukraine": "germany: 1 infantry",
    }
    state = position("soviet_union", "noncombat_move", spaces, setup="aa1941").state
    west = Target(min(target.space for target, units in goals(state).items() if units == 3))
    assert stacks_for(state, west) == (Stack("caucasus", "tank", 1), Stack("russia", "infantry", 2))
    gathered = gather(state, west, stacks_for(state, west))
    assert len(after(state, *gathered.orders).at(west.space)) == 3
    assert menu(goals_sheet(7, state), f"{BRING.word}at").entries[0].value == west.name


@pytest.mark.parametrize("setup", SETUPS)
def test_what_is_offered_is_accepted(setup: str) -> None:
    start = new_game(setup)
    for power in start.edition.turn_order[:2]:
        state = replace(start, power=power, phase="noncombat_move")
        offered = [entry.value for entry in menu(moving_sheet(7, state), "guide").entries]
        assert set(offered) <= set(places_to_move_from(state, 26))
        for space in offered[:3]:
            chosen = stacks_at(state, space)
            ends = ends_from(state, space, chosen)
            for end in [*ends[:1], *ends[-2:]]:
                gone = gather(state, end.target, as_they_go(chosen, end.target))
                assert gone.orders, (power, space, end)
                assert_accepted(state, gone.orders)


@pytest.mark.rule("MOB-01")
@pytest.mark.parametrize("setup", SETUPS)
def test_every_line_and_the_whole_proposal_place_units(setup: str) -> None:
    start = new_game(setup)
    power = start.edition.turn_order[0]
    account = start.edition.accounts_of(power)[0].id
    state = replace(start, power=power, phase="mobilize", purchased={account: {"infantry": 2, "fighter": 1}})
    sheet = placing_sheet(7, state)
    for entry in menu(sheet, "spot").entries:
        assert waiting_units(after(state, placement(state, entry.value)), power) != waiting_units(state, power)
    assert any(deed == "placeall" for part in sheet.parts if isinstance(part, Row) for deed, *_ in part.buttons)
    assert not waiting_units(after(state, *usual_placements(state)), power)
