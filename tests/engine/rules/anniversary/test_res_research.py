"""Research of Anniversary: researchers that are kept, one 6, a die on one of two charts (chapter RES)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table

CHART_1 = [
    "advanced_artillery",
    "rockets",
    "paratroopers",
    "increased_factory_production",
    "war_bonds",
    "mechanized_infantry",
]
CHART_2 = ["super_submarines", "jet_fighters", "improved_shipyards", "radar", "long_range_aircraft", "heavy_bombers"]


def researching(play: Play, **more: Any) -> Table:
    """Germany at its research, with 31 IPCs."""
    return play("germany", "research", {"germany": "germany: 1 infantry"}, ipcs={"germany": 31}, **more)


def before_germany(play: Play, spaces: dict[str, str], **more: Any) -> Table:
    """The end of the turn before Germany's."""
    order = play("germany", "research", {}).state.edition.turn_order
    return play(order[order.index("germany") - 1], "collect_income", spaces, **more)


def roll(dice: int, chart: int) -> dict[str, Any]:
    """The order to buy so many researchers and to name a chart."""
    return {"type": "research", "dice": dice, "chart": chart}


def again(table: Table) -> Table:
    """Germany's next research."""
    turn = {"power": "germany", "phase": "research", "round": 2}
    return table.do({"type": "edit", "turn": turn})


@pytest.mark.rule("RES-54", setups=("anniversary_1941", "anniversary_1942"))
def test_there_are_two_charts_of_six(play: Play) -> None:
    table = researching(play).state.edition.technologies
    for chart, names in ((1, CHART_1), (2, CHART_2)):
        assert [(each.number, each.id) for each in table if each.chart == chart] == list(enumerate(names, 1))


@pytest.mark.rule(
    "RES-02", "RES-03", "RES-04", "RES-05", "RES-09", "RES-11", setups=("anniversary_1941", "anniversary_1942")
)
def test_one_6_is_a_breakthrough_and_a_die_on_the_named_chart_finds_the_technology(play: Play) -> None:
    table = researching(play).do(roll(3, 2), "4 6 6 2")
    (event,) = table.happened("researched")
    assert (event.dice, event.chart_dice, event.technology) == ((4, 6, 6), (2,), "jet_fighters")
    assert table.state.technologies == {"germany": ("jet_fighters",)}
    assert (table.ipcs("germany"), table.phase) == (31 - 15, "purchase")


@pytest.mark.rule("RES-07", setups=("anniversary_1941", "anniversary_1942"))
def test_dice_that_failed_are_kept_and_rolled_again_in_later_turns(play: Play) -> None:
    table = researching(play).do(roll(2, 1), "1 5")
    assert table.board["research_tokens"] == {"germany": 2}
    table = again(table).do(roll(1, 1), "2 3 4")
    assert (table.board["research_tokens"], table.ipcs("germany")) == ({"germany": 3}, 31 - 15)
    table = again(table).do(roll(0, 1), "2 3 1")
    assert table.ipcs("germany") == 31 - 15, "those that were kept cost nothing more"


@pytest.mark.rule("RES-06", "RES-08", setups=("anniversary_1941", "anniversary_1942"))
def test_a_breakthrough_uses_up_all_researchers_and_brings_one_technology(play: Play) -> None:
    table = again(researching(play).do(roll(2, 1), "1 5")).do(roll(1, 1), "6 6 1 5")
    assert table.board["research_tokens"] == {}
    assert table.state.technologies == {"germany": ("war_bonds",)}


@pytest.mark.rule("RES-10", "RES-12", setups=("anniversary_1941", "anniversary_1942"))
def test_a_technology_that_is_there_already_is_rolled_again_on_the_same_chart(play: Play) -> None:
    table = researching(play, technologies={"germany": ["rockets", "war_bonds"]}).do(roll(1, 1), "6 2 5 2 6")
    (event,) = table.happened("researched")
    assert event.chart_dice == (2, 5, 2, 6)
    assert table.state.technologies["germany"] == ("rockets", "war_bonds", "mechanized_infantry")


@pytest.mark.rule("RES-09", "RES-13", setups=("anniversary_1941", "anniversary_1942"))
def test_a_chart_that_is_owned_entirely_cannot_be_named(play: Play) -> None:
    table = researching(play, technologies={"germany": CHART_1, "japan": ["radar"]})
    assert "you have everything on it" in table.refuses(roll(1, 1), "RES-09")
    table.refuses(roll(1, 3), "RES-09")
    table.do(roll(1, 2), "6 4")
    assert table.state.technologies["germany"][-1] == "radar"
    assert table.state.technologies["japan"] == ("radar",)


@pytest.mark.rule("RES-03", "RES-04", setups=("anniversary_1941", "anniversary_1942"))
def test_an_order_names_a_chart_and_pays_for_its_dice(play: Play) -> None:
    table = researching(play)
    table.refuses({"type": "research", "dice": 1}, "RES-04")
    table.refuses({"type": "research", "dice": 1, "technology": "radar"}, "RES-04")
    table.refuses(roll(0, 1), "RES-03")
    table.refuses(roll(7, 1), "RES-02")


@pytest.mark.rule("RES-14", setups=("anniversary_1941", "anniversary_1942"))
def test_a_power_without_its_capital_does_no_research(play: Play) -> None:
    table = before_germany(play, {"france": "germany: 1 infantry"}, owners={"germany": "united_states"}).end_phase()
    assert (table.state.power, table.phase) == ("germany", "combat_move")


@pytest.mark.rule("RES-03", "ASY-03", setups=("anniversary_1941", "anniversary_1942"))
def test_the_phase_is_passed_over_without_ipcs_and_researchers_only(play: Play) -> None:
    table = before_germany(play, {"germany": "germany: 1 infantry"}, ipcs={"germany": 4}).end_phase()
    assert (table.state.power, table.phase) == ("germany", "purchase")
    table = again(researching(play).do(roll(1, 1), "1")).do({"type": "edit", "ipcs": {"germany": 0}})
    assert table.phase == "research"
    table.do(roll(0, 2), "6 1")
    assert table.state.technologies == {"germany": ("super_submarines",)}
