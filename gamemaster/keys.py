"""Keys: what a phase is called among those of its game, and what buttons carry of the moment they were made for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

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


VERSION = "v1"
Style = Literal["primary", "secondary", "success", "danger"]


def custom_id(game_id: int, made_for: str, deed: str) -> str:
    """The custom id of a button, select menu or modal: at most 100 characters, without any name of a person."""
    return f"{VERSION}:{game_id}:{made_for}:{deed}"


@dataclass(frozen=True)
class Button:
    """A button of a post. `made_for` is the phase or request it belongs to; one that is over makes the press stale."""

    game_id: int
    made_for: str
    deed: str
    label: str
    style: Style = "secondary"

    @property
    def custom_id(self) -> str:
        """By which a press is read."""
        return custom_id(self.game_id, self.made_for, self.deed)


def rows_payload(rows: Sequence[Sequence[Button]]) -> list[list[dict[str, Any]]]:
    """Rows of buttons as JSON for the outbox."""
    return [[{"id": b.custom_id, "label": b.label, "style": b.style} for b in row] for row in rows if row]
