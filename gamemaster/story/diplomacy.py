"""Wars that are declared, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine import GameState
from engine.events import Event
from engine.events.politics import WarBonusPaid, WarDeclared
from engine.table.words import ipcs
from gamemaster.story.phrases import account_name, power_name, powers_named


def declared_line(state: GameState, event: WarDeclared) -> str:
    """ "**Japan declares war on United Kingdom and ANZAC**, unprovoked."; who goes to war with it follows."""
    kind = "provoked" if event.provoked else "unprovoked"
    line = f"**{power_name(state, event.power)} declares war on {powers_named(state, event.on)}**, {kind}."
    others = [power for power in event.joined if power != event.power]
    return f"{line} {powers_named(state, others)} go to war with it." if others else line


def _bonus_line(state: GameState, event: WarBonusPaid) -> str:
    who = account_name(state, event.power, event.account)
    return f"{who} gets {ipcs(event.amount)} for it; {ipcs(event.ipcs)} in the treasury."


LINES: Mapping[type, Callable[[GameState, Any], str]] = {WarDeclared: declared_line, WarBonusPaid: _bonus_line}


def wars_declared(state: GameState, events: Iterable[Event]) -> list[str]:
    """A line for each war that was declared, and for what others were given for it."""
    return [LINES[type(event)](state, event) for event in events if type(event) in LINES]
