"""Since when a game waits for those who must act or choose now, until when, and in which times none of it runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from gamemaster.errors import TableRefusal
from gamemaster.orders.open_turn import OpenTurn, WaitedFor
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import A_DAY, TableSettings, table_settings_of
from store.games.turn_times import TurnTime

Standstill = tuple[int, int | None]
"""From when to when, in UTC seconds; None: nobody knows yet until when."""


def joined(standstills: Iterable[Standstill]) -> list[Standstill]:
    """The same in order, those that overlap as one."""
    found: list[Standstill] = []
    for began, ended in sorted(standstills, key=lambda each: each[0]):
        if found and ((last := found[-1])[1] is None or began <= last[1]):
            until = None if last[1] is None or ended is None else max(last[1], ended)
            found[-1] = last[0], until
        else:
            found.append((began, ended))
    return found


def gone_by(since: int, until: int, standstills: Sequence[Standstill]) -> int:
    """How many seconds have run between two moments; joined standstills do not count."""
    stood = sum(
        max(0, min(until, until if ended is None else ended) - max(since, began)) for began, ended in standstills
    )
    return max(0, until - since - stood)


def moment_after(began: int, seconds: int, standstills: Sequence[Standstill]) -> int | None:
    """When so many seconds will have run; None while a standstill without an end comes first."""
    now, left = began, seconds
    for stood_from, until in standstills:
        if until is not None and until <= now:
            continue
        if stood_from > now + left or left < 0:
            break
        left -= max(0, stood_from - now)
        if until is None:
            return None
        now = max(now, until)
    return now + left


NOTHING = TurnTime("")


@dataclass(frozen=True)
class Times:
    """When those who must act or choose now were asked to, in UTC seconds, as all other times here.

    answer_by: when open questions get the printed default; turn_until: when the time of the player on turn is up;
    end_from: when others may end their phase. None where nobody is asked, while the game waits for others alone, and
    where the table waits as long as it takes. noted: what happened with the time for this turn, another one where the
    game was put back to it. bumps: how often it may still be bumped. standstills: when no time runs, joined; of_turn:
    when the time for the turn doesn't, as its player is away or for the same reasons. left: the seconds of it that were
    left at `runs_from`, when the game began to wait for the player on turn; None: it doesn't now.
    """

    since: int
    answer_by: int | None = None
    turn_until: int | None = None
    end_from: int | None = None
    noted: TurnTime = NOTHING
    bumps: int = 0
    standstills: tuple[Standstill, ...] = ()
    of_turn: tuple[Standstill, ...] = ()
    left: int = 0
    runs_from: int | None = None

    def left_at(self, now: int) -> int:
        """The seconds of the time for the turn that are left."""
        ran = 0 if self.runs_from is None else gone_by(self.runs_from, now, self.of_turn)
        return max(0, self.left - ran)

    def stands_still(self, now: int) -> bool:
        """Whether no time runs."""
        return any(began <= now and (ended is None or ended > now) for began, ended in self.standstills)

    def is_up(self, now: int) -> bool:
        """Whether the player on turn has had their time."""
        return self.turn_until is not None and self.turn_until <= now and not self.stands_still(now)

    def may_be_ended(self, now: int) -> bool:
        """Whether others may end the phase of the player on turn."""
        return self.end_from is not None and self.end_from <= now and not self.stands_still(now)


def times_of(game: SeatedGame, turn: OpenTurn, known: TurnTime = NOTHING, away: Iterable[Standstill] = ()) -> Times:
    """The times of a game in its present turn; known: what was noted of one; away: when the bot was."""
    settings, since = table_settings_of(game.game), turn.waiting_since(game.seats)
    stood = tuple(joined([*((each.began, each.over_at) for each in settings.pauses), *away]))
    waits_for = turn.waits[-1][1]
    wait = settings.answer_seconds
    is_asked = waits_for.asked and not waits_for.acting <= game.house.keys()
    asked = {game.seats.get(power) for power in waits_for.acting} if is_asked else None
    answer_by = moment_after(since, wait, with_vacations(stood, settings, asked)) if asked and wait else None
    if not settings.times_turns:
        return Times(since, answer_by, standstills=stood)
    name = f"{waits_for.on_turn} {turn.waits[0][0]}"
    noted = known if known.turn == name else TurnTime(name, banked=known.banked)
    of_turn = with_vacations(stood, settings, {game.seats.get(waits_for.on_turn)})
    times = Times(since, answer_by, None, None, noted, settings.bumps - noted.bumps, stood, of_turn)
    return _with_turn(times, turn.waits, game, settings)


def with_vacations(
    stood: Iterable[Standstill], settings: TableSettings, users: Collection[int | None]
) -> tuple[Standstill, ...]:
    """When no time of these users runs: as long as none of the table does, and while one of them is away (ASY-46)."""
    return tuple(joined([*stood, *((v.began, v.over_at) for v in settings.vacations if v.user_id in users)]))


def _with_turn(
    times: Times, waits: Sequence[tuple[int, WaitedFor]], game: SeatedGame, settings: TableSettings
) -> Times:
    """The same with when the player on turn has had their time, and when others may end their phase.

    None runs for the house: it acts as soon as it has thought, and nobody gains by its waiting (ASY-65).
    """
    (began, now), noted, stood, seats = waits[-1], times.noted, times.of_turn, game.seats
    seconds = settings.turn_seconds(noted.banked.get(now.on_turn)) + noted.extra
    if now.on_turn in game.house:
        return replace(times, left=seconds)
    past, bumped_at = list(_past(waits, seats)), noted.bumped_at or 0
    left = seconds - sum(gone_by(max(since, bumped_at), ended, stood) for since, ended in past)
    if not _is_for(now, now, seats):
        return replace(times, left=left)
    runs_from = max(began, bumped_at)
    until = end = moment_after(runs_from, left, stood)
    if settings.end_days:
        gone = sum(gone_by(since, ended, stood) for since, ended in past)
        end = moment_after(began, settings.end_days * A_DAY + noted.extra - gone, stood)
    return replace(times, turn_until=until, end_from=end, left=left, runs_from=runs_from)


def _past(waits: Sequence[tuple[int, WaitedFor]], seats: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """From when to when the player on turn was waited for before now; while others are, the time is not theirs."""
    for (since, wait), (ended, _) in pairwise(waits):
        if _is_for(wait, waits[-1][1], seats):
            yield since, ended


def _is_for(wait: WaitedFor, now: WaitedFor, seats: Mapping[str, int]) -> bool:
    """Whether a game waited for the player who is on turn now, in the same turn."""
    return wait.on_turn == now.on_turn and seats.get(now.on_turn) in {seats.get(power) for power in wait.acting}


def check_time_runs(settings: TableSettings, times: Times, now: int) -> None:
    """Raise TableRefusal where no time for a turn runs now that could be changed."""
    if settings.pause_at(now):
        raise TableRefusal("This game is paused, so no clock is running. Resume it with /game resume.")
    if not settings.times_turns:
        raise TableRefusal("This table has no time limit for turns, so a turn takes as long as it takes.")
    if away := next((until for began, until in times.of_turn if until and began <= now < until), None):
        raise TableRefusal(f"The player on turn is away until <t:{away}:f>, so their clock is stopped.")
    if times.turn_until is None:
        raise TableRefusal(
            "The time for this turn isn't running: the game is waiting for somebody else. Nothing changed."
        )


def check_may_be_ended(times: Times, now: int) -> None:
    """Raise TableRefusal while the player on turn still has time, or always has."""
    if times.may_be_ended(now):
        return
    if times.stands_still(now):
        raise TableRefusal("No clock is running: the game is paused, or I've only just come back. See its /panel.")
    if times.end_from is None:
        raise TableRefusal("The time for this turn isn't running, so nobody can end a phase for anybody else.")
    raise TableRefusal(
        f"Nobody can end this phase for somebody else before <t:{times.end_from}:f>, <t:{times.end_from}:R>."
    )
