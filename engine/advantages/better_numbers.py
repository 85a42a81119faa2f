"""National advantages whose only effect is that units of their power hit with a better number."""

from __future__ import annotations

from engine.advantages.rule import AdvantageRule
from engine.advantages.territories import is_of_its_colour
from engine.events.combat.battle import AttackOrDefense
from engine.play import HITS_ON
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece


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
    """Japanese infantry attacks at 2 all through an attack that began with only infantry (OPT-39).

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


def _is_first_round_of_assault(battle: Battle | None) -> bool:
    return battle is not None and battle.part == "land" and battle.amphibious and battle.round == 1


RULES = (
    AdvantageRule("atlantic_wall", (HITS_ON.by(atlantic_wall),)),
    AdvantageRule("fortress_europe", (HITS_ON.by(fortress_europe),)),
    AdvantageRule("dug_in_defenders", (HITS_ON.by(dug_in_defenders),)),
    AdvantageRule("banzai_attacks", (HITS_ON.by(banzai_attacks),)),
    AdvantageRule("marines", (HITS_ON.by(marines),)),
    AdvantageRule("radar", (HITS_ON.by(radar),)),
)
