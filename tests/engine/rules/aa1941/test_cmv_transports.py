"""Transports in the combat move: loading on the way, bridging, and the landing that must follow."""

import pytest

from tests.engine.rules.common.test_cmv_transports import aboard
from tests.engine.table import Table, position

CHANNEL = {
    "sz5": "germany: 1 transport",
    "germany": "germany: 1 infantry, 1 tank",
    "norway_finland": "germany: 1 infantry",
    "western_europe": "germany: 1 infantry, 1 tank",
}


@pytest.mark.rule("CMV-54", "CMV-55")
def test_a_transport_loads_sails_loads_elsewhere_sails_and_lands() -> None:
    """The example of the rule document: one unit, one zone, another unit, another zone, both ashore."""
    table = position("germany", "combat_move", CHANNEL)
    table.move("1 tank: germany > sz5").move("1 transport: sz5 > sz6").move("1 infantry: norway_finland > sz6")
    table.move("1 transport: sz6 > sz8")
    assert aboard(table, "sz8") == [{"germany": {"tank": 1, "infantry": 1}}]
    table.move("1 infantry, 1 tank: sz8 > united_kingdom").end_phase()
    assert table.owner("united_kingdom") == "germany"
    assert table.at("united_kingdom") == {"germany": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("CMV-54", "CMV-55")
def test_a_transport_loads_from_two_territories_after_moving() -> None:
    table = position("germany", "combat_move", CHANNEL)
    table.move("1 transport: sz5 > sz6")
    table.move("1 infantry: norway_finland > sz6").move("1 tank: western_europe > sz6")
    table.move("1 infantry, 1 tank: sz6 > united_kingdom").end_phase()
    assert table.owner("united_kingdom") == "germany"


@pytest.mark.rule("CMV-54")
def test_a_transport_does_not_load_in_a_hostile_zone_on_its_way() -> None:
    table = position("germany", "combat_move", {**CHANNEL, "sz6": "united_kingdom: 1 destroyer"})
    table.move("1 transport: sz5 > sz6")
    table.refuses_move("1 infantry: norway_finland > sz6", "CMV-19")


@pytest.mark.rule("CMV-54", "CMV-03")
@pytest.mark.parametrize("zones", [("sz5", "sz6"), ("sz6", "sz5")])
def test_who_boards_takes_the_transport_that_can_sail_farthest(zones: tuple[str, str]) -> None:
    spaces = {**dict.fromkeys(zones, "germany: 1 transport"), "norway_finland": "germany: 1 infantry"}
    table = position("germany", "combat_move", spaces).move("1 transport: sz5 > sz6")
    table.move("1 infantry: norway_finland > sz6").move("1 transport: sz6 > sz9 > sz10", with_cargo={"infantry": 1})
    table.move("1 infantry: sz10 > eastern_canada")
    assert table.at("sz6") == {"germany": {"transport": 1}}


@pytest.mark.rule("UNI-61", "CMV-61")
def test_cargo_that_has_sailed_makes_no_room_for_others() -> None:
    spaces = {"germany": "germany: 2 infantry", "sz5": "germany: 2 transport", "norway_finland": "germany: 2 tank"}
    table = position("germany", "combat_move", spaces).move("2 infantry: germany > sz5")
    table.move("1 transport: sz5 > sz6", with_cargo={"infantry": 2}).move("1 transport: sz5 > sz6")
    table.refuses_move("2 tank: norway_finland > sz6", "UNI-61")


@pytest.mark.rule("UNI-61", "CMV-61")
def test_cargo_that_is_to_land_makes_no_room_for_others() -> None:
    spaces = {"sz6": "germany: 2 transport", "norway_finland": "germany: 2 infantry, 2 tank"}
    table = position("germany", "combat_move", spaces).move("2 infantry: norway_finland > sz6")
    table.move("2 infantry: sz6 > united_kingdom")
    table.refuses_move("2 tank: norway_finland > sz6", "UNI-61")


LANDINGS = ("1 infantry", "western_europe"), ("1 infantry, 1 tank", "norway_finland")
INFANTRY, BOTH = {"infantry": 1}, {"infantry": 1, "tank": 1}


def off_both_coasts(phase: str, first: dict[str, int], second: dict[str, int], owner: str) -> Table:
    """Two British transports between two coasts with this cargo."""
    rows = [{"transport": "united_kingdom", "units": {"united_kingdom": units}} for units in (first, second)]
    owners = {coast: owner for _, coast in LANDINGS}
    spaces = {"sz6": "united_kingdom: 2 transport"}
    return position("united_kingdom", phase, spaces, owners=owners, cargo={"sz6": rows})


@pytest.mark.rule("CMV-60", "SPC-11")
@pytest.mark.parametrize("orders", [LANDINGS, LANDINGS[::-1]])
@pytest.mark.parametrize("cargo", [(INFANTRY, BOTH), (BOTH, INFANTRY)])
def test_of_units_alike_those_land_whose_transport_has_nothing_left_to_land_elsewhere(
    orders: tuple[tuple[str, str], ...], cargo: tuple[dict[str, int], dict[str, int]]
) -> None:
    table = off_both_coasts("combat_move", *cargo, owner="germany")
    for units, coast in orders:
        table.move(f"{units}: sz6 > {coast}")
    table.end_phase()
    assert table.at("western_europe") == {"united_kingdom": INFANTRY}
    assert table.at("norway_finland") == {"united_kingdom": BOTH}


@pytest.mark.rule("CMV-60", "NCM-29")
@pytest.mark.parametrize("orders", [LANDINGS, LANDINGS[::-1]])
@pytest.mark.parametrize("cargo", [(INFANTRY, BOTH), (BOTH, INFANTRY)])
def test_so_they_go_ashore_among_friends(
    orders: tuple[tuple[str, str], ...], cargo: tuple[dict[str, int], dict[str, int]]
) -> None:
    table = off_both_coasts("noncombat_move", *cargo, owner="united_kingdom")
    for units, coast in orders:
        table.move(f"{units}: sz6 > {coast}")
    assert table.at("norway_finland") == {"united_kingdom": BOTH}


@pytest.mark.rule("CMV-60", "SPC-11")
def test_who_lands_together_empties_transports_where_some_carry_just_that() -> None:
    pair = {"infantry": 2}
    rows = [{"transport": "united_kingdom", "units": {"united_kingdom": units}} for units in (pair, INFANTRY, pair)]
    for orders in (("3 infantry", "2 infantry"), ("2 infantry", "3 infantry"), ("1 infantry", "4 infantry")):
        spaces = {"sz6": "united_kingdom: 3 transport"}
        table = position("united_kingdom", "combat_move", spaces, cargo={"sz6": rows})
        table.move(f"{orders[0]}: sz6 > western_europe").move(f"{orders[1]}: sz6 > norway_finland").end_phase()
        assert table.at("norway_finland") == {"united_kingdom": {"infantry": int(orders[1][0])}}


@pytest.mark.rule("CMV-60", "SPC-11")
def test_who_follows_comes_from_the_transport_that_lands_there_already() -> None:
    table = off_both_coasts("combat_move", {"infantry": 1}, {"infantry": 2}, owner="germany")
    table.move("2 infantry: sz6 > western_europe").move("1 infantry: sz6 > norway_finland").end_phase()
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 2}}
    table = off_both_coasts("combat_move", BOTH, BOTH, owner="germany")
    table.move("1 infantry: sz6 > western_europe").move("1 tank: sz6 > western_europe")
    table.move("1 infantry, 1 tank: sz6 > norway_finland").end_phase()
    assert table.at("norway_finland") == {"united_kingdom": BOTH}


@pytest.mark.rule("CMV-56")
def test_boarding_is_the_whole_move_of_a_land_unit() -> None:
    table = position("germany", "combat_move", {**CHANNEL, "eastern_europe": "germany: 1 tank"})
    table.refuses_move("1 tank: eastern_europe > germany > sz5", "CMV-56")
    told = table.refuses_move("1 tank: western_europe > sz5 > karelia", "CMV-56")
    assert told == (
        "Boarding is the tank's whole move. It boards in a sea zone next to Western Europe, and goes ashore with "
        "another order."
    )
    table.refuses_move("1 tank: germany > western_europe", "CMV-01")


@pytest.mark.rule("CMV-56")
def test_who_cannot_land_from_where_the_transport_is_reads_that_it_must_sail_first() -> None:
    aboard = {"transport": "germany", "units": {"germany": {"infantry": 1}}}
    table = position("germany", "combat_move", {"sz16": "germany: 1 transport"}, cargo={"sz16": [aboard]})
    assert table.refuses_move("1 infantry: sz16 > anglo_egypt_sudan", "CMV-56") == (
        "Sea zone 16 does not touch Anglo-Egypt Sudan. Move the transport to its coast first; going ashore is the "
        "infantry's whole move."
    )


@pytest.mark.rule("CMV-56")
def test_a_tank_that_has_moved_cannot_board_and_one_ashore_goes_no_further() -> None:
    table = position("germany", "combat_move", {"north_africa": "germany: 1 tank", "sz16": "germany: 1 transport"})
    table.move("1 tank: north_africa > anglo_egypt_sudan > north_africa")
    table.refuses_move("1 tank: north_africa > sz16", "CMV-56")
    table = position("germany", "combat_move", {**CHANNEL, "archangel": "soviet_union: 1 infantry"})
    table.move("1 tank: germany > sz5").move("1 tank: sz5 > karelia")
    table.refuses_move("1 tank: karelia > archangel", "units")


@pytest.mark.rule("CMV-57")
def test_a_transport_stops_where_it_meets_surface_warships() -> None:
    table = position(
        "germany",
        "combat_move",
        {**CHANNEL, "sz6": "united_kingdom: 1 destroyer", "sz8": "united_kingdom: 1 submarine"},
    )
    sentence = table.refuses_move("1 transport: sz5 > sz6 > sz8", "CMV-57")
    assert sentence == "The transport cannot go on from sea zone 6: enemy surface warships stop it there."
    table.move("1 transport: sz5 > sz6")
    table.refuses_move("1 transport: sz6 > sz8", "CMV-57")


@pytest.mark.rule("CMV-57")
def test_the_zone_in_which_a_transport_starts_does_not_stop_it() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 transport; united_kingdom: 1 battleship", "sz6": "germany: 1 submarine"},
    )
    table.move("1 transport: sz5 > sz6 > sz8").end_phase()
    assert table.at("sz8") == {"germany": {"transport": 1}}


@pytest.mark.rule("CMV-58")
def test_what_boards_in_the_combat_move_must_be_landed_this_turn() -> None:
    table = position("germany", "combat_move", CHANNEL)
    table.move("1 infantry, 1 tank: germany > sz5").move("1 infantry: sz5 > karelia")
    sentence = table.refuses({"type": "end_phase"}, "CMV-58")
    assert sentence == (
        "The tank aboard in sea zone 5 was loaded this phase. Declare its assault, or undo the loading."
    )
    table.move("1 tank: sz5 > karelia").end_phase()
    assert table.at("karelia") == {"germany": {"infantry": 1, "tank": 1}}


@pytest.mark.rule("CMV-60")
def test_a_transport_lands_in_one_territory_only_and_is_done() -> None:
    table = position(
        "germany",
        "combat_move",
        {"sz6": "germany: 1 transport", "norway_finland": "germany: 1 infantry", "sz8": "united_kingdom: 1 submarine"},
        owners={"western_europe": "united_kingdom"},
        cargo={"sz6": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]},
    )
    table.move("1 infantry: norway_finland > sz6").move("1 infantry: sz6 > united_kingdom")
    sentence = table.refuses_move("1 infantry: sz6 > western_europe", "CMV-60")
    assert sentence == (
        "The transport in sea zone 6 offloads into the United Kingdom this turn; it serves only one territory."
    )
    table.refuses_move("1 transport: sz6 > sz8", "CMV-60")
    table.move("1 infantry: sz6 > united_kingdom")
    assert aboard(table, "sz6") == [{"germany": {"infantry": 2}}]


@pytest.mark.rule("CMV-60")
def test_a_transport_that_has_landed_cargo_loads_no_more() -> None:
    table = position("germany", "combat_move", CHANNEL)
    table.move("1 infantry: germany > sz5").move("1 infantry: sz5 > karelia")
    table.refuses_move("1 infantry: western_europe > sz5", "CMV-60")
    table.end_phase()
    table.refuses_move("1 infantry: western_europe > sz5", "CMV-60")


@pytest.mark.rule("CMV-62", "CMV-69")
def test_a_bridge_loads_and_lands_without_moving_the_ship() -> None:
    table = position("germany", "combat_move", CHANNEL)
    table.move("1 infantry, 1 tank: germany > sz5").move("1 infantry, 1 tank: sz5 > karelia").end_phase()
    assert table.owner("karelia") == "germany"
    assert table.at("sz5") == {"germany": {"transport": 1}}
    table.refuses_move("1 transport: sz5 > sz6", "CMV-60")


@pytest.mark.rule("CMV-62")
def test_a_bridge_carries_no_more_than_one_shipload() -> None:
    table = position("germany", "combat_move", {**CHANNEL, "germany": "germany: 3 infantry, 2 tank"})
    table.refuses_move("2 tank: germany > sz5", "UNI-61")
    table.move("2 infantry: germany > sz5")
    sentence = table.refuses_move("1 infantry: germany > sz5", "UNI-61")
    assert "a transport carries 1 land unit and 1 infantry" in sentence


@pytest.mark.rule("CMV-67")
def test_an_allys_transport_carries_in_three_turns() -> None:
    start = {"sz31": "japan: 1 transport", "southeast_asia": "germany: 1 infantry"}
    table = position("germany", "combat_move", start)
    table.refuses_move("1 infantry: southeast_asia > sz31", "CMV-67")
    table.end_phase().move("1 infantry: southeast_asia > sz31")
    sentence = table.refuses_move("1 infantry: sz31 > southeast_asia", "CMV-67")
    assert sentence == "Units that boarded an ally's transport this turn go ashore on a later turn."
    table = play_on_to(table, "japan", "combat_move")
    table.end_phase().refuses_move("1 infantry: sz31 > southeast_asia", "power", owner="germany")
    table.move("1 transport: sz31 > sz29")
    assert aboard(table, "sz29") == [{"germany": {"infantry": 1}}]
    table = play_on_to(table, "germany", "combat_move")
    table.move("1 infantry: sz29 > india").end_phase()
    assert table.owner("india") == "germany"


def play_on_to(table: Table, power: str, phase: str) -> Table:
    """End phases until a power has reached a phase."""
    while (table.state.power, table.phase) != (power, phase):
        table.end_phase()
    return table


@pytest.mark.rule("CMV-68")
def test_a_land_unit_assaults_from_an_allys_transport_on_its_own_turn() -> None:
    cargo = {"sz29": [{"transport": "japan", "units": {"germany": {"infantry": 2}}}]}
    table = position(
        "germany",
        "combat_move",
        {"sz29": "japan: 1 transport", "india": "united_kingdom: 1 infantry"},
        cargo=cargo,
    )
    table.move("2 infantry: sz29 > india").end_phase()
    table.battle("india", dice="1 6 6")
    assert table.at("india") == {"germany": {"infantry": 2}}
    assert table.owner("india") == "germany"
    table = position("japan", "combat_move", {"sz29": "japan: 1 transport"}, cargo=cargo)
    table.refuses_move("2 infantry: sz29 > india", "units")


@pytest.mark.rule("CMV-68")
def test_the_attacker_must_clear_a_hostile_zone_itself_for_a_landing_from_an_allys_ship() -> None:
    start = {
        "sz29": "japan: 1 transport, 1 battleship; united_kingdom: 1 destroyer",
        "southeast_asia": "germany: 1 fighter",
    }
    cargo = {"sz29": [{"transport": "japan", "units": {"germany": {"infantry": 1}}}]}
    table = position("germany", "combat_move", start, cargo=cargo)
    table.move("1 infantry: sz29 > india")
    sentence = table.refuses({"type": "end_phase"}, "CMV-63")
    assert sentence.startswith("Sea zone 29 is held by 1 destroyer")
    table.move("1 fighter: southeast_asia > sz31 > sz29").end_phase()
    table.battle("sz29", dice="3 6")
    assert table.owner("india") == "germany"


@pytest.mark.rule("CMV-01", "CMV-69")
def test_landing_among_friends_waits_for_the_noncombat_move() -> None:
    table = position("germany", "combat_move", CHANNEL)
    table.move("1 infantry: germany > sz5")
    sentence = table.refuses_move("1 infantry: sz5 > western_europe", "CMV-01")
    assert sentence == "Western Europe is friendly: offload there in the noncombat move."
