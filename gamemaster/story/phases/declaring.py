"""Declaring war, in the phases that may begin with it."""

from __future__ import annotations

from engine.table.state import GameState
from gamemaster.story.diplomacy import foes_named, to_declare
from gamemaster.story.phases.telling import Deed


def declare_button(state: GameState) -> list[Deed]:
    """The button that shows what may be declared, where anything may."""
    return [("declare", "Declare war", "secondary")] if to_declare(state) else []


def war_to_do(state: GameState) -> list[str]:
    """On whom war may be declared before anything else is done."""
    open_now = to_declare(state)
    if not open_now:
        return []
    foes = "; or on ".join(foes_named(state, chance) for chance in open_now)
    return [f"Before anything else you may declare war on {foes}."]
