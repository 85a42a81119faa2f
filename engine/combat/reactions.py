"""What others do in one window after the combat moves: intercept raids, and scramble (SPC-44, SPC-85, ASY-23)."""

from __future__ import annotations

from engine.combat.air import interception, scramble
from engine.combat.plans import check_scramble_plan, planned_scramble
from engine.errors import IllegalAction
from engine.events.combat.raids import Intercepted
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.play import Play
from engine.requests import Orders, Question, keep_sealed, open_request
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Choice, Request

Fighters = dict[SpaceId, tuple[Piece, ...]]


def ask(play: Play) -> None:
    """With the combat moves done, ask every power whose aircraft can rise, all at once (ASY-06, ASY-20, ASY-22).

    No move can be changed in answer to that (CMV-76).
    """
    state = play.state
    for power in state.edition.turn_order:
        fighters = interception.able_by_territory(state, power)
        risers = scramble.able_by_zone(state, power)
        if not fighters and not risers:
            continue
        options = {"intercept": interception.offered(state, fighters), **scramble.offered(state, risers)}
        rising = interception.default(state, fighters)
        default: Choice = {"intercept": rising} if rising else {}
        open_request(play, "reaction", next(iter((*fighters, *risers))), (power,), options, default, power)


def answer(play: Play, request: Request, power: PowerId, choice: Choice | str) -> None:
    """Keep an answer unseen, and once all are in reveal them together (ASY-06); raises IllegalAction.

    Until then it may be replaced.
    """
    chosen = request.default if isinstance(choice, str) else choice
    _named(play.state, request, power, chosen)
    windows = keep_sealed(play, request, power, chosen)
    answers = [
        (window, owner, _named(play.state, window, owner, answered))
        for window in windows
        for owner, answered in window.answers.items()
    ]
    for window, owner, (fighters, _) in answers:
        play.emit(RequestClosed(window.id, window.answers[owner]))
        if fighters:
            rising = {space: tuple(piece.id for piece in pieces) for space, pieces in fighters.items()}
            play.emit(Intercepted(owner, rising))
    scramble.scramble(play, {owner: risers for _, owner, (_, risers) in answers})


def _named(state: GameState, request: Request, power: PowerId, choice: Choice) -> tuple[Fighters, scramble.Rising]:
    """The aircraft that intercept and those that scramble by a choice; raises IllegalAction."""
    if set(choice) - {"intercept", "scramble"}:
        raise IllegalAction("form", "Say who rises under “intercept” and “scramble”, or {} for nobody.")
    fighters = interception.chosen_fighters(state, request, power, choice)
    rising = (piece.id for pieces in fighters.values() for piece in pieces)
    return fighters, scramble.chosen_scramble(state, request, power, choice, rising)


def answer_by_orders(state: GameState, request: Request, orders: Orders) -> Choice | None:
    """All that can rise, what the default says, or what a plan for scrambles says (ASY-20).

    None where nothing was left to say, also of a raid beside the plan.
    """
    (policy,) = orders.get("reactions") or ("",)
    plan = orders.get("scramble", ())
    raids = request.options["intercept"]
    if not policy and (raids or not plan):
        return None
    if policy == "default" and not plan:
        return request.default
    everybody = {space: dict(raid["fighters"]) for space, raid in raids.items()}
    fighters = everybody if policy == "all" else request.default.get("intercept", {})
    risers = (
        planned_scramble(state, request, plan, fighters) if plan else scramble.all_that_may(state, request, fighters)
    )
    return {**({"intercept": fighters} if fighters else {}), **({"scramble": risers} if risers else {})}


REACTION = Question(
    "reaction",
    answer,
    answer_by_orders,
    {"reactions": ("default", "all")},
    {"scramble": check_scramble_plan},
    before_battles=True,
)
