"""Antiaircraft guns fire at whatever flies over them, in both movement phases (SPC-56, SPC-57, CMB-03, CMV-48)."""

from __future__ import annotations

import pytest

from engine.ask import destinations, is_legal
from tests.engine.table import Table, position

GUN = "germany: 1 anti_aircraft_gun"


def british(force: str = "1 bomber", **spaces: str) -> Table:
    """British aircraft at home, about to move; German units where they are named."""
    return position(
        "united_kingdom", "combat_move", {"united_kingdom": f"united_kingdom: {force}", **spaces}, setup="revised"
    )


def fire(table: Table) -> list[tuple[str, str, list[str]]]:
    """(territory, occasion, aircraft fired at in order) for the antiaircraft fire of the last action."""
    return [(e.space, e.occasion, [shot.piece for shot in e.shots]) for e in table.happened("anti_aircraft_fired")]


@pytest.mark.rule("CMV-37", "CMV-48", "SPC-56", setup="revised")
def test_nothing_is_rolled_while_orders_are_given_so_a_flight_can_be_taken_back() -> None:
    table = british(western_europe=GUN, southern_europe="germany: 1 infantry")
    before = table.state
    table.move("1 bomber: united_kingdom > sz7 > western_europe > southern_europe")
    assert table.at("southern_europe")["united_kingdom"] == {"bomber": 1}
    table.do({"type": "undo"})
    assert table.state == before


@pytest.mark.rule("SPC-56", "CMB-03", "SPC-61", setup="revised")
def test_a_gun_on_the_way_fires_before_any_battle_and_whom_it_hits_is_lost_at_once() -> None:
    table = british("2 bomber", western_europe=GUN, southern_europe="germany: 1 infantry")
    table.move("2 bomber: united_kingdom > southern_europe").end_phase("6 1")
    assert [(e.space, e.occasion, e.needed) for e in table.happened("anti_aircraft_fired")] == [
        ("western_europe", "overflight", 1)
    ]
    assert [e.kind for e in table.events] == ["phase_began", "anti_aircraft_fired", "units_lost", "battles_found"]
    assert table.at("southern_europe")["united_kingdom"] == {"bomber": 1}
    assert table.pending == [("southern_europe", "land")]


@pytest.mark.rule("SPC-56", setup="revised")
def test_who_is_shot_down_on_the_way_fights_nowhere() -> None:
    table = british("1 bomber, 1 infantry", western_europe=GUN, southern_europe="germany: 1 infantry")
    table.move("1 bomber: united_kingdom > southern_europe").end_phase("1")
    assert table.phase == "noncombat_move"
    assert table.happened("battle_began") == []


@pytest.mark.rule("CMB-03", "CMV-48", setup="revised")
def test_groups_are_fired_at_in_the_order_of_their_moves_and_spaces_in_the_order_of_the_path() -> None:
    table = british("2 bomber", western_europe=GUN, germany=GUN, balkans="germany: 1 infantry")
    first, second = sorted(piece.id for piece in table.state.pieces.values() if piece.unit == "bomber")
    table.do(
        {"type": "move", "pick": [second], "path": ["united_kingdom", "sz6", "western_europe", "germany", "balkans"]}
    )
    table.do({"type": "move", "pick": [first], "path": ["united_kingdom", "sz6", "sz5", "germany", "balkans"]})
    table.end_phase("2 3 4")
    assert fire(table) == [
        ("western_europe", "overflight", [second]),
        ("germany", "overflight", [second]),
        ("germany", "overflight", [first]),
    ]


@pytest.mark.rule("SPC-56", setup="revised")
def test_who_fell_at_the_first_gun_is_not_fired_at_by_the_second() -> None:
    table = british("2 bomber", western_europe=GUN, germany=GUN, balkans="germany: 1 infantry")
    table.move("2 bomber: united_kingdom > sz6 > western_europe > germany > balkans").end_phase("1 2 3")
    assert [len(aircraft) for _, _, aircraft in fire(table)] == [2, 1]


@pytest.mark.rule("SPC-56", "SPC-62", setup="revised")
def test_who_stops_over_a_gun_and_flies_on_is_fired_at_where_he_stopped_and_those_with_least_range_left_first() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 2 bomber",
        "western_europe": GUN,
        "germany": "germany: 1 anti_aircraft_gun, 1 infantry",
    }
    table = position(
        "united_kingdom", "combat_move", spaces, setup="revised", owners={"eastern_europe": "soviet_union"}
    )
    near, far = sorted(piece.id for piece in table.state.pieces.values() if piece.unit == "bomber")
    table.do({"type": "move", "pick": [near], "path": ["united_kingdom", "sz6", "western_europe"]})
    table.do({"type": "move", "pick": [far], "path": ["united_kingdom", "sz8", "sz7", "western_europe"]})
    table.move("2 bomber: western_europe > germany").end_phase("6 6")
    assert fire(table) == [("western_europe", "overflight", [near]), ("western_europe", "overflight", [far])]
    table.battle("germany", dice="6 6 6 6 6")
    assert fire(table) == [("germany", "attack", [far, near])]


@pytest.mark.rule("SPC-56", setup="revised")
def test_own_guns_and_guns_aboard_a_ship_do_not_fire_at_what_flies_over() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 bomber, 1 anti_aircraft_gun",
        "sz6": "germany: 1 transport",
        "norway": "germany: 1 infantry",
    }
    cargo = {"sz6": [{"transport": "germany", "units": {"germany": {"anti_aircraft_gun": 1}}}]}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", cargo=cargo)
    table.move("1 bomber: united_kingdom > sz6 > norway").end_phase()
    assert fire(table) == []


@pytest.mark.rule("SPC-57", setup="revised")
def test_a_gun_fires_at_aircraft_on_the_way_home_as_their_move_is_made() -> None:
    table = british("2 bomber", western_europe=GUN, southern_europe="germany: 1 infantry")
    table.move("2 bomber: united_kingdom > southern_europe").end_phase("6 6")
    table.battle("southern_europe", dice="1 1 6")
    assert table.phase == "noncombat_move"
    table.do({"type": "move", "units": {"bomber": 2}, "path": ["southern_europe", "united_kingdom"]}, "1 6")
    assert fire(table)[0][:2] == ("western_europe", "overflight")
    assert table.at("united_kingdom")["united_kingdom"] == {"bomber": 1}


@pytest.mark.rule("SPC-57", setup="revised")
def test_where_a_flight_home_begins_nobody_fires_again() -> None:
    table = british(western_europe="germany: 1 anti_aircraft_gun, 1 infantry")
    table.move("1 bomber: united_kingdom > western_europe").end_phase().battle("western_europe", dice="6 1 6")
    table.move("1 bomber: western_europe > united_kingdom")
    assert fire(table) == []


@pytest.mark.rule("SPC-57", setup="revised")
def test_dice_on_the_way_seal_the_orders_of_the_phase() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 bomber, 1 fighter",
        "western_europe": GUN,
        "gibraltar": "united_kingdom: 1 infantry",
    }
    table = position("united_kingdom", "noncombat_move", spaces, setup="revised")
    table.move("1 fighter: united_kingdom > sz7 > sz12 > sz13 > gibraltar")
    order = {
        "type": "move",
        "units": {"bomber": 1},
        "path": ["united_kingdom", "sz7", "western_europe", "sz13", "gibraltar"],
    }
    assert is_legal(table.state, order)
    table.do(order, "5")
    assert len(table.happened("orders_sealed")) == 1
    assert table.at("gibraltar")["united_kingdom"] == {"infantry": 1, "bomber": 1, "fighter": 1}
    table.refuses({"type": "undo"}, "phase")


@pytest.mark.rule("SPC-57", setup="revised")
def test_a_flight_over_a_gun_is_offered_like_any_other() -> None:
    spaces = {"southern_europe": "united_kingdom: 1 bomber", "western_europe": GUN}
    table = position("united_kingdom", "noncombat_move", spaces, setup="revised")
    home = next(
        reach for reach in destinations(table.state, "southern_europe", "bomber") if reach.space == "united_kingdom"
    )
    assert "western_europe" in home.path


@pytest.mark.rule("CMV-48", "SPC-56", setup="revised")
@pytest.mark.parametrize(
    ("guns", "way"),
    [
        ((), ("sz6", "sz5", "eastern_europe")),
        (("eastern_europe",), ("sz6", "sz5", "germany")),
        (("eastern_europe", "germany"), ("sz6", "western_europe", "southern_europe")),
        (("eastern_europe", "germany", "southern_europe"), ("sz6", "sz5", "eastern_europe")),
    ],
)
def test_of_the_shortest_ways_the_one_with_least_fire_is_flown(guns: tuple[str, ...], way: tuple[str, ...]) -> None:
    table = british(**dict.fromkeys(guns, GUN), balkans="germany: 1 infantry")
    offered = next(reach for reach in destinations(table.state, "united_kingdom", "bomber") if reach.space == "balkans")
    assert offered.path == ("united_kingdom", *way, "balkans")
    table.move("1 bomber: united_kingdom > balkans")
    assert table.state.turn.flights[0].path == ("united_kingdom", *way, "balkans")


@pytest.mark.rule("OPT-45", setup="revised")
def test_superfortresses_fly_over_guns_unharmed_and_need_no_way_round() -> None:
    spaces = {
        "united_kingdom": "united_states: 1 bomber",
        "eastern_europe": GUN,
        "balkans": "germany: 1 anti_aircraft_gun, 1 infantry",
    }
    given = {"united_states": "superfortresses"}
    table = position("united_states", "combat_move", spaces, setup="revised", advantages=given)
    table.move("1 bomber: united_kingdom > balkans")
    assert table.state.turn.flights[0].path == ("united_kingdom", "sz6", "sz5", "eastern_europe", "balkans")
    table.end_phase().battle("balkans", dice="1 6")
    assert fire(table) == []


@pytest.mark.rule("OPT-45", "OPT-13", setup="revised")
def test_the_fighters_beside_superfortresses_are_fired_at() -> None:
    spaces = {
        "united_kingdom": "united_states: 1 bomber, 1 fighter",
        "western_europe": "germany: 1 anti_aircraft_gun, 1 infantry",
    }
    given = {"united_states": "superfortresses"}
    table = position("united_states", "combat_move", spaces, setup="revised", advantages=given)
    table.move("1 bomber, 1 fighter: united_kingdom > western_europe").end_phase()
    table.battle("western_europe", dice="1 1 6")
    assert [(shot.unit, shot.hit) for shot in table.happened("anti_aircraft_fired")[0].shots] == [("fighter", True)]


@pytest.mark.rule("SPC-57", "CMV-39", setup="revised")
def test_fire_that_may_come_on_the_way_home_does_not_spoil_the_landing_proof() -> None:
    table = british(western_europe=GUN, southern_europe="germany: 1 infantry")
    table.move("1 bomber: united_kingdom > southern_europe")
    assert table.state.phase == "combat_move"
