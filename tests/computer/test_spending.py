"""What the level `normal` builds, repairs and researches, and whether the numbers in its reasons are true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from computer.greedy.buying import wares
from computer.normal.replies import Enemies
from computer.normal.spending.building import best_project, falls_soon, lift_saved, places_more, way_of
from computer.normal.spending.buying import buy_all
from computer.normal.spending.researching import found_by, research_all, worth_of
from computer.playing import Hand, Table
from computer.weights import BASES
from engine import GameState
from tests.computer.test_normal import hand_of
from tests.computer.test_positions import on_board, played
from tests.engine.table import Table as Written

ASIA = {
    "japan": "japan: 4 infantry, 2 fighter",
    "sz62": "japan: 1 transport, 2 destroyer",
    "manchuria": "japan: 8 infantry, 2 artillery",
    "kiangsu": "japan: 6 infantry",
    "yunnan": "china: 1 infantry",
    "russia": "soviet_union: 6 infantry",
    "united_kingdom": "united_kingdom: 4 infantry",
    "germany": "germany: 6 infantry",
}


def buying(power: str, spaces: Mapping[str, str], setup: str, ipcs: int, **edit: Any) -> Hand:
    """After a power has bought at `normal`."""
    hand = hand_of(on_board(power, "purchase", spaces, setup, ipcs={power: ipcs}, **edit).state)
    buy_all(hand, Enemies(hand.state, hand.power))
    return hand


@pytest.mark.parametrize("setup", ["anniversary_1941", "anniversary_1942"])
def test_a_power_overseas_builds_a_complex_on_its_own_ground_near_the_front(setup: str) -> None:
    hand = buying("japan", ASIA, setup, 34)
    assert hand.state.purchased["japan"].get("industrial_complex") == 1
    told = hand._table.given[0].why
    assert told is not None
    assert "an industrial complex in" in told.aim


def test_the_reason_tells_what_a_complex_is_worth() -> None:
    hand = hand_of(on_board("japan", "purchase", ASIA, "anniversary_1941", ipcs={"japan": 34}).state)
    state, account = hand.state, hand.state.edition.accounts_of("japan")[0]
    sold = list(wares(state))
    project = best_project(state, account, Enemies(state, "japan"), sold, 34)
    assert project is not None
    assert f"worth {round(project.gain, 2):g} IPCs more than it costs in 4 rounds" in project.reason(state)
    saved = lift_saved(state, account, sold, project.space, 3, 5)
    assert saved == 7 * min(3, 5 - 1), "one transport is there for five units a turn"


def test_where_the_front_would_take_it_none_is_built() -> None:
    weak = {**ASIA, "manchuria": "japan: 1 infantry", "kiangsu": "japan: 1 infantry"}
    strong = {"stanovoj_chrebet": "soviet_union: 9 infantry, 6 tank", "hupeh": "china: 9 infantry"}
    hand = buying("japan", {**weak, **strong, "buryatia_ssr": "soviet_union: 6 tank"}, "anniversary_1941", 34)
    assert "industrial_complex" not in hand.state.purchased["japan"]


def test_a_land_power_before_its_front_builds_none() -> None:
    spaces = {"germany": "germany: 8 infantry", "poland": "germany: 8 infantry", "russia": "soviet_union: 6 infantry"}
    hand = buying("germany", spaces, "anniversary_1941", 34)
    assert "industrial_complex" not in hand.state.purchased["germany"]


def test_units_without_a_place_count_as_far_as_the_farthest_site() -> None:
    assert way_of([(2.0, 3), (7.0, 2)], 5) == (20.0, 5)
    assert way_of([(7.0, 2), (2.0, 3)], 6) == (27.0, 5)
    assert way_of([(2.0, 3), (7.0, 2)], 2) == (4.0, 2)


def test_an_upgrade_adds_what_the_greater_complex_makes_more() -> None:
    state = on_board("germany", "purchase", {}, "global_1940").state
    lines = state.edition.unit
    assert places_more(state, lines["minor_industrial_complex"], "norway") == 3
    assert places_more(state, lines["industrial_complex_upgrade"], "norway") == 7


def test_what_is_bought_is_placed_where_it_brings_most() -> None:
    state = played(on_board("japan", "purchase", ASIA, "anniversary_1941", ipcs={"japan": 34}), level="normal").state
    assert state.purchased == {}
    built = [space for space in state.facilities if state.owners[space] == "japan"]
    assert len(built) == 2


def test_a_site_falls_later_to_who_can_come_beside_it_now() -> None:
    spaces = {**ASIA, "manchuria": "japan: 1 infantry", "stanovoj_chrebet": "soviet_union: 8 infantry"}
    state = on_board("japan", "purchase", spaces, "anniversary_1941").state
    account = state.edition.accounts_of("japan")[0]
    now, later = falls_soon(state, account, Enemies(state, "japan"), "manchuria", list(wares(state)), 3)
    assert now < 0.05 < later


def base_damaged(ships: str, points: int) -> GameState:
    """What Germany repairs of its naval base before these ships."""
    spaces = {"western_germany": "germany: 4 infantry", "sz112": f"germany: {ships}"}
    damage = {"western_germany": {"damage": {"naval_base": points}}}
    return buying("germany", spaces, "global_1940", 40, more_spaces=damage).state


def test_a_base_is_repaired_as_far_as_it_works_where_many_units_set_out_from_it() -> None:
    state = base_damaged("2 battleship, 1 cruiser", 5)
    assert state.turn.repaired == {"western_germany": {"naval_base": 3}}
    assert BASES.reach * (2 * 20 + 12) >= 3


@pytest.mark.parametrize(("ships", "points"), [("1 submarine", 5), ("2 battleship, 1 cruiser", 2)])
def test_a_base_that_serves_few_or_works_is_left(ships: str, points: int) -> None:
    assert base_damaged(ships, points).turn.repaired == {}


def researching(units: str, ipcs: int = 60, **edit: Any) -> Table:
    """What the United States order in their research phase."""
    spaces = {"eastern_united_states": f"united_states: {units}", "germany": "germany: 6 infantry"}
    written: Written = on_board(
        "united_states", "research", spaces, "anniversary_1941", ipcs={"united_states": ipcs}, **edit
    )
    return played(written, "research", "normal")


def test_an_air_fleet_is_worth_research_and_a_few_units_are_not() -> None:
    dice = [given.action.get("dice") for given in researching("10 fighter, 12 bomber").given]
    assert dice[0]
    assert [given.action["type"] for given in researching("4 infantry, 2 fighter, 1 bomber").given] == ["end_phase"]


def test_why_tells_what_a_breakthrough_is_worth() -> None:
    given = researching("10 fighter, 12 bomber").given[0]
    bought, why = given.action["dice"], given.why
    assert why is not None
    assert isinstance(bought, int)
    assert why.odds == pytest.approx(1 - (5 / 6) ** bought, abs=1e-4)
    assert why.risk == 5 * bought
    state = on_board(
        "united_states",
        "research",
        {"eastern_united_states": "united_states: 10 fighter, 12 bomber"},
        "anniversary_1941",
    ).state
    chart = [each for each in state.edition.technologies if each.chart == given.action["chart"]]
    worth = sum(worth_of(state, "united_states", each) for each in chart) / len(chart)
    assert f"worth {round(worth, 2):g} IPCs" in why.aim
    assert why.gain == pytest.approx(found_by(3 * bought) * worth - 5 * bought, abs=0.01)


def test_a_named_development_is_sought_where_it_is_worth_thirty_ipcs() -> None:
    spaces = {"eastern_united_states": "united_states: 16 bomber", "germany": "germany: 6 infantry"}
    hand = hand_of(on_board("united_states", "research", spaces, ipcs={"united_states": 60}).state)
    assert worth_of(hand.state, "united_states", hand.state.edition.technology["heavy_bombers"]) > 30
    research_all(hand)
    assert hand._table.given[0].action["technology"] == "heavy_bombers"
