"""What allies may use of each other, and who grants or refuses it (ASY-28, OPT-19)."""

from __future__ import annotations

from typing import Literal

from engine.advantages.catalogue import RULES
from engine.errors import IllegalAction
from engine.events.politics import LeaveChanged
from engine.facts.board import PowerId
from engine.facts.parameters import LeaveFor
from engine.kinds import After, Order, OrderKind
from engine.play import Play
from engine.politics.standing import are_on_one_side


class Leave(Order):
    """Grant or refuse an ally the use of one's carriers, transports, territories (ASY-28) or lent units (OPT-19)."""

    type: Literal["leave"]
    to: PowerId
    what: LeaveFor
    granted: bool


def change_leave(play: Play, order: Leave) -> None:
    """Grant or refuse it; raises IllegalAction where nobody can."""
    power = order.power or play.power
    if order.what in RULES and order.what not in play.edition.advantage:
        raise IllegalAction("OPT-07", f"There is no {RULES[order.what].leave} in this edition.")
    politics, known = play.parameters.politics, play.edition.power
    is_ally = order.to in known and order.to != power and are_on_one_side(play.state, power, order.to)
    if not is_ally and (order.to not in known or order.to == power or order.what not in politics.others_may_have):
        raise IllegalAction("power", "You can give that permission only to an ally.")
    if is_ally and order.what not in politics.allies_may_refuse:
        raise IllegalAction("ASY-28", f"Allies use each other's {order.what} freely in this edition.")
    play.emit(LeaveChanged(power, order.to, order.what, order.granted))


LEAVE = OrderKind(Leave, change_leave, After.NOTHING)
