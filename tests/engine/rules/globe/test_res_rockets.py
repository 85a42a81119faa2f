"""Rockets of Global 1940 (RES-28, RES-29, SPC-51..54)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.table import Table, position

BASE = "western_germany.air_base.1"
STRIKE = {"type": "battle", "kind": "rocket", "space": "gibraltar", "facility": "naval_base", "pick": [BASE]}


def over_western_europe(owners: dict[str, str] | None = None, **base: Any) -> Table:
    """Germany has rockets, and an air base that is four spaces from Gibraltar by the way over Spain."""
    bases = {"western_germany": {"facilities": ["air_base"], **base}}
    bases |= {"gibraltar": {"facilities": ["naval_base"]}, "germany": {"facilities": ["air_base"]}}
    known, options = {"germany": ["rockets"]}, {"research": "on"}
    return position(
        "germany", "combat_move", {}, options=options, technologies=known, owners=owners, more_spaces=bases
    ).end_phase()


@pytest.mark.rule("RES-29", "SPC-51", setup="global_1940")
def test_no_rocket_is_fired_over_a_neutral() -> None:
    sentence = over_western_europe().refuses(STRIKE, "SPC-51")
    assert sentence == "Gibraltar is more than 4 spaces from the air base in Western Germany."
    over_spain = over_western_europe({"spain": "germany"}).do(STRIKE, "5")
    assert over_spain.state.damage["gibraltar"] == {"naval_base": 5}


@pytest.mark.rule("RES-28", "SPC-52", "SPC-53", setup="global_1940")
def test_a_base_that_does_not_work_launches_none() -> None:
    table = over_western_europe({"spain": "germany"}, damage={"air_base": 3})
    assert "is too damaged to launch a rocket" in table.refuses(STRIKE, "RES-28")


@pytest.mark.rule("SPC-51", "CMV-75", setup="global_1940")
def test_no_rocket_strikes_where_units_of_a_power_at_peace_stand() -> None:
    table = over_western_europe({"spain": "germany"})
    table.do({"type": "edit", "spaces": {"gibraltar": {"units": {"united_states": {"infantry": 1}}}}})
    assert table.refuses(STRIKE, "POL-09").startswith("Gibraltar holds units of the United States")
