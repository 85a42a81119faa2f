"""What all questions have in common: who is asked, the answers to press, and words that tell pieces apart (CMB-12)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice

from engine.ask import Aboard, HitTaking, Traits
from engine.errors import IllegalAction
from engine.facts.board import PowerId
from engine.facts.unit_types import UnitId
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.pieces import Piece, PieceId
from engine.state.questions import JsonChoice, Request, Word
from engine.state.words import first_upper, listed, place
from gamemaster.narration.phrases import joined_within, power_name, row, the_powers


def waiting_for(request: Request) -> tuple[str, ...]:
    """The powers that have not answered yet."""
    return tuple(power for power in request.powers if power not in request.answers)


def asked(state: GameState, request: Request) -> tuple[str, str]:
    """Who is asked, and the ending of the verb: "Germany", "s"; "The United Kingdom and the United States", "".

    Whether some of them have answered is not said.
    """
    return first_upper(the_powers(state, request.powers)), "s" if len(request.powers) == 1 else ""


def named(state: GameState, request: Request) -> str:
    """The same before a colon: "Germany", "United Kingdom and United States"."""
    return listed(power_name(state, power) for power in request.powers)


def advantage_named(state: GameState, request: Request) -> str:
    """The national advantage that a question is about."""
    return state.edition.advantage[request.kind].name


MOST_OFFERS = 70
"""Two on buttons, the others in up to three menus."""
MOST_TRIED = 300
LABEL = 80
DESCRIPTION = 100
DEFAULT_MARK = " (default)"
FORMERLY = "None"
"""How answers that decline were called until 0.2.13, on cards that may still be pressed."""
KEY_LENGTH = 8


@dataclass(frozen=True)
class Offer:
    """An answer to press: `label` of at most 80 characters, `description` of at most 100, `choice` for `decide`.

    is_cut: the label has no room for all of the choice.
    """

    label: str
    description: str
    choice: JsonChoice | Word
    is_cut: bool = False

    @property
    def key(self) -> str:
        """Tells the answer from every other, also from one in its place on a later card of the same question."""
        return self._key_as(self.label)

    def is_meant(self, key: str) -> bool:
        """Whether a button or a line of a menu stands for this answer."""
        former = FORMERLY + (DEFAULT_MARK if self.label.endswith(DEFAULT_MARK) else "")
        return key in (self.key, self._key_as(former))

    def _key_as(self, label: str) -> str:
        return sha256(json.dumps([label, self.description, self.choice]).encode()).hexdigest()[:KEY_LENGTH]


Card = tuple[str, tuple[Offer, ...]]
"""A question in full, and answers to press."""


def default_first(offers: Iterable[Offer], default: JsonChoice | Word) -> tuple[Offer, ...]:
    """At most 70 of the offers; the one with the default's choice goes first, marked, and answers "default".

    Others whose label is cut, or says the same as one before, cannot be told apart, and are left to be typed.
    """
    offers = tuple(offers)
    usual = next(offer for offer in offers if offer.choice == default)
    marked = replace(usual, label=usual.label + DEFAULT_MARK, choice="default")
    told = {offer.label: offer for offer in reversed(offers) if offer is not usual and not offer.is_cut}
    return (marked, *reversed(told.values()))[:MOST_OFFERS]


def usual_and_others(usual: Offer, others: Iterable[Offer]) -> tuple[tuple[Offer, ...], bool]:
    """The default's answer and as many others as a card holds; and whether more answers are possible than these."""
    tried = [usual, *(offer for offer in islice(others, MOST_TRIED) if offer.choice != usual.choice)]
    offers = default_first(tried, usual.choice)
    return offers, len(offers) < len(tried)


def offer_of(
    ways: Iterable[Sequence[str]], description: str, choice: JsonChoice | Word, separator: str = ", "
) -> Offer:
    """An answer labelled by the first way of telling its parts that fits, also with the mark of the default.

    Where none does, the label has as many parts of the last way as fit.
    """
    room = LABEL - len(DEFAULT_MARK)
    parts: Sequence[str] = ()
    for parts in ways:
        if len(whole := separator.join(parts)) <= room:
            return Offer(first_upper(whole), description, choice)
    return Offer(first_upper(joined_within(parts, room, separator)), description, choice, is_cut=True)


def described(text: str) -> str:
    """The text if it fits under a label, else its parts up to the last comma that fits."""
    return joined_within(text.split(", "), DESCRIPTION)


def told_apart(taking: HitTaking, piece: Piece) -> str:
    """ "with 1 tank for Egypt", "range 2": what other targets of the same unit and owner do not all share, or ""."""
    differing = taking.differing.get((piece.power, piece.unit), ())
    if not differing:
        return ""
    words = _words(taking.state, piece, taking.traits[piece.id])
    return ", ".join(words[name] for name in differing)


def pieces_meant(
    taking: HitTaking, power: PowerId | None, unit: UnitId, count: int, words: str, taken: Collection[PieceId]
) -> list[PieceId]:
    """The pieces of a unit that words from `told_apart`, or a part of them, mean; raises IllegalAction (`units`)."""
    free = [p for p in taking.targets if p.unit == unit and power in (None, p.power) and p.id not in taken]
    told = {piece.id: told_apart(taking, piece) for piece in sorted(free, key=taking.to_lose)}
    said = folded(words)
    exact = [piece for piece, full in told.items() if folded(full) == said]
    meant = exact or [piece for piece, full in told.items() if said in folded(full)]
    name = taking.state.edition.unit[unit].name
    if len({told[piece] for piece in meant}) > 1:
        known = " or ".join(f"({each})" for each in dict.fromkeys(told[piece] for piece in meant))
        raise IllegalAction("units", f"{quoted(words)} fits several. Say which {name}: {known}.")
    if len(meant) < count:
        known = ", ".join(f"({each})" for each in dict.fromkeys(told.values()) if each)
        ways = f"there are {known}" if known else "nothing tells them apart"
        raise IllegalAction("units", f"{len(meant)} {name} {quoted(words)} can be chosen here: {ways}.")
    return meant[:count]


def _words(state: GameState, piece: Piece, trait: Traits) -> dict[str, str]:
    """Words for each trait of a piece, also for the absence of one."""
    edition = state.edition
    host = edition.power[trait.host].adjective + " carrier" if trait.host else ""
    marked = [edition.advantage[name].name for name in trait.marked]
    return {
        "hits_taken": "already damaged" if trait.hits_taken else "undamaged",
        "aboard": _aboard(state, piece, trait.aboard),
        "range_left": f"range {trait.range_left}",
        "awaited_in": f"awaited in {listed(place(state, zone) for zone in trait.awaited_in)}"
        if trait.awaited_in
        else "not awaited",
        "host": f"aboard the {host}" if host else "aboard no carrier",
        "seaborne": "seaborne" if trait.seaborne else "overland",
        "marked": listed(marked) if marked else "no advantage",
        "raid": "raids" if trait.raid else "does not raid",
        "escort": "escorts" if trait.escort else "no escort",
        "scrambled_from": f"from {place(state, trait.scrambled_from)}" if trait.scrambled_from else "not scrambled",
    }


def _aboard(state: GameState, ship: Piece, aboard: tuple[Aboard, ...]) -> str:
    """ "with 1 infantry and 1 tank for Egypt", "empty"."""
    loads: dict[tuple[str, str], Counter[str]] = {}
    for power, unit, coast in aboard:
        whose = "" if power == ship.power else state.edition.power[power].adjective + " "
        loads.setdefault((whose, f" for {place(state, coast)}" if coast else ""), Counter())[unit] += 1
    parts = [f"{_of(row(state, units), whose)}{coast}" for (whose, coast), units in loads.items()]
    return f"with {listed(parts)}" if parts else "empty"


def _of(units: str, whose: str) -> str:
    """ "1 British infantry" for "1 infantry"."""
    number, _, name = units.partition(" ")
    return f"{number} {whose}{name}"
