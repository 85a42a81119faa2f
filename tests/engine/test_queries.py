"""What menus are made of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import new_game, state_to_json
from engine.ask import (
    affordable,
    battle_options,
    destinations,
    expected_battles,
    is_legal,
    movable,
    movable_from,
    placements,
    refusal_of,
    requests_of,
    shared_destinations,
    zones_to_engage,
)
from engine.position.relations import acting_powers
from engine.queries.routes import paths_from
from engine.state.pieces import Piece
from tests.bench.late_boards import late_war
from tests.engine.table import Table, position


def reach(table: Table, space: str, unit: str) -> dict[str, int]:
    """Spaces that a unit can go to and their cost."""
    return {found.space: found.cost for found in destinations(table.state, space, unit)}


def alone(phase: str, unit: str, space: str = "eastern_europe", **more: object) -> Table:
    """One German unit on a board without any other."""
    return position("germany", phase, {space: f"germany: 1 {unit}"}, **more)  # type: ignore[arg-type]


def test_infantry_reaches_its_friendly_neighbours_in_the_noncombat_move() -> None:
    assert reach(alone("noncombat_move", "infantry"), "eastern_europe", "infantry") == {
        "germany": 1,
        "southern_europe": 1,
        "ukraine": 1,
        "west_russia": 1,
    }


def test_infantry_reaches_its_hostile_neighbours_in_the_combat_move() -> None:
    assert reach(alone("combat_move", "infantry"), "eastern_europe", "infantry") == {"karelia": 1}


def test_a_tank_reaches_two_spaces_through_empty_hostile_territory_that_it_blitzes() -> None:
    table = alone("combat_move", "tank", "west_russia")
    found = reach(table, "west_russia", "tank")
    assert found["archangel"] == 1
    assert found["karelia"] == 1
    paths = [end.path for end in destinations(table.state, "west_russia", "tank")]
    assert set(found.values()) == {1, 2}
    assert not any("russia" in path[:-1] for path in paths), "no blitz leads through Russia with its complex"


def test_a_tank_may_come_back_from_a_blitz_and_nothing_else_comes_back() -> None:
    table = alone("combat_move", "tank", "west_russia")
    assert reach(table, "west_russia", "tank")["west_russia"] == 2
    quiet = alone("noncombat_move", "tank", "west_russia")
    assert "west_russia" not in reach(quiet, "west_russia", "tank")


def test_a_fighter_reaches_what_still_lets_it_land() -> None:
    table = alone("noncombat_move", "fighter", "germany")
    board = table.state.edition.board
    found = reach(table, "germany", "fighter")
    assert found["western_europe"] == 1
    assert max(found.values()) <= 4
    assert all(board.is_land(space) for space, cost in found.items() if cost == 4)
    assert all(cost == board.flight_distances("germany")[space] for space, cost in found.items())


def test_a_ship_reaches_sea_zones_only() -> None:
    table = position("japan", "noncombat_move", {"sz45": "japan: 1 battleship"})
    found = reach(table, "sz45", "battleship")
    assert found
    assert all(table.state.edition.board.is_sea(space) for space in found)
    assert set(found.values()) == {1, 2}


def test_every_destination_names_a_path_that_is_accepted_at_its_cost() -> None:
    table = position(
        "germany", "combat_move", {"germany": "germany: 2 fighter, 2 tank, 1 infantry", "sz5": "germany: 1 transport"}
    )
    for group in movable(table.state):
        for found in destinations(table.state, group.space, group.unit):
            assert (found.path[0], found.path[-1], len(found.path) - 1) == (group.space, found.space, found.cost)
            assert is_legal(table.state, {"type": "move", "units": {group.unit: 1}, "path": list(found.path)})


@pytest.mark.parametrize("setup", ["aa1941", "global_1940"])
def test_who_asks_about_some_spaces_hears_the_same_of_them(setup: str) -> None:
    state = replace(new_game(setup), phase="combat_move")
    spaces = [*state.edition.board.territory, *state.edition.board.sea_zone]
    for entry in movable(state)[:6]:
        reached = destinations(state, entry.space, entry.unit, entry.owner)
        assert reached
        one_by_one = [
            found
            for space in spaces
            for found in destinations(state, entry.space, entry.unit, entry.owner, among=[space])
        ]
        assert sorted(one_by_one, key=str) == sorted(reached, key=str)
        together = [group.unit for group in movable_from(state, entry.space)]
        shared = shared_destinations(state, entry.space, together)
        assert {
            space: way
            for each in spaces
            for space, way in shared_destinations(state, entry.space, together, among=[each]).items()
        } == shared


@pytest.mark.parametrize(
    "where",
    [("pacific_1940", "japan", "combat_move"), ("global_1940", "united_states", "noncombat_move")],
    ids=" ".join,
)
def test_destinations_are_all_spaces_to_which_an_order_would_be_accepted(where: tuple[str, str, str]) -> None:
    state = late_war(*where)
    own = {(piece.space, piece.unit): piece for piece in state.pieces.values() if piece.power == state.power}
    by_domain: dict[str, list[Piece]] = {}
    for _, piece in sorted(own.items()):
        by_domain.setdefault(state.type_of(piece).domain, []).append(piece)
    for piece in (one for alike in by_domain.values() for one in alike[::4][:6]):
        order = {"type": "move", "units": {piece.unit: 1}}
        fit = [other for other in state.at(piece.space) if (other.unit, other.power) == (piece.unit, piece.power)]
        paths = dict.fromkeys(path for other in fit for path in paths_from(state, other))
        accepted = {path[-1] for path in paths if is_legal(state, {**order, "path": list(path)})}
        assert {way.space for way in destinations(state, piece.space, piece.unit)} == accepted


def test_movable_units_are_counted_by_space_and_unit() -> None:
    table = position(
        "germany", "noncombat_move", {"germany": "germany: 2 infantry, 1 tank", "ukraine": "germany: 1 infantry"}
    )
    assert [(group.space, group.unit, group.count) for group in movable(table.state)] == [
        ("germany", "infantry", 2),
        ("germany", "tank", 1),
        ("ukraine", "infantry", 1),
    ]


def test_units_that_moved_to_the_end_of_their_movement_are_movable_no_more() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 2 infantry"})
    table.move("1 infantry: germany > eastern_europe")
    assert [(group.space, group.count) for group in movable(table.state)] == [("germany", 1)]


@pytest.mark.parametrize("phase", ["purchase", "mobilize"])
def test_nothing_is_movable_outside_the_moves(phase: str) -> None:
    table = position("germany", phase, {"germany": "germany: 2 infantry"}, purchased={"germany": {"tank": 1}})
    assert movable(table.state) == ()


def test_units_of_other_powers_are_not_movable() -> None:
    table = position("germany", "noncombat_move", {"japan": "japan: 5 infantry"})
    assert movable(table.state) == ()
    assert destinations(table.state, "japan", "infantry") == ()


def test_a_count_means_whichever_piece_can_obey_where_the_fittest_cannot() -> None:
    """Two fighters with one space left need the carrier; the third, the fittest, has two left and can reach land."""
    table = position(
        "japan",
        "noncombat_move",
        {
            "coastal_china": "japan: 2 fighter",
            "southeast_asia": "japan: 1 fighter",
            "sz30": "japan: 1 aircraft_carrier",
        },
    )
    table.move("1 fighter: southeast_asia > sz32").move("2 fighter: coastal_china > sz32")
    assert reach(table, "sz32", "fighter")["sz30"] == 1
    table.move("1 fighter: sz32 > sz30")
    assert [piece.used for piece in table.state.at("sz30") if piece.unit == "fighter"] == [4]


def test_what_is_affordable_counts_the_order_so_far_as_money() -> None:
    table = position("germany", "purchase", {}, ipcs={"germany": 13})
    assert affordable(table.state)["infantry"] == 4
    assert affordable(table.state)["bomber"] == 1
    assert "battleship" not in affordable(table.state)
    table.do({"type": "purchase", "units": {"bomber": 1}})
    assert affordable(table.state)["infantry"] == 4


def test_placements_name_space_and_complex() -> None:
    table = position("germany", "mobilize", {}, purchased={"germany": {"tank": 1, "submarine": 1}})
    assert placements(table.state, "tank") == [("germany", "germany")]
    assert placements(table.state, "submarine") == [("sz5", "germany")]


def front() -> Table:
    """Germany attacks Karelia by land and a fleet by sea."""
    table = position(
        "germany",
        "combat_move",
        {
            "eastern_europe": "germany: 3 tank",
            "karelia": "soviet_union: 1 infantry",
            "sz5": "germany: 1 battleship",
            "sz6": "united_kingdom: 1 destroyer",
        },
    )
    return table.move("3 tank: eastern_europe > karelia").move("1 battleship: sz5 > sz6")


def test_battles_are_expected_as_the_moves_stand_and_offered_when_combat_begins() -> None:
    table = front()
    assert [(battle.space, battle.part) for battle in expected_battles(table.state)] == [
        ("sz6", "sea"),
        ("karelia", "land"),
    ]
    assert battle_options(table.state) == ()
    table.end_phase()
    assert {battle.space for battle in battle_options(table.state)} == {"karelia", "sz6"}


def test_an_undefended_territory_is_no_expected_battle() -> None:
    table = alone("combat_move", "infantry").move("1 infantry: eastern_europe > karelia")
    assert expected_battles(table.state) == ()


def test_zones_to_engage_are_those_with_something_that_may_be_ignored_and_somebody_armed() -> None:
    ships = {
        "sz5": "germany: 1 destroyer; united_kingdom: 1 submarine",
        "sz6": "germany: 1 transport; united_kingdom: 1 transport",
    }
    table = position("germany", "combat_move", ships)
    assert zones_to_engage(table.state) == {"sz5": (True, False)}


def test_a_refusal_is_given_and_nothing_changes() -> None:
    state = new_game("aa1941")
    before = state_to_json(state)
    refusal = refusal_of(state, {"type": "purchase", "units": {"tank": 99}})
    assert refusal is not None
    assert refusal.rule == "PUR-02"
    assert refusal_of(state, {"type": "end_phase"}) is None
    assert state_to_json(state) == before


def test_whoever_is_asked_must_act_and_nobody_else() -> None:
    table = position(
        "germany",
        "combat_move",
        {"eastern_europe": "germany: 4 tank", "karelia": "soviet_union: 3 infantry, 2 tank"},
    )
    assert acting_powers(table.state) == ("germany",)
    table.move("4 tank: eastern_europe > karelia").end_phase().battle("karelia", dice="1 6 6 6")
    assert acting_powers(table.state) == ("soviet_union",)
    assert [request.kind for request in requests_of(table.state, "soviet_union")] == ["casualties"]
    assert requests_of(table.state, "germany") == ()
    assert battle_options(table.state) == ()
    assert movable(table.state) == ()
