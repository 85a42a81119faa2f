"""National advantages that their power uses by an order of its own turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.actions import UseAdvantage
from engine.advantages import joint_strike
from engine.errors import IllegalAction
from engine.events import AdvantageUsed
from engine.parameters import PhaseId
from engine.play import Play
from engine.state import GameState


@dataclass(frozen=True)
class Use:
    """The phases in which an advantage may be used, and what happens then."""

    phases: tuple[PhaseId, ...]
    rule: Callable[[Play, UseAdvantage], None]


def russian_winter(play: Play, _order: UseAdvantage) -> None:
    """Once a game, until the Soviet Union's next turn (OPT-15)."""
    play.emit(AdvantageUsed(play.power, "russian_winter", once=True, in_force=True, audience=play.audience))


USES: Mapping[str, Use] = {
    "russian_winter": Use(("collect_income",), russian_winter),
    "joint_strike": Use(("research", "purchase", "combat_move"), joint_strike.declare),
}


def use(play: Play, order: UseAdvantage) -> None:
    """Use a national advantage; raises IllegalAction where the power has it not, or not now (OPT-07, OPT-13)."""
    state = play.state
    advantage = state.edition.advantage.get(order.name)
    if advantage is None:
        known = ", ".join(state.edition.advantage) or "none"
        raise IllegalAction("OPT-07", f"There is no national advantage “{order.name}” here; there is {known}.")
    owner = state.edition.power[advantage.power].name
    if advantage.power != play.power or order.name not in state.advantages.get(play.power, ()):
        raise IllegalAction("OPT-13", f"{advantage.name} is an advantage of {owner}, and only if the table gave it.")
    if order.name in state.used_advantages:
        raise IllegalAction(advantage.rule, f"{advantage.name} has been used; it works once a game.")
    if order.name not in USES:
        raise IllegalAction(advantage.rule, f"{advantage.name} works by itself; nothing needs to be ordered.")
    wanted = USES[order.name].phases
    if state.phase not in wanted:
        names = " or ".join(phase.replace("_", " ") for phase in wanted)
        raise IllegalAction("phase", f"{advantage.name} is used in the {names} phase.")
    USES[order.name].rule(play, order)


def usable(state: GameState) -> tuple[str, ...]:
    """Advantages of the power on turn that an order of the present phase could use."""
    mine = (name for name in state.advantages.get(state.power, ()) if name not in state.used_advantages)
    return tuple(name for name in mine if name in USES and state.phase in USES[name].phases)
