"""What a correction makes of owners, facilities, treasuries, wars and the like."""

from __future__ import annotations

from collections.abc import Mapping

from engine.correction.form import Edit
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import AccountId, Side
from engine.facts.unit_types import UnitId
from engine.politics.standing import as_one_with, at_war
from engine.state.game_state import Declaration, GameState

PEACE = ("peace", "neutral")
"""The words for a relation that is no war; records tell the second."""


def owners(state: GameState, order: Edit) -> dict[SpaceId, str | None] | None:
    """Owners of all territories with those that the edit names, or None where it names none."""
    changed = {space: change.owner for space, change in order.spaces.items() if "owner" in change.model_fields_set}
    changed = {space: owner for space, owner in changed.items() if state.edition.board.is_land(space)}
    return {**state.owners, **changed} if changed else None


def facilities(state: GameState, order: Edit) -> dict[SpaceId, tuple[UnitId, ...]] | None:
    """Facilities of all territories with those that the edit names, or None where it names none."""
    changed = {space: c.facilities for space, c in order.spaces.items() if c.facilities is not None}
    if not changed:
        return None
    merged = {**state.facilities, **changed}
    return {space: merged[space] for space in sorted(merged) if merged[space]}


def damage(state: GameState, order: Edit) -> dict[SpaceId, dict[UnitId, int]] | None:
    """Damage as stated; none is left of facilities that are removed."""
    merged = {space: dict(row) for space, row in state.damage.items()}
    for space, change in order.spaces.items():
        if change.facilities is not None:
            merged[space] = {unit: n for unit, n in merged.get(space, {}).items() if unit in change.facilities}
        merged[space] = {**merged.get(space, {}), **(change.damage or {})}
    cleaned = {space: {unit: n for unit, n in row.items() if n} for space, row in merged.items()}
    damage = {space: row for space, row in cleaned.items() if row}
    return damage if damage != state.damage else None


def purchased(state: GameState, order: Edit) -> dict[str, dict[UnitId, int]] | None:
    """What every account has bought, or None where the edit names none."""
    if not order.purchased:
        return None
    merged: dict[AccountId, Mapping[UnitId, int]] = {**state.purchased, **order.purchased}
    cleaned = {power: {unit: n for unit, n in units.items() if n} for power, units in merged.items()}
    return {power: units for power, units in cleaned.items() if units}


def technologies(state: GameState, order: Edit) -> dict[str, tuple[str, ...]] | None:
    """What each power has developed, in the order of the numbers."""
    if not order.technologies:
        return None
    edited = {p: tuple(t for t in state.edition.technology if t in names) for p, names in order.technologies.items()}
    return {power: names for power, names in {**state.technologies, **edited}.items() if names}


def wars(state: GameState, order: Edit) -> tuple[tuple[str, str], ...] | None:
    """The wars with those that the edit adds or ends, where they are declared; some are at war together (POL-18)."""
    if state.wars is None or not order.relations:
        return None
    rows = [
        (one, other, relation)
        for first, second, relation in order.relations
        for one in as_one_with(state, first)
        for other in as_one_with(state, second)
    ]
    changed = {frozenset((one, other)): relation for one, other, relation in rows}
    kept = tuple(pair for pair in state.wars if changed.get(frozenset(pair)) not in PEACE)
    new = ((one, other) for one, other, relation in rows if relation == "war")
    return (*kept, *(pair for pair in dict.fromkeys(new) if not at_war(state, *pair)))


def declarations(state: GameState, wars: tuple[tuple[str, str], ...] | None) -> tuple[Declaration, ...] | None:
    """The declarations without those of wars that the edit ends: they no longer give anybody a ground (POL-05)."""
    if wars is None:
        return None
    left = set(map(frozenset, wars))
    kept = tuple(each for each in state.declarations if any(frozenset((each.by, foe)) in left for foe in each.on))
    return kept if kept != state.declarations else None


def roused_neutrals(state: GameState, order: Edit) -> dict[SpaceId, Side] | None:
    """The sides that neutrals have joined with those that the edit names, or None where it names none."""
    if not order.roused_neutrals:
        return None
    merged = {**state.roused_neutrals, **order.roused_neutrals}
    return {space: side for space, side in merged.items() if side}


def research_tokens(state: GameState, order: Edit) -> dict[PowerId, int] | None:
    """The research dice that powers have kept then, or None where the edit names none (RES-07)."""
    if not order.research_tokens:
        return None
    kept = {**state.research_tokens, **order.research_tokens}
    return {power: dice for power, dice in kept.items() if dice}


def captured(state: GameState, order: Edit) -> dict[SpaceId, str | None] | None:
    """Territories marked as taken this turn: before, they belonged to an enemy of the power on turn."""
    marked = {space: c.captured_this_turn for space, c in order.spaces.items() if c.captured_this_turn is not None}
    if not marked:
        return None
    before: dict[SpaceId, str | None] = {} if order.turn else dict(state.turn.owners_before)
    power = (order.turn.power if order.turn else None) or state.power
    edition = state.edition
    enemy = next(p.id for p in edition.powers if p.side != edition.power[power].side)
    for space, taken in marked.items():
        if taken:
            before[space] = before.get(space, enemy)
        else:
            before.pop(space, None)
    return before
