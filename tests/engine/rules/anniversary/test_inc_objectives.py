"""National objectives of Anniversary: what each power earns for places that matter to it (chapter INC)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import combinations, cycle
from typing import Any

import pytest

from engine import GameState, load_setup, new_game
from engine.economy.objectives import paid_into
from engine.facilities.production import income
from tests.engine.rules.anniversary.playing import SOVIET_FRONT
from tests.engine.rules_in_short.objectives import PLACES
from tests.engine.table import position

BOTH = ("anniversary_1941", "anniversary_1942")
RULES = {
    "INC-26": "germany_1",
    "INC-27": "germany_2",
    "INC-28": "germany_3",
    "INC-29": "japan_1",
    "INC-30": "japan_2",
    "INC-31": "japan_3",
    "INC-32": "italy_1",
    "INC-33": "italy_2",
    "INC-34": "united_states_1",
    "INC-35": "united_states_2",
    "INC-36": "united_states_3",
    "INC-37": "united_states_4",
    "INC-38": "united_kingdom_1",
    "INC-39": "united_kingdom_2",
    "INC-40": "united_kingdom_3",
    "INC-41": "soviet_union_2",
    "INC-42": "soviet_union_1",
}
FREED = {"norway": "united_kingdom", "finland": "soviet_union", "poland": "soviet_union"}


def board(setup: str, owners: dict[str, str] | None = None, spaces: dict[str, str] | None = None, **more: Any) -> Any:
    """The board at the start of a scenario, with these owners and no units but these."""
    return position("germany", "combat_move", spaces or {}, owners=owners, setup=setup, **more).state


def achieved(state: GameState, power: str) -> dict[str, int]:
    """IPCs of the objectives that would pay a power now."""
    return paid_into(state, state.edition.account[power])


def pays(name: str, state: GameState) -> int:
    """What an objective pays its power on this board."""
    return achieved(state, state.edition.objectives[name].power).get(name, 0)


def holding(state: GameState, name: str, held: Collection[str]) -> GameState:
    """The board with these places of an objective in the hands of its side, its others in those of the enemy."""
    holders, _, places = PLACES[name]
    friends = cycle(sorted(holders - {"china"}))
    enemy = "japan" if "soviet_union" in holders else "united_states"
    owners = {place: next(friends) if place in held else enemy for place in places}
    return replace(state, owners={**state.owners, **owners})


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.parametrize(("rule", "name"), RULES.items())
@pytest.mark.rule(
    "INC-23", "INC-26", "INC-27", "INC-28", "INC-29", "INC-30", "INC-31", "INC-32", "INC-33", "INC-34", "INC-35",
    "INC-36", "INC-37", "INC-38", "INC-39", "INC-40", "INC-41", "INC-42",
    setups=("anniversary_1941", "anniversary_1942"),
)  # fmt: skip
def test_an_objective_pays_5_ipcs_while_powers_of_its_side_hold_enough_of_its_places(
    setup: str, rule: str, name: str
) -> None:
    state = board(setup, options={"as_published": "on"})
    assert state.edition.objectives[name].rule == rule
    ipcs = 10 if rule == "INC-41" else 5
    _, need, places = PLACES[name]
    assert all(pays(name, holding(state, name, held)) == ipcs for held in combinations(places, need))
    assert not any(pays(name, holding(state, name, held)) for held in combinations(places, need - 1))
    assert pays(name, holding(state, name, places)) == ipcs


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("INC-33", "OPT-46", setups=("anniversary_1941", "anniversary_1942"))
def test_italys_second_objective_is_played_as_published_only(setup: str) -> None:
    assert "italy_2" not in board(setup).edition.objectives
    assert "italy_2" in board(setup, options={"as_published": "on"}).edition.objectives


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.parametrize(
    ("ship", "as_printed", "as_published"), [("submarine", 0, 5), ("cruiser", 0, 0), ("transport", 5, 5)]
)
@pytest.mark.rule("INC-32", "OPT-46", setups=("anniversary_1941", "anniversary_1942"))
def test_enemy_warships_in_the_mediterranean_cost_italy_its_objective(
    setup: str, ship: str, as_printed: int, as_published: int
) -> None:
    for zone in ("sz13", "sz14", "sz15"):
        fleet = {zone: f"united_kingdom: 1 {ship}"}
        assert pays("italy_1", board(setup, spaces=fleet)) == as_printed
        assert pays("italy_1", board(setup, spaces=fleet, options={"as_published": "on"})) == as_published


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("INC-32", setups=("anniversary_1941", "anniversary_1942"))
def test_ships_of_friends_and_enemies_elsewhere_do_not_matter_to_italy(setup: str) -> None:
    fleets = {"sz14": "germany: 1 cruiser", "sz12": "united_kingdom: 1 cruiser", "sz16": "soviet_union: 1 submarine"}
    assert pays("italy_1", board(setup, spaces=fleets)) == 5


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("INC-42", setups=("anniversary_1941", "anniversary_1942"))
def test_allied_guests_on_soviet_ground_cost_the_soviet_union_its_objective(setup: str) -> None:
    assert pays("soviet_union_1", board(setup, spaces={"caucasus": "united_kingdom: 1 fighter"})) == 0
    elsewhere = {"persia": "united_kingdom: 1 fighter; soviet_union: 1 infantry", "sz4": "united_kingdom: 1 destroyer"}
    assert pays("soviet_union_1", board(setup, spaces=elsewhere)) == 5


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("INC-42", setups=("anniversary_1941", "anniversary_1942"))
def test_conquered_ground_counts_as_soviet_and_lost_ground_does_not(setup: str) -> None:
    guests = {"poland": "united_states: 1 infantry"}
    assert pays("soviet_union_1", board(setup, {"poland": "soviet_union"}, guests)) == 0
    held_for_them = {"karelia_ssr": "united_kingdom: 1 infantry"}
    assert pays("soviet_union_1", board(setup, {"karelia_ssr": "united_kingdom"}, held_for_them)) == 5


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("INC-41", "OPT-46", setups=("anniversary_1941", "anniversary_1942"))
def test_the_objective_of_the_liberator_pays_10_as_published(setup: str) -> None:
    assert pays("soviet_union_2", board(setup, FREED)) == 5
    assert pays("soviet_union_2", board(setup, FREED, options={"as_published": "on"})) == 10


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("INC-24", "INC-25", "INC-02", setups=("anniversary_1941", "anniversary_1942"))
def test_objectives_are_paid_once_with_the_income_of_their_own_power(setup: str) -> None:
    infantry = {"germany": "germany: 1 infantry"}
    table = position("germany", "mobilize", infantry, setup=setup, owners={"caucasus": "germany"})
    before = dict(table.state.treasuries)
    (collected,) = table.end_phase().happened("income_collected")
    assert {"germany_1": 5, "germany_3": 5}.items() <= collected.objectives.items()
    assert collected.amount == income(table.state, "germany") + sum(collected.objectives.values())
    gained = {power: now - before[power] for power, now in table.state.treasuries.items()}
    assert gained == dict.fromkeys(gained, 0) | {"germany": collected.amount}


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("INC-24", setups=("anniversary_1941", "anniversary_1942"))
def test_what_is_lost_again_before_the_own_income_is_collected_pays_nothing(setup: str) -> None:
    """Germany overruns Ukraine, the Soviet Union frees it, and in round 2 Germany collects without it."""
    units = {
        "east_poland": "germany: 1 tank",
        "eastern_ukraine": "soviet_union: 1 tank",
        "germany": "germany: 1 infantry",
    }
    owners = SOVIET_FRONT | {"baltic_states": "germany", "east_poland": "germany"}
    table = position("germany", "combat_move", units, setup=setup, owners=owners)
    table.move("1 tank: east_poland > ukraine > east_poland").end_phase().end_phase()
    assert table.happened("income_collected")[0].objectives == {"germany_1": 5, "germany_2": 5}
    table.do({"type": "edit", "turn": {"power": "soviet_union", "phase": "combat_move", "round": 1}})
    table.move("1 tank: eastern_ukraine > ukraine").end_phase().end_phase()
    table.do({"type": "edit", "turn": {"power": "germany", "phase": "noncombat_move", "round": 2}}).end_phase()
    assert table.happened("income_collected")[0].objectives == {"germany_1": 5}


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.rule("INC-24", "INC-03", setups=("anniversary_1941", "anniversary_1942"))
def test_a_power_without_its_capital_is_paid_for_no_objective(setup: str) -> None:
    units = {"libya": "italy: 1 infantry"}
    held = position("italy", "noncombat_move", units, setup=setup, ipcs={"italy": 0}).end_phase()
    assert held.ipcs("italy") == 10 + 5
    fallen = {"italy": "united_kingdom"}
    lost = position("italy", "noncombat_move", units, setup=setup, owners=fallen, ipcs={"italy": 0}).end_phase()
    assert lost.ipcs("italy") == 0
    assert achieved(lost.state, "italy") == {}


@pytest.mark.parametrize("setup", BOTH)
@pytest.mark.parametrize("published", ["off", "on"])
@pytest.mark.rule("OPT-04", "INC-23", setups=("anniversary_1941", "anniversary_1942"))
def test_the_table_may_leave_objectives_out_whatever_else_it_chooses(setup: str, published: str) -> None:
    assert load_setup(setup).options["objectives"].default == "on"
    options = {"objectives": "off", "as_published": published}
    table = position(
        "germany", "noncombat_move", {"germany": "germany: 1 infantry"}, setup=setup, options=options, ipcs={}
    )
    (collected,) = table.end_phase().happened("income_collected")
    assert (collected.amount, collected.objectives) == (income(table.state, "germany"), {})


@pytest.mark.rule("INC-23", setups=("anniversary_1941", "anniversary_1942"))
def test_both_scenarios_have_the_same_16_objectives_and_start_with_different_ones_met() -> None:
    early, late = new_game("anniversary_1941"), new_game("anniversary_1942")
    assert early.edition.objectives == late.edition.objectives
    assert list(PLACES.keys() - early.edition.objectives) == ["italy_2"]
    assert len(early.edition.objectives) == 16
    assert achieved(early, "japan") == {"japan_1": 5}
    assert achieved(late, "japan") == {"japan_1": 5, "japan_2": 5}
