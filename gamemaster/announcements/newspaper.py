"""The brief posts of a turn: each grows with its phases, in place of what it said before."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.facts.parameters import PhaseId
from gamemaster.announcements.battle_posts import WaitingBattles
from gamemaster.dice.battles import dice_button
from gamemaster.keys import Button
from gamemaster.narration import LIMIT, Timeline
from gamemaster.narration.history.brief_reports import BriefReport, Part, brief_report, parts_of_turns
from gamemaster.narration.history.chapters import Chapter
from gamemaster.narration.history.phase_reports import is_news
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.open_turn import OpenTurn
from gamemaster.outbox.pictures import battle_picture_request, gallery_request, picture_request
from gamemaster.outbox.posts import post
from gamemaster.table_settings import PostForm
from maps import is_drawn, leaves_out
from store import NewMessage

IN_A_GALLERY = 10
"""Pictures that Discord takes with a message."""


def brief_posts(
    loaded: LoadedGame,
    form: PostForm,
    turn: OpenTurn,
    happened: Timeline,
    waited: WaitingBattles,
    seals: Sequence[str],
) -> list[NewMessage]:
    """A post for each part of the turn in which something has come to its end now, in place of the part's former one.

    seals: the lines on what has been sealed in this turn. What isn't worth a post stands in the next one.
    """
    begins: Collection[PhaseId] = form.begins or ()
    before = sum(len(part.chapters) for part in parts_of_turns(turn.course, begins))
    messages, carried = list[NewMessage](), list[Chapter]()
    for part in parts_of_turns(turn.course.then(happened), begins):
        told, new = part.chapters[: max(before, 0)], part.chapters[max(before, 0) :]
        before -= len(part.chapters)
        is_due = part.ends_turn if form.waits else part.ends_turn or any(map(is_news, new))
        if new and is_due:
            below = _below(part, turn.course.then(happened), waited, () if part.number else seals)
            is_told = not form.waits and any(map(is_news, told))
            messages += _posts(loaded, part, carried, waited, below, instead=is_told)
            carried = []
        else:
            carried = [*([] if part.is_news else carried), *part.after_news]
    return messages


def _below(part: Part, course: Timeline, waited: WaitingBattles, seals: Sequence[str]) -> Sequence[str]:
    """What stands below the report: seals, and how many questions standing orders saved."""
    saved = waited.saved(course.events) if part.ends_turn else 0
    answered = f"-# Standing orders answered {saved} question{'s' * (saved > 1)}, so nobody had to wait."
    return [*seals, *([answered] if saved else [])]


def _posts(
    loaded: LoadedGame,
    part: Part,
    carried: Sequence[Chapter],
    waited: WaitingBattles,
    below: Sequence[str],
    *,
    instead: bool,
) -> Iterator[NewMessage]:
    """The post of a part, and one more for each ten boards of battles that are too many for it."""
    block = "".join(f"\n{line}" for line in below)
    told = brief_report(part, carried, waited.for_others, LIMIT - len(block))
    pictures = list(_pictures(told, part))
    first, later = pictures[:IN_A_GALLERY], pictures[IN_A_GALLERY:]
    start = part.chapters[0].start
    role = f"report:{start.round}.{start.power}.{part.number}"
    text, rows = f"{told.report.text}{block}", [_buttons(loaded, told)]
    yield post(loaded, text, rows=rows, picture=gallery_request(first), role=role, instead=instead)
    for number in range(0, len(later), IN_A_GALLERY):
        more = f"**{told.report.title}**, more battles"
        yield post(loaded, more, picture=gallery_request(later[number : number + IN_A_GALLERY]))


def _pictures(told: BriefReport, part: Part) -> Iterator[dict[str, object]]:
    """The map, then the battles."""
    report = told.report
    if report.pictured:
        yield picture_request(
            report.end,
            title=report.title,
            spaces=report.spaces,
            overlays=report.overlays,
            power=part.chapters[0].start.power,
            is_readable=True,
        )
    for board in told.boards:
        yield battle_picture_request(board)


def _is_part(told: BriefReport) -> bool:
    """Whether the map is to be shown whole on demand: after attacks always, else where it leaves out what happened."""
    report, board = told.report, told.report.end.edition.board.board
    if not report.pictured or told.is_of_attack:
        return report.pictured
    return is_drawn(board) and leaves_out(board, report.spaces)


def _buttons(loaded: LoadedGame, told: BriefReport) -> list[Button]:
    """What everybody may look at, in words and as a whole."""
    key = told.report.phase
    dice = [dice_button(loaded, key)] if told.has_dice else []
    whole = [Button(loaded.game.id, told.last_phase, "whole", "Whole board")] if _is_part(told) else []
    return [*dice, *whole]
