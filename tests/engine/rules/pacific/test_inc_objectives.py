"""National objectives of Pacific 1940: what each power earns for places, for war and for peace (chapter INC)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.economy.objectives import paid_into, shortfall
from tests.engine.rules_in_short.objectives_of_1940 import PACIFIC_PLACES as PLACES
from tests.engine.table import Table, position

SETUP = "pacific_1940"
WEST = ("united_states", "united_kingdom", "anzac", "france")
WAR = [["japan", power, "war"] for power in WEST]
RULES = {
    "INC-44": "japan_2",
    "INC-46": "japan_4",
    "INC-60": "united_states_1",
    "INC-61": "united_states_2",
    "INC-62": "united_states_3",
    "INC-63": "united_states_4",
    "INC-65": "china_1",
    "INC-67": "united_kingdom_1",
    "INC-69": "anzac_2",
}
"""Objectives for places all of which must be held."""


def board(owners: dict[str, str] | None = None, relations: Any = WAR, **more: Any) -> Table:
    """The board at the start without units, with these owners, in a war of all."""
    return position("japan", "combat_move", {}, owners=owners, relations=relations, **more)


def pays(name: str, table: Table) -> int:
    """What an objective pays its power on this board."""
    state = table.state
    power = state.edition.objectives[name].power
    return paid_into(state, state.edition.account[power]).get(name, 0)


def holders(name: str) -> tuple[str, str]:
    """Somebody in whose hands places of an objective count, and somebody in whose they do not."""
    friend, _ = PLACES[name]
    return (sorted(friend)[0], "japan") if "japan" not in friend else ("japan", "united_states")


@pytest.mark.parametrize(("rule", "name"), RULES.items())
@pytest.mark.rule(
    "INC-23", "INC-24", "INC-44", "INC-46", "INC-60", "INC-61", "INC-62", "INC-63", "INC-65", "INC-67", "INC-69",
    setup="pacific_1940",
)  # fmt: skip
def test_an_objective_pays_while_all_its_places_are_in_the_right_hands(rule: str, name: str) -> None:
    friend, enemy = holders(name)
    _, places = PLACES[name]
    held = dict.fromkeys(places, friend)
    objective = board().state.edition.objectives[name]
    assert objective.rule == rule
    assert pays(name, board(held)) == {"united_states_1": 30, "china_1": 6}.get(name, 5)
    for lost in places:
        assert pays(name, board({**held, lost: enemy})) == 0


@pytest.mark.parametrize("name", [name for name in RULES.values() if name != "china_1"])
@pytest.mark.rule("INC-44", "INC-46", "INC-60", "INC-61", "INC-62", "INC-63", "INC-67", "INC-69", setup="pacific_1940")
def test_in_peace_these_objectives_pay_nothing(name: str) -> None:
    friend, _ = holders(name)
    peace = board(dict.fromkeys(PLACES[name][1], friend), relations=())
    assert pays(name, peace) == 0
    lacking = shortfall(peace.state, peace.state.edition.objectives[name])
    assert lacking is not None
    assert lacking.war_with == (WEST if name.startswith("japan") else ("japan",))


@pytest.mark.parametrize("other", WEST)
@pytest.mark.rule("INC-44", "INC-46", setups="1940")
def test_war_with_one_western_ally_is_enough_for_japan(other: str) -> None:
    held = dict.fromkeys(PLACES["japan_4"][1], "japan")
    assert pays("japan_4", board(held, relations=[["japan", other, "war"]])) == 5


@pytest.mark.rule("INC-25", "INC-45", setups="1940")
def test_each_enemy_stronghold_pays_japan_by_itself() -> None:
    _, places = PLACES["japan_3"]
    for count in range(len(places) + 1):
        for held in combinations(places, count):
            assert pays("japan_3", board(dict.fromkeys(held, "japan"))) == 5 * count
    table = board(dict.fromkeys(places[:2], "japan"))
    table.do({"type": "edit", "turn": {"power": "japan", "phase": "mobilize"}}).end_phase()
    assert table.happened("income_collected")[0].objectives == {"japan_3": 10}


@pytest.mark.rule("INC-68", setups="1940")
def test_anzac_needs_all_its_own_and_an_allied_malaya() -> None:
    assert pays("anzac_1", board()) == 5
    assert pays("anzac_1", board({"malaya": "united_states"})) == 5
    assert pays("anzac_1", board({"malaya": "japan"})) == 0
    assert pays("anzac_1", board({"new_britain": "united_kingdom"})) == 0
    assert pays("anzac_1", board(relations=())) == 0


@pytest.mark.rule("INC-69", setups="1940")
def test_dutch_new_guinea_does_not_count_in_dutch_hands() -> None:
    assert pays("anzac_2", board()) == 0
    assert pays("anzac_2", board({"dutch_new_guinea": "united_states"})) == 5


@pytest.mark.rule("INC-43", setups="1940")
def test_japan_is_paid_for_peace_with_the_united_states() -> None:
    assert pays("japan_1", board(relations=())) == 10
    assert pays("japan_1", board(relations=[["japan", "united_kingdom", "war"]])) == 10
    assert pays("japan_1", board(relations=[["japan", "united_states", "war"]])) == 0


@pytest.mark.rule("INC-43", setups="1940")
def test_an_unprovoked_declaration_on_the_british_ends_it_for_the_whole_game() -> None:
    table = position("japan", "combat_move", {"japan": "japan: 1 infantry"})
    table.do({"type": "declare_war", "on": ["anzac"]})
    assert pays("japan_1", table) == 0
    lacking = shortfall(table.state, table.state.edition.objectives["japan_1"])
    assert lacking is not None
    assert (lacking.is_for_ever, lacking.declared_on) == (True, ("united_kingdom", "anzac"))


@pytest.mark.rule("INC-43", setups="1940")
def test_a_british_declaration_leaves_japan_its_trade() -> None:
    table = position("united_kingdom", "combat_move", {"india": "united_kingdom: 1 infantry"})
    table.do({"type": "declare_war", "on": ["japan"]})
    assert pays("japan_1", table) == 10


def attack_on_indo_china(by: str, spaces: dict[str, str]) -> Table:
    """A march into French Indo-China in a war with France."""
    relations = [["japan", "france", "war"], ["japan", "united_kingdom", "war"]]
    return position(by, "combat_move", {"kwangsi": f"{by}: 1 infantry", **spaces}, relations=relations)


@pytest.mark.parametrize("defended", [True, False])
@pytest.mark.rule("INC-43", setups="1940")
def test_an_attack_on_french_indo_china_ends_it_for_the_whole_game(defended: bool) -> None:
    table = attack_on_indo_china("japan", {"french_indo_china": "france: 1 infantry"} if defended else {})
    assert pays("japan_1", table) == 10
    table.move("1 infantry: kwangsi > french_indo_china")
    assert pays("japan_1", table) == 10
    table.end_phase()
    assert [event.objective for event in table.happened("objective_given_up")] == ["japan_1"]
    assert pays("japan_1", table) == 0
    table.do({"type": "edit", "spaces": {"french_indo_china": {"owner": "france"}}})
    lacking = shortfall(table.state, table.state.edition.objectives["japan_1"])
    assert lacking is not None
    assert lacking.is_for_ever
    assert table.state.attacked == {"japan": ("french_indo_china",)}


@pytest.mark.rule("INC-43", setups="1940")
def test_attacks_elsewhere_and_by_others_cost_japan_nothing() -> None:
    table = position("japan", "combat_move", {"kiangsi": "japan: 3 infantry", "hunan": "china: 1 infantry"})
    table.move("3 infantry: kiangsi > hunan").end_phase()
    assert table.happened("objective_given_up") == []
    assert pays("japan_1", table) == 10


@pytest.mark.rule("INC-24", setup="pacific_1940")
def test_without_its_capital_a_power_is_paid_nothing() -> None:
    lost = board({"india": "japan"})
    assert paid_into(lost.state, lost.state.edition.account["united_kingdom"]) == {}
    assert paid_into(lost.state, lost.state.edition.account["japan"])["japan_3"] == 5
