"""The order of battles, and territory without defenders (CMB-01..05)."""

import pytest

from tests.engine.table import Table, position


def two_land_battles() -> Table:
    table = position(
        "soviet_union",
        "combat_move",
        {
            "caucasus": "soviet_union: 2 tank",
            "ukraine": "germany: 1 infantry",
            "west_russia": "germany: 1 infantry",
        },
    )
    table.move("1 tank: caucasus > ukraine").move("1 tank: caucasus > west_russia")
    return table.end_phase()


def assault_on_western_europe(zone: str, cargo: str = "1 infantry") -> Table:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "united_kingdom": f"united_kingdom: {cargo}",
            "sz8": "united_kingdom: 1 transport, 1 destroyer",
            **({"sz7": zone} if zone else {}),
            "western_europe": "germany: 1 infantry",
            "anglo_egypt_sudan": "united_kingdom: 1 tank",
            "north_africa": "germany: 1 infantry",
        },
    )
    table.move(f"{cargo}: united_kingdom > sz8").move("1 transport, 1 destroyer: sz8 > sz7")
    return table.move(f"{cargo}: sz7 > western_europe")


@pytest.mark.rule("CMB-01")
def test_amphibious_assaults_are_fought_before_all_other_battles() -> None:
    table = assault_on_western_europe("").move("1 tank: anglo_egypt_sudan > north_africa").end_phase()
    assert table.pending == [("western_europe", "land"), ("north_africa", "land")]
    table.refuses({"type": "battle", "space": "north_africa"}, "CMB-01", dice="1 6")
    table.battle("western_europe", dice="1 6").battle("north_africa", dice="1 6")
    assert table.phase == "noncombat_move"


@pytest.mark.rule("CMB-02")
@pytest.mark.parametrize(("first", "second"), [("ukraine", "west_russia"), ("west_russia", "ukraine")])
def test_the_attacker_picks_which_of_several_battles_comes_next(first: str, second: str) -> None:
    table = two_land_battles().battle(first, dice="1 6")
    assert table.pending == [(second, "land")]
    table.battle(second, dice="1 6")
    assert (table.owner("ukraine"), table.owner("west_russia")) == ("soviet_union", "soviet_union")


@pytest.mark.rule("CMB-02")
def test_every_battle_must_be_fought_and_only_those_that_are_due() -> None:
    table = two_land_battles()
    table.refuses({"type": "end_phase"}, "phase")
    table.refuses({"type": "battle", "space": "eastern_europe"}, "space")
    table.refuses({"type": "battle", "space": "atlantis"}, "space")
    table.battle("ukraine", dice="1 6")
    table.refuses({"type": "battle", "space": "ukraine"}, "space")


@pytest.mark.rule("CMB-02")
def test_a_battle_is_fought_to_its_end_before_the_next_one_begins() -> None:
    table = two_land_battles().battle("ukraine", dice="6 6")
    table.refuses({"type": "battle", "space": "west_russia"}, "request", dice="1 6")
    assert table.questions == [("retreat", ("soviet_union",))]


@pytest.mark.rule("CMB-04")
@pytest.mark.parametrize("named", ["western_europe", "sz7"])
def test_the_sea_part_of_an_assault_comes_before_its_land_part(named: str) -> None:
    table = assault_on_western_europe("germany: 1 destroyer").end_phase()
    assert table.pending == [("sz7", "sea"), ("western_europe", "land")]
    table.battle(named, dice="1 6")
    assert table.at("sz7")["united_kingdom"] == {"infantry": 1, "transport": 1, "destroyer": 1}
    assert table.pending == [("western_europe", "land")]
    table.battle("western_europe", dice="1 6")
    assert table.owner("western_europe") == "united_kingdom"


@pytest.mark.rule("CMB-05")
def test_an_industrial_complex_alone_does_not_defend_its_territory() -> None:
    table = position("germany", "combat_move", {"ukraine": "germany: 1 infantry"})
    table.move("1 infantry: ukraine > caucasus").end_phase()
    assert table.owner("caucasus") == "germany"
    assert table.board["facilities"]["caucasus"] == ["industrial_complex"]


@pytest.mark.rule("CMB-05", "CMB-01")
def test_an_assault_on_an_empty_coast_without_enemy_warships_needs_no_battle() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"united_kingdom": "united_kingdom: 2 infantry", "sz8": "united_kingdom: 1 transport"},
    )
    table.move("2 infantry: united_kingdom > sz8").move("2 infantry: sz8 > western_europe").end_phase()
    assert table.owner("western_europe") == "united_kingdom"
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 2}}
