"""A refusal offers the nearest order that would be accepted: fewer units, or not as far."""

from __future__ import annotations

from typing import Any

import pytest

from engine import GameState, StaleDecision, apply
from engine.dice import NoDice
from gamemaster.sheets.nearest import LONGEST, fewer_of, nearest_buttons, nearest_orders, offered_order
from tests.engine.table import position


def labels(state: GameState, order: dict[str, Any]) -> list[str]:
    """The buttons offered; each gives an order that is accepted, and that its id says in full."""
    found = nearest_buttons(state, order)
    for deed, _, _ in found:
        assert len(deed) <= LONGEST
        apply(state, offered_order(state, deed.partition(".")[2]), NoDice())
    return [label for _, label, _ in found]


def test_of_what_there_is_most_is_left_out_first() -> None:
    assert fewer_of({"infantry": 9, "tank": 2}, lambda some: sum(some.values()) <= 6) == {"infantry": 4, "tank": 2}
    assert fewer_of({"infantry": 9, "tank": 2}, lambda some: "infantry" not in some) == {"tank": 2}
    assert fewer_of({"infantry": 1}, lambda _: False) == {}


@pytest.mark.rule("PUR-02")
def test_as_many_as_there_is_money_for() -> None:
    state = position("germany", "purchase", {}, setup="aa1941", ipcs={"germany": 12}).state
    assert labels(state, {"type": "purchase", "units": {"infantry": 9}}) == ["Buy 4 infantry instead"]
    assert labels(state, {"type": "purchase", "units": {"battleship": 1}}) == []


@pytest.mark.rule("MOB-01")
def test_as_many_as_there_is_room_for() -> None:
    bought = {"soviet_union": {"infantry": 5}}
    state = position("soviet_union", "mobilize", {}, setup="aa1941", purchased=bought).state
    order = {"type": "mobilize", "units": {"infantry": 5}, "space": "caucasus"}
    assert labels(state, order) == ["Place 2 infantry in the Caucasus instead"]


@pytest.mark.rule("UNI-61")
def test_as_many_as_the_transport_carries() -> None:
    spaces = {"united_kingdom": "united_kingdom: 3 infantry", "sz6": "united_kingdom: 1 transport"}
    state = position("united_kingdom", "combat_move", spaces, setup="aa1941").state
    order = {"type": "move", "units": {"infantry": 3}, "path": ["united_kingdom", "sz6"]}
    assert labels(state, order) == ["Move 2 infantry to sea zone 6 instead"]


@pytest.mark.rule("CMV-45")
def test_as_many_aircraft_as_a_carrier_can_come_for() -> None:
    at_sea = {
        "japan": "japan: 3 fighter",
        "sz46": "japan: 1 aircraft_carrier",
        "sz29": "united_states: 1 destroyer",
    }
    state = position("japan", "combat_move", at_sea, setup="aa1941").state
    order = {"type": "move", "units": {"fighter": 3}, "path": ["japan", "sz29"]}
    assert labels(state, order) == ["Move 2 fighters to sea zone 29 instead"]


@pytest.mark.rule("CMV-25")
def test_the_space_before_the_one_that_cannot_be_reached() -> None:
    spaces = {"ukraine": "germany: 1 infantry", "west_russia": "soviet_union: 2 tank"}
    state = position(
        "soviet_union", "combat_move", spaces, setup="aa1941", owners={"west_russia": "soviet_union"}
    ).state
    order = {"type": "move", "units": {"tank": 2}, "path": ["west_russia", "ukraine", "eastern_europe"]}
    assert labels(state, order) == ["Move 2 tanks to Ukraine instead"]


@pytest.mark.parametrize("argument", ["", "x.0x1", "b.0x1", "b.0x1.9", "p.0x1.99999", "m.0x1.0", "b.99x1.0", "m..1.2"])
def test_what_no_button_says_is_stale(argument: str) -> None:
    state = position("germany", "purchase", {}, setup="aa1941").state
    with pytest.raises(StaleDecision):
        offered_order(state, argument)


@pytest.mark.rule("MOB-01")
def test_what_a_place_has_no_room_for_is_offered_in_others() -> None:
    bought = {"soviet_union": {"infantry": 2}}
    state = position("soviet_union", "mobilize", {}, setup="aa1941", purchased=bought).state
    order = {"type": "mobilize", "units": {"infantry": 2}, "space": "germany"}
    assert labels(state, order) == ["Place 2 infantry in the Caucasus instead", "Place 2 infantry in Russia instead"]
    bought = {"soviet_union": {"infantry": 4}}
    state = position("soviet_union", "mobilize", {}, setup="aa1941", purchased=bought).state
    assert labels(state, {**order, "units": {"infantry": 4}}) == ["Place 2 infantry in the Caucasus instead"]


@pytest.mark.rule("PUR-02")
def test_as_many_as_there_is_money_for_beside_repairs() -> None:
    damaged = {"germany": {"damage": {"industrial_complex": 4}}}
    table = position("germany", "purchase", {}, setup="anniversary_1941", ipcs={"germany": 12}, more_spaces=damaged)
    repairs = {"germany": {"industrial_complex": 4}}
    state = apply(table.state, {"type": "purchase", "units": {}, "repairs": repairs}, NoDice()).state
    order = {"type": "purchase", "units": {"infantry": 9}, "repairs": repairs}
    assert labels(state, order) == ["Buy 2 infantry instead"]
    ((deed, _, _),) = nearest_buttons(state, order)
    bought = apply(state, offered_order(state, deed.partition(".")[2]), NoDice()).state
    assert bought.turn.repaired == repairs, "they stay as they were ordered"
    assert labels(state, {**order, "repairs": {"germany": {"industrial_complex": 3}}}) == []


def test_as_many_raiders_as_there_are() -> None:
    spaces = {"germany": "germany: 2 bomber", "united_kingdom": "united_kingdom: 1 infantry"}
    state = position("germany", "combat_move", spaces, setup="anniversary_1941").state
    order = {
        "type": "move",
        "units": {"bomber": 9},
        "path": ["germany", "united_kingdom"],
        "raid": "industrial_complex",
    }
    assert labels(state, order) == ["Raid the United Kingdom with 2 bombers instead"]


def test_an_order_that_says_more_than_a_button_holds_is_not_offered_otherwise() -> None:
    state = position("germany", "combat_move", {"germany": "germany: 2 fighter"}, setup="anniversary_1941").state
    order = {"type": "move", "units": {"fighter": 9}, "path": ["germany", "united_kingdom"], "escort": True}
    assert nearest_orders(state, order) == ()
