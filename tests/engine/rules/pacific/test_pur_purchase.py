"""Buying units in Pacific 1940 (chapter PUR; China has its own file)."""

from __future__ import annotations

import pytest

from tests.engine.rules.pacific.test_uni_bases import table
from tests.engine.table import Table, position

CAPITALS = {
    "japan": "japan",
    "united_states": "western_united_states",
    "united_kingdom": "india",
    "anzac": "new_south_wales",
}


def buy(**units: int) -> dict[str, object]:
    """The order to buy units."""
    return {"type": "purchase", "units": units}


@pytest.mark.rule("PUR-03", setups="1940")
def test_what_is_not_spent_is_there_with_the_next_income() -> None:
    board = position("anzac", "purchase", {}, ipcs={"anzac": 10}).do(buy(infantry=1)).end_phase().end_phase()
    while board.phase != "mobilize":
        board.end_phase()
    board.do({"type": "mobilize", "units": {"infantry": 1}, "space": "new_south_wales"}).end_phase()
    (collected,) = board.happened("income_collected")
    assert board.ipcs("anzac") == 7 + collected.amount == 7 + 10


@pytest.mark.rule("PUR-04", setup="pacific_1940")
def test_bought_units_do_not_move_fight_or_stand_in_the_way_until_they_are_placed() -> None:
    bought = {"japan": {"tank": 2}, "united_kingdom": {"infantry": 3}}
    spaces = {"burma": "japan: 1 infantry"}
    board = table("japan", "combat_move", spaces, purchased=bought, owners={"burma": "japan"})
    board.refuses_move("1 tank: burma > india", "units")
    board.move("1 infantry: burma > india").end_phase()
    assert (board.pending, board.owner("india"), board.at("japan")) == ([], "japan", {})


@pytest.mark.rule("PUR-06", setups="1940")
def test_no_place_is_named_with_a_purchase_and_any_that_is_allowed_serves_later() -> None:
    position("japan", "purchase", {}).refuses({**buy(destroyer=1), "space": "sz6"}, "form")
    built = {"manchuria": {"facilities": ["minor_industrial_complex"]}}
    board = position("japan", "mobilize", {}, purchased={"japan": {"destroyer": 1}}, more_spaces=built)
    for zone in ("sz6", "sz19"):
        Table(board.state).do({"type": "mobilize", "units": {"destroyer": 1}, "space": zone})


@pytest.mark.rule("PUR-06", "MOB-11", setups="1940")
def test_a_new_carrier_on_which_aircraft_count_to_land_is_bound_to_its_zone() -> None:
    spaces = {"okinawa": "japan: 1 fighter"}
    built = {"manchuria": {"facilities": ["minor_industrial_complex"]}}
    board = position("japan", "noncombat_move", spaces, purchased={"japan": {"aircraft_carrier": 1}}, more_spaces=built)
    board.move("1 fighter: okinawa > sz19").end_phase()
    order = {"type": "mobilize", "units": {"aircraft_carrier": 1}}
    board.refuses({**order, "space": "sz6"}, "MOB-11")
    board.do({**order, "space": "sz19"}).end_phase()
    assert board.at("sz19") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("PUR-08", setup="pacific_1940")
@pytest.mark.parametrize("power", CAPITALS)
def test_without_its_capital_a_power_neither_buys_nor_repairs(power: str) -> None:
    enemy = "united_states" if power == "japan" else "japan"
    more = {"ceylon": {"facilities": ["naval_base"], "damage": {"naval_base": 2}, "owner": power}}
    before = {"japan": "anzac", "united_states": "japan", "united_kingdom": "china", "anzac": "united_kingdom"}[power]
    garrison = {"ceylon": f"{power}: 1 infantry"}
    board = table(before, "mobilize", garrison, owners={CAPITALS[power]: enemy}, ipcs={power: 30}, more_spaces=more)
    board.end_phase()
    assert (board.power, board.phase) == (power, "combat_move")
    assert ("purchase", "PUR-08") in [(event.phase, event.reason) for event in board.happened("phase_skipped")]
    board.refuses(buy(infantry=1), "phase")
    board.refuses({"type": "purchase", "units": {}, "repairs": {"ceylon": {"naval_base": 2}}}, "phase")
    assert board.ipcs(power) == 30


@pytest.mark.rule("PUR-08", "CMB-63", setups="1940")
def test_china_has_no_capital_and_always_buys() -> None:
    board = table("united_states", "mobilize", {}, owners={"szechwan": "japan"}, ipcs={"china": 6}).end_phase()
    assert (board.power, board.phase) == ("china", "purchase")
    assert board.do(buy(infantry=2)).ipcs("china") == 0
