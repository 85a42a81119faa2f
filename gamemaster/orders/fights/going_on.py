"""Fighting on without a press for each round: a battle to its end, all battles of a phase."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine import GameState, Refusal
from engine.ask import Orders, battle_options
from engine.facts.board import PowerId
from engine.queries.standing_orders import wants_to_be_asked
from engine.state.questions import Request
from gamemaster.orders.drafts import Draft, answer_standing, decide, only_question_to
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.phase_keys import phase_key
from store import Auto


def press_on(draft: Draft, mine: Collection[PowerId], orders: Mapping[str, Orders], gone_on_from: str = "") -> None:
    """Fight on for as long as nobody else has to choose, and the player's own orders don't want them asked (ASY-55).

    gone_on_from: a question at which the player was asked and chose to go on.
    """
    while request := only_question_to(draft.state, mine):
        if request.id != gone_on_from and _is_to_be_asked(draft.state, request, orders):
            return
        choice: object = {"press": True} if request.kind == "retreat" else "default"
        auto: Auto | None = None if request.kind == "retreat" else "default"
        draft.apply(request.power, decide(request, request.power, choice), auto)
        answer_standing(draft, orders)


def _is_to_be_asked(state: GameState, request: Request, orders: Mapping[str, Orders]) -> bool:
    return any(wants_to_be_asked(state, request, power, orders.get(power, {})) for power in request.powers)


def fight_all(loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """One battle after the other, each to the end, in the order that the draft knows, as far as nobody must choose.

    Once no question keeps it from going on, it is over (ASY-60).
    """
    plan = draft.fight_all
    if plan is None:
        return
    mine = loaded.powers_of(loaded.seats.get(draft.state.power, 0))
    if phase_key(draft.state) == plan.phase:
        press_on(draft, mine, orders)
        while battles := plan.in_order(battle_options(draft.state)):
            action = {"type": "battle", "space": battles[0].space, "kind": battles[0].kind}
            draft.apply(draft.state.power, action)
            answer_standing(draft, orders)
            press_on(draft, mine, orders)
    if phase_key(draft.state) != plan.phase or not draft.state.requests:
        draft.fight_all = None


def go_on(loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """The same after an order of somebody, which no refusal of what follows may undo: that only ends it."""
    try:
        fight_all(loaded, draft, orders)
    except Refusal:
        draft.fight_all = None
