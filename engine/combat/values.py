"""The numbers that units need to hit, with all that raises them in this battle (GEN-35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.events.battle import AttackOrDefense
from engine.facts.unit_types import UnitType
from engine.hooks import HITS_ON
from engine.position.relations import commanded_powers
from engine.table.state import GameState, Part, Piece, PieceId

SUPPORTED_ATTACK = 2


def fire_value(unit: UnitType, side: AttackOrDefense) -> int:
    """The printed value of a unit, submarines (SPC-68) and damaged ships (UNI-58) alike."""
    if unit.can("anti_aircraft"):
        return 0
    return unit.attack if side == "attacker" else unit.defense


def values(state: GameState, pieces: Iterable[Piece], side: AttackOrDefense) -> dict[PieceId, int]:
    """The number that each of these pieces of one side needs; bonuses do not add up, the best one counts."""
    pieces = tuple(pieces)
    found = {piece.id: _single_value(state, piece, side) for piece in pieces}
    if side == "attacker":
        for piece in _supported(state, pieces):
            found[piece.id] = max(found[piece.id], SUPPORTED_ATTACK)
    return found


def _single_value(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    printed = fire_value(state.type_of(piece), side)
    return max(printed, raised_value(state, piece, side)) if printed else 0


def raised_value(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """The best number that advantages of its power give a piece in the present battle, 0 for none."""
    return max((hits_on(state, piece, side) for hits_on in HITS_ON.of(state, piece.power)), default=0)


def _supported(state: GameState, pieces: tuple[Piece, ...]) -> list[Piece]:
    """Infantry matched one to one with artillery of their own power (UNI-19, UNI-20, UNI-22, UNI-26).

    With advanced artillery two are matched with each (RES-26). In a joint strike the ally's count as those of its
    leader (OPT-28).
    """
    led = commanded_powers(state)
    pairing = {piece.id: state.power if piece.power in led else piece.power for piece in pieces}
    support: Counter[str] = Counter()
    for piece in pieces:
        if state.type_of(piece).can("supports"):
            support[pairing[piece.id]] += state.type_of(piece).supported_units
    matched = []
    for piece in sorted(pieces, key=state.rank):
        if state.type_of(piece).can("supported") and support[pairing[piece.id]]:
            support[pairing[piece.id]] -= 1
            matched.append(piece)
    return matched


def air_values(state: GameState, pieces: Iterable[Piece]) -> dict[PieceId, int]:
    """The number that each of these aircraft needs in the air battle before a raid (SPC-47, RES-51)."""
    return {piece.id: state.type_of(piece).air_battle for piece in pieces}


def dice_of(unit: UnitType, side: AttackOrDefense, part: Part = "land") -> int:
    """How many dice a unit rolls (CMB-07, RES-23, RES-25); in an air battle always one (SPC-47)."""
    return unit.attack_dice if side == "attacker" and part != "air" else 1
