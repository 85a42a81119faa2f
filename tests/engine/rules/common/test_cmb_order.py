"""The order of battles, and territory without defenders (CMB-01..05)."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMB-05", setups="but anniversary + 1940")
def test_hostile_territory_without_units_is_taken_without_a_battle() -> None:
    table = position("germany", "combat_move", {"west_russia": "germany: 1 infantry"})
    table.move("1 infantry: west_russia > archangel").end_phase()
    assert table.owner("archangel") == "germany"
    assert table.phase == "noncombat_move"
    assert not table.happened("fired")


@pytest.mark.rule("CMB-05", "CMB-46", setups="but revised + 1940")
def test_aircraft_alone_do_not_take_empty_territory() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 1 fighter"})
    table.move("1 fighter: ukraine > caucasus").end_phase()
    assert table.owner("caucasus") == "soviet_union"
    assert table.at("caucasus") == {"germany": {"fighter": 1}}
