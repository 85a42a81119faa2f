"""The sheet of questions: all that is offered, told apart where several are asked, within what Discord shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import GameState
from engine.ask import requests_of
from engine.queries.standing_orders import answer_by_orders, check_orders
from engine.questions import QUESTIONS
from engine.state.questions import Request
from gamemaster.narration.questions.offers import MOST_OFFERS
from gamemaster.narration.trying import would_be_accepted
from gamemaster.sheets.answers.answering import always_of, answering_sheet, asked_here
from gamemaster.sheets.answers.waiting import waiting_sheet
from gamemaster.sheets.page import Menu, Row
from tests.engine.questions import asked, kamikaze
from tests.engine.table import position
from tests.gamemaster.sheets.answered import check_sheet, keys_on, sheets_of
from tests.gamemaster.story.test_choices import SEA
from tests.gamemaster.story.test_choices import asked as stranded

MANY = {"japan": 6, "manchuria": 6, "coastal_china": 6, "southeast_asia": 6}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_kind_of_question_has_all_its_answers_on_a_sheet(kind: str) -> None:
    state = asked(kind)
    for power in {power for request in state.requests for power in request.powers}:
        seen = []
        for here, sheet in sheets_of(state, [power]):
            check_sheet(here, sheet)
            seen += [each.request.id for each in here]
        assert sorted(seen) == sorted(request.id for request in requests_of(state, power))


@pytest.mark.parametrize("kind", QUESTIONS)
def test_what_is_left_for_always_is_a_standing_order_that_gives_the_answer_of_its_button(kind: str) -> None:
    state = asked(kind)
    (request, *_) = (each for each in state.requests if each.kind == kind)
    for always in always_of(request):
        orders = {always.name: [always.line]}
        check_orders(state, request.power, orders)
        given = answer_by_orders(state, request, request.power, orders)
        assert given == (request.default if always.answer == "default" else always.answer)
        answer = {"type": "decide", "request": request.id, "power": request.power, "choice": always.answer}
        assert would_be_accepted(state, answer), always


@pytest.mark.rule("ASY-17")
def test_always_submerge_and_always_fight_stand_beside_the_answers() -> None:
    state = asked("submerge")
    ((here, sheet),) = sheets_of(state, ["japan"])
    labels = [label for part in sheet.parts if isinstance(part, Row) for _, label, _ in part.buttons]
    assert labels[-2:] == ["Always submerge", "Always fight"]
    answers = [always.answer for always in always_of(here[0].request)]
    assert answers == [{"submarine": 2}, {}]


def stranded_at(places: dict[str, int]) -> tuple[GameState, Request]:
    """Six fighters without a carrier, which may land in these places."""
    state = position("germany", "combat_move", SEA).state
    usual = next(iter(places))
    return state, stranded("stranded_landing", units={"fighter": 6}, places=places, default={usual: {"fighter": 6}})


def test_answers_that_no_menu_holds_are_in_as_many_as_they_need() -> None:
    state, request = stranded_at(MANY)
    here = asked_here(state, [(request, "germany")], state.edition.power)
    sheet = answering_sheet(7, state, here, {})
    check_sheet(here, sheet)
    menus = [part for part in sheet.parts if isinstance(part, Menu)]
    assert [menu.placeholder for menu in menus] == [
        "Or choose",
        "Or choose (26 to 50)",
        f"Or choose (51 to {MOST_OFFERS - 2})",
    ]
    assert len({menu.deed for menu in menus}) == 3


def test_questions_for_which_a_sheet_has_no_room_come_on_the_next_one() -> None:
    state, request = stranded_at(MANY)
    owed = [(replace(request, id=f"{request.id}{n}"), "germany") for n in range(4)]
    here = asked_here(state, owed, state.edition.power)
    assert 1 <= len(here) < 4
    left = 4 - len(here)
    sheet = answering_sheet(7, state, here, {}, more=left)
    check_sheet(here, sheet)
    labels = [label for part in sheet.parts if isinstance(part, Row) for _, label, _ in part.buttons]
    assert {label.partition(":")[0] for label in labels} == {"Germany in sea zone 5", "Germany in sea zone 5 (2)"}
    assert f"{left} more questions after " in "".join(part for part in sheet.parts if isinstance(part, str))


def test_a_power_that_is_asked_in_two_places_reads_at_each_button_which_is_meant() -> None:
    state, request = stranded_at({"japan": 6})
    owed = [(replace(request, id=space, space=space), "germany") for space in ("sz5", "sz6")]
    here = asked_here(state, owed, state.edition.power)
    sheet = answering_sheet(7, state, here, {})
    check_sheet(here, sheet)
    labels = [label for part in sheet.parts if isinstance(part, Row) for _, label, _ in part.buttons]
    assert labels[0] == "Germany in sea zone 5: 6 fighters in Japan (default)"
    assert labels[len(labels) // 2] == "Germany in sea zone 6: 6 fighters in Japan (default)"


def test_a_chance_stands_beside_its_answer() -> None:
    state = asked("retreat")
    (request,) = state.requests
    here = asked_here(state, [(request, request.power)], state.edition.power)
    on, back = here[0].offers[:2]
    chances = {here[0].mark(on): 0.314, here[0].mark(back): 0.5}
    told = "".join(part for part in answering_sheet(7, state, here, chances).parts if isinstance(part, str))
    assert f"• {on.label.removesuffix(' (default)')}: Chance to win: 31%. " in told


def test_correcting_one_answer_leaves_the_buttons_of_the_other_questions() -> None:
    state = asked("kamikaze")
    (request, *_) = state.requests
    here = asked_here(state, [(request, request.power)], state.edition.power)
    sheet = answering_sheet(7, state, here, {})
    assert keys_on(sheet, request.id)
    others = Row((("other", "Correct it", "primary"),), "another question")
    own = Row((("other", "Correct it", "primary"),), request.id)
    kept = sum(len(part.buttons) for part in sheet.parts if isinstance(part, Row))
    assert sum(len(p.buttons) for p in sheet.below(others).parts if isinstance(p, Row)) == kept + 1
    assert sum(len(p.buttons) for p in sheet.below(own).parts if isinstance(p, Row)) == kept


def test_who_waits_reads_for_whom_and_not_who_has_answered() -> None:
    state = kamikaze().state
    (text, _) = waiting_sheet(7, state, ["united_states"]).parts
    assert isinstance(text, str)
    assert "Japan must answer first. There's nothing for you to do now." in text
    (request,) = state.requests
    sealed = replace(state, requests=(replace(request, answers={"japan": {}}),))
    assert waiting_sheet(7, sealed, ["united_states"]).parts[0] == text


@pytest.mark.parametrize(
    ("kind", "key", "label"),
    [
        ("reaction", "2cbb9231", "Nobody intercepts"),
        ("kamikaze", "9b8bfdc1", "No strikes (default)"),
        ("kaiten_torpedoes", "444aa4ac", "No kaiten (default)"),
        ("nonaggression_treaty", "c57cd1b7", "No units"),
    ],
)
def test_what_declined_on_cards_of_0_2_13_can_still_be_pressed(kind: str, key: str, label: str) -> None:
    state = asked(kind)
    (request, *_) = state.requests
    ((here, *_), _sheet) = next(sheets_of(state, [request.power]))
    assert [offer.label for offer in here.offers if offer.is_meant(key)] == [label]
