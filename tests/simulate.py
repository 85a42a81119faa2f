"""How often a game waits for people who are away: `python -m tests.simulate --setup S --games N --orders sensible`.

Powers are moved at random and attack gladly; each is played by somebody else, who is away in all turns but their own
and has left the same set of standing orders (`data/standing_orders.toml`). What these leave open is counted, by kind of
question, and gets its printed default. Exit 1 where more than one battle in ten needed an answer of somebody who was
away, or more than one such answer was waited for at once.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from random import Random
from typing import Any

from engine import GameState, apply, new_game, setup_names
from engine.ask import Orders, requests_of
from engine.errors import Refusal
from engine.facts.presets import load_presets
from engine.position.relations import acting_powers
from engine.queries.standing_orders import answer_by_orders, with_preset
from engine.state.questions import Request
from tests.engine.random_games import RolledDice
from tests.engine.random_orders import RandomPlayer

NONE = "none"
MOST_ACTIONS = 4000


@dataclass
class Count:
    """What was counted. asked: answers of people who were away, by kind of question; most: waited for at once."""

    battles: int = 0
    waiting: int = 0
    by_orders: int = 0
    turns: int = 0
    most: int = 0
    asked: Counter[str] = field(default_factory=Counter)

    def add(self, other: Count) -> None:
        """Count those of another game, too."""
        self.battles += other.battles
        self.waiting += other.waiting
        self.by_orders += other.by_orders
        self.turns += other.turns
        self.most = max(self.most, other.most)
        self.asked += other.asked

    @property
    def is_good(self) -> bool:
        """Whether nobody was needed in nine of ten battles, and never more than one at once."""
        return self.waiting * 10 <= self.battles and self.most <= 1

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.asked.most_common()) or "none"
        share = 100 * (1 - self.waiting / self.battles) if self.battles else 100.0
        return (
            f"{self.turns} turns, {self.battles} battles, {share:.1f}% of them without anybody who was away\n"
            f"answers by standing orders: {self.by_orders}; by people who were away: {self.asked.total()} ({kinds})\n"
            f"most of these waited for at once: {self.most}"
        )


class Game:
    """One game of so many rounds."""

    def __init__(self, setup: str, seed: int, preset: str, above: int | None) -> None:
        rng = Random(seed)
        self.state: GameState = new_game(setup)
        self.player, self.dice, self.count = RandomPlayer(rng, odd=False), RolledDice(rng), Count()
        powers = self.state.edition.turn_order
        left = {} if preset == NONE else load_presets()
        self.orders: Mapping[str, Orders] = {
            power: with_preset(self.state, power, {}, left[preset], above) if left else {} for power in powers
        }
        self.needed: set[object] = set()

    def play(self, rounds: int) -> Count:
        """Play them and give what was counted."""
        for _ in range(MOST_ACTIONS):
            if self.state.round > rounds or self.state.winner:
                break
            if self.state.requests:
                self._answer()
            else:
                self._order()
        self.count.waiting = len(self.needed)
        return self.count

    def _order(self) -> None:
        for order in self.player.orders(self.state):
            try:
                self._apply(order.action)
            except Refusal:
                continue
            return
        raise AssertionError(f"nothing goes on with {self.state.phase}")

    def _answer(self) -> None:
        """By orders all that they answer; what is still open is waited for, and answered by default."""
        if any(self._answered(request, power) for power in acting_powers(self.state) for request in self._owed(power)):
            return
        away = [(request, power) for power in acting_powers(self.state) for request in self._owed(power)]
        away = [(request, power) for request, power in away if power != self.state.power]
        self.count.most = max(self.count.most, len(away))
        for request, _ in away:
            self.count.asked[request.kind] += 1
            self.needed.add((self.state.round, self.state.power, request.space))
        open_to = ((each, power) for each in self.state.requests for power in each.powers if power not in each.answers)
        request, power = next(open_to)
        self._apply({"type": "decide", "request": request.id, "power": power, "choice": "default"})
        still = self.state.requests
        self.count.asked -= Counter(each.kind for each, who in away if each in still and who not in each.answers)

    def _owed(self, power: str) -> Sequence[Request]:
        return requests_of(self.state, power)

    def _answered(self, request: Request, power: str) -> bool:
        choice = answer_by_orders(self.state, request, power, self.orders.get(power, {}))
        if choice is None:
            return False
        try:
            self._apply({"type": "decide", "request": request.id, "power": power, "choice": choice})
        except Refusal:
            return False
        self.count.by_orders += power != self.state.power
        return True

    def _apply(self, action: Mapping[str, Any]) -> None:
        outcome = apply(self.state, action, self.dice)
        self.state = outcome.state
        self.count.battles += sum(event.kind == "battle_began" for event in outcome.events)
        self.count.turns += sum(event.kind == "turn_began" for event in outcome.events)


def played(setup: str, seed: int, preset: str, above: int | None, rounds: int) -> Count:
    """What was counted in one game."""
    return Game(setup, seed, preset, above).play(rounds)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulate", description=__doc__)
    parser.add_argument("--setup", choices=setup_names(), default="anniversary_1941")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--orders", choices=[*load_presets(), NONE], default="sensible")
    parser.add_argument("--ask-above", type=int, help="IPCs at stake from which on people want to be asked")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    total = Count()
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    with ProcessPoolExecutor(chosen.processes) as pool:
        alike = (repeat(each) for each in (chosen.orders, chosen.ask_above, chosen.rounds))
        for count in pool.map(played, repeat(chosen.setup), seeds, *alike):
            total.add(count)
    sys.stdout.write(
        f"{chosen.setup}, {chosen.games} games of {chosen.rounds} rounds, orders: {chosen.orders}\n{total}\n"
    )
    return 0 if total.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
