"""A turn as a newspaper tells it: in few posts that grow with their phases, with each battle on a line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.ask import with_sides_taken
from engine.facts.parameters import PhaseId
from engine.state.words import number
from gamemaster.narration.battles.ahead import front_lines
from gamemaster.narration.battles.boards import battle_board
from gamemaster.narration.battles.campaign import HasPost, fights
from gamemaster.narration.battles.raid_boards import raid_boards
from gamemaster.narration.history.chapters import Chapter, chapters
from gamemaster.narration.history.phase_reports import PhaseReport, in_short, is_news, report_of
from gamemaster.narration.history.tally import gains
from gamemaster.narration.history.timeline import Timeline
from gamemaster.narration.journeys import without_undone
from gamemaster.narration.phases import TELLINGS
from gamemaster.narration.phrases import lines_within, power_name
from maps import Clash
from maps.battles.data import BattleBoard

FIGHTING: PhaseId = "conduct_combat"


@dataclass(frozen=True)
class Part:
    """The phases of a turn that one post tells, as far as they are over. number: which post of the turn it is."""

    number: int
    chapters: tuple[Chapter, ...]

    @property
    def ends_turn(self) -> bool:
        """Whether another power's turn follows, or the game is over."""
        start, end = self.chapters[-1].start, self.chapters[-1].end
        return bool(end.winner) or (end.round, end.power) != (start.round, start.power)

    @property
    def is_news(self) -> bool:
        """Whether it is worth a post."""
        return any(map(is_news, self.chapters))

    @property
    def after_news(self) -> tuple[Chapter, ...]:
        """Its phases since the last one that was worth a post."""
        last = max((place for place, chapter in enumerate(self.chapters, 1) if is_news(chapter)), default=0)
        return self.chapters[last:]

    @property
    def is_fought(self) -> bool:
        """Whether its battles and raids are over."""
        return any(chapter.start.phase == FIGHTING for chapter in self.chapters)


@dataclass(frozen=True)
class BriefReport:
    """What a post tells of some phases.

    boards: those of what was fought in them. has_dice: whether any dice fell. last_phase: the key of the last
    phase of which it tells. is_of_attack: whether it tells of the attacks of a turn, which may lie far apart.
    """

    report: PhaseReport
    boards: tuple[BattleBoard, ...]
    has_dice: bool
    last_phase: str
    is_of_attack: bool


def parts_of_turns(course: Timeline, begins: Collection[PhaseId]) -> list[Part]:
    """The closed phases of a stretch that begins with a turn, post by post; another begins with each of `begins`."""
    closed = [chapter for chapter in chapters(course.start, course) if chapter.is_closed]
    found = []
    for _, turn in groupby(closed, key=lambda chapter: (chapter.start.round, chapter.start.power)):
        found += [Part(post, told) for post, told in _cut(tuple(turn), begins)]
    return found


def _cut(turn: Sequence[Chapter], begins: Collection[PhaseId]) -> Iterator[tuple[int, tuple[Chapter, ...]]]:
    phases = turn[0].start.edition.parameters.turn.phases_of(turn[0].start.power)
    later = [phase for phase in phases if phase in begins]

    def place(chapter: Chapter) -> int:
        return sum(phases.index(phase) <= phases.index(chapter.start.phase) for phase in later)

    for post, together in groupby(turn, key=place):
        yield post, tuple(together)


def brief_report(part: Part, carried: Sequence[Chapter], has_post: HasPost, room: int) -> BriefReport:
    """What a post of a part tells, in so many characters; `carried` are phases before it that no post has told.

    `has_post`: whether a battle with these events has a post of its own, which tells it.
    """
    reports = [report_of(chapter) for chapter in part.chapters]
    fought = [chapter for chapter in part.chapters if chapter.start.phase == FIGHTING]
    head = " \N{EM DASH} ".join(filter(None, [f"**{_title(part, carried)}**", headline(part)]))
    battles = _marked(part.chapters, reports)
    where = [*(battle.space for battle in battles), *(space for each in reports for space in each.spaces)]
    report = PhaseReport(
        title=_title(part, carried),
        text="\n".join(lines_within([head, *brief_lines(part, carried, has_post)], room, "lines")),
        end=reports[-1].end,
        arrows=tuple(arrow for each in reports for arrow in each.arrows),
        spaces=tuple(dict.fromkeys(where)),
        battles=battles,
        before=next((each.before for each in reversed(reports) if each.before), None),
        pictured=any(each.pictured for each in reports),
        ends_turn=part.ends_turn,
        phase=reports[0].phase,
    )
    boards = tuple(board for chapter in fought for board in _boards(chapter, has_post))
    has_dice = any(_has_dice(chapter) for chapter in fought)
    return BriefReport(report, boards, has_dice, reports[-1].phase, is_of_attack=not part.number)


def brief_lines(part: Part, carried: Sequence[Chapter], has_post: HasPost) -> list[str]:
    """The lines of such a post below its first."""
    told = (*carried, *part.chapters)
    return [*(line for chapter in told for line in in_short(chapter, has_post)), *_ahead(part)]


def _marked(told: Sequence[Chapter], reports: Sequence[PhaseReport]) -> tuple[Clash, ...]:
    """The battles that the map marks: those that were fought, or else those ahead."""
    pairs = list(zip(told, reports, strict=True))
    fought = [battle for chapter, each in pairs if chapter.start.phase == FIGHTING for battle in each.battles]
    return tuple(fought or (battle for each in reports for battle in each.battles))


def _title(part: Part, carried: Sequence[Chapter]) -> str:
    """ "Germany, round 1"; of a later post of the turn "Germany, round 1, turn ends"."""
    state = part.chapters[0].start
    title = f"{power_name(state, state.power)}, round {state.round}"
    if not part.number or carried:
        return title
    return f"{title}, {'turn ends' if part.ends_turn else 'noncombat move'}"


def headline(part: Part) -> str:
    """What changed hands, and how many battles are ahead."""
    end = part.chapters[-1].end
    events = [step.event for chapter in part.chapters for step in without_undone(chapter.course)]
    taken = gains(end, events)
    if not taken and part.is_fought:
        taken = ["Took no territory."]
    ahead = len(_ahead(part))
    return " ".join([*taken, *([f"{number(ahead, 'battle')} ahead."] if ahead else [])])


def _ahead(part: Part) -> list[str]:
    """A line for each battle that the moves lead to, until they are fought."""
    last = part.chapters[-1]
    is_ahead = TELLINGS[last.start.phase].leads_to_battles and not last.end.winner
    return front_lines(with_sides_taken(last.end)) if is_ahead else []


def _boards(chapter: Chapter, has_post: HasPost) -> Iterator[BattleBoard]:
    """Of each battle without a post of its own the board at its end, then those of raids and rockets."""
    steps = tuple(chapter.course)
    for report, fight in fights(steps):
        if not has_post([step.event for step in fight]):
            yield battle_board(fight[-1].after, report)
    yield from raid_boards(steps)


def _has_dice(chapter: Chapter) -> bool:
    steps = tuple(chapter.course)
    return bool(fights(steps) or raid_boards(steps))
