"""The sheet of a purchase: what it offers is accepted, in every setup and for every power."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import GameState, IllegalAction, apply, new_game
from engine.ask import affordable
from engine.dice import NoDice
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.buying import buying_sheet, counted_order, counting_form, orders_as_before, preset_order
from gamemaster.sheets.page import Menu, Row, Sheet
from tests.engine.table import position
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


def test_presets_use_the_money_and_the_room() -> None:
    table = position("germany", "purchase", {}, setup="anniversary_1941", ipcs={"germany": 36})
    sheet = buying_sheet(7, table.state)
    labels = [label for part in sheet.parts if isinstance(part, Row) for _, label, _ in part.buttons]
    assert labels[:3] == ["4 infantry, 6 artillery (36)", "7 infantry, 3 tanks (36)", "10 infantry (30)"]
