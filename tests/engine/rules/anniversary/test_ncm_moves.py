"""The noncombat move in Anniversary: land units, ships, transports, landing aircraft (chapter NCM)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table


def noncombat(play: Play, power: str, spaces: dict[str, str], **more: Any) -> Table:
    """The noncombat move of a power."""
    return play(power, "noncombat_move", spaces, **more)


@pytest.mark.rule("NCM-01", "CMV-15", "NCM-06", setups=("anniversary_1941", "anniversary_1942"))
def test_only_units_that_stayed_out_of_combat_move_and_they_may_enter_what_was_captured(play: Play) -> None:
    table = play("germany", "combat_move", {"finland": "germany: 2 infantry, 1 tank"})
    table.move("1 infantry: finland > karelia_ssr").end_phase()
    table.refuses_move("1 infantry: karelia_ssr > finland", "CMV-15")
    table.move("1 infantry: finland > karelia_ssr").move("1 tank: finland > norway")
    assert table.at("karelia_ssr") == {"germany": {"infantry": 2}}


@pytest.mark.rule("NCM-01", "CMV-03", setups=("anniversary_1941", "anniversary_1942"))
def test_units_use_their_whole_move_and_no_more(play: Play) -> None:
    table = noncombat(play, "germany", {"germany": "germany: 1 infantry, 1 tank"})
    table.refuses_move("1 infantry: germany > poland > bulgaria_romania", "CMV-03")
    table.move("1 tank: germany > poland").move("1 tank: poland > bulgaria_romania")
    table.refuses_move("1 tank: bulgaria_romania > balkans", "CMV-03")


@pytest.mark.rule("NCM-02", "NCM-07", "NCM-23", setups=("anniversary_1941", "anniversary_1942"))
def test_no_noncombat_move_enters_a_hostile_territory_or_brings_a_battle_at_sea(play: Play) -> None:
    spaces = {"finland": "germany: 1 tank", "sz5": "germany: 1 battleship", "sz6": "united_kingdom: 1 destroyer"}
    table = noncombat(play, "germany", spaces)
    table.refuses_move("1 tank: finland > karelia_ssr", "NCM-07")
    table.refuses_move("1 tank: finland > karelia_ssr > baltic_states", "NCM-07")
    table.refuses_move("1 battleship: sz5 > sz6", "NCM-23")
    table.refuses_move("1 battleship: sz5 > sz6 > sz7", "NCM-23")
    table.refuses({"type": "battle", "space": "sz6"}, "phase")


@pytest.mark.rule("NCM-03", "NCM-24", "NCM-02", setups=("anniversary_1941", "anniversary_1942"))
def test_aircraft_and_submarines_may_enter_hostile_spaces(play: Play) -> None:
    spaces = {"finland": "germany: 1 fighter", "sz5": "germany: 1 submarine", "sz6": "united_kingdom: 1 cruiser"}
    table = noncombat(play, "germany", {**spaces, "sz7": "united_kingdom: 1 cruiser"})
    table.move("1 fighter: finland > karelia_ssr > sz5 > germany")
    table.move("1 submarine: sz5 > sz6 > sz7").end_phase()
    assert table.at("sz7") == {"germany": {"submarine": 1}, "united_kingdom": {"cruiser": 1}}
    assert table.happened("battle_began") == []


@pytest.mark.rule("NCM-25", "UNI-11", setups=("anniversary_1941", "anniversary_1942"))
def test_a_destroyer_stops_a_submarine_in_peace_too(play: Play) -> None:
    spaces = {"sz5": "germany: 1 submarine", "sz6": "united_kingdom: 1 destroyer"}
    table = noncombat(play, "germany", spaces)
    table.refuses_move("1 submarine: sz5 > sz6 > sz7", "NCM-25")
    table.move("1 submarine: sz5 > sz6").end_phase()


@pytest.mark.rule("NCM-26", "NCM-23", "BRD-21", "BRD-24", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("enemy", ["submarine", "transport"])
def test_ships_may_end_beside_enemy_submarines_and_transports(play: Play, enemy: str) -> None:
    spaces = {"sz5": "germany: 1 cruiser", "sz6": f"united_kingdom: 2 {enemy}; italy: 1 destroyer"}
    table = noncombat(play, "germany", spaces).move("1 cruiser: sz5 > sz6").end_phase()
    assert table.at("sz6")["germany"] == {"cruiser": 1}


@pytest.mark.rule("NCM-09", "BRD-12", "BRD-13", setups=("anniversary_1941", "anniversary_1942"))
def test_nobody_enters_or_crosses_neutral_territory(play: Play) -> None:
    table = noncombat(play, "germany", {"germany": "germany: 1 tank, 1 fighter"})
    table.refuses_move("1 tank: germany > switzerland", "BRD-12")
    table.refuses_move("1 fighter: germany > switzerland > italy", "BRD-12")


@pytest.mark.rule("NCM-06", "BRD-08", "BRD-17", setups=("anniversary_1941", "anniversary_1942"))
def test_land_units_may_enter_the_territory_of_an_ally(play: Play) -> None:
    spaces = {"eastern_united_states": "united_states: 1 infantry"}
    table = noncombat(play, "united_states", spaces).move("1 infantry: eastern_united_states > eastern_canada")
    assert table.owner("eastern_canada") == "united_kingdom"


@pytest.mark.rule("NCM-12", "NCM-15", "NCM-20", setups=("anniversary_1941", "anniversary_1942"))
def test_a_fighter_that_fought_flies_home_with_what_is_left_of_its_move(play: Play) -> None:
    spaces = {"finland": "germany: 1 fighter", "archangel": "soviet_union: 1 infantry"}
    table = play("germany", "combat_move", spaces).move("1 fighter: finland > karelia_ssr > archangel").end_phase()
    table.battle("archangel", dice="3 6")
    table.refuses_move("1 fighter: archangel > karelia_ssr > finland > norway", "NCM-15")
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: archangel > karelia_ssr > finland").end_phase()
    assert table.at("finland") == {"germany": {"fighter": 1}}


@pytest.mark.rule("NCM-13", "NCM-14", setups=("anniversary_1941", "anniversary_1942"))
def test_aircraft_land_only_where_it_was_friendly_when_the_turn_began(play: Play) -> None:
    spaces = {"finland": "germany: 1 tank, 1 bomber"}
    table = play("germany", "combat_move", spaces).move("1 tank: finland > karelia_ssr").end_phase()
    table.refuses_move("1 bomber: finland > karelia_ssr", "NCM-14")
    table.refuses_move("1 bomber: finland > karelia_ssr > archangel", "NCM-13")
    table.move("1 bomber: finland > norway")
    freed = {"persia": "united_kingdom: 1 infantry", "india": "united_kingdom: 1 fighter"}
    table = play("united_kingdom", "combat_move", freed, owners={"caucasus": "germany"})
    table.move("1 infantry: persia > caucasus").end_phase()
    assert table.owner("caucasus") == "soviet_union"
    table.refuses_move("1 fighter: india > persia > caucasus", "NCM-14")


@pytest.mark.rule("NCM-16", "NCM-17", "UNI-47", "UNI-49", setups=("anniversary_1941", "anniversary_1942"))
def test_at_sea_only_fighters_land_and_only_on_a_carrier_with_room_which_then_stays(play: Play) -> None:
    spaces = {"japan": "japan: 1 fighter, 1 bomber", "sz62": "japan: 1 aircraft_carrier, 2 fighter"}
    table = noncombat(play, "japan", spaces)
    table.refuses_move("1 bomber: japan > sz62", "UNI-47")
    table.move("1 fighter: japan > sz62").refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 fighter: sz62 > japan").end_phase()
    assert table.at("sz62") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}
    table = noncombat(play, "japan", {"sz62": "japan: 1 aircraft_carrier, 2 fighter"})
    table.move("1 aircraft_carrier: sz62 > sz61")
    assert table.at("sz62") == {"japan": {"fighter": 2}}, "fighters fly on their own movement"
    table.move("2 fighter: sz62 > sz61").end_phase()
    assert table.at("sz61") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}


@pytest.mark.rule("NCM-18", "MOB-09", setups=("anniversary_1941", "anniversary_1942"))
def test_a_fighter_may_wait_even_among_enemies_for_a_carrier_bought_this_turn(play: Play) -> None:
    spaces = {"france": "germany: 1 fighter", "sz5": "united_kingdom: 1 battleship"}
    table = noncombat(play, "germany", spaces, purchased={"germany": {"aircraft_carrier": 1}})
    table.move("1 fighter: france > germany > sz5").end_phase()
    table.do({"type": "mobilize", "units": {"aircraft_carrier": 1}, "space": "sz5"}).end_phase()
    assert table.at("sz5")["germany"] == {"fighter": 1, "aircraft_carrier": 1}
    table = noncombat(play, "germany", spaces, purchased={"germany": {"destroyer": 1}})
    table.move("1 fighter: france > germany > sz5").refuses({"type": "end_phase"}, "NCM-20")


@pytest.mark.rule("NCM-19", setups=("anniversary_1941", "anniversary_1942"))
def test_a_carrier_that_can_save_a_fighter_must_come(play: Play) -> None:
    spaces = {"sz43": "japan: 1 aircraft_carrier, 1 fighter", "sz26": "united_states: 1 transport"}
    table = play("japan", "combat_move", spaces).move("1 fighter: sz43 > sz25 > sz26").end_phase().battle("sz26")
    table.refuses_move("1 aircraft_carrier: sz43 > sz44 > sz54", "NCM-19")
    table.move("1 aircraft_carrier: sz43 > sz25").move("1 fighter: sz26 > sz25").end_phase()
    assert table.at("sz25") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}


@pytest.mark.rule("NCM-20", "NCM-21", setups=("anniversary_1941", "anniversary_1942"))
def test_as_many_aircraft_as_can_must_land_and_the_player_says_which(play: Play) -> None:
    nothing_near = {"morocco_algeria": "united_kingdom", "solomon_islands": "united_states"}
    table = noncombat(play, "japan", {"sz25": "japan: 1 aircraft_carrier, 3 fighter"}, owners=nothing_near)
    _, second, third = sorted(piece.id for piece in table.state.at("sz25") if piece.unit == "fighter")
    there_and_back = ["sz25", "sz26", "sz25", "sz26", "sz25"]
    table.do({"type": "move", "pick": [second, third], "path": there_and_back}).end_phase()
    assert table.at("sz25") == {"japan": {"aircraft_carrier": 1, "fighter": 2}}
    table = noncombat(play, "japan", {"sz25": "japan: 1 fighter", "japan": "japan: 1 fighter"}, owners=nothing_near)
    table.end_phase()
    assert [event.reason for event in table.happened("units_lost")] == ["no_landing"]


@pytest.mark.rule("NCM-22", "ASY-28", "UNI-50", setups=("anniversary_1941", "anniversary_1942"))
def test_landing_on_an_allys_carrier_or_land_needs_leave_that_counts_as_given(play: Play) -> None:
    spaces = {"libya": "germany: 1 fighter", "sz14": "italy: 1 aircraft_carrier", "italy": "germany: 1 infantry"}
    withheld = {"type": "leave", "power": "italy", "to": "germany", "granted": False}
    table = noncombat(play, "germany", spaces).do({**withheld, "what": "carriers"})
    table.refuses_move("1 fighter: libya > morocco_algeria > sz12 > sz13 > sz14", "NCM-22")
    table.do({**withheld, "what": "territories"})
    table.refuses_move("1 infantry: italy > balkans", "ASY-28")
    table = noncombat(play, "germany", spaces).move("1 fighter: libya > sz14").end_phase()
    assert table.at("sz14") == {"germany": {"fighter": 1}, "italy": {"aircraft_carrier": 1}}


@pytest.mark.rule("NCM-27", "NCM-29", "NCM-32", "CMV-60", setups=("anniversary_1941", "anniversary_1942"))
def test_an_unused_transport_loads_sails_and_puts_ashore_in_one_friendly_territory(play: Play) -> None:
    spaces = {"sz5": "germany: 1 transport", "germany": "germany: 1 tank", "norway": "germany: 1 infantry"}
    load = partial(noncombat, play, "germany", spaces)
    table = load().move("1 tank: germany > sz5").move("1 transport: sz5 > sz6").move("1 infantry: norway > sz6")
    table.refuses_move("1 tank: sz6 > united_kingdom", "NCM-07")
    table.move("1 tank: sz6 > northwestern_europe").refuses_move("1 infantry: sz6 > norway", "CMV-60")
    table.move("1 infantry: sz6 > northwestern_europe")
    table.refuses_move("1 transport: sz6 > sz5", "CMV-60")
    table = load().move("1 tank: germany > sz5").end_phase()
    assert table.board["cargo"][0]["units"] == {"germany": {"tank": 1}}, "or the cargo stays aboard"


@pytest.mark.rule("NCM-28", "NCM-27", setups=("anniversary_1941", "anniversary_1942"))
def test_a_transport_that_fought_or_fled_does_nothing_more(play: Play) -> None:
    spaces = {"sz5": "germany: 1 destroyer, 1 transport; united_kingdom: 1 destroyer", "germany": "germany: 1 infantry"}
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"tank": 1}}}]}
    table = play("germany", "combat_move", spaces, cargo=cargo).end_phase().battle("sz5", dice="1 6")
    table.refuses_move("1 transport: sz5 > sz6", "NCM-28")
    table.refuses_move("1 infantry: germany > sz5", "NCM-28")
    table.refuses_move("1 tank: sz5 > germany", "NCM-28")


@pytest.mark.rule("NCM-29", "CMV-19", setups=("anniversary_1941", "anniversary_1942"))
def test_guests_go_ashore_in_their_own_turn_and_nobody_beside_enemy_warships(play: Play) -> None:
    cargo = {"sz6": [{"transport": "united_kingdom", "units": {"united_states": {"infantry": 1}}}]}
    spaces = {"sz6": "united_kingdom: 1 transport"}
    table = noncombat(play, "united_kingdom", spaces, cargo=cargo)
    table.refuses_move("1 infantry: sz6 > united_kingdom", "power", owner="united_states")
    table = noncombat(play, "united_states", spaces, cargo=cargo).move("1 infantry: sz6 > united_kingdom")
    assert table.at("united_kingdom") == {"united_states": {"infantry": 1}}
    hostile = {"sz6": "united_kingdom: 1 transport; germany: 1 cruiser"}
    noncombat(play, "united_states", hostile, cargo=cargo).refuses_move("1 infantry: sz6 > united_kingdom", "CMV-19")
