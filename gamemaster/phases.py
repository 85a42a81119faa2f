"""What phases are called, among those of their game and to go back to."""

from __future__ import annotations

from collections.abc import Mapping

from engine.edition import Edition
from engine.state import GameState


def answered_by_hand(action: object, auto: str | None) -> frozenset[str]:
    """The question that an entry of the log answers, if no standing order did."""
    if not isinstance(action, Mapping) or action.get("type") != "decide" or auto == "order":
        return frozenset()
    return frozenset(filter(None, [action.get("request")]))


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
