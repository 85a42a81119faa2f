"""Options of Pacific 1940 (chapter OPT)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine import IllegalAction, new_game
from tests.engine.rules.pacific.test_uni_bases import table
from tests.engine.table import Table, position, this_setup


@pytest.mark.rule("OPT-01", setups="1940")
def test_options_are_fixed_before_the_first_turn_and_stay_in_the_state() -> None:
    chosen = {"research": "on", "disputed_casualties": "default_list"}
    game = Table(new_game(this_setup(), chosen))
    assert dict(game.state.options) == {
        "victory": "standard",
        "bid": "none",
        "bid_units": "one",
        "low_luck": "off",
        **chosen,
    }
    game.refuses({"type": "edit", "options": {"research": "off"}}, "form")
    assert new_game(this_setup()).options["research"] == "off"


@pytest.mark.rule("OPT-01", setups="1940")
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"victory": "short"}, "it can be standard"),
        ({"research": "maybe"}, "it can be off, on"),
        ({"advantages": "none"}, "has no option “advantages”"),
    ],
)
def test_an_option_that_does_not_exist_is_refused_with_those_that_do(options: Mapping[str, Any], sentence: str) -> None:
    with pytest.raises(IllegalAction, match=sentence):
        new_game(this_setup(), options)


@pytest.mark.rule("OPT-04", setups="1940")
def test_objectives_are_always_played() -> None:
    with pytest.raises(IllegalAction, match="has no option “objectives”"):
        new_game(this_setup(), {"objectives": "off"})
    (collected,) = position("japan", "mobilize", {}).end_phase().happened("income_collected")
    assert collected.objectives == {"japan_1": 10}


@pytest.mark.rule("OPT-06", setups="1940")
def test_escorts_and_interceptors_are_always_played() -> None:
    with pytest.raises(IllegalAction, match="has no option “air_battles”"):
        new_game(this_setup(), {"air_battles": "off"})
    spaces = {"kiangsi": "japan: 1 strategic_bomber, 1 fighter", "kwangtung": "united_kingdom: 1 fighter"}
    board = table("japan", "combat_move", spaces).move("1 strategic_bomber: kiangsi > kwangtung", raid="naval_base")
    board.move("1 fighter: kiangsi > kwangtung", escort=True).end_phase()
    assert board.questions == [("reaction", ("united_kingdom",))]
    board.decide("reaction", {"intercept": {"kwangtung": {"fighter": 1}}}).battle("kwangtung", "6 6 6 6 2")
    assert [event.step for event in board.happened("fired")] == ["attackers_fire", "defenders_fire"]
    assert board.board["damage"] == {"kwangtung": {"naval_base": 4}}
