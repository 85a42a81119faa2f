"""Amphibious assaults: the sea part (SPC-01..09)."""

import pytest

from tests.engine.rules.common.test_spc_assault_sea import ENGAGE, assault


@pytest.mark.rule("SPC-01", "SPC-02", "SPC-05")
def test_submarines_and_transports_in_the_zone_may_be_ignored() -> None:
    table = assault("germany: 1 submarine, 1 transport").end_phase()
    assert table.pending == [("western_europe", "land")]
    table.battle("western_europe", dice="1 6")
    assert table.owner("western_europe") == "united_kingdom"
    assert table.at("sz7")["germany"] == {"submarine": 1, "transport": 1}


@pytest.mark.rule("SPC-02", "SPC-05")
def test_submarines_and_transports_in_the_zone_may_be_fought() -> None:
    table = assault("germany: 1 submarine, 1 transport").do(ENGAGE).end_phase()
    assert table.pending == [("sz7", "sea"), ("western_europe", "land")]
    table.battle("sz7", dice="2 6")
    assert table.at("sz7") == {"united_kingdom": {"infantry": 1, "transport": 1, "destroyer": 1}}
    table.battle("western_europe", dice="1 6")
    assert table.owner("western_europe") == "united_kingdom"


@pytest.mark.rule("SPC-03", "SPC-02")
def test_all_units_of_both_sides_in_the_zone_take_part_in_its_sea_battle() -> None:
    table = assault("germany: 1 submarine, 1 transport, 1 destroyer", fleet="2 destroyer").end_phase()
    table.battle("sz7", dice="1 1 6 6")
    shots = [[(shot.unit, len(shot.dice)) for shot in event.shots] for event in table.happened("fired")]
    assert shots == [[("destroyer", 2)], [("submarine", 1), ("destroyer", 1)]]
    assert table.at("sz7") == {"united_kingdom": {"infantry": 1, "transport": 1, "destroyer": 2}}


@pytest.mark.rule("SPC-05")
@pytest.mark.parametrize("submerges", [True, False])
def test_submarines_that_submerged_in_the_sea_battle_do_not_block_the_landing(submerges: bool) -> None:
    table = assault("germany: 1 submarine, 1 aircraft_carrier", fleet="1 battleship").end_phase().battle("sz7")
    if submerges:
        table.decide("submerge", {"submarine": 1}, dice="1 6")
        assert table.at("sz7")["germany"] == {"submarine": 1}
        table.battle("western_europe", dice="1 6")
        assert table.owner("western_europe") == "united_kingdom"
    else:
        table.decide("submerge", {}, dice="6 1").lose("1 aircraft_carrier", dice="6")
        assert table.questions == [("retreat", ("united_kingdom",))], "the submarine is still fighting"


@pytest.mark.rule("SPC-05")
def test_enemies_left_in_the_zone_keep_the_cargo_aboard() -> None:
    """The submarine cannot hit the fighter that is left, so the zone is never cleared."""
    table = assault("germany: 1 aircraft_carrier, 1 fighter", fleet="1 submarine").end_phase().battle("sz7")
    table.decide("submerge", {}, dice="1 6")
    table.refuses({"type": "battle", "space": "western_europe"}, "request", dice="1 6")
    table.press().decide("submerge", {"submarine": 1}, dice="4")
    assert table.at("sz7") == {"united_kingdom": {"submarine": 1}}, "the transport was shot, the fighter had no landing"
    assert table.owner("western_europe") == "germany"


@pytest.mark.rule("SPC-06")
@pytest.mark.parametrize("land", ["none", ["united_kingdom.transport.3"]])
def test_a_declared_landing_can_be_neither_called_off_nor_redirected(land: object) -> None:
    table = assault().end_phase()
    table.refuses({"type": "battle", "space": "western_europe", "land": land}, "SPC-06", dice="1 6")
    table.refuses({"type": "battle", "space": "norway_finland"}, "space", dice="1 6")


@pytest.mark.rule("SPC-07", "CMB-36")
@pytest.mark.parametrize("ending", ["lost", "retreated"])
def test_after_a_failed_sea_part_the_others_must_still_fight_one_round_on_land(ending: str) -> None:
    table = assault("germany: 2 destroyer", land="1 tank", garrison="germany: 2 infantry").end_phase()
    if ending == "lost":
        table.battle("western_europe", dice="6 1 6")
        table.press(dice="1 6")
        assert "united_kingdom" not in table.at("sz7")
    else:
        table.battle("western_europe", dice="6 6 6").retreat("sz8")
    table.refuses({"type": "end_phase"}, "phase")
    table.battle("western_europe", dice="6 6 6")
    assert table.questions == [("retreat", ("united_kingdom",))]
    table.retreat("southern_europe")
    assert table.at("southern_europe") == {"united_kingdom": {"tank": 1}}
