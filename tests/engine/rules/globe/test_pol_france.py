"""France of Global 1940 freed: 12 IPCs of units that its player chooses, once in the game (POL-43, ASY-32)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import state_from_json, state_to_json
from tests.engine.table import Table, position

pytestmark = pytest.mark.rule("POL-43", "ASY-32", setup="global_1940")
US, UK = "united_states", "united_kingdom"
AT_WAR = [["germany", US, "war"]]
EDGES = {"france": "germany", "holland_belgium": US}
FOUR_INFANTRY = {"france": {"infantry": 4}}


def before_paris(power: str = US, units: str = "1 tank", **more: Any) -> Table:
    """Tanks of an Ally stand in Belgium, and nobody is in Paris."""
    spaces = {"holland_belgium": f"{power}: {units}", **more.pop("spaces", {})}
    return position(power, "combat_move", spaces, owners=EDGES, relations=AT_WAR, **more)


def into_paris(power: str = US, units: str = "1 tank", **more: Any) -> Table:
    """They march in."""
    return before_paris(power, units, **more).move(f"{units}: holland_belgium > france").end_phase()


def answer(table: Table, **units: int) -> Table:
    return table.decide("troop_bonus", {"units": units})


@pytest.mark.parametrize("power", [US, UK, "anzac", "france"])
def test_france_chooses_units_of_12_ipcs_whoever_of_the_allies_frees_it(power: str) -> None:
    table = into_paris(power)
    assert (table.owner("france"), table.questions) == ("france", [("troop_bonus", ("france",))])
    answer(table, infantry=2, tank=1)
    units = table.at("france")["france"]
    assert units == ({"infantry": 2, "tank": 2} if power == "france" else {"infantry": 2, "tank": 1})
    assert (table.power, table.questions) == (power, [])


def test_four_infantry_are_placed_unless_others_are_chosen() -> None:
    assert into_paris().decide("troop_bonus", "default").at("france")["france"] == {"infantry": 4}


@pytest.mark.parametrize(
    ("units", "placed"),
    [
        ({"fighter": 1}, {"fighter": 1}),
        ({"strategic_bomber": 1}, {"strategic_bomber": 1}),
        ({"aaa": 1, "artillery": 1, "infantry": 1}, {"aaa": 1, "artillery": 1, "infantry": 1}),
        ({"tank": 0}, {}),
        ({}, {}),
    ],
)
def test_any_units_that_stand_on_land_may_be_placed_fewer_and_none_too(
    units: dict[str, int], placed: dict[str, int]
) -> None:
    assert answer(into_paris(), **units).at("france").get("france", {}) == placed


def test_what_is_placed_costs_nothing_and_is_france_s_for_the_whole_game() -> None:
    table = into_paris(ipcs={"france": 7})
    answer(table, artillery=3)
    assert table.ipcs("france") == 7
    assert {piece.power for piece in table.pieces if piece.unit == "artillery"} == {"france"}


@pytest.mark.parametrize(
    ("units", "rule", "words"),
    [
        ({"infantry": 5}, "POL-43", "5 infantry cost 15 IPCs; you may place units for at most 12."),
        ({"tank": 1, "fighter": 1}, "POL-43", "you may place units for at most 12"),
        ({"destroyer": 1}, "POL-43", "The destroyer cannot be placed in France for free: name infantry, artillery"),
        ({"minor_industrial_complex": 1}, "POL-43", "cannot be placed in France for free"),
        ({"zeppelin": 1}, "units", "There is no unit"),
        ({"infantry": -1}, "form", "Name the units to place"),
    ],
)
def test_what_cannot_be_placed_is_refused_and_the_question_stays_open(
    units: dict[str, int], rule: str, words: str
) -> None:
    table = into_paris()
    assert words in table.refuses({"type": "decide", "kind": "troop_bonus", "choice": {"units": units}}, rule)
    assert table.questions == [("troop_bonus", ("france",))]


@pytest.mark.parametrize("first", [{"infantry": 4}, {}])
def test_it_happens_once_in_the_game_however_little_was_placed(first: dict[str, int]) -> None:
    table = answer(into_paris(), **first)
    table.do({"type": "edit", "spaces": {"france": {"units": {}, "owner": "germany"}}})
    table.do({"type": "edit", "turn": {"power": US, "phase": "combat_move"}})
    table.do({"type": "edit", "spaces": {"holland_belgium": {"units": {US: {"tank": 1}}}}})
    table.move("1 tank: holland_belgium > france").end_phase()
    assert (table.owner("france"), table.questions, table.at("france")) == ("france", [], {US: {"tank": 1}})


def test_it_comes_with_a_battle_too_once_the_city_has_fallen() -> None:
    table = into_paris(units="2 tank", spaces={"france": "germany: 1 infantry"})
    table.battle("france", "1 6 6")
    assert table.questions == [("troop_bonus", ("france",))]
    assert answer(table, infantry=4).at("france") == {US: {"tank": 2}, "france": {"infantry": 4}}


def test_tanks_that_go_through_paris_free_it_before_the_battles() -> None:
    nothing_built: dict[str, Any] = {"france": {"facilities": []}}
    table = before_paris(spaces={"western_germany": "germany: 1 infantry"}, more_spaces=nothing_built)
    table.move("1 tank: holland_belgium > france > western_germany").end_phase()
    assert table.questions == [("troop_bonus", ("france",))]
    assert answer(table, infantry=4).at("france") == FOUR_INFANTRY
    assert table.pending == [("western_germany", "land")]


def test_a_city_that_an_ally_holds_already_or_that_falls_is_not_freed() -> None:
    table = position("germany", "combat_move", {"germany": "germany: 1 tank", "western_germany": "germany: 1 tank"})
    table.move("1 tank: western_germany > france").end_phase()
    assert (table.owner("france"), table.questions) == ("germany", [])


def test_france_loses_its_choice_neither_by_a_restart_nor_by_taking_its_time() -> None:
    table = Table(state_from_json(state_to_json(into_paris().state)))
    assert table.refuses({"type": "end_phase"}, "request")
    assert answer(table, mechanized_infantry=3).at("france")["france"] == {"mechanized_infantry": 3}


def test_colonies_come_back_with_paris() -> None:
    """Algeria was freed by the British while Paris was lost, and so is theirs (CMB-65)."""
    table = position(
        US, "combat_move", {"holland_belgium": f"{US}: 1 tank"}, owners={**EDGES, "algeria": UK}, relations=AT_WAR
    )
    answer(table.move("1 tank: holland_belgium > france").end_phase(), infantry=4)
    assert table.owner("algeria") == "france"
