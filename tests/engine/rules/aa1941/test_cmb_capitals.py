"""Capturing and liberating capitals (CMB-59..66)."""

from typing import Any

import pytest

from tests.engine.rules.common.test_cmb_capitals import moscow_falls
from tests.engine.rules.playing import to_phase
from tests.engine.table import Table, position


def soviet_exile(phase: str, **more: Any) -> Table:
    """The Soviet Union on turn with Moscow in German hands."""
    spaces = {"caucasus": "soviet_union: 2 infantry", "russia": "germany: 1 infantry", "ukraine": "germany: 1 infantry"}
    owners = {"russia": "germany"}
    return position("soviet_union", phase, spaces, owners=owners, ipcs={"soviet_union": 0}, **more)


@pytest.mark.rule("CMB-62")
def test_a_power_whose_capital_is_lost_only_moves_and_fights() -> None:
    table = soviet_exile("combat_move")
    table.refuses({"type": "purchase", "units": {"infantry": 1}}, "phase")
    table.move("2 infantry: caucasus > ukraine").end_phase().battle("ukraine", dice="1 6 6")
    assert table.phase == "noncombat_move"
    table.end_phase()
    assert (table.state.power, table.phase) == ("germany", "purchase")
    assert table.ipcs("soviet_union") == 0


@pytest.mark.rule("CMB-63")
def test_after_the_fall_of_its_capital_a_power_keeps_its_units_and_other_territories() -> None:
    table = moscow_falls(more_spaces={"siberia": {"units": {"soviet_union": {"infantry": 3}}}})
    assert table.at("siberia") == {"soviet_union": {"infantry": 3}}
    assert {table.owner(t) for t in ("archangel", "karelia", "caucasus", "siberia")} == {"soviet_union"}


@pytest.mark.rule("CMB-64", "CMB-62")
def test_a_power_that_frees_its_own_capital_collects_income_in_the_same_turn() -> None:
    table = soviet_exile("combat_move").move("2 infantry: caucasus > russia").end_phase()
    table.battle("russia", dice="1 6 6").end_phase()
    assert table.owner("russia") == "soviet_union"
    assert table.ipcs("soviet_union") == 7


@pytest.mark.rule("CMB-65", "CMB-66", "CMB-54")
def test_with_its_capital_free_a_power_regains_at_once_what_its_allies_hold_of_it() -> None:
    """As when the United Kingdom takes Moscow from Germany, which surrenders no IPCs."""
    table = position(
        "united_kingdom",
        "combat_move",
        {"archangel": "united_kingdom: 2 tank", "russia": "germany: 1 infantry"},
        owners={
            "russia": "germany",
            "caucasus": "united_states",
            "karelia": "united_kingdom",
            "siberia": "japan",
            "ukraine": "united_kingdom",
        },
        ipcs={"germany": 11, "united_kingdom": 5, "soviet_union": 0},
    )
    table.move("2 tank: archangel > russia").end_phase().battle("russia", dice="1 6 6")
    assert {t: table.owner(t) for t in ("russia", "caucasus", "karelia", "siberia", "ukraine")} == {
        "russia": "soviet_union",
        "caucasus": "soviet_union",
        "karelia": "soviet_union",
        "siberia": "japan",
        "ukraine": "united_kingdom",
    }
    assert table.board["facilities"]["russia"] == ["industrial_complex"]
    assert [table.ipcs(power) for power in ("germany", "united_kingdom", "soviet_union")] == [11, 5, 0]


@pytest.mark.rule("CMB-59", "CMB-65")
def test_a_capital_that_was_freed_can_be_plundered_again() -> None:
    table = soviet_exile("combat_move").move("2 infantry: caucasus > russia").end_phase()
    table.battle("russia", dice="1 6 6")
    to_phase(table, "germany", "combat_move")
    table.do({"type": "edit", "spaces": {"west_russia": {"units": {"germany": {"tank": 3}}}}, "ipcs": {"germany": 10}})
    table.move("3 tank: west_russia > russia").end_phase().battle("russia", dice="1 1 6 6 6")
    assert table.owner("russia") == "germany"
    assert (table.ipcs("soviet_union"), table.ipcs("germany")) == (0, 17)
