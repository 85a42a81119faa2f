"""Where new units enter the board (chapter MOB)."""

from __future__ import annotations

import pytest

from tests.engine.rules.common.test_mob_places import mobilizing, place
from tests.engine.table import position


@pytest.mark.rule("MOB-01")
def test_a_complex_captured_this_turn_does_not_work_yet() -> None:
    table = position(
        "germany",
        "combat_move",
        {"ukraine": "germany: 1 tank", "sz18": ""},
        purchased={"germany": {"infantry": 1, "destroyer": 1}},
    )
    table.move("1 tank: ukraine > caucasus").end_phase().end_phase()
    assert table.owner("caucasus") == "germany"
    sentence = table.refuses(place("caucasus", infantry=1), "MOB-01")
    assert sentence == "The complex in the Caucasus was taken this turn; it works next turn."
    table.refuses(place("sz18", destroyer=1), "MOB-01")


@pytest.mark.rule("MOB-28")
def test_new_ships_may_be_placed_behind_the_closed_straits() -> None:
    table = mobilizing("soviet_union", {"destroyer": 1}).do(place("sz18", destroyer=1))
    assert table.at("sz18") == {"soviet_union": {"destroyer": 1}}


@pytest.mark.rule("MOB-28")
def test_ships_there_can_act_but_never_leave() -> None:
    ships = {
        "sz18": "soviet_union: 1 destroyer, 1 transport; germany: 1 destroyer",
        "caucasus": "soviet_union: 1 infantry",
    }
    table = position("soviet_union", "combat_move", ships)
    table.refuses_move("1 destroyer: sz18 > sz17", "BRD-31")
    table.end_phase().battle("sz18", dice="1 6")
    assert table.at("sz18") == {"soviet_union": {"destroyer": 1, "transport": 1}}
    table = position(
        "soviet_union", "combat_move", {"sz18": "soviet_union: 1 transport", "caucasus": "soviet_union: 1 tank"}
    )
    table.move("1 tank: caucasus > sz18").move("1 tank: sz18 > eastern_europe").end_phase()
    assert table.owner("eastern_europe") == "soviet_union"
