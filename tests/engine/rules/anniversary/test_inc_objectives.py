"""National objectives of Anniversary: what each power earns for places that matter to it (chapter INC)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_setup, new_game
from engine.objectives import achieved
from engine.production import income
from tests.engine.table import Table, position

SETUP = "anniversary_1941"


def board(owners: dict[str, str], spaces: dict[str, str] | None = None, **more: Any) -> Table:
    """The board at the start, without units but these, with these owners."""
    return position("germany", "combat_move", spaces or {}, owners=owners, setup=SETUP, **more)


def pays(name: str, owners: dict[str, str], spaces: dict[str, str] | None = None, **more: Any) -> int:
    """What an objective pays its power on this board."""
    state = board(owners, spaces, **more).state
    return achieved(state, state.edition.objectives[name].power).get(name, 0)


CASES = [
    ("INC-26", "germany_1", {}, {"poland": "soviet_union"}),
    ("INC-26", "germany_1", {"france": "italy"}, {"bulgaria_romania": "soviet_union"}),
    (
        "INC-27",
        "germany_2",
        {"baltic_states": "germany", "ukraine": "italy", "belorussia": "germany"},
        {"baltic_states": "germany", "ukraine": "germany"},
    ),
    ("INC-28", "germany_3", {"caucasus": "italy"}, {}),
    ("INC-29", "japan_1", {}, {"kiangsu": "china"}),
    (
        "INC-30",
        "japan_2",
        {"kwangtung": "japan", "east_indies": "japan", "borneo": "japan", "philippine_islands": "japan"},
        {"kwangtung": "japan", "east_indies": "japan", "borneo": "japan"},
    ),
    ("INC-31", "japan_3", {"india": "japan"}, {}),
    ("INC-32", "italy_1", {"libya": "germany"}, {"libya": "united_kingdom"}),
    (
        "INC-33",
        "italy_2",
        {"egypt": "italy", "trans_jordan": "germany"},
        {"egypt": "italy"},
    ),
    ("INC-34", "united_states_1", {}, {"western_united_states": "japan"}),
    ("INC-35", "united_states_2", {}, {"philippine_islands": "japan"}),
    ("INC-36", "united_states_3", {"france": "united_kingdom"}, {}),
    ("INC-37", "united_states_4", {"midway": "japan", "solomon_islands": "united_kingdom"}, {
        "midway": "japan", "wake_island": "japan",
    }),
    ("INC-38", "united_kingdom_1", {"egypt": "united_states"}, {"gibraltar": "italy"}),
    ("INC-39", "united_kingdom_2", {"iwo_jima": "united_states"}, {"kiangsu": "china"}),
    ("INC-40", "united_kingdom_3", {"balkans": "soviet_union"}, {}),
    (
        "INC-41",
        "soviet_union_2",
        {"norway": "united_kingdom", "finland": "soviet_union", "poland": "soviet_union"},
        {"norway": "united_kingdom", "finland": "soviet_union"},
    ),
    ("INC-42", "soviet_union_1", {}, {"archangel": "germany"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "name", "enough", "too_little"),
    CASES,
    ids=[f"{name}-{number}" for number, (_, name, *_) in enumerate(CASES)],
)
@pytest.mark.rule(
    "INC-23", "INC-26", "INC-27", "INC-28", "INC-29", "INC-30", "INC-31", "INC-32", "INC-33", "INC-34", "INC-35",
    "INC-36", "INC-37", "INC-38", "INC-39", "INC-40", "INC-41", "INC-42",
    setups=("anniversary_1941", "anniversary_1942"),
)  # fmt: skip
def test_each_objective_pays_5_ipcs_while_its_places_are_held(
    rule: str, name: str, enough: dict[str, str], too_little: dict[str, str]
) -> None:
    assert load_setup(SETUP).objectives[name].rule == rule
    assert pays(name, enough) == 5
    assert pays(name, too_little) == 0


@pytest.mark.rule("INC-32", "OPT-46", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("ship", "as_printed", "as_published"), [("submarine", 0, 5), ("cruiser", 0, 0), ("transport", 5, 5)]
)
def test_enemy_warships_in_the_mediterranean_cost_italy_its_objective(
    ship: str, as_printed: int, as_published: int
) -> None:
    fleet = {"sz14": f"united_kingdom: 1 {ship}"}
    assert pays("italy_1", {}, fleet) == as_printed
    assert pays("italy_1", {}, fleet, options={"as_published": "on"}) == as_published
    assert pays("italy_1", {}, {"sz14": "germany: 1 cruiser", "sz12": "united_kingdom: 1 cruiser"}) == 5


@pytest.mark.rule("INC-42", setups=("anniversary_1941", "anniversary_1942"))
def test_allied_guests_on_soviet_ground_cost_the_soviet_union_its_objective() -> None:
    assert pays("soviet_union_1", {}, {"caucasus": "united_kingdom: 1 fighter"}) == 0
    assert pays("soviet_union_1", {}, {"persia": "united_kingdom: 1 fighter; soviet_union: 1 infantry"}) == 5
    taken = {"poland": "soviet_union"}
    assert pays("soviet_union_1", taken, {"poland": "united_states: 1 infantry"}) == 0


@pytest.mark.rule("INC-41", "OPT-46", setups=("anniversary_1941", "anniversary_1942"))
def test_the_soviet_objective_pays_10_as_published() -> None:
    freed = {"norway": "united_kingdom", "finland": "soviet_union", "poland": "soviet_union"}
    assert pays("soviet_union_2", freed, options={"as_published": "on"}) == 10


@pytest.mark.rule("INC-24", "INC-25", "INC-02", setups=("anniversary_1941", "anniversary_1942"))
def test_objectives_are_paid_once_with_the_income() -> None:
    infantry = {"germany": "germany: 1 infantry"}
    table = position("germany", "mobilize", infantry, setup=SETUP, owners={"caucasus": "germany"}).end_phase()
    (collected,) = table.happened("income_collected")
    assert collected.objectives == {"germany_1": 5, "germany_3": 5}
    assert collected.amount == income(table.state, "germany") + 10
    assert table.ipcs("germany") == 31 + 35 + 10


@pytest.mark.rule("INC-24", "INC-03", setups=("anniversary_1941", "anniversary_1942"))
def test_a_power_without_its_capital_is_paid_for_no_objective() -> None:
    assert pays("italy_1", {}) == 5
    state = board({"italy": "united_kingdom", "egypt": "germany", "trans_jordan": "germany"}).state
    assert achieved(state, "italy") == {}


@pytest.mark.rule("OPT-04", "INC-23", setups=("anniversary_1941", "anniversary_1942"))
def test_the_table_may_leave_objectives_out_whatever_else_it_chooses() -> None:
    assert pays("germany_1", {}, options={"objectives": "off"}) == 0
    assert pays("germany_1", {}, options={"objectives": "off", "as_published": "on"}) == 0
    assert len(load_setup(SETUP).objectives) == 17


@pytest.mark.rule("INC-23", setup="anniversary_1942")
def test_the_later_scenario_has_the_same_objectives() -> None:
    state = new_game("anniversary_1942")
    assert state.edition.objectives == load_setup(SETUP).objectives
    assert achieved(state, "japan") == {"japan_1": 5, "japan_2": 5}
