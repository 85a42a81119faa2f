"""A long game without checks, at random or as it is kept: what the rules cost, and what it takes to have it back."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from engine import GameState, Outcome, Refusal, apply, event_from_json, event_to_json, fold, new_game
from engine.replay import outcomes, read_record, replay, start_of
from tests.bench.kept import kept_record
from tests.bench.measured import Measured, milliseconds, p99
from tests.engine.random_games import ENGINE, RolledDice
from tests.engine.random_orders import RandomPlayer

ROUNDS = 10
SEED = 1941


@dataclass
class War:
    """A game as it was played: record, stored events, and how long each action kept a core."""

    start: GameState
    state: GameState
    record: dict[str, Any]
    events: list[str] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Go on to what an action led to."""
        self.events += [json.dumps(event_to_json(event)) for event in outcome.events]
        self.state = outcome.state


@cache
def fight(setup: str = "aa1941", rounds: int = ROUNDS, seed: int = SEED) -> War:
    """Play until a round is over or the game is won; the same war every time."""
    rng = Random(seed)
    start = new_game(setup)
    war = War(start, start, {"format": 1, "engine": ENGINE, "setup": setup, "options": {}, "steps": []})
    player = RandomPlayer(rng, odd=False)
    while war.state.winner is None and war.state.round <= rounds:
        _act(war, player, rng)
    return war


@cache
def fight_again(setup: str) -> War:
    """The war of a record that is kept, played once more; raises StepRefused where the rules have changed since."""
    text = kept_record(setup)
    record = read_record(text)
    start = start_of(record)
    war = War(start, start, json.loads(text))
    following = outcomes(record, start)
    for _ in record.steps:
        began = time.process_time()
        outcome = next(following)
        war.milliseconds.append((time.process_time() - began) * 1000)
        war.add(outcome)
    return war


def _act(war: War, player: RandomPlayer, rng: Random) -> None:
    for order in player.orders(war.state):
        dice = RolledDice(rng)
        began = time.process_time()
        try:
            outcome = apply(war.state, order.action, dice)
        except Refusal:
            continue
        finally:
            war.milliseconds.append((time.process_time() - began) * 1000)
        by = order.action.get("power", war.state.power)
        war.record["steps"].append({"by": by, "action": order.action, "dice": dice.faces})
        war.add(outcome)
        return
    raise AssertionError("the random player knows no way to go on")


def measure(war: War) -> list[Measured]:
    """The budgets of the rules."""
    setup = war.start.setup
    length = f"{setup}, {war.state.round - 1} rounds, {len(war.record['steps'])} actions"
    text = json.dumps(war.record)
    folding = milliseconds(lambda: fold(war.start, (event_from_json(json.loads(event)) for event in war.events)))
    replaying = milliseconds(lambda: replay(read_record(text)))
    orders = f"p99 of {len(war.milliseconds)} orders of a random game"
    return [
        Measured(f"{setup}: apply, {orders}", p99(war.milliseconds), 20, "ms"),
        Measured(f"folding the events of a game of {length}", folding / 1000, 2, "s"),
        Measured("re-running the rules of that game", replaying / 1000, 20, "s"),
    ]
