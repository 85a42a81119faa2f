"""The reports of phases: brief ones of several together, or a full one of each, as the table wants."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Event, GameState
from engine.events.turn import GameWon, PhaseBegan
from engine.state.words import number
from gamemaster.announcements.battle_posts import WaitingBattles
from gamemaster.announcements.newspaper import brief_posts
from gamemaster.dice.seals import NewSeal
from gamemaster.narration import (
    LIMIT,
    PhaseReport,
    Timeline,
    cut_at_line,
    kamikaze_board,
    phase_reports,
    raid_board,
    turn_summary,
)
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.open_turn import OpenTurn
from gamemaster.outbox.pictures import battle_picture_request, picture_request
from gamemaster.outbox.posts import post
from gamemaster.table_settings import form_of
from maps.battles.data import BattleBoard
from store import NewMessage


def closes_phase(events: Sequence[Event]) -> bool:
    """Whether there may be anything to report."""
    return any(isinstance(event, PhaseBegan | GameWon) for event in events)


def grows(loaded: LoadedGame) -> bool:
    """Whether the battles of a turn are told in place of the moves that led to them."""
    form = form_of(loaded)
    return form.begins is not None and not form.waits


def reports(
    loaded: LoadedGame,
    turn: OpenTurn,
    happened: Timeline,
    waited: WaitingBattles,
    seals: Sequence[NewSeal] = (),
    sealed: Sequence[str] = (),
) -> list[NewMessage]:
    """What is posted of the phases that ended; sealed: the lines on what was sealed in this turn before."""
    form = form_of(loaded)
    if form.begins is None:
        return _full_reports(loaded, turn, happened, waited, seals)
    lines = [] if form.waits else [*sealed, *(seal.line for seal in seals)]
    return brief_posts(loaded, form, turn, happened, waited, lines)


def _full_reports(
    loaded: LoadedGame, turn: OpenTurn, happened: Timeline, waited: WaitingBattles, seals: Sequence[NewSeal]
) -> list[NewMessage]:
    """A post for each phase that ended in which anything was done, with picture, orders, dice, and what it sealed.

    Phases in which nothing was done are a line in the next post; so is a purchase, whose own post goes then.
    """
    course, whole = turn.phase.course.then(happened), turn.course.then(happened)
    ended = phase_reports(course, waited.for_others)
    if not ended:
        return []
    before, messages = _to_be_told(phase_reports(turn.before_phase)), list[NewMessage]()
    alone = raid_board(course) or kamikaze_board(course)
    for report in ended:
        if not report.is_quiet or report.ends_turn:
            below = [seal.line for seal in seals if seal.phase == report.phase]
            below += _summary(whole, waited) if report.ends_turn else []
            messages.append(
                _of_phase(loaded, whole.start, before, report, below, alone if report is ended[0] else None)
            )
            before = []
        if report.is_quiet or report.gives_way:
            before.append(report)
    return messages


def _to_be_told(earlier: Sequence[PhaseReport]) -> list[PhaseReport]:
    """The phases without news that no post has told yet, and the purchase where its post was the last."""
    told = max((number for number, report in enumerate(earlier, 1) if not report.is_quiet), default=0)
    gives_way = told and earlier[told - 1].gives_way
    return list(earlier[told - 1 if gives_way else told :])


def _of_phase(
    loaded: LoadedGame,
    start: GameState,
    before: Sequence[PhaseReport],
    report: PhaseReport,
    below: Sequence[str],
    alone: BattleBoard | None,
) -> NewMessage:
    """The post of a phase; where nothing but raids, rockets and kamikazes was fought, with a picture of those."""
    lines = [f"-# {each.in_short}" for each in before if each.in_short]
    text = _with("\n".join([f"**{report.title}**", *lines, report.text]), below)
    title = report.in_short.removesuffix(".") if report.gives_way else report.title
    picture = picture_request(
        report.end, title=title, spaces=report.spaces, overlays=report.overlays, power=start.power
    )
    if alone is not None and all(battle.raid for battle in report.battles):
        picture = battle_picture_request(alone)
    instead = any(each.gives_way and not each.is_quiet for each in before)
    role = f"purchase:{start.round}.{start.power}" if instead or report.gives_way else None
    return post(loaded, text, picture=picture if report.pictured else None, role=role, instead=instead)


def _summary(turn: Timeline, waited: WaitingBattles) -> list[str]:
    """The summary of a turn, to be copied as it is, and how many questions standing orders saved."""
    summary, saved = turn_summary(turn), waited.saved(turn.events)
    told = f"-# Standing orders answered {number(saved, 'question')}, so nobody had to wait."
    return [*([f"```\n{summary}\n```"] if summary else []), *([told] if saved else [])]


def _with(text: str, below: Sequence[str]) -> str:
    """A text with what has to stand below it as a whole."""
    block = "".join(f"\n{each}" for each in below)
    return cut_at_line(text, LIMIT - len(block)) + block


def seals_not_told(loaded: LoadedGame, seals: Sequence[NewSeal], messages: Sequence[NewMessage]) -> list[NewMessage]:
    """A post for each seal that stands in none of these messages, as its phase has none now, if it is waited for."""
    return [post(loaded, seal.line) for seal in seals if seal.is_awaited and not is_told(seal, messages)]


def is_told(seal: NewSeal, messages: Sequence[NewMessage]) -> bool:
    """Whether one of these messages shows a seal."""
    return any(seal.row.digest in message.payload["content"] for message in messages)
