"""Taking and liberating territory (CMB-45..48, CMB-52..56)."""

import pytest

from tests.engine.rules.playing import to_phase
from tests.engine.table import position


@pytest.mark.rule("CMB-48", setups="but revised + 1940")
def test_a_captured_industrial_complex_is_the_captors_but_does_not_work_this_turn() -> None:
    table = position(
        "germany",
        "combat_move",
        {"ukraine": "germany: 2 tank", "caucasus": "soviet_union: 1 infantry"},
        purchased={"germany": {"infantry": 1}},
    )
    table.move("2 tank: ukraine > caucasus").end_phase().battle("caucasus", dice="1 6 6").end_phase()
    assert table.phase == "mobilize"
    table.refuses({"type": "mobilize", "units": {"infantry": 1}, "space": "caucasus"}, "MOB-01")


@pytest.mark.rule("CMB-48", setups="but revised")
def test_a_captured_industrial_complex_works_on_the_captors_next_turn() -> None:
    spaces = {"ukraine": "germany: 2 tank", "caucasus": "soviet_union: 1 infantry", "japan": "japan: 1 infantry"}
    table = position("germany", "combat_move", spaces, ipcs={"germany": 10})
    table.move("2 tank: ukraine > caucasus").end_phase().battle("caucasus", dice="1 6 6")
    to_phase(table, "germany", "purchase")
    table.do({"type": "purchase", "units": {"infantry": 1}}).end_phase().end_phase().end_phase()
    table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "caucasus"})
    assert table.at("caucasus") == {"germany": {"tank": 2, "infantry": 1}}
