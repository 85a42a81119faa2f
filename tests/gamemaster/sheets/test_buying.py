"""The sheet of a purchase: what it offers is accepted, in every setup and for every power."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import GameState, IllegalAction, apply, new_game
from engine.ask import affordable
from engine.dice import NoDice
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.bringing.moving import moving_sheet
from gamemaster.sheets.buying import buying_sheet, counted_order, counting_form, orders_as_before, preset_order
from gamemaster.sheets.page import Menu, Row, Sheet
from gamemaster.sheets.turn import sheet_now
from tests.engine.table import position
from tests.gamemaster.sheets.pressing import deeds_on
from tests.published import SETUPS


def menus(sheet: Sheet) -> list[Menu]:
    """The menus of a sheet."""
    return [part for part in sheet.parts if isinstance(part, Menu)]


def presets(sheet: Sheet) -> list[str]:
    """The numbers of the whole orders that are offered."""
    deeds = (deed for part in sheet.parts if isinstance(part, Row) for deed, *_ in part.buttons)
    return [deed.partition(".")[2] for deed in deeds if deed.startswith("preset.")]


def after(state: GameState, *actions: JsonAction) -> GameState:
    """The state once these orders were given."""
    for action in actions:
        state = apply(state, action, NoDice()).state
    return state


def purchases(setup: str) -> list[GameState]:
    """The first purchase of each power of a setup."""
    start = new_game(setup)
    return [replace(start, power=power, phase="purchase") for power in start.edition.turn_order]


@pytest.mark.rule("PUR-01", "PUR-02")
@pytest.mark.parametrize("setup", SETUPS)
def test_what_is_offered_is_accepted(setup: str) -> None:
    for state in purchases(setup):
        sheet = buying_sheet(7, state)
        for number in presets(sheet):
            assert after(state, preset_order(state, number)).purchased
        for menu in menus(sheet):
            index = menu.deed.split(".")[1]
            account = state.edition.accounts_of(state.power)[int(index)]
            for entry in menu.entries:
                form = counting_form(7, state, index, (entry.value,))
                most = affordable(state, account).get(entry.value, 0)
                bought = after(state, counted_order(state, index, {form.fields[0].name: str(most)}))
                assert bought.purchased[account.id] == {entry.value: most}


def test_each_treasury_has_its_own_menu_and_pays_for_its_own_repairs() -> None:
    table = position(
        "united_kingdom",
        "purchase",
        {},
        setup="global_1940",
        ipcs={"united_kingdom/europe": 20, "united_kingdom/pacific": 9},
        more_spaces={"india": {"damage": {"major_industrial_complex": 2}}},
    )
    europe, pacific, repairs = menus(buying_sheet(7, table.state))
    assert europe.placeholder == "Buy for UK Europe: choose up to 5"
    assert pacific.placeholder == "Buy for UK Pacific: choose up to 5"
    (entry,) = repairs.entries
    assert (entry.label, entry.description) == ("India: major industrial complex", "2 damage")
    number = repairs.deed.split(".")[1]
    form = counting_form(7, table.state, number, (entry.value,))
    assert form.title == "How many for UK Pacific?"
    assert (form.fields[0].label, form.fields[0].value) == ("India", "2")
    state = after(table.state, counted_order(table.state, number, {entry.value: "1", "infantry": "2"}))
    assert state.turn.repaired == {"india": {"major_industrial_complex": 1}}
    assert state.purchased == {"united_kingdom/pacific": {"infantry": 2}}
    state = after(
        state, *orders_as_before(state, {"united_kingdom/pacific": {"infantry": 1}, "united_kingdom/europe": {}})
    )
    assert state.purchased == {"united_kingdom/pacific": {"infantry": 1}}
    assert state.turn.repaired == {"india": {"major_industrial_complex": 1}}, "repairs stay as they were ordered"
    state = after(state, counted_order(state, number, {entry.value: "", "infantry": "0"}))
    assert not state.turn.repaired.get("india")
    with pytest.raises(IllegalAction, match=r"\(PUR-02\)"):
        after(state, counted_order(state, number, {"strategic_bomber": "9"}))


def test_what_was_bought_last_turn_is_bought_as_far_as_the_money_reaches() -> None:
    state = position("germany", "purchase", {}, setup="anniversary_1941", ipcs={"germany": 13}).state
    before = {"germany": {"infantry": 3, "tank": 2}}
    state = after(state, *orders_as_before(state, before))
    assert state.purchased == {"germany": {"infantry": 1, "tank": 2}}
    poor = position("germany", "purchase", {}, setup="anniversary_1941", ipcs={"germany": 2}).state
    with pytest.raises(IllegalAction, match="None of what you bought last turn can be bought now"):
        orders_as_before(poor, before)


def test_a_form_of_repairs_proposes_no_more_than_the_money_pays_for() -> None:
    damaged = {"germany": {"damage": {"industrial_complex": 9}}}
    table = position("germany", "purchase", {}, setup="anniversary_1941", ipcs={"germany": 7}, more_spaces=damaged)
    (entry,) = menus(buying_sheet(7, table.state))[-1].entries
    state = after(table.state, counted_order(table.state, "0", {"infantry": "1"}))
    assert counting_form(7, state, "0", (entry.value,)).fields[0].value == "4"
    assert after(state, counted_order(state, "0", {entry.value: "4"})).turn.repaired["germany"]


def test_nothing_is_taken_back_before_something_is_ordered() -> None:
    state = position("germany", "noncombat_move", {"germany": "germany: 2 tank"}, setup="aa1941").state
    assert "undo" not in deeds_on(sheet_now(7, state))
    assert "undo" not in deeds_on(moving_sheet(7, state))
    moved = after(state, {"type": "move", "units": {"tank": 1}, "path": ["germany", "eastern_europe"]})
    assert "undo" in deeds_on(sheet_now(7, moved))


def test_presets_use_the_money_and_the_room() -> None:
    table = position("germany", "purchase", {}, setup="anniversary_1941", ipcs={"germany": 36})
    sheet = buying_sheet(7, table.state)
    labels = [label for part in sheet.parts if isinstance(part, Row) for _, label, _ in part.buttons]
    assert labels[:3] == ["4 infantry, 6 artillery (36)", "7 infantry, 3 tanks (36)", "10 infantry (30)"]
