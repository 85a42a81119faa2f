"""What somebody needs to know who takes over powers in the middle of a war, as their player may see it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.words import first_upper, label
from gamemaster.narration.panel import income_line
from gamemaster.narration.phases import own_orders_text
from gamemaster.narration.phrases import force, moment, the_power, worth
from gamemaster.narration.questions import request_text

MOST_PLACES = 8


def dossier_text(
    state: GameState, powers: Collection[PowerId], threats: Sequence[str], standing_orders: Sequence[str]
) -> str:
    """Income, units by place, dangers, open questions, orders of the open phase, standing orders."""
    lines = [f"**Dossier**, {moment(state)}"]
    for power in (power for power in state.edition.turn_order if power in powers):
        lines += [f"**{first_upper(the_power(state, power))}**", income_line(state, power), *_units(state, power)]
    asked = [request for request in state.requests if set(powers) & set(request.powers)]
    lines += [f"To answer: {request_text(state, request)}" for request in asked]
    lines += [own_orders_text(state)] if state.power in powers and not state.requests else []
    lines += ["**Dangers**", *threats] if threats else []
    lines += ["**Standing orders**", *standing_orders] if standing_orders else ["No standing orders."]
    return "\n".join(lines)


def _units(state: GameState, power: PowerId) -> list[str]:
    """Where most of a power stands: "Russia: 5 infantry, 2 tanks"."""
    own = sorted((p for p in state.pieces.values() if p.power == power and p.space), key=lambda p: p.space)
    stacks = [(space, list(found)) for space, found in groupby(own, key=lambda p: p.space)]
    stacks.sort(key=lambda stack: -worth(state, stack[1]))
    told = [f"• {first_upper(label(state, space))}: {force(state, found)}" for space, found in stacks[:MOST_PLACES]]
    rest = [piece for _, found in stacks[MOST_PLACES:] for piece in found]
    return [*told, f"• elsewhere: {force(state, rest)}"] if rest else told
