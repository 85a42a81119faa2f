"""Questions as they are told: a new kind has a module of its own here, and is entered below."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.facts.board import PowerId
from engine.queries.notation import in_one_go
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.questions import JsonChoice, Request, RequestKind, Word
from gamemaster.narration.phrases import power_name
from gamemaster.narration.questions import bid, reaction, troop_bonus, war_bonds
from gamemaster.narration.questions.advantages import (
    enigma,
    garrison,
    joint_capture,
    kaiten,
    resistance,
    salvage,
    treaty,
)
from gamemaster.narration.questions.battles import (
    bombardment,
    casualties,
    flak,
    kamikaze,
    retreat,
    stranded_landing,
    submerge,
)
from gamemaster.narration.questions.offers import Card
from gamemaster.narration.questions.telling import QuestionTelling

TELLINGS: Mapping[RequestKind, QuestionTelling] = {
    module.TELLING.kind: module.TELLING
    for module in (
        casualties,
        retreat,
        submerge,
        stranded_landing,
        bombardment,
        reaction,
        kamikaze,
        flak,
        joint_capture,
        enigma,
        garrison,
        kaiten,
        resistance,
        salvage,
        treaty,
        troop_bonus,
        war_bonds,
        bid,
    )
}


def request_text(state: GameState, request: Request) -> str:
    """What is asked of whom, with numbers, in one or two sentences; not who of them has answered."""
    return TELLINGS[request.kind].line(state, request)


def request_in_short(state: GameState, request: Request) -> str:
    """What is asked of whom, in a few words without numbers of units: "Germany: press on, or retreat to Russia"."""
    telling = TELLINGS[request.kind]
    return (telling.in_short or telling.line)(state, request)


def open_questions(state: GameState) -> list[str]:
    """A line for each open question."""
    return [request_text(state, request) for request in state.requests]


def request_card(state: GameState, request: Request, power: PowerId) -> Card:
    """The question for one power in full, and up to 70 answers, the default first and named so."""
    text, offers = TELLINGS[request.kind].card(state, request)
    return (f"{text}\n{_answered(state, request, power)}" if power in request.answers else text), offers


def answer_so_far(state: GameState, request: Request, power: PowerId) -> str:
    """What a power has chosen and may still change: "2 fighters from Japan into sea zone 6"; nothing where it has not.

    Nor where a question is closed by an answer, or cannot be told in a few words.
    """
    tell = TELLINGS[request.kind].told
    return tell(state, request, request.answers[power]) if tell and power in request.answers else ""


def _answered(state: GameState, request: Request, power: PowerId) -> str:
    told = answer_so_far(state, request, power)
    done = f"Your answer so far: {told}. You can" if told else "You've answered; you can"
    return f"{done} still change it."


def answers_so_far(state: GameState, powers: Collection[PowerId]) -> str:
    """What these powers have chosen and may still change: "United Kingdom: None. France: 1 fighter from …"."""
    mine = [(power, request) for request in state.requests for power in request.powers if power in powers]
    told = ((power, answer_so_far(state, request, power)) for power, request in mine)
    return " ".join(f"{power_name(state, power)}: {answer}." for power, answer in told if answer)


def read_choice(state: GameState, request: Request, text: str) -> JsonChoice | Word:
    """The choice for `decide` that a typed answer means; raises IllegalAction (`form`, `units`, `power`, `space`).

    Whether it is legal, the engine says. Every question takes "default" and "agree".
    """
    match folded(text):
        case "default" | "agree" as word:
            return word
    return TELLINGS[request.kind].read(state, request, in_one_go(text)).to_json()


def answer_label(request: Request) -> str:
    """What the button says that opens the card of a question."""
    return TELLINGS[request.kind].label


def may_be_typed(request: Request) -> bool:
    """Whether a question may have more answers than its card holds, so that one can be typed."""
    return TELLINGS[request.kind].is_typed
