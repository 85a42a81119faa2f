"""Kamikaze strikes (chapters SPC, BRD, ASY and CMB)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import describe, load_setup
from engine.ask import KamikazeOptions, kamikaze_zones
from engine.state.game_state import state_from_json, state_to_json
from tests.engine.table import Table, position, this_setup

AT_WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]
FLEET = "united_states: 1 destroyer, 1 aircraft_carrier, 1 battleship, 1 submarine, 1 transport"


def attacked(fleet: str = FLEET, zone: str = "sz6", start: str = "sz7", **edit: Any) -> Table:
    """An American fleet attacks a Japanese transport; whether kamikazes strike is still to be said."""
    spaces = {start: fleet, zone: "japan: 1 transport", **edit.pop("spaces", {})}
    table = position("united_states", "combat_move", spaces, relations=AT_WAR, **edit)
    return table.move(f"{fleet.partition(': ')[2]}: {start} > {zone}").end_phase()


def ships(table: Table, *units: str, zone: str = "sz6") -> list[str]:
    """The ids of the first ship of each unit in a zone, in the order of the units."""
    found = {piece.unit: piece.id for piece in reversed(table.state.at(zone))}
    return [found[unit] for unit in units]


def strike(table: Table, dice: str, zone: str = "sz6", **strikes: int) -> Table:
    """So many strikes on the first ship of each unit."""
    named = [[ship, count] for ship, count in zip(ships(table, *strikes, zone=zone), strikes.values(), strict=True)]
    return table.decide("kamikaze", {zone: named}, dice)


@pytest.mark.rule("BRD-41", setups="1940")
def test_kamikaze_zones_are_on_the_board() -> None:
    zones = [zone.id for zone in load_setup(this_setup()).board.sea_zones if zone.kamikaze]
    assert zones == ["sz6", "sz17", "sz19", "sz20", "sz22", "sz35"]


@pytest.mark.rule("SPC-90", setups="1940")
def test_japan_has_six_tokens_for_the_game() -> None:
    table = attacked()
    assert describe(table.state)["kamikaze_tokens"] == {"japan": 6}
    strike(table, "6 6 6 6", destroyer=1, battleship=3)
    assert table.state.kamikaze_tokens == {"japan": 2}
    again = attacked(kamikaze_tokens={"japan": 2})
    (battleship,) = ships(again, "battleship")
    order = {"type": "decide", "kind": "kamikaze", "choice": {"sz6": [[battleship, 3]]}}
    assert again.refuses(order, "SPC-90") == "You have 2 kamikaze tokens left, but you named 3."
    assert attacked(kamikaze_tokens={"japan": 0}).questions == []


@pytest.mark.rule("SPC-90", "SPC-91", setups="1940")
def test_where_kamikazes_may_strike_and_how_many_are_left_can_be_asked() -> None:
    assert kamikaze_zones(attacked(kamikaze_tokens={"japan": 0}).state) == {}
    zones = kamikaze_zones(attacked(kamikaze_tokens={"japan": 4}).state)
    assert zones == {zone: {"japan": 4} for zone in ("sz6", "sz17", "sz19", "sz20", "sz22", "sz35")}


@pytest.mark.rule("SPC-90", setup="pacific_1940")
def test_a_correction_gives_no_more_tokens_than_there_are_and_none_to_others() -> None:
    table = position("japan", "combat_move", {})
    table.refuses({"type": "edit", "kamikaze_tokens": {"japan": 7}}, "SPC-90")
    table.refuses({"type": "edit", "kamikaze_tokens": {"anzac": 1}}, "SPC-90")
    table.refuses({"type": "edit", "kamikaze_tokens": {"germany": 1}}, "power")


@pytest.mark.rule("SPC-91", "SPC-92", setups="1940")
def test_kamikazes_strike_where_japanese_units_are_attacked_in_marked_zones_alone() -> None:
    assert attacked(zone="sz18", start="sz17").questions == []
    assert attacked().questions == [("kamikaze", ("japan",))]
    table = attacked()
    (ship,) = ships(table, "destroyer")
    order = {"type": "decide", "kind": "kamikaze"}
    assert "strike only in" in table.refuses({**order, "choice": {"sz7": [[ship, 1]]}}, "SPC-91")
    table.refuses({**order, "choice": {"sz17": [[ship, 1]]}}, "SPC-92")
    table.refuses({**order, "choice": {"sz999": [[ship, 1]]}}, "space")


@pytest.mark.rule("SPC-92", setups="1940")
def test_a_fleet_that_ignores_what_is_there_is_not_struck() -> None:
    spaces = {"sz6": "japan: 1 transport; united_states: 1 destroyer"}
    table = position("united_states", "combat_move", spaces, relations=AT_WAR).end_phase()
    assert table.questions == []


def landed_from(zone: str, target: str, fleet: str, **spaces: str) -> Table:
    """American infantry is to land from a zone in which no Japanese unit is."""
    aboard = {"transport": "united_states", "units": {"united_states": {"infantry": 1}}}
    spaces = {zone: f"united_states: 1 transport{fleet}", **spaces}
    table = position("united_states", "combat_move", spaces, relations=AT_WAR, cargo={zone: [aboard]})
    return table.move(f"1 infantry: {zone} > {target}").end_phase()


@pytest.mark.rule("SPC-92", "SPC-99", setups="1940")
def test_a_landing_is_enough_and_japan_needs_neither_aircraft_nor_the_islands() -> None:
    table = landed_from("sz22", "marianas", ", 1 cruiser")
    assert table.questions == [("kamikaze", ("japan",))]
    assert landed_from("sz22", "marianas", "").questions == [], "there is no warship to strike"


@pytest.mark.rule("SPC-93", "ASY-24", "CMB-01", setups="1940")
def test_japan_is_asked_after_the_scramble_and_before_any_battle_and_by_default_none_strikes() -> None:
    table = attacked(spaces={"japan": "japan: 1 fighter"})
    assert table.questions == [("reaction", ("japan",))]
    table.decide("reaction", {"scramble": {"sz6": {"japan": {"fighter": 1}}}})
    assert (table.phase, table.questions, table.pending) == ("conduct_combat", [("kamikaze", ("japan",))], [])
    assert table.state.requests[0].default == {}
    table.decide("kamikaze", "default")
    assert (table.state.kamikaze_tokens, table.pending) == ({"japan": 6}, [("sz6", "sea")])


@pytest.mark.rule("SPC-93", setups="1940")
@pytest.mark.parametrize("stored", [False, True])
def test_strikes_of_all_zones_are_named_before_the_first_die(stored: bool) -> None:
    spaces = {"sz6": "japan: 1 transport", "sz7": "united_states: 1 destroyer", "sz35": "japan: 1 transport"}
    spaces["sz36"] = "united_states: 1 cruiser"
    table = position("united_states", "combat_move", spaces, relations=AT_WAR)
    table.move("1 destroyer: sz7 > sz6").move("1 cruiser: sz36 > sz35").end_phase()
    named = {"sz35": [[*ships(table, "cruiser", zone="sz35"), 1]], "sz6": [[*ships(table, "destroyer"), 2]]}
    if stored:
        table = Table(state_from_json(state_to_json(table.state)))
    table.decide("kamikaze", named, "5 1 3")
    struck = table.happened("kamikazes_struck")
    assert [(event.space, [each.dice for each in event.strikes]) for event in struck] == [
        ("sz6", [(5, 1)]),
        ("sz35", [(3,)]),
    ]
    assert table.pending == [("sz35", "sea")]


@pytest.mark.rule("SPC-94", setups="1940")
def test_surface_warships_of_the_attacker_are_struck_and_nothing_else() -> None:
    table = attacked(FLEET, spaces={"sz6": "japan: 1 transport, 1 destroyer; anzac: 1 destroyer"})
    offered = KamikazeOptions.of(table.state.requests[0]).ships["sz6"]
    assert [table.state.pieces[ship].unit for ship in offered] == ["destroyer", "aircraft_carrier", "battleship"]
    for unit in ("submarine", "transport"):
        (ship,) = (p.id for p in table.state.at("sz6") if p.unit == unit and p.power == "united_states")
        order = {"type": "decide", "kind": "kamikaze", "choice": {"sz6": [[ship, 1]]}}
        assert "surface warships in" in table.refuses(order, "SPC-94")
    for choice in ({"sz6": 1}, {"sz6": [["x"]]}, {"sz6": [[1, 1]]}, {"sz6": [["x", -1]]}, {"sz6": [["x", True]]}):
        table.refuses({"type": "decide", "kind": "kamikaze", "choice": choice}, "form")


@pytest.mark.rule("SPC-95", "SPC-96", setups="1940")
def test_a_strike_hits_the_named_ship_with_one_or_two_and_what_is_sunk_does_not_fight() -> None:
    table = strike(attacked(), "3 2 1 4", destroyer=1, aircraft_carrier=1, battleship=2)
    assert table.board["damaged_units"] == {"sz6": {"united_states": {"aircraft_carrier": 1, "battleship": 1}}}
    sunk = strike(attacked(), "2", destroyer=1)
    assert "destroyer" not in sunk.at("sz6")["united_states"]
    assert [(event.reason, event.pieces[0].unit) for event in sunk.happened("units_lost")] == [
        ("kamikaze", "destroyer")
    ]
    (began,) = sunk.battle("sz6").happened("battle_began")
    assert "destroyer" not in began.battle.began_with


@pytest.mark.rule("SPC-96", setups="1940")
def test_a_carrier_sinks_with_two_hits_and_takes_guests_with_it_while_its_own_aircraft_fight_on() -> None:
    spaces = {"sz6": "japan: 1 destroyer; united_states: 1 aircraft_carrier, 1 fighter; anzac: 1 fighter"}
    table = position("united_states", "combat_move", spaces, relations=AT_WAR).end_phase()
    strike(table, "1 2", aircraft_carrier=2)
    assert table.at("sz6") == {"japan": {"destroyer": 1}, "united_states": {"fighter": 1}}
    assert table.pending == [("sz6", "sea")]


@pytest.mark.rule("SPC-96", "UNI-53", setups="1940")
def test_own_aircraft_leave_a_carrier_that_is_damaged_and_land_elsewhere() -> None:
    spaces = {"sz6": "japan: 1 destroyer; united_states: 1 aircraft_carrier, 1 fighter; anzac: 1 fighter"}
    table = position("united_states", "combat_move", spaces, relations=AT_WAR).end_phase()
    strike(table, "1", aircraft_carrier=1)
    aboard = {piece.power: piece.aboard for piece in table.state.at("sz6") if piece.unit == "fighter"}
    assert (aboard["united_states"], aboard["anzac"] is None) == (None, False), "the guest is trapped"
    table.battle("sz6", "1 6")
    assert table.phase == "noncombat_move"
    table.refuses({"type": "end_phase"}, "NCM-20")


@pytest.mark.rule("SPC-97", setups="1940")
@pytest.mark.parametrize(("dice", "rolls"), [("", "6 1 6"), ("6", "1 6")])
def test_a_strike_that_misses_cancels_bombardment_from_that_zone(dice: str, rolls: str) -> None:
    table = landed_from("sz22", "marianas", ", 1 cruiser", marianas="japan: 1 infantry")
    if dice:
        strike(table, dice, zone="sz22", cruiser=1)
    else:
        table.decide("kamikaze", {})
    cruiser = ships(table, "cruiser", zone="sz22")
    if dice:
        named = {"type": "battle", "space": "marianas", "bombard": cruiser}
        assert table.refuses(named, "SPC-97") == "Kamikazes struck in sea zone 22, so no ship bombards from there."
    table.battle("marianas", rolls)


@pytest.mark.rule("SPC-98", setups="1940")
def test_a_token_is_spent_for_each_strike_also_after_the_ship_is_sunk() -> None:
    table = strike(attacked(), "1 1 6", destroyer=3)
    assert table.state.kamikaze_tokens == {"japan": 3}
    (event,) = table.happened("kamikazes_struck")
    assert [(each.dice, each.hits) for each in event.strikes] == [((1, 1, 6), 2)]


@pytest.mark.rule("SPC-95", setups="1940")
def test_the_dice_go_by_zone_then_unit_table_then_number() -> None:
    table = attacked("united_states: 2 destroyer, 1 battleship")
    first, second = (piece.id for piece in table.state.at("sz6") if piece.unit == "destroyer")
    (battleship,) = ships(table, "battleship")
    table.decide("kamikaze", {"sz6": [[battleship, 1], [second, 2], [first, 1]]}, "3 4 5 6")
    (event,) = table.happened("kamikazes_struck")
    assert [(each.piece, each.dice) for each in event.strikes] == [
        (first, (3,)),
        (second, (4, 5)),
        (battleship, (6,)),
    ]


@pytest.mark.rule("SPC-90", "ASY-24", setups="1940")
def test_tokens_survive_saving() -> None:
    table = strike(attacked(), "6", destroyer=1)
    assert state_from_json(state_to_json(table.state)) == table.state


@pytest.mark.rule("SPC-92", setups="1940")
def test_japan_attacking_or_others_attacked_bring_no_kamikaze() -> None:
    spaces = {"sz6": "japan: 1 destroyer; anzac: 1 destroyer", "sz7": "japan: 1 destroyer"}
    table = position("japan", "combat_move", spaces, relations=AT_WAR).move("1 destroyer: sz7 > sz6").end_phase()
    assert table.questions == []
