"""What questions of a battle have in common."""

from __future__ import annotations

from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from gamemaster.narration.battles.rounds import in_action
from gamemaster.narration.phrases import force, heading


def title(state: GameState, space: SpaceId, battle_round: int) -> str:
    """ "**West Russia, round 2**"."""
    return f"**{heading(state, space)}, round {battle_round}**"


def match(state: GameState) -> str:
    """ "2 infantry, 1 tank against 1 infantry" for the battle being fought."""
    battle = state.battle
    if battle is None:
        raise ValueError("a retreat is asked for without a battle")
    ours, theirs = in_action(state, battle.attackers), in_action(state, battle.defenders)
    return f"{force(state, ours)} against {force(state, theirs)}"
