"""Tanks blitz: through empty hostile land, taking it on the way."""

import pytest

from tests.engine.table import position


@pytest.mark.rule("CMV-25", "CMV-26", setups="but revised + 1940")
def test_an_industrial_complex_alone_stops_a_blitz_and_falls_without_a_battle() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 1 tank"})
    sentence = table.refuses_move("1 tank: ukraine > caucasus > russia", "CMV-25")
    assert sentence == (
        "The tank cannot go on through the Caucasus: a blitz needs an empty territory, and it holds an industrial "
        "complex."
    )
    table.move("1 tank: ukraine > caucasus").end_phase()
    assert table.owner("caucasus") == "germany"
    assert table.phase == "noncombat_move"
    assert table.board["facilities"]["caucasus"] == ["industrial_complex"]


@pytest.mark.rule("CMV-25", setups="but revised + 1940")
def test_a_tank_cannot_pass_a_complex_in_two_steps_either() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 1 tank"})
    table.move("1 tank: ukraine > caucasus")
    table.refuses_move("1 tank: caucasus > russia", "CMV-25")


@pytest.mark.rule("CMV-24", "SPC-10", setups="but anniversary + 1940")
@pytest.mark.theatre("australia")
def test_a_landing_goes_ashore_in_territory_that_a_blitz_took_before_it() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"southern_europe": "united_kingdom: 1 tank", "sz6": "united_kingdom: 1 transport"},
        owners={"southern_europe": "united_kingdom"},
        cargo={"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]},
    )
    table.move("1 infantry: sz6 > western_europe")
    table.move("1 tank: southern_europe > western_europe > southern_europe").end_phase()
    assert table.owner("western_europe") == "united_kingdom"
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 1}}
    assert not table.happened("territory_taken")
