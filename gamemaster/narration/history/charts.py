"""The course of a game as charts, in words, and as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.battle_report.scores import Score
from engine.facts.board import PowerId
from engine.facts.edition import Edition
from engine.facts.openings import Account
from engine.queries.chronicle import Chronicle, Earnings, Moment, PowerFigures, by_side, swings_by_side
from engine.queries.luck import Luck
from engine.state.game_state import GameState
from engine.state.words import first_upper, ipcs, number
from gamemaster.narration.history.luck import luck_of_war, luckier_than
from gamemaster.narration.phrases import LIMIT, lines_within, moment, named_after, power_name, side_name
from maps.charts.data import Chart, Line

Subject = Literal["income", "unit_value", "victory_cities", "dice_luck", "swings"]
SUBJECTS: Mapping[Subject, str] = {
    "income": "Income",
    "unit_value": "Unit value",
    "victory_cities": "Victory cities",
    "dice_luck": "Dice luck",
    "swings": "Luck in IPCs",
}
SUBTITLES: Mapping[Subject, str] = {
    "income": "IPCs that the territories of each power yield, by round",
    "unit_value": "What the units of each power on the board cost, in IPCs, by round",
    "victory_cities": "Cities in the hands of each power, by round",
    "dice_luck": "Hits above or below expectation, by round, and how rare that is",
    "swings": "IPCs that dice gave or took; for a power in its own turns only",
}
SUBTITLE_WITH_OBJECTIVES = "IPCs that territories yield and objectives pay each power, by round"
COLUMNS = (
    "round",
    "turn of",
    "power",
    "income",
    "objectives",
    "unit value",
    "victory cities",
    "dice",
    "hits",
    "expected hits",
    "raid IPCs",
    "expected raid IPCs",
    "luck in IPCs",
)


@dataclass(frozen=True)
class GameCourse:
    """A game up to now: the present board as everybody may see it, and all that was counted.

    luck: that of each power in its own turns, and of each side, in IPCs.
    """

    present: GameState
    moments: tuple[Moment, ...]
    luck: Mapping[str, Luck]

    @classmethod
    def of(cls, present: GameState, told: Chronicle) -> GameCourse:
        """What a chronicle tells, up to the present board."""
        return cls(present, told.moments, told.luck)


def course_chart(course: GameCourse, subject: Subject) -> Chart:
    """The chart of a subject: the start, the end of each round, the present."""
    shown = [each for each in course.moments if each.time == int(each.time) or each is course.moments[-1]]
    times = tuple(each.time for each in shown)
    if subject in ("dice_luck", "swings"):
        lines = _luck_lines(course, shown) if subject == "dice_luck" else _swing_lines(course, shown)
        return Chart(subject, SUBJECTS[subject], SUBTITLES[subject], "differences", times, lines)
    if subject == "income":
        lines = _income_lines(course, shown)
    else:
        powers = course.present.edition.turn_order
        lines = tuple(Line(p, tuple(getattr(each.standings[p], subject) for each in shown)) for p in powers)
    kind: Literal["counts", "amounts"] = "counts" if subject == "victory_cities" else "amounts"
    return Chart(subject, SUBJECTS[subject], _subtitle(course, subject), kind, times, lines)


def _subtitle(course: GameCourse, subject: Subject) -> str:
    if subject == "income" and course.present.edition.parameters.economy.objectives_pay:
        return SUBTITLE_WITH_OBJECTIVES
    return SUBTITLES[subject]


def _income_lines(course: GameCourse, shown: Sequence[Moment]) -> tuple[Line, ...]:
    """A line for each account that collects IPCs."""
    earning = [account for power in course.present.edition.turn_order for account in _earning(course.present, power)]
    return tuple(
        Line(each.id, tuple(moment.standings[each.power].earnings[each.id].income for moment in shown))
        for each in earning
    )


def _earning(state: GameState, power: PowerId) -> list[Account]:
    return [account for account in state.edition.accounts_of(power) if account.ipcs is not None]


def _luck_lines(course: GameCourse, shown: Sequence[Moment]) -> tuple[Line, ...]:
    """A line for each power and for each side, in the order of the game."""
    edition = course.present.edition
    scores = [{**each.hits, **by_side(edition, each.hits)} for each in shown]
    names = (*edition.turn_order, *dict.fromkeys(power.side for power in edition.powers))
    return tuple(
        Line(name, tuple(score.get(name, Score()).luck for score in scores), _rarity(scores[-1].get(name, Score())))
        for name in names
    )


def _swing_lines(course: GameCourse, shown: Sequence[Moment]) -> tuple[Line, ...]:
    """A line for each power in its own turns and for each side in all, with how many such wars had less luck."""
    edition = course.present.edition
    swings = [{**each.swings, **swings_by_side(edition, each.swings)} for each in shown]
    names = (*edition.turn_order, *dict.fromkeys(power.side for power in edition.powers))
    notes = {name: luckier_than(luck) for name, luck in course.luck.items()}
    return tuple(Line(name, tuple(each.get(name, 0.0) for each in swings), notes.get(name, "")) for name in names)


def _rarity(score: Score) -> str:
    """How seldom dice differ so much from what was to be expected: less than one sigma in two games of three."""
    rarities = ("usual", "a little unusual", "rare")
    return rarities[int(abs(score.sigmas))] if abs(score.sigmas) < len(rarities) else "very rare"


def course_text(course: GameCourse) -> str:
    """What each power and side has now and how far that is from the start, and the luck of its dice."""
    first, last = course.moments[0], course.moments[-1]
    state = course.present
    lines = [f"**The war so far** · {moment(state)}"]
    lines += [_power_line(state, power, first.standings[power], last) for power in state.edition.turn_order]
    sides = by_side(state.edition, last.hits)
    lines += [f"{first_upper(side_name(side))}: {_hits(state, score)}." for side, score in sides.items()]
    raids = [f"{power_name(state, power)} {_raids_in_words(state, score)}" for power, score in last.raids.items()]
    lines += [f"Bombing raids and rockets: {'; '.join(raids)}."] if raids else []
    lines += [told] if (told := war_luck(course.present.edition, course.luck)) else []
    return "\n".join(lines_within(lines, LIMIT, "lines"))


def war_luck(edition: Edition, of_all: Mapping[str, Luck]) -> str:
    """The luck of the war, told of the side that had it; nothing while no dice decided anything."""
    sides = dict.fromkeys(power.side for power in edition.powers)
    lucks = [(side, luck) for side in sides if (luck := of_all.get(side))]
    return luck_of_war(*max(lucks, key=lambda pair: pair[1].swing)) if lucks else ""


def _power_line(state: GameState, power: PowerId, before: PowerFigures, last: Moment) -> str:
    """ "Germany: income 36 (+5), 10 of it from objectives, units worth …"; no income where a power has no treasury.

    Where it has several the income of each is told: "income of UK Europe 24, income of UK Pacific 19".
    """
    now = last.standings[power]
    cities = f"{now.victory_cities} {'city' if now.victory_cities == 1 else 'cities'}"
    earned = [_earned(each, now.earnings[each.id], before.earnings[each.id]) for each in _earning(state, power)]
    return (
        f"{power_name(state, power)}: {''.join(earned)}"
        f"units worth {ipcs(now.unit_value)}{_change(now.unit_value - before.unit_value)}, {cities}, "
        f"{_hits(state, last.hits.get(power, Score()))}."
    )


def _earned(account: Account, now: Earnings, before: Earnings) -> str:
    paid = f"{now.objectives} of it from objectives, " if now.objectives else ""
    return f"{named_after(account, 'income')} {now.income}{_change(now.income - before.income)}, {paid}"


def _change(difference: int) -> str:
    return f" ({difference:+d})".replace("-", "−") if difference else ""


def _hits(state: GameState, score: Score) -> str:
    return hits_of_the_war(score, low_luck=state.edition.parameters.combat.low_luck != "off")


def hits_of_the_war(score: Score, *, low_luck: bool) -> str:
    """ "12 hits from 40 dice, 1.3 above expectation (usual)"; with low luck "12 hits (4 dice rolled), …"."""
    hits, dice = number(score.scored, "hit"), number(score.dice, "die", "dice")
    if not score.dice:
        return f"{hits}, all of them sure" if low_luck and score.scored else "no dice yet"
    difference = round(score.luck, 1)
    luck = f"{abs(difference):.1f} {'above' if difference > 0 else 'below'} expectation ({_rarity(score)})"
    told = f"{hits} ({dice} rolled)" if low_luck else f"{hits} from {dice}"
    return f"{told}, {luck if difference else 'as expected'}"


def _raids_in_words(state: GameState, score: Score) -> str:
    """ "9 IPCs (expected 7.0)", or of damage where raids do that."""
    if state.edition.parameters.raids.loss == "damage":
        return f"{score.scored} damage (expected {score.expected:.1f})"
    return f"{ipcs(score.scored)} (expected {score.expected:.1f})"


def course_table(course: GameCourse) -> str:
    """A row for each power at the start and at the end of each turn, as CSV; dice are those of the game so far.

    Where a power has several accounts their incomes have rows of their own, so that each column adds up.
    """
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for each in course.moments:
        turn = power_name(course.present, each.power) if each.round else "start"
        for power, standing in each.standings.items():
            hits, raids = each.hits.get(power, Score()), each.raids.get(power, Score())
            incomes = [(earned.income, earned.objectives) for earned in standing.earnings.values()]
            rows.writerow(
                (
                    *(each.round, turn, power_name(course.present, power)),
                    *(incomes[0] if len(incomes) == 1 else ("", "")),
                    *(standing.unit_value, standing.victory_cities),
                    *(hits.dice, hits.scored, round(hits.expected, 2), raids.scored, round(raids.expected, 2)),
                    round(each.swings.get(power, 0.0), 2),
                )
            )
            for account, income in zip(standing.earnings, incomes, strict=True) if len(incomes) > 1 else ():
                name = course.present.edition.account[account].name
                rows.writerow((each.round, turn, name, *income, *[""] * (len(COLUMNS) - 5)))
    return text.getvalue()
