"""The turns of a game, folded once: what a review needs of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine import GameState
from engine.battle_report.reading import battle_begun, battle_ended
from engine.events import Event, evolve
from engine.events.combat.battle import Outcome
from engine.facts.board import PowerId


@dataclass(frozen=True)
class Fight:
    """A battle of two sides: the board as it began, who was left, and the board once all that followed was done."""

    began: GameState
    outcome: Outcome
    ended: GameState


@dataclass(frozen=True)
class CombatMove:
    """The combat move of a power: the board before its first move, and with all its attacks ordered."""

    round: int
    power: PowerId
    before: GameState
    ordered: GameState


@dataclass(frozen=True)
class PlayedTurn:
    """A turn that is over: the board as it began and as it was over, and what was ordered and fought in it."""

    round: int
    power: PowerId
    start: GameState
    combat_move: CombatMove | None
    fights: tuple[Fight, ...]
    end: GameState


def turns_of(start: GameState, events: Iterable[Event]) -> Iterator[PlayedTurn]:
    """The turns in their order, the last one only where the war is won in it."""
    state, turn = start, _OpenTurn(start)
    for event in events:
        after = evolve(state, event)
        if (after.round, after.power) != (state.round, state.power):
            yield turn.closed(state)
            turn = _OpenTurn(after)
        else:
            turn.add(state, event, after)
        state = after
    if state.winner is not None:
        yield turn.closed(state)


class _OpenTurn:
    """A turn as far as it has gone."""

    def __init__(self, start: GameState) -> None:
        self._start = start
        self._moves_from: GameState | None = None
        self._ordered: GameState | None = None
        self._began: GameState | None = None
        self._outcome: Outcome | None = None
        self._fights: list[Fight] = []

    def add(self, before: GameState, event: Event, after: GameState) -> None:
        """One event more."""
        if before.phase == "combat_move" and self._ordered is None:
            if self._moves_from is None and after.pieces is not before.pieces:
                self._moves_from = before
            if after.phase != before.phase:
                self._ordered = before
        if (battle := battle_begun(event)) or after.phase != before.phase:
            self._end_fight(before)
            self._began = after if battle and battle.defenders else None
        elif end := battle_ended(before, event):
            self._outcome = end.outcome

    def closed(self, end: GameState) -> PlayedTurn:
        """The turn once it is over."""
        self._end_fight(end)
        start, ordered, move = self._start, self._ordered, None
        if ordered is not None:
            move = CombatMove(start.round, start.power, self._moves_from or ordered, ordered)
        return PlayedTurn(start.round, start.power, start, move, tuple(self._fights), end)

    def _end_fight(self, ended: GameState) -> None:
        if self._began is not None and self._outcome is not None:
            self._fights.append(Fight(self._began, self._outcome, ended))
        self._began, self._outcome = None, None
