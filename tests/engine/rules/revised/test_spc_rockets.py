"""Rocket strikes by antiaircraft guns (SPC-51..54, SPC-104, RES-18, RES-29)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import rocket_targets
from tests.engine.table import Table, position

GUN = "1 anti_aircraft_gun"


def launchers(*, technology: bool = True, **spaces: str) -> Table:
    """Soviet guns as named, and the Soviet conduct combat phase; Germany has 40 IPCs."""
    known = {"soviet_union": ["rockets"]} if technology else {}
    table = position(
        "soviet_union",
        "combat_move",
        {space: f"soviet_union: {force}" for space, force in spaces.items()},
        setup="revised",
        ipcs={"germany": 40},
        technologies=known,
    )
    return table.end_phase()


def rocket(space: str, **more: Any) -> dict[str, Any]:
    """The order to strike a territory."""
    return {"type": "battle", "space": space, "kind": "rocket", **more}


@pytest.mark.rule("SPC-51", "SPC-52", "RES-18", setup="revised")
def test_a_gun_within_three_spaces_strikes_a_complex_for_one_die() -> None:
    table = launchers(caucasus=GUN)
    assert rocket_targets(table.state) == ("germany", "southern_europe")
    table.do(rocket("germany"), "3")
    assert [(e.victim, e.weapon, e.limit, e.ipcs) for e in table.happened("production_struck")] == [
        ("germany", "rocket", 10, 3)
    ]
    assert table.ipcs("germany") == 37


@pytest.mark.rule("SPC-51", setup="revised")
def test_rockets_fly_no_farther_than_three_spaces() -> None:
    table = launchers(russia=GUN, caucasus=GUN)
    gun = next(piece.id for piece in table.state.pieces.values() if piece.space == "russia")
    assert "more than 3 spaces" in table.refuses(rocket("germany", pick=[gun]), "SPC-51")
    table.do(rocket("germany"), "6")
    assert len(table.happened("production_struck")[0].strikes) == 1


@pytest.mark.rule("RES-18", setup="revised")
def test_without_the_development_guns_launch_nothing() -> None:
    spaces = {"caucasus": f"soviet_union: {GUN}, 1 infantry", "ukraine_ssr": "germany: 2 infantry"}
    table = position("soviet_union", "combat_move", spaces, setup="revised")
    table.move("1 infantry: caucasus > ukraine_ssr").end_phase()
    assert rocket_targets(table.state) == ()
    table.refuses(rocket("germany"), "RES-18", dice="3")


@pytest.mark.rule("SPC-54", setup="revised")
def test_rockets_are_voluntary_and_keep_conduct_combat_open() -> None:
    table = launchers(caucasus=GUN)
    assert (table.phase, table.pending) == ("conduct_combat", [])
    assert table.end_phase().phase == "noncombat_move"


@pytest.mark.rule("SPC-54", setup="revised")
def test_once_no_rocket_is_left_conduct_combat_is_over() -> None:
    assert launchers(caucasus=GUN).do(rocket("germany"), "3").phase == "noncombat_move"


@pytest.mark.rule("SPC-54", setup="revised")
def test_rockets_fly_before_or_after_a_battle_but_not_amid_one() -> None:
    spaces = {"caucasus": f"soviet_union: {GUN}, 2 infantry", "ukraine_ssr": "germany: 2 infantry"}
    known = {"soviet_union": ["rockets"]}
    table = position("soviet_union", "combat_move", spaces, setup="revised", technologies=known, ipcs={"germany": 40})
    table.move("2 infantry: caucasus > ukraine_ssr").end_phase().battle("ukraine_ssr", dice="6 6 6 6")
    table.refuses(rocket("germany"), "request", dice="3")
    assert rocket_targets(table.state) == ()
    assert table.retreat("caucasus").phase == "conduct_combat"
    assert table.do(rocket("germany"), "3").phase == "noncombat_move"


@pytest.mark.rule("SPC-104", setup="revised")
def test_each_gun_launches_one_rocket_a_turn_and_several_may_strike_one_target() -> None:
    table = launchers(caucasus="2 anti_aircraft_gun")
    first, second = sorted(piece.id for piece in table.state.pieces.values())
    table.do(rocket("germany", pick=[second]), "4")
    table.refuses(rocket("germany", pick=[second]), "SPC-104", dice="4")
    table.do(rocket("germany"), "5")
    assert [strike.piece for strike in table.happened("production_struck")[0].strikes] == [first]
    assert table.ipcs("germany") == 31


@pytest.mark.rule("SPC-104", "SPC-52", setup="revised")
def test_all_guns_in_range_strike_together_in_the_order_of_their_ids() -> None:
    table = launchers(caucasus="2 anti_aircraft_gun").do(rocket("southern_europe"), "6 2")
    assert [(strike.dice, strike.loss) for strike in table.happened("production_struck")[0].strikes] == [
        ((6,), 6),
        ((2,), 2),
    ]
    assert table.ipcs("germany") == 32


@pytest.mark.rule("SPC-104", setup="revised")
def test_next_turn_the_gun_launches_again() -> None:
    table = launchers(caucasus=GUN).do(rocket("germany"), "1")
    for _ in range(60):
        if (table.state.round, table.state.power, table.phase) == (2, "soviet_union", "conduct_combat"):
            break
        table.end_phase()
    before = table.ipcs("germany")
    table.do(rocket("germany"), "2")
    assert table.ipcs("germany") == before - 2


@pytest.mark.rule("SPC-52", "SPC-38", setup="revised")
def test_a_rocket_costs_no_more_than_the_value_of_the_territory() -> None:
    spaces = {"ukraine_ssr": f"germany: {GUN}"}
    known = {"germany": ["rockets"]}
    table = position("germany", "combat_move", spaces, setup="revised", technologies=known, ipcs={"soviet_union": 24})
    table.end_phase().do(rocket("caucasus"), "6")
    assert table.ipcs("soviet_union") == 20


@pytest.mark.rule("SPC-37", "SPC-52", setup="revised")
def test_rockets_take_no_more_than_the_victim_has() -> None:
    spaces = {"caucasus": "soviet_union: 2 anti_aircraft_gun"}
    known = {"soviet_union": ["rockets"]}
    table = position("soviet_union", "combat_move", spaces, setup="revised", technologies=known, ipcs={"germany": 5})
    table.end_phase().do(rocket("germany"), "4 4")
    assert table.ipcs("germany") == 0


@pytest.mark.rule("SPC-53", setup="revised")
def test_nothing_fires_at_rockets() -> None:
    spaces = {"caucasus": f"soviet_union: {GUN}", "germany": f"germany: {GUN}, 3 fighter"}
    known = {"soviet_union": ["rockets"]}
    table = position("soviet_union", "combat_move", spaces, setup="revised", technologies=known, ipcs={"germany": 40})
    table.end_phase().do(rocket("germany"), "3")
    assert table.happened("anti_aircraft_fired") == []


@pytest.mark.rule("RES-29", "SPC-51", setup="revised")
def test_rockets_do_not_cross_neutral_territory() -> None:
    spaces = {"manchuria": f"japan: {GUN}", "yakut_ssr": f"japan: {GUN}"}
    table = position("japan", "combat_move", spaces, setup="revised", technologies={"japan": ["rockets"]}).end_phase()
    near, far = sorted((piece.space, piece.id) for piece in table.state.pieces.values())[::-1]
    assert (near[0], far[0]) == ("yakut_ssr", "manchuria")
    table.refuses(rocket("russia", pick=[far[1]]), "SPC-51", dice="3")
    table.do(rocket("russia"), "3")
    assert [strike.piece for strike in table.happened("production_struck")[0].strikes] == [near[1]]


@pytest.mark.rule("SPC-51", setup="revised")
def test_only_enemy_complexes_are_targets() -> None:
    table = launchers(caucasus=GUN)
    for space in ("ukraine_ssr", "russia", "sz16"):
        table.refuses(rocket(space), "SPC-51", dice="3")
    table.refuses(rocket("atlantis"), "space", dice="3")
    table.refuses(rocket("germany", pick=["soviet_union.infantry.1"]), "units", dice="3")
    table.refuses(rocket("germany", land="none"), "form", dice="3")


@pytest.mark.rule("SPC-51", "UNI-28", setup="revised")
def test_guns_aboard_a_ship_launch_nothing() -> None:
    cargo: Any = {"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {"anti_aircraft_gun": 1}}}]}
    known = {"united_kingdom": ["rockets"]}
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz6": "united_kingdom: 1 transport"},
        setup="revised",
        cargo=cargo,
        technologies=known,
    )
    assert table.end_phase().phase == "noncombat_move"


@pytest.mark.rule("UNI-31", "SPC-51", setup="revised")
def test_a_gun_taken_this_turn_launches_nothing_yet() -> None:
    spaces = {"caucasus": "soviet_union: 1 infantry", "ukraine_ssr": f"germany: {GUN}"}
    known = {"soviet_union": ["rockets"]}
    table = position("soviet_union", "combat_move", spaces, setup="revised", technologies=known)
    table.move("1 infantry: caucasus > ukraine_ssr").end_phase()
    assert table.at("ukraine_ssr")["soviet_union"] == {"infantry": 1, "anti_aircraft_gun": 1}
    assert table.phase == "noncombat_move"


@pytest.mark.rule("UNI-31", "SPC-51", setup="revised")
def test_a_gun_launches_from_a_territory_that_went_back_to_a_freed_ally() -> None:
    spaces = {"caucasus": f"united_kingdom: {GUN}, 1 tank", "russia": ""}
    table = position(
        "united_kingdom",
        "combat_move",
        spaces,
        setup="revised",
        owners={"caucasus": "united_kingdom", "russia": "germany"},
        more_spaces={"russia": {"facilities": []}},
        technologies={"united_kingdom": ["rockets"]},
    )
    table.move("1 tank: caucasus > russia").end_phase()
    assert table.owner("caucasus") == "soviet_union"
    table.do(rocket("germany"), "3")


@pytest.mark.rule("SPC-51", "NCM-01", setup="revised")
def test_a_gun_that_launched_a_rocket_stays_where_it_is() -> None:
    table = launchers(caucasus=GUN, russia="1 infantry").do(rocket("germany"), "3")
    table.refuses_move(f"{GUN}: caucasus > russia", "CMV-15")
