"""Questions left to their printed answer in a space or against an opponent alone (ASY-04)."""

from __future__ import annotations

import pytest

from engine import IllegalAction, new_game
from engine.queries.standing_orders import answer_by_orders, check_orders, wants_to_be_asked
from tests.engine.questions import QUESTIONS
from tests.engine.test_standing_orders import asked


@pytest.mark.rule("ASY-04")
@pytest.mark.parametrize(("name", "kind"), [("stranded", "stranded_landing"), ("advantages", "kaiten_torpedoes")])
@pytest.mark.parametrize(
    ("lines", "is_answered", "is_asked"),
    [
        (["default"], True, False),
        (["space={here} do=default"], True, False),
        (["space={there} do=default"], False, False),
        (["against=united_states do=default"], True, False),
        (["against=united_kingdom do=default"], False, False),
        (["default", "space={here} do=ask"], False, True),
        (["default", "space={there} do=ask"], True, False),
        (["space={here} do=default", "against=united_states do=ask"], True, False),
        (["default", "against=united_states do=ask"], False, True),
    ],
)
def test_japan_leaves_questions_to_the_printed_answer_in_a_zone_or_against_the_united_states(
    name: str, kind: str, lines: list[str], is_answered: bool, is_asked: bool
) -> None:
    state, request = asked(QUESTIONS[kind]())
    there = next(zone for zone in state.edition.board.sea_zone if zone != request.space)
    orders = {name: [line.format(here=request.space, there=there) for line in lines]}
    check_orders(state, "japan", orders)
    assert answer_by_orders(state, request, "japan", orders) == (request.default if is_answered else None)
    assert wants_to_be_asked(state, request, "japan", orders) == is_asked


@pytest.mark.rule("ASY-04")
@pytest.mark.parametrize(("where", "is_answered"), [("sz5", True), ("norway", False)])
def test_rare_questions_of_ones_own_turn_are_left_for_a_space(where: str, is_answered: bool) -> None:
    state, request = asked(QUESTIONS["bombardment"]())
    answer = answer_by_orders(state, request, "united_kingdom", {"others": [f"space={where} do=default"]})
    assert answer == (request.default if is_answered else None)


def test_nothing_at_stake_is_counted_where_only_the_printed_answer_can_be_left() -> None:
    with pytest.raises(IllegalAction, match="nothing at stake is counted"):
        check_orders(new_game("aa1941"), "germany", {"stranded": ["above=20 do=default"]})
    with pytest.raises(IllegalAction, match="is not a line of a standing order"):
        check_orders(new_game("aa1941"), "germany", {"others": ["below=20 do=default"]})
