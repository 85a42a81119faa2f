"""One action being carried out: the state so far, the events so far, and the dice."""

from __future__ import annotations

from engine.dice import Dice, WatchedDice
from engine.events import Event, evolve
from engine.facts.board import Board, PowerId
from engine.facts.edition import Edition
from engine.facts.parameters import Parameters
from engine.state.game_state import GameState


class Play:
    """Rules read `state` and change it only by `emit`.

    idle_units_fire: units that can hit none of their enemies roll as well, as in old records (CMB-07).
    """

    def __init__(self, state: GameState, dice: Dice, *, idle_units_fire: bool = False) -> None:
        self.state = state
        self.dice = WatchedDice(dice)
        self.idle_units_fire = idle_units_fire
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Let an event happen."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def mark(self) -> tuple[GameState, int]:
        """Where things stand, for `rewind`."""
        return self.state, len(self.events)

    def rewind(self, mark: tuple[GameState, int]) -> None:
        """Forget all events since a mark."""
        self.state, count = mark
        del self.events[count:]

    @property
    def audience(self) -> str:
        """Who is told now: in a phase of orders only the acting power, in combat and after it everybody."""
        return "all" if self.state.phase in ("conduct_combat", "collect_income") else self.state.power

    @property
    def edition(self) -> Edition:
        """The edition being played."""
        return self.state.edition

    @property
    def board(self) -> Board:
        """The board being played on."""
        return self.state.edition.board

    @property
    def parameters(self) -> Parameters:
        """The rule parameters of the edition."""
        return self.state.edition.parameters

    @property
    def power(self) -> PowerId:
        """The power on turn."""
        return self.state.power
