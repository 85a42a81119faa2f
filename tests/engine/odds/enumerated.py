"""Small battles with every face that every die may show, through the very steps that battles take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from engine.combat.rounds import fight
from engine.dice import FACES
from engine.events.combat.battle import Submerged
from engine.game import carry_out_again
from engine.odds.form import BattleForm, check_form
from engine.odds.named_units import setting_of
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.successors import with_pieces
from tests.engine.odds.fights import Submerging, answer_to, has_transports, who_can_fight, with_way_out

Left = tuple[tuple[str, int], ...]
"""The pieces that are left, and the hits that they have taken; 2 for who has submerged."""


class MoreDice(Exception):
    """So many more dice are rolled."""

    def __init__(self, count: int) -> None:
        self.count = count


class RoundOver(Exception):
    """The next round begins."""


class KnownDice:
    """Faces that are known, and then none; stops before the second round."""

    def __init__(self, faces: tuple[int, ...], last: int) -> None:
        self.faces, self.last = list(faces), last

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """The next faces; raises MoreDice or RoundOver."""
        if f"round {self.last + 1}:" in why:
            raise RoundOver
        if len(self.faces) < count:
            raise MoreDice(count)
        rolled, self.faces = self.faces[:count], self.faces[count:]
        return tuple(rolled)


def shares_of(form: BattleForm) -> dict[str, float]:
    """How likely each side is to win, and a draw; by solving for every position that a battle comes to."""
    start = start_of(form)
    found = dict.fromkeys(("attacker", "defender", "draw"), 0.0)
    waiting: dict[Left, tuple[GameState, float]] = {}
    for after, share in rounds_from(start, 1, form.submerge):
        _count(start, after, share, found, waiting)
    if form.retreat_after:
        for number in range(2, form.retreat_after + 1):
            going, waiting = waiting, {}
            for state, share in going.values():
                for after, chance in rounds_from(state, number, form.submerge):
                    _count(start, after, share * chance, found, waiting)
        for state, share in waiting.values():
            found[who_can_fight(start, state, form.submerge)] += share
        return found
    while waiting:
        key = max(waiting, key=lambda left: sum(2 - hits for _, hits in left))
        state, share = waiting.pop(key)
        stays, others = 0.0, list[tuple[GameState, float]]()
        for after, chance in rounds_from(state, round_to_fight(state), form.submerge):
            if after.battle is not None and left_in(after) == key:
                stays += chance
            else:
                others.append((after, chance))
        for after, chance in others:
            _count(start, after, share * chance / (1 - stays), found, waiting)
    return found


def start_of(form: BattleForm) -> GameState:
    """Where it begins; attackers must be asked who leave while submarines submerge, as it matters who does so first,
    and those who have transports, as they may be left alone.
    """
    state = setting_of(form, check_form(form)).state
    leaves = form.retreat_after or form.retreat_below or form.retreat_with_aircraft
    return with_way_out(state) if (form.submerge and leaves) or has_transports(state) else state


def round_to_fight(state: GameState) -> int:
    """The round that has begun without a die, or the next where the attacker is asked whether to press on."""
    assert state.battle is not None
    return state.battle.round + bool(state.requests)


def left_in(state: GameState) -> Left:
    return tuple(sorted((piece.id, 2 if piece.submerged else piece.hits_taken) for piece in state.pieces.values()))


def _count(
    start: GameState,
    after: GameState,
    share: float,
    found: dict[str, float],
    waiting: dict[Left, tuple[GameState, float]],
) -> None:
    if after.battle is not None:
        _, before = waiting.get(left_in(after), (after, 0.0))
        waiting[left_in(after)] = after, before + share
        return
    found[who_can_fight(start, after)] += share


def rounds_from(state: GameState, number: int, submerging: Submerging = ()) -> Iterator[tuple[GameState, float]]:
    """All that a round may lead to, and how likely each is."""
    waiting: list[tuple[GameState, tuple[int, ...], float]] = [(state, (), 1.0)]
    while waiting:
        now, faces, share = waiting.pop()
        dice = KnownDice(faces, number)
        try:
            after, is_over = _gone_on(now, dice, submerging)
        except MoreDice as more:
            chance = share / FACES**more.count
            rolls = product(range(1, FACES + 1), repeat=more.count)
            waiting.extend((now, (*faces, *rolled), chance) for rolled in rolls)
            continue
        if is_over or after.battle is None:
            yield after, share
        else:
            waiting.append((after, (), share))


def _gone_on(state: GameState, dice: KnownDice, submerging: Submerging) -> tuple[GameState, bool]:
    """The state at the next question, or at the end of the round: where the attacker is asked whether to press on."""
    play = Play(state, dice)
    if state.requests:
        request = state.requests[0]
        carry_out_again(play, {"type": "decide", "kind": request.kind, "choice": answer_to(request, submerging)})
    try:
        fight(play)
    except RoundOver:
        return play.state, True
    asked = [request.kind for request in play.state.requests]
    return _still_below(state, play), asked == ["retreat"]


def _still_below(before: GameState, play: Play) -> GameState:
    """As it is now; submarines that have submerged are still under water where the battle has ended."""
    if play.state.battle is not None:
        return play.state
    below = {piece.id for piece in before.pieces.values() if piece.submerged}
    below |= {piece for event in play.events if isinstance(event, Submerged) for piece in event.pieces}
    return with_pieces(play.state, [replace(piece, submerged=True) for piece in play.state.select(below)])
