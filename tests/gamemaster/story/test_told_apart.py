"""Every answer on a card can be told from every other, whatever there is to choose from."""

from __future__ import annotations

from random import Random

import pytest

from engine import GameState, IllegalAction
from engine.questions import QUESTIONS as KINDS
from engine.state.questions import Request
from gamemaster.narration import Offer, read_choice, request_card, request_text
from gamemaster.narration.phrases import by_number
from gamemaster.narration.questions.offers import DEFAULT_MARK
from gamemaster.narration.trying import would_be_accepted
from gamemaster.views.panel_buttons import panel_rows
from tests.engine.questions import asked
from tests.engine.table import Table, position
from tests.gamemaster.story.random_wars import check_told_apart
from tests.samples import every

WAR = [["germany", "united_kingdom", "war"], ["germany", "france", "war"]]
BASES = {
    "scotland": {"facilities": ["air_base"]},
    "united_kingdom": {"facilities": ["air_base", "major_industrial_complex"]},
}


def off_britain(**spaces: str) -> Table:
    """German ships off Scotland and England, where aircraft are based."""
    usual = {
        "sz112": "germany: 2 cruiser",
        "sz111": "united_kingdom: 1 transport",
        "sz110": "united_kingdom: 1 transport",
        **spaces,
    }
    table = position("germany", "combat_move", usual, setup="global_1940", relations=WAR, more_spaces=BASES)
    table.move("1 cruiser: sz112 > sz111", attack=True)
    return table.move("1 cruiser: sz112 > sz110", attack=True)


def labels_of(state: GameState, request: Request) -> list[str]:
    """What stands on the card of a question."""
    return [offer.label for offer in request_card(state, request, request.power)[1]]


@pytest.mark.rule("SPC-81", setup="global_1940")
def test_a_scramble_from_two_bases_into_two_zones_says_who_goes_where() -> None:
    state = (
        off_britain(
            sz110="united_kingdom: 1 transport",
            scotland="united_kingdom: 1 fighter",
            united_kingdom="united_kingdom: 2 fighter",
        )
        .end_phase()
        .state
    )
    labels = labels_of(state, state.requests[0])
    assert labels[:3] == [
        "Nobody scrambles (default)",
        "2 fighters from the United Kingdom into sea zone 110",
        "1 fighter from Scotland into sea zone 111",
    ]
    assert "2 ftr United Kingdom > sz110; 1 ftr Scotland > sz111" in labels
    assert "1 ftr United Kingdom > sz110; 1 ftr Scotland > sz111" in labels


@pytest.mark.rule("SPC-81", setup="global_1940")
def test_a_question_about_several_zones_has_a_line_for_each_by_number() -> None:
    bases = {"united_kingdom": "united_kingdom: 2 fighter", "scotland": "united_kingdom: 1 fighter"}
    state = off_britain(**bases).end_phase().state
    request = state.requests[0]
    told = [
        "The United Kingdom decides whether aircraft scramble:",
        "• Sea zone 110: 2 fighters from the United Kingdom against 1 cruiser",
        "• Sea zone 111: 1 fighter from Scotland against 1 cruiser",
    ]
    assert request_text(state, request).split("\n") == told
    _, offers = request_card(state, request, "united_kingdom")
    assert {offer.description for offer in offers[1:]} == {""}


def test_sea_zones_are_told_in_the_order_of_their_numbers() -> None:
    assert by_number(["sz19", "japan", "sz6", "sz110"]) == ["japan", "sz6", "sz19", "sz110"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_answers_to_every_kind_of_question_can_be_told_apart(kind: str) -> None:
    state = asked(kind)
    for request in state.requests:
        for power in request.powers:
            check_told_apart(*request_card(state, request, power))
    labels = [button.label for row in panel_rows(1, state) for button in row]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("seed", every(2, range(12)))
def test_whoever_rises_from_wherever_each_answer_is_a_different_one_and_can_be_typed(seed: int) -> None:
    state = _windows_at_random(Random(seed))
    for request in state.requests:
        text, offers = request_card(state, request, request.power)
        check_told_apart(text, offers)
        for offer in offers:
            assert _as_typed(state, request, offer) == _choice(request, offer)
            assert would_be_accepted(state, {"type": "decide", "request": request.id, "choice": offer.choice}), offer


def _windows_at_random(rng: Random) -> GameState:
    """German ships in some of the zones off Britain and bombers over it, with any number of aircraft there."""
    aircraft = [f"{rng.randint(0, 4)} fighter, {rng.randint(0, 3)} tactical_bomber" for _ in range(2)]
    spaces = {
        "sz112": "germany: 2 cruiser",
        "sz110": "united_kingdom: 1 transport",
        "sz125": "germany: 1 cruiser",
        "sz119": "united_kingdom: 1 transport",
        "scotland": f"united_kingdom: {aircraft[0]}, 1 fighter",
        "united_kingdom": f"united_kingdom: {aircraft[1]}; france: {rng.randint(1, 2)} fighter",
        "western_germany": "germany: 2 strategic_bomber",
    }
    table = off_britain(**spaces)
    if rng.random() < 0.7:
        table.move("1 cruiser: sz125 > sz119", attack=True)
    if rng.random() < 0.6:
        raid = {"raid": "major_industrial_complex"}
        table.move("2 strategic_bomber: western_germany > sz112 > sz110 > united_kingdom", **raid)
    return table.end_phase().state


def _as_typed(state: GameState, request: Request, offer: Offer) -> object:
    try:
        return read_choice(state, request, offer.label.removesuffix(DEFAULT_MARK))
    except IllegalAction as no:
        return str(no)


def _choice(request: Request, offer: Offer) -> object:
    return request.default if offer.choice == "default" else offer.choice


def test_more_aircraft_than_a_label_can_name_are_left_to_be_typed() -> None:
    request = Request(
        "id",
        "reaction",
        "united_kingdom",
        ("united_kingdom",),
        "sz110",
        {
            "intercept": {
                space: {"fighters": {"fighter": 1}, "raiders": {"strategic_bomber": 1}, "escorts": {}}
                for space in ("united_kingdom", "west_india", "british_columbia", "union_of_south_africa", "new_guinea")
            }
        },
        {},
    )
    text, offers = request_card(off_britain().state, request, "united_kingdom")
    check_told_apart(text, offers)
    assert "To choose another number" in text


@pytest.mark.parametrize(
    "text",
    [
        "1 fighter from scotland, 1 fighter from united kingdom into sz110",
        "sz110: 1 fighter united kingdom; 1 ftr scotland > sz111",
        "1 ftr scotland > sz111; 1 ftr united kingdom > sz110",
        "1 fighter from scotland into sz111, 1 fighter from united kingdom into sz110",
    ],
)
def test_scrambles_from_several_bases_can_be_typed_in_one_go(text: str) -> None:
    state = (
        off_britain(
            sz110="united_kingdom: 1 transport",
            scotland="united_kingdom: 2 fighter",
            united_kingdom="united_kingdom: 2 fighter",
        )
        .end_phase()
        .state
    )
    where = "sz110" if text.startswith("1 fighter from scotland, ") else "sz111"
    wanted: dict[str, dict[str, dict[str, int]]] = {"sz110": {"united_kingdom": {"fighter": 1}}}
    wanted.setdefault(where, {})["scotland"] = {"fighter": 1}
    assert read_choice(state, state.requests[0], text) == {"scramble": wanted}
