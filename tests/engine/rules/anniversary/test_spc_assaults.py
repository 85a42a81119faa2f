"""Amphibious assaults of Anniversary and the fighters of sunk carriers (chapter SPC)."""

from __future__ import annotations

import pytest

from engine.ask import RetreatOptions
from tests.engine.rules.anniversary.playing import Play, sea_attack, shooters
from tests.engine.table import Table

ENGAGE = {"type": "engage", "space": "sz7", "attack": True}


def assault(
    play: Play,
    zone: str = "",
    *,
    fleet: str = "1 destroyer",
    cargo: str = "1 infantry",
    garrison: str = "1 infantry",
    land: str = "",
    air: str = "",
) -> Table:
    """The British land in France from sea zone 7; all moves are made, the phase is open.

    zone: who waits in the sea zone. land: own units in Northwestern Europe that march in. air: aircraft from London
    against the territory.
    """
    spaces = {
        "united_kingdom": f"united_kingdom: {cargo}" + (f", {air}" if air else ""),
        "sz8": f"united_kingdom: 1 transport, {fleet}",
        "sz7": zone,
        "france": f"germany: {garrison}" if garrison else "",
        "northwestern_europe": f"united_kingdom: {land}" if land else "",
    }
    owners = {"northwestern_europe": "united_kingdom"} if land else {}
    table = play("united_kingdom", "combat_move", spaces, owners=owners)
    table.move(f"{cargo}: united_kingdom > sz8").move(f"1 transport, {fleet}: sz8 > sz7")
    table.move(f"{cargo}: sz7 > france")
    if land:
        table.move(f"{land}: northwestern_europe > france")
    if air:
        table.move(f"{air}: united_kingdom > france")
    return table


def retreating(to: str | None, **more: object) -> dict[str, object]:
    return {"type": "decide", "kind": "retreat", "choice": {"retreat": to, **more}}


@pytest.mark.rule("SPC-01", "CMB-04", "BRD-20", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("warship", ["destroyer", "cruiser", "aircraft_carrier", "battleship"])
def test_enemy_surface_warships_force_a_battle_at_sea_before_the_landing(play: Play, warship: str) -> None:
    table = assault(play, f"germany: 1 {warship}")
    table.refuses({**ENGAGE, "attack": False}, "CMV-16")
    table.end_phase()
    assert table.pending == [("sz7", "sea"), ("france", "land")]


@pytest.mark.rule("SPC-02", "SPC-05", setups=("anniversary_1941", "anniversary_1942"))
def test_submarines_and_transports_are_ignored_or_fought(play: Play) -> None:
    table = assault(play, "germany: 1 submarine, 1 transport").end_phase()
    assert table.pending == [("france", "land")]
    table.battle("france", dice="1 6")
    assert table.owner("france") == "united_kingdom"
    table = assault(play, "germany: 1 submarine, 1 transport").do(ENGAGE).end_phase()
    assert table.pending == [("sz7", "sea"), ("france", "land")]
    table.battle("sz7", dice="2 6").battle("france", dice="1 6")
    assert table.owner("france") == "united_kingdom"


@pytest.mark.rule("SPC-03", "CMB-04", setups=("anniversary_1941", "anniversary_1942"))
def test_all_ships_of_both_sides_fight_the_battle_at_sea(play: Play) -> None:
    table = assault(play, "germany: 1 submarine, 1 transport, 1 destroyer", fleet="2 destroyer").end_phase()
    table.battle("france", dice="1 1 6 6")
    assert [[(s.unit, len(s.dice)) for s in event.shots] for event in table.happened("fired")] == [
        [("destroyer", 2)],
        [("submarine", 1), ("destroyer", 1)],
    ]
    assert table.pending == [("france", "land")]


@pytest.mark.rule("SPC-05", "SPC-76", setups=("anniversary_1941", "anniversary_1942"))
def test_a_submarine_that_submerged_in_the_battle_does_not_hinder_the_landing(play: Play) -> None:
    table = assault(play, "germany: 1 submarine, 1 aircraft_carrier", fleet="1 battleship").end_phase().battle("sz7")
    table.decide("submerge", {"submarine": 1}, dice="1 6")
    table.battle("france", dice="1 6")
    assert table.owner("france") == "united_kingdom"


@pytest.mark.rule("SPC-06", setups=("anniversary_1941", "anniversary_1942"))
def test_a_declared_landing_is_neither_called_off_nor_sent_elsewhere(play: Play) -> None:
    table = assault(play).end_phase()
    table.refuses({"type": "battle", "space": "france", "land": "none"}, "SPC-06", dice="1 6")
    table.refuses({"type": "battle", "space": "northwestern_europe"}, "space", dice="1 6")


@pytest.mark.rule("SPC-07", "CMB-44", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("ending", ["lost", "retreated"])
def test_after_a_failed_battle_at_sea_the_others_still_fight_one_round(play: Play, ending: str) -> None:
    table = assault(play, "germany: 2 destroyer", land="1 tank", garrison="2 infantry").end_phase()
    if ending == "lost":
        table.battle("france", dice="6 1 6").press(dice="1 6")
        assert "united_kingdom" not in table.at("sz7")
    else:
        table.battle("france", dice="6 6 6").retreat("sz8")
    table.refuses({"type": "end_phase"}, "phase")
    table.battle("france", dice="6 6 6").retreat("northwestern_europe")
    assert table.at("northwestern_europe") == {"united_kingdom": {"tank": 1}}


@pytest.mark.rule("SPC-07", setups=("anniversary_1941", "anniversary_1942"))
def test_an_assault_without_other_units_is_over_when_its_ships_retreat(play: Play) -> None:
    table = assault(play, "germany: 1 battleship").end_phase().battle("france", dice="6 6").retreat("sz8")
    assert (table.pending, table.phase) == ([], "noncombat_move")


@pytest.mark.rule("SPC-08", "SPC-09", setups=("anniversary_1941", "anniversary_1942"))
def test_aircraft_fight_in_one_part_only_and_those_on_land_do_not_defend_the_sea(play: Play) -> None:
    table = assault(play, "germany: 1 destroyer", air="1 bomber", garrison="1 infantry, 1 fighter").end_phase()
    table.battle("france", dice="1 6")
    assert shooters(table) == ["destroyer", "destroyer"]
    table.battle("france", dice="1 4 6 6")
    assert shooters(table) == ["infantry", "bomber", "infantry", "fighter"]


@pytest.mark.rule("SPC-09", "UNI-46", setups=("anniversary_1941", "anniversary_1942"))
def test_fighters_on_carriers_defend_the_sea_and_not_the_territory(play: Play) -> None:
    table = assault(play, "germany: 1 aircraft_carrier, 1 fighter", fleet="1 battleship").end_phase()
    table.battle("sz7", dice="1").lose("1 aircraft_carrier", dice="6 6")
    assert shooters(table) == ["aircraft_carrier", "fighter"]
    table.press(dice="1 6").battle("france", dice="1 6")
    assert shooters(table) == ["infantry", "infantry"]


@pytest.mark.rule("SPC-10", setups=("anniversary_1941", "anniversary_1942"))
def test_units_from_the_sea_and_overland_and_aircraft_attack_together(play: Play) -> None:
    table = assault(play, cargo="2 infantry", land="1 tank", air="1 bomber", garrison="2 tank").end_phase()
    table.battle("france", dice="1 6 6 4 6 6")
    assert shooters(table)[:3] == ["infantry", "tank", "bomber"]
    assert table.at("france") == {"united_kingdom": {"infantry": 2, "tank": 1, "bomber": 1}}


@pytest.mark.rule("SPC-11", "CMV-60", setups=("anniversary_1941", "anniversary_1942"))
def test_different_transports_of_a_zone_may_assault_different_territories(play: Play) -> None:
    spaces = {"sz7": "united_kingdom: 2 transport", "france": "germany: 1 infantry", "northwestern_europe": ""}
    cargo = [
        {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}},
        {"transport": "united_kingdom", "units": {"united_kingdom": {"tank": 1}}},
    ]
    table = play("united_kingdom", "combat_move", spaces, cargo={"sz7": cargo})
    table.move("1 infantry: sz7 > france").move("1 tank: sz7 > northwestern_europe").end_phase()
    table.battle("france", dice="1 6")
    assert (table.owner("france"), table.owner("northwestern_europe")) == ("united_kingdom", "united_kingdom")


@pytest.mark.rule("SPC-12", "SPC-13", "SPC-14", "CMB-36", setups=("anniversary_1941", "anniversary_1942"))
def test_overland_units_may_retreat_and_those_from_the_sea_fight_on(play: Play) -> None:
    table = assault(play, cargo="2 infantry", land="2 tank", garrison="2 tank").end_phase()
    table.battle("france", dice="6 6 6 6 6 6")
    assert list(RetreatOptions.of(table.state.requests[0]).retreat) == ["northwestern_europe"]
    table.refuses(retreating("sz7"), "CMB-38")
    table.retreat("northwestern_europe", dice="1 1 6 6")
    assert table.at("northwestern_europe") == {"united_kingdom": {"tank": 2}}
    assert table.at("france") == {"united_kingdom": {"infantry": 2}}
    table = assault(play, cargo="2 infantry").end_phase().battle("france", dice="6 6 6 6 6 6 1 6 6")
    assert table.owner("france") == "united_kingdom", "three rounds without a question"


@pytest.mark.rule("SPC-15", "CMB-43", setups=("anniversary_1941", "anniversary_1942"))
def test_aircraft_and_overland_units_retreat_at_the_same_time(play: Play) -> None:
    table = assault(play, cargo="2 infantry", land="1 tank", air="1 fighter", garrison="2 tank").end_phase()
    table.battle("france", dice="6 6 6 6 6 6")
    table.refuses(retreating("northwestern_europe", who=["land"]), "CMB-43")
    table.retreat("northwestern_europe", dice="6 6 1 1")
    assert table.at("northwestern_europe") == {"united_kingdom": {"tank": 1}}
    assert table.at("france") == {"united_kingdom": {"fighter": 1}, "germany": {"tank": 2}}


@pytest.mark.rule("SPC-16", "UNI-28", setups=("anniversary_1941", "anniversary_1942"))
def test_an_antiaircraft_gun_is_not_landed_in_an_assault(play: Play) -> None:
    cargo = {"sz7": [{"transport": "united_kingdom", "units": {"united_kingdom": {"anti_aircraft_gun": 1}}}]}
    table = play("united_kingdom", "combat_move", {"sz7": "united_kingdom: 1 transport"}, cargo=cargo)
    table.refuses_move("1 anti_aircraft_gun: sz7 > france", "SPC-16")


@pytest.mark.rule("SPC-25", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_of_an_ally_do_not_bombard(play: Play) -> None:
    cargo = {"sz7": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]}
    spaces = {"sz7": "united_kingdom: 1 transport; united_states: 2 battleship", "france": "germany: 1 infantry"}
    table = play("united_kingdom", "combat_move", spaces, cargo=cargo).move("1 infantry: sz7 > france").end_phase()
    table.battle("france", dice="1 6")
    assert shooters(table) == ["infantry", "infantry"]


def carrier_sunk(play: Play, defenders: str, **spaces: str) -> Table:
    """A British submarine sinks a carrier in sea zone 9 by a strike, and cannot be hit by what flew from it."""
    fleet = {"sz8": "united_kingdom: 1 submarine", "sz9": defenders, **spaces}
    table = play("united_kingdom", "combat_move", fleet).move("1 submarine: sz8 > sz9").end_phase().battle("sz9")
    return table.decide("submerge", {}, dice="1")


@pytest.mark.rule("SPC-79", "SPC-80", "UNI-53", "NCM-04", setups=("anniversary_1941", "anniversary_1942"))
def test_a_fighter_of_a_sunk_carrier_moves_one_space_to_a_friendly_carrier_or_is_lost(play: Play) -> None:
    table = carrier_sunk(play, "germany: 1 aircraft_carrier, 1 fighter", sz12="italy: 1 aircraft_carrier")
    assert table.phase == "noncombat_move"
    assert table.at("sz12") == {"italy": {"aircraft_carrier": 1}, "germany": {"fighter": 1}}
    table = carrier_sunk(play, "germany: 1 aircraft_carrier, 1 fighter", sz7="italy: 1 aircraft_carrier")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 1}}
    assert table.happened("units_lost")[-1].reason == "no_landing"


@pytest.mark.rule("SPC-79", "SPC-80", "ASY-25", "NCM-04", setups=("anniversary_1941", "anniversary_1942"))
def test_with_several_places_the_owner_chooses_before_the_attacker_moves_and_by_default_land(play: Play) -> None:
    spaces = {
        "sz13": "united_kingdom: 1 submarine",
        "sz14": "italy: 1 aircraft_carrier, 1 fighter",
        "sz15": "italy: 1 aircraft_carrier",
        "libya": "italy: 1 infantry",
        "balkans": "italy: 3 infantry",
    }
    table = play("united_kingdom", "combat_move", spaces).move("1 submarine: sz13 > sz14").end_phase().battle("sz14")
    table.decide("submerge", {}, dice="1")
    assert table.questions == [("stranded_landing", ("italy",))]
    table.refuses({"type": "end_phase"}, "request")
    chosen = table.state
    table.decide("stranded_landing", "default")
    assert table.at("balkans") == {"italy": {"infantry": 3, "fighter": 1}}
    table.state = chosen
    table.decide("stranded_landing", {"sz15": {"fighter": 1}})
    assert table.at("sz15") == {"italy": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("SPC-79", setups=("anniversary_1941", "anniversary_1942"))
def test_another_carrier_in_the_zone_takes_the_fighter_aboard(play: Play) -> None:
    table = sea_attack(play, "2 submarine", "germany: 1 aircraft_carrier, 1 fighter; italy: 1 aircraft_carrier")
    table.battle("sz9").decide("submerge", {}, dice="1 6")
    choice = {"germany": {"aircraft_carrier": 1}}
    table.decide("casualties", choice, power="germany").decide("casualties", choice, power="italy", dice="6")
    table.retreat("sz8")
    assert table.at("sz9") == {"germany": {"fighter": 1}, "italy": {"aircraft_carrier": 1}}


@pytest.mark.rule("SPC-102", "NCM-20", "NCM-12", setups=("anniversary_1941", "anniversary_1942"))
def test_an_attacking_fighter_whose_carrier_was_sunk_flies_on_with_the_rest_of_its_move(play: Play) -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer"}
    spaces |= {"sz9": "united_kingdom: 1 aircraft_carrier, 1 fighter; germany: 1 destroyer"}
    table = play("united_kingdom", "combat_move", spaces).move("1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="6 1 6 1").lose("1 aircraft_carrier")
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: sz9 > sz8 > united_kingdom")
    assert table.at("united_kingdom") == {"united_kingdom": {"fighter": 1}}
