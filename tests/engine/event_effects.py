"""What each kind of event may do to pieces, treasuries and owners: exactly what it says, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine import GameState
from engine import events as ev
from engine.purchase import funds, price_list
from engine.turns import income


@dataclass(frozen=True)
class Effect:
    """Pieces gone and new, pieces in another space, IPCs gained by power, owners that change."""

    gone: frozenset[str] = frozenset()
    new: frozenset[str] = frozenset()
    moved: Mapping[str, str] = field(default_factory=dict)
    money: Mapping[str, int] = field(default_factory=dict)
    owners: Mapping[str, str | None] = field(default_factory=dict)


def effect_between(before: GameState, after: GameState) -> Effect:
    """What differs between two positions."""
    stayed = before.pieces.keys() & after.pieces.keys()
    return Effect(
        gone=frozenset(before.pieces.keys() - after.pieces.keys()),
        new=frozenset(after.pieces.keys() - before.pieces.keys()),
        moved={i: after.pieces[i].space for i in stayed if after.pieces[i].space != before.pieces[i].space},
        money=_changed_money(before.treasuries, after.treasuries),
        owners={t: owner for t, owner in after.owners.items() if before.owners[t] != owner},
    )


def _changed_money(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {power: after[power] - ipcs for power, ipcs in before.items() if after[power] != ipcs}


def _purchased(before: GameState, event: ev.UnitsPurchased) -> Effect:
    assert event.ipcs + event.cost == funds(before, event.power), "the purchase does not add up"
    return Effect(money={event.power: event.ipcs - before.treasuries[event.power]})


def _returned(before: GameState, event: ev.UnitsReturned) -> Effect:
    prices = price_list(before)
    assert event.units == before.purchased[event.power], "something else is returned than was left"
    return Effect(money={event.power: sum(prices[unit] * count for unit, count in event.units.items())})


def _income(before: GameState, event: ev.IncomeCollected) -> Effect:
    assert event.amount == (0 if event.reason else income(before, event.power)), "the income is not that of the board"
    return Effect(money={event.power: event.amount})


def _plundered(before: GameState, event: ev.TreasuryPlundered) -> Effect:
    assert event.amount == before.treasuries[event.victim], "not the whole treasury is taken"
    return Effect(money={event.victim: -event.amount, event.power: event.amount})


def _lost(before: GameState, event: ev.UnitsLost) -> Effect:
    lost = (*event.pieces, *event.cargo)
    assert all(before.pieces[piece.id] == piece for piece in lost), "the lost pieces are told other than they were"
    aboard = {cargo.id for piece in event.pieces for cargo in before.cargo(piece.id)}
    assert {piece.id for piece in event.cargo} <= aboard, "cargo is lost that was not aboard"
    return Effect(gone=frozenset(piece.id for piece in lost))


def _moved(before: GameState, event: ev.UnitsMoved) -> Effect:
    ids = (*event.pieces, *event.carried)
    assert {before.pieces[i].space for i in ids} == {event.path[0]}, "pieces move from where they are not"
    return Effect(moved=dict.fromkeys(ids, event.path[-1]))


def _mobilized(before: GameState, event: ev.UnitsMobilized) -> Effect:
    left = Counter(before.purchased[event.power])
    placed = Counter(piece.unit for piece in event.pieces)
    assert placed <= left, "more is placed than was bought"
    return Effect(new=frozenset(piece.id for piece in event.pieces))


def _edited(before: GameState, event: ev.Edited) -> Effect:
    gone = frozenset(i for i, piece in event.pieces.items() if piece is None)
    kept = {i: piece for i, piece in event.pieces.items() if piece and i in before.pieces}
    return Effect(
        gone=gone,
        new=frozenset(i for i, piece in event.pieces.items() if piece and i not in before.pieces),
        moved={i: piece.space for i, piece in kept.items() if piece.space != before.pieces[i].space},
        money=_changed_money(before.treasuries, event.treasuries or before.treasuries),
        owners={t: owner for t, owner in (event.owners or {}).items() if before.owners[t] != owner},
    )


EFFECTS: Mapping[type, Callable[[GameState, Any], Effect]] = {
    ev.UnitsPurchased: _purchased,
    ev.UnitsReturned: _returned,
    ev.IncomeCollected: _income,
    ev.TreasuryPlundered: _plundered,
    ev.UnitsLost: _lost,
    ev.UnitsMoved: _moved,
    ev.UnitsMobilized: _mobilized,
    ev.Edited: _edited,
    ev.UnitsLoaded: lambda _, event: Effect(moved=dict.fromkeys(event.aboard, event.zone)),
    ev.UnitsOffloaded: lambda _, event: Effect(moved=dict.fromkeys(event.pieces, event.territory)),
    ev.BattleBegan: lambda _, event: Effect(moved=dict.fromkeys(event.landed, event.battle.space)),
    ev.Retreated: lambda _, event: (
        Effect(moved=dict.fromkeys((*event.pieces, *event.carried), event.to)) if event.to else Effect()
    ),
    ev.StrandedLanded: lambda _, event: Effect(moved=event.landings),
    ev.TerritoryTaken: lambda _, event: Effect(owners={event.territory: event.owner}),
    ev.TerritoryReverted: lambda _, event: Effect(owners={event.territory: event.owner}),
}
"""Kinds of events that are not listed change neither pieces' places nor treasuries nor owners."""


def check_event(before: GameState, event: ev.Event, after: GameState) -> None:
    """Raise AssertionError where an event did something else than it says.

    An undone order puts back whatever it changed; that undoing restores the position is checked as a whole.
    """
    if isinstance(event, ev.OrderUndone):
        return
    effect = EFFECTS.get(type(event))
    expected = effect(before, event) if effect else Effect()
    actual = effect_between(before, after)
    assert actual == _changes_in(expected, before), f"{event.kind} says {expected} and does {actual}"


def _changes_in(effect: Effect, before: GameState) -> Effect:
    """An effect without moves that lead back to where they began and without gains of nothing."""
    return replace(
        effect,
        moved={i: space for i, space in effect.moved.items() if before.pieces[i].space != space},
        money={power: ipcs for power, ipcs in effect.money.items() if ipcs},
    )
