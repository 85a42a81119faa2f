"""The numbers that units need to hit, with all that raises them in this battle (GEN-35)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from engine.combat.pairing import paired_values
from engine.dice import hits_expected
from engine.events.combat.battle import AttackOrDefense
from engine.facts.unit_types import UnitType
from engine.play import HITS_ON
from engine.state.battles import Part
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId

__all__ = ["dice_of", "fire_expected", "values", "values_in_battle"]


def fire_value(unit: UnitType, side: AttackOrDefense) -> int:
    """The printed value of a unit, submarines (SPC-68) and damaged ships (UNI-58) alike."""
    if unit.can("anti_aircraft"):
        return 0
    return unit.attack if side == "attacker" else unit.defense


def values(state: GameState, pieces: Iterable[Piece], side: AttackOrDefense) -> dict[PieceId, int]:
    """The number that each of these pieces of one side needs; bonuses do not add up, the best one counts."""
    pieces = tuple(pieces)
    raised = {power: HITS_ON.of(state, power) for power in {piece.power for piece in pieces}}
    alone: dict[PieceId, int] = {}
    for piece in pieces:
        printed = alone[piece.id] = fire_value(state.type_of(piece), side)
        if printed and raised[piece.power]:
            alone[piece.id] = max(printed, raised_value(state, piece, side))
    return alone | paired_values(state, pieces, alone) if side == "attacker" else alone


def raised_value(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """The best number that advantages of its power give a piece in the present battle, 0 for none."""
    return max((hits_on(state, piece, side) for hits_on in HITS_ON.of(state, piece.power)), default=0)


def air_values(state: GameState, pieces: Iterable[Piece]) -> dict[PieceId, int]:
    """The number that each of these aircraft needs in the air battle before a raid (SPC-47, RES-51)."""
    return {piece.id: state.type_of(piece).air_battle for piece in pieces}


def values_in_battle(state: GameState, pieces: Iterable[Piece], side: AttackOrDefense) -> dict[PieceId, int]:
    """The number that each of these pieces of one side needs in the battle that is being fought, also in the air."""
    in_the_air = state.battle is not None and state.battle.part == "air"
    return air_values(state, pieces) if in_the_air else values(state, pieces, side)


def dice_of(unit: UnitType, side: AttackOrDefense, part: Part = "land") -> int:
    """How many dice a unit rolls (CMB-07, RES-23, RES-25); in an air battle always one (SPC-47)."""
    return unit.attack_dice if side == "attacker" and part != "air" else 1


def best_die_of(unit: UnitType, side: AttackOrDefense, part: Part = "land") -> int:
    """The number of dice of which only the best counts; 1 where each counts for itself (RES-23)."""
    return dice_of(unit, side, part) if unit.best_die_counts else 1


def fire_expected(
    state: GameState, pieces: Iterable[Piece], side: AttackOrDefense, value: Mapping[PieceId, int]
) -> Fraction:
    """Hits to be expected of these pieces, each of which needs its value."""
    lines = ((value[piece.id], state.type_of(piece)) for piece in pieces)
    return sum((hits_expected(dice_of(u, side), n, best_die_of(u, side)) for n, u in lines), Fraction())
