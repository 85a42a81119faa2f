"""What a player orders from where a game stands up to the next dice, the next question or the end of the phase.

The dice fall elsewhere, and what they bring is looked at anew. So nothing has to be kept between two of these plans:
where one is lost, the same position leads to the same orders.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from computer.levels import seat_at
from computer.playing import Action, Budget, CutOff, Given, Hand, Table, Why, owed, reply
from computer.seeding import SeededDice, Story
from computer.seeing import seen_by
from engine import GameState, Refusal, apply, state_to_text
from engine.dice import DiceWanted, NoDice
from engine.facts.board import PowerId

MOST_ORDERS = 300
"""More than a phase ever needs; what is left over is planned anew."""


@dataclass
class UpToDice(Table):
    """A game that goes on until dice would fall: the order that rolls is the last one."""

    def take(self, by: PowerId, action: Action, why: Why | None = None) -> bool:
        """Take an order if it is legal."""
        try:
            self.state = apply(self.state, action, NoDice()).state
        except DiceWanted:
            self.is_stopped = True
        except Refusal:
            return False
        self.story.add(by, action, ())
        self.given.append(Given(by, action, (), why))
        self.is_stopped = self.is_stopped or len(self.given) == MOST_ORDERS
        return True


def orders_of(
    seen: GameState, power: PowerId, level: str, seed: int, stance: str = "", cut_off: CutOff | None = None
) -> tuple[Given, ...]:
    """What the player of a level does for a power in a position as its seat sees it; raises IllegalAction (`form`).

    It answers the first question that the power owes, or else orders in the open phase of its turn.
    """
    seat, board = seat_at(level, seed, stance=stance), seen_by(seen, power)
    table = UpToDice(board, _story_of(board), SeededDice(seed))
    if board.requests:
        request, _ = owed(board, power)
        reply(table, seat, board, request.id, power)
    else:
        seat.player.play(Hand(table, seat, Budget(seat.weighings, cut_off=cut_off or CutOff())))
    return tuple(table.given)


def _story_of(board: GameState) -> Story:
    """The fingerprint of a position: what led to it may have been secret."""
    digest = hashlib.sha256(state_to_text(board).encode()).hexdigest()
    return Story(board.setup, {"position": digest})
