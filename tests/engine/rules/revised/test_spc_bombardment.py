"""Ships that bombard the coast before a landing (SPC-17..25, SPC-101, RES-22, ASY-14)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import CasualtiesOptions
from tests.engine.table import Table, position

INFANTRY_ABOARD = {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}
COMBINED = {"united_kingdom": ["combined_bombardment"]}


def landing(escort: str, garrison: str, *, zone: str = "", air: str = "", **more: Any) -> Table:
    """British infantry sails to sea zone 7 with an escort and lands in Western Europe; all moves are made.

    zone: who waits in the sea zone. air: aircraft from London that join the land part.
    """
    ships = f"1 transport, {escort}"
    spaces = {"sz8": f"united_kingdom: {ships}", "western_europe": garrison}
    spaces |= {"sz7": zone} if zone else {}
    spaces |= {"united_kingdom": f"united_kingdom: {air}"} if air else {}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", cargo={"sz8": [INFANTRY_ABOARD]}, **more)
    table.move(f"{ships}: sz8 > sz7").move("1 infantry: sz7 > western_europe")
    if air:
        table.move(f"{air}: united_kingdom > western_europe")
    return table.end_phase()


def two_landings(escort: str = "2 battleship", garrison: str = "germany: 1 infantry", **more: Any) -> Table:
    """British infantry lands in Germany and in Norway from sea zone 5."""
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz5": f"united_kingdom: 2 transport, {escort}", "germany": garrison, "norway": "germany: 1 infantry"},
        setup="revised",
        cargo={"sz5": [INFANTRY_ABOARD, INFANTRY_ABOARD]},
        **more,
    )
    return table.move("1 infantry: sz5 > germany").move("1 infantry: sz5 > norway").end_phase()


def shots(table: Table) -> list[tuple[str, list[tuple[str, int, tuple[int, ...]]]]]:
    """(step, [(unit, what it needs, dice)]) for all that was fired in the last action."""
    return [(e.step, [(s.unit, s.value, s.dice) for s in e.shots]) for e in table.happened("fired")]


@pytest.mark.rule("SPC-17", "SPC-22", "SPC-24", setup="revised")
@pytest.mark.parametrize(("face", "hit"), [("4", True), ("5", False)])
def test_the_rule_books_caption_a_battleship_destroys_an_infantry_on_a_four_or_less(face: str, hit: bool) -> None:
    table = landing("1 battleship", "germany: 1 infantry").battle("western_europe", dice=face if hit else f"{face} 1 6")
    assert shots(table)[0] == ("ships_bombard", [("battleship", 4, (int(face),))])
    assert len(shots(table)) == (1 if hit else 3), "the infantry that was hit does not fire"
    assert table.owner("western_europe") == "united_kingdom"


@pytest.mark.rule("SPC-22", setup="revised")
def test_ships_fire_before_the_first_round_and_never_again() -> None:
    table = landing("1 battleship", "germany: 1 infantry").battle("western_europe", dice="6 6 6 1 6")
    assert [step for step, _ in shots(table)] == [
        "ships_bombard",
        "attackers_fire",
        "defenders_fire",
        "attackers_fire",
        "defenders_fire",
    ], "seaborne units fight on unasked"


@pytest.mark.rule("SPC-17", "RES-22", setup="revised")
def test_destroyers_bombard_at_three_with_combined_bombardment_and_not_without_it() -> None:
    table = landing("2 destroyer, 1 battleship", "germany: 3 infantry", technologies=COMBINED)
    table.battle("western_europe", dice="3 4 4 1 6")
    assert shots(table)[0] == ("ships_bombard", [("destroyer", 3, (3, 4)), ("battleship", 4, (4,))])
    assert table.owner("western_europe") == "united_kingdom"
    table = landing("1 destroyer", "germany: 1 infantry").battle("western_europe", dice="1 6")
    assert [step for step, _ in shots(table)] == ["attackers_fire", "defenders_fire"]


@pytest.mark.rule("SPC-18", "SPC-19", setup="revised")
@pytest.mark.parametrize("enemy", ["destroyer", "submarine", "transport"])
def test_ships_that_fought_in_the_sea_battle_do_not_bombard(enemy: str) -> None:
    """The second caption: with an enemy ship in the zone the battleship fights that first."""
    table = landing("1 battleship", "germany: 1 infantry", zone=f"germany: 1 {enemy}")
    table.battle("sz7", dice="6 4" if enemy == "submarine" else "4 6").battle("western_europe", dice="1 6")
    assert [step for step, _ in shots(table)] == ["attackers_fire", "defenders_fire"]


@pytest.mark.rule("SPC-20", setup="revised")
def test_more_ships_may_bombard_than_units_land() -> None:
    table = landing("3 battleship", "germany: 3 infantry").battle("western_europe", dice="4 4 4")
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 1}}


@pytest.mark.rule("SPC-21", setup="revised")
def test_the_attacker_divides_the_ships_of_a_zone_among_the_landings_from_it() -> None:
    table = two_landings().battle("norway")
    assert table.questions == [("bombardment", ("united_kingdom",))]
    request = table.state.requests[0]
    assert request.options == {"ships": {"battleship": 2}, "territories": ["norway", "germany"]}
    table.decide("bombardment", {"norway": {"battleship": 1}, "germany": {"battleship": 1}}, dice="4")
    assert table.owner("norway") == "united_kingdom"
    table.battle("germany", dice="4")
    assert shots(table) == [("ships_bombard", [("battleship", 4, (4,))])]


@pytest.mark.rule("SPC-21", setup="revised")
def test_by_default_all_ships_support_the_landing_that_begins_first_and_none_is_left_for_the_other() -> None:
    table = two_landings().battle("germany")
    assert table.state.requests[0].default == {"germany": {"battleship": 2}}
    table.decide("bombardment", "default", dice="4 4").battle("norway", dice="1 6")
    assert [step for step, _ in shots(table)] == ["attackers_fire", "defenders_fire"]


@pytest.mark.rule("SPC-21", setup="revised")
def test_ships_that_are_not_named_keep_silent_in_both_battles() -> None:
    table = two_landings().battle("germany").decide("bombardment", {}, dice="1 6")
    table.battle("norway", dice="1 6")
    assert [step for step, _ in shots(table)] == ["attackers_fire", "defenders_fire"]


@pytest.mark.rule("SPC-21", setup="revised")
def test_only_ships_that_are_there_support_only_landings_from_there() -> None:
    table = two_landings("1 battleship").battle("germany")
    decide = {"type": "decide", "kind": "bombardment"}
    table.refuses({**decide, "choice": {"western_europe": {"battleship": 1}}}, "SPC-21", dice="6")
    table.refuses({**decide, "choice": {"germany": {"battleship": 1}, "norway": {"battleship": 1}}}, "units", dice="6")
    table.refuses({**decide, "choice": {"germany": {"destroyer": 1}}}, "units", dice="6")
    table.refuses({**decide, "choice": {"germany": {"raft": 1}}}, "units", dice="6")
    table.refuses({**decide, "choice": {"germany": True}}, "form", dice="6")


@pytest.mark.rule("SPC-21", "SPC-101", setup="revised")
def test_where_only_one_landing_has_targets_its_ships_support_it_without_a_question() -> None:
    table = two_landings("1 battleship", "germany: 1 fighter").battle("germany", dice="6 6 6 6 1 6")
    assert {step for step, _ in shots(table)} == {"attackers_fire", "defenders_fire"}
    table.battle("norway", dice="4")
    assert [step for step, _ in shots(table)] == ["ships_bombard"]


@pytest.mark.rule("SPC-06", "SPC-21", setup="revised")
def test_ships_fall_silent_when_the_landing_that_they_were_to_support_is_called_off() -> None:
    table = (
        two_landings("1 battleship").battle("norway").decide("bombardment", {"germany": {"battleship": 1}}, dice="1 6")
    )
    table.do({"type": "battle", "space": "germany", "land": "none"})
    assert table.phase == "noncombat_move"
    assert not table.happened("fired")


@pytest.mark.rule("SPC-23", "CMB-16", "ASY-14", setup="revised")
def test_only_land_units_are_hit_and_the_defender_chooses_before_the_first_round() -> None:
    table = landing("1 battleship", "germany: 1 infantry, 1 tank, 1 fighter, 1 bomber")
    table.battle("western_europe", dice="4")
    assert table.questions == [("casualties", ("germany",))]
    assert list(CasualtiesOptions.of(table.state.requests[0]).units["germany"]) == ["infantry", "tank"]
    choice = {"type": "decide", "kind": "casualties", "choice": {"units": {"fighter": 1}}}
    table.refuses(choice, "CMB-16", dice="6 6 6 6")
    table.lose("1 tank", dice="6 6 6 1")
    assert [shot.unit for event in table.happened("fired")[1:] for shot in event.shots] == [
        "bomber",
        "infantry",
        "fighter",
    ]


@pytest.mark.rule("SPC-23", "CMB-15", setup="revised")
def test_hits_beyond_the_land_units_are_lost() -> None:
    table = landing("3 battleship", "germany: 1 infantry, 1 fighter").battle("western_europe", dice="4 4 4 6 4")
    first = table.happened("casualties_chosen")[0]
    assert (len(first.lost), first.wasted) == (1, 2)
    assert table.at("western_europe") == {"germany": {"fighter": 1}}


@pytest.mark.rule("SPC-24", "CMB-29", setup="revised")
def test_a_landing_whose_defenders_all_fall_to_the_ships_is_over_before_the_first_fire() -> None:
    table = landing("2 battleship", "germany: 2 tank").battle("western_europe", dice="1 2")
    assert [step for step, _ in shots(table)] == ["ships_bombard"]
    assert table.owner("western_europe") == "united_kingdom"


@pytest.mark.rule("SPC-25", setup="revised")
def test_an_allys_battleship_in_the_zone_does_not_bombard() -> None:
    table = landing("1 destroyer", "germany: 1 infantry", zone="united_states: 1 battleship")
    table.battle("western_europe", dice="1 6")
    assert [step for step, _ in shots(table)] == ["attackers_fire", "defenders_fire"]


@pytest.mark.rule("SPC-101", setup="revised")
def test_without_enemy_land_units_the_ships_stay_at_sea_unused() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz7": "united_kingdom: 1 transport, 1 battleship",
            "western_europe": "germany: 1 fighter, 1 anti_aircraft_gun",
        },
        setup="revised",
        cargo={"sz7": [INFANTRY_ABOARD]},
    )
    table.move("1 infantry: sz7 > western_europe").end_phase().battle("western_europe", dice="1 4")
    assert [step for step, _ in shots(table)] == ["attackers_fire", "defenders_fire"]
    table.move("1 battleship: sz7 > sz8")
    assert table.at("sz8") == {"united_kingdom": {"battleship": 1}}


@pytest.mark.rule("SPC-22", "CMV-15", setup="revised")
def test_a_ship_that_bombarded_fought_and_does_not_move_any_more() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz7": "united_kingdom: 1 transport, 1 battleship", "western_europe": "germany: 1 infantry"},
        setup="revised",
        cargo={"sz7": [INFANTRY_ABOARD]},
    )
    table.move("1 infantry: sz7 > western_europe").end_phase().battle("western_europe", dice="4")
    table.refuses_move("1 battleship: sz7 > sz8", "CMV-15")


@pytest.mark.rule("SPC-17", "SPC-22", "CMV-15", setup="revised")
def test_a_ship_that_keeps_silent_is_not_used() -> None:
    spaces = {"sz7": "united_kingdom: 1 transport, 2 battleship", "western_europe": "germany: 1 infantry"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", cargo={"sz7": [INFANTRY_ABOARD]})
    table.move("1 infantry: sz7 > western_europe").end_phase()
    first, second = (piece.id for piece in table.state.at("sz7") if piece.unit == "battleship")
    fight = {"type": "battle", "space": "western_europe"}
    silent = Table(table.state).do({**fight, "bombard": "none"}, dice="1 6")
    assert [step for step, _ in shots(silent)] == ["attackers_fire", "defenders_fire"]
    silent.move("2 battleship: sz7 > sz8")
    table.refuses({**fight, "bombard": ["united_kingdom.transport.1"]}, "SPC-17")
    table.do({**fight, "bombard": [second]}, dice="4")
    assert table.state.pieces[second].fought
    assert not table.state.pieces[first].fought


@pytest.mark.rule("SPC-17", setup="revised")
def test_ships_in_other_zones_and_attacks_over_land_alone_see_no_bombardment() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "southern_europe": "united_kingdom: 1 tank",
            "sz7": "united_kingdom: 1 battleship",
            "western_europe": "germany: 1 infantry",
        },
        setup="revised",
        owners={"southern_europe": "united_kingdom"},
    )
    table.move("1 tank: southern_europe > western_europe").end_phase().battle("western_europe", dice="3 6")
    assert [step for step, _ in shots(table)] == ["attackers_fire", "defenders_fire"]


@pytest.mark.rule("SPC-17", setup="revised")
def test_the_dice_of_the_ships_come_before_all_others_by_value_and_unit() -> None:
    table = landing("1 battleship", "germany: 3 infantry", air="1 fighter").battle("western_europe", dice="6 1 3 6 6 6")
    assert shots(table) == [
        ("ships_bombard", [("battleship", 4, (6,))]),
        ("attackers_fire", [("infantry", 1, (1,)), ("fighter", 3, (3,))]),
        ("defenders_fire", [("infantry", 2, (6, 6, 6))]),
    ]
