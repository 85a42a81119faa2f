"""How battles end, and transports without defence (CMB-28..35, CMB-67)."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMB-67", "SPC-05")
def test_sinking_lone_transports_counts_as_the_sea_part_of_an_assault() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "united_kingdom": "united_kingdom: 1 infantry",
            "sz8": "united_kingdom: 1 transport; united_kingdom: 1 destroyer; germany: 1 transport",
            "western_europe": "germany: 1 infantry",
        },
    )
    table.move("1 infantry: united_kingdom > sz8").move("1 infantry: sz8 > western_europe")
    table.do({"type": "engage", "space": "sz8", "attack": True, "units": {"destroyer": 1}}).end_phase()
    assert table.pending == [("sz8", "sea"), ("western_europe", "land")]
    table.battle("western_europe")
    assert table.at("sz8")["united_kingdom"] == {"infantry": 1, "transport": 1, "destroyer": 1}
    table.battle("western_europe", dice="1 6")
    assert table.owner("western_europe") == "united_kingdom"
    table.refuses_move("1 destroyer: sz8 > sz9", "CMV-15")
