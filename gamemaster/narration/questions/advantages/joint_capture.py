"""Joint Strike: who holds what both powers took."""

from __future__ import annotations

from engine.ask import JointCaptureChoice, JointCaptureOptions
from engine.state.game_state import GameState
from engine.state.names import find_power
from engine.state.questions import Request
from engine.state.words import place
from gamemaster.narration.phrases import power_name, the_powers
from gamemaster.narration.questions.offers import Card, Offer, asked, default_first
from gamemaster.narration.questions.telling import QuestionTelling


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    powers, where = the_powers(state, JointCaptureOptions.of(request).powers), place(state, request.space)
    return f"{who} decide{ending} who holds {where}: land units of {powers} are there."


def _card(state: GameState, request: Request) -> Card:
    value = state.edition.board.territory[request.space].ipc
    offers = [
        Offer(power_name(state, power), f"+{value} income", JointCaptureChoice(power=power).to_json())
        for power in JointCaptureOptions.of(request).powers
    ]
    return _line(state, request), default_first(offers, request.default)


def _read(state: GameState, _request: Request, text: str) -> JointCaptureChoice:
    return JointCaptureChoice(power=find_power(state.edition, text))


TELLING = QuestionTelling(
    kind="joint_capture",
    line=_line,
    card=_card,
    read=_read,
)
