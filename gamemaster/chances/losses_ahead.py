"""What a power's orders of loss would give up in the battles ahead, for whoever leaves them (ASY-41)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine import GameState
from engine.ask import HitTaking, Orders, at_stake, line_in_force, slots_by_line, with_sides_taken
from engine.facts.board import PowerId
from engine.odds.position import ahead
from engine.odds.setting import Setting
from engine.state.battles import Hits
from engine.state.words import first_upper, ipcs, listed, number, pieces_in_words, place
from gamemaster.chances.own_losses import side_of
from gamemaster.chances.posing import battles_of

MOST_BATTLES, MOST_HITS = 6, 3


def losses_ahead(state: GameState, power: PowerId, orders: Orders) -> list[str]:
    """One line for each battle that is fought or ahead and in which the power has units, as far as the state shows it.

    The hits are those of land units and surface ships, which all units can take.
    """
    told = [_told(taking, orders) for taking in _takings(state, power)]
    more = len(told) - MOST_BATTLES
    return [*told[:MOST_BATTLES], *([f"… and in {number(more, 'more battle')}"] if more > 0 else [])]


def _takings(state: GameState, power: PowerId) -> Iterator[HitTaking]:
    for setting in _settings(state):
        side = side_of(setting.state, setting.battle, power)
        if side:
            yield HitTaking(setting.state, setting.battle, side)


def _settings(state: GameState) -> Iterator[Setting]:
    if state.winner or state.phase not in ("combat_move", "conduct_combat"):
        return
    if state.battle is not None:
        yield Setting(state, state.battle)
    shown = with_sides_taken(state) if state.phase == "combat_move" else state
    for pending in battles_of(state):
        setting = ahead(shown, pending)
        if setting is not None and (state.battle is None or state.battle.space != pending.space):
            yield setting


def _told(taking: HitTaking, orders: Orders) -> str:
    """ "In Karelia you would lose with 1 hit: 1 infantry; 2 hits: 2 infantry"."""
    where = f"In {place(taking.state, taking.battle.space)} you would"
    line = line_in_force(_hit(taking, 1), orders)
    if line is None:
        return f"{where} be asked: none of your orders covers that battle."
    if line.asks(taking):
        return f"{where} be asked: your side has {ipcs(at_stake(taking))} at stake there."
    found = []
    for hits in range(1, MOST_HITS + 1):
        now = _hit(taking, hits)
        lost, damaged = (now.state.select(ids) for ids in now.outcome(slots_by_line(now, line)))
        harm = [pieces_in_words(now.state, lost), f"damage to {pieces_in_words(now.state, damaged)}" if damaged else ""]
        found.append(f"{number(hits, 'hit')}: {listed(filter(None, harm))}")
        if len(lost) == len(now.targets):
            break
    return first_upper(f"{where} lose with {'; '.join(found)}.")


def _hit(taking: HitTaking, hits: int) -> HitTaking:
    return replace(taking, battle=replace(taking.battle, hits=Hits(other=hits)))
