"""What wins the war, and when it is looked at (chapter GEN, victory)."""

from __future__ import annotations

import pytest

from engine import load_setup
from tests.engine.rules.aa1941.test_gen_turns import TURN_ORDER, end_turn
from tests.engine.rules.common.test_gen_victory import GARRISONS
from tests.engine.table import Table, position

FAR_AWAY = {
    "siberia": "soviet_union: 1 infantry",
    "norway_finland": "germany: 1 infantry",
    "new_zealand": "united_kingdom: 1 infantry",
    "okinawa": "japan: 1 infantry",
    "hawaiian_islands": "united_states: 1 infantry",
}


def last_phase(power: str, owners: dict[str, str], victory: str = "standard") -> Table:
    """The noncombat move of a power, with these territories in foreign hands; every power still has a unit to move."""
    garrisons = FAR_AWAY | {space: units for space, units in GARRISONS.items() if space not in owners}
    return position(power, "noncombat_move", garrisons, owners=owners, options={"victory": victory})


def winners_by_turn(owners: dict[str, str], victory: str = "standard") -> dict[str, str | None]:
    """Who has won at the end of each power's turn."""
    return {power: end_turn(last_phase(power, owners, victory)).state.winner for power in TURN_ORDER}


NOBODY: dict[str, str | None] = dict.fromkeys(TURN_ORDER, None)


@pytest.mark.rule("GEN-23", "GEN-26", "GEN-28")
@pytest.mark.parametrize(
    "taken",
    [
        {"united_kingdom": "germany", "russia": "germany"},
        {"russia": "japan", "eastern_united_states": "japan"},
        {"united_kingdom": "germany", "eastern_united_states": "japan"},
    ],
)
def test_the_axis_wins_with_two_allied_capitals_at_the_end_of_the_united_states_turn(taken: dict[str, str]) -> None:
    assert winners_by_turn(taken) == NOBODY | {"united_states": "axis"}


@pytest.mark.rule("GEN-23", "GEN-26")
def test_one_allied_capital_is_not_enough_for_the_axis() -> None:
    assert winners_by_turn({"russia": "germany"}) == NOBODY


@pytest.mark.rule("GEN-24", "GEN-26", "GEN-29")
def test_the_allies_win_with_berlin_and_tokyo_at_the_end_of_the_japanese_turn() -> None:
    taken = {"germany": "soviet_union", "japan": "united_states"}
    assert winners_by_turn(taken) == NOBODY | {"japan": "allies"}


@pytest.mark.rule("GEN-24", "GEN-26")
@pytest.mark.parametrize("capital", ["germany", "japan"])
def test_one_axis_capital_is_not_enough_for_the_allies(capital: str) -> None:
    assert winners_by_turn({capital: "united_kingdom"}) == NOBODY


@pytest.mark.rule("GEN-25")
def test_only_the_five_capitals_count_towards_victory() -> None:
    edition = load_setup("aa1941")
    cities = {territory.id: territory.city for territory in edition.board.territories if territory.city}
    assert cities == {
        "russia": "Moscow",
        "germany": "Berlin",
        "united_kingdom": "London",
        "japan": "Tokyo",
        "eastern_united_states": "Washington DC",
    }
    counted = {space for conditions in edition.victory.values() for c in conditions for space in c.of}
    assert counted == set(cities) == {power.capital for power in edition.powers}
    everything_else = {t.id: "germany" for t in edition.board.territories if t.emblem and t.id not in cities}
    table = position("united_states", "noncombat_move", GARRISONS, owners=everything_else)
    assert end_turn(table).state.winner is None


@pytest.mark.rule("GEN-27")
@pytest.mark.parametrize("capital", ["eastern_united_states", "united_kingdom"])
def test_in_the_shorter_game_washington_or_london_wins_for_the_axis(capital: str) -> None:
    assert winners_by_turn({capital: "germany"}, "shorter") == NOBODY | {"united_states": "axis"}


@pytest.mark.rule("GEN-27")
def test_in_the_shorter_game_moscow_wins_nothing() -> None:
    assert winners_by_turn({"russia": "germany"}, "shorter") == NOBODY


@pytest.mark.rule("GEN-27")
@pytest.mark.parametrize("capital", ["germany", "japan"])
def test_in_the_shorter_game_berlin_or_tokyo_wins_for_the_allies(capital: str) -> None:
    assert winners_by_turn({capital: "united_states"}, "shorter") == NOBODY | {"japan": "allies"}


@pytest.mark.rule("GEN-30")
def test_a_condition_counts_at_the_check_even_if_it_was_reached_in_the_same_turn() -> None:
    table = position(
        "japan",
        "combat_move",
        {"germany": "soviet_union: 1 infantry", "japan": "united_states: 1 infantry"},
        owners={"germany": "soviet_union", "japan": "united_states"},
    )
    assert end_turn(table).state.winner == "allies"


@pytest.mark.rule("GEN-33")
def test_a_city_counts_for_the_side_of_whichever_power_holds_it() -> None:
    table = last_phase("japan", {"germany": "united_kingdom", "japan": "soviet_union"})
    end_turn(table)
    (won,) = table.happened("game_won")
    assert won.reason == "The Allies hold Berlin and Tokyo at the end of Japan's turn."


@pytest.mark.rule("GEN-33")
def test_a_capital_held_for_its_own_side_does_not_count_for_the_enemy() -> None:
    assert winners_by_turn({"russia": "united_states", "united_kingdom": "germany"}) == NOBODY


@pytest.mark.rule("GEN-28")
def test_nothing_can_be_ordered_once_the_war_is_won() -> None:
    table = end_turn(last_phase("united_states", {"united_kingdom": "germany", "russia": "germany"}))
    assert table.board["acting"] == []
    assert table.refuses({"type": "end_phase"}, "phase") == "The game is over."
    table.refuses({"type": "concede"}, "phase")
