"""One round of battle, step by step (CMB-06..11, CMB-21)."""

import pytest

from tests.engine.rules.common.test_cmb_round import steps_fired
from tests.engine.rules.playing import soviet_attack


@pytest.mark.rule("CMB-06")
def test_a_land_round_is_attackers_fire_then_defenders_fire_then_the_choice_to_press_on() -> None:
    table = soviet_attack("1 tank", "germany: 1 tank").battle("ukraine", dice="6 6")
    assert steps_fired(table) == [("attacker", "attackers_fire"), ("defender", "defenders_fire")]
    assert table.questions == [("retreat", ("soviet_union",))]
    table.press(dice="3 6")
    assert table.owner("ukraine") == "soviet_union"


@pytest.mark.rule("CMB-07")
@pytest.mark.parametrize(("face", "taken"), [("3", True), ("4", False)])
def test_a_die_hits_at_the_value_of_its_unit_or_less(face: str, taken: bool) -> None:
    table = soviet_attack("1 tank", "germany: 1 infantry").battle("ukraine", dice=f"{face} 6")
    assert (table.owner("ukraine") == "soviet_union") is taken


@pytest.mark.rule("CMB-09", "CMB-30")
def test_a_casualty_of_the_main_fire_still_fires_back() -> None:
    table = soviet_attack("1 tank", "germany: 1 infantry").battle("ukraine", dice="1 2")
    assert table.at("ukraine") == {}
    assert table.owner("ukraine") == "germany"


@pytest.mark.rule("CMB-21")
def test_the_attackers_losses_leave_at_once_and_the_defenders_after_their_fire() -> None:
    table = soviet_attack("2 infantry, 1 tank", "germany: 2 infantry").battle("ukraine", dice="1 6 6 2 6")
    assert table.questions == [("casualties", ("soviet_union",))]
    assert table.at("ukraine")["germany"] == {"infantry": 2}
    table.lose("1 infantry")
    assert table.at("ukraine") == {"soviet_union": {"infantry": 1, "tank": 1}, "germany": {"infantry": 1}}
    kinds = [event.kind for event in table.events]
    losses = [event.pieces[0].power for event in table.events if event.kind == "units_lost"]
    assert losses == ["soviet_union", "germany"]
    assert kinds.index("units_lost") < kinds.index("request_opened")
