"""Scrambles of Global 1940, where a territory may fall to a power that is at war with the attacker's foes, or not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.table import Table, position

GERMANY: dict[str, Any] = {"owner": "soviet_union", "facilities": ["air_base"]}


def freed_for_germany(**spaces: str) -> Table:
    """Italy frees Germany, at war with nobody, while the Soviet fighter of its air base is over the sea."""
    spaces = {
        "germany": "soviet_union: 1 fighter",
        "greater_southern_germany": "italy: 2 tank",
        "sz112": "italy: 1 cruiser",
        "sz113": "soviet_union: 1 transport",
        **spaces,
    }
    table = position(
        "italy",
        "combat_move",
        spaces,
        setup="global_1940",
        relations=[["italy", "soviet_union", "war"]],
        more_spaces={"germany": GERMANY, "poland": {"owner": "germany"}},
    )
    table.move("1 cruiser: sz112 > sz113").move("2 tank: greater_southern_germany > germany").end_phase()
    table.decide("reaction", {"scramble": {"sz113": {"germany": {"fighter": 1}}}})
    assert table.owner("germany") == "germany"
    return table.battle("sz113", "6 6").retreat("sz112")


@pytest.mark.rule("SPC-89", "ASY-26", setup="global_1940")
def test_a_base_that_was_freed_for_a_power_at_peace_with_them_is_no_home_for_what_scrambled() -> None:
    lost = freed_for_germany()
    assert [(event.reason, len(event.pieces)) for event in lost.happened("units_lost")] == [("no_landing", 1)]
    saved = freed_for_germany(sz114="soviet_union: 1 aircraft_carrier")
    assert [piece.space for piece in saved.state.pieces.values() if piece.unit == "fighter"] == ["sz114"]
