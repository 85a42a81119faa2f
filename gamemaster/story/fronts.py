"""Battles ahead: who will meet whom."""

from __future__ import annotations

from engine.combat.assault import landing_cargo
from engine.combat.due import sea_attackers
from engine.queries import expected_battles
from engine.relations import commands, defenders_at
from engine.state import GameState, PendingBattle, Piece
from gamemaster.story.words import force, heading


def attackers_of(state: GameState, battle: PendingBattle) -> tuple[Piece, ...]:
    """Who will attack in a battle that is due, seaborne units included."""
    if battle.part == "sea":
        return sea_attackers(state, battle.space)
    own = tuple(piece for piece in state.at(battle.space) if commands(state, piece))
    return (*own, *landing_cargo(state, battle.space))


def front_line(state: GameState, battle: PendingBattle) -> str:
    """ "West Russia: 3 infantry, 1 tank against 3 infantry"."""
    ours = force(state, attackers_of(state, battle))
    theirs = force(state, defenders_at(state, battle.space, state.power))
    assault = " (amphibious assault)" if battle.part == "land" and battle.amphibious else ""
    return f"{heading(state, battle.space)}: {ours} against {theirs}{assault}"


def front_lines(state: GameState) -> list[str]:
    """A line for each battle ahead."""
    return [front_line(state, battle) for battle in expected_battles(state)]
