"""Conceding: a side gives up once all its players are ready to (GEN-34)."""

from __future__ import annotations

from typing import Literal

from engine.events.turn import Conceded
from engine.kinds import After, Order, OrderKind
from engine.play import Play
from engine.politics.standing import side_of
from engine.turn.watching import win


class Concede(Order):
    """Be ready to concede; the side concedes when all its powers are (GEN-34)."""

    type: Literal["concede"]


def concede(play: Play, order: Concede) -> None:
    """A side concedes once all its powers with players of their own are ready to (GEN-34, GEN-05)."""
    power = order.power or play.power
    play.emit(Conceded(power))
    side = side_of(play.state, power)
    played = (p for p in play.edition.powers_with_turns if not p.acts_with)
    if all(p.id in play.state.conceded for p in played if p.side == side):
        winner = next(p.side for p in play.edition.powers if p.side != side)
        loser = "The Axis concedes." if side == "axis" else "The Allies concede."
        win(play, winner, loser)


CONCEDE = OrderKind(Concede, concede, After.NOTHING)
