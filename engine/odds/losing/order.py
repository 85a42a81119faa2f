"""All hits that a side can take, in the order in which it takes them."""

from __future__ import annotations

from engine.combat.losses.assignments import HitTaking, Slot
from engine.odds.losing.lines import wishes_by
from engine.odds.setting import NO_LINES, Lines, LossOrder
from engine.state.game_state import GameState


def slots_in_order_of(taking: HitTaking, order: LossOrder, lines: Lines, *, keep_land_unit: bool) -> list[Slot]:
    """By an order that is named, else by lines that were left, else as printed."""
    wishes = _by_order(taking.state, wishes_by(taking, NO_LINES), order) if order else wishes_by(taking, lines)
    if keep_land_unit:
        wishes = _keeping_one(taking.state, wishes)
    last = [slot for slot in wishes if taking.is_last(taking.state.pieces[slot[0]])]
    held = set(last)
    return [slot for slot in wishes if slot not in held] + last


def _by_order(state: GameState, wishes: list[Slot], order: LossOrder) -> list[Slot]:
    """Damage first, then the units of an order, then the others as printed."""
    damage = [slot for slot in wishes if not is_fatal(state, slot)]
    fatal = [slot for slot in wishes if is_fatal(state, slot)]
    named: list[Slot] = []
    for unit, count in order:
        named += [slot for slot in fatal if slot not in named and state.pieces[slot[0]].unit == unit][:count]
    taken = set(named)
    return [*damage, *named, *(slot for slot in fatal if slot not in taken)]


def _keeping_one(state: GameState, wishes: list[Slot]) -> list[Slot]:
    """The same with the last land unit lost last of all."""
    land = [slot for slot in wishes if state.type_of(state.pieces[slot[0]]).domain == "land"]
    return [slot for slot in wishes if slot != land[-1]] + land[-1:] if land else wishes


def is_fatal(state: GameState, slot: Slot) -> bool:
    """Whether a piece is lost with this hit."""
    piece = state.pieces[slot[0]]
    return slot[1] + piece.hits_taken >= state.type_of(piece).hits
