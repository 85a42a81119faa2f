"""How the war goes on in thought: a round of it, everybody playing quickly, and then the judge looks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from computer.hard.quick import QuickPlayer
from computer.judging import score
from computer.normal.player import NormalPlayer
from computer.playing import Action, Given, Seat, Table, Why, play_turn
from computer.seeding import SeededDice, Story
from engine import GameState, Refusal, apply
from engine.dice import FACES
from engine.facts.board import PowerId

QUICKLY, CAREFULLY = 30, 150
"""So much everybody weighs in a turn that is only thought of, and who thinks in the rest of its own."""
LAST_PHASE = "conduct_combat"
"""With this of its next turn a round ends: what is struck back counts."""


class ThoughtDice(SeededDice):
    """Dice that fall alike wherever the same fire is rolled for, whatever else happened; mirrored, the other way round.

    So games that begin in different ways differ by these alone, and of two that mirror each other each side is lucky in
    one.
    """

    def __init__(self, seed: int, *, is_mirrored: bool) -> None:
        super().__init__(seed)
        self._seed, self._is_mirrored = seed, is_mirrored
        self._rolled: Counter[str] = Counter()

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """Roll `count` dice."""
        self._rolled[why] += 1
        rng = Random(f"{self._seed} {why} {self._rolled[why]}")
        faces = tuple(rng.randint(1, FACES) for _ in range(count))
        return tuple(FACES + 1 - face for face in faces) if self._is_mirrored else faces


@dataclass
class Thought(Table):
    """A game that goes on in thought alone."""

    def accept(self, by: PowerId, action: Action, why: Why | None = None) -> bool:
        """Carry out an order; False where it is refused."""
        try:
            self.state = apply(self.state, action, self.dice).state
        except Refusal:
            self.refused += 1
            return False
        self.given.append(Given(by, action, (), why))
        return True


def thought_of(state: GameState, seed: int, *, is_mirrored: bool = False) -> Thought:
    """A position from which the game goes on in thought."""
    return Thought(state, Story(state.setup, {}), ThoughtDice(seed, is_mirrored=is_mirrored))


def round_from(state: GameState, power: PowerId, seed: int, *, is_mirrored: bool) -> float:
    """What the side of a power on turn is ahead by once all have moved and it has fought again."""
    side, table = state.edition.power[power].side, thought_of(state, seed, is_mirrored=is_mirrored)
    seats = {each.id: Seat(QuickPlayer(), "", seed, QUICKLY) for each in state.edition.powers}
    play_turn(table, seats | {power: Seat(NormalPlayer(), "", seed, CAREFULLY)})
    for _ in state.edition.turn_order:
        if table.state.winner is not None or table.state.power == power:
            break
        play_turn(table, seats)
    phases = state.edition.parameters.turn.phases_of(power)
    if table.state.winner is None and table.state.power == power and LAST_PHASE in phases:
        play_turn(table, seats, LAST_PHASE)
    return score(table.state, side)
