"""Orders that are wrong in every position of a running game."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import GameState


def illegal_orders(state: GameState, rng: Random) -> list[dict[str, Any]]:
    """Orders that must be refused now, whatever the position."""
    space, other = rng.sample(sorted(state.edition.board.neighbours), 2)
    stranger = next(p for p in state.edition.turn_order if p != state.power)
    unit = rng.choice(sorted(state.edition.unit))
    wrong: list[dict[str, Any]] = [
        *_wrong_moves(state, unit, space, other),
        {"type": "purchase", "units": {unit: 1000}},
        {"type": "mobilize", "units": {unit: 1000}, "space": space},
        {"type": "battle", "space": "atlantis"},
        {"type": "battle", "space": space, "kind": "siege"},
        {"type": "decide", "request": "long ago", "choice": "default"},
        {"type": "decide", "kind": "scramble", "choice": {}},
        {"type": "undo", "order": len(state.undo)},
        {"type": "end_phase", "power": stranger},
        {"type": "end_phase", "power": "atlantis"},
        {"type": "end_phase", "phase": next(p for p in ("purchase", "mobilize") if p != state.phase)},
        {"type": "end_phase", "why": "because"},
        {"type": "promise", "carrier": "new", "space": "atlantis"},
        {"type": "declare_war", "on": [state.power]},
        {"type": "research", "dice": 0, "technology": "rockets"},
        {"type": "research", "dice": 1, "technology": "radio"},
        {"type": "research", "dice": 1000, "technology": "rockets"},
        {"type": "advantage", "name": "elephants"},
        {"type": "leave", "to": state.power, "what": "carriers", "granted": True},
        {"type": "edit", "spaces": {space: {"units": {stranger: {"elephant": 1}}}}},
        {"type": "edit", "technologies": {stranger: ["radio"]}},
        {"type": "dance"},
        {},
    ]
    for request in state.requests:
        wrong += [
            {"type": "decide", "request": request.id, "power": request.powers[0], "choice": {"nonsense": 1}},
            {"type": "decide", "request": request.id, "power": request.powers[0], "choice": {"units": {unit: 77}}},
            {"type": "end_phase"},
        ]
    return wrong


def _wrong_moves(state: GameState, unit: str, space: str, other: str) -> list[dict[str, Any]]:
    return [
        {"type": "move", "units": {unit: 99}, "path": [space, other]},
        {"type": "move", "units": {unit: 1}, "path": [space, "atlantis"]},
        {"type": "move", "units": {"elephant": 1}, "path": [space, other]},
        {"type": "move", "units": {unit: -1}, "path": [space, other]},
        {"type": "move", "units": {}, "path": [space, other]},
        {"type": "move", "pick": [f"{state.power}.{unit}.9999"], "path": [space, other]},
        {"type": "move", "units": {unit: 1}, "path": [space]},
        {"type": "move", "units": {unit: 1}, "path": [space, other], "raid": "airport"},
    ]
