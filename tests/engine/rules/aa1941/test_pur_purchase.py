"""Buying units (chapter PUR)."""

from __future__ import annotations

import pytest

from tests.engine.rules.common.test_pur_purchase import buying, order
from tests.engine.table import Table, position

PRICES = {
    "infantry": 3,
    "tank": 6,
    "fighter": 10,
    "bomber": 12,
    "submarine": 6,
    "transport": 7,
    "destroyer": 8,
    "aircraft_carrier": 12,
    "battleship": 16,
}


@pytest.mark.rule("PUR-02")
@pytest.mark.parametrize(("unit", "price"), PRICES.items())
def test_a_unit_costs_its_printed_price_and_no_less(unit: str, price: int) -> None:
    assert buying(ipcs=price).do(order(**{unit: 1})).ipcs("germany") == 0
    buying(ipcs=price - 1).refuses(order(**{unit: 1}), "PUR-02")


@pytest.mark.rule("PUR-02")
def test_any_mix_may_be_bought_up_to_the_treasury() -> None:
    table = buying(ipcs=80).do(order(**dict.fromkeys(PRICES, 1)))
    assert table.ipcs("germany") == 0
    assert table.board["purchased"] == {"germany": dict(sorted(dict.fromkeys(PRICES, 1).items()))}


@pytest.mark.rule("PUR-02")
def test_a_new_order_replaces_the_order_so_far() -> None:
    table = buying(ipcs=12).do(order(tank=2))
    assert table.ipcs("germany") == 0
    table.do(order(infantry=3))
    assert table.ipcs("germany") == 3
    assert table.board["purchased"] == {"germany": {"infantry": 3}}
    sentence = table.refuses(order(infantry=5), "PUR-02")
    assert sentence == "5 infantry cost 15 IPCs; you have 12."
    table.do(order())
    assert (table.ipcs("germany"), table.board["purchased"]) == (12, {})


@pytest.mark.rule("PUR-03")
def test_unspent_ipcs_carry_over() -> None:
    table = buying(ipcs=11).do(order(infantry=1))
    for _ in range(3):
        table.end_phase()
    table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "germany"}).end_phase()
    assert table.ipcs("germany") == 8 + 12


@pytest.mark.rule("PUR-04")
def test_bought_units_are_nowhere_until_they_are_placed() -> None:
    table = position(
        "germany", "combat_move", {"karelia": "soviet_union: 1 infantry"}, purchased={"germany": {"tank": 2}}
    )
    table.refuses_move("1 tank: germany > karelia", "units")
    assert table.at("germany") == {}


@pytest.mark.rule("PUR-06")
def test_no_place_is_named_with_a_purchase() -> None:
    buying().refuses({"type": "purchase", "units": {"infantry": 1}, "space": "germany"}, "form")
    table = position("united_kingdom", "mobilize", {}, purchased={"united_kingdom": {"destroyer": 1}})
    for zone in ("sz6", "sz7", "sz8", "sz29", "sz33"):
        Table(table.state).do({"type": "mobilize", "units": {"destroyer": 1}, "space": zone})


@pytest.mark.rule("PUR-06")
def test_a_carrier_counted_on_as_a_landing_place_is_bound_to_its_zone() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"western_europe": "germany: 1 fighter"},
        purchased={"germany": {"aircraft_carrier": 1}},
    )
    table.move("1 fighter: western_europe > sz5").end_phase()
    table.refuses({"type": "end_phase"}, "MOB-11")


@pytest.mark.rule("PUR-08")
def test_a_power_without_its_capital_skips_the_purchase() -> None:
    table = position(
        "soviet_union",
        "mobilize",
        {"japan": "japan: 1 infantry", "eastern_europe": "germany: 1 infantry"},
        owners={"germany": "united_kingdom"},
        ipcs={"germany": 30},
    )
    table.end_phase()
    assert (table.state.power, table.phase) == ("germany", "combat_move")
    (skipped,) = table.happened("phase_skipped")
    assert (skipped.phase, skipped.reason) == ("purchase", "PUR-08")
    table.refuses(order(infantry=1), "phase")


@pytest.mark.rule("PUR-08")
def test_a_power_whose_capital_an_ally_holds_buys_as_usual() -> None:
    table = position("soviet_union", "mobilize", {}, owners={"germany": "japan"}, ipcs={"germany": 30})
    table.end_phase()
    assert (table.state.power, table.phase) == ("germany", "purchase")


@pytest.mark.rule("PUR-09")
def test_industrial_complexes_are_not_for_sale() -> None:
    buying(ipcs=99).refuses(order(industrial_complex=1), "PUR-09")
