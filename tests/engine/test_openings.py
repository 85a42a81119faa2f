"""The opening positions of all setups, against totals counted by hand from the setup charts."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import describe, new_game, opening, opening_names
from engine.facts.openings import Power, load_opening
from tests.published import SETUPS

# Units of each power at the start, cargo included.
UNITS = {
    "aa1941": {"soviet_union": 22, "germany": 35, "united_kingdom": 22, "japan": 24, "united_states": 21},
    "revised": {"soviet_union": 35, "germany": 56, "united_kingdom": 35, "japan": 39, "united_states": 32},
    "anniversary_1941": {
        "germany": 43, "soviet_union": 44, "japan": 45, "united_kingdom": 42, "italy": 14, "china": 5,
        "united_states": 27,
    },
    "anniversary_1942": {
        "japan": 42, "soviet_union": 38, "germany": 60, "united_kingdom": 45, "italy": 16, "china": 10,
        "united_states": 31,
    },
    "pacific_1940": {"japan": 89, "united_states": 27, "china": 18, "united_kingdom": 24, "anzac": 15},
    "global_1940": {
        "germany": 83, "soviet_union": 64, "japan": 89, "united_states": 40, "china": 18, "united_kingdom": 75,
        "italy": 42, "anzac": 17, "france": 26,
    },
}  # fmt: skip

# IPCs in hand at the start by treasury, in turn order.
TREASURIES = {
    "aa1941": [7, 12, 12, 9, 17],
    "revised": [24, 40, 30, 30, 42],
    "anniversary_1941": [31, 30, 17, 43, 10, 40],
    "anniversary_1942": [31, 24, 37, 31, 10, 38],
    "pacific_1940": [26, 17, 12, 16, 10],
    "global_1940": [30, 37, 26, 52, 12, 28, 17, 10, 10, 19],
}

FACILITIES = {  # industrial complexes; and bases, where there are any
    "aa1941": (9, 0),
    "revised": (8, 0),
    "anniversary_1941": (9, 0),
    "anniversary_1942": (9, 0),
    "pacific_1940": (4, 22),
    "global_1940": (20, 42),
}

NEUTRALS = {  # strict, friendly to the Allies, friendly to the Axis
    "anniversary_1941": (0, 0, 0),
    "pacific_1940": (6, 0, 0),
    "global_1940": (28, 8, 3),
}


def test_there_is_an_opening_for_every_setup_of_the_book() -> None:
    assert set(SETUPS) <= set(UNITS) <= set(opening_names())


@pytest.mark.parametrize("setup", UNITS)
def test_every_power_starts_with_as_many_units_as_the_chart_says(setup: str) -> None:
    units = Counter[str]()
    for stacks in opening(setup)["units"].values():
        units.update({power: sum(counts.values()) for power, counts in stacks.items()})
    assert units == UNITS[setup]


@pytest.mark.parametrize("setup", UNITS)
def test_every_power_starts_with_its_ipcs_and_they_are_what_its_territories_give(setup: str) -> None:
    facts = load_opening(setup)
    assert list(opening(setup)["ipcs"].values()) == TREASURIES[setup]
    for power in facts.powers:
        if power.treasuries:
            assert sum(power.treasuries.values()) == facts.start.income[power.id]


@pytest.mark.parametrize("setup", UNITS)
def test_facilities_stand_where_the_chart_puts_them(setup: str) -> None:
    kinds = [kind for row in opening(setup)["facilities"].values() for kind in row]
    complexes = sum(1 for kind in kinds if kind.endswith("industrial_complex"))
    assert (complexes, len(kinds) - complexes) == FACILITIES[setup]


@pytest.mark.parametrize("setup", UNITS)
def test_every_power_starts_with_its_capitals_in_hand(setup: str) -> None:
    facts = load_opening(setup)
    for power in facts.powers:
        assert [facts.starting_owner(capital) for capital in power.capitals] == [power.id] * len(power.capitals)


@pytest.mark.parametrize("setup", NEUTRALS)
def test_neutral_territories_that_can_be_entered_are_marked_as_printed(setup: str) -> None:
    board = load_opening(setup).board
    leanings = [board.territory[space].neutral for space, owner in opening(setup)["owners"].items() if owner is None]
    assert tuple(leanings.count(kind) for kind in ("strict", "pro_allies", "pro_axis")) == NEUTRALS[setup]
    assert all(territory.closed != bool(territory.neutral) for territory in board.territories if not territory.emblem)


def test_the_marks_of_both_1940_boards_agree() -> None:
    pacific, world = load_opening("pacific_1940").board, load_opening("global_1940").board
    for zone in pacific.sea_zones:
        twin = world.sea_zone[zone.id]
        assert (zone.convoy, zone.kamikaze) == (twin.convoy, twin.kamikaze)
    assert [zone.id for zone in pacific.sea_zones if zone.kamikaze] == ["sz6", "sz17", "sz19", "sz20", "sz22", "sz35"]


@pytest.mark.parametrize("setup", SETUPS)
def test_the_opening_of_a_setup_is_the_position_of_a_new_game(setup: str) -> None:
    position, game = opening(setup), describe(new_game(setup))
    drawn = position.keys() - {"phase"}
    assert {key: game[key] for key in drawn} == {key: position[key] for key in drawn}


def test_cargo_at_the_start_counts_among_the_units_and_is_shown_with_its_transport() -> None:
    position = opening("anniversary_1941")
    assert position["units"]["sz61"]["japan"] == {
        "fighter": 2, "transport": 2, "cruiser": 1, "aircraft_carrier": 1, "battleship": 1,
        "infantry": 3, "artillery": 1,
    }  # fmt: skip
    assert [row["units"]["japan"] for row in position["cargo"]] == [{"infantry": 2}, {"infantry": 1, "artillery": 1}]


def test_only_powers_with_an_income_have_a_treasury() -> None:
    def treasuries(**fields: object) -> dict[str, int]:
        facts = {"id": "china", "name": "China", "adjective": "Chinese", "side": "allies", "ipcs": 7, **fields}
        return Power.model_validate(facts).treasuries

    assert treasuries() == {"china": 7}
    assert treasuries(acts_with="united_states") == treasuries(bystander=True) == {}
