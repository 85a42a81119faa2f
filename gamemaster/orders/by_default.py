"""What a phase still needs before it can end, by the printed defaults, for a player whose time is up (ASY-42)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from engine import GameState, IllegalAction
from engine.ask import Orders, battle_options, is_hostile_zone, placements, refusal_of, waiting_units
from engine.facts.board import PowerId
from engine.facts.parameters import PhaseId
from gamemaster.keys import phase_key
from gamemaster.narration import landing_moves
from gamemaster.orders.drafts import Draft, JsonAction, answer_standing, decide, only_question_to

OWED = "I can't end this phase: it needs a choice that has no default. `/game edit` or `/game rollback` can help."
MOST_ORDERS = 500
"""More than any phase needs; so that nothing goes on for ever."""


def end_by_default(draft: Draft, mine: Collection[PowerId], orders: Mapping[str, Orders]) -> None:
    """End the phase of a player with these powers, or go on until others must choose; raises what keeps it from that.

    What was ordered stands. Battles are fought with the defaults of their questions. The refusal names the rule alone,
    as what it is about may follow from orders that nobody else may see.
    """
    phase, power = phase_key(draft.state), draft.state.power
    theirs = len(draft.state.undo)
    for _ in range(MOST_ORDERS):
        end = {"type": "end_phase", "phase": draft.state.phase}
        refused = refusal_of(draft.state, end)
        order = _next_order(draft.state, theirs) if refused else end
        if refused and order is None:
            raise IllegalAction(refused.rule if isinstance(refused, IllegalAction) else "phase", OWED)
        draft.apply(power, order or end, "default")
        theirs -= order is not None and order["type"] == "undo"
        _answer(draft, mine, orders)
        if draft.state.requests or draft.state.winner or phase_key(draft.state) != phase:
            return
    raise IllegalAction("phase", OWED)


def _answer(draft: Draft, mine: Collection[PowerId], orders: Mapping[str, Orders]) -> None:
    answer_standing(draft, orders)
    while request := only_question_to(draft.state, mine):
        draft.apply(request.power, decide(request, request.power, "default"), "default")
        answer_standing(draft, orders)


def _next_order(state: GameState, theirs: int) -> JsonAction | None:
    """What brings the end of the phase nearer; theirs: how many orders of the player still stand."""
    if state.phase == "combat_move":
        return _leave(state) or ({"type": "undo", "order": theirs - 1} if theirs else None)
    decided = _ORDERS.get(state.phase)
    return decided(state) if decided else None


def _leave(state: GameState) -> JsonAction | None:
    """The way out of a hostile zone for a ship that can't attack and has nobody beside it who can (CMV-63)."""
    board = state.edition.board
    for zone in (zone for zone in board.sea_zone if is_hostile_zone(state, zone, state.power)):
        own = [piece for piece in state.at(zone) if piece.power == state.power and piece.aboard is None]
        if any(state.type_of(piece).attack for piece in own):
            continue
        for piece in own:
            for there in sorted(filter(board.is_sea, board.neighbours[zone])):
                move = {"type": "move", "units": {piece.unit: 1}, "path": [zone, there]}
                if not is_hostile_zone(state, there, state.power) and refusal_of(state, move) is None:
                    return move
    return None


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
    "conduct_combat": _fight,
    "noncombat_move": _land,
    "mobilize": _place,
}
