"""Research, politics and the options of the table (chapters RES, POL and OPT)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine import IllegalAction, load_setup, new_game
from engine.politics.standing import at_war
from tests.engine.table import Table, position

AXIS = ("germany", "japan")
ALLIES = ("soviet_union", "united_kingdom", "united_states")


@pytest.mark.rule("RES-01")
def test_there_is_no_research() -> None:
    table = position("germany", "purchase", {}, ipcs={"germany": 30})
    table.refuses({"type": "research", "dice": 2, "technology": "rockets"}, "RES-01")
    table.refuses({"type": "research", "dice": 1, "chart": 1}, "RES-01")
    table.refuses({"type": "edit", "technologies": {"germany": ["rockets"]}}, "RES-01")
    assert "research" not in load_setup("aa1941").parameters.turn.phases
    assert table.board["technologies"] == {}


@pytest.mark.rule("POL-01", "POL-07")
def test_all_powers_of_the_two_sides_are_at_war_from_the_start() -> None:
    state = new_game("aa1941", {})
    enemies = {frozenset(pair) for pair in combinations((*AXIS, *ALLIES), 2) if at_war(state, *pair)}
    assert enemies == {frozenset((one, other)) for one in AXIS for other in ALLIES}


@pytest.mark.rule("POL-07")
def test_japan_may_attack_the_soviet_union_in_the_first_round() -> None:
    table = position("japan", "combat_move", {"manchuria": "japan: 2 infantry", "siberia": "soviet_union: 1 infantry"})
    table.move("2 infantry: manchuria > siberia").end_phase()
    assert table.pending == [("siberia", "land")]


@pytest.mark.rule("OPT-01")
def test_options_are_fixed_before_the_first_turn_and_stay_in_the_state() -> None:
    table = Table(new_game("aa1941", {"victory": "shorter"}))
    assert dict(table.state.options) == {
        "victory": "shorter",
        "bid": "none",
        "bid_units": "one",
        "low_luck": "off",
        "disputed_casualties": "attacker",
    }
    table.refuses({"type": "edit", "options": {"victory": "standard"}}, "form")
    table.end_phase()
    assert table.state.options["victory"] == "shorter"


@pytest.mark.rule("OPT-01")
@pytest.mark.parametrize(
    "options",
    [{"victory": "total"}, {"oil": "5"}, {"victory": ["standard"]}, {"victory": None}, {"disputed_casualties": 1}],
)
def test_an_option_that_does_not_exist_is_refused_with_those_that_do(options: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction) as refusal:
        new_game("aa1941", options)
    assert refusal.value.rule == "form"
    assert (
        "standard" in refusal.value.message or "victory" in refusal.value.message or "attacker" in refusal.value.message
    )


@pytest.mark.rule("OPT-02")
def test_the_table_chooses_between_the_standard_and_the_shorter_game() -> None:
    option = load_setup("aa1941").options["victory"]
    assert set(option.choices) == {"standard", "shorter"}
    assert option.default == "standard"
    assert new_game("aa1941", {}).options["victory"] == "standard"


@pytest.mark.rule("OPT-05")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize(("here", "there"), [("sz17", "sz18"), ("sz18", "sz17")])
def test_the_turkish_straits_are_closed_to_all_ships(phase: str, here: str, there: str) -> None:
    table = position(
        "united_kingdom", phase, {here: "united_kingdom: 1 submarine, 1 destroyer", there: "germany: 1 transport"}
    )
    for ship in ("submarine", "destroyer"):
        table.refuses_move(f"1 {ship}: {here} > {there}", "BRD-31")


@pytest.mark.rule("OPT-05")
def test_aircraft_fly_over_the_straits_freely() -> None:
    table = position(
        "united_kingdom", "combat_move", {"middle_east": "united_kingdom: 1 fighter", "sz18": "germany: 1 transport"}
    )
    table.move("1 fighter: middle_east > sz17 > sz18").end_phase().battle("sz18")
    assert table.at("sz18") == {"united_kingdom": {"fighter": 1}}
