"""Paying for damage to complexes in the purchase phase of Anniversary (chapter PUR)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facilities.capacity import capacity
from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table


def damaged(play: Play, points: int = 6, ipcs: int = 31, **more: Any) -> Table:
    """Germany at its purchase, with damage to the complex in Berlin."""
    spaces = {"germany": {"damage": {"industrial_complex": points}}}
    return play("germany", "purchase", {}, more_spaces=spaces, ipcs={"germany": ipcs}, **more)


def order(repairs: dict[str, int], **units: int) -> dict[str, Any]:
    """A purchase of these units, with repairs of so many points by territory."""
    facility = {space: {"industrial_complex": points} for space, points in repairs.items()}
    return {"type": "purchase", "units": units, "repairs": facility}


@pytest.mark.rule("PUR-15", "PUR-16", "PUR-17", "PUR-18", setups=("anniversary_1941", "anniversary_1942"))
def test_a_part_of_the_damage_can_be_repaired_for_1_ipc_a_point_and_helps_at_once(play: Play) -> None:
    table = damaged(play)
    assert capacity(table.state, "germany") == 4
    table.do(order({"germany": 2}, infantry=3))
    assert table.ipcs("germany") == 31 - 2 - 9
    assert table.board["damage"] == {"germany": {"industrial_complex": 4}}
    assert capacity(table.state, "germany") == 6


@pytest.mark.rule("PUR-15", setups=("anniversary_1941", "anniversary_1942"))
def test_a_new_order_replaces_the_repairs_of_the_last_and_undo_takes_them_back(play: Play) -> None:
    table = damaged(play)
    before = table.board
    table.do(order({"germany": 6}))
    assert table.board["damage"] == {}
    table.do(order({"germany": 1}, tank=1))
    assert (table.board["damage"], table.ipcs("germany")) == ({"germany": {"industrial_complex": 5}}, 31 - 1 - 5)
    table.do({"type": "undo"}).do({"type": "undo"})
    assert table.board == before


@pytest.mark.rule("PUR-19", "PUR-15", setups=("anniversary_1941", "anniversary_1942"))
def test_only_damage_that_is_there_and_ones_own_can_be_repaired(play: Play) -> None:
    table = damaged(play)
    table.refuses(order({"germany": 7}), "PUR-15")
    table.refuses(order({"italy": 1}), "PUR-19")
    table.refuses(order({"poland": 1}), "PUR-15")
    table.refuses(order({"utopia": 1}), "space")


@pytest.mark.rule("PUR-02", "PUR-16", setups=("anniversary_1941", "anniversary_1942"))
def test_repairs_and_units_together_cost_no_more_than_there_is(play: Play) -> None:
    table = damaged(play, ipcs=8)
    assert "the repairs cost 9 IPCs" in table.refuses(order({"germany": 6}, infantry=1), "PUR-02")
    table.do(order({"germany": 5}, infantry=1))
    assert table.ipcs("germany") == 0


@pytest.mark.rule("PUR-16", "GEN-14", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("damage", "phase"), [(1, "purchase"), (0, "combat_move")])
def test_a_power_too_poor_for_any_unit_still_has_a_purchase_if_it_can_repair(
    play: Play, damage: int, phase: str
) -> None:
    table = play(
        "germany", "research", {"germany": "germany: 1 infantry"}, ipcs={"germany": 2},
        more_spaces={"germany": {"damage": {"industrial_complex": damage}}},
    )  # fmt: skip
    assert table.end_phase().phase == phase


@pytest.mark.rule("MOB-12", "SPC-39", setups=("anniversary_1941", "anniversary_1942"))
def test_a_damaged_complex_places_one_unit_fewer_for_every_point(play: Play) -> None:
    table = play(
        "germany", "mobilize", {}, purchased={"germany": {"infantry": 5}},
        more_spaces={"germany": {"damage": {"industrial_complex": 6}}},
    )  # fmt: skip
    table.refuses({"type": "mobilize", "units": {"infantry": 5}, "space": "germany"}, "MOB-12")
    table.do({"type": "mobilize", "units": {"infantry": 4}, "space": "germany"})
    table.refuses({"type": "mobilize", "units": {"infantry": 1}, "space": "germany"}, "MOB-12")
