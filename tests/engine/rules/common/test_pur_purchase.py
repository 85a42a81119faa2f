"""Buying units (chapter PUR)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.state.game_state import state_to_json
from tests.engine.table import Table, position


def buying(power: str = "germany", ipcs: int = 12, **more: Any) -> Table:
    """The purchase phase of a power."""
    return position(power, "purchase", {"germany": "germany: 1 infantry"}, ipcs={power: ipcs}, **more)


def order(**units: int) -> dict[str, Any]:
    """A purchase."""
    return {"type": "purchase", "units": units}


@pytest.mark.rule("PUR-01", setups="every + 1940")
def test_units_bought_now_arrive_in_the_mobilize_phase_of_the_same_turn() -> None:
    table = buying().do(order(infantry=4))
    table.end_phase().end_phase().end_phase()
    assert table.phase == "mobilize"
    table.do({"type": "mobilize", "units": {"infantry": 4}, "space": "germany"})
    assert table.at("germany") == {"germany": {"infantry": 5}}


@pytest.mark.rule("PUR-01", setups="every + 1940")
def test_what_was_not_bought_cannot_be_placed() -> None:
    table = position("germany", "mobilize", {}, purchased={"germany": {"infantry": 2}})
    sentence = table.refuses({"type": "mobilize", "units": {"infantry": 3}, "space": "germany"}, "units")
    assert "you have 2 infantry left to place" in sentence
    table.refuses({"type": "mobilize", "units": {"tank": 1}, "space": "germany"}, "units")


@pytest.mark.rule("PUR-01", setups="every + 1940")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move", "mobilize"])
def test_nothing_is_bought_outside_the_purchase_phase(phase: str) -> None:
    table = position("germany", phase, {"germany": "germany: 1 infantry"}, ipcs={"germany": 30})
    table.refuses(order(infantry=1), "phase")


@pytest.mark.rule("PUR-01", setups=("revised", "anniversary_1941", "anniversary_1942"))
def test_nothing_is_bought_before_research() -> None:
    table = position("germany", "research", {"germany": "germany: 1 infantry"}, ipcs={"germany": 30})
    table.refuses(order(infantry=1), "phase")


@pytest.mark.rule("PUR-02", setups="but anniversary")
def test_unknown_units_and_negative_numbers_are_refused() -> None:
    table = buying()
    table.refuses(order(cruiser=1), "units")
    table.refuses(order(infantry=-1), "form")


@pytest.mark.rule("PUR-05", setups="every + 1940")
def test_more_units_may_be_bought_than_the_complexes_can_place() -> None:
    table = buying("united_kingdom", ipcs=60).do(order(infantry=20))
    assert table.ipcs("united_kingdom") == 0


@pytest.mark.rule("PUR-07", setups="every + 1940")
def test_the_order_is_binding_once_the_phase_is_closed() -> None:
    table = buying().do(order(infantry=4)).end_phase()
    table.refuses(order(infantry=2), "phase")
    table.refuses({"type": "undo"}, "phase")
    assert table.board["purchased"] == {"germany": {"infantry": 4}}


@pytest.mark.rule("PUR-07", setups="every + 1940")
def test_until_the_phase_is_closed_a_purchase_can_be_undone_to_the_last_byte() -> None:
    table = buying()
    before = state_to_json(table.state)
    table.do(order(infantry=4)).do(order(tank=2)).do({"type": "undo"})
    assert table.board["purchased"] == {"germany": {"infantry": 4}}
    table.do({"type": "undo"})
    assert state_to_json(table.state) == before
    table.refuses({"type": "undo"}, "phase")


@pytest.mark.rule("PUR-02", setups=("aa1941", "revised", "pacific_1940"))
def test_a_power_that_can_afford_nothing_is_not_asked() -> None:
    table = position("soviet_union", "mobilize", {"germany": "germany: 1 infantry"}, ipcs={"germany": 2}).end_phase()
    assert (table.power, table.phase) == ("germany", "combat_move")
    table = position("soviet_union", "mobilize", {"germany": "germany: 1 infantry"}, ipcs={"germany": 3}).end_phase()
    assert (table.power, table.phase) == ("germany", "purchase")


@pytest.mark.rule("PUR-02", setups="every + 1940")
def test_there_is_nothing_to_repair() -> None:
    repair = {"type": "purchase", "units": {}, "repairs": {"germany": {"industrial_complex": 1}}}
    buying().refuses(repair, "PUR-15")


@pytest.mark.rule("PUR-02", setups="every + 1940")
@pytest.mark.parametrize("count", [True, "2", 1.5, -1, None])
def test_a_count_of_units_is_a_whole_number(count: object) -> None:
    buying().refuses({"type": "purchase", "units": {"infantry": count}}, "form")
