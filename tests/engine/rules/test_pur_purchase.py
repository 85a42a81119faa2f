"""Buying units (chapter PUR)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.table.state import state_to_json
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


def buying(power: str = "germany", ipcs: int = 12, **more: Any) -> Table:
    """The purchase phase of a power."""
    return position(power, "purchase", {"germany": "germany: 1 infantry"}, ipcs={power: ipcs}, **more)


def order(**units: int) -> dict[str, Any]:
    """A purchase."""
    return {"type": "purchase", "units": units}


@pytest.mark.rule("PUR-01")
def test_units_bought_now_arrive_in_the_mobilize_phase_of_the_same_turn() -> None:
    table = buying().do(order(infantry=4))
    table.end_phase().end_phase().end_phase()
    assert table.phase == "mobilize"
    table.do({"type": "mobilize", "units": {"infantry": 4}, "space": "germany"})
    assert table.at("germany") == {"germany": {"infantry": 5}}


@pytest.mark.rule("PUR-01")
def test_what_was_not_bought_cannot_be_placed() -> None:
    table = position("germany", "mobilize", {}, purchased={"germany": {"infantry": 2}})
    sentence = table.refuses({"type": "mobilize", "units": {"infantry": 3}, "space": "germany"}, "units")
    assert "still to be placed: 2 infantry" in sentence
    table.refuses({"type": "mobilize", "units": {"tank": 1}, "space": "germany"}, "units")


@pytest.mark.rule("PUR-01")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move", "mobilize"])
def test_nothing_is_bought_outside_the_purchase_phase(phase: str) -> None:
    table = position("germany", phase, {"germany": "germany: 1 infantry"}, ipcs={"germany": 30})
    table.refuses(order(infantry=1), "phase")


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


@pytest.mark.rule("PUR-02")
def test_unknown_units_and_negative_numbers_are_refused() -> None:
    table = buying()
    table.refuses(order(cruiser=1), "units")
    table.refuses(order(infantry=-1), "form")


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


@pytest.mark.rule("PUR-05")
def test_more_units_may_be_bought_than_the_complexes_can_place() -> None:
    table = buying("united_kingdom", ipcs=60).do(order(infantry=20))
    assert table.ipcs("united_kingdom") == 0


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


@pytest.mark.rule("PUR-07")
def test_the_order_is_binding_once_the_phase_is_closed() -> None:
    table = buying().do(order(infantry=4)).end_phase()
    table.refuses(order(infantry=2), "phase")
    table.refuses({"type": "undo"}, "phase")
    assert table.board["purchased"] == {"germany": {"infantry": 4}}


@pytest.mark.rule("PUR-07")
def test_until_the_phase_is_closed_a_purchase_can_be_undone_to_the_last_byte() -> None:
    table = buying()
    before = state_to_json(table.state)
    table.do(order(infantry=4)).do(order(tank=2)).do({"type": "undo"})
    assert table.board["purchased"] == {"germany": {"infantry": 4}}
    table.do({"type": "undo"})
    assert state_to_json(table.state) == before
    table.refuses({"type": "undo"}, "phase")


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


@pytest.mark.rule("PUR-02")
def test_a_power_that_can_afford_nothing_is_not_asked() -> None:
    table = position("soviet_union", "mobilize", {"germany": "germany: 1 infantry"}, ipcs={"germany": 2}).end_phase()
    assert (table.state.power, table.phase) == ("germany", "combat_move")
    table = position("soviet_union", "mobilize", {"germany": "germany: 1 infantry"}, ipcs={"germany": 3}).end_phase()
    assert (table.state.power, table.phase) == ("germany", "purchase")


@pytest.mark.rule("PUR-09")
def test_industrial_complexes_are_not_for_sale() -> None:
    buying(ipcs=99).refuses(order(industrial_complex=1), "PUR-09")


@pytest.mark.rule("PUR-02")
def test_there_is_nothing_to_repair() -> None:
    repair = {"type": "purchase", "units": {}, "repairs": {"germany": {"industrial_complex": 1}}}
    buying().refuses(repair, "PUR-15")


@pytest.mark.rule("PUR-02")
@pytest.mark.parametrize("count", [True, "2", 1.5, -1, None])
def test_a_count_of_units_is_a_whole_number(count: object) -> None:
    buying().refuses({"type": "purchase", "units": {"infantry": count}}, "form")
