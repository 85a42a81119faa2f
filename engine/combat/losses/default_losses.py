"""The dull default order of loss (ASY-07..13), and orders of loss in general."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from itertools import takewhile

from engine.combat.losses.assignments import HitTaking, Slot
from engine.combat.losses.form import CasualtiesChoice
from engine.combat.losses.guests import spares_its_aircraft
from engine.facts.board import PowerId
from engine.facts.unit_types import UnitId, UnitType
from engine.kinds import Counts
from engine.state.pieces import Piece, PieceId

__all__ = ["FIRST_HIT", "as_choice", "slots_in_order"]

FIRST_HIT = ":damage"
PRIZE = 10


def printed_order(taking: HitTaking) -> tuple[str, ...]:
    """The default list for the kind of battle (ASY-08, ASY-09)."""
    orders = taking.state.edition.parameters.combat.casualty_order
    return orders.sea if taking.battle.part == "sea" else orders.land


def slots_in_order(taking: HitTaking, order: Sequence[str]) -> tuple[Slot, ...]:
    """The hits assigned by an order of loss; what it does not name follows in the printed order."""
    return taking.fill(wishes_in_order(taking, order))


def wishes_in_order(
    taking: HitTaking, order: Sequence[str], *, damage_first: bool = False, keeps_captor: bool = False
) -> list[Slot]:
    """All places where hits may go, in the order in which they are given them as far as that is legal.

    damage_first: ships that the order does not name and that stand two hits take the first before anything is lost, as
    printed. keeps_captor: an attacker's last unit that can take the territory is lost last of all.
    """
    wishes: dict[Slot, None] = {}
    printed = printed_order(taking)
    leading = list(takewhile(_is_first_hit, printed)) if damage_first else []
    before = [entry for entry in leading if entry.removesuffix(FIRST_HIT) not in order]
    complete = [*before, *order, *(entry for entry in printed[len(leading) :] if entry not in order)]
    for number, entry in enumerate(complete, 1):
        wishes |= dict.fromkeys(_wished(taking, entry, comes_again=entry in complete[number:]))
    return _keep_last_captor(taking, list(wishes), order, at_any_price=keeps_captor)


def _is_first_hit(entry: str) -> bool:
    return entry.endswith(FIRST_HIT)


def _wished(taking: HitTaking, entry: str, *, comes_again: bool) -> tuple[Slot, ...]:
    """The places that an entry names; of one that comes again later, only those that cost no aircraft its landing."""
    if (entry, comes_again) not in taking.wished:
        unit, first_hit_only = entry.removesuffix(FIRST_HIT), _is_first_hit(entry)
        pieces = [piece for piece in taking.targets if piece.unit == unit]
        if comes_again:
            pieces = [piece for piece in pieces if spares_its_aircraft(taking, piece)]
        if first_hit_only:
            pieces = [piece for piece in pieces if taking.hits_left(piece) > 1]
        taking.wished[entry, comes_again] = tuple(
            (piece.id, number)
            for piece in _by_contingent(taking, pieces)
            for number in range(1, (1 if first_hit_only else taking.hits_left(piece)) + 1)
        )
    return taking.wished[entry, comes_again]


def _by_contingent(taking: HitTaking, pieces: Sequence[Piece]) -> list[Piece]:
    """The order of loss within a unit: from the largest contingent first, then the fittest to lose (ASY-10, ASY-11)."""
    fittest_first = sorted(pieces, key=taking.to_lose)
    if len({piece.power for piece in pieces}) < 2:
        return fittest_first
    left: dict[PowerId, deque[Piece]] = {}
    for piece in fittest_first:
        left.setdefault(piece.power, deque()).append(piece)
    ordered = []
    for _ in pieces:
        largest = min(left, key=lambda power: (-len(left[power]), taking.state.edition.turn_rank[power]))
        ordered.append(left[largest].popleft())
    return ordered


def _keep_last_captor(taking: HitTaking, wishes: list[Slot], order: Sequence[str], *, at_any_price: bool) -> list[Slot]:
    """An attacker's last unit able to take the territory is lost after the aircraft that are worth it (ASY-13).

    What the player's own order names keeps its place, unless they keep that unit at any price.
    """
    if taking.side != "attacker" or taking.battle.part != "land":
        return wishes
    types = {slot: _type(taking, slot) for slot in wishes}
    kept = next((slot for slot in reversed(wishes) if types[slot].can("captures")), None)
    if kept is None:
        return wishes
    if at_any_price:
        return [slot for slot in wishes if slot != kept] + [kept]
    if types[kept].id in order:
        return wishes
    others = {slot: unit for slot, unit in types.items() if not unit.can("captures") and unit.id not in order}
    worth = (types[kept].cost or 0) + _worth(taking)
    dearer = {slot: None for slot, unit in others.items() if (unit.cost or 0) > worth}
    return [slot for slot in wishes if slot != kept and slot not in dearer] + [kept, *dearer]


def _type(taking: HitTaking, slot: Slot) -> UnitType:
    return taking.state.type_of(taking.state.pieces[slot[0]])


def _worth(taking: HitTaking) -> int:
    """IPCs that an attacker gives for holding the territory: its value, and more for a capital or a victory city."""
    edition = taking.state.edition
    territory = edition.board.territory[taking.battle.space]
    is_prize = territory.city or territory.id in edition.capitals
    return territory.ipc + (PRIZE if is_prize else 0)


def as_choice(taking: HitTaking, slots: Sequence[Slot]) -> CasualtiesChoice:
    """An assignment as the answer to a question about casualties, by owner where several own units."""
    lost, damaged = (_counts(taking, ids) for ids in taking.outcome(slots))
    return CasualtiesChoice(units=lost, damaged=damaged) if damaged else CasualtiesChoice(units=lost)


def _counts(taking: HitTaking, ids: Iterable[PieceId]) -> dict[PowerId | UnitId, int | Counts]:
    pieces = [taking.state.pieces[piece] for piece in ids]
    if len({piece.power for piece in taking.targets}) < 2:
        return dict(Counter(piece.unit for piece in pieces))
    powers = dict.fromkeys(piece.power for piece in pieces)
    return {power: dict(Counter(piece.unit for piece in pieces if piece.power == power)) for power in powers}
