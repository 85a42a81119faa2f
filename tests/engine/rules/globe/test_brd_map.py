"""The map of Global 1940, what stands on it, and the numbers of its units (chapters BRD and UNI)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_setup
from engine.ask import borders
from tests.engine.table import Table, position

EDITION = load_setup("global_1940")
BOARD = EDITION.board
CONVOYS = (
    *(1, 6, 10, 19, 20, 26, 35, 36, 37, 39, 41, 42, 43, 44, 54, 62, 63),
    *(70, 71, 72, 80, 82, 85, 89, 93, 97, 98, 99, 101, 105, 106, 109, 119, 125),
)
UK, US = "united_kingdom", "united_states"


def sailing(power: str, zone: str, ships: str = "1 cruiser", **more: Any) -> Table:
    """Ships of a power in a zone, in its noncombat move."""
    return position(power, "noncombat_move", {zone: f"{power}: {ships}"}, **more)


@pytest.mark.rule("BRD-02", "BRD-03", "BRD-04", setup="global_1940")
def test_the_edges_of_both_maps_touch() -> None:
    lands = [
        ("alberta_saskatchewan_manitoba", "yukon_territory"),
        ("alberta_saskatchewan_manitoba", "british_columbia"),
        ("central_united_states", "western_united_states"),
        ("southeastern_mexico", "mexico"),
    ]
    zones = [("sz11", "sz64"), ("sz28", "sz64"), ("sz51", "sz64"), ("sz51", "sz65"), ("sz51", "sz66"), ("sz52", "sz66")]
    assert all(BOARD.are_adjacent(one, other) for one, other in [*lands, *zones])
    table = position(US, "noncombat_move", {"central_united_states": f"{US}: 1 infantry", "sz64": f"{US}: 1 cruiser"})
    table.move("1 infantry: central_united_states > western_united_states").move("1 cruiser: sz64 > sz11")
    assert table.at("sz11") == {US: {"cruiser": 1}}


@pytest.mark.rule("BRD-01", "BRD-04", setup="global_1940")
def test_every_space_lies_on_one_of_the_two_maps_and_few_borders_join_them() -> None:
    assert {len(BOARD.maps["europe"]), len(BOARD.maps["pacific"])} == {185, 147}
    joined = {frozenset(pair) for pair in BOARD.adjacency if BOARD.map_of[pair[0]] != BOARD.map_of[pair[1]]}
    assert {frozenset(("sz64", "sz11")), frozenset(("mexico", "southeastern_mexico"))} <= joined


@pytest.mark.rule("BRD-06", "BRD-07", setup="global_1940")
def test_territories_are_worth_up_to_twenty_and_bear_an_emblem() -> None:
    values = [territory.ipc for territory in BOARD.territories]
    assert (min(values), max(values)) == (0, BOARD.territory["eastern_united_states"].ipc) == (0, 20)
    occupied = {space: BOARD.territory[space].emblem for space in EDITION.start.owners}
    assert set(occupied.values()) == {"china"}


@pytest.mark.rule("BRD-12", "BRD-14", setup="global_1940")
def test_nobody_enters_the_himalayas() -> None:
    table = position(UK, "noncombat_move", {"india": f"{UK}: 1 infantry, 1 fighter"})
    table.refuses_move("1 infantry: india > himalayas", "BRD-12")
    table.refuses_move("1 fighter: india > himalayas", "BRD-12")


@pytest.mark.rule("BRD-25", "BRD-26", "BRD-27", setup="global_1940")
def test_a_zone_may_hold_two_islands_each_a_territory_of_its_own() -> None:
    islands = [territory.id for territory in BOARD.territories if territory.island]
    assert all(len(BOARD.zones_of(island)) == 1 for island in islands)
    shared = {zone: sorted(i for i in islands if zone in BOARD.zones_of(i)) for zone in BOARD.sea_zone}
    assert {zone: there for zone, there in shared.items() if len(there) > 1} == {
        "sz95": ["sardinia", "sicily"],
        "sz99": ["crete", "cyprus"],
    }


@pytest.mark.rule("BRD-29", "BRD-34", "BRD-36", setup="global_1940")
def test_america_passes_panama_at_no_cost_while_it_holds_central_america() -> None:
    assert sailing(US, "sz89").move("1 cruiser: sz89 > sz64 > sz11").at("sz11") == {US: {"cruiser": 1}}
    lost = sailing(US, "sz89", owners={"central_america": "germany"}, relations=[[US, "germany", "war"]])
    lost.refuses_move("1 cruiser: sz89 > sz64", "BRD-34")


@pytest.mark.rule("BRD-30", "BRD-34", "BRD-35", setup="global_1940")
def test_suez_takes_both_its_banks() -> None:
    assert sailing(UK, "sz98").move("1 cruiser: sz98 > sz81").at("sz81") == {UK: {"cruiser": 1}}
    sailing("italy", "sz98").refuses_move("1 cruiser: sz98 > sz81", "BRD-34")
    parted = {"egypt": "italy"}
    for power in ("italy", UK):
        sailing(power, "sz98", owners=parted).refuses_move("1 cruiser: sz98 > sz81", "BRD-35")


@pytest.mark.rule("BRD-37", "BRD-38", setup="global_1940")
def test_land_units_cross_suez_and_aircraft_take_no_notice_of_straits() -> None:
    table = position(UK, "noncombat_move", {"egypt": f"{UK}: 1 infantry", "cyprus": f"{UK}: 1 fighter"})
    table.move("1 infantry: egypt > trans_jordan")
    axis = position("germany", "noncombat_move", {"denmark": "germany: 1 fighter"}, owners={"norway": "germany"})
    axis.move("1 fighter: denmark > sz112 > sz113 > germany")
    assert (table.owner("trans_jordan"), axis.at("germany")) == (UK, {"germany": {"fighter": 1}})


@pytest.mark.rule("BRD-31", setup="global_1940")
def test_the_turkish_straits_open_to_the_side_that_has_turkey() -> None:
    sailing("italy", "sz99").refuses_move("1 cruiser: sz99 > sz100", "BRD-34")
    axis = sailing("italy", "sz99", owners={"turkey": "germany"})
    assert axis.move("1 cruiser: sz99 > sz100").at("sz100") == {"italy": {"cruiser": 1}}


@pytest.mark.rule("BRD-32", setup="global_1940")
def test_the_danish_straits_go_with_denmark() -> None:
    assert sailing("germany", "sz113").move("1 cruiser: sz113 > sz112").at("sz112") == {"germany": {"cruiser": 1}}
    sailing(UK, "sz112").refuses_move("1 cruiser: sz112 > sz113", "BRD-34")


@pytest.mark.rule("BRD-33", setup="global_1940")
def test_submarines_pass_gibraltar_whoever_holds_it() -> None:
    table = sailing("germany", "sz91", "1 submarine, 1 cruiser")
    table.refuses_move("1 cruiser: sz91 > sz92", "BRD-34")
    assert table.move("1 submarine: sz91 > sz92").at("sz92") == {"germany": {"submarine": 1}}
    sailing("germany", "sz113", "1 submarine", owners={"denmark": UK}).refuses_move(
        "1 submarine: sz113 > sz112", "BRD-34"
    )


class TestLeave:
    """Canals of those with whom one is not at war (ASY-29)."""

    @pytest.mark.rule("BRD-39", "ASY-29", setup="global_1940")
    def test_without_leave_japan_does_not_pass_panama(self) -> None:
        table = sailing("japan", "sz64")
        assert "the United States, with which you are not at war, must let you pass" in table.refuses_move(
            "1 cruiser: sz64 > sz89", "BRD-39"
        )
        leave = {"type": "leave", "power": US, "to": "japan", "what": "canals", "granted": True}
        table.do(leave)
        assert table.state.granted_leave == ((US, "japan", "canals"),)
        assert table.move("1 cruiser: sz64 > sz89").at("sz89") == {"japan": {"cruiser": 1}}
        table = sailing("japan", "sz64").do(leave).do({**leave, "granted": False})
        table.refuses_move("1 cruiser: sz64 > sz89", "BRD-39")

    @pytest.mark.rule("BRD-39", "ASY-29", setup="global_1940")
    def test_the_own_side_passes_unless_it_is_refused(self) -> None:
        table = sailing("soviet_union", "sz98")
        refuse = {"type": "leave", "power": UK, "to": "soviet_union", "what": "canals", "granted": False}
        assert table.do(refuse).state.refused_leave == ((UK, "soviet_union", "canals"),)
        table.refuses_move("1 cruiser: sz98 > sz81", "BRD-39")
        table.do({**refuse, "granted": True}).move("1 cruiser: sz98 > sz81")

    @pytest.mark.rule("BRD-39", setup="global_1940")
    def test_war_ends_all_leave(self) -> None:
        table = position("japan", "combat_move", {"sz64": "japan: 1 cruiser"}, owners={"alaska": "japan"})
        table.do({"type": "leave", "power": US, "to": "japan", "what": "canals", "granted": True})
        table.do({"type": "declare_war", "on": [US]})
        table.refuses_move("1 cruiser: sz64 > sz89", "BRD-34")

    @pytest.mark.rule("ASY-29", setup="global_1940")
    def test_nothing_else_is_let_to_the_other_side(self) -> None:
        order = {"type": "leave", "power": US, "to": "japan", "what": "bases", "granted": True}
        sailing("japan", "sz64").refuses(order, "power")


@pytest.mark.rule("BRD-40", setup="global_1940")
def test_the_convoy_zones_of_both_maps() -> None:
    assert [zone.id for zone in BOARD.sea_zones if zone.convoy] == [f"sz{number}" for number in CONVOYS]


@pytest.mark.rule("BRD-42", setup="global_1940")
def test_complexes_at_the_start() -> None:
    facilities = EDITION.start.facilities.items()
    majors = {space for space, there in facilities if "major_industrial_complex" in there}
    minors = {space for space, there in facilities if "minor_industrial_complex" in there}
    assert majors == {
        "germany", "western_germany", "northern_italy", "united_kingdom", "france", "russia", "japan", "india",
    }  # fmt: skip
    assert minors == {
        "southern_italy", "normandy_bordeaux", "southern_france", "novgorod", "volgograd", "ukraine", "quebec",
        "union_of_south_africa", "new_south_wales", "eastern_united_states", "central_united_states",
        "western_united_states",
    }  # fmt: skip


@pytest.mark.rule("BRD-46", "BRD-47", "GEN-25", setup="global_1940")
def test_eleven_victory_cities_lie_in_europe_and_eight_in_the_pacific() -> None:
    cities = {territory.city: territory.id for territory in BOARD.territories if territory.city}
    european = {city: space for city, space in cities.items() if BOARD.map_of[space] == "europe"}
    assert european == {
        "Berlin": "germany",
        "Rome": "southern_italy",
        "Warsaw": "poland",
        "Paris": "france",
        "London": "united_kingdom",
        "Cairo": "egypt",
        "Moscow": "russia",
        "Leningrad": "novgorod",
        "Stalingrad": "volgograd",
        "Ottawa": "ontario",
        "Washington": "eastern_united_states",
    }
    pacific = load_setup("pacific_1940").board.territories
    assert {city: space for city, space in cities.items() if city not in european} == {
        territory.city: territory.id for territory in pacific if territory.city
    }


@pytest.mark.rule(
    "UNI-01",
    "UNI-02",
    "UNI-03",
    "UNI-04",
    "UNI-05",
    "UNI-06",
    "UNI-07",
    "UNI-08",
    "UNI-09",
    "UNI-11",
    "UNI-14",
    setup="global_1940",
)
def test_units_are_those_of_the_pacific() -> None:
    assert EDITION.units == load_setup("pacific_1940").units
    line = EDITION.unit["battleship"]
    assert (line.cost, line.attack, line.defense, line.move, line.hits) == (20, 4, 4, 2, 2)


@pytest.mark.rule("BRD-09", "BRD-10", setup="global_1940")
def test_what_an_enemy_controls_is_hostile_and_what_a_power_at_peace_controls_is_neutral() -> None:
    state = position("germany", "combat_move", {}).state
    seen = borders(state, "germany")
    assert {"france", "gibraltar", "new_south_wales"} <= set(seen["enemy"])
    assert {"russia", "eastern_united_states", "szechwan"} <= set(seen["stranger"])
    at_war = position("germany", "combat_move", {}, relations=[["germany", "soviet_union", "war"]]).state
    assert "russia" in borders(at_war, "germany")["enemy"]
    assert "eastern_united_states" in borders(at_war, "germany")["stranger"]
