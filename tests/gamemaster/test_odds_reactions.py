"""/odds tells what reactions that are still to come would change, and nothing of answers given in secret."""

from __future__ import annotations

import pytest

from engine import GameState
from engine.odds.odds import odds_in
from engine.odds.reactions.kamikazes import struck
from engine.odds.reactions.scrambles import with_scrambled
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.posing import posed
from gamemaster.jobs.odds import OddsRequest, odds_answer
from maps.battles.chances import percent
from tests.engine.odds.test_scrambles import attack_off_japan, played

CHOICE = OddsChoice("battle", "sz6")


@pytest.fixture(name="moved")
def _moved() -> GameState:
    return attack_off_japan()


def told(state: GameState, power: str) -> str:
    return odds_answer(OddsRequest(state, CHOICE, (power,))).text


@pytest.mark.rule("SPC-81", setup="pacific_1940")
def test_a_battle_ahead_is_told_for_each_number_that_could_scramble(moved: GameState) -> None:
    setting = posed(moved, CHOICE).setting
    one, two, three = (percent(odds_in(with_scrambled(setting, count)).attacker_win) for count in (1, 2, 3))
    line = f"If 1 aircraft scrambles, attackers win {one}; 2: {two}; 3: {three}"
    assert line in told(moved, "united_states")
    asked = played(moved, {"type": "end_phase"})
    assert line in told(asked, "japan")


@pytest.mark.rule("SPC-90", "SPC-94", setup="pacific_1940")
def test_strikes_on_the_costliest_warship_are_told_for_each_number_of_kamikazes(moved: GameState) -> None:
    """A cruiser sinks with 1 hit, so 1 kamikaze leaves one of two in 2 of 6 cases."""
    setting = posed(moved, CHOICE).setting
    (both, _), (one, _) = struck(setting, setting.state.select(setting.battle.attackers)[0], 1)
    whole, halved = odds_in(both).attacker_win, odds_in(one).attacker_win
    text = told(moved, "united_states")
    assert f"If 1 kamikaze strikes a cruiser, attackers win {percent(whole * 4 / 6 + halved * 2 / 6)}; 2: " in text
    assert f"; 6: {percent(whole * (4 / 6) ** 6 + halved * (1 - (4 / 6) ** 6))}" in text


def test_once_all_have_answered_nothing_is_left_open(moved: GameState) -> None:
    asked = played(moved, {"type": "end_phase"})
    while asked.requests:
        request = asked.requests[0]
        order = {"type": "decide", "kind": request.kind, "choice": "default", "power": request.powers[0]}
        asked = played(asked, order)
    assert "scrambles" not in told(asked, "united_states")
    assert "kamikaze" not in told(asked, "united_states")


def test_nobody_scrambles_from_a_base_without_aircraft(moved: GameState) -> None:
    bare = played(moved, {"type": "edit", "spaces": {"japan": {"units": {"japan": {"infantry": 1}}}}})
    assert "scrambles" not in told(bare, "united_states")
