"""Research of Revised (chapter RES), and what the technologies make of units."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_setup
from engine.state.game_state import state_to_json
from tests.engine.rules.aa1941.test_gen_turns import end_turn
from tests.engine.table import Table, position

NUMBERS = {
    "jet_fighters": 1,
    "rockets": 2,
    "super_submarines": 3,
    "long_range_aircraft": 4,
    "combined_bombardment": 5,
    "heavy_bombers": 6,
}


def researching(power: str = "germany", ipcs: int = 40, **more: Any) -> Table:
    """The research phase of a power."""
    return position(power, "research", {"germany": "germany: 1 infantry"}, setup="revised", ipcs={power: ipcs}, **more)


def order(dice: int, technology: str) -> dict[str, Any]:
    """Research dice for a technology."""
    return {"type": "research", "dice": dice, "technology": technology}


@pytest.mark.rule("RES-01", "OPT-03", setup="revised")
def test_research_is_always_played_and_is_the_first_phase_of_a_turn() -> None:
    edition = load_setup("revised")
    assert edition.parameters.turn.phases[0] == "research"
    assert "research" not in edition.options
    table = position("soviet_union", "mobilize", {"germany": "germany: 1 infantry"}, setup="revised").end_phase()
    assert (table.state.power, table.phase) == ("germany", "research")


@pytest.mark.rule("RES-02", "RES-03", setup="revised")
@pytest.mark.parametrize(("dice", "faces"), [(1, "6"), (3, "6 6 6"), (8, "6 6 6 6 6 6 6 6")])
def test_each_die_costs_5_ipcs_and_any_number_may_be_bought(dice: int, faces: str) -> None:
    table = researching(ipcs=40).do(order(dice, "rockets"), faces)
    assert table.ipcs("germany") == 40 - 5 * dice


@pytest.mark.rule("RES-02", "RES-03", setup="revised")
def test_no_more_dice_can_be_bought_than_can_be_paid() -> None:
    sentence = researching(ipcs=14).refuses(order(3, "rockets"), "RES-02")
    assert sentence == "3 research dice cost 15 IPCs, 5 each; you have 14."
    researching().refuses(order(0, "rockets"), "RES-03")
    researching().refuses(order(-1, "rockets"), "form")


@pytest.mark.rule("RES-04", setup="revised")
def test_one_technology_is_named_before_the_roll() -> None:
    table = researching()
    table.refuses({"type": "research", "dice": 2}, "RES-04")
    table.refuses({"type": "research", "dice": 2, "chart": 1}, "RES-04")
    assert "Did you mean rockets?" in table.refuses(order(2, "rocket"), "RES-04")
    assert "There is jet_fighters, rockets" in table.refuses(order(2, "radar"), "RES-04")


@pytest.mark.rule("RES-05", setup="revised")
@pytest.mark.parametrize(("technology", "number"), NUMBERS.items())
def test_a_die_with_the_number_of_the_technology_finds_it(technology: str, number: int) -> None:
    for face in range(1, 7):
        table = researching().do(order(1, technology), str(face))
        (rolled,) = table.happened("researched")
        assert (rolled.dice, rolled.number, rolled.found) == ((face,), number, face == number)
        assert table.board["technologies"] == ({"germany": [technology]} if face == number else {})


@pytest.mark.rule("RES-05", "RES-06", setup="revised")
def test_all_dice_are_rolled_at_once_and_many_hits_find_only_the_named_technology() -> None:
    table = researching().do(order(6, "rockets"), "2 2 1 3 2 6")
    assert table.board["technologies"] == {"germany": ["rockets"]}
    assert table.ipcs("germany") == 10


@pytest.mark.rule("RES-06", setup="revised")
def test_there_is_one_attempt_a_turn_and_the_purchase_follows_by_itself() -> None:
    table = researching().do(order(1, "rockets"), "5")
    assert table.phase == "purchase"
    table.refuses(order(1, "rockets"), "phase")
    table.refuses({"type": "undo"}, "phase")


@pytest.mark.rule("RES-07", setup="revised")
def test_dice_without_success_are_lost() -> None:
    table = researching(ipcs=20).do(order(2, "rockets"), "5 6")
    assert table.ipcs("germany") == 10
    end_turn(table)
    table.do({"type": "edit", "ipcs": {"germany": 5}, "turn": {"power": "germany", "phase": "research"}})
    table.do(order(1, "rockets"), "1")
    assert table.board["technologies"] == {}


@pytest.mark.rule("RES-11", setup="revised")
def test_a_technology_works_in_the_turn_in_which_it_is_found() -> None:
    spaces = {"germany": "germany: 1 fighter"}
    table = position("germany", "research", spaces, setup="revised", ipcs={"germany": 5})
    table.do(order(1, "long_range_aircraft"), "4")
    table.do({"type": "edit", "turn": {"phase": "noncombat_move"}})
    table.move("1 fighter: germany > sz5 > karelia_ssr > sz5 > sz6 > sz7 > western_europe")
    assert table.at("western_europe") == {"germany": {"fighter": 1}}


@pytest.mark.rule("RES-12", setup="revised")
def test_a_technology_stays_when_the_capital_falls() -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {"eastern_europe": "soviet_union: 1 tank", "norway": "germany: 1 fighter"},
        setup="revised",
        owners={"eastern_europe": "soviet_union"},
        technologies={"germany": ["jet_fighters"]},
    )
    table.move("1 tank: eastern_europe > germany").end_phase()
    assert table.owner("germany") == "soviet_union"
    assert table.board["technologies"] == {"germany": ["jet_fighters"]}


@pytest.mark.rule("RES-12", setup="revised")
def test_what_a_power_owns_is_not_researched_again() -> None:
    table = researching(technologies={"germany": ["rockets"]})
    assert table.refuses(order(1, "rockets"), "RES-12") == "Germany has already developed Rockets, for the whole game."
    table.do(order(1, "jet_fighters"), "1")
    assert table.board["technologies"] == {"germany": ["jet_fighters", "rockets"]}


@pytest.mark.rule("RES-13", setup="revised")
def test_several_powers_may_find_the_same_technology_and_none_shares_it() -> None:
    table = researching(technologies={"japan": ["long_range_aircraft"]})
    assert table.state.unit_of("japan", "bomber").move == 8
    assert table.state.unit_of("germany", "bomber").move == 6
    table.do(order(1, "long_range_aircraft"), "4")
    assert table.board["technologies"] == {"germany": ["long_range_aircraft"], "japan": ["long_range_aircraft"]}


@pytest.mark.rule("RES-14", setup="revised")
def test_a_power_without_its_capital_does_no_research() -> None:
    table = position(
        "soviet_union",
        "mobilize",
        {"eastern_europe": "germany: 1 infantry"},
        setup="revised",
        owners={"germany": "united_kingdom"},
        ipcs={"germany": 30},
    ).end_phase()
    assert (table.state.power, table.phase) == ("germany", "combat_move")
    skipped = [(skip.phase, skip.reason) for skip in table.happened("phase_skipped") if skip.power == "germany"]
    assert skipped == [("research", "RES-14"), ("purchase", "PUR-08")]


@pytest.mark.rule("RES-02", setup="revised")
@pytest.mark.parametrize(
    ("ipcs", "owned", "phase"), [(4, [], "purchase"), (5, [], "research"), (9, [*NUMBERS], "purchase")]
)
def test_who_can_afford_no_die_or_owns_everything_is_not_asked(ipcs: int, owned: list[str], phase: str) -> None:
    table = position(
        "soviet_union",
        "mobilize",
        {"germany": "germany: 1 infantry"},
        setup="revised",
        ipcs={"germany": ipcs},
        technologies={"germany": owned},
    ).end_phase()
    assert (table.state.power, table.phase) == ("germany", phase)


@pytest.mark.rule("RES-03", setup="revised")
def test_the_phase_may_be_passed_without_a_die() -> None:
    assert researching().end_phase().phase == "purchase"


@pytest.mark.rule("RES-05", setup="revised")
def test_too_few_dice_are_refused() -> None:
    table = researching()
    before = state_to_json(table.state)
    table.refuses(order(3, "rockets"), "dice", dice="1 2")
    assert state_to_json(table.state) == before


@pytest.mark.rule("RES-12", setup="revised")
def test_the_game_master_sets_technologies_by_an_edit() -> None:
    table = researching(technologies={"germany": ["rockets", "jet_fighters"], "japan": ["rockets"]})
    assert table.board["technologies"] == {"germany": ["jet_fighters", "rockets"], "japan": ["rockets"]}
    table.do({"type": "edit", "technologies": {"germany": []}})
    assert table.board["technologies"] == {"japan": ["rockets"]}
    table.refuses({"type": "edit", "technologies": {"germany": ["radar"]}}, "RES-04")
    table.refuses({"type": "edit", "technologies": {"italy": ["rockets"]}}, "power")


# What the technologies make of units


def defence_hits(unit: str, technologies: list[str], face: int) -> int:
    """Hits of one Soviet unit that defends with this face against two German infantry or a destroyer."""
    at_sea = unit == "submarine"
    here, there = ("sz5", "sz4") if at_sea else ("eastern_europe", "karelia_ssr")
    enemy = "battleship" if at_sea else "infantry"
    spaces = {here: f"germany: 2 {enemy}", there: f"soviet_union: 1 {unit}"}
    table = position("germany", "combat_move", spaces, setup="revised", technologies={"soviet_union": technologies})
    table.move(f"2 {enemy}: {here} > {there}").end_phase().battle(there, dice=f"6 6 {face}")
    fired = [shots for event in table.happened("fired") if event.side == "defender" for shots in event.shots]
    return sum(shots.hits for shots in fired)


@pytest.mark.rule("RES-17", setup="revised")
def test_jet_fighters_defend_at_5() -> None:
    assert [defence_hits("fighter", [], face) for face in (4, 5, 6)] == [1, 0, 0]
    assert [defence_hits("fighter", ["jet_fighters"], face) for face in (4, 5, 6)] == [1, 1, 0]


@pytest.mark.rule("RES-17", setup="revised")
def test_jet_fighters_attack_as_before() -> None:
    spaces = {"germany": "germany: 1 fighter", "karelia_ssr": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", spaces, setup="revised", technologies={"germany": ["jet_fighters"]})
    table.move("1 fighter: germany > karelia_ssr").end_phase().battle("karelia_ssr", dice="4 6")
    assert table.happened("fired")[0].hits.total == 0


@pytest.mark.rule("RES-19", "RES-20", setup="revised")
def test_super_submarines_attack_at_3_and_defend_at_2() -> None:
    for technologies, hits in (([], 0), (["super_submarines"], 1)):
        spaces = {"sz5": "germany: 1 submarine", "sz6": "united_kingdom: 2 transport"}
        known = {"germany": technologies}
        table = position("germany", "combat_move", spaces, setup="revised", technologies=known)
        table.move("1 submarine: sz5 > sz6").end_phase().battle("sz6", dice="3 6 6" if not hits else "3 6")
        assert table.happened("fired")[0].hits.total == hits
    line = position("germany", "research", {}, setup="revised", technologies={"germany": ["super_submarines"]})
    assert line.state.unit_of("germany", "submarine").defense == 2


@pytest.mark.rule("RES-21", setup="revised")
def test_long_range_fighters_fly_6_and_bombers_8() -> None:
    spaces = ["germany", "eastern_europe"] * 5
    for unit, before, after in (("fighter", 4, 6), ("bomber", 6, 8)):
        for technologies, reach in (([], before), (["long_range_aircraft"], after)):
            known = {"germany": technologies}
            here = {"germany": f"germany: 1 {unit}"}
            table = position("germany", "noncombat_move", here, setup="revised", technologies=known)
            table.refuses_move(f"1 {unit}: {' > '.join(spaces[: reach + 2])}", "NCM-15")
            table.move(f"1 {unit}: {' > '.join(spaces[: reach + 1])}")


@pytest.mark.rule("RES-22", setup="revised")
def test_combined_bombardment_lets_destroyers_bombard_at_3() -> None:
    for technologies, can in (([], False), (["combined_bombardment"], True)):
        table = researching(technologies={"germany": technologies})
        line = table.state.unit_of("germany", "destroyer")
        assert (line.can("bombards"), line.attack) == (can, 3)


@pytest.mark.rule("RES-23", "RES-25", setup="revised")
def test_heavy_bombers_roll_two_dice_in_attack_and_one_in_defence() -> None:
    heavy = {"germany": ["heavy_bombers"], "soviet_union": ["heavy_bombers"]}
    spaces = {"germany": "germany: 1 bomber", "karelia_ssr": "soviet_union: 3 infantry, 1 bomber"}
    table = position("germany", "combat_move", spaces, setup="revised", technologies=heavy)
    table.move("1 bomber: germany > karelia_ssr").end_phase().battle("karelia_ssr", dice="4 4")
    assert table.happened("fired")[0].hits.total == 2
    table.lose("2 infantry", dice="6 6 6 6")
    assert table.at("karelia_ssr")["soviet_union"] == {"infantry": 1, "bomber": 1}
