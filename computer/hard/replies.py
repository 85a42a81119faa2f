"""The enemies' replies, two deep: who takes a place can be struck there before it is held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import replace
from functools import cached_property

from computer.normal.course import Course, Fighter, Force, course_of, fighter_of, force_of, held_after, left_after
from computer.normal.replies import NOWHERE, Held, Reaching, reaching_of
from computer.normal.victory.rivals import Rivals
from computer.weights import PLACES
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId

BACK = 0.3
"""So much of what striking back would bring counts: who strikes back in one place is missing in another."""
DECISIVE = 40.0
"""Places that are worth so much may decide the war: they are lost for good, as ships are."""


class WaryEnemies(Rivals):
    """Enemies who count what they lose where they are struck in turn."""

    fear, back = 1.0, BACK

    def __init__(self, state: GameState, power: PowerId) -> None:
        super().__init__(state, power)
        self._coming: dict[SpaceId, Counter[Fighter]] = {}
        self._beside: dict[tuple[SpaceId, Force], Force] = {}

    def tempered(self, fear: float, back: float) -> WaryEnemies:
        """The same, but so much feared, and with so much of what striking back would bring."""
        self.decides(())
        found = copy(self)
        found.fear, found.back = fear, back
        return found

    def take(
        self, held: Collection[Held], gone: Collection[SpaceId] = (), wins: Mapping[SpaceId, float] = NOWHERE
    ) -> float:
        """What the enemies gain, as far as it is feared, and how much nearer they come to winning."""
        whole = super().take(held, gone, wins)
        if self.fear == 1:
            return whole
        decided = self.decides(held, gone, wins)
        return round(self.fear * (whole - decided) + decided, PLACES)

    def gain_of(self, held: Held, force: Force) -> tuple[float, Course]:
        """What a strike brings an enemy on average, less what striking back brings then."""
        gain, course = super().gain_of(held, force)
        is_lost_for_good = not held.is_land or held.prize >= DECISIVE or not self.back
        if not is_lost_for_good and course.win > 0 and any(fighter.captures for fighter in force):
            gain -= self.back * course.win * self._back(held, force)
        return gain, course

    def left_of(self, held: Held, force: Force) -> Held:
        """A space that holds as the next enemy finds it: without those who are lost."""
        return replace(held, garrison=held_after(force, held.garrison))

    def _back(self, held: Held, force: Force) -> float:
        """What retaking a place brings, from those who would be left there."""
        coming = self._strikers(held)
        if not any(fighter.captures for fighter in coming):
            return 0.0
        left = force_of(fighter for fighter in left_after(force, held.garrison) if fighter.captures)
        course = course_of(coming, left)
        return max(0.0, course.win * held.prize + course.defend_loss - course.attack_loss)

    def _strikers(self, held: Held) -> Force:
        """Who can come to a place, but for those who held it."""
        key = held.space, held.garrison
        if key not in self._beside:
            self._beside[key] = force_of((self._all_to(held.space) - Counter(held.garrison)).elements())
        return self._beside[key]

    def _all_to(self, space: SpaceId) -> Counter[Fighter]:
        """All who can be in a place in the next turn, those who hold it included."""
        if space not in self._coming:
            rows = self._own.get(space, ())
            self._coming[space] = Counter(each.fighter for each in rows) + Counter(self._aircraft(space))
        return self._coming[space]

    @cached_property
    def _own(self) -> Reaching:
        return reaching_of(self._state, self._power)

    def _aircraft(self, space: SpaceId) -> list[Fighter]:
        """Own aircraft that reach a place and a friendly one beside it, as far as that is not hostile now."""
        state, power = self._state, self._power
        if ask.is_hostile_territory(state, space, power):
            return []
        far, found = state.edition.board.flight_distances(space), list[Fighter]()
        home = min((far[t] for t in state.owners if t != space and t in far and self._is_home(t)), default=99)
        for piece in state.pieces.values():
            unit = state.type_of(piece)
            flies = piece.power == power and unit.domain == "air" and unit.attack and piece.space in far
            if flies and far[piece.space] + home <= unit.move:
                found.append(fighter_of(state, unit))
        return found

    def _is_home(self, territory: SpaceId) -> bool:
        return self._state.owners[territory] == self._power
