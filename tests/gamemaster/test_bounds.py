"""No card, text or preview can hold up the table: each takes no more than so many steps with 400 units a side.

The positions are those of `tests/engine/test_bounds.py`. A million steps are about a tenth of a second of a core.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from engine import Event, GameState, apply
from engine.queries.chronicle import chronicle
from engine.queries.striking.strikes import strikes
from engine.state.questions import Request
from gamemaster.narration import (
    SUBJECTS,
    GameCourse,
    Timeline,
    battle_board,
    battle_text,
    clashes_ahead,
    convoys_text,
    course_chart,
    course_table,
    course_text,
    end_phase_warnings,
    landing_moves,
    last_report,
    news,
    objectives_text,
    own_orders_text,
    phase_report,
    politics_text,
    request_card,
    status_text,
    turn_help,
    unmoved_stacks,
)
from gamemaster.narration.politics.relations import relations_table
from gamemaster.orders.examples import example_answer, example_move
from gamemaster.outbox.pictures import battle_picture_request, picture_request
from tests.engine.full_boards import carrier_fleets, far_from_carriers, fliers
from tests.engine.random_games import RolledDice
from tests.engine.steps import steps
from tests.engine.test_bounds import at_battle, attacked, crowd, default, move, order

LAND, SEA = "jehol", "sz7"
LINES = 40


@cache
def fought(space: str) -> tuple[GameState, tuple[Event, ...]]:
    """A battle up to the first casualties that somebody must choose."""
    outcome = apply(at_battle(), {"type": "battle", "space": space, "kind": "combat"}, RolledDice(Random(1)))
    return outcome.state, outcome.events


@cache
def after_casualties(space: str) -> tuple[GameState, tuple[Event, ...]]:
    """The same with the casualties of its first round taken."""
    state, events = fought(space)
    while state.requests and state.requests[0].kind == "casualties":
        outcome = apply(state, default(state), RolledDice(Random(1)))
        state, events = outcome.state, (*events, *outcome.events)
    return state, events


def question(state: GameState) -> tuple[GameState, Request, str]:
    """The first open question, and the power that owes an answer."""
    request = state.requests[0]
    return state, request, next(power for power in request.powers if power not in request.answers)


def told(space: str) -> object:
    """All that is told and shown of a round of a battle."""
    course = Timeline.of(at_battle(), after_casualties(space)[1])
    report = last_report(course, space)
    assert report
    return news(course), battle_text(course.end, report), battle_picture_request(battle_board(course.end, report))


def charted() -> object:
    """All figures and charts of a game with such battles."""
    state, events = after_casualties(SEA)
    course = GameCourse.of(state, chronicle(at_battle(), iter(events), state))
    return course_text(course), course_table(course), [course_chart(course, subject) for subject in SUBJECTS]


def form() -> GameState:
    """Forty orders one by one, as the lines of a form are carried out."""
    state = crowd()
    for unit in ("infantry", "fighter") * (LINES // 2):
        state = order(state, move({unit: 1}, "manchuria", "jehol"))
    return state


WORK: dict[str, tuple[int, Callable[[], object]]] = {
    "the card of casualties on land": (400_000, lambda: request_card(*question(fought(LAND)[0]))),
    "the card of casualties at sea": (400_000, lambda: request_card(*question(fought(SEA)[0]))),
    "what may be typed as casualties": (400_000, lambda: example_answer(*question(fought(SEA)[0]))),
    "the card of a retreat": (20_000, lambda: request_card(*question(after_casualties(SEA)[0]))),
    "the telling of a round on land": (250_000, lambda: told(LAND)),
    "the telling of a round at sea": (120_000, lambda: told(SEA)),
    "a form of forty lines": (600_000, form),
    "the orders so far": (80_000, lambda: own_orders_text(attacked())),
    "the orders so far where nothing has moved": (50_000, lambda: own_orders_text(crowd())),
    "the orders so far with 1,800 aircraft aloft": (200_000, lambda: own_orders_text(replace(fliers()))),
    "the orders so far with aircraft on 600 carriers": (150_000, lambda: own_orders_text(replace(carrier_fleets()))),
    "where one of 1,500 aircraft lands": (1_200_000, lambda: landing_moves(replace(far_from_carriers()))),
    "an example among 1,200 aircraft on carriers": (1_200_000, lambda: example_move(replace(carrier_fleets()))),
    "what is left undone": (450_000, lambda: end_phase_warnings(attacked())),
    "what has not moved": (20_000, lambda: unmoved_stacks(crowd())),
    "the battles ahead": (250_000, lambda: clashes_ahead(attacked())),
    "where aircraft land": (300_000, lambda: landing_moves(attacked())),
    "an example of an order": (400_000, lambda: example_move(crowd())),
    "the report of a phase": (200_000, lambda: phase_report(Timeline.of(at_battle(), after_casualties(LAND)[1]))),
    "status": (30_000, lambda: status_text(crowd(), {}, 0)),
    "help": (30_000, lambda: turn_help(crowd())),
    "politics": (300_000, lambda: politics_text(crowd(), ["japan", "germany"])),
    "the picture of all relations": (20_000, lambda: relations_table(crowd())),
    "objectives and convoys": (60_000, lambda: (objectives_text(crowd()), convoys_text(crowd()))),
    "what enemies can strike": (500_000, lambda: strikes(crowd(), "japan")),
    "what a map is drawn from": (30_000, lambda: picture_request(attacked())),
    "charts": (150_000, charted),
}


@pytest.mark.parametrize("what", WORK)
def test_it_takes_no_more_steps_than_it_may(what: str) -> None:
    most, work = WORK[what]
    for space in (LAND, SEA):
        after_casualties(space)
    for laid_out in (crowd, attacked, fliers, carrier_fleets, far_from_carriers):
        laid_out()
    assert np  # what is imported at its first use would be counted
    steps(work, most)
