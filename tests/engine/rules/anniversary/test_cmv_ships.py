"""Ships in the combat move of Anniversary: shared zones, what stops them, transports, landings (chapter CMV)."""

from __future__ import annotations

import pytest

from tests.engine.rules.anniversary.playing import Play
from tests.engine.rules.playing import to_phase
from tests.engine.table import Table

CHANNEL = {
    "sz5": "germany: 1 transport",
    "germany": "germany: 1 infantry, 1 tank",
    "norway": "germany: 1 infantry",
    "northwestern_europe": "germany: 1 infantry, 1 tank",
}


def shared(play: Play, ships: str, enemies: str, **more: str) -> Table:
    """Germans and British in sea zone 5, the Germans on turn."""
    return play("germany", "combat_move", {"sz5": f"germany: {ships}; united_kingdom: {enemies}", **more})


def laden(play: Play, **spaces: str) -> Table:
    """A German transport in sea zone 5 with two infantry aboard, and these units elsewhere."""
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]}
    return play("germany", "combat_move", {"sz5": "germany: 1 transport", **spaces}, cargo=cargo)


def sail_and_land(table: Table) -> Table:
    """The transport goes to sea zone 6, and its cargo is to take the United Kingdom."""
    return table.move("1 transport: sz5 > sz6").move("2 infantry: sz6 > united_kingdom")


def aboard(table: Table, zone: str) -> list[dict[str, dict[str, int]]]:
    """What lies aboard the transports of a zone."""
    return [row["units"] for row in table.board["cargo"] if row["space"] == zone]


@pytest.mark.rule("CMV-10", "CMV-18", "CMV-15", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_may_leave_an_enemy_fleet_for_a_friendly_zone_and_have_then_moved(play: Play) -> None:
    table = shared(play, "1 destroyer, 1 transport", "1 battleship")
    table.move("1 destroyer, 1 transport: sz5 > sz6").end_phase()
    assert (table.pending, table.phase) == ([], "noncombat_move")
    table.refuses_move("1 destroyer: sz6 > sz5", "CMV-15")
    table = shared(play, "1 destroyer", "1 battleship", sz7="united_kingdom: 1 destroyer")
    table.move("1 destroyer: sz5 > sz6 > sz7").end_phase()
    assert table.pending == [("sz7", "sea")], "or they attack elsewhere"


@pytest.mark.rule("CMV-16", "BRD-24", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_that_stay_among_enemy_warships_fight(play: Play) -> None:
    table = shared(play, "1 destroyer", "1 destroyer, 1 submarine")
    table.refuses({"type": "engage", "space": "sz5", "attack": False}, "CMV-16")
    table.end_phase()
    assert table.pending == [("sz5", "sea")]


@pytest.mark.rule("CMV-17", "CMV-19", setups=("anniversary_1941", "anniversary_1942"))
def test_a_transport_leaves_the_enemy_loads_elsewhere_and_returns_to_the_fight(play: Play) -> None:
    table = shared(play, "1 transport, 1 battleship", "1 destroyer", norway="germany: 1 infantry")
    table.refuses_move("1 infantry: norway > sz5", "CMV-19")
    table.move("1 transport: sz5 > sz6").move("1 infantry: norway > sz6").move("1 transport: sz6 > sz5")
    table.move("1 infantry: sz5 > karelia_ssr").end_phase().battle("sz5", dice="1 6")
    assert table.owner("karelia_ssr") == "germany"


@pytest.mark.rule("CMV-12", "CMV-20", "CMV-21", "BRD-20", "BRD-21", setups=("anniversary_1941", "anniversary_1942"))
def test_submarines_and_transports_are_attacked_all_together_or_left_alone(play: Play) -> None:
    table = shared(play, "1 destroyer, 1 battleship", "1 submarine, 1 transport")
    table.refuses({"type": "engage", "space": "sz5", "attack": True, "target": "transport"}, "form")
    table.do({"type": "engage", "space": "sz5", "attack": True}).end_phase().battle("sz5", dice="2 4 6")
    assert table.at("sz5") == {"germany": {"destroyer": 1, "battleship": 1}}
    table = shared(play, "1 destroyer", "1 submarine, 1 transport").end_phase()
    assert table.phase == "noncombat_move", "nobody has to fight"


@pytest.mark.rule("CMV-12", "CMV-01", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("start", "unit"), [("sz5", "destroyer"), ("germany", "bomber")])
def test_a_friendly_zone_may_be_entered_to_hunt_submarines_and_transports_but_not_to_ignore_them(
    play: Play, start: str, unit: str
) -> None:
    way = "sz5 > sz6" if start == "sz5" else "germany > sz5 > sz6"
    spaces = {start: f"germany: 1 {unit}", "sz6": "united_kingdom: 1 submarine, 1 transport"}
    table = play("germany", "combat_move", spaces).move(f"1 {unit}: {way}").end_phase()
    assert table.pending == [("sz6", "sea")]
    table = play("germany", "combat_move", spaces).move(f"1 {unit}: {way}", attack=False)
    table.refuses({"type": "end_phase"}, "CMV-01")


@pytest.mark.rule("CMV-22", setups=("anniversary_1941", "anniversary_1942"))
def test_some_ships_stop_to_attack_while_others_pass(play: Play) -> None:
    spaces = {"sz5": "germany: 2 cruiser", "sz6": "united_kingdom: 1 submarine", "sz7": "united_kingdom: 1 transport"}
    table = play("germany", "combat_move", spaces)
    table.move("1 cruiser: sz5 > sz6").move("1 cruiser: sz5 > sz6 > sz7").end_phase()
    assert sorted(table.pending) == [("sz6", "sea"), ("sz7", "sea")]
    table = shared(play, "1 destroyer, 1 battleship", "1 submarine")
    table.do({"type": "engage", "space": "sz5", "attack": True, "units": {"destroyer": 1}}).end_phase()
    table.battle("sz5", dice="6 1")
    assert table.at("sz5")["germany"] == {"battleship": 1}, "the battleship looked on"


@pytest.mark.rule("CMV-29", "BRD-18", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("ship", ["battleship", "aircraft_carrier", "cruiser", "destroyer"])
@pytest.mark.parametrize("blocker", ["battleship", "aircraft_carrier", "cruiser", "destroyer"])
def test_every_surface_warship_stops_every_other(play: Play, ship: str, blocker: str) -> None:
    spaces = {"sz5": f"germany: 1 {ship}", "sz6": f"united_kingdom: 1 {blocker}", "sz7": "united_kingdom: 1 cruiser"}
    table = play("germany", "combat_move", spaces)
    table.refuses_move(f"1 {ship}: sz5 > sz6 > sz7", "CMV-29")
    table.move(f"1 {ship}: sz5 > sz6")


@pytest.mark.rule("CMV-30", "CMV-33", "CMV-34", "BRD-19", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("ship", "blocker"),
    [
        ("submarine", "battleship"),
        ("submarine", "cruiser"),
        ("submarine", "submarine"),
        ("battleship", "submarine"),
        ("transport", "submarine"),
        ("transport", "transport"),
        ("cruiser", "transport"),
    ],
)
def test_submarines_pass_all_but_destroyers_and_submarines_and_transports_stop_nobody(
    play: Play, ship: str, blocker: str
) -> None:
    spaces = {"sz5": f"germany: 1 {ship}, 1 destroyer", "sz6": f"united_kingdom: 1 {blocker}"}
    table = play("germany", "combat_move", {**spaces, "sz7": "united_kingdom: 1 transport"})
    escort = "" if blocker in ("battleship", "cruiser") else ", 1 destroyer"
    table.move(f"1 {ship}{escort}: sz5 > sz6 > sz7").end_phase()
    assert table.pending == [("sz7", "sea")]


@pytest.mark.rule("CMV-31", "CMV-32", "UNI-11", setups=("anniversary_1941", "anniversary_1942"))
def test_a_destroyer_stops_a_submarine_at_once_and_must_be_fought(play: Play) -> None:
    spaces = {"sz5": "germany: 1 submarine", "sz6": "united_kingdom: 1 destroyer"}
    table = play("germany", "combat_move", {**spaces, "sz7": "united_kingdom: 1 transport"})
    table.refuses_move("1 submarine: sz5 > sz6 > sz7", "CMV-31")
    table.move("1 submarine: sz5 > sz6")
    table.refuses({"type": "engage", "space": "sz6", "attack": False}, "CMV-16")
    table.end_phase()
    assert table.pending == [("sz6", "sea")]


@pytest.mark.rule("CMV-11", setups=("anniversary_1941", "anniversary_1942"))
def test_warships_enter_a_friendly_zone_only_to_cover_a_landing(play: Play) -> None:
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]}
    table = play("germany", "combat_move", {"sz5": "germany: 1 transport, 1 battleship"}, cargo=cargo)
    table.move("1 battleship, 1 transport: sz5 > sz6")
    table.refuses({"type": "end_phase"}, "CMV-01")
    table.move("1 infantry: sz6 > united_kingdom").end_phase()
    assert table.owner("united_kingdom") == "germany"


@pytest.mark.rule("CMV-54", "CMV-55", "UNI-61", "UNI-10", setups=("anniversary_1941", "anniversary_1942"))
def test_a_transport_loads_sails_loads_elsewhere_sails_and_lands(play: Play) -> None:
    table = play("germany", "combat_move", CHANNEL)
    table.move("1 tank: germany > sz5").move("1 transport: sz5 > sz6").move("1 infantry: norway > sz6")
    table.refuses_move("1 infantry: northwestern_europe > sz6", "UNI-61")
    table.move("1 transport: sz6 > sz7").move("1 infantry, 1 tank: sz7 > united_kingdom").end_phase()
    assert table.at("united_kingdom") == {"germany": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("UNI-61", "UNI-62", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("cargo", "fits"),
    [
        ("1 tank, 1 infantry", True),
        ("1 artillery, 1 infantry", True),
        ("2 infantry", True),
        ("2 tank", False),
        ("1 artillery, 1 tank", False),
        ("3 infantry", False),
        ("1 fighter", False),
    ],
)
def test_a_transport_holds_one_land_unit_and_one_infantry_and_no_aircraft(play: Play, cargo: str, fits: bool) -> None:
    table = play("germany", "noncombat_move", {"sz5": "germany: 1 transport", "germany": f"germany: {cargo}"})
    if fits:
        table.move(f"{cargo}: germany > sz5")
        assert len(aboard(table, "sz5")) == 1
    elif "fighter" in cargo:
        table.move(f"{cargo}: germany > sz5")
        assert aboard(table, "sz5") == [], "it flies above the ship and does not board it"
    else:
        table.refuses_move(f"{cargo}: germany > sz5", "UNI-61")


@pytest.mark.rule("CMV-56", setups=("anniversary_1941", "anniversary_1942"))
def test_boarding_is_the_whole_move_of_a_land_unit(play: Play) -> None:
    table = play("germany", "combat_move", {**CHANNEL, "france": "germany: 1 tank"})
    table.refuses_move("1 tank: france > germany > sz5", "CMV-56")
    table.refuses_move("1 tank: germany > sz5 > karelia_ssr", "CMV-56")
    table.move("1 tank: germany > sz5").move("1 tank: sz5 > karelia_ssr")
    table.refuses_move("1 tank: karelia_ssr > archangel", "units")


@pytest.mark.rule("CMV-57", setups=("anniversary_1941", "anniversary_1942"))
def test_a_transport_stops_where_it_meets_surface_warships(play: Play) -> None:
    table = play("germany", "combat_move", {**CHANNEL, "sz6": "united_kingdom: 1 cruiser"})
    table.refuses_move("1 transport: sz5 > sz6 > sz7", "CMV-57")
    table.move("1 transport: sz5 > sz6")
    table.refuses_move("1 transport: sz6 > sz7", "CMV-57")


@pytest.mark.rule("CMV-58", "CMV-59", setups=("anniversary_1941", "anniversary_1942"))
def test_what_boards_in_the_combat_move_must_land_but_older_cargo_may_stay(play: Play) -> None:
    table = play("germany", "combat_move", CHANNEL)
    table.move("1 infantry, 1 tank: germany > sz5").move("1 infantry: sz5 > karelia_ssr")
    table.refuses({"type": "end_phase"}, "CMV-58")
    table.move("1 tank: sz5 > karelia_ssr").end_phase()
    table = laden(play).move("1 infantry: sz5 > karelia_ssr").end_phase()
    assert aboard(table, "sz5") == [{"germany": {"infantry": 1}}]


@pytest.mark.rule("CMV-60", "SPC-11", setups=("anniversary_1941", "anniversary_1942"))
def test_a_transport_lands_in_one_territory_and_is_done(play: Play) -> None:
    table = laden(play, norway="germany: 1 infantry").move("1 infantry: sz5 > karelia_ssr")
    table.do({"type": "edit", "spaces": {"baltic_states": {"owner": "soviet_union"}}})
    table.refuses_move("1 infantry: sz5 > baltic_states", "CMV-60")
    table.refuses_move("1 transport: sz5 > sz6", "CMV-60")
    table.end_phase()
    table.refuses_move("1 infantry: norway > sz5", "CMV-60")


@pytest.mark.rule("CMV-61", setups=("anniversary_1941", "anniversary_1942"))
def test_cargo_does_not_change_ships_at_sea(play: Play) -> None:
    laden(play, sz6="germany: 1 transport").refuses_move("1 infantry: sz5 > sz6", "CMV-61")


@pytest.mark.rule("CMV-62", "CMV-69", setups=("anniversary_1941", "anniversary_1942"))
def test_a_transport_may_be_a_bridge_and_no_landing_is_added_later(play: Play) -> None:
    table = play("germany", "combat_move", CHANNEL)
    table.move("1 infantry, 1 tank: germany > sz5").move("1 infantry, 1 tank: sz5 > karelia_ssr").end_phase()
    assert table.owner("karelia_ssr") == "germany"
    table = laden(play).end_phase()
    table.refuses_move("1 infantry: sz5 > karelia_ssr", "NCM-07")


@pytest.mark.rule("CMV-63", "UNI-65", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("enemy", ["destroyer", "submarine", "transport"])
def test_transports_do_not_attack_alone(play: Play, enemy: str) -> None:
    table = sail_and_land(laden(play, sz6=f"united_kingdom: 1 {enemy}"))
    if enemy == "destroyer":
        table.refuses({"type": "end_phase"}, "CMV-63")
    else:
        table.refuses({"type": "engage", "space": "sz6", "attack": True}, "CMV-63")
    escorted = laden(play, sz6=f"united_kingdom: 1 {enemy}", germany="germany: 1 fighter")
    sail_and_land(escorted).move("1 fighter: germany > sz5 > sz6").end_phase()
    assert ("sz6", "sea") in escorted.pending


@pytest.mark.rule("CMV-64", "SPC-02", "SPC-05", "CMV-20", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("enemy", ["1 submarine", "2 transport", "1 submarine, 1 transport"])
def test_a_landing_may_ignore_submarines_and_transports_even_without_an_escort(play: Play, enemy: str) -> None:
    table = sail_and_land(laden(play, sz6=f"united_kingdom: {enemy}")).end_phase()
    assert (table.owner("united_kingdom"), table.pending) == ("germany", [])


@pytest.mark.rule("CMV-67", "UNI-63", "NCM-29", setups=("anniversary_1941", "anniversary_1942"))
def test_riding_an_allys_transport_takes_three_turns(play: Play) -> None:
    spaces = {"sz9": "united_states: 1 transport", "eastern_canada": "united_kingdom: 1 infantry"}
    spaces |= {"united_kingdom": "united_kingdom: 1 infantry", "morocco_algeria": ""}
    cargo = {"sz9": [{"transport": "united_states", "units": {"united_states": {"infantry": 1}}}]}
    table = play("united_kingdom", "combat_move", spaces, cargo=cargo)
    table.refuses_move("1 infantry: eastern_canada > sz9", "CMV-67")
    table.end_phase().move("1 infantry: eastern_canada > sz9")
    table.refuses_move("1 infantry: sz9 > eastern_canada", "CMV-67")
    to_phase(table, "united_states", "noncombat_move").move("1 transport: sz9 > sz12")
    assert aboard(table, "sz12") == [{"united_kingdom": {"infantry": 1}, "united_states": {"infantry": 1}}]
    table.refuses_move("1 infantry: sz12 > gibraltar", "power", owner="united_kingdom")
    to_phase(table, "united_kingdom", "combat_move").move("1 infantry: sz12 > morocco_algeria").end_phase()
    assert table.owner("morocco_algeria") == "united_kingdom"


@pytest.mark.rule("CMV-68", setups=("anniversary_1941", "anniversary_1942"))
def test_a_landing_from_an_allys_transport_needs_a_zone_that_ones_own_units_clear(play: Play) -> None:
    cargo = {"sz12": [{"transport": "united_states", "units": {"united_kingdom": {"infantry": 1}}}]}
    spaces = {"sz12": "united_states: 1 transport, 1 battleship; germany: 1 destroyer"}
    spaces |= {"united_kingdom": "united_kingdom: 1 fighter"}
    table = play("united_kingdom", "combat_move", spaces, cargo=cargo)
    table.move("1 infantry: sz12 > morocco_algeria")
    table.refuses({"type": "end_phase"}, "CMV-63")
    table.move("1 fighter: united_kingdom > sz7 > sz12").end_phase().battle("sz12", dice="3 6")
    assert table.owner("morocco_algeria") == "united_kingdom"


@pytest.mark.rule("CMV-70", "SPC-08", setups=("anniversary_1941", "anniversary_1942"))
def test_each_aircraft_fights_in_the_part_of_the_assault_that_it_flew_to(play: Play) -> None:
    table = laden(
        play,
        sz6="united_kingdom: 1 destroyer",
        united_kingdom="united_kingdom: 1 infantry",
        germany="germany: 1 fighter, 1 bomber",
    )
    sail_and_land(table).move("1 fighter: germany > sz5 > sz6").move("1 bomber: germany > sz5 > sz6 > united_kingdom")
    table.end_phase().battle("sz6", dice="3 6")
    table.refuses_move("1 fighter: sz6 > united_kingdom", "phase")
    table.battle("united_kingdom", dice="6 6 4 6")
    assert table.at("united_kingdom") == {"germany": {"infantry": 2, "bomber": 1}}
