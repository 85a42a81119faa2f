"""What a phase still needs before it can end, by the printed defaults, for a player whose time is up (ASY-42)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from engine import GameState, IllegalAction
from engine.ask import Orders, battle_options, placements, refusal_of, waiting_units
from engine.facts.board import PowerId
from engine.facts.parameters import PhaseId
from gamemaster.narration import landing_moves
from gamemaster.orders.drafts import Draft, JsonAction, answer_standing, decide, only_question_to
from gamemaster.orders.phase_keys import phase_key

OWED = "I can't end this phase: it lacks a choice that no default makes. `/game edit` or `/game rollback` can help."
MOST_ORDERS = 500
"""More than any phase needs; so that nothing goes on for ever."""


def end_by_default(draft: Draft, mine: Collection[PowerId], orders: Mapping[str, Orders]) -> None:
    """End the phase of a player with these powers, or go on until others must choose; raises what keeps it from that.

    What was ordered stands. Battles are fought with the defaults of their questions. The refusal names the rule alone,
    as what it is about may follow from orders that nobody else may see.
    """
    phase, power = phase_key(draft.state), draft.state.power
    for _ in range(MOST_ORDERS):
        end = {"type": "end_phase", "phase": draft.state.phase}
        refused = refusal_of(draft.state, end)
        order = _next_order(draft.state) if refused else end
        if refused and order is None:
            raise IllegalAction(refused.rule if isinstance(refused, IllegalAction) else "phase", OWED)
        draft.apply(power, order or end, "default")
        _answer(draft, mine, orders)
        if draft.state.requests or draft.state.winner or phase_key(draft.state) != phase:
            return
    raise IllegalAction("phase", OWED)


def _answer(draft: Draft, mine: Collection[PowerId], orders: Mapping[str, Orders]) -> None:
    answer_standing(draft, orders)
    while request := only_question_to(draft.state, mine):
        draft.apply(request.power, decide(request, request.power, "default"), "default")
        answer_standing(draft, orders)


def _next_order(state: GameState) -> JsonAction | None:
    decided = _ORDERS.get(state.phase)
    return decided(state) if decided else None


def _take_back(state: GameState) -> JsonAction | None:
    """The last move, as long as the moves can't stand together."""
    return {"type": "undo"} if state.undo else None


def _fight(state: GameState) -> JsonAction | None:
    battles = battle_options(state)
    return {"type": "battle", "space": battles[0].space, "kind": battles[0].kind} if battles else None


def _land(state: GameState) -> JsonAction | None:
    """The nearest landing of an aircraft that can still land."""
    moves = (move.order(state) for move in landing_moves(state))
    return next((move for move in moves if refusal_of(state, move) is None), None)


def _place(state: GameState) -> JsonAction | None:
    """A unit that can still be placed, in the capital or beside it where there is room (ASY-43)."""
    for unit in sorted(waiting_units(state, state.power), key=lambda unit: state.edition.unit_rank[unit]):
        options = sorted(placements(state, unit), key=lambda option: option[1] not in state.edition.capitals)
        for space, complex_at in options:
            order = {"type": "mobilize", "units": {unit: 1}, "space": space, "complex": complex_at}
            if refusal_of(state, order) is None:
                return order
    return None


_ORDERS: Mapping[PhaseId, Callable[[GameState], JsonAction | None]] = {
    "combat_move": _take_back,
    "conduct_combat": _fight,
    "noncombat_move": _land,
    "mobilize": _place,
}
