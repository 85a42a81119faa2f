"""What wins the war in Anniversary, and when it is looked at (chapter GEN, victory; BRD-45, OPT-02)."""

from __future__ import annotations

import pytest

from engine import load_setup, new_game
from tests.engine.rules.aa1941.test_gen_turns import end_turn
from tests.engine.table import Table, position

BOTH = ("anniversary_1941", "anniversary_1942")
AXIS_CITIES = {
    "germany": "Berlin",
    "france": "Paris",
    "poland": "Warsaw",
    "italy": "Rome",
    "japan": "Tokyo",
    "kiangsu": "Shanghai",
}
ALLIED_CITIES = {
    "eastern_united_states": "Washington",
    "united_kingdom": "London",
    "russia": "Moscow",
    "karelia_ssr": "Leningrad",
    "caucasus": "Stalingrad",
    "india": "Calcutta",
    "australia": "Sydney",
    "hawaiian_islands": "Honolulu",
    "western_united_states": "San Francisco",
    "eastern_canada": "Ottawa",
    "philippine_islands": "Manila",
    "kwangtung": "Hong Kong",
}
CITIES = (*AXIS_CITIES, *ALLIED_CITIES)
# Every power has a unit to move.
GARRISONS = {
    "yakut_ssr": "soviet_union: 1 infantry",
    "norway": "germany: 1 infantry",
    "persia": "united_kingdom: 1 infantry",
    "formosa": "japan: 1 infantry",
    "balkans": "italy: 1 infantry",
    "brazil": "united_states: 1 infantry",
    "yunnan": "china: 1 infantry",
}


def held(axis: int) -> dict[str, str]:
    """Owners of all cities so that the Axis holds that many, its own first; the Allies hold the rest."""
    return {city: "germany" if number < axis else "united_kingdom" for number, city in enumerate(CITIES)}


def last_phase(setup: str, power: str, owners: dict[str, str], victory: str = "standard") -> Table:
    """The noncombat move of a power, with the cities in these hands."""
    return position(power, "noncombat_move", GARRISONS, setup=setup, owners=owners, options={"victory": victory})


def winner_after(setup: str, power: str, owners: dict[str, str], victory: str = "standard") -> str | None:
    """Who has won at the end of a power's turn."""
    return end_turn(last_phase(setup, power, owners, victory)).state.winner


@pytest.mark.rule("GEN-25", "BRD-45", setups=("anniversary_1941", "anniversary_1942"))
def test_eighteen_victory_cities_lie_on_the_board() -> None:
    for setup in BOTH:
        territories = load_setup(setup).board.territories
        assert {t.id: t.city for t in territories if t.city} == AXIS_CITIES | ALLIED_CITIES


@pytest.mark.rule("BRD-45", setup="anniversary_1941")
def test_the_early_scenario_begins_with_six_cities_of_the_axis_and_twelve_of_the_allies() -> None:
    assert _axis_at_start("anniversary_1941") == set(AXIS_CITIES)


@pytest.mark.rule("BRD-45", setup="anniversary_1942")
def test_in_the_later_scenario_the_axis_holds_hong_kong_and_manila_too() -> None:
    assert _axis_at_start("anniversary_1942") == {*AXIS_CITIES, "kwangtung", "philippine_islands"}


def _axis_at_start(setup: str) -> set[str]:
    state = new_game(setup)
    return {city for city in CITIES if state.edition.power[state.owners[city] or ""].side == "axis"}


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.parametrize(("victory", "need"), [("short", 13), ("standard", 15), ("long", 18)])
@pytest.mark.rule("GEN-23", "GEN-24", "GEN-26", "GEN-27", "OPT-02", setups=("anniversary_1941", "anniversary_1942"))
def test_the_table_agrees_on_thirteen_fifteen_or_eighteen_cities(setup: str, victory: str, need: int) -> None:
    won = {axis: winner_after(setup, "united_states", held(axis), victory) for axis in range(6, 19)}
    assert won == {axis: "axis" if axis >= need else None for axis in range(6, 19)}
    won = {axis: winner_after(setup, "united_states", held(axis), victory) for axis in range(6)}
    assert won == {axis: "allies" if 18 - axis >= need else None for axis in range(6)}


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("GEN-26", "OPT-02", setups=("anniversary_1941", "anniversary_1942"))
def test_fifteen_cities_are_the_default(setup: str) -> None:
    option = load_setup(setup).options["victory"]
    assert (option.default, list(option.choices)) == ("standard", ["short", "standard", "long"])
    assert [condition.need for condition in load_setup(setup).victory["standard"]] == [15, 15]


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.parametrize(("axis", "winner"), [(15, "axis"), (3, "allies")])
@pytest.mark.rule("GEN-28", "GEN-29", setups=("anniversary_1941", "anniversary_1942"))
def test_cities_are_counted_at_the_end_of_the_round_alone_after_the_united_states(
    setup: str, axis: int, winner: str
) -> None:
    order = load_setup(setup).turn_order
    won = {power: winner_after(setup, power, held(axis)) for power in order}
    assert won == dict.fromkeys(order, None) | {"united_states": winner}


def after_taking_india(setup: str, owners: dict[str, str]) -> str | None:
    """Who has won after the United States marched from Persia into India in the last turn of the round."""
    units = GARRISONS | {"persia": "united_states: 1 infantry"}
    table = position("united_states", "combat_move", units, setup=setup, owners=owners)
    return end_turn(table.move("1 infantry: persia > india").end_phase()).state.winner


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("GEN-28", "GEN-30", setups=("anniversary_1941", "anniversary_1942"))
def test_fifteen_cities_of_which_one_is_lost_before_the_round_ends_are_not_enough(setup: str) -> None:
    assert held(15)["india"] == "germany"
    assert after_taking_india(setup, held(15)) is None
    assert after_taking_india(setup, held(16)) == "axis"


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("GEN-29", "GEN-30", setups=("anniversary_1941", "anniversary_1942"))
def test_a_city_taken_in_the_last_turn_of_the_round_counts_at_once(setup: str) -> None:
    assert after_taking_india(setup, held(3) | {"india": "japan"}) == "allies"
    assert after_taking_india(setup, held(4) | {"india": "japan"}) is None


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("GEN-33", setups=("anniversary_1941", "anniversary_1942"))
def test_a_city_counts_for_the_side_of_whichever_power_holds_it_china_too(setup: str) -> None:
    table = last_phase(setup, "united_states", held(3) | {"kiangsu": "china", "italy": "soviet_union"})
    end_turn(table)
    (won,) = table.happened("game_won")
    assert won.side == "allies"
    assert "Shanghai" in won.reason
    assert "Rome" in won.reason


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("GEN-23", "GEN-24", setups=("anniversary_1941", "anniversary_1942"))
def test_capitals_alone_win_nothing(setup: str) -> None:
    capitals = dict.fromkeys(("russia", "united_kingdom", "eastern_united_states"), "germany")
    assert winner_after(setup, "united_states", capitals) is None


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("GEN-34", setups=("anniversary_1941", "anniversary_1942"))
def test_a_side_concedes_only_when_all_its_powers_do(setup: str) -> None:
    table = position("germany", "purchase", GARRISONS, setup=setup)
    for power in ("germany", "japan"):
        table.do({"type": "concede", "power": power})
    assert table.state.winner is None
    table.do({"type": "concede", "power": "italy"})
    assert table.state.winner == "allies"
