"""What `normal` and `hard` know of victory: when it is looked at, which cities decide, and who keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from computer.normal.course import NOBODY, Fighter, force_of
from computer.normal.prizes import VICTORY
from computer.normal.replies import Enemies, Held
from computer.normal.victory.cities import deciding_together
from computer.normal.victory.deciding import AT_MOST, Deciding, at_least
from engine.facts.parameters import PhaseId
from tests.computer.test_positions import count, on_board, played

INFANTRY = Fighter(3, 1, 2, 0, 2, 1, captures=True)
PLANNING = ("normal", "hard")
EIGHT = {"karelia_ssr": "germany", "india": "japan"}
"""With these the Axis holds the eight cities that it needs when the United States has moved."""
TO_KWANGTUNG = {"kwangtung": "japan: 1 infantry", "french_indochina": "japan: 6 infantry"}
SIX_IN_THE_PACIFIC = {
    "kwangtung": "japan",
    "kiangsu": "japan",
    "philippines": "japan",
    "hawaiian_islands": "japan",
    "new_south_wales": "japan",
}
"""With Tokyo the Axis holds six cities then."""


def fears(power: str, spaces: dict[str, str], owners: dict[str, str], *held: Held, **wins: float) -> float:
    """What the war is worth less to a power with these garrisons and battles."""
    state = on_board(power, "combat_move", spaces, owners=owners).state
    return Deciding(state, power, Enemies(state, power)).fears(held, (), wins)


def test_who_moves_last_before_victory_counts_decides_the_war() -> None:
    last = {"china": "united_states: 3 infantry"} | TO_KWANGTUNG
    assert fears("united_states", last, EIGHT, kwangtung=1.0) == -VICTORY
    assert fears("united_states", last, EIGHT, kwangtung=0.5) == -VICTORY / 2
    assert fears("united_states", last, {}, kwangtung=1.0) == 0


def test_a_city_that_is_retaken_before_victory_counts_is_worth_little() -> None:
    before = {"china": "united_kingdom: 3 infantry"} | TO_KWANGTUNG
    taken = Held("kwangtung", force_of([INFANTRY]), 20.0)
    gained = -fears("united_kingdom", before, EIGHT, taken, kwangtung=1.0)
    assert gained == pytest.approx((1 - AT_MOST) * VICTORY, abs=1)
    alone = {name: units for name, units in before.items() if name != "french_indochina"}
    assert -fears("united_kingdom", alone, EIGHT, taken, kwangtung=1.0) == VICTORY


def test_what_friends_can_retake_is_not_decided_yet() -> None:
    alone = {"china": "united_kingdom: 3 infantry", "kwangtung": "japan: 1 infantry"}
    after_it = {"manchuria": "united_states: 6 infantry"} | alone
    owners = EIGHT | {"manchuria": "united_states"}
    taken = Held("kwangtung", force_of([INFANTRY]), 20.0)
    assert 0 < -fears("united_kingdom", after_it, owners, taken, kwangtung=1.0) < VICTORY / 4


def test_the_last_city_that_the_enemies_need_is_not_left() -> None:
    spaces = {"india": "united_kingdom: 6 infantry", "french_indochina": "japan: 6 infantry"}
    left = fears("united_kingdom", spaces, {"karelia_ssr": "germany"}, Held("india", NOBODY, 20.0))
    assert left > AT_MOST * VICTORY / 2
    assert fears("united_kingdom", spaces, {}, Held("india", NOBODY, 20.0)) == 0


@pytest.mark.parametrize("level", PLANNING)
def test_an_attack_that_decides_the_war_is_worth_more_than_one_that_may_be_undone(level: str) -> None:
    gains = {}
    for power in ("united_kingdom", "united_states"):
        spaces = {"china": f"{power}: 3 infantry"} | TO_KWANGTUNG
        table = played(on_board(power, "combat_move", spaces, owners=EIGHT), "combat_move", level)
        [why] = [given.why for given in table.given if given.why and given.why.odds]
        gains[power] = why.gain or 0.0
    assert gains["united_states"] > gains["united_kingdom"] + VICTORY / 2


def test_chances_of_so_many_are_added_up() -> None:
    assert at_least(2, [0.5, 0.5, 0.5]) == 0.5
    assert at_least(0, []) == 1
    assert at_least(1, []) == 0


AROUND = {"french_indochina": "japan: 6 infantry", "manchuria": "japan: 4 infantry"}


@pytest.mark.parametrize("level", PLANNING)
def test_the_last_who_can_keep_the_enemies_from_victory_dares_what_is_not_sure(level: str) -> None:
    """Two infantry and a fighter against three infantry: nobody else moves before victory is looked at."""
    spaces = {"china": "united_states: 2 infantry, 1 fighter", "kwangtung": "japan: 3 infantry"} | AROUND
    table = played(on_board("united_states", "combat_move", spaces, owners=EIGHT), "combat_move", level)
    moves = [given for given in table.given if given.action["type"] == "move"]
    assert {given.action["path"][-1] for given in moves} == {"kwangtung"}  # type: ignore[index]
    peace = played(on_board("united_states", "combat_move", spaces), "combat_move", level)
    assert "move" not in [given.action["type"] for given in peace.given]


@pytest.mark.parametrize("level", PLANNING)
def test_two_cities_are_taken_together_where_that_wins_the_war(level: str) -> None:
    """Each alone would be taken back and brings little; Washington is open meanwhile, and that doesn't matter."""
    spaces = {
        "china": "united_states: 5 infantry, 1 tank",
        "kwangtung": "japan: 2 infantry",
        "french_indochina": "japan: 9 infantry, 4 tank",
        "eastern_united_states": "united_states: 4 infantry, 2 tank",
        "sz12": "united_states: 3 transport, 1 battleship",
        "algeria": "united_states: 4 infantry, 2 tank",
        "western_europe": "germany: 2 infantry",
        "germany": "germany: 12 infantry, 6 tank",
    }
    owners = {"algeria": "united_states", "southern_europe": "united_states"}
    written = on_board("united_states", "combat_move", spaces | {"southern_europe": ""}, owners=owners)
    table = played(written, level=level)
    assert table.state.winner == "allies" or table.state.owners["kwangtung"] == "united_states"
    aims = {given.why.aim for given in table.given if given.why and given.why.odds}
    assert {"take Kwangtung", "take Western Europe"} <= aims


def test_the_sets_of_cities_that_decide_are_as_few_as_can_be() -> None:
    state = on_board("united_states", "combat_move", {}, owners=EIGHT).state
    assert set(deciding_together(state, "united_states", {"kwangtung", "japan", "china"})) == {
        ("kwangtung",),
        ("japan",),
    }
    near = on_board("japan", "combat_move", {}, owners={"karelia_ssr": "germany"}).state
    assert set(deciding_together(near, "japan", {"india", "western_united_states"})) == {
        ("india",),
        ("western_united_states",),
    }
    start = on_board("japan", "combat_move", {}).state
    assert set(deciding_together(start, "japan", {"india", "karelia_ssr", "china"})) == {("india", "karelia_ssr")}


@pytest.mark.parametrize("level", PLANNING)
def test_troops_come_back_to_a_city_by_which_the_war_would_be_lost(level: str) -> None:
    spaces = {
        "india": "united_kingdom: 1 infantry",
        "persia": "united_kingdom: 4 infantry",
        "french_indochina": "japan: 3 infantry, 1 tank",
    }
    owners = {"karelia_ssr": "germany"}
    table = played(on_board("united_kingdom", "noncombat_move", spaces, owners=owners), "noncombat_move", level)
    assert count(table.state, "india", "united_kingdom") == 5


GUARDED = {
    "caucasus": "soviet_union: 1 infantry",
    "balkans": "germany: 4 infantry, 2 tank",
    "ukraine_ssr": "germany: 4 infantry, 2 tank",
    "russia": "soviet_union: 9 infantry",
}


def guards(setup: str, spaces: Mapping[str, str], city: str, **edit: Any) -> int:
    """Soviet units in a city after a turn that buys for 24 IPCs."""
    written = on_board("soviet_union", "purchase", spaces, setup, ipcs={"soviet_union": 24}, **edit)
    return count(played(written, level="normal").state, city, "soviet_union")


def test_guards_are_bought_for_a_city_by_which_the_war_would_be_lost_and_placed_there() -> None:
    """With fourteen cities the Axis lacks but Stalingrad, where a complex makes four."""
    axis = ("karelia_ssr", "india", "australia", "kwangtung", "philippine_islands", "hawaiian_islands")
    more = ("eastern_canada", "western_united_states")
    owners = {**dict.fromkeys(axis + more, "japan"), "ukraine": "germany", "kiangsu": "japan"}
    spaces = {
        "caucasus": "soviet_union: 1 infantry",
        "ukraine": "germany: 4 infantry, 1 tank",
        "russia": "soviet_union: 9 infantry",
    }
    guarded = guards("anniversary_1941", spaces, "caucasus", owners=owners)
    assert guarded >= 5


def decided(power: str, setup: str, spaces: Mapping[str, str], phase: PhaseId, **edit: Any) -> Deciding:
    """The chances of a position."""
    state = on_board(power, phase, spaces, setup, **edit).state
    return Deciding(state, power, Enemies(state, power))
