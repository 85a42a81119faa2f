"""Aircraft whose carrier was sunk (SPC-79, SPC-80, SPC-102)."""

import pytest

from tests.engine.table import Table, position


def carrier_sunk(zone: str, defenders: str, **spaces: str) -> Table:
    """A British submarine sinks a carrier by a surprise strike, and cannot be hit by what flew from it."""
    start = {"sz9": "sz8", "sz14": "sz13"}[zone]
    table = position("united_kingdom", "combat_move", {start: "united_kingdom: 1 submarine", zone: defenders, **spaces})
    table.move(f"1 submarine: {start} > {zone}").end_phase().battle(zone)
    return table.decide("submerge", {}, dice="1")


@pytest.mark.rule("SPC-79", setups="but revised")
def test_a_defending_fighter_uses_a_friendly_carrier_one_space_away() -> None:
    table = carrier_sunk("sz9", "germany: 1 aircraft_carrier, 1 fighter", sz10="japan: 1 aircraft_carrier")
    assert table.at("sz10") == {"japan": {"aircraft_carrier": 1}, "germany": {"fighter": 1}}


@pytest.mark.rule("SPC-102", setups="every")
def test_an_attacking_fighter_whose_carrier_was_sunk_uses_the_rest_of_its_move() -> None:
    spaces = {
        "sz8": "united_kingdom: 1 destroyer",
        "sz9": "united_kingdom: 1 aircraft_carrier, 1 fighter; germany: 1 destroyer",
    }
    table = position("united_kingdom", "combat_move", spaces).move("1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 1 6 1").lose("1 aircraft_carrier")
    assert table.phase == "noncombat_move"
    assert table.at("sz9") == {"united_kingdom": {"destroyer": 1, "fighter": 1}}
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: sz9 > sz8 > united_kingdom")
    assert table.at("united_kingdom") == {"united_kingdom": {"fighter": 1}}
