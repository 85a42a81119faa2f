"""The board: which spaces touch, what territories are worth, and whose they are."""

import pytest

from engine import load_setup, new_game
from tests.engine.table import Table, position

BOARD = load_setup("aa1941").board

CLOSED = (
    "afghanistan",
    "angola",
    "chile_argentina",
    "colombia_venezuela",
    "eire",
    "himalaya",
    "mongolia",
    "mozambique",
    "sahara",
    "saudi_arabia",
    "spain_portugal",
    "sweden",
    "switzerland",
    "turkey",
)


@pytest.mark.rule("BRD-01")
def test_units_step_only_between_spaces_that_share_a_border() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 2 infantry"})
    table.move("1 infantry: germany > eastern_europe")
    assert table.at("eastern_europe") == {"germany": {"infantry": 1}}
    sentence = table.refuses_move("1 infantry: germany > norway_finland", "CMV-03")
    assert "Norway/Finland" in sentence


@pytest.mark.rule("BRD-01")
def test_a_path_that_jumps_is_refused_and_names_the_two_spaces() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 1 fighter"})
    sentence = table.refuses_move("1 fighter: germany > ukraine > west_russia", "BRD-01")
    assert sentence == "Germany and Ukraine do not touch."


@pytest.mark.rule("BRD-02", "BRD-03")
@pytest.mark.parametrize(
    ("west", "east"),
    [
        ("western_canada", "eastern_canada"),
        ("western_united_states", "eastern_united_states"),
        ("mexico", "east_mexico"),
    ],
)
def test_land_units_cross_the_edge_of_the_map_in_one_step_both_ways(west: str, east: str) -> None:
    table = position("united_states", "noncombat_move", {west: "united_states: 1 infantry"})
    table.move(f"1 infantry: {west} > {east}")
    assert table.at(east) == {"united_states": {"infantry": 1}}
    table = position("united_states", "noncombat_move", {east: "united_states: 1 infantry"})
    table.move(f"1 infantry: {east} > {west}")
    assert table.at(west) == {"united_states": {"infantry": 1}}


@pytest.mark.rule("BRD-02", "BRD-04")
@pytest.mark.parametrize(("west", "east"), [("sz35", "sz21"), ("sz36", "sz20"), ("sz41", "sz19")])
def test_ships_cross_the_edge_of_the_map_in_one_step_both_ways(west: str, east: str) -> None:
    for start, end in ((west, east), (east, west)):
        table = position("united_states", "noncombat_move", {start: "united_states: 1 destroyer"})
        table.move(f"1 destroyer: {start} > {end}")
        assert table.at(end) == {"united_states": {"destroyer": 1}}


@pytest.mark.rule("BRD-02")
def test_the_top_and_bottom_edges_do_not_join() -> None:
    top, bottom = ("sz1", "sz2", "sz3", "sz4"), ("sz24", "sz26", "sz27", "sz33", "sz34", "sz35")
    assert not any(BOARD.are_adjacent(north, south) for north in top for south in bottom)
    table = position("united_kingdom", "noncombat_move", {"sz2": "united_kingdom: 1 destroyer"})
    table.refuses_move("1 destroyer: sz2 > sz24", "CMV-03")


@pytest.mark.rule("BRD-05")
def test_only_a_territory_that_borders_the_sea_zone_can_be_assaulted_from_it() -> None:
    assert BOARD.zones_of("caucasus") == ("sz18",)
    assert BOARD.zones_of("russia") == ()
    table = position(
        "germany",
        "combat_move",
        {"sz17": "germany: 1 transport"},
        cargo={"sz17": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]},
    )
    table.move("1 infantry: sz17 > middle_east")
    table.refuses_move("1 infantry: sz17 > russia", "CMV-56")


@pytest.mark.rule("BRD-06")
def test_income_values_run_from_nothing_to_six() -> None:
    values = {territory.id: territory.ipc for territory in BOARD.territories}
    assert values["gibraltar"] == 0
    assert values["eastern_united_states"] == values["western_united_states"] == 6
    assert values["germany"] == values["japan"] == 4
    assert min(values.values()) == 0
    assert max(values.values()) == 6
    assert all(values[neutral] == 0 for neutral in CLOSED)


@pytest.mark.rule("BRD-06")
def test_a_territory_without_value_changes_nobodys_income() -> None:
    table = position(
        "soviet_union", "collect_income", {}, owners={"gibraltar": "soviet_union"}, ipcs={"soviet_union": 0}
    )
    table.end_phase()
    assert table.ipcs("soviet_union") == 7


@pytest.mark.rule("BRD-07")
def test_territory_goes_back_to_the_power_whose_emblem_it_bears() -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {"caucasus": "soviet_union: 1 infantry"},
        owners={"middle_east": "germany", "ukraine": "germany"},
    )
    table.move("1 infantry: caucasus > middle_east").end_phase()
    assert table.owner("middle_east") == "united_kingdom"


@pytest.mark.rule("BRD-08", "BRD-17")
def test_an_allys_territory_is_friendly_and_stays_the_allys() -> None:
    table = position("soviet_union", "noncombat_move", {"caucasus": "soviet_union: 2 infantry"})
    table.move("2 infantry: caucasus > middle_east")
    assert table.at("middle_east") == {"soviet_union": {"infantry": 2}}
    assert table.owner("middle_east") == "united_kingdom"


@pytest.mark.rule("BRD-09")
def test_territory_of_either_axis_power_is_hostile_to_every_ally() -> None:
    table = position(
        "soviet_union", "combat_move", {"siberia": "soviet_union: 1 infantry", "russia": "soviet_union: 1 tank"}
    )
    table.move("1 infantry: siberia > manchuria").move("1 tank: russia > west_russia").end_phase()
    assert table.owner("manchuria") == "soviet_union"
    assert table.owner("west_russia") == "soviet_union"


@pytest.mark.rule("BRD-08", "BRD-09")
def test_a_friend_of_the_owner_cannot_attack_the_territory() -> None:
    table = position(
        "germany", "combat_move", {"caucasus": "germany: 1 tank"}, owners={"caucasus": "germany", "szechwan": "japan"}
    )
    sentence = table.refuses_move("1 tank: caucasus > szechwan", "CMV-01")
    assert sentence == "Szechwan is friendly: move there in the noncombat move."


@pytest.mark.rule("BRD-16")
def test_territory_left_empty_stays_with_its_controller_until_an_enemy_takes_it() -> None:
    table = position("germany", "noncombat_move", {"ukraine": "germany: 1 infantry"})
    table.move("1 infantry: ukraine > west_russia").end_phase()
    assert table.at("ukraine") == {}
    assert table.owner("ukraine") == "germany"
    table = position("soviet_union", "combat_move", {"caucasus": "soviet_union: 1 infantry"})
    table.move("1 infantry: caucasus > ukraine").end_phase()
    assert table.owner("ukraine") == "soviet_union"


@pytest.mark.rule("BRD-10", "BRD-15")
def test_fourteen_territories_are_neutral_and_belong_to_nobody() -> None:
    table = Table(new_game("aa1941"))
    assert tuple(sorted(t.id for t in BOARD.territories if t.closed)) == CLOSED
    assert [t for t, owner in table.board["owners"].items() if owner is None] == list(CLOSED)


def _friendly_land_beside(neutral: str) -> str:
    """A territory, or else a sea zone, that touches the neutral."""
    near = [space for space in BOARD.neighbours[neutral] if space not in CLOSED]
    return sorted(near, key=lambda space: (BOARD.is_sea(space), space))[0]


@pytest.mark.rule("BRD-10", "BRD-12", "BRD-14", "BRD-15")
@pytest.mark.parametrize("neutral", CLOSED)
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_no_unit_may_enter_a_neutral_territory(neutral: str, phase: str) -> None:
    start = _friendly_land_beside(neutral)
    unit = "fighter" if BOARD.is_sea(start) else "infantry"
    table = position("germany", phase, {start: f"germany: 1 {unit}"})
    sentence = table.refuses_move(f"1 {unit}: {start} > {neutral}", "BRD-12")
    assert BOARD.name(neutral) in sentence


@pytest.mark.rule("BRD-12", "BRD-13")
def test_aircraft_fly_around_a_neutral_not_over_it() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 1 fighter"})
    table.refuses_move("1 fighter: germany > switzerland > southern_europe", "BRD-12")
    table.move("1 fighter: germany > southern_europe")
    table = position("united_kingdom", "noncombat_move", {"india": "united_kingdom: 1 bomber"})
    table.move("1 bomber: india > szechwan")
    assert table.happened("units_moved")[0].path == ("india", "southeast_asia", "szechwan")


@pytest.mark.rule("BRD-42", "BRD-43")
def test_the_game_starts_with_nine_complexes_and_five_capitals() -> None:
    table = Table(new_game("aa1941"))
    assert table.board["facilities"] == {
        space: ["industrial_complex"]
        for space in (
            "australia",
            "caucasus",
            "eastern_united_states",
            "germany",
            "india",
            "japan",
            "russia",
            "united_kingdom",
            "western_united_states",
        )
    }
    edition = load_setup("aa1941")
    assert {power.id: BOARD.territory[power.capital].city for power in edition.powers} == {
        "soviet_union": "Moscow",
        "germany": "Berlin",
        "united_kingdom": "London",
        "japan": "Tokyo",
        "united_states": "Washington DC",
    }
    assert {power.id: power.capital for power in edition.powers} == {
        "soviet_union": "russia",
        "germany": "germany",
        "united_kingdom": "united_kingdom",
        "japan": "japan",
        "united_states": "eastern_united_states",
    }


@pytest.mark.rule("BRD-42")
def test_new_units_appear_only_at_a_complex() -> None:
    table = position("united_kingdom", "mobilize", {}, purchased={"united_kingdom": {"infantry": 2}})
    table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "india"})
    table.refuses({"type": "mobilize", "units": {"infantry": 1}, "space": "eastern_canada"}, "MOB-03")
    table.do({"type": "mobilize", "units": {"infantry": 1}, "space": "australia"})
