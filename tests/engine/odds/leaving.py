"""Small battles that attackers leave by what they have left or by their chances, with every face of every die."""

from __future__ import annotations

from collections import defaultdict

from engine.combat.retreat import ways_out
from engine.odds.form import BattleForm
from engine.state.game_state import GameState
from tests.engine.odds.enumerated import Left, left_in, round_to_fight, rounds_from, start_of
from tests.engine.odds.fights import below_at, who_can_fight, with_way_out

Shares = dict[str, float]


class LeavingByFaces:
    """The chances of a battle whose attackers leave once they have only aircraft left or would win too seldom."""

    def __init__(self, form: BattleForm) -> None:
        self.form, self.start = form, start_of(form)
        self._after: dict[Left, list[tuple[GameState, float]]] = {}
        self._known: dict[tuple[Left, bool], Shares] = {}

    def shares(self) -> Shares:
        """How likely each side is to win, and a draw."""
        found: defaultdict[str, float] = defaultdict(float)
        for after, share in rounds_from(self.start, 1, self.form.submerge):
            for who, chance in self._from(after, leave=True).items():
                found[who] += share * chance
        return {who: found[who] for who in ("attacker", "defender", "draw")}

    def _from(self, state: GameState, *, leave: bool) -> Shares:
        """What a position after a round comes to. leave: whether the attackers leave where they mean to."""
        if state.battle is None:
            return {self._winner(state): 1.0}
        key = left_in(state), leave
        if key not in self._known:
            goes = leave and self._leaves(state)
            self._known[key] = {self._winner(state): 1.0} if goes else self._fought_on(state, leave=leave)
        return self._known[key]

    def _fought_on(self, state: GameState, *, leave: bool) -> Shares:
        here, stays = left_in(state), 0.0
        if here not in self._after:
            self._after[here] = list(rounds_from(state, round_to_fight(state), self.form.submerge))
        found: defaultdict[str, float] = defaultdict(float)
        for after, share in self._after[here]:
            if after.battle is not None and left_in(after) == here:
                stays += share
                continue
            for who, chance in self._from(after, leave=leave).items():
                found[who] += share * chance
        return {who: share / (1 - stays) for who, share in found.items()}

    def _winner(self, state: GameState) -> str:
        return who_can_fight(self.start, state, self.form.submerge)

    def _leaves(self, state: GameState) -> bool:
        if self.form.retreat_with_aircraft and self._is_in_the_air(state):
            return True
        below = self.form.retreat_below
        return bool(below) and may_all_go(state) and self._from(state, leave=False).get("attacker", 0.0) < (below or 0)

    def _is_in_the_air(self, state: GameState) -> bool:
        assert state.battle is not None
        below = below_at(state, self.form.submerge)
        left = [piece for piece in state.select(state.battle.attackers) if piece.id not in below]
        return bool(left) and all(state.type_of(piece).domain == "air" for piece in left)


def may_all_go(state: GameState) -> bool:
    """Whether all attackers may retreat together."""
    assert state.battle is not None
    ways = ways_out(with_way_out(state))
    return ways is not None and len((*ways.ground, *ways.aircraft)) == len(state.battle.attackers)
