"""Assaults past the enemy's ships: who must be fought, who may be ignored, who must escort."""

import pytest

from tests.engine.rules.common.test_cmv_escort import off_britain, sail_and_land
from tests.engine.table import position


@pytest.mark.rule("CMV-64")
def test_an_ignored_submarine_forbids_the_landing_without_an_own_warship() -> None:
    table = off_britain(sz6="united_kingdom: 1 submarine")
    sail_and_land(table)
    sentence = table.refuses({"type": "end_phase"}, "CMV-64")
    assert sentence == (
        "A landing cannot ignore 1 submarine in sea zone 6 without one of your warships there. Bring one, or attack."
    )


@pytest.mark.rule("CMV-64")
def test_a_warship_that_only_passed_is_no_escort() -> None:
    table = off_britain(sz6="united_kingdom: 1 submarine; germany: 1 destroyer", sz8="united_kingdom: 1 transport")
    sail_and_land(table).move("1 destroyer: sz6 > sz8")
    table.refuses({"type": "end_phase"}, "CMV-64")


@pytest.mark.rule("CMV-64")
def test_a_submarine_that_is_attacked_needs_no_escort() -> None:
    table = off_britain(sz6="united_kingdom: 1 submarine", germany="germany: 1 bomber")
    sail_and_land(table)
    table.refuses({"type": "end_phase"}, "CMV-64")
    table.move("1 bomber: germany > sz5 > sz6").end_phase()
    assert table.pending == [("sz6", "sea"), ("united_kingdom", "land")]


@pytest.mark.rule("CMV-65")
def test_an_own_submarine_is_escort() -> None:
    table = off_britain(sz6="united_kingdom: 1 submarine; germany: 1 submarine")
    sail_and_land(table).end_phase()
    assert table.owner("united_kingdom") == "germany"


@pytest.mark.rule("CMV-66")
@pytest.mark.parametrize("ships", ["1 destroyer", "1 battleship, 2 submarine"])
def test_an_allys_warships_are_no_escort(ships: str) -> None:
    table = off_britain(sz6=f"united_kingdom: 1 submarine; japan: {ships}")
    sail_and_land(table)
    table.refuses({"type": "end_phase"}, "CMV-64")


@pytest.mark.rule("CMV-64", "CMV-66", "CMV-68")
def test_landing_from_an_allys_ship_the_attackers_own_warship_must_escort() -> None:
    cargo = {"sz6": [{"transport": "japan", "units": {"germany": {"infantry": 1}}}]}
    ships = "japan: 1 transport, 1 battleship; united_kingdom: 1 submarine"
    table = position("germany", "combat_move", {"sz6": ships}, cargo=cargo)
    table.move("1 infantry: sz6 > united_kingdom")
    table.refuses({"type": "end_phase"}, "CMV-64")
    table = position("germany", "combat_move", {"sz6": f"{ships}; germany: 1 destroyer"}, cargo=cargo)
    table.move("1 infantry: sz6 > united_kingdom").end_phase()
    assert table.owner("united_kingdom") == "germany"


@pytest.mark.rule("CMV-11", "CMV-69")
def test_the_battleship_must_sink_the_destroyer_before_the_landing_in_western_europe() -> None:
    """The caption of the rule document."""
    start = {
        "sz9": "united_states: 1 battleship, 1 transport",
        "sz8": "germany: 1 destroyer",
        "western_europe": "germany: 1 infantry",
    }
    cargo = {"sz9": [{"transport": "united_states", "units": {"united_states": {"infantry": 1, "tank": 1}}}]}
    table = position("united_states", "combat_move", start, cargo=cargo)
    table.move("1 battleship, 1 transport: sz9 > sz8").move("1 infantry, 1 tank: sz8 > western_europe").end_phase()
    assert table.pending == [("sz8", "sea"), ("western_europe", "land")]
    table.battle("sz8", dice="4 6").battle("western_europe", dice="6 3 6")
    assert table.owner("western_europe") == "united_states"


@pytest.mark.rule("CMV-69")
def test_had_there_been_only_submarines_and_transports_they_could_be_ignored_or_fought() -> None:
    start = {"sz9": "united_states: 1 battleship, 1 transport", "sz8": "germany: 1 submarine, 1 transport"}
    cargo = {"sz9": [{"transport": "united_states", "units": {"united_states": {"infantry": 1}}}]}
    for attack, pending in ((False, []), (True, [("sz8", "sea"), ("western_europe", "land")])):
        table = position("united_states", "combat_move", start, cargo=cargo)
        table.move("1 battleship, 1 transport: sz9 > sz8").move("1 infantry: sz8 > western_europe")
        table.do({"type": "engage", "space": "sz8", "attack": attack}).end_phase()
        assert table.pending == pending
