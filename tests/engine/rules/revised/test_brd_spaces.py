"""The board of Revised: borders, values, whose territories are, islands, and what stands there (chapter BRD)."""

from __future__ import annotations

import pytest

from engine import load_setup, new_game
from tests.engine.table import Table, position

BOARD = load_setup("revised").board
BOTH = ("aa1941", "revised")

CLOSED = {
    "afghanistan",
    "angola",
    "argentina",
    "eire",
    "himalaya",
    "mongolia",
    "mozambique",
    "peru",
    "rio_de_oro",
    "sahara",
    "saudi_arabia",
    "spain",
    "sweden",
    "switzerland",
    "turkey",
    "venezuela",
}
ISLANDS = {
    "borneo": "sz48",
    "caroline_islands": "sz50",
    "east_indies": "sz37",
    "greenland": "sz2",
    "hawaiian_islands": "sz52",
    "midway": "sz56",
    "new_guinea": "sz47",
    "new_zealand": "sz41",
    "okinawa": "sz58",
    "philippine_islands": "sz49",
    "solomon_islands": "sz45",
    "wake_island": "sz51",
    "west_indies": "sz19",
}


@pytest.mark.rule("BRD-01", setup="revised")
def test_units_step_only_between_spaces_that_share_a_border() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 2 infantry, 1 fighter"}, setup="revised")
    table.move("1 infantry: germany > eastern_europe")
    table.refuses_move("1 infantry: germany > norway", "CMV-03")
    sentence = table.refuses_move("1 fighter: germany > ukraine_ssr > west_russia", "BRD-01")
    assert sentence == "Germany and Ukraine S.S.R. do not touch."


@pytest.mark.rule("BRD-02", "BRD-03", setup="revised")
@pytest.mark.parametrize(
    ("west", "east"),
    [
        ("western_canada", "eastern_canada"),
        ("western_united_states", "central_united_states"),
        ("mexico", "panama"),
        ("alaska", "western_canada"),
    ],
)
def test_land_units_go_round_the_world_over_the_edge_of_the_map(west: str, east: str) -> None:
    for start, end in ((west, east), (east, west)):
        table = position("united_states", "noncombat_move", {start: "united_states: 1 infantry"}, setup="revised")
        table.move(f"1 infantry: {start} > {end}")
        assert table.at(end) == {"united_states": {"infantry": 1}}


@pytest.mark.rule("BRD-02", "BRD-04", setup="revised")
@pytest.mark.parametrize(("west", "east"), [("sz43", "sz21"), ("sz42", "sz25"), ("sz54", "sz20"), ("sz62", "sz63")])
def test_ships_go_round_the_world_over_the_edge_of_the_map(west: str, east: str) -> None:
    for start, end in ((west, east), (east, west)):
        table = position("united_states", "noncombat_move", {start: "united_states: 1 destroyer"}, setup="revised")
        table.move(f"1 destroyer: {start} > {end}")
        assert table.at(end) == {"united_states": {"destroyer": 1}}


@pytest.mark.rule("BRD-02", setup="revised")
def test_the_top_and_bottom_edges_do_not_join() -> None:
    top, bottom = ("sz1", "sz2", "sz3", "sz4", "sz63"), ("sz24", "sz25", "sz26", "sz27", "sz29", "sz39", "sz40", "sz42")
    assert not any(BOARD.are_adjacent(north, south) for north in top for south in bottom)


@pytest.mark.rule("BRD-05", setup="revised")
def test_only_a_territory_that_borders_the_sea_zone_can_be_assaulted_from_it() -> None:
    assert BOARD.zones_of("caucasus") == ("sz16",)
    assert BOARD.zones_of("russia") == ()
    cargo = {"sz16": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]}
    table = position("germany", "combat_move", {"sz16": "germany: 1 transport"}, setup="revised", cargo=cargo)
    table.move("1 infantry: sz16 > caucasus")
    table.refuses_move("1 infantry: sz16 > russia", "CMV-56")


@pytest.mark.rule("BRD-06", setup="revised")
def test_income_values_run_from_nothing_to_twelve() -> None:
    values = {territory.id: territory.ipc for territory in BOARD.territories}
    assert (min(values.values()), max(values.values())) == (0, 12)
    assert (values["gibraltar"], values["eastern_united_states"], values["germany"]) == (0, 12, 10)
    assert all(values[neutral] == 0 for neutral in CLOSED)


@pytest.mark.rule("BRD-07", setup="revised")
def test_territory_goes_back_to_the_power_that_held_it_at_the_start() -> None:
    start = load_setup("revised")
    assert all(start.starting_owner(territory.id) == territory.emblem for territory in BOARD.territories)
    spaces = {"caucasus": "soviet_union: 1 infantry"}
    table = position("soviet_union", "combat_move", spaces, setup="revised", owners={"persia": "germany"})
    table.move("1 infantry: caucasus > persia").end_phase()
    assert table.owner("persia") == "united_kingdom"


@pytest.mark.rule("BRD-08", "BRD-17", setups=("aa1941", "revised"))
@pytest.mark.parametrize("setup", BOTH)
def test_territory_of_an_ally_is_friendly_and_stays_his_when_guests_stand_there(setup: str) -> None:
    spaces = {"germany": "germany: 2 infantry", "eastern_europe": "germany: 1 infantry"}
    table = position("germany", "noncombat_move", spaces, setup=setup, owners={"eastern_europe": "japan"})
    table.move("2 infantry: germany > eastern_europe")
    assert table.owner("eastern_europe") == "japan"


@pytest.mark.rule("BRD-09", setup="revised")
@pytest.mark.parametrize("owner", ["soviet_union", "united_kingdom", "united_states"])
def test_territory_of_any_power_of_the_other_side_is_hostile(owner: str) -> None:
    spaces = {"germany": "germany: 1 infantry"}
    table = position("germany", "noncombat_move", spaces, setup="revised", owners={"western_europe": owner})
    table.refuses_move("1 infantry: germany > western_europe", "NCM-07")


@pytest.mark.rule("BRD-10", "BRD-14", "BRD-15", setup="revised")
def test_these_sixteen_neutrals_are_nobodys_and_closed() -> None:
    assert {territory.id for territory in BOARD.territories if territory.closed} == CLOSED
    owners = new_game("revised").owners
    assert {territory for territory, owner in owners.items() if owner is None} == CLOSED


@pytest.mark.rule("BRD-12", "BRD-13", "BRD-14", setup="revised")
def test_nobody_enters_or_flies_over_a_neutral() -> None:
    spaces = {"western_europe": "germany: 1 infantry, 1 fighter", "buryatia_ssr": "soviet_union: 1 tank"}
    for phase in ("combat_move", "noncombat_move"):
        table = position("germany", phase, spaces, setup="revised")
        for unit in ("infantry", "fighter"):
            table.refuses_move(f"1 {unit}: western_europe > spain", "BRD-12")
        table.refuses_move("1 fighter: western_europe > switzerland > germany", "BRD-12")


@pytest.mark.rule("BRD-11", setup="revised")
def test_a_neutral_never_gets_an_owner() -> None:
    table = position("germany", "combat_move", {}, setup="revised")
    table.refuses({"type": "edit", "spaces": {"spain": {"owner": "germany"}}}, "BRD-12")


@pytest.mark.rule("BRD-16", setups=("aa1941", "revised"))
@pytest.mark.parametrize("setup", BOTH)
def test_a_territory_left_empty_stays_with_its_owner(setup: str) -> None:
    table = position("germany", "noncombat_move", {"eastern_europe": "germany: 1 infantry"}, setup=setup)
    table.move("1 infantry: eastern_europe > germany")
    assert (table.at("eastern_europe"), table.owner("eastern_europe")) == ({}, "germany")


@pytest.mark.rule("BRD-25", "BRD-26", setup="revised")
def test_each_island_lies_in_a_sea_zone_of_its_own() -> None:
    found = {t.id: BOARD.neighbours[t.id] for t in BOARD.territories if t.island}
    assert found == {island: (zone,) for island, zone in ISLANDS.items()}
    assert len(set(ISLANDS.values())) == len(ISLANDS)


@pytest.mark.rule("BRD-42", setup="revised")
def test_complexes_stand_in_eight_territories_at_the_start() -> None:
    assert set(Table(new_game("revised")).board["facilities"]) == {
        "russia",
        "caucasus",
        "germany",
        "southern_europe",
        "united_kingdom",
        "japan",
        "eastern_united_states",
        "western_united_states",
    }


@pytest.mark.rule("BRD-43", setup="revised")
def test_each_power_has_its_capital() -> None:
    edition = load_setup("revised")
    capitals = {power.id: (power.capital, BOARD.territory[power.capital].city) for power in edition.powers}
    assert capitals == {
        "soviet_union": ("russia", "Moscow"),
        "germany": ("germany", "Berlin"),
        "united_kingdom": ("united_kingdom", "London"),
        "japan": ("japan", "Tokyo"),
        "united_states": ("eastern_united_states", "Washington"),
    }


@pytest.mark.rule("BRD-43", setup="revised")
def test_the_captor_of_a_capital_takes_all_its_ipcs() -> None:
    spaces = {"caucasus": "germany: 1 tank"}
    ipcs = {"germany": 5, "soviet_union": 17}
    table = position("germany", "combat_move", spaces, setup="revised", ipcs=ipcs, owners={"caucasus": "germany"})
    table.move("1 tank: caucasus > russia").end_phase()
    assert (table.ipcs("germany"), table.ipcs("soviet_union")) == (22, 0)
