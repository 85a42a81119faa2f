"""Answers to questions, by what is left in the end: one function for each kind that is weighed, else as printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from computer.chances import Chances, chances_in, price
from computer.greedy.ground import prize_of
from computer.playing import Answer
from computer.weights import PLACES
from engine import GameState, ask
from engine.conditions.worth import between_rounds
from engine.facts.board import PowerId
from engine.odds.position import under_way
from engine.queries.standing_orders import answer_by_orders
from engine.state.pieces import PieceId
from engine.state.questions import Request

RISE = {"scramble": ("anywhere 9 least=50",), "submerge": ("alone",)}
"""Standing orders by which what rises or dives is weighed: aircraft scramble where the sea battle is then won."""
LINES = (
    ask.LossLine((ask.CHEAPEST,)),
    ask.LossLine((ask.CHEAPEST,), keep=True),
    ask.LossLine((ask.CHEAPEST,), keep=True, spares_ships=True),
    ask.LossLine((), keep=True),
)
"""Orders of loss that are weighed beside the printed one."""


def answer(state: GameState, request: Request, power: PowerId) -> Answer:
    """The answer to a question of any kind."""
    weigh = WEIGHED.get(request.kind)
    return "default" if weigh is None else weigh(state, request, power)


def retreat(state: GameState, request: Request, power: PowerId) -> Answer:  # noqa: ARG001
    """Press on where what is won and destroyed is worth more than what is lost."""
    offered, setting = ask.RetreatOptions.of(request), under_way(state)
    if setting is None or not offered.retreat:
        return "default"
    chances = chances_in(setting)
    if round(balance(state, request.space, chances), PLACES) > 0:
        return {"press": True}
    return {"retreat": offered.retreat[0]}


def balance(state: GameState, space: str, chances: Chances) -> float:
    """What pressing on to the end brings the attackers on average, in IPCs."""
    prize = prize_of(state, space) if space in state.owners else 0.0
    return chances.win * prize + chances.enemy_loss - chances.own_loss


def casualties(state: GameState, request: Request, power: PowerId) -> Answer:  # noqa: ARG001
    """The losses after which most is left in the end; the printed ones where nothing is better."""
    battle = state.battle
    if battle is None or battle.part == "air" or len(request.powers) > 1:
        return "default"
    taking = ask.HitTaking(state, battle, ask.CasualtiesOptions.of(request).side)
    printed = ask.slots_in_order(taking, ())
    best, chosen = worth_of_losses(taking, *taking.outcome(printed)), None
    seen = {taking.outcome(printed)}
    for line in LINES:
        slots = ask.slots_by_line(taking, line)
        outcome = taking.outcome(slots)
        if outcome in seen:
            continue
        seen.add(outcome)
        worth = worth_of_losses(taking, *outcome)
        if worth > best + 10**-PLACES:
            best, chosen = worth, slots
    return "default" if chosen is None else ask.as_choice(taking, chosen).to_json()


def worth_of_losses(taking: ask.HitTaking, lost: Iterable[PieceId], damaged: Iterable[PieceId]) -> float:
    """What a side has in the end and the enemy has not, in IPCs on average, with the ground that it is fought for."""
    state = taking.state
    battle, after = between_rounds(state, taking.battle, lost, damaged)
    setting = under_way(after)
    own, enemy = battle.attackers, battle.defenders
    prize = prize_of(state, battle.space) if battle.space in state.owners else 0.0
    kept = price(state, state.select(own if taking.side == "attacker" else enemy))
    if setting is None or not own or not enemy:
        return round(kept + prize * bool(own if taking.side == "attacker" else enemy), PLACES)
    chances = chances_in(setting)
    if taking.side == "attacker":
        takes = any(state.type_of(p).can("captures") for p in state.select(own))
        return round(kept - chances.own_loss + chances.enemy_loss + chances.win * prize * takes, PLACES)
    return round(kept - chances.enemy_loss + chances.own_loss + (1 - chances.win) * prize, PLACES)


def by_odds(state: GameState, request: Request, power: PowerId) -> Answer:
    """What standing orders with conditions say, by the chances of the battle; else as printed."""
    said = answer_by_orders(state, request, power, RISE)
    return "default" if said is None else said


WEIGHED: Mapping[str, Callable[[GameState, Request, PowerId], Answer]] = {
    "casualties": casualties,
    "retreat": retreat,
    "reaction": by_odds,
    "submerge": by_odds,
}
"""The kinds of questions that are weighed; every other gets the printed answer."""
