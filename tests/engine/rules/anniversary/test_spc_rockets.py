"""Rockets of Anniversary: guns strike complexes with the raids, for damage (chapters SPC and RES)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import rocket_targets
from tests.engine.rules.anniversary.playing import SOVIET_FRONT, Play
from tests.engine.table import Table

GUN = "1 anti_aircraft_gun"


def launchers(
    play: Play, power: str = "soviet_union", *, developed: bool = True, forces: str = "", **spaces: str
) -> Table:
    """Guns of a power that has developed rockets, in its combat move."""
    placed = {space: f"{power}: {force}" for space, force in spaces.items()}
    placed |= {"eastern_ukraine": forces} if forces else {}
    known = {power: ["rockets"]} if developed else {}
    return play(power, "combat_move", placed, technologies=known, owners=SOVIET_FRONT)


def rocket(space: str, **more: Any) -> dict[str, Any]:
    """The order to strike a territory."""
    return {"type": "battle", "space": space, "kind": "rocket", **more}


@pytest.mark.rule(
    "RES-18", "RES-27", "SPC-51", "SPC-52", "SPC-53", setups=("anniversary_1941", "anniversary_1942")
)  # fmt: skip
def test_a_gun_damages_an_enemy_complex_within_three_spaces_and_nothing_fires_back(play: Play) -> None:
    table = launchers(play, belorussia=GUN)
    table.do({"type": "edit", "spaces": {"germany": {"units": {"germany": {"anti_aircraft_gun": 1, "fighter": 2}}}}})
    table.end_phase()
    assert rocket_targets(table.state) == ("germany",)
    table.do(rocket("germany"), "5")
    (struck,) = table.happened("production_struck")
    assert (struck.weapon, struck.victim, struck.damage, struck.ipcs) == ("rocket", "germany", 5, 0)
    assert table.board["damage"] == {"germany": {"industrial_complex": 5}}
    assert table.happened("anti_aircraft_fired") == []


@pytest.mark.rule("SPC-51", "RES-27", setups=("anniversary_1941", "anniversary_1942"))
def test_four_spaces_are_too_far_and_friendly_complexes_no_targets(play: Play) -> None:
    table = launchers(play, belorussia=GUN, russia=GUN).end_phase()
    far = next(piece.id for piece in table.state.pieces.values() if piece.space == "russia")
    assert "more than 3 spaces" in table.refuses(rocket("germany", pick=[far]), "SPC-51", dice="5")
    table.refuses(rocket("caucasus"), "SPC-51", dice="5")
    table.refuses(rocket("poland"), "SPC-51", dice="5")


@pytest.mark.rule("RES-18", "RES-27", setups=("anniversary_1941", "anniversary_1942"))
def test_without_the_breakthrough_guns_launch_nothing(play: Play) -> None:
    table = launchers(play, developed=False, belorussia=GUN, russia="1 bomber").move(
        "1 bomber: russia > germany", raid="industrial_complex"
    )
    table.end_phase()
    assert rocket_targets(table.state) == ()
    table.refuses(rocket("germany"), "RES-18", dice="3")


@pytest.mark.rule("SPC-104", "SPC-35", "SPC-38", setups=("anniversary_1941", "anniversary_1942"))
def test_every_gun_launches_once_and_several_may_strike_one_complex_as_far_as_it_takes_damage(play: Play) -> None:
    table = launchers(play, belorussia="3 anti_aircraft_gun")
    table.do({"type": "edit", "spaces": {"germany": {"damage": {"industrial_complex": 12}}}}).end_phase()
    first = min(table.state.pieces)
    table.do(rocket("germany", pick=[first]), "4")
    table.refuses(rocket("germany", pick=[first]), "SPC-104", dice="4")
    table.do(rocket("germany"), "3 6")
    assert [strike.loss for strike in table.happened("production_struck")[0].strikes] == [3, 1]
    assert table.board["damage"] == {"germany": {"industrial_complex": 20}}
    assert table.phase == "noncombat_move"


@pytest.mark.rule("SPC-54", "CMB-01", setups=("anniversary_1941", "anniversary_1942"))
def test_rockets_fly_beside_the_raids_in_any_order(play: Play) -> None:
    table = launchers(play, belorussia="2 anti_aircraft_gun", russia="1 bomber")
    table.move("1 bomber: russia > germany", raid="industrial_complex").end_phase()
    first, second = sorted(piece.id for piece in table.state.pieces.values() if piece.unit == "anti_aircraft_gun")
    table.do(rocket("germany", pick=[first]), "1")
    table.do({"type": "battle", "space": "germany", "kind": "raid"}, "2")
    table.do(rocket("germany", pick=[second]), "3")
    assert table.board["damage"] == {"germany": {"industrial_complex": 6}}


@pytest.mark.rule("SPC-54", setups=("anniversary_1941", "anniversary_1942"))
def test_once_another_battle_has_begun_rockets_stay_on_the_ground(play: Play) -> None:
    table = launchers(play, belorussia=f"{GUN}, 2 infantry", forces="germany: 2 infantry")
    table.do({"type": "edit", "spaces": {"eastern_ukraine": {"owner": "germany"}}})
    table.move("2 infantry: belorussia > eastern_ukraine").end_phase()
    assert rocket_targets(table.state) == ("germany",)
    table.battle("eastern_ukraine", "6 6 6 6")
    assert rocket_targets(table.state) == ()
    table.retreat("belorussia")
    assert table.phase == "noncombat_move"


@pytest.mark.rule("SPC-54", setups=("anniversary_1941", "anniversary_1942"))
def test_after_another_battle_an_order_to_launch_is_refused(play: Play) -> None:
    table = launchers(play, belorussia=f"{GUN}, 2 infantry", forces="germany: 1 infantry")
    more = {"owner": "germany", "units": {"germany": {"tank": 1}}}
    table.do({"type": "edit", "spaces": {"eastern_ukraine": {"owner": "germany"}, "baltic_states": more}})
    table.move("1 infantry: belorussia > eastern_ukraine").move("1 infantry: belorussia > baltic_states").end_phase()
    table.battle("eastern_ukraine", "6 6").retreat("belorussia")
    assert "before the other battles" in table.refuses(rocket("germany"), "SPC-54", dice="3")


@pytest.mark.rule("SPC-54", setups=("anniversary_1941", "anniversary_1942"))
def test_territory_that_falls_without_a_fight_does_not_keep_rockets_back(play: Play) -> None:
    table = launchers(play, belorussia=f"{GUN}, 1 infantry")
    table.do({"type": "edit", "spaces": {"eastern_ukraine": {"owner": "germany"}}})
    table.move("1 infantry: belorussia > eastern_ukraine").end_phase()
    assert table.owner("eastern_ukraine") == "soviet_union"
    assert rocket_targets(table.state) == ("germany",)


@pytest.mark.rule("RES-29", "SPC-51", setups=("anniversary_1941", "anniversary_1942"))
def test_rockets_do_not_cross_neutral_territory(play: Play) -> None:
    table = launchers(play, "japan", manchuria=GUN, yakut_ssr=GUN)
    table.do({"type": "edit", "spaces": {"yakut_ssr": {"owner": "japan"}}}).end_phase()
    near, far = sorted(table.state.pieces.values(), key=lambda piece: piece.space)[::-1]
    assert "mongolia" in table.state.edition.board.neighbours["manchuria"]
    table.refuses(rocket("russia", pick=[far.id]), "SPC-51", dice="3")
    table.do(rocket("russia"), "3")
    assert [strike.piece for strike in table.happened("production_struck")[0].strikes] == [near.id]


@pytest.mark.rule("SPC-35", "SPC-51", setups=("anniversary_1941", "anniversary_1942"))
def test_a_complex_at_its_full_damage_is_no_target_and_holds_nobody_up(play: Play) -> None:
    table = launchers(play, belorussia=GUN)
    table.do({"type": "edit", "spaces": {"germany": {"damage": {"industrial_complex": 20}}}})
    table.end_phase()
    assert rocket_targets(table.state) == ()
    assert table.phase == "noncombat_move"
