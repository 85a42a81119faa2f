"""Whether an attack goes on after a round."""

from __future__ import annotations

import re

from engine.ask import RetreatChoice, RetreatOptions
from engine.errors import IllegalAction
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.names import find_space, folded
from engine.state.questions import Request
from engine.state.words import first_upper, listed, place
from gamemaster.narration.battles.rounds import in_action, round_title, sides_now
from gamemaster.narration.phrases import row, spaces_named
from gamemaster.narration.questions.battles import submerge
from gamemaster.narration.questions.offers import Card, Offer, asked, default_first, named
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.trying import is_accepted

PRESS = RetreatChoice(press=True)
_PRESS = ("press", "press on", "fight", "fight on", "continue", "go on", "attack")
_AIRCRAFT = re.compile(r"\baircraft\b", re.IGNORECASE)
_RETREAT = re.compile(r"^\s*(?:retreat|withdraw|break off)\b\s*(?:to\b|into\b)?", re.IGNORECASE)
_ONWARD = re.compile(r"\s*(?:,|;|\band\b|&)?\s*(?=\b(?:press|retreat|withdraw|fight|go on)\b)", re.IGNORECASE)
_NO_MORE = "Nobody is left in the battle"


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    where = place(state, request.space)
    return f"{who} decide{ending} in {where}: {_ways(state, request, f'press on with {sides_now(state)}')}."


def _in_short(state: GameState, request: Request) -> str:
    return f"{named(state, request)}: {_ways(state, request, 'press on')}"


def _ways(state: GameState, request: Request, first: str) -> str:
    """ "press on, retreat to sea zone 32, or submerge up to 1 submarine"."""
    offered = RetreatOptions.of(request)
    spaces = [space for space in offered.retreat if space]
    ways = [first]
    ways += [f"retreat to {spaces_named(state, spaces, 'or')}"] if spaces else []
    ways += ["withdraw the aircraft"] if None in offered.retreat else []
    ways += [f"submerge up to {row(state, offered.submerge)}"] if offered.submerge else []
    return f"{', '.join(ways[:-1])}, or {ways[-1]}"


def _card(state: GameState, request: Request) -> Card:
    """Press on, retreat to one of the spaces, and each of these with some submarines submerging first."""
    offered = RetreatOptions.of(request)
    ways = offered.retreat
    dives = [dive for dive, _ in submerge.dives(offered.submerge) if dive]
    offers = [_going(state, request, answer) for answer in (PRESS, *(RetreatChoice(retreat=to) for to in ways))]
    for dive in dives:
        answers = [RetreatChoice(press=True, submerge=dive)]
        answers += [RetreatChoice(retreat=to, submerge=dive) for to in dict.fromkeys((*ways, None))]
        offers += [_going(state, request, answer) for answer in answers if is_accepted(state, request, answer)]
    question = _question([bool(ways) and "retreat", bool(dives) and "submerge"])
    where = round_title(state, request.space, offered.round)
    return f"{where}: {sides_now(state)}. {question}", default_first(offers, request.default)


def _question(others: list[str | bool]) -> str:
    """ "Press on, retreat or submerge?"."""
    return f"{listed(['Press on', *(other for other in others if isinstance(other, str))], 'or')}?"


def _going(state: GameState, request: Request, answer: RetreatChoice) -> Offer:
    """What pressing on or retreating means, and what submerges before."""
    dive, choice = answer.submerge, answer.to_json()
    down = f"Submerge {row(state, dive)}" if dive else ""
    if answer.press:
        left = len(in_action(state, state.battle.attackers)) - sum(dive.values()) if state.battle else 0
        onward = "press on" if left else ""
        return Offer(
            first_upper(listed(filter(None, [down, onward]))), "Fight another round" if left else _NO_MORE, choice
        )
    label = f"retreat to {place(state, answer.retreat)}" if answer.retreat else "withdraw the aircraft"
    flies = "air" in RetreatOptions.of(request).who
    stays = "Aircraft land in the noncombat move" if flies else "All that can retreat go"
    return Offer(first_upper(listed(filter(None, [down, label]))), stays, choice)


def _read(state: GameState, request: Request, text: str) -> RetreatChoice:
    """ "press", "retreat", "retreat belorussia", and before it "submerge 1 submarine, "."""
    words = _ONWARD.split(text, maxsplit=1)
    dive = _dive(state, request, words[0]) if submerge.SUBMERGE.match(words[0]) else {}
    onward = text[len(words[0]) :].lstrip(" ,;&").removeprefix("and ") if submerge.SUBMERGE.match(words[0]) else text
    answer = _onward(state, request, onward)
    if not dive:
        return answer
    return (
        RetreatChoice(press=True, submerge=dive)
        if answer.press
        else RetreatChoice(retreat=answer.retreat, submerge=dive)
    )


def _onward(state: GameState, request: Request, text: str) -> RetreatChoice:
    if folded(text) in _PRESS or not text.strip():
        return PRESS
    if _AIRCRAFT.search(text):
        return RetreatChoice(retreat=None)
    ways = RetreatOptions.of(request).retreat
    where = _RETREAT.sub("", text).strip()
    if where:
        return RetreatChoice(retreat=find_space(state.edition, where))
    if len(ways) > 1:
        names = spaces_named(state, [space for space in ways if space], "or")
        raise IllegalAction("form", f"Say where to retreat to: {names}.")
    if not ways:
        raise IllegalAction("CMB-38", "There is nowhere to retreat to.")
    return RetreatChoice(retreat=ways[0])


def _dive(state: GameState, request: Request, text: str) -> dict[UnitId, int]:
    able = RetreatOptions.of(request).submerge
    if not able:
        raise IllegalAction("SPC-74", "None of your submarines can submerge here now.")
    return submerge.read_dive(state, able, text)


TELLING = QuestionTelling(
    kind="retreat",
    line=_line,
    card=_card,
    read=_read,
    in_short=_in_short,
    label="Press on or retreat",
)
