"""Who plays Pacific 1940, and in which order (chapters GEN and POL)."""

from __future__ import annotations

import pytest

from engine import load_setup, new_game
from engine.facilities.production import income
from engine.politics.standing import at_war
from tests.engine.table import Table, position, this_setup

ORDER = ("japan", "united_states", "china", "united_kingdom", "anzac")


def first_round(options: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """The powers and phases of the first round, in which all pass everything."""
    table = Table(new_game(this_setup(), options or {}))
    found: list[tuple[str, str]] = []
    while table.state.round == 1:
        found += [(event.power, event.phase) for event in table.happened("phase_began")] or [(table.power, table.phase)]
        table.end_phase()
    return found


@pytest.mark.rule("GEN-02", "GEN-03", "GEN-13", setup="pacific_1940")
def test_japan_begins_and_four_allies_follow() -> None:
    edition = load_setup(this_setup())
    assert edition.turn_order == ORDER
    assert [edition.power[power].side for power in edition.turn_order] == ["axis", *["allies"] * 4]


@pytest.mark.rule("GEN-19", setup="pacific_1940")
def test_treasuries_at_the_start() -> None:
    treasuries = new_game(this_setup()).treasuries
    assert treasuries == {"japan": 26, "united_states": 17, "china": 12, "united_kingdom": 16, "anzac": 10}


@pytest.mark.rule("POL-01", "POL-07", setups="1940")
def test_the_war_begins_between_japan_and_china_alone() -> None:
    state = new_game(this_setup())
    assert at_war(state, "japan", "china")
    assert not any(at_war(state, "japan", power) for power in ("united_states", "united_kingdom", "anzac", "dutch"))


@pytest.mark.rule("GEN-20", setup="pacific_1940")
@pytest.mark.parametrize("power", ORDER)
def test_the_production_level_at_the_start_equals_the_treasury(power: str) -> None:
    state = new_game(this_setup())
    assert income(state, power) == state.treasuries[power]


@pytest.mark.rule("GEN-18", "POL-72", setup="pacific_1940")
def test_a_round_ends_after_anzac_and_china_has_a_turn_between_america_and_the_united_kingdom() -> None:
    found = first_round()
    assert tuple(dict.fromkeys(power for power, _ in found)) == ORDER
    chinese = [phase for power, phase in found if power == "china"]
    assert [chinese[0], chinese[-1]] == ["purchase", "collect_income"]
    first = [power for power, _ in found].index("china")
    assert [power for power, _ in found[first : first + len(chinese)]] == ["china"] * len(chinese)


@pytest.mark.rule("GEN-15", "GEN-14", setup="pacific_1940")
def test_research_is_an_option_and_then_the_first_phase_of_all_but_china() -> None:
    assert "research" not in [phase for _, phase in first_round()]
    begun: dict[str, list[str]] = {}
    for power, phase in first_round({"research": "on"}):
        begun.setdefault(power, []).append(phase)
    assert {power: phases[:2] for power, phases in begun.items() if power != "china"} == {
        power: ["research", "purchase"] for power in ORDER if power != "china"
    }
    assert begun["china"][0] == "purchase"


@pytest.mark.rule("GEN-37", "GEN-10", setup="pacific_1940")
def test_who_leads_several_powers_acts_for_the_one_on_turn_with_its_units_and_ipcs_alone() -> None:
    table = position("united_kingdom", "noncombat_move", {"india": "united_kingdom: 1 infantry; anzac: 1 infantry"})
    table.refuses_move("2 infantry: india > burma", "units")
    table.refuses_move("1 infantry: india > burma", "power", owner="anzac")
    table.refuses({"type": "end_phase", "power": "anzac"}, "power")
    buying = position("united_kingdom", "purchase", {}, ipcs={"united_kingdom": 4, "anzac": 40, "china": 40})
    buying.refuses({"type": "purchase", "units": {"infantry": 2}}, "PUR-02")
    buying.do({"type": "purchase", "units": {"infantry": 1}})
    assert [buying.ipcs(power) for power in ("united_kingdom", "anzac", "china")] == [1, 40, 40]
