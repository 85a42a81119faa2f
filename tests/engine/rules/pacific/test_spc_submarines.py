"""Submarines, cruisers and ships of two hits in the battles of Pacific 1940 (SPC-66..78, CMB-16..21)."""

from __future__ import annotations

import pytest

from tests.engine.rules.pacific.playing import volleys
from tests.engine.table import Table, position

WAR = [["japan", "united_states", "war"]]


def sea_attack(fleet: str, defenders: str) -> Table:
    """Japanese ships sail from sea zone 36 against sea zone 35; all moves are made."""
    spaces = {"sz36": f"japan: {fleet}", "sz35": f"united_states: {defenders}"}
    table = position("japan", "combat_move", spaces, relations=WAR)
    return table.move(f"{fleet}: sz36 > sz35", attack=True).end_phase().battle("sz35")


def fight(fleet: str, defenders: str, dice: str) -> Table:
    """The same, and its first round where nobody can submerge."""
    spaces = {"sz36": f"japan: {fleet}", "sz35": f"united_states: {defenders}"}
    table = position("japan", "combat_move", spaces, relations=WAR)
    return table.move(f"{fleet}: sz36 > sz35").end_phase().battle("sz35", dice)


@pytest.mark.rule("SPC-66", "SPC-67", "SPC-68", "SPC-73", "CMB-10", setup="pacific_1940")
def test_a_submarine_strikes_first_and_its_victims_do_not_fire() -> None:
    table = sea_attack("1 submarine", "1 cruiser")
    assert table.questions == [("submerge", ("japan",))]
    table.decide("submerge", {}, "2")
    assert volleys(table, "attackers_strike") == [("submarine", 2, (2,))]
    assert table.at("sz35") == {"japan": {"submarine": 1}}


@pytest.mark.rule("SPC-71", "SPC-74", "ASY-19", "SPC-72", setup="pacific_1940")
def test_beside_an_enemy_destroyer_it_fires_with_the_others() -> None:
    table = fight("1 submarine, 1 destroyer", "1 destroyer, 1 cruiser", "6 6 6 6")
    assert volleys(table, "attackers_strike") == []
    assert volleys(table, "attackers_fire") == [("submarine", 2, (6,)), ("destroyer", 2, (6,))]


@pytest.mark.rule("SPC-73", "SPC-76", "SPC-77", "CMB-69", setup="pacific_1940")
def test_a_submerged_submarine_leaves_the_battle_and_comes_up_after_it() -> None:
    table = sea_attack("1 cruiser", "1 submarine").decide("submerge", {"submarine": 1})
    assert table.at("sz35") == {"japan": {"cruiser": 1}, "united_states": {"submarine": 1}}
    assert not any(piece.submerged for piece in table.state.at("sz35"))


@pytest.mark.rule("UNI-55", "UNI-56", "CMB-17", "ASY-09", setup="pacific_1940")
def test_the_first_hits_damage_battleship_and_carrier() -> None:
    table = fight("3 cruiser", "1 battleship, 1 aircraft_carrier, 1 cruiser", "3 3 6")
    (request,) = table.state.requests
    assert request.default == {"units": {}, "damaged": {"battleship": 1, "aircraft_carrier": 1}}


@pytest.mark.rule("CMB-18", "UNI-65", "CMB-31", setup="pacific_1940")
def test_transports_are_hit_last_and_lost_when_they_are_left_alone() -> None:
    table = fight("2 destroyer", "1 destroyer, 1 transport", "2 6 6")
    assert table.at("sz35") == {"japan": {"destroyer": 2}}
    (reason,) = {event.reason for event in table.happened("units_lost")} - {"casualties"}
    assert reason == "defenseless"


@pytest.mark.rule("UNI-59", "UNI-60", "CMB-16", "CMB-07", setup="pacific_1940")
@pytest.mark.parametrize(
    ("escort", "answer", "dice", "rolls"),
    [("1 cruiser", {}, "6 6", ["cruiser"]), ("1 destroyer", None, "6 6 6", ["destroyer", "fighter"])],
)
def test_aircraft_hit_submarines_beside_a_destroyer_alone(
    escort: str, answer: dict[str, int] | None, dice: str, rolls: list[str]
) -> None:
    spaces = {"sz36": f"japan: {escort}, 1 aircraft_carrier, 1 fighter", "sz35": "united_states: 1 submarine"}
    table = position("japan", "combat_move", spaces, relations=WAR)
    table.move(f"{escort}, 1 fighter: sz36 > sz35", attack=True).end_phase()
    if answer is None:
        table.battle("sz35", dice)
    else:
        table.battle("sz35").decide("submerge", answer, dice)
    assert [unit for unit, _, _ in volleys(table, "attackers_fire")] == rolls
