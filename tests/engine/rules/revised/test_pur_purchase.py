"""Buying units in Revised (chapter PUR), and the prices of its units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.table import Table, position

BOTH = ("aa1941", "revised")
PRICES = {
    "infantry": 3,
    "artillery": 4,
    "tank": 5,
    "anti_aircraft_gun": 5,
    "fighter": 10,
    "bomber": 15,
    "submarine": 8,
    "transport": 8,
    "destroyer": 12,
    "aircraft_carrier": 16,
    "battleship": 24,
    "industrial_complex": 15,
}


def buying(power: str = "germany", ipcs: int = 40, setup: str = "revised", **more: Any) -> Table:
    """The purchase phase of a power."""
    return position(power, "purchase", {"germany": "germany: 1 infantry"}, setup=setup, ipcs={power: ipcs}, **more)


def order(**units: int) -> dict[str, Any]:
    """A purchase."""
    return {"type": "purchase", "units": units}


@pytest.mark.rule("PUR-02", "UNI-01", "UNI-15", setup="revised")
@pytest.mark.parametrize(("unit", "price"), PRICES.items())
def test_a_unit_costs_its_printed_price_and_no_less(unit: str, price: int) -> None:
    assert buying(ipcs=price).do(order(**{unit: 1})).ipcs("germany") == 0
    buying(ipcs=price - 1).refuses(order(**{unit: 1}), "PUR-02")


@pytest.mark.rule("PUR-02", setup="revised")
def test_any_mix_may_be_bought_up_to_the_treasury() -> None:
    table = buying(ipcs=sum(PRICES.values())).do(order(**dict.fromkeys(PRICES, 1)))
    assert table.ipcs("germany") == 0
    assert table.board["purchased"] == {"germany": dict(sorted(dict.fromkeys(PRICES, 1).items()))}


@pytest.mark.rule("PUR-02", setup="revised")
def test_a_new_order_replaces_the_order_so_far() -> None:
    table = buying(ipcs=20).do(order(tank=4)).do(order(infantry=3))
    assert (table.ipcs("germany"), table.board["purchased"]) == (11, {"germany": {"infantry": 3}})
    assert table.refuses(order(infantry=7), "PUR-02") == "7 infantry cost 21 IPCs; you have 20."


@pytest.mark.rule("PUR-03", setups=("aa1941", "revised"))
@pytest.mark.parametrize("setup", BOTH)
def test_unspent_ipcs_carry_over(setup: str) -> None:
    table = buying(ipcs=11, setup=setup).do(order(infantry=1)).end_phase()
    assert table.ipcs("germany") == 8
    table.end_phase().end_phase()
    table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "germany"}).end_phase()
    assert table.ipcs("germany") == 8 + table.state.edition.start.income["germany"]


@pytest.mark.rule("PUR-04", setups=("aa1941", "revised"))
@pytest.mark.parametrize("setup", BOTH)
def test_bought_units_are_nowhere_until_they_are_placed(setup: str) -> None:
    table = position("germany", "combat_move", {}, setup=setup, purchased={"germany": {"tank": 2}})
    table.refuses_move("1 tank: germany > eastern_europe", "units")
    assert table.at("germany") == {}


@pytest.mark.rule("PUR-06", setup="revised")
def test_no_place_is_named_and_a_bought_carrier_is_no_landing_place() -> None:
    buying().refuses({**order(infantry=1), "space": "germany"}, "form")
    spaces = {"united_kingdom": "united_kingdom: 1 fighter"}
    bought = {"united_kingdom": {"aircraft_carrier": 1}}
    table = position("united_kingdom", "noncombat_move", spaces, setup="revised", purchased=bought)
    table.refuses_move("1 fighter: united_kingdom > sz6 > sz7 > sz6 > sz7", "NCM-16")


@pytest.mark.rule("PUR-08", setup="revised")
def test_a_power_without_its_capital_buys_nothing() -> None:
    table = buying(ipcs=30, owners={"germany": "united_kingdom"})
    table.do({"type": "edit", "turn": {"power": "soviet_union", "phase": "mobilize"}}).end_phase()
    assert (table.state.power, table.phase) == ("germany", "combat_move")
    assert [s.reason for s in table.happened("phase_skipped") if s.phase == "purchase"] == ["PUR-08"]


@pytest.mark.rule("PUR-08", setup="revised")
def test_a_power_that_can_afford_nothing_is_not_asked() -> None:
    for ipcs, phase in ((2, "combat_move"), (3, "purchase")):
        table = buying(ipcs=ipcs)
        table.do({"type": "edit", "turn": {"power": "soviet_union", "phase": "mobilize"}}).end_phase()
        assert (table.state.power, table.phase) == ("germany", phase)


@pytest.mark.rule("PUR-09", setup="revised")
def test_industrial_complexes_are_for_sale() -> None:
    assert buying(ipcs=30).do(order(industrial_complex=2)).board["purchased"] == {"germany": {"industrial_complex": 2}}
