"""Units that attack better beside others (UNI-19..26)."""

from __future__ import annotations

import pytest

from engine.combat.values import values
from tests.engine.rules.pacific.playing import japanese_attack, volleys
from tests.engine.table import Table, position


def needed(table: Table) -> dict[str, list[int]]:
    """The numbers that the attackers of Hunan need, by unit, before their battle."""
    pieces = [piece for piece in table.state.at("hunan") if piece.power == "japan"]
    found: dict[str, list[int]] = {}
    for piece_id, value in values(table.state, pieces, "attacker").items():
        found.setdefault(table.state.pieces[piece_id].unit, []).append(value)
    return {unit: sorted(numbers) for unit, numbers in found.items()}


def attack(force: str, known: str = "") -> dict[str, list[int]]:
    """The numbers that a Japanese force needs."""
    technologies = {"japan": known.split()} if known else {}
    return needed(japanese_attack(force, "china: 9 infantry", technologies=technologies))


@pytest.mark.rule("UNI-19", "UNI-21", setups="1940")
@pytest.mark.parametrize(
    ("force", "values_needed"),
    [
        ("2 infantry, 1 artillery", {"infantry": [1, 2], "artillery": [2]}),
        ("2 mechanized_infantry, 1 artillery", {"mechanized_infantry": [1, 2], "artillery": [2]}),
        (
            "1 infantry, 1 mechanized_infantry, 2 artillery",
            {"infantry": [2], "mechanized_infantry": [2], "artillery": [2, 2]},
        ),
        (
            "2 infantry, 1 mechanized_infantry, 2 artillery",
            {"infantry": [2, 2], "mechanized_infantry": [1], "artillery": [2, 2]},
        ),
    ],
)
def test_artillery_supports_one_infantry_or_mechanized_infantry(
    force: str, values_needed: dict[str, list[int]]
) -> None:
    assert attack(force) == values_needed


@pytest.mark.rule("UNI-24", setups="1940")
@pytest.mark.parametrize(
    ("force", "bombers"),
    [
        ("1 tactical_bomber", [3]),
        ("1 tactical_bomber, 1 tank", [4]),
        ("1 tactical_bomber, 1 fighter", [4]),
        ("3 tactical_bomber, 1 tank, 1 fighter", [3, 4, 4]),
        ("1 tactical_bomber, 1 strategic_bomber, 1 artillery", [3]),
    ],
)
def test_a_tactical_bomber_attacks_better_beside_a_tank_or_a_fighter(force: str, bombers: list[int]) -> None:
    assert attack(force)["tactical_bomber"] == bombers


@pytest.mark.rule("UNI-23", "UNI-26", setups="1940")
def test_a_unit_is_in_one_pair_and_all_pairs_together_are_the_best() -> None:
    """One tank serves one unit; the mechanized infantry leaves it to the bomber where artillery is there."""
    improved = "improved_mechanized_infantry"
    beside_both = attack("1 mechanized_infantry, 1 tactical_bomber, 1 tank, 1 artillery", improved)
    assert (beside_both["mechanized_infantry"], beside_both["tactical_bomber"]) == ([2], [4])
    crowded = attack("1 infantry, 1 mechanized_infantry, 1 tactical_bomber, 1 tank, 1 artillery", improved)
    assert crowded["infantry"] == [2]
    assert sum(crowded["mechanized_infantry"] + crowded["tactical_bomber"]) == 5
    with_fighter = attack(
        "1 infantry, 1 mechanized_infantry, 1 tactical_bomber, 1 tank, 1 artillery, 1 fighter", improved
    )
    assert (with_fighter["mechanized_infantry"], with_fighter["tactical_bomber"]) == ([2], [4])


@pytest.mark.rule("UNI-20", setups="1940")
def test_nobody_is_paired_in_defence() -> None:
    table = japanese_attack("1 infantry", "china: 1 infantry, 1 artillery, 1 fighter")
    table.battle("hunan", dice="6 6 6 6")
    assert volleys(table, "defenders_fire") == [("infantry", 2, (6,)), ("artillery", 2, (6,)), ("fighter", 4, (6,))]


@pytest.mark.rule("UNI-23", setups="1940")
def test_pairs_are_made_anew_in_each_round() -> None:
    """The artillery is lost in the first round, and the infantry attacks alone in the second."""
    table = japanese_attack("1 infantry, 1 artillery", "china: 3 infantry")
    table.battle("hunan", dice="6 6 1 6 6")
    assert volleys(table, "attackers_fire") == [("infantry", 2, (6,)), ("artillery", 2, (6,))]
    table.lose("1 artillery").press(dice="6 6 6 6")
    assert volleys(table, "attackers_fire") == [("infantry", 1, (6,))]


@pytest.mark.rule("UNI-24", "UNI-22", setups="1940")
def test_at_sea_a_fighter_leads_a_tactical_bomber() -> None:
    spaces = {
        "sz19": "japan: 1 aircraft_carrier, 1 fighter, 1 tactical_bomber, 1 destroyer",
        "sz20": "united_states: 2 destroyer",
    }
    table = position("japan", "combat_move", spaces, relations=[["japan", "united_states", "war"]])
    table.move("1 fighter, 1 tactical_bomber, 1 destroyer: sz19 > sz20").end_phase().battle("sz20", dice="6 6 6 6 6")
    assert volleys(table, "attackers_fire") == [
        ("destroyer", 2, (6,)),
        ("fighter", 3, (6,)),
        ("tactical_bomber", 4, (6,)),
    ]
