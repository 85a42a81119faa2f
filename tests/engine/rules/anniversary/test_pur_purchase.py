"""Buying units in Anniversary (chapter PUR), and the prices of its units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table

PRICES = {
    "infantry": 3,
    "artillery": 4,
    "tank": 5,
    "anti_aircraft_gun": 6,
    "fighter": 10,
    "bomber": 12,
    "submarine": 6,
    "transport": 7,
    "destroyer": 8,
    "cruiser": 12,
    "aircraft_carrier": 14,
    "battleship": 20,
    "industrial_complex": 15,
}


def buying(play: Play, ipcs: int = 40, power: str = "germany") -> Table:
    """The purchase phase of a power with one infantry in Berlin."""
    return play(power, "purchase", {"germany": "germany: 1 infantry"}, ipcs={power: ipcs})


def order(**units: int) -> dict[str, Any]:
    """A purchase."""
    return {"type": "purchase", "units": units}


@pytest.mark.rule("PUR-02", "UNI-05", "UNI-15", "PUR-09", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("unit", "price"), PRICES.items())
def test_a_unit_costs_its_printed_price_and_no_less(play: Play, unit: str, price: int) -> None:
    assert buying(play, price).do(order(**{unit: 1})).ipcs("germany") == 0
    buying(play, price - 1).refuses(order(**{unit: 1}), "PUR-02")


@pytest.mark.rule("PUR-02", setups=("anniversary_1941", "anniversary_1942"))
def test_any_mix_may_be_bought_up_to_the_treasury_and_nothing_else(play: Play) -> None:
    table = buying(play, sum(PRICES.values())).do(order(**dict.fromkeys(PRICES, 1)))
    assert table.ipcs("germany") == 0
    assert table.board["purchased"]["germany"].keys() == PRICES.keys()
    assert table.state.edition.unit.keys() == PRICES.keys()


@pytest.mark.rule("PUR-03", setups=("anniversary_1941", "anniversary_1942"))
def test_unspent_ipcs_carry_over(play: Play) -> None:
    table = buying(play, 11).do(order(infantry=1)).end_phase()
    assert table.ipcs("germany") == 8
    table.end_phase().end_phase()
    table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "germany"}).end_phase()
    (collected,) = table.happened("income_collected")
    assert table.ipcs("germany") == 8 + collected.amount


@pytest.mark.rule("PUR-04", setups=("anniversary_1941", "anniversary_1942"))
def test_bought_units_are_nowhere_until_they_are_placed(play: Play) -> None:
    table = play("germany", "combat_move", {}, purchased={"germany": {"tank": 2}})
    table.refuses_move("1 tank: germany > east_poland", "units")
    assert table.at("germany") == {}
    table = play(
        "soviet_union", "combat_move", {"east_poland": "soviet_union: 1 tank"}, purchased={"germany": {"tank": 2}},
        owners={"east_poland": "soviet_union", "poland": "soviet_union"},
    )  # fmt: skip
    table.move("1 tank: east_poland > poland > germany").end_phase()
    assert table.pending == []
    assert table.owner("germany") == "soviet_union"


@pytest.mark.rule("PUR-08", setups=("anniversary_1941", "anniversary_1942"))
def test_a_power_without_its_capital_buys_nothing(play: Play) -> None:
    table = play("italy", "research", {"libya": "italy: 1 infantry"}, owners={"italy": "united_kingdom"})
    table.refuses(order(infantry=1), "phase")
    while table.phase != "combat_move":
        table.end_phase()
    assert {skip.phase: skip.reason for skip in table.happened("phase_skipped")} == {"purchase": "PUR-08"}
