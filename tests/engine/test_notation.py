"""One line of text for units, orders and positions, typed by people in a hurry."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import IllegalAction, load_setup
from engine.names import find_power, find_space, find_unit
from engine.notation import read_move, read_position, read_units, write_move, write_position, write_units

EDITION = load_setup("aa1941")
MOVERS = [unit.id for unit in EDITION.units if unit.domain != "facility"]
SPACES = sorted(EDITION.board.neighbours)

counts = st.dictionaries(st.sampled_from(MOVERS), st.integers(1, 99), min_size=1)


@given(counts)
def test_units_that_are_written_read_back(units: dict[str, int]) -> None:
    assert read_units(EDITION, write_units(units)) == units


@given(counts, st.lists(st.sampled_from(SPACES), min_size=2, max_size=7))
def test_moves_that_are_written_read_back(units: dict[str, int], path: list[str]) -> None:
    order = {"type": "move", "units": units, "path": path}
    assert read_move(EDITION, write_move(order)) == order


@given(st.dictionaries(st.sampled_from(EDITION.turn_order), counts, min_size=1))
def test_positions_that_are_written_read_back(position: dict[str, dict[str, int]]) -> None:
    assert read_position(EDITION, write_position(position)) == position


@given(st.sampled_from(SPACES), st.sampled_from(("{}", " {} ", "{}.", "({})")), st.booleans())
def test_printed_names_of_spaces_are_understood_in_any_dress(space: str, dress: str, shouted: bool) -> None:
    name = EDITION.board.name(space)
    assert find_space(EDITION, dress.format(name.upper() if shouted else name)) == space


@given(st.text(max_size=60))
def test_no_text_at_all_breaks_the_reader(text: str) -> None:
    for read in (read_units, read_move, read_position):
        with suppress(IllegalAction):
            read(EDITION, text)


def test_the_notation_is_one_line_with_ids() -> None:
    order = {"units": {"infantry": 3, "tank": 1}, "path": ["germany", "eastern_europe"]}
    assert write_move(order) == "3 infantry, 1 tank: germany > eastern_europe"
    assert (
        write_position({"germany": {"infantry": 2}, "japan": {"fighter": 1}}) == "germany: 2 infantry; japan: 1 fighter"
    )


def test_units_of_which_there_are_none_are_not_written() -> None:
    assert write_units({"infantry": 0, "tank": 2}) == "2 tank"


@pytest.mark.parametrize(
    "text",
    [
        "3 infantry, 1 tank: germany > eastern_europe",
        "3 inf 1 tank germany > eastern europe",
        "3 Infantry and 1 Tank from Germany to Eastern Europe",
        "  3x inf,1 arm: GERMANY->EASTERN EUROPE  ",
        "1 inf, 2 infantry, 1 armour: germany → eastern_europe",
        "3 inf & 1 tank: germany > eastern e",
    ],
)
def test_a_move_may_be_typed_sloppily(text: str) -> None:
    assert read_move(EDITION, text) == {
        "type": "move",
        "units": {"infantry": 3, "tank": 1},
        "path": ["germany", "eastern_europe"],
    }


def test_a_move_may_name_every_step() -> None:
    path = read_move(EDITION, "1 bb: sz5 > sz6 > sz2")["path"]
    assert path == ["sz5", "sz6", "sz2"]


@pytest.mark.parametrize("text", ["sz5", "SZ 5", "sea zone 5", "Sea Zone 5", "zone 5"])
def test_sea_zones_have_many_spellings(text: str) -> None:
    assert find_space(EDITION, text) == "sz5"


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("inf", "infantry"),
        ("Aircraft Carriers", "aircraft_carrier"),
        ("carrier", "aircraft_carrier"),
        ("bb", "battleship"),
        ("ftr", "fighter"),
        ("trans", "transport"),
        ("dest", "destroyer"),
    ],
)
def test_units_have_many_names(text: str, unit: str) -> None:
    assert find_unit(EDITION, text) == unit


@pytest.mark.parametrize(
    ("text", "power"),
    [("UK", "united_kingdom"), ("german", "germany"), ("ussr", "soviet_union"), ("america", "united_states")],
)
def test_powers_have_many_names(text: str, power: str) -> None:
    assert find_power(EDITION, text) == power


def test_a_beginning_that_means_one_space_is_enough_and_one_that_means_two_is_not() -> None:
    assert find_space(EDITION, "manch") == "manchuria"
    with pytest.raises(IllegalAction) as refusal:
        find_space(EDITION, "eastern")
    assert refusal.value.rule == "space"


@pytest.mark.parametrize(
    ("text", "rule", "near"),
    [
        ("1 tank: germny > eastern europe", "space", "Germany"),
        ("1 tank: germany > eastrn europe", "space", "Eastern Europe"),
        ("1 tnk: germany > eastern europe", "units", "tank"),
        ("1 battelship: sz5 > sz6", "units", "battleship"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(text: str, rule: str, near: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        read_move(EDITION, text)
    assert refusal.value.rule == rule
    assert "Did you mean" in refusal.value.message
    assert near in refusal.value.message


def test_a_misspelt_power_is_answered_with_the_nearest() -> None:
    with pytest.raises(IllegalAction) as refusal:
        find_power(EDITION, "germny")
    assert (refusal.value.rule, "Germany" in refusal.value.message) == ("power", True)


@pytest.mark.parametrize(
    "text", ["", "germany > eastern europe", "3 infantry", "3 infantry: germany", "infantry: a > b"]
)
def test_half_an_order_is_answered_with_how_to_write_it(text: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        read_move(EDITION, text)
    assert refusal.value.rule in ("form", "space")
    assert refusal.value.message.endswith(".")


@pytest.mark.parametrize("text", ["", "many tanks", "3 infantry please", "3"])
def test_units_without_a_number_or_with_more_words_are_not_understood(text: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        read_units(EDITION, text)
    assert refusal.value.rule == "form"
