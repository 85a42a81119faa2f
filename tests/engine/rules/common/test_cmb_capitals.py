"""Capturing and liberating capitals (CMB-59..66)."""

from typing import Any

import pytest

from tests.engine.rules.playing import to_phase
from tests.engine.table import Table, position

pytestmark = pytest.mark.theatre("capitals")


def moscow_falls(**more: Any) -> Table:
    """Germany takes Moscow; the Soviet Union holds 6 IPCs, Germany 10."""
    ipcs = {"soviet_union": 6, "germany": 10}
    spaces = {"west_russia": "germany: 2 tank", "russia": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", spaces, ipcs=ipcs, **more)
    return table.move("2 tank: west_russia > russia").end_phase().battle("russia", dice="1 6 6")


@pytest.mark.rule("CMB-59", setups="but anniversary + 1940")
def test_the_rule_books_example_germany_takes_moscow_and_the_six_ipcs_held_there() -> None:
    table = moscow_falls()
    assert table.owner("russia") == "germany"
    assert (table.ipcs("soviet_union"), table.ipcs("germany")) == (0, 16)


@pytest.mark.rule("CMB-59", setups="but revised + 1940")
def test_other_territory_brings_no_ipcs_from_the_treasury() -> None:
    table = position(
        "germany",
        "combat_move",
        {"ukraine": "germany: 1 tank", "russia": "soviet_union: 1 infantry"},
        ipcs={"soviet_union": 6, "germany": 10},
    )
    table.move("1 tank: ukraine > caucasus").end_phase()
    assert (table.ipcs("soviet_union"), table.ipcs("germany")) == (6, 10)


@pytest.mark.rule("CMB-59", "CMB-45", setups="but anniversary + 1940")
def test_a_capital_attacked_without_being_taken_keeps_its_treasury() -> None:
    spaces = {"west_russia": "germany: 1 fighter", "russia": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", spaces, ipcs={"soviet_union": 6, "germany": 10})
    table.move("1 fighter: west_russia > russia").end_phase().battle("russia", dice="1 6")
    assert (table.owner("russia"), table.ipcs("soviet_union")) == ("soviet_union", 6)


@pytest.mark.rule("CMB-60", setups="but anniversary + 1940")
def test_plunder_is_taken_even_with_the_captors_own_capital_lost() -> None:
    table = moscow_falls(owners={"germany": "united_kingdom"})
    assert (table.ipcs("soviet_union"), table.ipcs("germany")) == (0, 16)


@pytest.mark.rule("CMB-62", setups=("aa1941", "revised", "pacific_1940"))
def test_the_turn_of_a_power_without_its_capital_begins_with_the_combat_move() -> None:
    spaces = {"caucasus": "soviet_union: 2 infantry", "russia": "germany: 1 infantry"}
    table = position("united_states", "noncombat_move", spaces, owners={"russia": "germany"}, ipcs={"soviet_union": 20})
    table.end_phase()
    skipped = [(event.power, event.phase, event.reason) for event in table.happened("phase_skipped")]
    assert ("soviet_union", "purchase", "PUR-08") in skipped
    assert (table.power, table.phase) == ("soviet_union", "combat_move")


@pytest.mark.rule("CMB-63", "CMB-22", setups="but revised + 1940")
def test_the_units_of_a_power_without_its_capital_still_defend() -> None:
    spaces = {"ukraine": "germany: 1 tank", "caucasus": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", spaces, owners={"russia": "germany"})
    table.move("1 tank: ukraine > caucasus").end_phase().battle("caucasus", dice="6 2")
    assert table.at("caucasus") == {"soviet_union": {"infantry": 1}}


@pytest.mark.rule("CMB-64", setups="every + 1940")
def test_a_power_whose_capital_an_ally_freed_purchases_again_on_its_next_turn() -> None:
    table = position(
        "united_states",
        "combat_move",
        {"archangel": "united_states: 2 tank; soviet_union: 1 infantry", "russia": "germany: 1 infantry"},
        owners={"russia": "germany"},
        ipcs={"soviet_union": 9},
    )
    table.move("2 tank: archangel > russia").end_phase().battle("russia", dice="1 6 6")
    assert table.owner("russia") == "soviet_union"
    to_phase(table, "soviet_union", "purchase")
    table.do({"type": "purchase", "units": {"infantry": 3}}).end_phase().end_phase().end_phase()
    table.do({"type": "mobilize", "units": {"infantry": 3}, "space": "russia"})
    assert table.at("russia")["soviet_union"] == {"infantry": 3}


@pytest.mark.rule("CMB-66", setups="but anniversary + 1940")
@pytest.mark.theatre("america")
def test_an_axis_power_that_frees_berlin_takes_no_ipcs_from_the_ally_who_held_it() -> None:
    spaces = {"eastern_europe": "japan: 2 tank", "germany": "united_kingdom: 1 infantry"}
    ipcs = {"united_kingdom": 12, "japan": 3, "germany": 4}
    table = position("japan", "combat_move", spaces, owners={"germany": "united_kingdom"}, ipcs=ipcs)
    table.move("2 tank: eastern_europe > germany").end_phase().battle("germany", dice="1 6 6")
    assert table.owner("germany") == "germany"
    assert [table.ipcs(power) for power in ipcs] == [12, 3, 4]
