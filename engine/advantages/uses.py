"""National advantages that are rolled for before the first turn, and used by an order of their power's own turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.advantages.catalogue import RULES
from engine.advantages.rule import Use, UseAdvantage
from engine.errors import IllegalAction
from engine.events.advantages import AdvantagesRolled
from engine.facts.board import PowerId
from engine.facts.options import advantages_to_roll
from engine.facts.parameters import PhaseId
from engine.kinds import After, Order, OrderKind, Whenever, on_turn
from engine.play import Play
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.words import listed

__all__ = ["check_rolled", "usable"]

USES: Mapping[str, Use] = {rule.id: rule.use for rule in RULES.values() if rule.use}


def use(play: Play, order: UseAdvantage) -> None:
    """Use a national advantage; raises IllegalAction where the power has it not, or not now (OPT-07, OPT-13)."""
    state = play.state
    advantage = state.edition.advantage.get(order.name)
    if advantage is None:
        known = listed(state.edition.advantage, "or")
        choose = f"Choose {known}" if known else "This edition has none"
        raise IllegalAction("OPT-07", f"There is no national advantage {quoted(order.name)} here. {choose}.")
    owner = state.edition.power[advantage.power].called
    if advantage.power != play.power or order.name not in state.advantages.get(play.power, ()):
        raise IllegalAction(
            "OPT-13", f"You don't have {advantage.name}: only {owner} can, and only if this table gave it."
        )
    if order.name in state.used_advantages:
        raise IllegalAction(advantage.rule, f"{advantage.name} works once a game and has been used.")
    if order.name not in USES:
        raise IllegalAction(advantage.rule, f"{advantage.name} works by itself. You don't need to order it.")
    wanted = USES[order.name].phases
    if state.phase not in wanted:
        names = " or ".join(phase.replace("_", " ") for phase in wanted)
        raise IllegalAction("phase", f"Use {advantage.name} in the {names} phase.")
    USES[order.name].rule(play, order)


def usable(state: GameState) -> dict[str, tuple[Mapping[str, object], ...]]:
    """Advantages that an order of the power on turn could use now, and what each such order could say."""
    mine = (name for name in _unused(state) if state.phase in USES[name].phases)
    return {name: offers for name in mine if (offers := USES[name].offers(state))}


def keeps_open(state: GameState, phase: PhaseId) -> bool:
    """Whether a phase is the last in its turn to use an advantage of the power on turn, so that it must be asked."""
    return any(USES[name].phases[-1] == phase and USES[name].offers(state) for name in _unused(state))


def _unused(state: GameState) -> list[str]:
    return [
        name
        for name in state.advantages.get(state.power, ())
        if name in USES and state.has_advantage(state.power, name)
    ]


USE_ADVANTAGE = OrderKind(UseAdvantage, use, After.CAN_BE_UNDONE, (on_turn,))


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
