"""The land part of amphibious assaults in Revised, and landings called off (SPC-06, SPC-10..15)."""

from __future__ import annotations

import pytest

from engine.ask import RetreatOptions, landings
from tests.engine.table import Table, position

INFANTRY_ABOARD = {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}
TANK_ABOARD = {"transport": "united_kingdom", "units": {"united_kingdom": {"tank": 1}}}


def assault(
    seaborne: str = "2 infantry", *, land: str = "", air: str = "", garrison: str = "2 tank", zone: str = ""
) -> Table:
    """The British land in Western Europe from sea zone 8, march in from Southern Europe and fly in from London.

    zone: who waits in sea zone 7, where the landing goes out from.
    """
    home = ", ".join(filter(None, (seaborne, air)))
    spaces = {
        "united_kingdom": f"united_kingdom: {home}",
        "sz8": "united_kingdom: 1 transport, 1 destroyer",
        "western_europe": f"germany: {garrison}",
    }
    spaces |= {"southern_europe": f"united_kingdom: {land}"} if land else {}
    spaces |= {"sz7": zone} if zone else {}
    owners = {"southern_europe": "united_kingdom"} if land else {}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", owners=owners)
    table.move(f"{seaborne}: united_kingdom > sz8").move("1 transport, 1 destroyer: sz8 > sz7")
    table.move(f"{seaborne}: sz7 > western_europe")
    if land:
        table.move(f"{land}: southern_europe > western_europe")
    if air:
        table.move(f"{air}: united_kingdom > western_europe")
    return table.end_phase()


def two_ships(sz6: str = "united_kingdom: 1 transport", garrison: str = "germany: 2 infantry") -> Table:
    """A tank lands in Western Europe from sea zone 6, an infantry from sea zone 7."""
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz6": sz6, "sz7": "united_kingdom: 1 transport", "western_europe": garrison},
        setup="revised",
        cargo={"sz6": [TANK_ABOARD], "sz7": [INFANTRY_ABOARD]},
    )
    return table.move("1 tank: sz6 > western_europe").move("1 infantry: sz7 > western_europe").end_phase()


def transport_at(table: Table, zone: str) -> str:
    return next(piece.id for piece in table.state.at(zone) if piece.unit == "transport")


def fight(space: str, land: object) -> dict[str, object]:
    return {"type": "battle", "space": space, "land": land}


def fired(table: Table) -> list[list[str]]:
    return [[shot.unit for shot in event.shots] for event in table.happened("fired")]


@pytest.mark.rule("SPC-06", setup="revised")
def test_a_landing_can_be_called_off_before_it_and_the_cargo_stays_aboard() -> None:
    table = assault().do(fight("western_europe", "none"))
    assert table.phase == "noncombat_move"
    assert table.at("sz7") == {"united_kingdom": {"infantry": 2, "transport": 1, "destroyer": 1}}
    assert table.at("western_europe") == {"germany": {"tank": 2}}
    assert [event.kind for event in table.events][:2] == ["landing_called_off", "battle_dropped"]


@pytest.mark.rule("SPC-06", setup="revised")
def test_a_landing_that_was_called_off_cannot_go_elsewhere() -> None:
    table = assault().do(fight("western_europe", "none"))
    table.refuses_move("1 infantry: sz7 > western_europe", "NCM-27")
    table.refuses_move("1 infantry: sz7 > united_kingdom", "NCM-27")


@pytest.mark.rule("SPC-06", "NCM-27", setup="revised")
def test_a_transport_that_did_nothing_but_wait_for_its_landing_is_free_when_that_is_called_off() -> None:
    table = two_ships().do(fight("western_europe", "none"))
    assert table.phase == "noncombat_move"
    table.move("1 infantry: sz7 > united_kingdom").move("1 transport: sz6 > sz3")
    assert table.at("united_kingdom") == {"united_kingdom": {"infantry": 1}}
    assert table.at("sz3") == {"united_kingdom": {"transport": 1, "tank": 1}}


@pytest.mark.rule("SPC-06", setup="revised")
def test_only_the_ships_that_are_named_land_their_cargo() -> None:
    table = two_ships()
    table.do(fight("western_europe", [transport_at(table, "sz6")]), dice="3 6 6 3 6")
    assert fired(table)[0] == ["tank"]
    assert table.at("sz7") == {"united_kingdom": {"transport": 1, "infantry": 1}}
    assert table.at("sz6") == {"united_kingdom": {"transport": 1}}


@pytest.mark.rule("SPC-06", setup="revised")
def test_naming_all_ships_is_the_landing_as_declared() -> None:
    table = two_ships()
    ships = [transport_at(table, zone) for zone in ("sz6", "sz7")]
    table.do(fight("western_europe", ships), dice="1 3 6 6")
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 1, "tank": 1}}
    assert not table.happened("landing_called_off")


@pytest.mark.rule("SPC-06", "SPC-07", setup="revised")
def test_what_came_overland_attacks_without_the_landing_and_may_then_retreat() -> None:
    table = assault(land="1 tank").do(fight("western_europe", "none"), dice="6 6 6")
    assert fired(table) == [["tank"], ["tank"]]
    table.retreat("southern_europe")
    assert table.at("southern_europe") == {"united_kingdom": {"tank": 1}}


@pytest.mark.rule("SPC-06", setup="revised")
def test_a_landing_is_called_off_only_where_one_begins_and_by_ships_that_have_part_in_it() -> None:
    table = assault(zone="germany: 1 destroyer")
    table.refuses(fight("western_europe", "none"), "SPC-06", dice="6 6")
    table.refuses(fight("sz7", "none"), "SPC-06", dice="6 6")
    table = two_ships()
    table.refuses(fight("western_europe", ["united_kingdom.transport.99"]), "units", dice="6 6 6 6")
    table = position(
        "united_kingdom",
        "combat_move",
        {"southern_europe": "united_kingdom: 1 tank", "western_europe": "germany: 1 infantry"},
        setup="revised",
        owners={"southern_europe": "united_kingdom"},
    )
    table.move("1 tank: southern_europe > western_europe").end_phase()
    table.refuses(fight("western_europe", "none"), "SPC-06", dice="6 6")


@pytest.mark.rule("SPC-06", setup="revised")
def test_after_the_sea_battle_the_landing_may_still_be_called_off() -> None:
    table = assault(zone="germany: 1 destroyer").battle("western_europe", dice="3 6")
    assert table.pending == [("western_europe", "land")]
    table.do(fight("western_europe", "none"))
    assert table.at("sz7") == {"united_kingdom": {"infantry": 2, "transport": 1, "destroyer": 1}}


@pytest.mark.rule("SPC-06", setup="revised")
def test_the_menu_names_the_ships_whose_landing_can_be_called_off_now() -> None:
    table = two_ships("united_kingdom: 1 transport, 1 destroyer; germany: 1 transport")
    assert landings(table.state) == {}, "the sea battle comes first"
    table.battle("sz6", dice="3 6")
    assert landings(table.state) == {"western_europe": (transport_at(table, "sz6"), transport_at(table, "sz7"))}


@pytest.mark.rule("SPC-06", "SPC-17", "SPC-21", setup="revised")
def test_a_ship_keeps_silent_when_nothing_lands_from_its_zone() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz6": "united_kingdom: 2 transport, 1 battleship",
            "sz7": "united_kingdom: 1 transport",
            "western_europe": "germany: 1 infantry",
            "norway": "germany: 1 infantry",
        },
        setup="revised",
        cargo={"sz6": [TANK_ABOARD, INFANTRY_ABOARD], "sz7": [INFANTRY_ABOARD]},
    )
    table.move("1 tank: sz6 > western_europe").move("1 infantry: sz7 > western_europe").move("1 infantry: sz6 > norway")
    table.end_phase().battle("norway").decide("bombardment", {"western_europe": {"battleship": 1}}, dice="1 6")
    table.do(fight("western_europe", [transport_at(table, "sz7")]), dice="1 6")
    assert fired(table) == [["infantry"], ["infantry"]]


@pytest.mark.rule("SPC-10", setup="revised")
def test_seaborne_and_overland_units_and_aircraft_attack_together() -> None:
    table = assault("2 infantry", land="1 artillery", air="1 bomber").battle("western_europe", dice="1 2 2 4 6 6")
    assert [(shot.unit, shot.value) for shot in table.happened("fired")[0].shots] == [
        ("infantry", 1),
        ("infantry", 2),
        ("artillery", 2),
        ("bomber", 4),
    ]
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 2, "artillery": 1, "bomber": 1}}


@pytest.mark.rule("SPC-12", setup="revised")
def test_seaborne_units_cannot_retreat_and_are_not_asked() -> None:
    table = assault("2 infantry", garrison="1 infantry").battle("western_europe", dice="6 6 6 6 6 6 1 6 6")
    assert table.owner("western_europe") == "united_kingdom"


@pytest.mark.rule("SPC-13", "SPC-12", setup="revised")
def test_in_an_assault_overland_units_cannot_retreat_either() -> None:
    table = assault("2 infantry", land="1 tank", garrison="1 tank").battle("western_europe", dice="6 6 6 6 6 6 3 6")
    assert table.owner("western_europe") == "united_kingdom", "nobody was asked after the first round"


@pytest.mark.rule("SPC-15", "CMB-43", setup="revised")
def test_only_aircraft_may_leave_an_assault() -> None:
    """The caption on the second assault: the land units cannot retreat, though the fighter can."""
    table = assault("2 infantry", land="1 tank", air="1 fighter").battle("western_europe", dice="6 6 6 6 6 6")
    assert table.questions == [("retreat", ("united_kingdom",))]
    offered = RetreatOptions.of(table.state.requests[0])
    assert (offered.retreat, offered.who) == ((None,), ("air",))
    table.refuses({"type": "decide", "kind": "retreat", "choice": {"retreat": "southern_europe"}}, "CMB-42")
    table.retreat(None, dice="1 1 6 6 6")
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 2, "tank": 1, "fighter": 1}}
