"""Random games in which powers draft their turns while others play: what is still said to work is accepted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

import pytest

from cogs.orders.moves import move_action
from engine import GameState, Refusal, apply, new_game
from engine.dice import NoDice
from engine.facts.parameters import PhaseId
from gamemaster.orders.drafts import JsonAction
from gamemaster.planning.ahead import ROLLS, PlannedLine, tried, turn_ahead, working
from gamemaster.views.visible import seen_by
from tests.engine.random_games import RolledDice
from tests.engine.random_orders import RandomPlayer
from tests.published import SETUPS
from tests.samples import Sample

KINDS: Mapping[PhaseId, tuple[str, ...]] = {"purchase": ("purchase",), "combat_move": ("move", "load", "offload")}
GAMES, TURNS, LINES = 5, 3, 4


def read(_: GameState, line: str) -> JsonAction:
    """A line is the action itself here."""
    action: JsonAction = json.loads(line)
    return action


@dataclass
class Drafting:
    """A game of random players. drafts: lines by power and phase; said: those that work, by the last look."""

    state: GameState
    player: RandomPlayer
    dice: RolledDice
    drafts: dict[tuple[str, PhaseId], list[str]] = field(default_factory=dict)
    said: dict[tuple[str, PhaseId], list[str]] = field(default_factory=dict)
    given: int = 0

    def play_on(self) -> None:
        """One order, whatever is accepted."""
        for order in self.player.orders(self.state):
            try:
                self.state = apply(self.state, order.action, self.dice).state
            except Refusal:
                continue
            return

    def draft(self) -> None:
        """Each power that isn't on turn drafts what it has no draft of."""
        for power in self.state.edition.turn_order:
            for phase in KINDS:
                is_due = phase in self.state.edition.parameters.turn.phases_of(power) and power != self.state.power
                if is_due and (power, phase) not in self.drafts:
                    self.drafts[power, phase] = self._lines(power, phase)

    def _lines(self, power: str, phase: PhaseId) -> list[str]:
        lines, state = list[str](), turn_ahead(seen_by(self.state, [power]), power, phase)
        for order in self.player.orders(state):
            if order.action["type"] in KINDS[phase]:
                try:
                    state = apply(state, order.action, NoDice()).state
                except Refusal:
                    continue
                lines.append(json.dumps(order.action))
                if len(lines) == LINES:
                    break
        return [*lines, *lines]  # What was meant twice must be said to fail where there are units for one.

    def check(self) -> None:
        """The drafts of who is on turn and of one other are looked at again, as each of them sees the board."""
        looking = {self.state.power, self.player.rng.choice(self.state.edition.turn_order)}
        for (power, phase), lines in [each for each in self.drafts.items() if each[0][0] in looking]:
            found, _ = tried(turn_ahead(seen_by(self.state, [power]), power, phase), lines, read)
            assert [line.text for line in found] == lines
            self.said[power, phase] = working(found)

    def give(self) -> None:
        """What is said to work in the phase that has just begun, or was when the turn began."""
        key = self.state.power, self.state.phase
        for line in self.said.pop(key, []):
            self.state, self.given = apply(self.state, read(self.state, line), NoDice()).state, self.given + 1
        self.drafts.pop(key, None)


@pytest.mark.sampled
@pytest.mark.parametrize("setup", SETUPS)
def test_what_is_said_to_work_is_accepted_when_the_turn_comes(setup: str, sample: Sample[int]) -> None:
    games = [_drafted(setup, Random(f"{setup} {seed}")) for seed in sample(range(GAMES), 5)]
    assert sum(game.given for game in games) > len(games) * TURNS


def _drafted(setup: str, rng: Random) -> Drafting:
    """Some turns of a game in which everybody drafts theirs."""
    game = Drafting(new_game(setup), RandomPlayer(rng, odd=False), RolledDice(rng))
    turns = 0
    while turns < TURNS and not game.state.winner:
        before = game.state
        game.play_on()
        if before.power != game.state.power:
            turns += 1
            game.draft()
        if before.power != game.state.power or game.state.phase == "purchase" != before.phase:
            game.check()
        if before.phase != game.state.phase and not game.state.requests:
            game.give()
    return game


def test_a_line_that_no_longer_works_says_why_and_those_after_it_are_tried_without_it() -> None:
    state = turn_ahead(new_game("aa1941"), "germany", "combat_move")
    lost = {"type": "move", "units": {"infantry": 99}, "path": ["germany", "poland"]}
    there = {"type": "move", "units": {"tank": 1}, "path": ["eastern_europe", "karelia"]}
    found, _ = tried(state, [json.dumps(each) for each in (lost, there)], read)
    assert found[0].why
    assert found[1] == PlannedLine(json.dumps(there))
    assert tried(state, [json.dumps({"type": "research", "dice": 1})], read)[0][0].why != ROLLS


def test_why_a_line_does_not_work_is_told_whole_with_a_rule_but_no_key_of_ours() -> None:
    state = new_game("aa1941")
    line, far = "1 infantry: *karelia* > nowhere at all", "1 infantry: siberia > western europe"
    (typed, moved), _ = tried(turn_ahead(state, "soviet_union", "combat_move"), [line, far], move_action)
    hint = "There is no space “nowhere at all”. Did you mean North Africa or Southeast Asia?"
    assert typed.in_words == f"• ~~1 infantry: \\*karelia\\* > nowhere at all~~ {hint}"
    assert moved.in_words.endswith("(CMV-03)")
