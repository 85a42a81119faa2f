"""Which casualties to offer: all legal combinations where they are few, else a choice of orders of loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, permutations

from engine.ask import (
    ABSENT,
    FIRST_HIT,
    CasualtiesChoice,
    CasualtiesOptions,
    HitTaking,
    Slot,
    as_choice,
    chosen_slots,
    slots_in_order,
)
from engine.errors import IllegalAction
from engine.facts.board import PowerId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Request, Word
from engine.state.words import ipcs, place
from gamemaster.narration.phrases import force, short_name, worth
from gamemaster.narration.questions.offers import MOST_OFFERS, Offer, default_first, described, offer_of, told_apart

MOST_CANDIDATES = 300
MOST_BY_ORDERS = 20
"""Losses offered of a battle so large that not all can be."""
AGREE = "Agree to what was proposed"
Slots = tuple[Slot, ...]
Fates = Counter[tuple[PowerId, UnitId, str]]


def taking_of(state: GameState, request: Request) -> HitTaking:
    """The side that must take the hits of an open question about casualties."""
    if state.battle is None:
        raise ValueError("casualties are asked for without a battle")
    return HitTaking(state, state.battle, CasualtiesOptions.of(request).side)


def casualty_offers(state: GameState, request: Request) -> tuple[tuple[Offer, ...], bool]:
    """Answers to press, the default first, then "agree" where somebody has proposed, then the cheapest.

    The second value says whether these are all combinations that differ.
    """
    taking = taking_of(state, request)
    candidates = list(islice(_combinations(taking), MOST_CANDIDATES + 1))
    in_order = (tuple(sorted(slots)) for slots in candidates) if len(candidates) <= MOST_CANDIDATES else ()
    every = [slots for slots in in_order if taking.is_legal(slots)]
    complete = 0 < len(every) <= MOST_OFFERS
    default = CasualtiesChoice.of(request.default)
    usual = chosen_slots(taking, default)
    different = {_signature(taking, slots): slots for slots in (every if complete else _by_orders(taking))}
    different.pop(_signature(taking, usual), None)
    ranked = sorted(different.values(), key=lambda slots: (_price(taking, slots), slots))
    usually = _offer(taking, usual, default)
    offers = [
        replace(usually, description=described(f"{_why(taking, usual)}{usually.description}")),
        *(_offer(taking, slots, _answer(taking, slots)) for slots in ranked),
    ]
    first, *rest = default_first(offers, request.default)
    offered = {offer.label: offer for offer in reversed([first, *_agreement(taking, request), *rest])}
    return tuple(reversed(offered.values()))[:MOST_OFFERS], complete and len(offered) >= len(offers)


def proposal(request: Request) -> CasualtiesChoice | None:
    """What the last of the joint owners proposed, to which another may agree (CMB-23)."""
    given = [answer for answer in request.answers.values() if answer != ABSENT]
    return CasualtiesChoice.of(given[-1]) if given else None


def casualties_in_words(state: GameState, request: Request, answer: CasualtiesChoice) -> str:
    """ "2 infantry, 1 battleship damaged" for a legal answer."""
    taking = taking_of(state, request)
    return ", ".join(_in_full(taking, _fates(taking, chosen_slots(taking, answer))))


def _agreement(taking: HitTaking, request: Request) -> list[Offer]:
    proposed = proposal(request)
    if proposed is None:
        return []
    offer = _offer(taking, chosen_slots(taking, proposed), "agree", "Agree: ")
    return [replace(offer, label=AGREE) if offer.is_cut else offer]


def _combinations(taking: HitTaking) -> Iterator[Slots]:
    """Assignments of the right number of hits, one for each way in which pieces of a kind share them."""
    kinds: dict[tuple[object, ...], list[Piece]] = {}
    for piece in sorted(taking.targets, key=taking.to_lose):
        kinds.setdefault(taking.kind((piece.id, 1)), []).append(piece)
    groups = list(kinds.values())
    rooms = [sum(taking.hits_left(piece) for piece in group) for group in groups]
    beyond = [sum(rooms[number:]) for number in range(1, len(groups) + 1)]

    def share(index: int, hits: int) -> Iterator[Slots]:
        if index == len(groups):
            if not hits:
                yield ()
            return
        for slots in _from_kind(taking, groups[index], hits):
            if hits - len(slots) <= beyond[index]:
                yield from ((*slots, *rest) for rest in share(index + 1, hits - len(slots)))

    return share(0, taking.must_take)


def _from_kind(taking: HitTaking, pieces: Sequence[Piece], most: int) -> Iterator[Slots]:
    """Ways to give up to `most` hits to pieces that are alike: some destroyed, some damaged."""
    each = taking.hits_left(pieces[0])
    for lost in range(min(len(pieces), most // each), -1, -1):
        gone = tuple((piece.id, n) for piece in pieces[:lost] for n in range(1, each + 1))
        can_be_damaged = len(pieces) - lost if each > 1 else 0
        for damaged in range(min(can_be_damaged, most - len(gone)), -1, -1):
            yield (*gone, *((piece.id, 1) for piece in pieces[lost : lost + damaged]))


def _by_orders(taking: HitTaking) -> list[Slots]:
    """The losses by orders that begin with one unit, then with two, until there are enough."""
    units = list(dict.fromkeys(piece.unit for piece in taking.targets))
    entries = units + [unit + FIRST_HIT for unit in units if taking.state.edition.unit[unit].hits > 1]
    found: dict[frozenset[object], Slots] = {}
    for order in chain(permutations(entries, 1), permutations(entries, 2)):
        slots = slots_in_order(taking, order)
        if taking.is_legal(slots):
            found.setdefault(_signature(taking, slots), slots)
        if len(found) >= MOST_BY_ORDERS:
            break
    return list(found.values())


def _signature(taking: HitTaking, slots: Iterable[Slot]) -> frozenset[object]:
    """Equal for assignments that differ in nothing that matters."""
    kinds = taking.kinds
    return frozenset(Counter([(kinds[piece], number) for piece, number in slots]).items())


def _answer(taking: HitTaking, slots: Slots) -> CasualtiesChoice:
    """The answer that means these places: in counts, or by piece where counts would take others."""
    counts = as_choice(taking, slots)
    try:
        if _signature(taking, chosen_slots(taking, counts)) == _signature(taking, slots):
            return counts
    except IllegalAction:
        pass
    lost, _ = taking.outcome(slots)
    damaged = counts.damaged
    return CasualtiesChoice(pick=lost, damaged=damaged) if damaged else CasualtiesChoice(pick=lost)


def _price(taking: HitTaking, slots: Slots) -> int:
    lost, _ = taking.outcome(slots)
    pieces = [taking.state.pieces[piece] for piece in lost]
    return worth(taking.state, [*pieces, *(cargo for piece in pieces for cargo in taking.state.cargo(piece.id))])


def _offer(taking: HitTaking, slots: Slots, answer: CasualtiesChoice | Word, prefix: str = "") -> Offer:
    lost = set(taking.outcome(slots)[0])
    left = [piece for piece in taking.standing if piece.id not in lost]
    means = described(f"{ipcs(_price(taking, slots))} lost; left: {force(taking.state, left, 'nobody')}")
    return offer_of(_told(taking, slots, prefix), means, answer if isinstance(answer, str) else answer.to_json())


def _why(taking: HitTaking, usual: Slots) -> str:
    """Why a default loses what is dearer than something it keeps (ASY-13)."""
    lost = set(taking.outcome(usual)[0])
    state = taking.state
    kept = [piece for piece in state.select(taking.battle.attackers) if piece.id not in lost]
    captors = [state.type_of(piece).cost or 0 for piece in kept if state.type_of(piece).can("captures")]
    is_dear = captors and any((state.type_of(piece).cost or 0) > min(captors) for piece in state.select(lost))
    if taking.side != "attacker" or taking.battle.part != "land" or not is_dear:
        return ""
    return f"keeps a unit that can take {place(state, taking.battle.space)}, "


def _told(taking: HitTaking, slots: Slots, prefix: str) -> tuple[list[str], ...]:
    """The casualties in full, and in short names by power."""
    fates, state = _fates(taking, slots), taking.state
    powers: dict[PowerId, list[str]] = {}
    for (power, unit, note), count in fates.items():
        powers.setdefault(power, []).append(f"{count} {short_name(state, unit)}{note}")
    several = len(powers) > 1
    parts = [
        f"{state.edition.power[power].adjective + ' ' if several and first else ''}{part}"
        for power, found in powers.items()
        for first, part in zip([True] + [False] * len(found), found, strict=False)
    ]
    return tuple([prefix + first, *rest] for first, *rest in (_in_full(taking, fates), parts))


def _fates(taking: HitTaking, slots: Slots) -> Fates:
    """How many of a power's units are lost or " damaged", with what tells pieces of a unit apart."""
    lost, damaged = taking.outcome(slots)
    state = taking.state
    found: Fates = Counter()
    for ids, fate in ((lost, ""), (damaged, " damaged")):
        for piece in sorted(map(state.pieces.__getitem__, ids), key=lambda piece: state.edition.turn_rank[piece.power]):
            words = told_apart(taking, piece) if not fate else ""
            found[piece.power, piece.unit, (f" ({words})" if words else "") + fate] += 1
    return found


def _in_full(taking: HitTaking, fates: Fates) -> list[str]:
    """ "2 infantry", "1 battleship damaged", by owner where several defend."""
    state = taking.state
    several = len({piece.power for piece in taking.targets}) > 1
    parts = []
    for (power, unit, note), count in fates.items():
        whose = f"{state.edition.power[power].adjective} " if several else ""
        name = state.edition.unit[unit].counted(count).partition(" ")[2]
        parts.append(f"{count} {whose}{name}{note}")
    return parts
