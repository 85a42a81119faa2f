"""Corrections written as lines: what stands in a space or a list now, and what is written in its place (GEN-19)."""

from __future__ import annotations

from random import Random

import pytest

from engine import GameState, IllegalAction, ScriptedDice, apply, load_setup, new_game, setup_names
from engine.correction.lines import LISTS, corrected_list, corrected_space, lines_of_list, lines_of_space
from tests.engine.random_positions import scattered


def crowded(setup: str, seed: int) -> GameState:
    """A board with anything anywhere."""
    return apply(new_game(setup), scattered(load_setup(setup), Random(seed)), ScriptedDice(())).state


def corrected(state: GameState, space: str, **written: str) -> GameState:
    """The game after the correction of a space."""
    change = corrected_space(state, space, {name.capitalize(): text for name, text in written.items()})
    return apply(state, {"type": "edit", **change}, ScriptedDice(())).state


def listed(state: GameState, name: str, text: str) -> GameState:
    """The game after the correction of a list."""
    return apply(state, {"type": "edit", **corrected_list(state, name, text)}, ScriptedDice(())).state


@pytest.mark.parametrize("setup", setup_names())
def test_what_stands_there_can_be_written_anywhere_and_nothing_else_changes(setup: str) -> None:
    """The lines of a space, written for another board, make it the same there."""
    there, here = crowded(setup, 1), crowded(setup, 2)
    board = here.edition.board
    for space in [each for each in board.neighbours if here.edition.board.is_sea(each) or each in here.owners][::9]:
        lines = lines_of_space(there, space)
        change = corrected_space(here, space, lines)
        after = apply(here, {"type": "edit", **change}, ScriptedDice(())).state if change else here
        assert lines_of_space(after, space) == lines
        untouched = [each for each in board.neighbours if each != space]
        assert [lines_of_space(after, each) for each in untouched] == [lines_of_space(here, each) for each in untouched]
        assert corrected_space(after, space, lines) == {}


@pytest.mark.parametrize("setup", setup_names())
def test_every_list_of_the_game_comes_back_as_it_is_written(setup: str) -> None:
    there, here = crowded(setup, 1), crowded(setup, 2)
    for name in LISTS:
        for text in lines_of_list(there, name).values():
            if text:
                after = lines_of_list(listed(here, name, text), name)[name]
                assert sorted(after.split("; ")) == sorted(text.split("; "))


def test_only_what_is_written_otherwise_counts() -> None:
    state = new_game("global_1940")
    assert corrected_space(state, "norway", lines_of_space(state, "norway")) == {}
    assert corrected_space(state, "norway", {"Owner": "united kingdom"}) == {
        "spaces": {"norway": {"owner": "united_kingdom"}}
    }
    after = corrected(state, "germany", facilities="Major industrial complex (3 damage), air base")
    assert after.facilities["germany"] == ("major_industrial_complex", "air_base")
    assert after.damage["germany"] == {"major_industrial_complex": 3}
    assert "germany" not in corrected(after, "germany", facilities="major industrial complex, air base").damage
    assert lines_of_space(after, "germany")["Units"] == lines_of_space(state, "germany")["Units"]
    assert corrected(after, "germany", facilities="").facilities.get("germany") is None


def test_a_correction_gives_units_to_the_owner_that_is_written_with_them() -> None:
    after = corrected(new_game("global_1940"), "norway", owner="United Kingdom", units="2 inf; Soviet Union: 1 tank")
    assert lines_of_space(after, "norway")["Units"] == "2 infantry; Soviet Union: 1 tank"
    assert after.owners["norway"] == "united_kingdom"
    assert lines_of_space(corrected(after, "norway", units="none"), "norway")["Units"] == ""


def test_who_is_no_longer_named_has_neither_technologies_nor_purchases() -> None:
    state = listed(new_game("anniversary_1941"), "Technologies", "Germany: Rockets; Japan: Jet Fighters")
    assert set(listed(state, "Technologies", "Japan: Jet Fighters").technologies) == {"japan"}
    assert listed(state, "Technologies", "").technologies == {}
    bought = listed(listed(state, "Turn", "round 1, Germany, mobilize"), "Bought", "Germany: 2 infantry")
    assert bought.purchased["germany"] == {"infantry": 2}
    assert not listed(bought, "Bought", "").purchased


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"Units": "3 dragons"}, "dragons"),
        ({"Units": "infantry"}, "write the number first"),
        ({"Units": "1000000 infantry"}, "at most 500"),
        ({"Units": "1 battleship"}, "cannot stand in"),
        ({"Owner": "Atlantis"}, "Atlantis"),
        ({"Owner": "x) (y"}, "x) (y"),
        ({"Facilities": "castle"}, "castle"),
        ({"Facilities": "industrial complex (99 damage)"}, "damage"),
    ],
)
def test_what_says_nothing_is_refused_in_words(written: dict[str, str], words: str) -> None:
    state = new_game("anniversary_1941")
    with pytest.raises(IllegalAction) as refused:
        apply(state, {"type": "edit", **corrected_space(state, "germany", written)}, ScriptedDice(()))
    assert words in refused.value.message


def test_a_million_laden_ships_are_refused_before_they_are_made() -> None:
    state = new_game("global_1940")
    fleet = "Germany: " + ", ".join(["999999999 transports (1 infantry)"] * 100)
    change = corrected_space(state, "sz112", {"Units": fleet})
    assert [len(ships) for ships in change["cargo"].values()] == [501]  # type: ignore[attr-defined]
    with pytest.raises(IllegalAction, match="at most 500 German transports in sea zone 112"):
        apply(state, {"type": "edit", **change}, ScriptedDice(()))


@pytest.mark.parametrize("text", [";" * 9, ";,;", " ; "])
def test_nothing_between_stops_is_nobody(text: str) -> None:
    assert lines_of_space(corrected(new_game("aa1941"), "germany", units=text), "germany")["Units"] == ""


@pytest.mark.parametrize("text", ["((((", "(;", ";)", "1 tank (", "2 transports (1 tank; 1"])
def test_stray_brackets_are_refused_in_words(text: str) -> None:
    with pytest.raises(IllegalAction, match="write the number first"):
        corrected(new_game("aa1941"), "germany", units=text)


def test_lists_that_cannot_be_empty_say_how_they_stand() -> None:
    state = new_game("aa1941")
    with pytest.raises(IllegalAction, match="Write something for “IPCs”"):
        corrected_list(state, "IPCs", " ")
    assert lines_of_list(state, "Technologies") == lines_of_list(state, "Wars") == {}
