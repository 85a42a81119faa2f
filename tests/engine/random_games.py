"""Random legal games in which everything that can be checked is checked after every action.

A failure names the seed: `python -m tests.soak --seed N` plays the same game again.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine import (
    Event,
    GameState,
    Outcome,
    ScriptedDice,
    apply,
    ask,
    event_from_json,
    event_to_json,
    evolve,
    new_game,
    state_from_json,
    state_to_json,
    state_to_text,
)
from engine.advantages.uses import owed_rolls, usable
from engine.economy.accounts import open_accounts
from engine.errors import Refusal
from engine.game import parse_order
from engine.kinds import order_to_json
from engine.position.relations import acting_powers
from engine.queries import menus, reach
from engine.queries.standing_orders import answer_by_orders
from engine.replay import read_record, replay
from tests.engine.event_effects import check_event
from tests.engine.illegal_orders import illegal_orders
from tests.engine.invariants import check_known, check_position
from tests.engine.random_answers import is_outdated, random_loss_line, random_orders_of_loss
from tests.engine.random_counts import cases
from tests.engine.random_forces import has_windows
from tests.engine.random_options import random_options
from tests.engine.random_orders import Order, RandomPlayer
from tests.engine.random_positions import scattered
from tests.engine.slips import slips_of_refusal

ENGINE = "0.1.0"
ENDLESS = 200
"""More orders than a phase ever needs: undone ones and answers to questions count, too."""
DEAL = 40
"""So many actions a position is played that brings fleets, bases and aircraft together."""


class RolledDice:
    """Dice from a random number generator; `faces` are those rolled."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.faces: list[int] = []

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """Roll `count` dice."""
        self.faces += (rolled := tuple(self._rng.randint(1, 6) for _ in range(count)))
        return rolled


@dataclass
class PlayedGame:
    """A random game: its record, what happened in it, and where it ended."""

    seed: int
    record: dict[str, Any]
    counts: Counter[str] = field(default_factory=Counter)
    winner: str | None = None
    seconds: float = 0.0


class BrokenPromise(AssertionError):
    """The engine broke a promise: `record` leads to the position, `trying` was ordered there."""

    def __init__(self, message: str, record: Mapping[str, Any], trying: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.record, self.trying = record, trying


def play_random_game(
    seed: int, actions: int, setup: str = "aa1941", *, advantages: bool = False, every: int = 1, low_luck: str = ""
) -> PlayedGame:
    """Play a game of at most so many actions; raises BrokenPromise with seed, step and action.

    `low_luck`: how much of it there is, else it is drawn.
    `every`: of so many actions one is repeated, and its state read back and all found anew that is known of it: that
    takes the most time.
    """
    game = _Game(seed, setup, every, advantages=advantages, low_luck=low_luck)
    began = time.perf_counter()
    try:
        game.begin()
        while len(game.steps) < actions and game.state.winner is None:
            game.step()
        game.check_record()
    except Exception as error:
        played = f"{setup}{' with all national advantages' if advantages else ''}"
        raise BrokenPromise(
            f"random game of {played} with seed {seed}, step {len(game.steps)}, {json.dumps(game.trying)}: "
            f"{type(error).__name__}: {error}",
            game.record,
            game.trying,
        ) from error
    return PlayedGame(seed, game.record, game.counts, game.state.winner, time.perf_counter() - began)


class _Game:
    """A game being played and checked. `copy` equals the state; read back, it shares nothing with it."""

    def __init__(self, seed: int, setup: str, every: int, *, advantages: bool, low_luck: str) -> None:
        self.rng = Random(seed)
        self.every = every
        options = random_options(setup, self.rng, advantages=advantages, luck=Random(f"luck {seed}"))
        options |= {"low_luck": low_luck} if low_luck else {}
        self.state = new_game(setup, options)
        self.copy = new_game(setup, options)
        self.player = RandomPlayer(self.rng)
        self.steps: list[dict[str, Any]] = []
        self.record: dict[str, Any] = {
            "format": 1,
            "engine": ENGINE,
            "setup": setup,
            "options": options,
            "steps": self.steps,
        }
        self.events: list[tuple[Event, ...]] = []
        self.counts: Counter[str] = Counter()
        self.trying: Mapping[str, Any] = {}
        self.phase: tuple[int, str, str] | None = None
        self.orders_in_phase = 0
        self.dealt = 0

    def begin(self) -> None:
        """Now and then the game master deals another position."""
        if self.rng.random() < 0.6:
            self._accept("gm", scattered(self.state.edition, self.rng))

    def step(self) -> None:
        """Let somebody do something, where much is seldom met now and then in another position."""
        if self._is_worn_out():
            self.dealt = len(self.steps)
            self._accept("gm", scattered(self.state.edition, self.rng))
            return
        if self.rng.random() < 0.2:
            self._try_illegal_orders()
        if self.rng.random() < (0.008 if has_windows(self.state.edition) else 0.02):
            check_menus(self.state, self.rng)
        elif not self.orders_in_phase:
            for query in QUICK_QUERIES.values():
                query(self.state)
        for order in self.player.orders(self.state):
            if self._try(order):
                self._check_progress()
                return
        raise AssertionError(f"nothing that is offered in {self.state.phase} goes on with the game")

    def _is_worn_out(self) -> bool:
        """Whether a deal has led to all that it is likely to lead to."""
        quiet = not self.state.requests and self.state.phase in ("research", "purchase")
        return quiet and has_windows(self.state.edition) and len(self.steps) - self.dealt > DEAL

    def _check_progress(self) -> None:
        """A phase that takes so many orders cannot be ended."""
        phase = (self.state.round, self.state.power, self.state.phase)
        self.orders_in_phase = self.orders_in_phase + 1 if phase == self.phase else 0
        self.phase = phase
        assert self.orders_in_phase < ENDLESS, f"the {self.state.phase} phase does not end"

    def _try(self, order: Order) -> bool:
        self.trying = order.action
        by = "gm" if order.action["type"] == "edit" else order.action.get("power", self.state.power)
        try:
            self._accept(by, order.action)
        except Refusal as no:
            if order.offered:
                raise AssertionError(f"offered, but refused: {no}") from no
            self._reads_well(no)
            self.counts["refusals"] += 1
            return False
        return True

    def _reads_well(self, no: Refusal) -> None:
        """What a refusal says has no slip of the pen."""
        found = slips_of_refusal(no.message)
        assert not found, found

    def _try_illegal_orders(self) -> None:
        for action in self.rng.sample(illegal_orders(self.state, self.rng), 4):
            self.trying = action
            dice = RolledDice(self.rng)
            try:
                apply(self.state, action, dice)
            except Refusal as no:
                assert not dice.faces, "dice were rolled for an illegal order"
                self._reads_well(no)
                self.counts["refusals"] += 1
            else:
                raise AssertionError("an illegal order was accepted")
        assert self.state == self.copy, "a refused order changed the state"

    def _accept(self, by: str, action: dict[str, Any]) -> None:
        """Carry out an action with all checks; raises Refusal."""
        before = self.state
        dice = RolledDice(self.rng)
        try:
            outcome = apply(before, action, dice)
        except Refusal:
            assert not dice.faces, "dice were rolled for an order that is refused"
            raise
        finally:
            assert before == self.copy, "apply changed its input"
        form = self.rng.choice((dict, parse_order, _shortest))
        _check_events(before, outcome)
        check_position(outcome.state)
        is_checked_again = len(self.steps) % self.every == 0
        if is_checked_again:
            _check_repeats(before, form(action), dice.faces, outcome)
            check_known(outcome.state)
        if len(outcome.state.undo) > len(before.undo):
            undone = apply(outcome.state, {"type": "undo"}, ScriptedDice(())).state
            assert undone == before, "undo does not give back the position before"
        self._check_defaults(outcome.state)
        self._remember(by, action, dice.faces, outcome)
        self._go_on_from(outcome.state, read_back=is_checked_again)

    def _go_on_from(self, state: GameState, *, read_back: bool) -> None:
        """Play on with the state, or with what was read back as it is kept."""
        restored = state_from_json(state_to_text(state)) if read_back else state
        assert restored == state, "the state read back from JSON differs"
        self.state, self.copy = (restored, state) if self.rng.random() < 0.5 else (state, restored)
        if self.rng.random() < 0.1 and read_back:
            assert state_to_json(restored) == state_to_json(state), "the state read back is written differently"

    def _check_defaults(self, state: GameState) -> None:
        for request in state.requests:
            for power in request.powers:
                choice = {"type": "decide", "request": request.id, "power": power, "choice": "default"}
                apply(state, choice, RolledDice(self.rng))
                if not is_outdated(state, request):
                    apply(state, {**choice, "choice": dict(request.default)}, RolledDice(self.rng))
                by_orders = answer_by_orders(state, request, power, random_orders_of_loss(state, self.rng))
                if by_orders is not None:
                    apply(state, {**choice, "choice": by_orders}, RolledDice(self.rng))
                other = Random(len(self.steps))  # so that all that follows is as it was
                by_line = answer_by_orders(state, request, power, random_loss_line(state, other))
                if by_line is not None:
                    apply(state, {**choice, "choice": by_line}, RolledDice(other))

    def _remember(self, by: str, action: dict[str, Any], faces: list[int], outcome: Outcome) -> None:
        self.steps.append({"by": by, "action": action, **({"dice": faces} if faces else {})})
        self.events.append(outcome.events)
        self.counts["actions"] += 1
        for event in outcome.events:
            self.counts[event.kind] += 1
            self.counts.update(cases(self.state, event))
        if action["type"] == "advantage":
            self.counts[f"advantage {action['name']}"] += 1
        for request in outcome.state.requests:
            self.counts[f"question {request.kind}"] += 1

    def check_record(self) -> None:
        """Playing the record again must lead to the same state by the same events."""
        self.trying = {}
        played = replay(read_record(json.dumps(self.record)))
        assert played.error is None, f"the record is refused: {played.error}"
        assert state_to_json(played.state) == state_to_json(self.state), "the record leads to another state"
        assert played.events == self.events, "the record leads there by other events"


def _shortest(action: Mapping[str, Any]) -> Mapping[str, Any]:
    return order_to_json(parse_order(action))


def _check_repeats(before: GameState, action: Any, faces: list[int], outcome: Outcome) -> None:
    """The same action in another form, with the same dice, has the same outcome."""
    dice = ScriptedDice(faces)
    again = apply(before, action, dice)
    assert dice.left == 0, f"{dice.left} dice are left over when the action is repeated"
    assert again.state == outcome.state, "the same action leads to another state"
    assert again.events == outcome.events, "the same action leads to other events"


def _check_events(before: GameState, outcome: Outcome) -> None:
    state = before
    for event in outcome.events:
        after = evolve(state, event)
        check_event(state, event, after)
        if event.kind == "turn_began":
            check_position(after)
        state = after
    assert state == outcome.state, "the events do not lead to the state"
    stored = json.loads(json.dumps([event_to_json(event) for event in outcome.events]))
    assert tuple(map(event_from_json, stored)) == outcome.events, "events read back from JSON differ"


def check_menus(state: GameState, rng: Random) -> None:
    """Everything on every menu is accepted; of the units that can move, a few are tried everywhere."""
    for query in QUERIES.values():
        query(state)
    if state.requests or state.winner or owed_rolls(state):
        return
    able = open_accounts(state, state.power)
    for account in able:
        payer = {"from": account.id} if len(able) > 1 else {}
        for unit, count in ask.affordable(state, account).items():
            _must_accept(state, {"type": "purchase", "units": {unit: count}, **payer})
    _check_moves(state, rng)
    for zone, stances in ask.zones_to_engage(state).items():
        for attack in stances:
            _must_accept(state, {"type": "engage", "space": zone, "attack": attack})
    for target in ask.rocket_targets(state):
        _must_accept(state, {"type": "battle", "space": target, "kind": "rocket"})
    for name, offers in usable(state).items():
        for offer in offers:
            _must_accept(state, {"type": "advantage", "name": name, **offer})
    _check_battles(state)


def _check_moves(state: GameState, rng: Random) -> None:
    groups = ask.movable(state)
    for group in rng.sample(groups, min(3, len(groups))):
        units = [group.unit, *([group.company] if group.company else [])]
        reaches = ask.shared_destinations(state, group.space, units, group.owner)
        assert reaches, f"{group} is called movable, but there is nowhere to go"
        for way in reaches.values():
            saved = len(way.path) - 1 - way.cost
            flies_cheap = "island_bases" in state.advantages.get(group.owner, ())
            left_to_the_rules = group.company and not state.edition.board.are_adjacent(*way.path[:2])
            is_right = saved == 0 or left_to_the_rules or (saved > 0 and flies_cheap)
            assert is_right, f"{way} does not cost what it says"
            assert way.path[-1] == way.space, f"{way} leads elsewhere"
            order = {"type": "move", "units": dict.fromkeys(units, 1), "owner": group.owner, "path": list(way.path)}
            _must_accept(state, order)


def _check_battles(state: GameState) -> None:
    for battle in ask.battle_options(state):
        order = {"type": "battle", "space": battle.space, "kind": battle.kind}
        _must_accept(state, order)
        if battle.kind == "combat":
            able = ask.bombardments(state).get(battle.space, ())
            for silent in ({"land": "none"} if battle.space in ask.landings(state) else {}, {"bombard": able[:1]}):
                _must_accept(state, {**order, **silent})


def _first(state: GameState) -> tuple[str, str]:
    """A space with a unit of the power on turn, and that unit."""
    own = [piece for piece in state.pieces.values() if piece.power == state.power]
    return (own[0].space, own[0].unit) if own else (next(iter(state.owners)), state.edition.units[0].id)


QUICK_QUERIES: dict[str, Callable[[GameState], object]] = {
    "acting_powers": acting_powers,
    "affordable": ask.affordable,
    "battle_options": ask.battle_options,
    "bombardments": ask.bombardments,
    "expected_battles": ask.expected_battles,
    "is_legal": lambda state: ask.is_legal(state, {"type": "end_phase"}),
    "landings": ask.landings,
    "placements": lambda state: [ask.placements(state, unit.id) for unit in state.edition.units],
    "refusal_of": lambda state: ask.refusal_of(state, {"type": "undo"}),
    "requests_of": lambda state: [ask.requests_of(state, power) for power in state.edition.turn_order],
    "rocket_targets": ask.rocket_targets,
    "supporting_ships": lambda state: [ask.supporting_ships(state, battle) for battle in ask.battle_options(state)],
    "ways_to_pay": lambda state: ask.ways_to_pay(state, 5),
    "zones_to_engage": ask.zones_to_engage,
}
"""What is asked at the beginning of every phase of every power."""
QUERIES: dict[str, Callable[[GameState], object]] = {
    **QUICK_QUERIES,
    "movable": ask.movable,
    "movable_from": lambda state: ask.movable_from(state, _first(state)[0]),
    "destinations": lambda state: ask.destinations(state, *_first(state)),
    "shared_destinations": lambda state: ask.shared_destinations(state, _first(state)[0], _first(state)[1:]),
}
assert {*menus.__all__, *reach.__all__} - {"Movable", "Reach", "is_drop"} <= set(QUERIES)


def _must_accept(state: GameState, action: dict[str, Any]) -> None:
    try:
        apply(state, action, RolledDice(Random(0)))
    except Refusal as no:
        raise AssertionError(f"on the menu, but refused: {json.dumps(action)}: {no}") from no
