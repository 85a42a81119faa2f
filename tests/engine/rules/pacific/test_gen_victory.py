"""How the war is won in Pacific 1940: by what is held for a complete round (chapter GEN)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import load_setup
from engine.state.game_state import Holding
from tests.engine.table import Table, position

SETUP = "pacific_1940"
WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]
FIVE = {"kwangtung": "japan", "philippines": "japan", "india": "japan"}
"""Taken by Japan, which holds Tokyo and Shanghai."""
TOKYO_LOST = FIVE | {"new_south_wales": "japan", "hawaiian_islands": "japan", "japan": "united_states"}
"""Japan holds six cities without its capital."""
GARRISONS = {
    "japan": "japan: 1 infantry",
    "western_united_states": "united_states: 1 infantry",
    "yunnan": "china: 1 infantry",
    "malaya": "united_kingdom: 1 infantry",
    "queensland": "anzac: 1 infantry",
}


def war(power: str, phase: str, spaces: dict[str, str], **more: Any) -> Table:
    """A war of all, with a soldier or two in each country."""
    return position(power, phase, GARRISONS | spaces, relations=WAR, **more)


def pass_until(table: Table, power: str, game_round: int) -> Table:
    """Let the turns pass with nobody doing anything, until that of a power comes or the game is over."""
    for _ in range(40):
        if table.state.winner or (table.state.power, table.state.round) == (power, game_round):
            return table
        table.end_phase()
    raise AssertionError(f"the turn of {power} never comes")


def landing_in_hawaii(power: str, **more: Any) -> Table:
    """A power is about to land unopposed in Honolulu."""
    fleet = {"sz26": f"{power}: 1 battleship, 1 transport"}
    cargo = {"sz26": [{"transport": power, "units": {power: {"infantry": 1}}}]}
    table = war(power, "combat_move", fleet, cargo=cargo, game_round=4, **more)
    return table.move("1 infantry: sz26 > hawaiian_islands")


def ended(table: Table) -> str:
    """The reason with which the game was won in the last action."""
    return str(table.happened("game_won")[0].reason)


@pytest.mark.rule("GEN-25", setup="pacific_1940")
def test_there_are_eight_victory_cities() -> None:
    board = load_setup(SETUP).board
    assert {board.territory[t].city for t in load_setup(SETUP).victory_cities} == {
        "Tokyo", "Shanghai", "Hong Kong", "Manila", "Honolulu", "San Francisco", "Calcutta", "Sydney",
    }  # fmt: skip


@pytest.mark.rule("GEN-23", "GEN-26", "GEN-28", "GEN-30", setup="pacific_1940")
def test_the_axis_wins_with_six_cities_held_from_one_turn_of_japan_to_the_next() -> None:
    table = landing_in_hawaii("japan", owners=FIVE).end_phase()
    (began,) = table.happened("hold_began")
    assert (began.side, began.power, began.round) == ("axis", "japan", 4)
    assert pass_until(table, "anzac", 4).state.winner is None
    assert pass_until(table, "japan", 5).state.winner == "axis"
    assert table.state.power == "anzac"
    cities = "Tokyo, Shanghai, Honolulu, Manila, Calcutta and Hong Kong"
    assert ended(table) == f"The Axis holds {cities} after a complete round."


@pytest.mark.rule("GEN-23", "GEN-26", setup="pacific_1940")
def test_five_cities_are_not_enough() -> None:
    table = pass_until(war("japan", "mobilize", {}, owners=FIVE), "japan", 3)
    assert (table.state.winner, table.state.holdings) == (None, ())


@pytest.mark.rule("GEN-31", setup="pacific_1940")
def test_a_city_lost_in_between_ends_the_time_of_holding() -> None:
    table = landing_in_hawaii("united_states", owners=FIVE | {"hawaiian_islands": "japan"})
    table.state = replace(table.state, holdings=(Holding(0, "japan", 4),))
    table.end_phase()
    assert [event.side for event in table.happened("hold_ended")] == ["axis"]
    assert pass_until(table, "japan", 5).state.winner is None


@pytest.mark.rule("GEN-32", setup="pacific_1940")
def test_tokyo_is_looked_at_only_at_the_end_of_the_round() -> None:
    table = war("japan", "mobilize", {"japan": "united_states: 1 infantry"}, owners=TOKYO_LOST)
    pass_until(table, "united_states", 1)
    assert table.state.holdings == (Holding(0, "japan", 1), Holding(1, "japan", 1))
    table.do({"type": "edit", "spaces": {"japan": {"owner": "japan", "units": {"japan": {"infantry": 1}}}}})
    assert pass_until(table, "japan", 2).state.winner == "axis"


@pytest.mark.rule("GEN-32", setup="pacific_1940")
def test_without_tokyo_at_the_end_the_axis_must_hold_on_for_another_round() -> None:
    garrisons = {"japan": "united_states: 1 infantry", "western_united_states": "japan: 1 infantry"}
    owners = TOKYO_LOST | {"western_united_states": "japan"}
    table = pass_until(war("japan", "mobilize", garrisons, owners=owners), "japan", 2)
    assert table.state.winner is None
    assert table.state.holdings == (Holding(0, "japan", 2), Holding(1, "japan", 2))
    assert [event.again for event in table.happened("hold_began")] == [True, True]


@pytest.mark.rule("GEN-24", "GEN-29", "GEN-30", setup="pacific_1940")
def test_the_allies_win_with_tokyo_held_for_a_round() -> None:
    table = war("united_kingdom", "mobilize", {"japan": "united_states: 1 infantry"}, owners={"japan": "united_states"})
    pass_until(table, "anzac", 1)
    assert table.state.holdings == (Holding(1, "united_kingdom", 1),)
    assert pass_until(table, "china", 2).state.winner is None
    assert pass_until(table, "united_kingdom", 2).state.winner == "allies"
    assert ended(table) == "The Allies hold Tokyo after a complete round."


@pytest.mark.rule("GEN-33", setup="pacific_1940")
def test_a_city_counts_for_the_side_of_whoever_holds_it() -> None:
    garrisons = {"japan": "anzac: 1 infantry", "hawaiian_islands": "japan: 1 infantry"}
    owners = FIVE | {"hawaiian_islands": "japan", "kwangtung": "china", "japan": "anzac"}
    table = pass_until(war("united_kingdom", "mobilize", garrisons, owners=owners), "anzac", 1)
    assert [each.condition for each in table.state.holdings] == [1]


@pytest.mark.rule("GEN-34", setup="pacific_1940")
def test_a_side_concedes_once_all_its_powers_do_and_exiles_have_no_say() -> None:
    table = position("japan", "purchase", {})
    for power in ("united_states", "china", "united_kingdom"):
        table.do({"type": "concede", "power": power})
        assert table.state.winner is None
    table.do({"type": "concede", "power": "anzac"})
    assert (table.state.winner, table.happened("game_won")[0].reason) == ("axis", "The Allies concede.")
    alone = position("china", "combat_move", {}).do({"type": "concede", "power": "japan"})
    assert alone.state.winner == "allies"
