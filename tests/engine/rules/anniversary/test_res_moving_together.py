"""Breakthroughs that let infantry move with others: paratroopers and mechanized infantry (chapter RES)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import is_legal, movable, shared_destinations
from engine.events.movement import DROPPED_BY
from engine.state.game_state import state_to_json
from tests.engine.rules.anniversary.playing import SOVIET_FRONT, Play
from tests.engine.table import Table

RAID = {"raid": "industrial_complex"}


def airborne(
    play: Play, britain: str = "1 bomber, 1 infantry", defenders: str = "", *, developed: bool = True, **more: str
) -> Table:
    """British forces at home in the combat move, and what holds Northwestern Europe; `more` by space."""
    spaces = {"united_kingdom": f"united_kingdom: {britain}", "northwestern_europe": defenders, **more}
    known = {"united_kingdom": ["paratroopers"]} if developed else {}
    return play("united_kingdom", "combat_move", spaces, technologies=known)


def mechanized(play: Play, phase: str = "combat_move", *, developed: bool = True, **spaces: str) -> Table:
    """German forces; the Soviet territories are as empty as said."""
    placed = {space: force if ":" in force else f"germany: {force}" for space, force in spaces.items()}
    known = {"germany": ["mechanized_infantry"]} if developed else {}
    return play("germany", phase, placed, technologies=known, owners=SOVIET_FRONT)


@pytest.mark.rule("RES-30", setups=("anniversary_1941", "anniversary_1942"))
def test_a_bomber_carries_an_infantry_over_the_sea_into_battle_and_both_fight(play: Play) -> None:
    table = airborne(play, defenders="germany: 1 infantry")
    table.move("1 bomber, 1 infantry: united_kingdom > northwestern_europe").end_phase()
    table.battle("northwestern_europe", "6 4 6")
    assert table.at("northwestern_europe") == {"united_kingdom": {"infantry": 1, "bomber": 1}}
    assert table.owner("northwestern_europe") == "united_kingdom"
    table.move("1 bomber: northwestern_europe > united_kingdom")
    table.refuses_move("1 infantry: northwestern_europe > france", "CMV-15")


@pytest.mark.rule("RES-30", setups=("anniversary_1941", "anniversary_1942"))
def test_without_the_breakthrough_no_bomber_carries_infantry(play: Play) -> None:
    table = airborne(play, developed=False)
    order = {"type": "move", "units": {"bomber": 1, "infantry": 1}, "path": ["united_kingdom", "northwestern_europe"]}
    assert not is_legal(table.state, order)


@pytest.mark.rule("RES-30", setups=("anniversary_1941", "anniversary_1942"))
def test_each_bomber_carries_one_infantry(play: Play) -> None:
    table = airborne(play, "2 bomber, 3 infantry")
    table.refuses_move("2 bomber, 3 infantry: united_kingdom > northwestern_europe", "RES-30")
    table.move("2 bomber, 2 infantry: united_kingdom > northwestern_europe")
    assert table.at("northwestern_europe") == {"united_kingdom": {"infantry": 2, "bomber": 2}}


@pytest.mark.rule("RES-30", setups=("anniversary_1941", "anniversary_1942"))
def test_only_infantry_jumps_and_into_combat_only(play: Play) -> None:
    table = airborne(play, "1 bomber, 1 tank, 1 artillery, 1 infantry")
    for passenger in ("tank", "artillery"):
        order = {"units": {"bomber": 1, passenger: 1}, "path": ["united_kingdom", "northwestern_europe"]}
        assert not is_legal(table.state, {"type": "move", **order})
    table.refuses_move("1 bomber, 1 infantry: united_kingdom > iceland", "RES-31")
    table.refuses_move("1 bomber, 1 infantry: united_kingdom > sz6", "RES-31")
    table.end_phase()
    order = {"units": {"bomber": 1, "infantry": 1}, "path": ["united_kingdom", "iceland"]}
    assert table.phase == "noncombat_move"
    assert not is_legal(table.state, {"type": "move", **order})


@pytest.mark.rule("RES-30", setups=("anniversary_1941", "anniversary_1942"))
def test_infantry_walks_where_it_can_and_needs_no_bomber(play: Play) -> None:
    spaces = {"russia": "soviet_union: 1 bomber, 2 infantry", "belorussia": "germany: 1 infantry"}
    known = {"soviet_union": ["paratroopers"]}
    table = play(
        "soviet_union",
        "combat_move",
        spaces,
        technologies=known,
        owners={"belorussia": "germany"},
    )
    table.move("1 bomber, 2 infantry: russia > belorussia")
    assert all(not DROPPED_BY.of(piece) for piece in table.state.pieces.values())


@pytest.mark.rule("RES-31", setups=("anniversary_1941", "anniversary_1942"))
def test_the_bomber_drops_its_infantry_over_the_first_hostile_territory(play: Play) -> None:
    table = airborne(play)
    message = table.refuses_move("1 bomber, 1 infantry: united_kingdom > sz6 > northwestern_europe > germany", "RES-31")
    assert "Northwestern Europe" in message
    table.move("1 bomber, 1 infantry: united_kingdom > germany")
    assert table.happened("units_moved")[0].path == ("united_kingdom", "sz6", "sz5", "germany")


@pytest.mark.rule("RES-31", "CMV-24", setups=("anniversary_1941", "anniversary_1942"))
def test_a_blitz_opens_no_way_for_paratroopers_in_the_same_phase(play: Play) -> None:
    spaces = {"poland": "germany: 1 tank, 1 bomber, 1 infantry", "belorussia": "soviet_union: 1 infantry"}
    table = play("germany", "combat_move", spaces, technologies={"germany": ["paratroopers"]}, owners=SOVIET_FRONT)
    over = "1 bomber, 1 infantry: poland > east_poland > belorussia"
    table.refuses_move(over, "RES-31")
    table.move("1 tank: poland > east_poland > belorussia")
    no = table.refuses_move(over, "RES-31")
    assert no == "East Poland was taken by a blitz this turn, so the bomber cannot carry its infantry over it."


@pytest.mark.rule("RES-31", setups=("anniversary_1941", "anniversary_1942"))
def test_the_drop_ends_the_combat_move_of_the_bomber_but_not_its_way_home(play: Play) -> None:
    table = airborne(play)
    table.move("1 bomber, 1 infantry: united_kingdom > northwestern_europe")
    table.refuses_move("1 bomber: northwestern_europe > germany", "RES-31")
    table.end_phase()
    assert table.owner("northwestern_europe") == "united_kingdom"
    table.move("1 bomber: northwestern_europe > united_kingdom")


@pytest.mark.rule("RES-32", setups=("anniversary_1941", "anniversary_1942"))
def test_a_bomber_with_a_paratrooper_makes_no_raid(play: Play) -> None:
    table = airborne(play, "2 bomber, 1 infantry")
    table.refuses_move("1 bomber, 1 infantry: united_kingdom > germany", "RES-32", **RAID)
    table.move("1 bomber, 1 infantry: united_kingdom > germany").move("1 bomber: united_kingdom > germany", **RAID)
    assert [piece.raid for piece in table.state.at("germany") if piece.unit == "bomber"] == [
        None,
        "industrial_complex",
    ]


@pytest.mark.rule("RES-33", setups=("anniversary_1941", "anniversary_1942"))
def test_who_is_shot_down_by_a_gun_takes_its_paratrooper_along(play: Play) -> None:
    table = airborne(play, "2 bomber, 2 infantry", "germany: 1 anti_aircraft_gun, 1 infantry")
    table.move("2 bomber, 2 infantry: united_kingdom > northwestern_europe").end_phase()
    table.battle("northwestern_europe", "1 5 6 4 6")
    assert table.at("northwestern_europe")["united_kingdom"] == {"infantry": 1, "bomber": 1, "anti_aircraft_gun": 1}
    (lost,) = (event for event in table.happened("units_lost") if event.reason == "anti_aircraft")
    assert ([piece.unit for piece in lost.pieces], [piece.unit for piece in lost.cargo]) == (["bomber"], ["infantry"])


@pytest.mark.rule("RES-33", setups=("anniversary_1941", "anniversary_1942"))
def test_with_the_last_bomber_shot_down_the_attack_is_over(play: Play) -> None:
    table = airborne(play, defenders="germany: 1 anti_aircraft_gun")
    table.move("1 bomber, 1 infantry: united_kingdom > northwestern_europe").end_phase("1")
    assert table.owner("northwestern_europe") == "germany"
    assert "united_kingdom" not in table.at("northwestern_europe")


@pytest.mark.rule("RES-33", setups=("anniversary_1941", "anniversary_1942"))
def test_a_bomber_lost_in_the_battle_itself_leaves_its_paratrooper_on_the_ground(play: Play) -> None:
    table = airborne(play, defenders="germany: 2 infantry")
    table.move("1 bomber, 1 infantry: united_kingdom > northwestern_europe").end_phase()
    table.battle("northwestern_europe", "6 4 2 6").lose("1 bomber", "1 6")
    assert table.at("northwestern_europe")["united_kingdom"] == {"infantry": 1}


@pytest.mark.rule("SPC-15", "RES-30", setups=("anniversary_1941", "anniversary_1942"))
def test_paratroopers_that_have_no_way_back_keep_no_aircraft_in_an_assault(play: Play) -> None:
    table = airborne(play, "1 bomber, 2 infantry", "germany: 1 infantry", sz6="united_kingdom: 1 transport")
    table.move("1 bomber, 1 infantry: united_kingdom > northwestern_europe")
    table.move("1 infantry: united_kingdom > sz6").move("1 infantry: sz6 > northwestern_europe").end_phase()
    table.battle("northwestern_europe", "6 6 6 6")
    (request,) = table.requests
    assert (request.options["retreat"], request.options["who"]) == ([None], ["air"])
    table.retreat(None, dice="6 1 6")
    assert table.owner("northwestern_europe") == "united_kingdom"


@pytest.mark.rule("RES-30", setups=("anniversary_1941", "anniversary_1942"))
def test_a_drop_that_is_undone_leaves_nothing_behind(play: Play) -> None:
    table = airborne(play)
    before = state_to_json(table.state)
    table.move("1 bomber, 1 infantry: united_kingdom > northwestern_europe").do({"type": "undo"})
    assert state_to_json(table.state) == before


@pytest.mark.rule("RES-46", setups=("anniversary_1941", "anniversary_1942"))
def test_infantry_moves_two_spaces_beside_a_tank_in_both_phases(play: Play) -> None:
    table = mechanized(
        play, france="1 tank, 1 infantry", germany="1 tank, 1 infantry", baltic_states="soviet_union: 1 infantry"
    )
    table.move("1 tank, 1 infantry: germany > poland > baltic_states").end_phase()
    table.battle("baltic_states", "1 1 6")
    table.move("1 tank, 1 infantry: france > germany > poland")
    assert table.at("poland") == {"germany": {"infantry": 1, "tank": 1}}
    table.refuses_move("1 tank, 1 infantry: baltic_states > poland", "CMV-15")


@pytest.mark.rule("RES-46", setups=("anniversary_1941", "anniversary_1942"))
def test_each_tank_takes_one_infantry_along_and_nothing_else(play: Play) -> None:
    table = mechanized(play, "noncombat_move", france="1 tank, 2 infantry, 1 artillery")
    table.refuses_move("1 tank, 2 infantry: france > germany > poland", "RES-46")
    table.refuses_move("1 tank, 1 artillery: france > germany > poland", "CMV-03")
    table.refuses_move("1 infantry: france > germany > poland", "CMV-03")
    table.move("1 tank, 2 infantry, 1 artillery: france > germany")


@pytest.mark.rule("RES-46", setups=("anniversary_1941", "anniversary_1942"))
def test_without_the_breakthrough_infantry_falls_behind(play: Play) -> None:
    table = mechanized(play, "noncombat_move", developed=False, france="1 tank, 1 infantry")
    table.refuses_move("1 tank, 1 infantry: france > germany > poland", "CMV-03")


@pytest.mark.rule("RES-46", setups=("anniversary_1941", "anniversary_1942"))
def test_infantry_that_walked_to_the_tank_goes_no_second_space_beside_it(play: Play) -> None:
    table = mechanized(play, "noncombat_move", france="1 infantry", germany="1 tank")
    table.move("1 infantry: france > germany")
    table.refuses_move("1 tank, 1 infantry: germany > poland", "RES-46")


@pytest.mark.rule("RES-47", setups=("anniversary_1941", "anniversary_1942"))
def test_mechanized_infantry_blitzes_with_its_tank(play: Play) -> None:
    table = mechanized(play, poland="1 tank, 1 infantry", belorussia="soviet_union: 1 infantry")
    table.move("1 tank, 1 infantry: poland > east_poland > belorussia")
    assert table.owner("east_poland") == "germany"
    assert table.at("belorussia")["germany"] == {"infantry": 1, "tank": 1}


@pytest.mark.rule("RES-47", "CMV-23", setups=("anniversary_1941", "anniversary_1942"))
def test_no_infantry_blitzes_alone_or_past_a_defender(play: Play) -> None:
    table = mechanized(play, poland="1 tank, 2 infantry", east_poland="soviet_union: 1 infantry")
    table.refuses_move("1 tank, 1 infantry: poland > east_poland > belorussia", "CMV-25")
    free: dict[str, Any] = {"type": "edit", "spaces": {"east_poland": {"units": {}}}}
    table.do(free)
    table.refuses_move("1 tank, 2 infantry: poland > east_poland > belorussia", "RES-46")
    assert not is_legal(
        table.state, {"type": "move", "units": {"infantry": 1}, "path": ["poland", "east_poland", "belorussia"]}
    )


@pytest.mark.rule("RES-47", "CMV-24", setups=("anniversary_1941", "anniversary_1942"))
def test_what_a_tank_took_alone_is_no_road_for_infantry_without_one(play: Play) -> None:
    table = mechanized(play, poland="2 tank, 3 infantry", belorussia="soviet_union: 1 infantry")
    table.move("1 tank, 1 infantry: poland > east_poland > belorussia")
    table.refuses_move("1 tank, 2 infantry: poland > east_poland > belorussia", "RES-46")
    table.move("1 tank, 1 infantry: poland > east_poland > poland")


@pytest.mark.rule("RES-30", "RES-46", setups=("anniversary_1941", "anniversary_1942"))
def test_what_moves_together_is_offered_the_places_that_it_reaches_together(play: Play) -> None:
    table = airborne(play, "1 bomber, 1 infantry, 1 artillery")
    together = shared_destinations(table.state, "united_kingdom", ("bomber", "infantry"))
    assert together["northwestern_europe"].cost == 2
    assert together["germany"].cost == 3
    for end in together:
        table.do({"type": "move", "units": {"bomber": 1, "infantry": 1}, "path": ["united_kingdom", end]}).do(
            {"type": "undo"}
        )
    assert "germany" not in shared_destinations(table.state, "united_kingdom", ("bomber", "artillery"))
    table = mechanized(play, "noncombat_move", france="1 tank, 1 infantry")
    assert shared_destinations(table.state, "france", ("infantry", "tank"))["poland"].cost == 2
    assert "poland" not in shared_destinations(table.state, "france", ("infantry",))


@pytest.mark.rule("RES-30", "RES-46", setups=("anniversary_1941", "anniversary_1942"))
def test_what_can_go_only_in_company_is_offered_with_it(play: Play) -> None:
    table = mechanized(play, germany="1 tank, 2 infantry")
    offers = [(m.unit, m.count, m.company) for m in movable(table.state) if m.space == "germany"]
    assert offers == [("infantry", 2, "tank"), ("tank", 1, None)]
    table.move("1 infantry, 1 tank: germany > poland > east_poland")
    assert movable(table.state) == (), "nobody is left to take the other along"
    table = airborne(play, "1 bomber, 2 infantry")
    offers = [(m.unit, m.count, m.company) for m in movable(table.state) if m.space == "united_kingdom"]
    assert offers == [("infantry", 2, "bomber"), ("bomber", 1, None)]


@pytest.mark.rule("RES-46", "CMV-56", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_who_boards_and_goes_ashore_needs_no_tank_of_his_own(play: Play, phase: str) -> None:
    spaces = {"germany": "germany: 1 tank, 3 infantry", "sz5": "germany: 2 transport"}
    owners = {"baltic_states": "soviet_union" if phase == "combat_move" else "germany"}
    table = play("germany", phase, spaces, technologies={"germany": ["mechanized_infantry"]}, owners=owners)
    table.move("1 tank, 3 infantry: germany > sz5").move("1 tank, 3 infantry: sz5 > baltic_states")
