"""What `normal` and `hard` know of victory: when it is looked at, which cities decide, and who keeps them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from computer.normal.course import NOBODY, Fighter, force_of
from computer.normal.prizes import VICTORY
from computer.normal.replies import Enemies, Held
from computer.normal.victory.cities import deciding_together
from computer.normal.victory.deciding import AT_MOST, IN_A_ROUND, Deciding, at_least
from computer.normal.victory.guarding import NEEDED
from engine.state.game_state import Holding
from tests.computer.test_positions import count, on_board, played
from tests.computer.test_positions_everywhere import in_war

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


def guards(*cities: str) -> tuple[int, bool]:
    """Soviet infantry in Leningrad after a turn that buys for 12 IPCs, with these cities in the hands of Japan; and
    whether it was bought for a city.

    The complex there makes two, with whom it falls rather than not; Italy moves before victory is looked at.
    """
    spaces = {
        "karelia_ssr": "soviet_union: 1 infantry",
        "finland": "italy: 4 infantry, 1 tank",
        "russia": "soviet_union: 2 infantry",
    }
    owners = dict.fromkeys(cities, "japan") | {"finland": "italy"}
    edit = {"ipcs": {"soviet_union": 12}, "owners": owners}
    written = on_board("soviet_union", "purchase", spaces, "anniversary_1941", **edit)
    table = played(written, level="normal")
    (why,) = (given.why for given in table.given if given.action["type"] == "purchase")
    return count(table.state, "karelia_ssr", "soviet_union"), why is not None and NEEDED in why.aim


def test_guards_are_placed_in_a_city_by_which_the_war_would_be_lost() -> None:
    """With fourteen cities the Axis lacks but one of fifteen."""
    pacific = ("australia", "india", "kwangtung", "kiangsu", "philippine_islands", "hawaiian_islands")
    assert guards(*pacific, "eastern_canada", "western_united_states", "united_kingdom") == (3, True)
    assert guards() == (0, False)


IN_THE_PACIFIC = {
    "queensland": "anzac: 3 infantry",
    "new_south_wales": "japan: 1 infantry",
    "japan": "japan: 4 infantry",
    "western_united_states": "united_states: 4 infantry",
}


@pytest.mark.parametrize(("setup", "number"), [("pacific_1940", 0), ("global_1940", 1)])
def test_what_has_been_held_for_a_round_is_broken_by_who_moves_last_before_it_is_over(setup: str, number: int) -> None:
    """In these setups six cities of the Pacific win once they have been held from a turn of Japan to its next."""
    state = in_war("anzac", "combat_move", setup, IN_THE_PACIFIC, owners=SIX_IN_THE_PACIFIC).state
    assert [each.condition for each in state.holdings] in ([], [number])
    taken = {"new_south_wales": 1.0}
    begun, not_yet = (
        Deciding(held, "anzac", Enemies(held, "anzac")).fears((), (), taken)
        for held in (replace(state, holdings=(Holding(number, "japan", 1),)), replace(state, holdings=()))
    )
    assert begun == -VICTORY
    assert not_yet == -VICTORY * IN_A_ROUND


@pytest.mark.parametrize(("number", "counts"), [(0, False), (1, True)])
def test_the_war_is_won_before_an_enemy_moves_only_where_victory_is_looked_at_at_once(
    number: int, *, counts: bool
) -> None:
    power = ("united_kingdom", "united_states")[number]
    spaces = {"china": f"{power}: 3 infantry"} | TO_KWANGTUNG
    seven = {"western_europe": "united_kingdom"}
    state = on_board(power, "combat_move", spaces, owners=seven).state
    won = Deciding(state, power, Enemies(state, power)).won({"kwangtung": 0.75})
    assert won == (0.75 if counts else 0)


@pytest.mark.parametrize("level", PLANNING)
def test_the_war_is_won_at_once_though_the_capital_is_open_then(level: str) -> None:
    """The tanks of Washington could guard it, or take back Los Angeles, with which the Allies hold eight cities."""
    spaces = {
        "eastern_united_states": "united_states: 4 infantry, 3 tank",
        "western_united_states": "japan: 1 infantry",
        "eastern_canada": "germany: 6 infantry, 2 tank",
    }
    more = {"kwangtung": "united_kingdom", "western_europe": "united_kingdom"}
    owners = {"eastern_canada": "germany", "western_united_states": "japan"}
    table = played(on_board("united_states", "combat_move", spaces, owners=owners | more), level=level)
    assert table.state.winner == "allies"
    table = played(on_board("united_states", "combat_move", spaces, owners=owners), "combat_move", level)
    assert "move" not in [given.action["type"] for given in table.given]
