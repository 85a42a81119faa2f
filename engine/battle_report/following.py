"""Following battles through what happened: each event makes a new report of the battle it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.battle_report.items import Fire, Item
from engine.battle_report.reading import battle_begun, battle_ended, item_of
from engine.battle_report.report import BattleReport, BattleRound, both
from engine.events import Event
from engine.events.combat.battle import RoundBegan
from engine.events.territory import TerritoryTaken
from engine.events.turn import PhaseBegan
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId

Happened = tuple[GameState, Event, GameState]
"""An event with the state before it and the one after."""


def battle_reports(steps: Iterable[Happened], start: GameState | None = None) -> tuple[BattleReport, ...]:
    """The battles of a stretch; also the one that was under way in the state `start` before it."""
    under_way = (report_of(start, start.battle),) if start and start.battle else ()
    return with_more(under_way, steps)


def with_more(reports: Sequence[BattleReport], steps: Iterable[Happened]) -> tuple[BattleReport, ...]:
    """The reports after something more has happened; nothing that they know already is read again."""
    found = list(reports)
    for step in steps:
        if begun := battle_begun(step[1]):
            found.append(report_of(step[2], begun))
        elif found and not found[-1].is_closed:
            found[-1] = after(found[-1], step)
    return tuple(found)


def report_of(state: GameState, battle: Battle) -> BattleReport:
    """The report of a battle that begins, or is first seen, in this state."""
    standing = both(_in_action(state, battle, battle.attackers), _in_action(state, battle, battle.defenders))
    survivors = both(state.select(battle.attackers), state.select(battle.defenders))
    return BattleReport(battle, standing, (_line_up(state, battle),), standing, survivors)


def after(report: BattleReport, step: Happened) -> BattleReport:
    """The report after one more event."""
    before, event, state = step
    if report.end and isinstance(event, PhaseBegan):
        return replace(report, is_closed=True)
    if isinstance(event, RoundBegan) and state.battle:
        return replace(report, rounds=(*report.rounds, _line_up(state, state.battle)))
    item = item_of(before, event)
    if end := battle_ended(state, event):
        report = replace(report, end=end)
    elif report.end:
        report = _followed(report, event, item)
    elif item:
        report = replace(report, rounds=(*report.rounds[:-1], _with(report.rounds[-1], before, item)))
    return report if isinstance(item, Fire) or _stands_as_before(before, state) else _as_it_stands(report, state)


def _followed(report: BattleReport, event: Event, item: Item | None) -> BattleReport:
    aftermath = (*report.aftermath, item) if item else report.aftermath
    taken = isinstance(event, TerritoryTaken) and event.territory == report.began.space
    return replace(report, aftermath=aftermath, followed=(*report.followed, event), taken=report.taken or taken)


def _stands_as_before(before: GameState, state: GameState) -> bool:
    """Whether nobody was hit, lost, or left; those who fire or are asked stay where they are."""
    then, now = before.battle, state.battle
    if then is None or now is None:
        return then is now and before.pieces is state.pieces
    standing = ((battle.attackers, battle.defenders, battle.down, battle.struck) for battle in (then, now))
    return next(standing) == next(standing) and before.pieces is state.pieces


def _as_it_stands(report: BattleReport, state: GameState) -> BattleReport:
    """The report with who is left in this state."""
    battle, began = state.battle, report.began
    standing = None
    if battle and not report.end:
        standing = both(_in_action(state, battle, battle.attackers), _in_action(state, battle, battle.defenders))
    end = report.end and replace(report.end, repaired=state.select(piece.id for piece in report.end.repaired))
    survivors = both(state.select(began.attackers), state.select(began.defenders))
    return replace(report, standing=standing, survivors=survivors, end=end)


def _in_action(state: GameState, battle: Battle, ids: Iterable[PieceId]) -> tuple[Piece, ...]:
    """The pieces of a side that are not casualties of this round."""
    out = {*battle.down, *battle.struck}
    return state.select(i for i in ids if i not in out)


def _line_up(state: GameState, battle: Battle) -> BattleRound:
    """The round that begins in this state."""
    return BattleRound(battle.round, both(state.select(battle.attackers), state.select(battle.defenders)), state)


def _with(told: BattleRound, state: GameState, item: Item) -> BattleRound:
    """The round with one more item, which happened in this state."""
    fired = ((state, item),) if isinstance(item, Fire) else ()
    return replace(told, items=(*told.items, item), fired_in=(*told.fired_in, *fired))
