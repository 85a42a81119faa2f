"""What ends the weighing early: the best plan so far is played by legal orders; unless it comes nothing changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from computer.levels import LEVELS, MOST_SECONDS, seconds_until_cut_off
from computer.phase import orders_of
from computer.playing import Budget, CutOff
from computer.turn import CUT_OFF, position_of, turn_of
from engine import GameState, ScriptedDice, apply, new_game
from engine.dice import NoDice
from engine.replay import Record, outcomes, read_record, start_of
from tests.computer.test_turn import opening, run
from tests.published import SETUPS

DEMOS = Path(__file__).parents[2] / "data" / "demos"
THINKERS = ("easy", "normal", "hard")
WARS = (("revised", "easy"), ("aa1941", "normal"), ("aa1941", "hard"))
LONG = 250
"""Steps, after which the demos are in the middle of a war."""


@cache
def mid_war(setup: str) -> Record:
    """A record that ends in the middle of a war, at the start of a turn."""
    record = read_record((DEMOS / f"{setup}_mid_war.json").read_text())
    state, begins = start_of(record), 0
    for number, outcome in enumerate(outcomes(record, state, LONG), 1):
        if outcome.state.power != state.power:
            begins = number
        state = outcome.state
    return record.model_copy(update={"steps": record.steps[:begins]})


@cache
def end_of(setup: str) -> GameState:
    """Where that record ends."""
    return position_of(mid_war(setup))


@pytest.fixture(autouse=True)
def _found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where these records end is found once for all tests."""

    def found(record: Record) -> GameState:
        is_known = bool(record.steps) and record is mid_war(record.setup)
        return end_of(record.setup) if is_known else position_of(record)

    monkeypatch.setattr("computer.turn.position_of", found)


def after(weighings: int) -> CutOff:
    """It comes once so many choices have been weighed."""
    left = [weighings]

    def is_due() -> bool:
        left[0] -= 1
        return left[0] < 0

    return CutOff(is_due)


def without_time(played: dict[str, Any]) -> dict[str, Any]:
    """What was played, but for how long that took."""
    return {key: value for key, value in played.items() if key != "seconds"}


def goes_on(record: Record, played: dict[str, Any]) -> bool:
    """Whether all that was ordered can be ordered where the record ends, to the turn of the next power."""
    state = end_of(record.setup)
    for order, dice in zip(played["orders"], played["dice"], strict=True):
        state = apply(state, order, ScriptedDice(dice)).state
    return bool(state.power != played["power"])


def test_once_it_has_come_nothing_more_is_weighed() -> None:
    due = [False]
    budget = Budget(5, cut_off=CutOff(lambda: due[0]))
    assert budget.take()
    due[0] = True
    assert not budget.take()
    due[0] = False
    assert not budget.take(), "a clock that is set back changes nothing"
    assert budget.cut_off.has_come
    assert (budget.left, budget.made) == (4, 1)


def test_who_has_weighed_all_is_not_cut_off() -> None:
    budget = Budget(0, cut_off=CutOff(lambda: True))
    assert not budget.take()
    assert not budget.cut_off.has_come


@pytest.mark.parametrize(("setup", "level"), WARS)
def test_a_turn_that_is_cut_off_at_once_or_in_the_middle_ends_by_legal_orders(setup: str, level: str) -> None:
    record = mid_war(setup)
    for weighings in (0, 7):
        played = turn_of(record, level, 1, cut_off=after(weighings))
        assert played["cut_off"]
        assert (played["weighed"], played["refused"]) == (weighings, 0)
        assert goes_on(record, played)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_phase_that_is_cut_off_at_once_ends_in_every_setup(setup: str) -> None:
    board = new_game(setup)
    while board.phase != "combat_move":
        board = apply(board, {"type": "end_phase"}, NoDice()).state
    cut_off = after(0)
    for each in orders_of(board, board.power, "normal", 1, cut_off=cut_off):
        board = apply(board, each.action, NoDice()).state
    assert board.phase != "combat_move"
    assert cut_off.has_come


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_where_it_never_comes_the_same_is_played(level: str) -> None:
    record = mid_war("aa1941")
    usual = turn_of(record, level, 1, cut_off=CutOff())
    looked_at = turn_of(record, level, 1, cut_off=after(10**6))
    assert without_time(looked_at) == without_time(usual)
    assert not usual["cut_off"]


@pytest.mark.parametrize("weighings", [2, 20])
def test_the_best_attacks_that_were_found_until_then_are_ordered(weighings: int) -> None:
    record = mid_war("aa1941")
    cut = turn_of(record, "normal", 1, until="combat_move", cut_off=after(weighings))
    fewer = turn_of(record, "normal", 1, until="combat_move", weighings=3 * weighings)
    assert cut["weighed"] == fewer["weighed"] == weighings
    assert cut["orders"] == fewer["orders"]
    assert cut["why"] == fewer["why"]


def test_a_clock_of_the_command_line_says_that_it_was_over(tmp_path: Path) -> None:
    record = opening(tmp_path)
    code, played, said = run(record, "--level", "normal", "--seconds", "0")
    assert (code, played["cut_off"], said) == (0, True, f"{CUT_OFF}\n")
    code, played, said = run(record, "--level", "easy")
    assert (code, played["cut_off"], said) == (0, False, "")


@pytest.mark.parametrize("seconds", ["-1", "3601", "1e9", "nan", "inf"])
def test_seconds_out_of_bounds_are_refused(tmp_path: Path, seconds: str) -> None:
    code, played, said = run(opening(tmp_path), "--seconds", seconds)
    assert (code, played) == (2, None)
    assert said.startswith("A turn can take 0 to 3600 seconds, not ")


def test_a_turn_may_take_three_times_as_long_as_its_level_and_board_allow() -> None:
    small, large = new_game("anniversary_1941"), new_game("global_1940")
    assert [seconds_until_cut_off(level, small) for level in THINKERS] == [4.5, 15.0, 60.0]
    assert [seconds_until_cut_off(level, large) for level in THINKERS] == [9.0, 30.0, 120.0]
    assert seconds_until_cut_off("normal", small, 9000) == 150.0
    assert seconds_until_cut_off("normal", small, 9) == 15.0
    assert all(seconds_until_cut_off(level, large, 10**9) <= MOST_SECONDS for level in LEVELS)
