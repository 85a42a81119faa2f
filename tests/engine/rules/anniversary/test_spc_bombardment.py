"""Bombardment in Anniversary: cruisers too, one shot for each unit that lands, return fire (chapter SPC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table


def landing(play: Play, escort: str, garrison: str, *, infantry: int = 1, air: str = "", zone: str = "") -> Table:
    """British infantry, two aboard each transport, lands in Northwestern Europe from sea zone 6; all moves are made."""
    ships = f"{(infantry + 1) // 2} transport, {escort}"
    spaces = {"sz6": f"united_kingdom: {ships}" + zone, "northwestern_europe": garrison}
    spaces |= {"united_kingdom": f"united_kingdom: {air}"} if air else {}
    loads = [min(2, infantry - already) for already in range(0, infantry, 2)]
    cargo = [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": load}}} for load in loads]
    table = play("united_kingdom", "combat_move", spaces, cargo={"sz6": cargo})
    table.move(f"{infantry} infantry: sz6 > northwestern_europe")
    if air:
        table.move(f"{air}: united_kingdom > northwestern_europe")
    return table.end_phase()


def shots(table: Table) -> list[tuple[str, list[tuple[str, int]]]]:
    """(step, [(unit, what it needs)]) for all that was fired in the last action."""
    return [(e.step, [(s.unit, s.value) for s in e.shots for _ in s.dice]) for e in table.happened("fired")]


@pytest.mark.rule("SPC-17", "SPC-22", "UNI-12", setups=("anniversary_1941", "anniversary_1942"))
def test_a_cruiser_bombards_at_3_and_a_battleship_at_4_once(play: Play) -> None:
    table = landing(play, "1 cruiser, 1 battleship", "germany: 3 infantry", infantry=2)
    table.battle("northwestern_europe", "3 4 1 6 6 6 6")
    assert shots(table)[0] == ("ships_bombard", [("cruiser", 3), ("battleship", 4)])
    assert table.owner("northwestern_europe") == "united_kingdom"
    assert [step for step, _ in shots(table)].count("ships_bombard") == 1


@pytest.mark.rule("SPC-20", "SPC-21", setups=("anniversary_1941", "anniversary_1942"))
def test_no_more_ships_fire_than_units_land_and_the_attacker_says_which(play: Play) -> None:
    table = landing(play, "1 cruiser, 1 battleship", "germany: 1 infantry").battle("northwestern_europe")
    (request,) = table.state.requests
    assert request.options == {
        "ships": {"cruiser": 1, "battleship": 1},
        "territories": ["northwestern_europe"],
        "limits": {"northwestern_europe": 1},
    }
    assert request.default == {"northwestern_europe": {"battleship": 1}}
    both: dict[str, Any] = {"northwestern_europe": {"cruiser": 1, "battleship": 1}}
    table.refuses({"type": "decide", "kind": "bombardment", "choice": both}, "SPC-20")
    table.decide("bombardment", {"northwestern_europe": {"cruiser": 1}}, "3 6")
    assert shots(table)[0] == ("ships_bombard", [("cruiser", 3)])


@pytest.mark.rule("SPC-20", "SPC-21", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_of_two_zones_share_the_room_of_one_landing(play: Play) -> None:
    """Two infantry land in France, one from each of its zones; two ships in all may fire."""
    load = {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}
    fleet = "united_kingdom: 1 transport, 1 cruiser, 1 battleship"
    spaces = {"sz7": fleet, "sz13": fleet, "france": "germany: 2 infantry"}
    cargo = {"sz7": [load], "sz13": [load]}
    table = play("united_kingdom", "combat_move", spaces, cargo=cargo)
    table.move("1 infantry: sz7 > france").move("1 infantry: sz13 > france").end_phase().battle("france")
    (first,) = table.state.requests
    assert (first.space, first.options["limits"]) == ("sz13", {"france": 2})
    assert first.default == {"france": {"battleship": 1}}, "the other zone has a battleship, too"
    table.decide("bombardment", {"france": {"cruiser": 1}})
    (second,) = table.state.requests
    assert (second.space, second.options["limits"]) == ("sz7", {"france": 1})
    table.decide("bombardment", "default", "3 4 6 6")
    assert shots(table)[0] == ("ships_bombard", [("cruiser", 3), ("battleship", 4)])


@pytest.mark.rule("SPC-20", "ASY-03", setups=("anniversary_1941", "anniversary_1942"))
def test_nobody_is_asked_where_all_ships_are_alike(play: Play) -> None:
    table = landing(play, "3 cruiser", "germany: 3 infantry", infantry=2).battle("northwestern_europe", "3 3 1 6 6 6 6")
    assert shots(table)[0] == ("ships_bombard", [("cruiser", 3), ("cruiser", 3)])


@pytest.mark.rule("SPC-24", "CMB-09", "ASY-14", setups=("anniversary_1941", "anniversary_1942"))
def test_victims_of_a_bombardment_fire_back_in_the_first_round(play: Play) -> None:
    table = landing(play, "1 battleship", "germany: 1 infantry").battle("northwestern_europe", "4 2")
    assert shots(table) == [("ships_bombard", [("battleship", 4)]), ("defenders_fire", [("infantry", 2)])]
    assert table.at("northwestern_europe") == {}
    assert table.owner("northwestern_europe") == "germany"


@pytest.mark.rule("SPC-23", setups=("anniversary_1941", "anniversary_1942"))
def test_the_defender_may_give_up_an_aircraft_to_a_bombardment(play: Play) -> None:
    table = landing(play, "1 battleship", "germany: 1 infantry, 1 fighter").battle("northwestern_europe", "1")
    table.lose("1 fighter", "1 6 6")
    (lost,) = table.happened("casualties_chosen")[0].lost
    assert lost.startswith("germany.fighter.")
    assert shots(table)[-1] == ("defenders_fire", [("infantry", 2), ("fighter", 4)])


@pytest.mark.rule("SPC-101", setups=("anniversary_1941", "anniversary_1942"))
def test_a_territory_without_enemy_land_units_is_not_bombarded(play: Play) -> None:
    table = landing(play, "1 battleship", "germany: 1 fighter, 1 anti_aircraft_gun").battle(
        "northwestern_europe", "1 6"
    )
    assert shots(table) == [("attackers_fire", [("infantry", 1)]), ("defenders_fire", [("fighter", 4)])]


@pytest.mark.rule("SPC-18", "SPC-19", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_that_sank_a_transport_do_not_bombard(play: Play) -> None:
    table = landing(play, "1 battleship", "germany: 1 infantry", zone="; germany: 1 transport")
    assert table.pending == [("northwestern_europe", "land")], "transports may be ignored"
    table = landing(play, "1 battleship", "germany: 1 infantry", zone="; germany: 1 destroyer")
    table.battle("northwestern_europe", "4 6").battle("northwestern_europe", "1 6")
    assert "ships_bombard" not in [step for step, _ in shots(table)]


@pytest.mark.rule("SPC-59", "CMB-06", "SPC-63", setups=("anniversary_1941", "anniversary_1942"))
def test_guns_fire_first_then_ships_then_everybody(play: Play) -> None:
    table = landing(play, "1 battleship", "germany: 2 infantry, 1 anti_aircraft_gun", air="1 bomber")
    table.battle("northwestern_europe", "1 1 1 6 6")
    assert [event.kind for event in table.events if event.kind in ("anti_aircraft_fired", "fired")][:2] == [
        "anti_aircraft_fired",
        "fired",
    ]
    assert [step for step, _ in shots(table)][:3] == ["ships_bombard", "attackers_fire", "defenders_fire"]
    assert "bomber" not in table.at("northwestern_europe")["united_kingdom"]


@pytest.mark.rule("SPC-20", "ASY-03", setups=("anniversary_1941", "anniversary_1942"))
def test_of_like_ships_one_that_has_moved_fires_and_the_other_keeps_its_move(play: Play) -> None:
    load = {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}
    spaces = {
        "sz6": "united_kingdom: 1 transport, 1 battleship",
        "sz7": "united_kingdom: 1 battleship",
        "northwestern_europe": "germany: 1 infantry",
    }
    table = play("united_kingdom", "combat_move", spaces, cargo={"sz6": [load]})
    table.move("1 infantry: sz6 > northwestern_europe").move("1 battleship: sz7 > sz6").end_phase()
    table.battle("northwestern_europe", "6 6 6 1 6")
    fired = [piece for piece in table.state.at("sz6") if piece.fought]
    assert [piece.moved for piece in fired if piece.unit == "battleship"] == ["combat_move"]
