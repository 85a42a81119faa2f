"""No position can hold up the table: what is asked and ordered with 400 units a side takes no more than so many steps.

A million steps are about a second of a core. Where a bound is passed, something grows with the square of the units.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from engine import GameState, apply, new_game
from engine.ask import (
    battle_options,
    convoys_in_danger,
    landing_plan,
    scramble_ranges,
)
from engine.queries.legality import is_legal, refusal_of
from tests.engine.random_games import RolledDice
from tests.engine.steps import TooMuch, steps

ARMY = {"infantry": 150, "artillery": 60, "tank": 60, "fighter": 60, "tactical_bomber": 40, "strategic_bomber": 30}
FLEET = {
    "aircraft_carrier": 10,
    "fighter": 15,
    "tactical_bomber": 5,
    "battleship": 40,
    "cruiser": 60,
    "destroyer": 90,
    "submarine": 90,
    "transport": 90,
}
FOES = ("united_states", "united_kingdom", "anzac", "france", "china")


def order(state: GameState, action: dict[str, Any]) -> GameState:
    return apply(state, action, RolledDice(Random(1))).state


def move(units: dict[str, int], *path: str) -> dict[str, Any]:
    return {"type": "move", "units": units, "path": list(path)}


@cache
def crowd() -> GameState:
    """Two armies and two fleets of 400 units face each other on the largest board."""
    spaces = {
        "sz6": {"units": {"japan": FLEET}},
        "sz7": {"units": {"united_states": FLEET}},
        "manchuria": {"owner": "japan", "units": {"japan": ARMY}},
        "jehol": {"owner": "china", "units": {"united_states": ARMY}},
        "japan": {"owner": "japan", "facilities": ["air_base", "naval_base"]},
    }
    edit = {
        "type": "edit",
        "clear_units": True,
        "spaces": spaces,
        "relations": [["japan", foe, "war"] for foe in FOES],
        "turn": {"round": 9, "power": "japan", "phase": "combat_move"},
    }
    return order(new_game("global_1940"), edit)


@cache
def attacked() -> GameState:
    """Everything of Japan attacks what is beside it."""
    state = order(crowd(), move(ARMY, "manchuria", "jehol"))
    return order(state, move(FLEET, "sz6", "sz7"))


@cache
def at_battle() -> GameState:
    """The attacks are to be fought."""
    state = order(attacked(), {"type": "end_phase"})
    while state.requests:
        state = order(state, default(state))
    return state


def default(state: GameState) -> dict[str, Any]:
    request = state.requests[0]
    power = next(each for each in request.powers if each not in request.answers)
    return {"type": "decide", "request": request.id, "power": power, "choice": "default"}


QUESTIONS: dict[str, tuple[int, Callable[[], object]]] = {
    "the order of an army": (400_000, lambda: is_legal(crowd(), move(ARMY, "manchuria", "jehol"))),
    "the order of a fleet": (250_000, lambda: is_legal(crowd(), move(FLEET, "sz6", "sz7"))),
    "aircraft that find no landing place": (
        250_000,
        lambda: refusal_of(crowd(), move({"fighter": 60}, "manchuria", "sz31")),
    ),
    "the landing proof": (100_000, lambda: landing_plan(attacked())),
    "convoys": (150_000, lambda: convoys_in_danger(crowd(), "japan")),
    "scrambles": (150_000, lambda: scramble_ranges(crowd())),
    "what battles there are": (20_000, lambda: battle_options(at_battle())),
}


@pytest.mark.parametrize("what", QUESTIONS)
def test_a_question_is_answered_within_its_bound(what: str) -> None:
    most, ask = QUESTIONS[what]
    attacked(), at_battle()
    steps(ask, most)


def counted(number: int) -> int:
    return number + 1


def test_what_goes_on_and_on_is_stopped_at_its_bound() -> None:
    with pytest.raises(TooMuch):
        steps(lambda: [counted(number) for number in range(2_000)], 1_000)
