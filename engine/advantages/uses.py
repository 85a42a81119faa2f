"""National advantages that their power uses by an order of its own turn."""

from __future__ import annotations

from collections.abc import Mapping

from engine.advantages.catalogue import RULES
from engine.advantages.rule import Use, UseAdvantage
from engine.errors import IllegalAction
from engine.facts.parameters import PhaseId
from engine.order_kind import After, OrderKind, on_turn
from engine.play import Play
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.words import listed

__all__ = ["usable"]

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
        raise IllegalAction("OPT-13", f"{advantage.name} belongs to {owner}, and only if the table gave it.")
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
