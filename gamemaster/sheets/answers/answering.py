"""The questions that a player owes, on one private sheet: each with its answers, and what these come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.questions import Request
from engine.state.words import number
from gamemaster.buttons import Style
from gamemaster.narration import Offer, may_be_typed, request_card
from gamemaster.narration.battles.rounds import both_can_fight
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.questions.offers import DEFAULT_MARK, LABEL
from gamemaster.sheets.answers.always import always_of
from gamemaster.sheets.page import Entry, Menu, Part, Row, Sheet
from maps.battles.chances import percent

MOST_QUESTIONS = 4
"""On one sheet, so that it has room for all their buttons and menus."""
MOST_BUTTONS = 5
MOST_BESIDE = 2
"""Answers on buttons of each of several questions; the others stand in its menu."""

Chances = Mapping[str, float]
"""How likely whoever is asked wins with an answer, by `Asked.mark`."""


@dataclass(frozen=True)
class Asked:
    """A question that a player answers for a power, with answers to press, the default first."""

    request: Request
    power: PowerId
    text: str
    offers: tuple[Offer, ...]

    def mark(self, offer: Offer) -> str:
        """Tells an answer from those of other questions."""
        return f"{self.request.id}.{offer.key}"


def asked_here(state: GameState, owed: Sequence[tuple[Request, PowerId]]) -> tuple[Asked, ...]:
    """As many of the questions as a sheet holds, those of the first one's place first."""
    near = sorted(owed, key=lambda each: each[0].space != owed[0][0].space)[:MOST_QUESTIONS]
    return tuple(Asked(request, power, *request_card(state, request, power)) for request, power in near)


def answering_sheet(
    game_id: int,
    state: GameState,
    asked: Sequence[Asked],
    chances: Chances,
    *,
    more: int = 0,
    so_far: str = "",
) -> Sheet:
    """All these questions, one below the other.

    more: how many are asked after these. so_far: what was answered before and may still be changed.
    """
    several = len(asked) > 1
    parts: list[Part] = []
    told: list[str] = []
    for each in asked:
        whose = f"{state.edition.power[each.power].name}: " if several else ""
        text = "\n".join(line for line in each.text.split("\n") if line not in told)
        told += text.split("\n")
        parts += _question(state, replace(each, text=text), chances, whose)
    parts.append("\n".join(filter(None, (so_far, _after_these(more)))))
    return Sheet(game_id, asked[0].request.id, asked[0].power, tuple(part for part in parts if part))


def _after_these(more: int) -> str:
    return f"{number(more, 'more question')} after {'this' if more == 1 else 'these'}." if more else ""


def _question(state: GameState, asked: Asked, chances: Chances, whose: str) -> Iterator[Part]:
    request, offers = asked.request, asked.offers
    few = not whose and len(offers) <= MOST_BUTTONS and all(len(offer.label) <= LABEL for offer in offers)
    on_buttons = offers if few else offers[:MOST_BESIDE] if len(offers) > MOST_BESIDE + 1 else offers
    lines = [_explained(asked, offer, chances) for offer in on_buttons]
    yield "\n".join([f"**{whose.removesuffix(': ')}**" if whose else "", asked.text, *lines]).strip()
    answers: list[PhaseButton] = []
    for offer in on_buttons:
        label = whose + offer.label
        style: Style = "secondary" if answers else "primary"
        shown = label if len(label) <= LABEL else f"{whose}default" if not answers else ""
        if shown:
            answers.append((f"choice.{offer.key}", shown, style))
    others = _beside(state, asked, whose)
    if len(answers) + len(others) <= MOST_BUTTONS and whose:
        yield Row((*answers, *others), request.id)
        others = []
    else:
        yield Row(tuple(answers), request.id)
    shown_keys = {deed.partition(".")[2] for deed, *_ in answers}
    entries = tuple(_entry(asked, offer, chances) for offer in offers if offer.key not in shown_keys)
    yield Menu("choice", f"{whose}or choose" if whose else "Or choose", entries, made_for=request.id)
    if others:
        yield Row(tuple(others), request.id)


def _beside(state: GameState, asked: Asked, whose: str) -> list[PhaseButton]:
    """What else can be done with a question than choose one of the answers that are offered."""
    request = asked.request
    found: list[PhaseButton] = []
    if request.powers == (state.power,) and both_can_fight(state):
        found.append(("fightend", "Fight to the end", "secondary"))
    if may_be_typed(request):
        found.append(("other", f"{whose}Other choice", "secondary"))
    always = always_of(request)
    found += [(f"always.{n}", f"{whose}{each.label}", "secondary") for n, each in enumerate(always)]
    return found


def _explained(asked: Asked, offer: Offer, chances: Chances) -> str:
    """ "• Press on: Chance to win: 31%. Fight another round."""
    said = _said(asked, offer, chances)
    return f"• {offer.label.removesuffix(DEFAULT_MARK)}: {said}." if said else ""


def _entry(asked: Asked, offer: Offer, chances: Chances) -> Entry:
    return Entry(offer.label, offer.key, _said(asked, offer, chances))


def _said(asked: Asked, offer: Offer, chances: Chances) -> str:
    """What it comes to and what it means."""
    win = chances.get(asked.mark(offer))
    return ". ".join(filter(None, ("" if win is None else f"Chance to win: {percent(win)}", offer.description)))
