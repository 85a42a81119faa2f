"""National advantages that raise the number a unit needs to hit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.advantages.territories import is_of_its_colour
from engine.events.battle import AttackOrDefense
from engine.table.state import Battle, GameState, Piece

Bonus = Callable[[GameState, Piece, AttackOrDefense], int]
"""The number that a piece hits with by an advantage of its power in the present battle, 0 without effect."""


def russian_winter(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """Soviet infantry defends at 3 through a declared winter (OPT-15)."""
    declared = "russian_winter" in state.advantages_in_force
    return 3 if declared and side == "defender" and piece.unit == "infantry" else 0


def atlantic_wall(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """German infantry in grey territory defends at 3 in the first round of an amphibious assault (OPT-22)."""
    if side != "defender" or piece.unit != "infantry" or not _is_first_round_of_assault(state.battle):
        return 0
    return 3 if is_of_its_colour(state, piece.space, piece.power) else 0


def fortress_europe(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """German artillery in grey territory defends at 3 (OPT-26)."""
    defends = side == "defender" and piece.unit == "artillery"
    return 3 if defends and is_of_its_colour(state, piece.space, piece.power) else 0


def dug_in_defenders(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """Japanese infantry on an island defends at 3, whosever island it is (OPT-38)."""
    territory = state.edition.board.territory.get(piece.space)
    on_island = territory is not None and territory.island
    return 3 if side == "defender" and piece.unit == "infantry" and on_island else 0


def banzai_attacks(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """Japanese infantry attacks at 2 all through an attack that began with infantry alone (OPT-39).

    In an amphibious assault aircraft may come along: only the land units must be infantry.
    """
    battle = state.battle
    if side != "attacker" or piece.unit != "infantry" or battle is None:
        return 0
    units = state.edition.unit
    counted = {unit for unit in battle.began_with if not battle.amphibious or units[unit].domain == "land"}
    return 2 if counted == {"infantry"} else 0


def marines(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """American infantry attacks at 2 in the first round of an assault's land part (OPT-42)."""
    attacks = side == "attacker" and piece.unit == "infantry"
    return 2 if attacks and _is_first_round_of_assault(state.battle) else 0


def radar(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """British antiaircraft guns in tan territory hit on 2 (OPT-27)."""
    fires = side == "defender" and state.type_of(piece).can("anti_aircraft")
    return 2 if fires and is_of_its_colour(state, piece.space, piece.power) else 0


def wolf_packs(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """German submarines that attack together do so at 3, super submarines at 4 (OPT-24)."""
    return state.type_of(piece).attack + 1 if side == "attacker" and _is_marked(state, piece, "wolf_packs") else 0


def kaiten_torpedoes(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """Japanese kaiten torpedoes defend at 3, as super submarines at 4 (OPT-36)."""
    if side != "defender" or not _is_marked(state, piece, "kaiten_torpedoes"):
        return 0
    return 4 if state.has_technology(piece.power, "super_submarines") else 3


def _is_marked(state: GameState, piece: Piece, advantage: str) -> bool:
    return state.battle is not None and piece.id in state.battle.marked.get(advantage, ())


def _is_first_round_of_assault(battle: Battle | None) -> bool:
    return battle is not None and battle.part == "land" and battle.amphibious and battle.round == 1


BONUSES: Mapping[str, Bonus] = {
    "russian_winter": russian_winter,
    "atlantic_wall": atlantic_wall,
    "fortress_europe": fortress_europe,
    "dug_in_defenders": dug_in_defenders,
    "banzai_attacks": banzai_attacks,
    "marines": marines,
    "radar": radar,
    "wolf_packs": wolf_packs,
    "kaiten_torpedoes": kaiten_torpedoes,
}


def raised_value(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """The best number that advantages of its power give a piece, 0 for none."""
    names = state.advantages.get(piece.power, ())
    return max((BONUSES[name](state, piece, side) for name in names if name in BONUSES), default=0)
