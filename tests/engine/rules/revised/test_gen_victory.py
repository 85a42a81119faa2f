"""What wins the war in Revised, and when it is looked at (chapter GEN, victory; OPT-02, OPT-08, OPT-09)."""

from __future__ import annotations

import pytest

from engine import load_setup
from tests.engine.rules.aa1941.test_gen_turns import TURN_ORDER, end_turn
from tests.engine.table import Table, position

ALLIED_CITIES = {
    "eastern_united_states": "Washington",
    "united_kingdom": "London",
    "karelia_ssr": "Leningrad",
    "russia": "Moscow",
    "india": "Calcutta",
    "western_united_states": "Los Angeles",
}
AXIS_CITIES = {
    "germany": "Berlin",
    "western_europe": "Paris",
    "southern_europe": "Rome",
    "kwangtung": "Shanghai",
    "philippine_islands": "Manila",
    "japan": "Tokyo",
}
# Every power has a unit to move, and no capital falls.
GARRISONS = {
    "yakut_ssr": "soviet_union: 1 infantry",
    "norway": "germany: 1 infantry",
    "australia": "united_kingdom: 1 infantry",
    "okinawa": "japan: 1 infantry",
    "brazil": "united_states: 1 infantry",
}
EIGHT_AXIS = {"karelia_ssr": "germany", "india": "japan"}
EIGHT_ALLIED = {"western_europe": "united_states", "kwangtung": "united_states"}


def last_phase(power: str, owners: dict[str, str], **options: str) -> Table:
    """The noncombat move of a power, with these territories in foreign hands."""
    return position(power, "noncombat_move", GARRISONS, setup="revised", owners=owners, options=options)


def winners_by_turn(owners: dict[str, str], victory: str = "minor") -> dict[str, str | None]:
    """Who has won at the end of each power's turn."""
    return {power: end_turn(last_phase(power, owners, victory=victory)).state.winner for power in TURN_ORDER}


NOBODY: dict[str, str | None] = dict.fromkeys(TURN_ORDER, None)


@pytest.mark.rule("GEN-25", "BRD-44", setup="revised")
def test_twelve_victory_cities_lie_on_the_board_six_for_each_side() -> None:
    edition = load_setup("revised")
    cities = {territory.id: territory.city for territory in edition.board.territories if territory.city}
    assert cities == ALLIED_CITIES | AXIS_CITIES
    sides = {edition.power[edition.starting_owner(space) or ""].side for space in ALLIED_CITIES}
    assert sides == {"allies"}


@pytest.mark.rule("GEN-23", "GEN-26", "GEN-28", setup="revised")
def test_the_axis_wins_with_eight_cities_at_the_end_of_the_round() -> None:
    assert winners_by_turn(EIGHT_AXIS) == NOBODY | {"united_states": "axis"}


@pytest.mark.rule("GEN-24", "GEN-26", "GEN-29", setup="revised")
def test_the_allies_win_with_eight_cities_at_the_end_of_the_round_too() -> None:
    assert winners_by_turn(EIGHT_ALLIED) == NOBODY | {"united_states": "allies"}


@pytest.mark.rule("GEN-23", "GEN-24", setup="revised")
def test_seven_cities_are_not_enough() -> None:
    assert winners_by_turn({"karelia_ssr": "germany"}) == NOBODY
    assert winners_by_turn({"kwangtung": "united_states"}) == NOBODY


@pytest.mark.rule("GEN-23", setup="revised")
def test_capitals_alone_win_nothing() -> None:
    assert winners_by_turn({"russia": "germany"}) == NOBODY


@pytest.mark.rule("GEN-26", "GEN-27", "OPT-02", setup="revised")
@pytest.mark.parametrize(("victory", "need"), [("minor", 8), ("major", 10), ("total", 12)])
def test_the_table_agrees_on_eight_ten_or_twelve_cities(victory: str, need: int) -> None:
    order = ["karelia_ssr", "india", "western_united_states", "eastern_united_states", "united_kingdom", "russia"]
    for taken in range(7):
        owners = dict.fromkeys(order[:taken], "japan")
        won = end_turn(last_phase("united_states", owners, victory=victory)).state.winner
        assert (won == "axis") == (6 + taken >= need), f"{6 + taken} cities"


@pytest.mark.rule("OPT-02", setup="revised")
def test_the_minor_victory_is_the_default() -> None:
    option = load_setup("revised").options["victory"]
    assert (option.default, list(option.choices)) == ("minor", ["minor", "major", "total"])


@pytest.mark.rule("GEN-28", "GEN-30", setup="revised")
def test_cities_count_only_as_they_stand_at_the_end_of_the_round() -> None:
    table = position(
        "united_states",
        "combat_move",
        GARRISONS | {"sinkiang": "united_states: 1 infantry", "persia": "united_states: 1 infantry"},
        setup="revised",
        owners=EIGHT_AXIS,
    )
    table.move("1 infantry: persia > india").end_phase()
    assert end_turn(table).state.winner is None


@pytest.mark.rule("GEN-29", "GEN-30", setup="revised")
def test_a_city_taken_in_the_last_turn_counts_at_once() -> None:
    table = position(
        "united_states",
        "combat_move",
        GARRISONS | {"china": "united_states: 1 infantry"},
        setup="revised",
        owners={"western_europe": "united_kingdom"},
    )
    table.move("1 infantry: china > kwangtung").end_phase()
    assert end_turn(table).state.winner == "allies"


@pytest.mark.rule("GEN-33", setup="revised")
def test_a_city_counts_for_the_side_of_whichever_power_holds_it() -> None:
    table = last_phase("united_states", {"western_europe": "united_kingdom", "kwangtung": "soviet_union"})
    end_turn(table)
    (won,) = table.happened("game_won")
    assert won.reason.startswith("The Allies hold Leningrad, Moscow, Paris, Calcutta, London, Shanghai, Washington and")
    assert won.individual_winners == ()


@pytest.mark.rule("GEN-33", setup="revised")
def test_a_city_held_for_its_own_side_does_not_count_for_the_enemy() -> None:
    assert winners_by_turn({"russia": "united_states", "karelia_ssr": "germany"}) == NOBODY


@pytest.mark.rule("OPT-08", setup="revised")
def test_the_individual_winner_is_the_power_of_the_winning_side_that_grew_most() -> None:
    owners = EIGHT_ALLIED | {"norway": "soviet_union", "ukraine_ssr": "united_kingdom"}
    table = last_phase("united_states", owners, individual_winner="on")
    end_turn(table)
    (won,) = table.happened("game_won")
    assert won.individual_winners == ("united_states",)
    assert won.reason.endswith("Individual winner: the United States, with +9 IPCs of production since the start.")


@pytest.mark.rule("OPT-08", setup="revised")
def test_growth_counts_from_the_start_of_the_game_and_not_the_level_itself() -> None:
    owners = EIGHT_AXIS | {"sinkiang": "japan", "ukraine_ssr": "soviet_union"}
    table = last_phase("united_states", owners, individual_winner="on")
    end_turn(table)
    assert table.happened("game_won")[0].individual_winners == ("japan",)


@pytest.mark.rule("OPT-09", setup="revised")
def test_powers_that_grew_equally_share_the_honour() -> None:
    owners = {"western_europe": "soviet_union", "kwangtung": "united_states", "manchuria": "united_states"}
    table = last_phase("united_states", owners, individual_winner="on")
    end_turn(table)
    (won,) = table.happened("game_won")
    assert won.individual_winners == ("soviet_union", "united_states")
    assert won.reason.endswith(
        "Individual winners: the Soviet Union and the United States, with +6 IPCs of production since the start."
    )


@pytest.mark.rule("OPT-08", setup="revised")
def test_the_side_that_made_the_other_concede_has_its_individual_winner_too() -> None:
    table = last_phase("germany", {"india": "japan"}, individual_winner="on")
    for power in ("soviet_union", "united_kingdom", "united_states"):
        table.do({"type": "concede", "power": power})
    assert table.happened("game_won")[0].individual_winners == ("japan",)
