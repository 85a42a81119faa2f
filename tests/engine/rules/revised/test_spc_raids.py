"""Strategic bombing raids (SPC-26..38, CMV-71), heavy bombers on them (RES-24), and dive-bombers (OPT-25)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import battle_options, destinations, expected_battles
from engine.facilities.capacity import capacity
from engine.state.battles import PendingBattle
from tests.engine.table import Table, position

IC = "industrial_complex"
RAID = {"type": "battle", "space": "germany", "kind": "raid"}


def britain(force: str, germany: str = "", western_europe: str = "", **more: Any) -> Table:
    """British units at home, about to move; in Germany and Western Europe what is named."""
    spaces = {"united_kingdom": f"united_kingdom: {force}", "germany": germany, "western_europe": western_europe}
    return position("united_kingdom", "combat_move", spaces, setup="revised", **{"ipcs": {"germany": 40}, **more})


def raided(bombers: int, germany: str = "", **more: Any) -> Table:
    """British bombers have come to raid Germany; it is the conduct combat phase."""
    table = britain(f"{bombers} bomber", germany, **more)
    return table.move(f"{bombers} bomber: united_kingdom > germany", raid=IC).end_phase()


def strikes(table: Table) -> list[tuple[str, tuple[int, ...], int]]:
    """(unit, dice, what it cost) for each striker of the last action."""
    return [(strike.unit, strike.dice, strike.loss) for strike in table.happened("production_struck")[0].strikes]


@pytest.mark.rule("SPC-26", "SPC-27", "SPC-34", "SPC-36", setup="revised")
def test_each_bomber_that_raids_costs_the_controller_of_the_complex_one_die_of_ipcs() -> None:
    table = raided(2)
    assert table.state.pending == (PendingBattle("germany", "land", False, "raid"),)
    table.do(RAID, "4 6")
    assert strikes(table) == [("bomber", (4,), 4), ("bomber", (6,), 6)]
    assert table.ipcs("germany") == 30
    assert table.phase == "noncombat_move"


@pytest.mark.rule("CMV-71", setup="revised")
def test_a_raid_is_declared_by_the_move_and_can_be_undone() -> None:
    table = britain("1 bomber")
    before = table.state
    table.move("1 bomber: united_kingdom > germany", raid=IC)
    assert [(e.space, e.facility, len(e.pieces)) for e in table.happened("raid_declared")] == [("germany", IC, 1)]
    assert expected_battles(table.state) == (PendingBattle("germany", "land", False, "raid"),)
    assert table.do({"type": "undo"}).state == before


@pytest.mark.rule("CMV-71", setup="revised")
def test_no_raid_is_declared_in_the_noncombat_move() -> None:
    table = position(
        "united_kingdom", "noncombat_move", {"sz6": "", "norway": "united_kingdom: 1 bomber"}, setup="revised"
    )
    table.refuses_move("1 bomber: norway > germany", "CMV-71", raid=IC)


@pytest.mark.rule("SPC-26", setup="revised")
@pytest.mark.parametrize("unit", ["fighter", "tank"])
def test_only_bombers_raid(unit: str) -> None:
    table = position("germany", "combat_move", {"ukraine_ssr": f"germany: 1 {unit}"}, setup="revised")
    assert "bombers can" in table.refuses_move(f"1 {unit}: ukraine_ssr > caucasus", "SPC-26", raid=IC)


@pytest.mark.rule("SPC-26", "SPC-27", "SPC-40", setup="revised")
def test_a_raid_needs_an_enemys_complex_and_no_escort() -> None:
    table = britain("2 bomber, 1 fighter")
    table.refuses_move("1 bomber: united_kingdom > western_europe", "SPC-27", raid=IC)
    table.refuses_move("1 bomber: united_kingdom > sz6", "SPC-27", raid=IC)
    table.refuses_move("1 bomber: united_kingdom > germany", "SPC-27", raid="tank")
    table.refuses_move("1 bomber: united_kingdom > germany", "SPC-27", raid="airport")
    table.refuses_move("1 bomber: united_kingdom > russia", "SPC-26", raid=IC)
    table.refuses_move("1 fighter: united_kingdom > germany", "SPC-40", escort=True)


@pytest.mark.rule("SPC-26", setup="revised")
def test_what_can_be_raided_is_offered() -> None:
    table = britain("1 bomber, 1 fighter", owners={"western_europe": "germany"})
    assert {reach.space for reach in destinations(table.state, "united_kingdom", "bomber", raid=IC)} == {
        "germany",
        "southern_europe",
    }
    assert destinations(table.state, "united_kingdom", "fighter", raid=IC) == ()


@pytest.mark.rule("SPC-31", "SPC-33", setup="revised")
def test_one_gun_fires_at_every_raider_and_only_those_that_get_through_bomb() -> None:
    table = raided(3, "germany: 2 anti_aircraft_gun, 1 infantry; japan: 1 anti_aircraft_gun").do(RAID, "3 1 2 5 4")
    assert [(event.space, event.occasion) for event in table.happened("anti_aircraft_fired")] == [("germany", "raid")]
    assert [shot.hit for shot in table.happened("anti_aircraft_fired")[0].shots] == [False, True, False]
    assert [loss for _, _, loss in strikes(table)] == [5, 4]
    assert table.at("germany")["united_kingdom"] == {"bomber": 2}


@pytest.mark.rule("SPC-31", setup="revised")
def test_with_all_raiders_shot_down_the_raid_is_over() -> None:
    table = raided(1, "germany: 1 anti_aircraft_gun").do(RAID, "1")
    assert table.ipcs("germany") == 40
    assert table.pending == []


@pytest.mark.rule("SPC-35", "SPC-38", setup="revised")
def test_a_bomber_costs_no_more_than_the_value_of_the_territory() -> None:
    spaces = {"eastern_europe": "germany: 2 bomber"}
    table = position("germany", "combat_move", spaces, setup="revised", ipcs={"soviet_union": 24})
    table.move("2 bomber: eastern_europe > caucasus", raid=IC).end_phase()
    table.do({"type": "battle", "space": "caucasus", "kind": "raid"}, "6 2")
    assert strikes(table) == [("bomber", (6,), 4), ("bomber", (2,), 2)]
    assert table.ipcs("soviet_union") == 18


@pytest.mark.rule("SPC-37", setup="revised")
def test_nobody_pays_more_than_he_has() -> None:
    table = raided(2, ipcs={"germany": 7}).do(RAID, "5 6")
    assert [(event.ipcs, event.victim) for event in table.happened("production_struck")] == [(7, "germany")]
    assert table.ipcs("germany") == 0


@pytest.mark.rule("SPC-36", setup="revised")
def test_whoever_holds_a_captured_complex_pays() -> None:
    spaces = {"united_kingdom": "united_kingdom: 1 bomber"}
    table = position(
        "united_kingdom",
        "combat_move",
        spaces,
        setup="revised",
        owners={"germany": "japan"},
        ipcs={"japan": 30, "germany": 9},
    )
    table.move("1 bomber: united_kingdom > germany", raid=IC).end_phase().do(RAID, "5")
    assert (table.ipcs("japan"), table.ipcs("germany")) == (25, 9)


@pytest.mark.rule("RES-24", "SPC-35", setup="revised")
def test_a_heavy_bomber_adds_two_dice_up_to_the_limit_of_one_bomber() -> None:
    table = raided(2, technologies={"united_kingdom": ["heavy_bombers"]}).do(RAID, "3 4 6 5")
    assert strikes(table) == [("bomber", (3, 4), 7), ("bomber", (6, 5), 10)]
    assert table.ipcs("germany") == 23


@pytest.mark.rule("OPT-25", setup="revised")
def test_dive_bombers_raid_for_half_of_their_die_rounded_up() -> None:
    spaces = {"western_europe": "germany: 2 fighter, 1 bomber", "united_kingdom": "united_kingdom: 1 anti_aircraft_gun"}
    table = position(
        "germany",
        "combat_move",
        spaces,
        setup="revised",
        advantages={"germany": "dive_bombers"},
        ipcs={"united_kingdom": 30},
    )
    table.move("2 fighter, 1 bomber: western_europe > united_kingdom", raid=IC).end_phase()
    table.do({"type": "battle", "space": "united_kingdom", "kind": "raid"}, "6 6 6 5 5 4")
    assert [shot.unit for shot in table.happened("anti_aircraft_fired")[0].shots] == ["fighter", "fighter", "bomber"]
    assert strikes(table) == [("bomber", (5,), 5), ("fighter", (5,), 3), ("fighter", (4,), 2)]


@pytest.mark.rule("OPT-25", "SPC-35", setup="revised")
def test_a_dive_bomber_costs_no_more_than_the_value_of_the_territory_either() -> None:
    more: Any = {"karelia_ssr": {"facilities": [IC]}}
    table = position(
        "germany",
        "combat_move",
        {"eastern_europe": "germany: 1 fighter"},
        setup="revised",
        advantages={"germany": "dive_bombers"},
        ipcs={"soviet_union": 24},
        more_spaces=more,
    )
    table.move("1 fighter: eastern_europe > karelia_ssr", raid=IC).end_phase()
    table.do({"type": "battle", "space": "karelia_ssr", "kind": "raid"}, "6")
    assert strikes(table) == [("fighter", (6,), 2)]


@pytest.mark.rule("OPT-45", "SPC-31", setup="revised")
def test_superfortresses_raid_without_being_fired_at() -> None:
    spaces = {"united_kingdom": "united_states: 1 bomber", "germany": "germany: 1 anti_aircraft_gun"}
    table = position(
        "united_states", "combat_move", spaces, setup="revised", advantages={"united_states": "superfortresses"}
    )
    table.move("1 bomber: united_kingdom > germany", raid=IC).end_phase().do(RAID, "1")
    assert strikes(table) == [("bomber", (1,), 1)]


def raid_beside_attack(germany: str) -> Table:
    """One bomber raids Germany, another attacks it; Germany has 40 IPCs."""
    table = britain("2 bomber, 1 infantry", germany)
    table.move("1 bomber: united_kingdom > germany", raid=IC).move("1 bomber: united_kingdom > germany")
    return table.end_phase()


@pytest.mark.rule("SPC-28", "SPC-29", "CMB-01", setup="revised")
@pytest.mark.parametrize("first", ["raid", "combat"])
def test_others_attack_the_raided_territory_in_a_battle_of_its_own_before_or_after(first: str) -> None:
    table = raid_beside_attack("germany: 2 infantry")
    assert {battle.kind for battle in battle_options(table.state)} == {"raid", "combat"}
    raider = next(piece.id for piece in table.state.pieces.values() if piece.raid)
    if first == "raid":
        table.do(RAID, "4")
    table.do({"type": "battle", "space": "germany", "kind": "combat"}, "6 6 6")
    assert len(table.state.battle.attackers if table.state.battle else ()) == 1
    assert raider not in (table.state.battle.attackers if table.state.battle else ())
    table.retreat(None)
    if first == "combat":
        table.do(RAID, "4")
    assert table.ipcs("germany") == 36
    assert table.phase == "noncombat_move"


@pytest.mark.rule("SPC-29", setup="revised")
def test_without_a_kind_an_order_means_the_battle_and_with_none_left_the_raid() -> None:
    table = raid_beside_attack("germany: 2 infantry").battle("germany", dice="6 6 6").retreat(None)
    table.battle("germany", dice="4")
    assert table.ipcs("germany") == 36


@pytest.mark.rule("SPC-29", setup="revised")
def test_a_gun_fires_at_raiders_and_at_attackers_in_their_own_battles() -> None:
    table = raid_beside_attack("germany: 1 infantry, 1 anti_aircraft_gun").do(RAID, "6 3")
    assert [len(event.shots) for event in table.happened("anti_aircraft_fired")] == [1]
    table.battle("germany", dice="1")
    assert [(event.occasion, len(event.shots)) for event in table.happened("anti_aircraft_fired")] == [("attack", 1)]


def raid_with_walkover() -> Table:
    """A bomber raids Caucasus, which has no fighting units; infantry walks in."""
    spaces = {"eastern_europe": "germany: 1 bomber", "ukraine_ssr": "germany: 1 infantry"}
    table = position("germany", "combat_move", spaces, setup="revised", ipcs={"soviet_union": 24})
    table.move("1 bomber: eastern_europe > caucasus", raid=IC).move("1 infantry: ukraine_ssr > caucasus")
    return table.end_phase()


@pytest.mark.rule("SPC-29", "CMB-05", setup="revised")
def test_undefended_territory_is_taken_once_its_raid_is_done() -> None:
    table = raid_with_walkover()
    assert table.owner("caucasus") == "soviet_union"
    table.do({"type": "battle", "space": "caucasus", "kind": "raid"}, "3")
    assert (table.ipcs("soviet_union"), table.owner("caucasus"), table.phase) == (21, "germany", "noncombat_move")


@pytest.mark.rule("SPC-36", "CMB-02", setup="revised")
def test_who_takes_the_territory_before_his_raid_has_nothing_left_to_raid() -> None:
    table = raid_with_walkover().do({"type": "battle", "space": "caucasus", "kind": "combat"})
    assert (table.ipcs("soviet_union"), table.owner("caucasus"), table.phase) == (24, "germany", "noncombat_move")
    assert [event.battle.kind for event in table.happened("battle_dropped")] == ["raid"]


@pytest.mark.rule("SPC-28", setup="revised")
def test_raiders_wait_over_the_territory_and_land_in_the_noncombat_move() -> None:
    table = raided(1).do(RAID, "4")
    assert table.at("germany")["united_kingdom"] == {"bomber": 1}
    table.refuses({"type": "end_phase"}, "NCM-20")
    table.move("1 bomber: germany > united_kingdom").end_phase()
    assert table.at("united_kingdom")["united_kingdom"] == {"bomber": 1}


@pytest.mark.rule("SPC-28", "CMV-39", setup="revised")
def test_a_raid_too_needs_a_landing_place() -> None:
    spaces = {"australia": "", "persia": "united_kingdom: 1 bomber"}
    owners = dict.fromkeys(("russia", "archangel", "karelia_ssr", "west_russia", "caucasus", "kazakh_ssr"), "germany")
    table = position("united_kingdom", "combat_move", spaces, setup="revised", owners=owners)
    table.refuses_move("1 bomber: persia > caucasus > ukraine_ssr > eastern_europe > germany", "CMV-39", raid=IC)


@pytest.mark.rule("SPC-28", setup="revised")
def test_a_raider_that_moves_on_raids_no_more() -> None:
    table = britain("1 bomber", western_europe="germany: 1 infantry")
    table.move("1 bomber: united_kingdom > germany", raid=IC).move("1 bomber: germany > western_europe").end_phase()
    assert [(battle.space, battle.kind) for battle in table.state.pending] == [("western_europe", "combat")]


@pytest.mark.rule("CMB-01", "SPC-26", setup="revised")
def test_the_attacker_fights_raids_and_battles_in_any_order() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 bomber, 1 fighter",
        "sz6": "united_kingdom: 1 transport, 1 destroyer",
        "norway": "germany: 1 infantry",
        "western_europe": "germany: 1 infantry",
    }
    cargo: Any = {"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", cargo=cargo)
    table.move("1 bomber: united_kingdom > germany", raid=IC).move("1 fighter: united_kingdom > western_europe")
    table.move("1 infantry: sz6 > norway").end_phase()
    assert {(battle.space, battle.kind) for battle in battle_options(table.state)} == {
        ("germany", "raid"),
        ("norway", "combat"),
        ("western_europe", "combat"),
    }


@pytest.mark.rule("SPC-26", setup="revised")
def test_orders_for_a_raid_that_make_no_sense_are_refused() -> None:
    table = raided(1)
    table.refuses({"type": "battle", "space": "germany", "kind": "combat"}, "space")
    table.refuses({"type": "battle", "space": "atlantis", "kind": "raid"}, "space")
    table.refuses({"type": "battle", "space": "norway", "kind": "raid"}, "space")
    table.refuses({**RAID, "land": "none"}, "form")
    table.refuses({**RAID, "pick": ["united_kingdom.bomber.1"]}, "form")
    table.refuses({"type": "end_phase"}, "phase")


@pytest.mark.rule("SPC-39", setup="revised")
def test_a_raided_complex_is_not_harmed_and_places_as_many_units_as_before() -> None:
    table = raided(1).do(RAID, "6")
    assert table.board["damage"] == {}
    assert capacity(table.state, "germany") == 10
