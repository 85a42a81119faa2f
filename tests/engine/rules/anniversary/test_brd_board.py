"""The board of Anniversary: borders, islands, neutrals, canals, complexes, capitals (chapter BRD)."""

from __future__ import annotations

import pytest

from engine import load_setup
from engine.ask import destinations
from tests.engine.rules.anniversary.playing import SCENARIOS, Play

BOARD = load_setup("anniversary_1941").board
CLOSED = {
    "afghanistan",
    "angola",
    "argentina_chile",
    "eire",
    "himalaya",
    "mongolia",
    "mozambique",
    "northern_south_america",
    "peruvian_central",
    "sahara",
    "saudi_arabia",
    "spain",
    "sweden",
    "switzerland",
    "turkey",
}
SUEZ_BRITISH = {"egypt": "united_kingdom", "trans_jordan": "united_kingdom"}
SUEZ_ITALIAN = {"egypt": "italy", "trans_jordan": "italy"}
SUEZ_SPLIT = {"egypt": "italy", "trans_jordan": "united_kingdom"}


@pytest.mark.rule("BRD-01", "CMV-03", setups=("anniversary_1941", "anniversary_1942"))
def test_units_step_only_between_spaces_that_share_a_border(play: Play) -> None:
    table = play("germany", "noncombat_move", {"germany": "germany: 2 infantry, 1 fighter"})
    table.move("1 infantry: germany > poland").refuses_move("1 infantry: germany > finland", "CMV-03")
    table.refuses_move("1 fighter: germany > east_poland > baltic_states", "BRD-01")


@pytest.mark.rule("BRD-02", "BRD-03", "BRD-04", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("unit", "west", "east"),
    [
        ("infantry", "alaska", "western_canada"),
        ("infantry", "western_united_states", "central_united_states"),
        ("destroyer", "sz20", "sz55"),
        ("destroyer", "sz21", "sz44"),
        ("destroyer", "sz25", "sz43"),
        ("destroyer", "sz63", "sz64"),
    ],
)
def test_units_go_round_the_world_over_the_edge_of_the_map(play: Play, unit: str, west: str, east: str) -> None:
    for start, end in ((west, east), (east, west)):
        table = play("united_states", "noncombat_move", {start: f"united_states: 1 {unit}"})
        table.move(f"1 {unit}: {start} > {end}")
        assert table.at(end) == {"united_states": {unit: 1}}


@pytest.mark.rule("BRD-02", setups=("anniversary_1941", "anniversary_1942"))
def test_the_top_and_bottom_edges_do_not_join() -> None:
    top, bottom = ("sz2", "sz3", "sz4", "sz64"), ("sz24", "sz25", "sz26", "sz27", "sz29", "sz40", "sz42", "sz43")
    assert not any(BOARD.are_adjacent(north, south) for north in top for south in bottom)


@pytest.mark.rule("BRD-05", setups=("anniversary_1941", "anniversary_1942"))
def test_only_a_coastal_territory_can_be_assaulted(play: Play) -> None:
    assert (BOARD.zones_of("caucasus"), BOARD.zones_of("russia")) == (("sz16",), ())
    cargo = {"sz16": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]}
    table = play("germany", "combat_move", {"sz16": "germany: 1 transport"}, cargo=cargo)
    table.move("1 infantry: sz16 > caucasus")
    table.refuses_move("1 infantry: sz16 > russia", "CMV-56")


@pytest.mark.rule("BRD-06", "INC-05", setups=("anniversary_1941", "anniversary_1942"))
def test_territories_are_worth_from_nothing_to_twelve() -> None:
    values = {territory.id: territory.ipc for territory in BOARD.territories}
    assert (min(values.values()), max(values.values())) == (0, 12)
    assert (values["gibraltar"], values["eastern_united_states"], values["germany"]) == (0, 12, 10)


@pytest.mark.rule("BRD-07", setups=("anniversary_1941", "anniversary_1942"))
def test_a_territory_belongs_originally_to_the_power_of_its_emblem_whoever_holds_it_at_the_start(play: Play) -> None:
    spaces = {"suiyuan": "united_states: 1 infantry"}
    table = play("united_states", "combat_move", spaces)
    assert table.owner("manchuria") == "japan"
    table.move("1 infantry: suiyuan > manchuria").end_phase()
    assert table.owner("manchuria") == "china"


@pytest.mark.rule("BRD-08", "BRD-09", "BRD-17", "BRD-23", setups=("anniversary_1941", "anniversary_1942"))
def test_territory_of_an_ally_is_friendly_and_that_of_any_enemy_hostile(play: Play) -> None:
    spaces = {"germany": "germany: 2 infantry"}
    table = play("germany", "noncombat_move", spaces, owners={"france": "italy"}).move("1 infantry: germany > france")
    assert table.owner("france") == "italy"
    for owner in ("soviet_union", "united_kingdom", "united_states"):
        table = play("germany", "noncombat_move", spaces, owners={"france": owner})
        table.refuses_move("1 infantry: germany > france", "NCM-07")


@pytest.mark.rule("BRD-23", "CMV-24", setups=("anniversary_1941", "anniversary_1942"))
def test_whether_a_space_is_friendly_is_judged_anew_at_every_step(play: Play) -> None:
    spaces = {"ukraine": "germany: 1 tank, 1 infantry"}
    owners = {"ukraine": "germany", "eastern_ukraine": "soviet_union", "belorussia": "soviet_union"}
    table = play("germany", "combat_move", spaces, owners=owners)
    table.move("1 tank: ukraine > eastern_ukraine > belorussia").end_phase()
    table.move("1 infantry: ukraine > eastern_ukraine")
    assert table.at("eastern_ukraine") == {"germany": {"infantry": 1}}


@pytest.mark.rule("BRD-10", "BRD-11", "BRD-14", "BRD-15", setups=("anniversary_1941", "anniversary_1942"))
def test_these_neutrals_are_nobodys_and_stay_so(play: Play) -> None:
    table = play("germany", "combat_move", {})
    assert {territory for territory, owner in table.state.owners.items() if owner is None} == CLOSED
    assert {territory.id for territory in BOARD.territories if territory.closed} == CLOSED
    table.refuses({"type": "edit", "spaces": {"spain": {"owner": "germany"}}}, "BRD-12")


@pytest.mark.rule("BRD-12", "BRD-13", "BRD-14", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_nobody_enters_or_flies_over_a_neutral(play: Play, phase: str) -> None:
    table = play("germany", phase, {"france": "germany: 1 infantry, 1 fighter"})
    table.refuses_move("1 infantry: france > spain", "BRD-12")
    table.refuses_move("1 fighter: france > switzerland > italy", "BRD-12")


@pytest.mark.rule("BRD-16", setups=("anniversary_1941", "anniversary_1942"))
def test_a_territory_left_empty_stays_with_its_controller(play: Play) -> None:
    table = play("germany", "noncombat_move", {"poland": "germany: 1 infantry"}).move("1 infantry: poland > germany")
    assert (table.at("poland"), table.owner("poland")) == ({}, "germany")


@pytest.mark.rule("BRD-18", "BRD-19", "BRD-20", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("enemy", "hostile"),
    [
        ("destroyer", True),
        ("cruiser", True),
        ("aircraft_carrier", True),
        ("battleship", True),
        ("submarine", False),
        ("transport", False),
    ],
)
def test_surface_warships_make_a_zone_hostile_and_submarines_and_transports_do_not(
    play: Play, enemy: str, hostile: bool
) -> None:
    table = play("germany", "noncombat_move", {"sz5": "germany: 1 cruiser", "sz6": f"united_kingdom: 1 {enemy}"})
    if hostile:
        table.refuses_move("1 cruiser: sz5 > sz6", "NCM-23")
    else:
        table.move("1 cruiser: sz5 > sz6")


@pytest.mark.rule("BRD-21", "BRD-24", setups=("anniversary_1941", "anniversary_1942"))
def test_new_ships_may_come_to_lie_among_enemies_and_an_empty_zone_is_friendly_to_all(play: Play) -> None:
    bought = {"germany": {"submarine": 1}}
    table = play("germany", "mobilize", {"sz5": "united_kingdom: 1 cruiser"}, purchased=bought)
    table.do({"type": "mobilize", "units": {"submarine": 1}, "space": "sz5"}).end_phase()
    assert (set(table.at("sz5")), table.pending) == ({"germany", "united_kingdom"}, [])
    for power in ("germany", "united_kingdom"):
        play(power, "noncombat_move", {"sz9": f"{power}: 1 cruiser"}).move("1 cruiser: sz9 > sz11")


@pytest.mark.rule("BRD-25", "BRD-26", setups=("anniversary_1941", "anniversary_1942"))
def test_an_island_lies_in_one_zone_and_iceland_and_greenland_share_theirs() -> None:
    zones = {territory.id: BOARD.neighbours[territory.id] for territory in BOARD.territories if territory.island}
    assert all(len(around) == 1 and BOARD.is_sea(around[0]) for around in zones.values())
    shared = [island for island, around in zones.items() if list(zones.values()).count(around) > 1]
    assert sorted(shared) == ["greenland", "iceland"]


@pytest.mark.rule("BRD-27", "BRD-28", setups=("anniversary_1941", "anniversary_1942"))
def test_a_group_of_islands_is_one_territory_and_its_zone_another_space_for_aircraft(play: Play) -> None:
    table = play("united_states", "noncombat_move", {"hawaiian_islands": "united_states: 2 infantry, 1 fighter"})
    table.refuses_move("1 infantry: hawaiian_islands > hawaiian_islands", "space")
    reaches = {reach.space: reach for reach in destinations(table.state, "hawaiian_islands", "fighter")}
    assert reaches["midway"].path == ("hawaiian_islands", "sz53", "sz57", "midway")
    assert reaches["midway"].cost == 3


@pytest.mark.rule("BRD-29", "BRD-34", "BRD-36", setups=("anniversary_1941", "anniversary_1942"))
def test_panama_lets_the_side_pass_that_holds_it_and_costs_no_movement(play: Play) -> None:
    for power in ("united_states", "united_kingdom", "soviet_union"):
        table = play(power, "noncombat_move", {"sz10": f"{power}: 1 battleship"})
        table.move("1 battleship: sz10 > sz19 > sz20")
    table = play("japan", "noncombat_move", {"sz20": "japan: 1 submarine"})
    table.refuses_move("1 submarine: sz20 > sz19", "BRD-34")


@pytest.mark.rule("BRD-34", setups=("anniversary_1941", "anniversary_1942"))
def test_a_canal_opens_in_the_turn_after_its_land_is_taken(play: Play) -> None:
    cargo = {"sz20": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
    table = play("japan", "combat_move", {"sz20": "japan: 1 transport, 1 destroyer"}, cargo=cargo)
    table.move("1 infantry: sz20 > panama").end_phase()
    assert (table.owner("panama"), table.phase) == ("japan", "noncombat_move")
    table.refuses_move("1 destroyer: sz20 > sz19", "BRD-34")


@pytest.mark.rule("BRD-30", "BRD-34", "BRD-35", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("power", "owners", "closed_by"),
    [
        ("united_kingdom", SUEZ_BRITISH, ""),
        ("united_states", SUEZ_BRITISH, ""),
        ("italy", SUEZ_BRITISH, "BRD-34"),
        ("italy", SUEZ_ITALIAN, ""),
        ("germany", SUEZ_ITALIAN, ""),
        ("italy", SUEZ_SPLIT, "BRD-35"),
        ("united_kingdom", SUEZ_SPLIT, "BRD-35"),
    ],
)
def test_suez_lets_the_side_pass_that_holds_both_banks(
    play: Play, power: str, owners: dict[str, str], closed_by: str
) -> None:
    table = play(power, "noncombat_move", {"sz15": f"{power}: 1 destroyer"}, owners=owners)
    if closed_by:
        table.refuses_move("1 destroyer: sz15 > sz34", closed_by)
    else:
        table.move("1 destroyer: sz15 > sz34")


@pytest.mark.rule("BRD-37", "BRD-38", setups=("anniversary_1941", "anniversary_1942"))
def test_land_units_and_aircraft_take_no_notice_of_a_canal(play: Play) -> None:
    spaces = {"egypt": "united_kingdom: 1 infantry", "sz15": "italy: 1 aircraft_carrier, 1 fighter"}
    table = play("united_kingdom", "combat_move", spaces, owners=SUEZ_BRITISH | {"trans_jordan": "italy"})
    table.move("1 infantry: egypt > trans_jordan").end_phase()
    assert table.owner("trans_jordan") == "united_kingdom"
    table = play("italy", "noncombat_move", spaces).move("1 fighter: sz15 > sz34 > sz15").end_phase()
    assert table.at("sz15") == {"italy": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("BRD-42", "UNI-36", setups=("anniversary_1941", "anniversary_1942"))
def test_nine_complexes_stand_at_the_start() -> None:
    for setup in SCENARIOS:
        facilities = load_setup(setup).start.facilities
        assert set(facilities) == {
            "germany",
            "italy",
            "russia",
            "caucasus",
            "karelia_ssr",
            "japan",
            "united_kingdom",
            "eastern_united_states",
            "western_united_states",
        }
        assert all(list(found) == ["industrial_complex"] for found in facilities.values())


@pytest.mark.rule("BRD-43", "GEN-02", "GEN-03", setups=("anniversary_1941", "anniversary_1942"))
def test_sides_powers_and_their_capitals() -> None:
    for setup in SCENARIOS:
        edition = load_setup(setup)
        powers = {power.id: (power.side, power.capital or "") for power in edition.powers}
        assert powers == {
            "germany": ("axis", "germany"),
            "japan": ("axis", "japan"),
            "italy": ("axis", "italy"),
            "soviet_union": ("allies", "russia"),
            "united_kingdom": ("allies", "united_kingdom"),
            "china": ("allies", ""),
            "united_states": ("allies", "eastern_united_states"),
        }


@pytest.mark.rule("BRD-43", "CMB-59", setups=("anniversary_1941", "anniversary_1942"))
def test_rome_is_a_capital_too(play: Play) -> None:
    spaces = {"france": "united_kingdom: 1 tank", "italy": ""}
    owners = {"france": "united_kingdom"}
    table = play("united_kingdom", "combat_move", spaces, owners=owners, ipcs={"italy": 9, "united_kingdom": 1})
    table.move("1 tank: france > italy").end_phase()
    assert (table.ipcs("italy"), table.ipcs("united_kingdom")) == (0, 10)
