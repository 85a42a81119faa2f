"""The questions that a player owes, on one private sheet: each with its answers, and the same from now on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.ask import LOSSES, OTHERS, RetreatChoice, SubmergeChoice, SubmergeOptions
from engine.conditions.kinds import ADVANTAGES, KINDS, PRESS, SUBMERGE
from engine.facts.board import PowerId
from engine.queries.standing_orders import AS_PRINTED, SituationLine, can_be_answered, lines_left
from engine.state.game_state import GameState
from engine.state.questions import JsonChoice, Request, RequestKind, Word
from engine.state.words import number, place
from gamemaster.keys import Style
from gamemaster.narration import Offer, may_be_typed, request_card
from gamemaster.narration.battles.rounds import both_can_fight
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.questions.offers import DEFAULT_MARK, LABEL
from gamemaster.sheets.page import MOST_ENTRIES, Entry, Menu, Part, Row, Sheet, components_in
from maps.battles.chances import percent

DEFAULT: Word = "default"


@dataclass(frozen=True)
class Always:
    """What a button leaves: the standing order of this name, and the answer that goes with it now.

    line: the standing order for all situations. told: what it means, in words.
    """

    label: str
    name: str
    line: str
    told: str
    answer: JsonChoice | Word = DEFAULT

    @property
    def situation_line(self) -> SituationLine | None:
        """The line, where such orders are left by situation."""
        return lines_left(self.name, [self.line])[0] if self.name == LOSSES or self.name in KINDS else None


_OTHERS = Always("Always the default", OTHERS, "default", "rare questions get their default answers")
_REACTIONS = Always(
    "Always the default",
    "reactions",
    "default",
    "nobody scrambles, no kamikaze strikes, and fighters intercept if there are enough",
)
_STRANDED = Always("Always the default", "stranded", "default", "aircraft land where the default puts them")
_ADVANTAGES = Always(
    "Always the default", ADVANTAGES, AS_PRINTED[0], "questions about national advantages get their default answers"
)
_BY_KIND: Mapping[RequestKind, Sequence[Always]] = {
    "casualties": (Always("Always as printed", LOSSES, "lose=printed", "you lose units in the printed order"),),
    "retreat": (Always("Always press on", PRESS, "do=press", "you press on", RetreatChoice(press=True).to_json()),),
    "reaction": (_REACTIONS,),
    "kamikaze": (_REACTIONS,),
    "stranded_landing": (_STRANDED,),
    **dict.fromkeys(("bombardment", "flak", "joint_capture", "troop_bonus", "war_bonds"), (_OTHERS,)),
}


def always_of(request: Request) -> Sequence[Always]:
    """What can be left from the sheet of a question, in the order of their buttons."""
    if not can_be_answered(request):
        return ()
    if request.kind == SUBMERGE:
        return _submerging(request)
    return _BY_KIND.get(request.kind, (_ADVANTAGES,))


def _submerging(request: Request) -> Sequence[Always]:
    all_dive = SubmergeChoice(dict(SubmergeOptions.of(request).submerge)).to_json()
    return (
        Always("Always submerge", SUBMERGE, "do=always", "your submarines submerge", all_dive),
        Always("Always fight", SUBMERGE, "do=never", "your submarines fight", SubmergeChoice({}).to_json()),
    )


MOST_QUESTIONS = 4
"""On one sheet."""
ROOM, ROOM_FOR_TEXT = 33, 2_400
"""What a sheet holds of components, beside its frame, its picture and what stands on top, and of text where it has
several questions; so none of their buttons and menus is left out.
"""
MOST_BUTTONS = 5
MOST_BESIDE = 2
"""Answers on buttons of each of several questions; the others stand in its menu."""

Chances = Mapping[str, float]
"""How likely whoever is asked wins with an answer, by `Asked.mark`."""


@dataclass(frozen=True)
class Asked:
    """A question that a player answers for a power, with answers to press, the default first.

    is_own: the player's own power, not one whose deputy they are.
    """

    request: Request
    power: PowerId
    text: str
    offers: tuple[Offer, ...]
    is_own: bool

    def mark(self, offer: Offer) -> str:
        """Tells an answer from those of other questions."""
        return f"{self.request.id}.{offer.key}"


def asked_here(
    state: GameState, owed: Sequence[tuple[Request, PowerId]], own: Collection[PowerId]
) -> tuple[Asked, ...]:
    """As many of the questions as a sheet holds, those of the first one's place first. own: the player's powers."""
    near = sorted(owed, key=lambda each: each[0].space != owed[0][0].space)[:MOST_QUESTIONS]
    asked = tuple(Asked(request, power, *request_card(state, request, power), power in own) for request, power in near)
    return next(asked[:count] for count in range(len(asked), 0, -1) if count == 1 or _fit(state, asked[:count]))


def _fit(state: GameState, asked: Sequence[Asked]) -> bool:
    parts = _questions(state, asked, {})
    text = sum(len(part) for part in parts if isinstance(part, str))
    return text <= ROOM_FOR_TEXT and sum(map(components_in, parts)) <= ROOM


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
    parts = _questions(state, asked, chances)
    parts.append("\n".join(filter(None, (so_far, _after_these(more)))))
    return Sheet(game_id, asked[0].request.id, asked[0].power, tuple(part for part in parts if part))


def _questions(state: GameState, asked: Sequence[Asked], chances: Chances) -> list[Part]:
    parts: list[Part] = []
    told: list[str] = []
    for each, whose in zip(asked, _whose(state, asked), strict=True):
        text = "\n".join(line for line in each.text.split("\n") if line not in told)
        told += text.split("\n")
        parts += _question(state, replace(each, text=text), chances, whose)
    return parts


def _whose(state: GameState, asked: Sequence[Asked]) -> list[str]:
    """What tells the questions apart: their powers, of one that has several also their places, else numbers."""
    if len(asked) == 1:
        return [""]
    powers = Counter(each.power for each in asked)
    told: list[str] = []
    for each in asked:
        where = each.request.space if powers[each.power] > 1 else None
        told.append(state.edition.power[each.power].name + (f" in {place(state, where)}" if where else ""))
    seen = Counter[str]()
    for number_of, name in enumerate(told):
        seen[name] += 1
        told[number_of] = f"{name} ({seen[name]}): " if seen[name] > 1 else f"{name}: "
    return told


def _after_these(more: int) -> str:
    return f"{number(more, 'more question')} after {'this' if more == 1 else 'these'}." if more else ""


def _question(state: GameState, asked: Asked, chances: Chances, whose: str) -> Iterator[Part]:
    request, offers = asked.request, asked.offers
    few = not whose and len(offers) <= MOST_BUTTONS and all(len(offer.label) <= LABEL for offer in offers)
    on_buttons = offers if few else offers[:MOST_BESIDE] if len(offers) > MOST_BESIDE + 1 else offers
    lines = [_explained(asked, offer, chances) for offer in on_buttons]
    yield "\n".join(filter(None, [f"**{whose.removesuffix(': ')}**" if whose else "", asked.text, *lines])).strip()
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
    yield from _menus(request, f"{whose}or choose" if whose else "Or choose", entries)
    if others:
        yield Row(tuple(others), request.id)


def _menus(request: Request, placeholder: str, entries: Sequence[Entry]) -> Iterator[Menu]:
    """All entries, in as many menus as they need: "Or choose (26 to 50)"."""
    for start in range(0, len(entries), MOST_ENTRIES):
        here = tuple(entries[start : start + MOST_ENTRIES])
        deed, numbers = ("choice", "") if not start else (f"choice.{start}", f" ({start + 1} to {start + len(here)})")
        yield Menu(deed, placeholder + numbers, here, made_for=request.id)


def _beside(state: GameState, asked: Asked, whose: str) -> list[PhaseButton]:
    """What else can be done with a question than choose one of the answers that are offered."""
    request = asked.request
    found: list[PhaseButton] = []
    if asked.is_own and request.powers == (state.power,) and both_can_fight(state):
        found.append(("fightend", "Fight to the end", "secondary"))
    if may_be_typed(request):
        found.append(("other", f"{whose}Other choice", "secondary"))
    always = always_of(request) if asked.is_own else ()
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
