"""A player who orders and answers only what sheets offer, at random."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

from cogs.orders.ending import undo_button
from cogs.orders.landings import UNLANDED
from cogs.orders.moves import undoing
from engine import GameState, IllegalAction, Refusal, apply, load_setup, new_game
from engine.ask import landings, undone_together
from engine.position.relations import acting_powers
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.turn import sheet_now
from tests.engine.random_games import RolledDice
from tests.engine.random_options import random_options
from tests.engine.random_orders import RandomPlayer
from tests.engine.random_positions import scattered
from tests.gamemaster.sheets.answered import check_sheet, sheets_of
from tests.gamemaster.sheets.pressing import GAME, PRESSED, Orders, deeds_on, shown

PRESSES, REFUSALS = 2, 10
"""Presses in a phase before its end is tried, so that games go on; fights are fought to their end. Refusals of an end
until something is done that no sheet led to.
"""
BESIDE = "beside the sheets"
SELDOM = {"undo": 0.3, "attack": 0.7, "bring": 0.3}
"""How likely a press is that would else lead nowhere."""


class BySheets:
    """A random game that goes on from a position.

    given: how many orders came of each deed, and answers to each kind of question. phases: those that were passed.
    """

    def __init__(self, state: GameState, rng: Random) -> None:
        self.rng = rng
        self.dice = RolledDice(self.rng)
        self.state = state
        self.given = Counter[str]()
        self.phases = Counter[str]()
        self._other = RandomPlayer(self.rng, odd=False)
        self._phase: tuple[int, str, str] | None = None
        self._pressed = self._refused = 0

    @classmethod
    def of(cls, setup: str, seed: int, *, dealt: bool) -> BySheets:
        """A game of a setup, from its beginning or from units that are dealt over the board."""
        rng = Random(seed)
        advantages = bool(load_setup(setup).advantages)
        state = new_game(setup, random_options(setup, rng, advantages=advantages, luck=rng))
        return cls(apply(state, scattered(state.edition, rng), RolledDice(rng)).state if dealt else state, rng)

    def step(self) -> None:
        """An answer, an order of the sheet, or the end of the phase."""
        state = self.state
        if state.requests:
            self._answer(state)
            return
        if self._phase != (here := (state.round, state.power, state.phase)):
            self._phase, self._pressed, self._refused = here, 0, 0
            self.phases[state.phase] += 1
        self._pressed += 1
        deeds = deeds_on(shown(sheet_now(GAME, state))) | {f"calloff.{space}": () for space in landings(state)}
        able = [deed for deed in deeds if deed.partition(".")[0] in PRESSED]
        if able and ("end" not in deeds or self._pressed <= PRESSES):
            deed = self.rng.choices(able, [SELDOM.get(deed, 1) for deed in able])[0]
            word, _, argument = deed.partition(".")
            self._give(word, PRESSED[word](state, self.rng, argument, deeds[deed]))
        else:
            self._end(state)

    def _give(self, word: str, orders: Orders) -> None:
        for order in orders:
            self._apply(order)
            self.given[word] += 1
            if self.state.requests:
                break

    def _apply(self, order: JsonAction) -> None:
        self.state = apply(self.state, order, self.dice).state

    def _answer(self, state: GameState) -> None:
        """One of the answers to a question on the sheet of whoever must answer."""
        asked, sheet = next(iter(sheets_of(state, [self.rng.choice(list(acting_powers(state)))])))
        check_sheet(asked, sheet)
        each = self.rng.choice(asked)
        choice = self.rng.choice(each.offers).choice
        self._apply({"type": "decide", "request": each.request.id, "power": each.power, "choice": choice})
        self.given[each.request.kind] += 1

    def _end(self, state: GameState) -> None:
        """The end of the phase, or what the refusal leads to; where it leads nowhere, more presses."""
        self._pressed = 0
        try:
            self._apply({"type": "end_phase", "phase": state.phase})
        except Refusal as no:
            self._refused += 1
            if no.rule in UNLANDED:
                self._give("landings", PRESSED["landings"](state, self.rng, "", ()))
            elif isinstance(no, IllegalAction) and (buttons := undo_button(state, no)):
                number = int(buttons[0][0].split(".")[1])
                self._give("undo", undoing(undone_together(state, number)))
            elif self._refused > REFUSALS:
                self._do_anything()

    def _do_anything(self) -> None:
        for order in self._other.orders(self.state):
            with suppress(Refusal):
                self._apply(order.action)
                self.given[BESIDE] += 1
                return
        raise AssertionError("no order is accepted")
