"""What answers to a question come to: how likely whoever is asked wins, worked out beside the event loop."""

from __future__ import annotations

import time
from collections.abc import Sequence

from engine import GameState, Refusal, ScriptedDice, apply
from engine.ask import Counts, ReactionChoice, ReactionOptions, RetreatChoice
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.odds.odds import STAY, Odds
from engine.odds.position import under_way
from engine.odds.reactions.scrambles import able_to_scramble, joined_from_bases
from engine.odds.setting import Setting
from engine.state.pieces import Piece
from engine.state.questions import JsonChoice, Request, Word
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.own_losses import OwnLosses, by_own_losses, side_of
from gamemaster.chances.posing import posed
from gamemaster.errors import TableRefusal
from gamemaster.jobs.chances import as_known, chance_of

WEIGHED = ("retreat", "casualties", "reaction")
"""Kinds of questions whose answers have a chance that can be told."""
MOST_ANSWERS = 6
SECONDS = 1.2
"""What is not begun by then is not worked out: the player waits for it."""

Answer = JsonChoice | Word


def chances_of_answers(
    state: GameState, request: Request, power: PowerId, answers: Sequence[Answer], own: OwnLosses
) -> tuple[float | None, ...]:
    """The chance of a power's side to win its battle with each of these answers.

    None where dice fall before that can be said, where the answer ends the battle, or where there was no time.

    state: the board as the player may see it, who left these orders of loss.
    """
    until = time.monotonic() + SECONDS
    found: list[float | None] = []
    for answer in answers[:MOST_ANSWERS]:
        setting = _led_to(state, request, power, answer) if time.monotonic() < until else None
        found.append(_win(setting, power, own) if setting else None)
    return (*found, *(None for _ in answers[MOST_ANSWERS:]))


def _win(setting: Setting, power: PowerId, own: OwnLosses) -> float | None:
    try:
        odds = chance_of(setting, by_own_losses(STAY, setting, own))
    except Refusal:
        return None
    if not isinstance(odds, Odds):
        return None
    attacks = side_of(setting.state, setting.battle, power) == "attacker"
    return as_known(odds.attacker_win if attacks else odds.defender_win, odds)


def _led_to(state: GameState, request: Request, power: PowerId, answer: Answer) -> Setting | None:
    """The battle that goes on after an answer."""
    meant = request.default if isinstance(answer, str) else answer
    match request.kind:
        case "retreat":
            choice = RetreatChoice.of(meant)
            return under_way(state) if choice.press and not choice.submerge else None
        case "casualties":
            return _after_losses(state, request, power, answer)
        case "reaction":
            return _with_risen(state, request, ReactionChoice.of(meant))
    return None


def _after_losses(state: GameState, request: Request, power: PowerId, answer: Answer) -> Setting | None:
    """Between two rounds; nothing where somebody still fires in this one."""
    action = {"type": "decide", "request": request.id, "choice": answer, "power": power}
    try:
        after = apply(state, action, ScriptedDice(())).state
    except IllegalAction:
        return None
    return under_way(after) if after.battle and after.battle.space == request.space else None


def _with_risen(state: GameState, request: Request, choice: ReactionChoice) -> Setting | None:
    """The battle in the one sea zone into which aircraft can rise, with these."""
    zones = tuple(ReactionOptions.of(request).scramble)
    if len(zones) != 1 or choice.intercept:
        return None
    try:
        setting = posed(state, OddsChoice("battle", zones[0])).setting
    except (Refusal, TableRefusal):
        return None
    rising = _meant(able_to_scramble(setting), choice.scramble.get(zones[0], {}))
    return joined_from_bases(setting, rising) if rising else setting


def _meant(able: Sequence[tuple[SpaceId, Piece]], bases: dict[SpaceId, Counts]) -> list[tuple[SpaceId, Piece]]:
    """So many of each unit from each base."""
    found: list[tuple[SpaceId, Piece]] = []
    for base, units in bases.items():
        for unit, count in units.items():
            found += [each for each in able if each[0] == base and each[1].unit == unit][:count]
    return found
