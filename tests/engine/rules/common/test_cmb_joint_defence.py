"""Several powers in one battle (CMB-22..26)."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMB-25", "CMB-26", "SPC-67", "SPC-73", setups="but revised + 1940")
def test_units_of_the_attackers_allies_take_no_part_and_their_destroyers_do_not_count() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz8": "united_kingdom: 1 battleship", "sz9": "germany: 1 submarine; united_states: 1 destroyer, 1 transport"},
    )
    table.move("1 battleship: sz8 > sz9").end_phase().battle("sz9")
    assert table.questions == [("submerge", ("germany",))], "the American destroyer does not keep it up"
    table.decide("submerge", {}, dice="1 6")
    assert table.board["damaged_units"] == {"sz9": {"united_kingdom": {"battleship": 1}}}
    assert [len(event.pieces) for event in table.happened("fired")] == [1, 1]
    table.retreat("sz8")
    assert table.at("sz9")["united_states"] == {"destroyer": 1, "transport": 1}


@pytest.mark.rule("CMB-26", "CMB-16", setups="but revised")
def test_an_allys_destroyer_does_not_let_the_attackers_aircraft_hit_submarines() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"united_kingdom": "united_kingdom: 1 bomber", "sz9": "germany: 1 submarine; united_states: 1 destroyer"},
    )
    table.move("1 bomber: united_kingdom > sz9").end_phase().battle("sz9")
    assert table.at("sz9") == {
        "united_kingdom": {"bomber": 1},
        "germany": {"submarine": 1},
        "united_states": {"destroyer": 1},
    }


@pytest.mark.rule("CMB-25", "CMB-19", setups="every")
def test_a_guest_aboard_an_attacking_carrier_neither_fights_nor_is_a_casualty_and_sinks_with_it() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz8": "united_kingdom: 1 aircraft_carrier, 1 destroyer; united_states: 1 fighter",
            "sz9": "germany: 1 destroyer",
        },
    )
    table.move("1 aircraft_carrier, 1 destroyer: sz8 > sz9").end_phase()
    assert table.at("sz9")["united_states"] == {"fighter": 1}
    table.battle("sz9", dice="6 6 1")
    assert table.questions == [("casualties", ("united_kingdom",))]
    table.refuses({"type": "decide", "kind": "casualties", "choice": {"units": {"fighter": 1}}}, "units")
    table.lose("1 aircraft_carrier")
    assert table.at("sz9") == {"united_kingdom": {"destroyer": 1}, "germany": {"destroyer": 1}}
