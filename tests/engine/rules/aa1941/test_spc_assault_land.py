"""Amphibious assaults: the land part (SPC-10..15), and what 1941 does not have (SPC-17, SPC-26)."""

import pytest

from engine.ask import RetreatOptions
from tests.engine.table import Table, position


def assault(
    seaborne: str = "2 infantry", *, land: str = "", air: str = "", garrison: str = "2 tank", escort: str = ""
) -> Table:
    """The British land in Western Europe from sea zone 8, march in from Southern Europe and fly in from London."""
    home = ", ".join(filter(None, (seaborne, air)))
    spaces = {
        "united_kingdom": f"united_kingdom: {home}",
        "sz8": "united_kingdom: 1 transport" + (f", {escort}" if escort else ""),
        "western_europe": f"germany: {garrison}",
    }
    if land:
        spaces["southern_europe"] = f"united_kingdom: {land}"
    owners = {"southern_europe": "united_kingdom"} if land else {}
    table = position("united_kingdom", "combat_move", spaces, owners=owners)
    table.move(f"{seaborne}: united_kingdom > sz8").move(f"{seaborne}: sz8 > western_europe")
    if land:
        table.move(f"{land}: southern_europe > western_europe")
    if air:
        table.move(f"{air}: united_kingdom > western_europe")
    return table.end_phase()


def retreating(to: str | None, **more: object) -> dict[str, object]:
    return {"type": "decide", "kind": "retreat", "choice": {"retreat": to, **more}}


@pytest.mark.rule("SPC-10")
def test_seaborne_and_overland_units_and_aircraft_attack_together() -> None:
    table = assault("2 infantry", land="1 tank", air="1 bomber").battle("western_europe", dice="1 6 6 4 6 6")
    assert [(shot.unit, len(shot.dice)) for shot in table.happened("fired")[0].shots] == [
        ("infantry", 2),
        ("tank", 1),
        ("bomber", 1),
    ]
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 2, "tank": 1, "bomber": 1}}


@pytest.mark.rule("SPC-11", "SPC-10", "CMB-04")
def test_one_assault_from_several_zones_waits_for_all_their_sea_battles() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz8": "united_kingdom: 2 transport, 2 battleship",
            "sz7": "germany: 1 destroyer",
            "sz6": "germany: 1 destroyer",
            "western_europe": "germany: 1 infantry",
        },
        cargo={
            "sz8": [
                {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}},
                {"transport": "united_kingdom", "units": {"united_kingdom": {"tank": 1}}},
            ]
        },
    )
    table.move("1 transport, 1 battleship: sz8 > sz7")
    table.move("1 transport, 1 battleship: sz8 > sz6")
    for zone in ("sz6", "sz7"):
        unit = next(iter({"infantry", "tank"} & set(table.at(zone)["united_kingdom"])))
        table.move(f"1 {unit}: {zone} > western_europe")
    table.end_phase()
    assert table.pending == [("sz6", "sea"), ("sz7", "sea"), ("western_europe", "land")]
    table.battle("western_europe", dice="1 6")
    assert table.pending == [("sz7", "sea"), ("western_europe", "land")]
    table.battle("western_europe", dice="6 6").retreat("sz8")
    table.battle("western_europe", dice="1 6")
    assert sum(sum(counts.values()) for counts in table.at("western_europe").values()) == 1


@pytest.mark.rule("SPC-12", "CMB-36")
def test_seaborne_units_cannot_retreat_and_are_not_asked() -> None:
    table = assault("2 infantry", garrison="1 infantry").battle("western_europe", dice="6 6 6 6 6 6 1 6 6")
    assert table.owner("western_europe") == "united_kingdom"
    table = assault("2 infantry", garrison="2 tank", land="1 tank").battle("western_europe", dice="6 6 6 6 6")
    table.refuses(retreating("sz8"), "CMB-38")


@pytest.mark.rule("SPC-13", "SPC-14", "SPC-12")
def test_overland_units_may_retreat_to_where_they_came_from_and_the_seaborne_fight_on() -> None:
    table = assault("2 infantry", land="2 tank").battle("western_europe", dice="6 6 6 6 6 6")
    assert list(RetreatOptions.of(table.state.requests[0]).retreat) == ["southern_europe"]
    table.refuses(retreating("united_kingdom"), "CMB-38")
    table.refuses(retreating(None), "CMB-37")
    table.retreat("southern_europe", dice="1 1 6 6")
    assert table.at("southern_europe") == {"united_kingdom": {"tank": 2}}
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 2}}
    assert table.owner("western_europe") == "united_kingdom"


@pytest.mark.rule("SPC-14")
def test_overland_units_from_several_territories_retreat_as_one_group() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz8": "united_kingdom: 1 transport",
            "southern_europe": "united_kingdom: 1 infantry",
            "germany": "united_kingdom: 1 tank",
            "western_europe": "germany: 3 tank",
        },
        owners={"southern_europe": "united_kingdom", "germany": "united_kingdom"},
        cargo={"sz8": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]},
    )
    table.move("1 infantry: sz8 > western_europe").move("1 infantry: southern_europe > western_europe")
    table.move("1 tank: germany > western_europe").end_phase()
    table.battle("western_europe", dice="6 6 6 6 6 6")
    assert list(RetreatOptions.of(table.state.requests[0]).retreat) == ["germany", "southern_europe"]
    table.retreat("germany", dice="6 1 1 1")
    assert table.at("germany") == {"united_kingdom": {"infantry": 1, "tank": 1}}
    assert table.at("western_europe") == {"germany": {"tank": 3}}


@pytest.mark.rule("SPC-15", "CMB-43")
def test_aircraft_and_overland_units_leave_at_the_same_time_while_the_seaborne_fight_on() -> None:
    table = assault("2 infantry", land="1 tank", air="1 fighter").battle("western_europe", dice="6 6 6 6 6 6")
    table.refuses(retreating("southern_europe", who=["land"]), "CMB-43")
    table.refuses(retreating(None, who=["air"]), "CMB-43")
    table.retreat("southern_europe", dice="6 6 1 1")
    assert table.at("southern_europe") == {"united_kingdom": {"tank": 1}}
    assert table.at("western_europe") == {"united_kingdom": {"fighter": 1}, "germany": {"tank": 2}}
    assert table.owner("western_europe") == "germany"


@pytest.mark.rule("SPC-15", "CMB-43")
def test_aircraft_may_leave_seaborne_units_that_fight_on_alone() -> None:
    table = assault("2 infantry", air="1 fighter").battle("western_europe", dice="6 6 6 6 6")
    table.refuses(retreating("united_kingdom"), "CMB-42")
    table.retreat(None, dice="1 1 6 6")
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 2, "fighter": 1}}
    assert table.owner("western_europe") == "united_kingdom"


@pytest.mark.rule("SPC-12", "CMB-12")
def test_whether_a_seaborne_or_an_overland_unit_is_lost_is_the_attackers_choice() -> None:
    table = assault("2 infantry", land="1 infantry").battle("western_europe", dice="6 6 6 1 6")
    assert table.questions == [("casualties", ("united_kingdom",))], "one of them could still retreat, the others not"
    overland = next(p for p in table.state.at("western_europe") if p.came_from == "southern_europe")
    table.decide("casualties", {"pick": [overland.id]}, dice="1 1 6 6")
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 2}}


@pytest.mark.rule("SPC-17")
def test_ships_do_not_bombard() -> None:
    table = assault("1 infantry", garrison="1 infantry", escort="1 battleship").battle("western_europe", dice="1 6")
    assert [shot.unit for shot in table.happened("fired")[0].shots] == ["infantry"]
    assert table.owner("western_europe") == "united_kingdom"
    table.refuses({"type": "decide", "kind": "bombardment", "choice": {}}, "request")


@pytest.mark.rule("SPC-26")
def test_bombers_do_not_raid_industrial_complexes() -> None:
    spaces = {"united_kingdom": "united_kingdom: 1 bomber", "germany": "germany: 1 infantry"}
    table = position("united_kingdom", "combat_move", spaces)
    table.refuses_move("1 bomber: united_kingdom > germany", "SPC-26", raid="industrial_complex")
    table.move("1 bomber: united_kingdom > germany").end_phase()
    table.refuses({"type": "battle", "space": "germany", "kind": "raid"}, "SPC-26", dice="4")
    table.battle("germany", dice="4 6")
    assert table.ipcs("germany") == 12
