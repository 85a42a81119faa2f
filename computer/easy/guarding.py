"""Keeping what must not fall: who stays in a capital, and what is bought for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from computer.easy.stances import BALANCED, Stance
from computer.playing import Hand, Why
from computer.reaching import Threats, friends_at
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitType
from engine.state.pieces import Piece, PieceId

GUARD = Why("the capital must hold")


def capitals_of(state: GameState, power: PowerId) -> Iterator[tuple[Account, SpaceId]]:
    """The capitals that a power holds."""
    for account in state.edition.accounts_of(power):
        if account.capital and state.owners[account.capital] == power:
            yield account, account.capital


def guards_needed(state: GameState, power: PowerId, threats: Threats, stance: Stance = BALANCED) -> set[PieceId]:
    """Pieces that must stay in the capitals, counting what was bought and will stand there."""
    kept: set[PieceId] = set()
    for account, capital in capitals_of(state, power):
        own = [p for p in state.at(capital) if p.power == power and state.type_of(p).hits]
        allies = [p for p in state.at(capital) if p.power != power]
        staying = [state.type_of(p) for p in allies if ask.are_on_one_side(state, p.power, power)]
        staying += list(coming(state, account))
        own.sort(key=lambda piece: _as_guard(state, piece))
        for piece in own:
            if threats.lost(capital, staying) <= stance.safe:
                break
            kept.add(piece.id)
            staying.append(state.type_of(piece))
    return kept


def _as_guard(state: GameState, piece: Piece) -> tuple[bool, float, PieceId]:
    """Those first who defend most for their price; aircraft last, as they come back."""
    unit = state.type_of(piece)
    return unit.domain == "air", -unit.defense / (unit.cost or 1), piece.id


def coming(state: GameState, account: Account) -> Iterator[UnitType]:
    """What an account has bought that defends land."""
    for name, count in state.purchased.get(account.id, {}).items():
        unit = state.unit_of(account.power, name)
        if unit.domain == "land" and unit.defense:
            yield from [unit] * count


def guards_to_buy(
    state: GameState,
    account: Account,
    threats: Threats,
    ipcs: int,
    room: int,
    for_sale: Sequence[UnitType],
    stance: Stance = BALANCED,
) -> dict[str, int]:
    """The cheapest defence that a capital lacks, as far as an account pays for it and can place it."""
    able = [unit for unit in for_sale if unit.domain == "land" and unit.defense and unit.hits]
    if not able or not account.capital or state.owners[account.capital] != account.power:
        return {}
    best = max(able, key=lambda unit: (unit.defense / (unit.cost or 1), -state.edition.unit_rank[unit.id]))
    garrison, count = friends_at(state, account.capital, account.power), 0
    room = min(room, ask.capacity(state, account.capital))
    safe = stance.safe
    while count < room and (count + 1) * (best.cost or 1) <= ipcs and threats.lost(account.capital, garrison) > safe:
        garrison.append(best)
        count += 1
    return {best.id: count} if count else {}


def strengthened(guards: Mapping[str, int], ipcs: int, for_sale: Sequence[UnitType]) -> dict[str, int]:
    """As many guards, of which so many attack better, too, as the IPCs pay for that would be left."""
    unit_of = {unit.id: unit for unit in for_sale}
    chosen = [unit_of[name] for name, count in guards.items() for _ in range(count)]
    for place, guard in enumerate(chosen):
        better = [unit for unit in for_sale if _is_stronger(unit, guard) and _dearer(unit, guard) <= ipcs]
        if not better:
            break
        chosen[place] = max(better, key=lambda unit: (unit.attack, unit.defense, -(unit.cost or 0), unit.id))
        ipcs -= _dearer(chosen[place], guard)
    return dict(Counter(unit.id for unit in chosen))


def _is_stronger(unit: UnitType, guard: UnitType) -> bool:
    return bool(unit.domain == "land" and unit.hits and unit.defense >= guard.defense and unit.attack > guard.attack)


def _dearer(unit: UnitType, guard: UnitType) -> int:
    return (unit.cost or 0) - (guard.cost or 0)


def place_guards(hand: Hand, threats: Threats, stance: Stance = BALANCED) -> None:
    """Place units in the capitals until these hold."""
    for account, capital in capitals_of(hand.state, hand.power):
        while hand.is_open and threats.lost(capital, friends_at(hand.state, capital, hand.power)) > stance.safe:
            waiting = [unit for unit in coming(hand.state, account) if unit.hits]
            best = max(waiting, key=lambda unit: (unit.defense, -(unit.cost or 0), unit.id), default=None)
            if best is None:
                break
            order = {"type": "mobilize", "space": capital, "units": {best.id: 1}}
            if not hand.offer(order, GUARD):
                break
