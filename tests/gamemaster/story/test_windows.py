"""What is told, asked and typed of aircraft that scramble and of kamikaze strikes."""

from __future__ import annotations

from typing import Any

import pytest

from engine import IllegalAction, ScriptedDice, apply
from engine.ask import KamikazeOptions
from engine.events.combat.scramble import ScrambleReturned
from engine.queries.standing_orders import answer_by_orders
from engine.state.game_state import GameState
from gamemaster.narration import Timeline
from gamemaster.narration.battles.kamikaze_boards import kamikaze_board
from gamemaster.narration.battles.scrambles import returned_line
from gamemaster.narration.history.log import event_line
from gamemaster.narration.improvements import improvements_line
from gamemaster.narration.phases import TELLINGS
from gamemaster.narration.questions import read_choice, request_card, request_text
from gamemaster.narration.trying import would_be_accepted
from maps.battles.data import Roll, Units
from tests.engine.table import Table, position
from tests.gamemaster.story.playing import shown_battle, told_battle

WAR = [["japan", "united_states", "war"]]


def attack(**spaces: str) -> Table:
    """An American fleet moves against a Japanese transport off Japan, where aircraft stand."""
    usual = {"sz7": "united_states: 2 destroyer, 1 aircraft_carrier", "sz6": "japan: 1 transport"}
    usual |= {"japan": "japan: 4 fighter, 1 tactical_bomber", **spaces}
    table = position("united_states", "combat_move", usual, setup="pacific_1940", relations=WAR)
    return table.move("2 destroyer, 1 aircraft_carrier: sz7 > sz6")


def asked() -> GameState:
    """Japan is asked who scrambles."""
    return attack().end_phase().state


def test_the_question_names_who_can_rise_from_where_and_against_whom() -> None:
    state = asked()
    assert request_text(state, state.requests[0]) == (
        "Japan decides whether aircraft scramble: into sea zone 6 against 2 destroyers, 1 aircraft carrier: "
        "4 fighters, 1 tactical bomber in Japan (3 at most)."
    )


def test_the_card_offers_nobody_then_all_and_everything_offered_is_accepted() -> None:
    state = asked()
    text, offers = request_card(state, state.requests[0], "japan")
    assert "return home" in text
    assert [offer.label for offer in offers[:2]] == [
        "Nobody scrambles (default)",
        "3 fighters from Japan into sea zone 6",
    ]
    for offer in offers:
        order = {"type": "decide", "request": state.requests[0].id, "choice": offer.choice}
        assert would_be_accepted(state, order), offer


@pytest.mark.parametrize(
    "text",
    [
        "2 fighters, 1 tactical bomber from japan into sz6",
        "sz6: 2 ftr 1 tac from japan",
        "scramble 2 fighters 1 tac",
        "2 fighters, 1 tac to sea zone 6",
        "2 fighters from japan and 1 tac from japan into sz6",
        "2 fig 1 tac from japan",
    ],
)
def test_a_scramble_can_be_typed_in_many_ways(text: str) -> None:
    state = asked()
    wanted = {"scramble": {"sz6": {"japan": {"fighter": 2, "tactical_bomber": 1}}}}
    assert read_choice(state, state.requests[0], text) == wanted


def test_all_and_nobody_are_words_for_a_scramble_too() -> None:
    state = asked()
    assert read_choice(state, state.requests[0], "all") == {"scramble": {"sz6": {"japan": {"fighter": 3}}}}
    assert read_choice(state, state.requests[0], "nobody") == {}
    with pytest.raises(IllegalAction):
        read_choice(state, state.requests[0], "2 fighters from nowhere")


def test_a_standing_order_lets_all_rise_or_none() -> None:
    state = asked()
    request = state.requests[0]
    assert answer_by_orders(state, request, "japan", {}) is None
    assert answer_by_orders(state, request, "japan", {"reactions": ["default"]}) == {}
    assert answer_by_orders(state, request, "japan", {"reactions": ["all"]}) == {
        "scramble": {"sz6": {"japan": {"fighter": 3}}}
    }


def test_the_attacker_is_told_in_his_draft_what_may_rise() -> None:
    lines = TELLINGS["combat_move"].draft(attack().state)
    assert "Enemy aircraft may scramble into sea zone 6: 3 from Japan." in lines


def fought(dice: str = "1 6 6 4 6 6") -> tuple[GameState, Any]:
    """The course from the scramble to the first round."""
    start = asked()
    rise = {"type": "decide", "kind": "reaction", "choice": {"scramble": {"sz6": {"japan": {"fighter": 2}}}}}
    first = apply(start, rise, ScriptedDice(()))
    ship = KamikazeOptions.of(first.state.requests[0]).ships["sz6"][-1]
    struck = apply(
        first.state, {"type": "decide", "kind": "kamikaze", "choice": {"sz6": [[ship, 2]]}}, ScriptedDice((1, 5))
    )
    battle = apply(struck.state, {"type": "battle", "space": "sz6"}, ScriptedDice((6, 6, 6, 6, 6)))
    return start, Timeline.of(start, (*first.events, *struck.events, *battle.events))


def test_scramble_strikes_and_the_way_home_are_told() -> None:
    _, course = fought()
    lines = [event_line(step.before, step.event) for step in course]
    assert "Japan scrambles 2 fighters from Japan into sea zone 6" in lines
    assert (
        "Kamikazes strike in sea zone 6 and hit on 1 or 2: aircraft carrier **1** 5 — 1 aircraft carrier damaged; "
        "Japan has 4 tokens left"
    ) in lines
    assert improvements_line(course.steps[-1].after, "japan") == "4 kamikaze tokens"


def test_aircraft_that_come_home_are_told_by_their_owner() -> None:
    state = asked()
    fighters = [piece.id for piece in state.at("japan") if piece.unit == "fighter"][:2]
    home = ScrambleReturned("japan", dict.fromkeys(fighters, "japan"))
    assert returned_line(state, home) == "Back from their scramble: 2 Japanese fighters in Japan."


def test_a_picture_shows_which_ships_kamikazes_strike_and_with_which_dice() -> None:
    start, course = fought()
    board = kamikaze_board(course)
    assert board is not None
    assert kamikaze_board(Timeline.of(start, ())) is None
    assert (board.title, board.outlook) == ("Kamikazes in sea zone 6", "Japan has 4 tokens left")
    (strip,) = board.strips
    (volley,) = strip.volleys
    assert (strip.title, strip.result) == ("Kamikazes", "damaged")
    assert (volley.roll, volley.target) == (Roll(2, (1, 5)), Units("united_states", "aircraft_carrier"))
    damaged = Units("united_states", "aircraft_carrier", damaged=True)
    assert [(row.label, row.units) for row in board.attacker.rows] == [("Damaged", (damaged,))]


def test_the_battle_says_from_where_its_defenders_came() -> None:
    _, course = fought()
    assert "scrambled: 2 fighters from Japan" in told_battle(course)
    board = shown_battle(course)
    assert "Scrambled from Japan" in [row.label for row in board.defender.rows]


def test_kamikazes_are_asked_for_with_each_ship_told_apart_and_typed() -> None:
    table = attack(japan="japan: 1 infantry").end_phase()
    (request,) = table.state.requests
    text, offers = request_card(table.state, request, "japan")
    assert "with 6 tokens left" in text
    assert "sea zone 6: destroyer 1, destroyer 2, aircraft carrier" in text
    assert offers[1].label == "1 at aircraft carrier in sea zone 6"
    ships = KamikazeOptions.of(request).ships["sz6"]
    typed = read_choice(table.state, request, "2 at aircraft carrier, 1 at destroyer 2")
    assert typed == {"sz6": [[ships[2], 2], [ships[1], 1]]}
    with pytest.raises(IllegalAction):
        read_choice(table.state, request, "1 at submarine")


def test_aircraft_of_an_air_battle_stand_where_they_hit_in_it() -> None:
    spaces = {"burma": "japan: 1 strategic_bomber, 1 fighter", "india": "united_kingdom: 2 fighter"}
    relations = [["japan", "united_kingdom", "war"]]
    table = position("japan", "combat_move", spaces, setup="pacific_1940", relations=relations)
    for units, role in (("strategic_bomber", {"raid": "air_base"}), ("fighter", {"escort": True})):
        table.do({"type": "move", "units": {units: 1}, "path": ["burma", "india"], **role})
    start = table.end_phase().state
    risen = table.decide("reaction", {"intercept": {"india": {"fighter": 2}}}).events
    fought = table.battle("india", "6 6 6 6 4 3").events
    board = shown_battle(Timeline.of(start, (*risen, *fought)))
    assert [(column.value, len(column.dice)) for column in board.attacker.columns] == [(1, 2)]
    assert [column.units for column in board.defender.columns] == [(Units("united_kingdom", "fighter", 2),)]
