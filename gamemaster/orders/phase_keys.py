"""The keys of phases: what a phase is called among those of its game, and among the moments to go back to."""

from __future__ import annotations

from engine.facts.edition import Edition
from engine.state.game_state import GameState
from engine.state.words import whose


def phase_key(state: GameState) -> str:
    """The key of a phase within its game: "3.germany.combat_move"."""
    return f"{state.round}.{state.power}.{state.phase}"


def turn_of(key: str) -> str:
    """What the keys of all phases of a turn begin with."""
    return key.rpartition(".")[0]


def round_of(key: str) -> int:
    """The round of a phase key; 0 of the key of the start."""
    head = key.partition(".")[0]
    return int(head) if head.isdecimal() else 0


def end_of_phase(edition: Edition, key: str) -> str:
    """What a phase key stands for among the moments that a game can go back to."""
    *start, round_number, power, phase = key.split(".")
    if start:
        return "Start of the game"
    return f"{edition.power[power].name}, round {round_number}, end of {phase.replace('_', ' ')}"


def after_turn(edition: Edition, key: str) -> str:
    """What a phase key stands for where whole turns are meant: "after Germany's turn, round 2"."""
    round_number, power, _ = key.split(".")
    return f"after {whose(edition.power[power].called)} turn, round {round_number}"
