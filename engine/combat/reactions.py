"""What others do in one window after the combat moves: intercept raids, and scramble (SPC-44, SPC-85, ASY-23)."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from engine.combat.air import interception, scramble
from engine.combat.plans import (
    check_intercept_plan,
    check_scramble_plan,
    planned_interception,
    planned_scramble,
)
from engine.events.combat.raids import Intercepted
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.kinds import Counts, Orders, Question, keep_sealed
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Choice, Request
from engine.state.words import listed

__all__ = ["ReactionChoice", "ReactionOptions", "rising_choice"]

Fighters = dict[SpaceId, tuple[Piece, ...]]
INTERCEPT = "{“intercept”: {“germany”: {“fighter”: 1}}}"
SCRAMBLE = "{“scramble”: {“sz6”: {“japan”: {“fighter”: 2}}}}"


class ReactionOptions(scramble.ScrambleOptions):
    """The raids that fighters of a power can meet, by territory, and who can scramble."""

    intercept: Mapping[SpaceId, interception.RaidOptions]


class ReactionChoice(Choice, extra="forbid"):
    """Which fighters intercept bombing raids, by territory and unit, and which aircraft scramble, by sea zone,
    territory of their air base, and unit; {} for none.
    """

    intercept: dict[SpaceId, Counts] = Field(default_factory=dict)
    scramble: dict[SpaceId, dict[SpaceId, Counts]] = Field(default_factory=dict)


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
        raids, others = interception.offered(state, fighters), scramble.offered(state, risers)
        offered = ReactionOptions(intercept=raids, scramble=others.scramble, limits=others.limits)
        default = rising_choice(interception.default(state, fighters), {})
        REACTION.ask(play, next(iter((*fighters, *risers))), (power,), offered, default, power)


def rising_choice(fighters: dict[SpaceId, Counts], risers: dict[SpaceId, dict[SpaceId, Counts]]) -> ReactionChoice:
    """The answer that names those who rise, and no more."""
    if fighters and risers:
        return ReactionChoice(intercept=fighters, scramble=risers)
    if fighters:
        return ReactionChoice(intercept=fighters)
    return ReactionChoice(scramble=risers) if risers else ReactionChoice()


def how(_state: GameState, request: Request) -> tuple[str, str]:
    """How to answer."""
    offered = ReactionOptions.of(request)
    examples = [*([INTERCEPT] if offered.intercept else []), *([SCRAMBLE] if offered.scramble else [])]
    return "form", f"Say which aircraft take off, such as {listed(examples, 'or')}, or {{}} for nobody."


def check(state: GameState, request: Request, power: PowerId, said: ReactionChoice) -> None:
    """Raise IllegalAction unless all who are named can rise."""
    _named(state, request, power, said)


def answer(play: Play, request: Request, power: PowerId, said: ReactionChoice) -> None:
    """Keep an answer unseen, and once all are in reveal them together (ASY-06). Until then it may be replaced."""
    windows = keep_sealed(play, request, power, said)
    answers = [
        (window, owner, _named(play.state, window, owner, ReactionChoice.of(answered)))
        for window in windows
        for owner, answered in window.answers.items()
    ]
    for window, owner, (fighters, _) in answers:
        play.emit(RequestClosed(window.id, window.answers[owner]))
        if fighters:
            rising = {space: tuple(piece.id for piece in pieces) for space, pieces in fighters.items()}
            play.emit(Intercepted(owner, rising))
    scramble.scramble(play, {owner: risers for _, owner, (_, risers) in answers})


def _named(
    state: GameState, request: Request, power: PowerId, said: ReactionChoice
) -> tuple[Fighters, scramble.Rising]:
    """The aircraft that intercept and those that scramble by an answer; raises IllegalAction."""
    offered = ReactionOptions.of(request)
    fighters = interception.chosen_fighters(state, offered.intercept, power, said.intercept)
    rising = (piece.id for pieces in fighters.values() for piece in pieces)
    return fighters, scramble.chosen_scramble(state, offered.scramble, power, said.scramble, rising)


def by_orders(state: GameState, request: Request, orders: Orders) -> ReactionChoice | None:
    """All that can rise, what the default says, or what plans say of scrambles and raids (ASY-20, ASY-22).

    None where nothing was left to say of one of them.
    """
    (policy,) = orders.get("reactions") or ("",)
    plans = {name: orders.get(name, ()) for name in ("scramble", "intercept")}
    offered, default = ReactionOptions.of(request), ReactionChoice.of(request.default)
    open_to = {"scramble": offered.scramble, "intercept": offered.intercept}
    if not policy and any(open_to[name] and not plan for name, plan in plans.items()):
        return None
    everybody = {space: dict(raid.fighters) for space, raid in offered.intercept.items()}
    if plans["intercept"]:
        fighters = planned_interception(state, everybody, plans["intercept"])
    else:
        fighters = everybody if policy == "all" else default.intercept
    if plans["scramble"]:
        return rising_choice(fighters, planned_scramble(state, offered, plans["scramble"], fighters))
    return rising_choice(fighters, scramble.all_that_may(state, offered, fighters) if policy == "all" else {})


REACTION = Question(
    "reaction",
    ReactionOptions,
    ReactionChoice,
    how,
    answer,
    check,
    by_orders=by_orders,
    policies={"reactions": ("default", "all")},
    plans={"scramble": check_scramble_plan, "intercept": check_intercept_plan},
    before_battles=True,
    sealed=True,
)
