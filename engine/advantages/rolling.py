"""Rolling for national advantages before the first turn (OPT-11, OPT-12)."""

from __future__ import annotations

from typing import Literal

from engine.errors import IllegalAction
from engine.events.advantages import AdvantagesRolled
from engine.facts.board import PowerId
from engine.facts.options import advantages_to_roll
from engine.order_kind import After, OrderKind, Whenever
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.order import Order

__all__ = ["check_rolled"]


class RollAdvantages(Order):
    """Roll for the national advantages of all powers before the first turn (OPT-11); the game master's."""

    type: Literal["roll_advantages"]


def owed_rolls(state: GameState) -> int:
    """How many advantages each power has still to roll for, before anything else can happen."""
    return (
        0
        if state.advantages or not state.edition.advantages
        else advantages_to_roll(state.edition.options, state.options)
    )


def check_rolled(state: GameState) -> None:
    """Raise IllegalAction (OPT-11) while the advantages are still to be rolled for."""
    if owed_rolls(state):
        raise IllegalAction("OPT-11", "National advantages are rolled first, before the first turn.")


def roll_advantages(play: Play, _order: RollAdvantages) -> None:
    """Roll for all powers in turn order; raises IllegalAction where nothing is to be rolled for."""
    count = owed_rolls(play.state)
    if not count:
        raise IllegalAction("OPT-11", "There are no national advantages to roll.")
    dice = {power: _roll(play, power, count) for power in play.edition.turn_order}
    play.emit(AdvantagesRolled(dice, {power: _drawn(play, power, faces) for power, faces in dice.items()}))


def _roll(play: Play, power: PowerId, count: int) -> tuple[int, ...]:
    """Dice until `count` different numbers of the power's table were rolled."""
    numbers = {advantage.number for advantage in play.edition.advantages if advantage.power == power}
    why = f"National advantages of {play.edition.power[power].called}"
    faces: tuple[int, ...] = ()
    while missing := count - len(numbers & set(faces)):
        faces += play.dice.roll(missing, why)
    return faces


def _drawn(play: Play, power: PowerId, faces: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(a.id for a in play.edition.advantages if a.power == power and a.number in faces)


ROLL_ADVANTAGES = OrderKind(RollAdvantages, roll_advantages, After.FIRST_TURN_BEGINS, given=Whenever.BEFORE_ROLLING)
