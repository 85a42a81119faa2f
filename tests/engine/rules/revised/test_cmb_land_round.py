"""Rounds of a land battle, casualties, joint defence and the end of a battle in Revised (CMB-06..30, ASY-07..13)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import CasualtiesChoice
from tests.engine.table import Table, position

JOINT = "germany: 2 infantry; japan: 1 tank"


def soviet_attack(force: str, defenders: str, **more: Any) -> Table:
    """Soviet units march from the Caucasus against Ukraine."""
    spaces = {"caucasus": f"soviet_union: {force}", "ukraine_ssr": defenders}
    table = position("soviet_union", "combat_move", spaces, setup="revised", **more)
    return table.move(f"{force}: caucasus > ukraine_ssr").end_phase()


def german_landing(zone: str, garrison: str = "united_kingdom: 1 infantry") -> Table:
    """German infantry sails to sea zone 6 with a destroyer and lands in the United Kingdom."""
    table = position(
        "germany",
        "combat_move",
        {"sz5": "germany: 1 transport, 1 destroyer", "sz6": zone, "united_kingdom": garrison},
        setup="revised",
        cargo={"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]},
    )
    return table.move("1 transport, 1 destroyer: sz5 > sz6").move("1 infantry: sz6 > united_kingdom").end_phase()


def steps_fired(table: Table) -> list[str]:
    return [event.step for event in table.happened("fired")]


@pytest.mark.rule("CMB-04", setup="revised")
@pytest.mark.parametrize("named", ["united_kingdom", "sz6"])
def test_the_sea_part_of_an_assault_comes_before_its_land_part(named: str) -> None:
    table = german_landing("united_kingdom: 1 destroyer")
    assert table.pending == [("sz6", "sea"), ("united_kingdom", "land")]
    table.battle(named, dice="3 6")
    assert table.pending == [("united_kingdom", "land")]
    table.battle("united_kingdom", dice="1 6")
    assert table.owner("united_kingdom") == "germany"


@pytest.mark.rule("CMB-06", setup="revised")
def test_a_land_round_is_opening_fire_then_attackers_then_defenders_then_the_choice_to_press_on() -> None:
    table = soviet_attack("1 tank, 1 fighter", "germany: 2 tank, 1 anti_aircraft_gun")
    table.battle("ukraine_ssr", dice="6 6 6 6 6")
    assert steps_fired(table)[-2:] == ["attackers_fire", "defenders_fire"]
    assert table.questions == [("retreat", ("soviet_union",))]
    table.press(dice="3 3 6 6")
    assert steps_fired(table) == ["attackers_fire", "defenders_fire"], "the gun fires in the first cycle alone"


@pytest.mark.rule("CMB-07", setup="revised")
@pytest.mark.parametrize(("face", "taken"), [("2", True), ("3", False)])
def test_each_unit_rolls_one_die_and_hits_at_its_value_or_less(face: str, taken: bool) -> None:
    table = soviet_attack("1 artillery", "germany: 1 infantry").battle("ukraine_ssr", dice=f"{face} 6")
    assert [shot.dice for shot in table.happened("fired")[0].shots] == [(int(face),)]
    assert (table.owner("ukraine_ssr") == "soviet_union") is taken


@pytest.mark.rule("CMB-08", setup="revised")
def test_a_gun_that_fired_in_the_opening_does_not_fire_again() -> None:
    table = soviet_attack("1 fighter", "germany: 1 infantry, 1 anti_aircraft_gun").battle("ukraine_ssr", dice="6 3 6")
    assert [shot.unit for shot in table.happened("fired")[-1].shots] == ["infantry"]


@pytest.mark.rule("CMB-09", "CMB-30", setup="revised")
def test_a_casualty_of_the_main_fire_still_fires_back_and_where_all_fall_nobody_wins() -> None:
    table = soviet_attack("1 tank", "germany: 1 infantry").battle("ukraine_ssr", dice="1 2")
    assert table.at("ukraine_ssr") == {}
    assert table.owner("ukraine_ssr") == "germany"
    assert [event.outcome for event in table.happened("battle_ended")] == ["nobody"]


@pytest.mark.rule("CMB-12", "ASY-07", setup="revised")
def test_the_owner_of_the_hit_side_chooses_its_casualties() -> None:
    table = soviet_attack("2 tank", "germany: 1 infantry, 1 tank").battle("ukraine_ssr", dice="1 6")
    assert table.questions == [("casualties", ("germany",))]
    assert table.state.requests[0].default == {"units": {"infantry": 1}}
    choice = {"type": "decide", "kind": "casualties", "choice": {"units": {"tank": 1}}}
    table.refuses({**choice, "power": "soviet_union"}, "request", dice="6 6")
    table.do(choice, dice="2 6")
    assert table.at("ukraine_ssr") == {"soviet_union": {"tank": 1}, "germany": {"infantry": 1}}


@pytest.mark.rule("CMB-13", setup="revised")
@pytest.mark.parametrize("lost", ["infantry", "artillery", "tank", "fighter", "bomber"])
def test_any_unit_in_the_battle_may_be_the_casualty(lost: str) -> None:
    table = soviet_attack("1 tank", "germany: 1 infantry, 1 artillery, 1 tank, 1 fighter, 1 bomber")
    table.battle("ukraine_ssr", dice="1").lose(f"1 {lost}", dice="6 6 6 6 6")
    assert lost not in table.at("ukraine_ssr")["germany"]


@pytest.mark.rule("CMB-13", setup="revised")
def test_a_transport_may_be_lost_instead_of_a_warship() -> None:
    table = german_landing("united_kingdom: 1 destroyer, 1 transport").battle("sz6", dice="3")
    table.lose("1 transport", dice="6 6")
    assert table.at("sz6")["united_kingdom"] == {"destroyer": 1}


@pytest.mark.rule("CMB-14", setup="revised")
def test_as_many_hits_as_possible_must_be_taken() -> None:
    table = soviet_attack("3 tank", "germany: 2 infantry, 1 tank").battle("ukraine_ssr", dice="1 1 6")
    decide = {"type": "decide", "kind": "casualties"}
    table.refuses({**decide, "choice": {"units": {"infantry": 1}}}, "CMB-14", dice="6 6 6")
    table.refuses({**decide, "choice": {"units": {"infantry": 2, "tank": 1}}}, "CMB-14", dice="6 6 6")
    table.lose("1 infantry, 1 tank", dice="6 6 6")


@pytest.mark.rule("CMB-15", setup="revised")
def test_a_hit_beyond_the_last_target_is_lost_and_a_gun_is_no_target() -> None:
    table = soviet_attack("3 tank", "germany: 1 infantry, 1 anti_aircraft_gun").battle("ukraine_ssr", dice="1 1 1 6")
    chosen = table.happened("casualties_chosen")[0]
    assert (len(chosen.lost), chosen.wasted) == (1, 2)
    assert table.owner("ukraine_ssr") == "soviet_union"


@pytest.mark.rule("CMB-16", setup="revised")
def test_on_land_every_hit_can_go_to_every_unit() -> None:
    table = soviet_attack("1 infantry, 1 bomber", "germany: 1 infantry, 1 fighter").battle("ukraine_ssr", dice="6 4")
    table.lose("1 fighter", dice="6 6").press(dice="6 4 6")
    assert table.at("ukraine_ssr") == {"soviet_union": {"infantry": 1, "bomber": 1}}


@pytest.mark.rule("CMB-16", setup="revised")
def test_a_submarines_hit_goes_to_ships_only_and_aircraft_hit_submarines_without_a_destroyer() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "united_kingdom": "united_kingdom: 1 bomber",
            "sz8": "united_kingdom: 1 submarine",
            "sz7": "germany: 1 submarine, 1 aircraft_carrier, 1 fighter",
        },
        setup="revised",
    )
    table.move("1 submarine: sz8 > sz7").move("1 bomber: united_kingdom > sz7").end_phase()
    table.battle("sz7", dice="2")
    choice = {"type": "decide", "kind": "casualties", "choice": {"units": {"fighter": 1}}}
    table.refuses(choice, "CMB-16", dice="6 6 6 6")
    table.lose("1 aircraft_carrier", dice="6 4")
    assert table.questions == [("casualties", ("germany",))], "the bomber's hit may go to the submarine"


@pytest.mark.rule("CMB-22", setup="revised")
def test_all_friendly_units_in_an_attacked_space_defend_together() -> None:
    table = soviet_attack("3 tank", JOINT).battle("ukraine_ssr", dice="6 6 6 2 6 3")
    assert [(shot.power, shot.unit) for shot in table.happened("fired")[1].shots] == [
        ("germany", "infantry"),
        ("japan", "tank"),
    ]


@pytest.mark.rule("CMB-23", "ASY-11", setup="revised")
def test_joint_defenders_who_agree_choose_the_casualties_and_the_default_takes_from_the_largest_contingent() -> None:
    table = soviet_attack("3 tank", "germany: 1 infantry; japan: 2 infantry").battle("ukraine_ssr", dice="3 4 5")
    assert table.questions == [("casualties", ("germany", "japan"))]
    assert table.state.requests[0].default == {"units": {"japan": {"infantry": 1}}}
    table.lose("germany: 1 infantry", power="germany")
    table.decide("casualties", "agree", power="japan", dice="6 6 6")
    assert table.at("ukraine_ssr")["japan"] == {"infantry": 2}


@pytest.mark.rule("CMB-23", "ASY-12", setup="revised")
def test_when_joint_defenders_disagree_the_attacker_chooses() -> None:
    table = soviet_attack("3 tank", JOINT).battle("ukraine_ssr", dice="3 4 5")
    table.lose("japan: 1 tank", power="germany").lose("germany: 1 infantry", power="japan")
    assert table.questions == [("casualties", ("soviet_union",))]
    table.lose("japan: 1 tank", power="soviet_union", dice="6 6 6")
    assert "japan" not in table.at("ukraine_ssr")


@pytest.mark.rule("ASY-12", setup="revised")
@pytest.mark.parametrize(("absent", "speaking"), [("germany", "japan"), ("japan", "germany")])
def test_the_absence_of_one_owner_is_no_disagreement(absent: str, speaking: str) -> None:
    table = soviet_attack("3 tank", JOINT).battle("ukraine_ssr", dice="3 4 5")
    table.lose("japan: 1 tank", power=speaking)
    table.decide("casualties", "default", power=absent, dice="6 6 6")
    assert (table.at("ukraine_ssr")["germany"], table.at("ukraine_ssr")["japan"]) == ({"infantry": 1}, {"tank": 1})


@pytest.mark.rule("ASY-12", setup="revised")
def test_a_table_option_lets_the_default_list_settle_a_disagreement() -> None:
    table = soviet_attack("3 tank", JOINT, options={"disputed_casualties": "default_list"})
    table.battle("ukraine_ssr", dice="3 4 5").lose("japan: 1 tank", power="germany")
    table.lose("germany: 1 infantry", power="japan", dice="6 6 6")
    assert table.at("ukraine_ssr")["germany"] == {"infantry": 1}


@pytest.mark.rule("CMB-24", setup="revised")
def test_powers_of_one_side_do_not_attack_together() -> None:
    spaces = {"caucasus": "soviet_union: 1 tank; united_kingdom: 1 tank", "ukraine_ssr": "germany: 1 infantry"}
    table = position("soviet_union", "combat_move", spaces, setup="revised")
    table.refuses_move("2 tank: caucasus > ukraine_ssr", "units")
    table.refuses_move("1 tank: caucasus > ukraine_ssr", "power", owner="united_kingdom")
    table.move("1 tank: caucasus > ukraine_ssr").end_phase().battle("ukraine_ssr", dice="1 6")
    assert table.at("ukraine_ssr") == {"soviet_union": {"tank": 1}}


@pytest.mark.rule("CMB-25", "CMB-26", setup="revised")
def test_the_attackers_allies_take_no_part_and_their_destroyers_do_not_keep_submarines_up() -> None:
    fleets = {"sz8": "united_kingdom: 1 battleship", "sz9": "germany: 1 submarine; united_states: 1 destroyer"}
    table = position("united_kingdom", "combat_move", fleets, setup="revised")
    table.move("1 battleship: sz8 > sz9").end_phase().battle("sz9", dice="2 6")
    assert [[shot.power for shot in event.shots] for event in table.happened("fired")] == [
        ["germany"],
        ["united_kingdom"],
    ]
    assert table.board["damaged_units"] == {"sz9": {"united_kingdom": {"battleship": 1}}}
    assert table.press().questions == [("submerge", ("germany",))]
    assert table.at("sz9")["united_states"] == {"destroyer": 1}


@pytest.mark.rule("CMB-29", setup="revised")
def test_with_all_defenders_lost_nobody_is_asked_to_retreat() -> None:
    table = soviet_attack("2 tank", "germany: 1 infantry").battle("ukraine_ssr", dice="1 6 6")
    assert table.questions == []
    assert table.owner("ukraine_ssr") == "soviet_union"
    table = soviet_attack("1 tank", "germany: 2 infantry").battle("ukraine_ssr", dice="6 1 6")
    assert (table.questions, table.owner("ukraine_ssr")) == ([], "germany")


@pytest.mark.rule("ASY-08", setup="revised")
def test_the_default_order_of_loss_on_land_is_infantry_artillery_tanks_bombers_fighters() -> None:
    table = soviet_attack("6 tank", "germany: 1 infantry, 1 artillery, 1 tank, 1 bomber, 1 fighter")
    for hits, kept in ((1, "infantry"), (2, "artillery"), (3, "tank"), (4, "bomber")):
        again = Table(table.state).battle("ukraine_ssr", dice="1 " * hits + "6 " * (6 - hits))
        lost = CasualtiesChoice.of(again.state.requests[0].default).units
        assert list(lost) == ["infantry", "artillery", "tank", "bomber"][:hits]
        assert kept in lost


@pytest.mark.rule("ASY-10", setup="revised")
def test_of_equal_transports_the_one_with_least_cargo_is_lost() -> None:
    cargo = {"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]}
    spaces = {"sz5": "germany: 2 submarine", "sz6": "united_kingdom: 2 transport"}
    table = position("germany", "combat_move", spaces, setup="revised", cargo=cargo)
    table.move("2 submarine: sz5 > sz6").end_phase().battle("sz6", dice="2 6")
    table.decide("casualties", "default", dice="6")
    assert table.at("sz6")["united_kingdom"] == {"transport": 1, "infantry": 1}


@pytest.mark.rule("ASY-13", setup="revised")
def test_by_default_the_last_unit_able_to_take_a_victory_city_is_lost_after_aircraft() -> None:
    force = "1 artillery, 1 fighter, 1 bomber"
    spaces = {"archangel": f"soviet_union: {force}", "karelia_ssr": "germany: 3 tank"}
    table = position("soviet_union", "combat_move", spaces, setup="revised", owners={"karelia_ssr": "germany"})
    table.move(f"{force}: archangel > karelia_ssr").end_phase().battle("karelia_ssr", dice="6 6 6 1 1 6")
    assert table.state.requests[0].default == {"units": {"bomber": 1, "fighter": 1}}


@pytest.mark.rule("ASY-13", setup="revised")
def test_by_default_no_aircraft_is_lost_for_a_unit_and_a_territory_worth_less() -> None:
    table = soviet_attack("1 artillery, 1 fighter, 1 bomber", "germany: 3 tank")
    table.battle("ukraine_ssr", dice="6 6 6 1 1 6")
    assert table.state.requests[0].default == {"units": {"artillery": 1, "bomber": 1}}
