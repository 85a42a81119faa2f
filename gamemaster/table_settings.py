"""What a table has agreed on beside the rules: its pace, how much is posted, how long an answer is waited for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from engine.facts.parameters import PhaseId
from engine.state.words import first_upper, ipcs, number
from gamemaster.gathering import NOBODY_CAME, SEATING, Gathering
from gamemaster.narration.phrases import as_plain_text
from gamemaster.roles import SeatedGame
from store import Game

Posts = Literal["brief", "full", "one a turn"]
Where = Literal["here", "thread"]
WHERE: Mapping[Where, str] = {
    "here": "in the channel where it is opened",
    "thread": "in a thread of its own; the call for players stays in the channel",
}


@dataclass(frozen=True)
class PostForm:
    """A form of posts, and its name in words.

    begins: with which phases of a turn another brief post begins, beside the first; None where each phase has a full
    report. waits: whether nothing is told of a turn before it is over.
    """

    words: str
    begins: tuple[PhaseId, ...] | None
    waits: bool = False


POSTS: Mapping[Posts, PostForm] = {
    "brief": PostForm("two short posts a turn that grow, with the dice in pictures", begins=("noncombat_move",)),
    "full": PostForm("a report of each phase, with all dice in words", begins=None),
    "one a turn": PostForm("one short report a turn, with the dice in pictures", begins=(), waits=True),
}
OF_NEW_GAMES: Posts = "brief"
BEFORE: Mapping[str, Posts] = {"phases": "full", "turns": "one a turn"}
"""What the forms were called in games of earlier versions."""

TimeUp = Literal["default", "deputy", "organiser", "house"]
MAY_END: Mapping[TimeUp, str] = {
    "default": "a player of the other side or the organiser",
    "deputy": "the player's deputy or the organiser",
    "organiser": "the organiser",
    "house": "the organiser",
}
"""Who may end the phase of a player whose time is up; with `organiser` no printed default comes by itself either.

With `house` the house plays the rest of the turn (ASY-66).
"""
TakeBacks = Literal["agreed", "never"]
TAKE_BACKS: Mapping[TakeBacks, str] = {
    "agreed": "the game goes back to an earlier phase if the other side agrees",
    "never": "an ended phase stands; only an organiser or server manager who hasn't played puts the game back",
}
"""Orders of an open phase can be undone all the same, until dice fall."""
MOST_HOURS = 14 * 24
LEAST_HOURS_TO_REMINDER = 24
"""So no game reminds anybody twice a day."""
MOST_TO_ASK_FROM = 50
AN_HOUR = 3600
A_DAY = 24 * AN_HOUR
PAUSE_OF_COMPUTERS, PACE_OF_COMPUTERS = AN_HOUR, "about a turn an hour"
"""How long a table of computers waits after each turn, so that no channel is flooded (ASY-67)."""


@dataclass(frozen=True)
class Pause:
    """When a game was paused, when that ends by itself (None: never), and when it was ended, in UTC seconds."""

    began: int
    until: int | None = None
    ended: int | None = None

    @property
    def over_at(self) -> int | None:
        """When it is over."""
        return self.until if self.ended is None else self.ended


@dataclass(frozen=True)
class Vacation:
    """From when to when a player is away, in UTC seconds, and when they came back before that."""

    user_id: int
    began: int
    until: int
    ended: int | None = None

    @property
    def over_at(self) -> int:
        """When it is over."""
        return self.until if self.ended is None else self.ended


@dataclass(frozen=True)
class StandIn:
    """The house plays a power of a player, who keeps the seat: in one turn ("3.germany"), or until they are back."""

    power: str
    user_id: int
    level: str
    turn: str = ""


@dataclass(frozen=True)
class Alone:
    """The house plays every power up to the end of a round, as the organiser confirmed (ASY-67).

    ended: the last entry of the log before somebody took a seat; None: nobody has.
    """

    last_round: int
    ended: int | None = None


@dataclass(frozen=True)
class TableSettings:
    """posts: what the channel is told, which is all where a game of earlier versions says nothing.

    grace_hours: how long nobody answers for somebody who is away.
    reminder_hours: after how many hours without a post players are reminded that the game waits for them; 0: never.
    deadline_hours: after how many hours a question gets the printed default by itself; 0: never.
    pace: from which preset these numbers come. turn_hours: how long a game waits for the player on turn, the time apart
    in which it waits for others; 0: as long as it takes. bumps: how often the other side may begin that time anew in a
    turn. end_days: after how many days of a turn the organiser may end its phases, and nobody else; 0: the other side
    may as well, as soon as the time is up. pause_days: how long all pauses may be; 0: any time. pauses: those so far.
    vacation_days: how long all vacations of one player may be; where pauses have a limit, these count against it too.
    time_up: who goes on once a time is up. bank_minutes: how long a power has in the whole game, in place of a time for
    each turn, increment_minutes: how much more in each turn, answer_minutes: as deadline_hours, for a quick game.
    ask_from: how many IPCs another choice than the printed one has to be worth before defenders are asked about losses;
    0: they always are (ASY-62). asks_all_dives: about submarines they always are, as in games of earlier versions.
    take_backs: whether the game goes back to an earlier phase for a player.
    template: by which template of the server the game was opened. gathering: who may join, and who came. stand_ins:
    for whom the house plays, also of turns that are over.
    where: whether the game has a thread of its own where it is opened in a channel. alone: how the house plays every
    power, or did until somebody took a seat; None: it never did.
    """

    posts: Posts = "full"
    grace_hours: int = 24
    reminder_hours: int = 24
    deadline_hours: int = 0
    pace: str = "none"
    turn_hours: int = 0
    bumps: int = 0
    end_days: int = 0
    pause_days: int = 0
    pauses: tuple[Pause, ...] = ()
    vacation_days: int = 14
    vacations: tuple[Vacation, ...] = ()
    time_up: TimeUp = "default"
    bank_minutes: int = 0
    increment_minutes: int = 0
    answer_minutes: int = 0
    ask_from: int = 0
    asks_all_dives: bool = True
    take_backs: TakeBacks = "agreed"
    template: str = ""
    gathering: Gathering = NOBODY_CAME
    stand_ins: tuple[StandIn, ...] = ()
    where: Where = "here"
    alone: Alone | None = None

    @property
    def is_of_computers(self) -> bool:
        """Whether the house plays every power, as the organiser confirmed (ASY-67)."""
        return self.alone is not None and self.alone.ended is None

    @property
    def times_turns(self) -> bool:
        """Whether a turn has a time."""
        return bool(self.turn_hours or self.bank_minutes)

    @property
    def answer_seconds(self) -> int:
        """After how long a question gets the printed default by itself; 0: never."""
        return self.deadline_hours * AN_HOUR or self.answer_minutes * 60

    def turn_seconds(self, banked: int | None) -> int:
        """How long a turn may take; banked: what the power had left of its time for the whole game, None: all."""
        if not self.bank_minutes:
            return self.turn_hours * AN_HOUR
        return (self.bank_minutes * 60 if banked is None else banked) + self.increment_minutes * 60

    @property
    def ended_by(self) -> TimeUp:
        """Who may end the phase of a player whose time is up, beside the organiser."""
        return "organiser" if self.end_days else self.time_up

    @property
    def grace(self) -> int:
        """The grace time in seconds."""
        return self.grace_hours * AN_HOUR

    @property
    def pause_left(self) -> int:
        """How many seconds of pause are left, where that has a limit."""
        away = max((self._vacation_of(each.user_id) for each in self.vacations), default=0)
        return max(0, self.pause_days * A_DAY - self._paused - away)

    @property
    def _paused(self) -> int:
        return sum((each.over_at or each.began) - each.began for each in self.pauses)

    def _vacation_of(self, user_id: int) -> int:
        return sum(each.over_at - each.began for each in self.vacations if each.user_id == user_id)

    def vacation_left(self, user_id: int) -> int:
        """How many seconds of vacation a player has left."""
        used = self._vacation_of(user_id)
        left = self.vacation_days * A_DAY - used
        return max(0, min(left, self.pause_days * A_DAY - self._paused - used) if self.pause_days else left)

    def vacation_at(self, user_id: int, now: int) -> Vacation | None:
        """The vacation of a player that goes on at a moment."""
        return next((each for each in self.vacations if each.user_id == user_id and each.over_at > now), None)

    def with_vacation(self, user_id: int, now: int, until: int) -> TableSettings:
        """The same with a vacation from now on, in place of one that goes on."""
        return replace(self, vacations=(*self.without_vacation(user_id, now).vacations, Vacation(user_id, now, until)))

    def without_vacation(self, user_id: int, now: int) -> TableSettings:
        """The same without the vacation of a player that goes on now."""
        goes_on = self.vacation_at(user_id, now)
        return replace(self, vacations=tuple(replace(v, ended=now) if v is goes_on else v for v in self.vacations))

    def pause_at(self, now: int) -> Pause | None:
        """The pause that goes on at a moment."""
        return next((each for each in self.pauses if each.over_at is None or each.over_at > now), None)

    def paused(self, now: int) -> TableSettings:
        """The same with a pause from now on."""
        until = now + self.pause_left if self.pause_days else None
        return replace(self, pauses=(*self.pauses, Pause(now, until)))

    def resumed(self, now: int) -> TableSettings:
        """The same without the pause that goes on now."""
        goes_on = self.pause_at(now)
        return replace(self, pauses=tuple(replace(p, ended=now) if p is goes_on else p for p in self.pauses))

    @property
    def in_words(self) -> Iterator[str]:
        """The pace in a line, and a line for each setting that is not as usual at it."""
        usual = PACES.get(self.pace, USUAL)
        if self.alone and self.is_of_computers:
            yield f"The house plays every power: {PACE_OF_COMPUTERS}, up to the end of round {self.alone.last_round}"
        if self.template:
            yield f"By this server's template “{as_plain_text(self.template)}”"
        if self.gathering.joining == "invited":
            yield "By invitation: only whom the organiser invites (`/game invite`) can take a seat"
        if self.gathering.seating != "chosen":
            yield f"Seats: {SEATING[self.gathering.seating]}"
        yield from self._times_in_words
        yield self._asking_in_words
        if self.where == "thread":
            yield "Played in a thread of its own"
        if self.take_backs != "agreed":
            yield f"Take-backs: {self.take_backs} ({TAKE_BACKS[self.take_backs]})"
        if self.posts != OF_NEW_GAMES:
            yield f"Posts: {POSTS[self.posts].words}"
        if self.grace_hours != usual.grace_hours:
            yield f"Nobody may answer for an absent player in the first {number(self.grace_hours, 'hour')}"
        if not self.reminder_hours:
            yield "No reminders"
        elif self.reminder_hours != usual.reminder_hours:
            yield f"Reminders: after {number(self.reminder_hours, 'hour')} without a move"
        if self.deadline_hours and not self.times_turns:
            yield f"Deadline: after {number(self.deadline_hours, 'hour')} without an answer the printed default applies"

    @property
    def _asking_in_words(self) -> str:
        if not self.ask_from:
            return "Defenders are asked about all losses and submarines"
        what = "losses" if self.asks_all_dives else "losses and submarines"
        return f"Defenders are asked about {what} only where another choice is worth {ipcs(self.ask_from)} or more"

    @property
    def _times_in_words(self) -> Iterator[str]:
        if self.times_turns:
            yield f"Pace {self.pace}: {self._pace_in_words}"
        if self.bumps:
            yield (
                f"The other side may restart the time for a turn with /bump, {number(self.bumps, 'time')}; after "
                f"{number(self.end_days, 'day')} in all the organiser may end its phases"
            )
        vacations = f"{number(self.vacation_days, 'day')} of vacation for each player"
        if self.pause_days:
            yield f"Pauses: {number(self.pause_days, 'day')} in all; {vacations}, pauses included"
        elif self.times_turns:
            yield first_upper(vacations)
        if self.time_up == "house":
            yield "When the time for a turn is up, the house plays the rest of it (ASY-66)"
        elif self.time_up != "default":
            yield f"When the time for a turn is up, {MAY_END[self.time_up]} may end its phases"

    @property
    def pace_in_short(self) -> str:
        """ "24 hours for a turn, 12 for an answer"; "72 hours for a turn, 24 for an answer, 3 bumps"; "no hurry"."""
        if self.bank_minutes:
            own = f"{number(self.bank_minutes, 'minute')} for each power and {self.increment_minutes} more each turn"
            return f"{own}, {self.answer_minutes} for an answer"
        if not self.turn_hours:
            return "no hurry"
        bumps = f", {number(self.bumps, 'bump')}" if self.bumps else ""
        return f"{number(self.turn_hours, 'hour')} for a turn, {self.deadline_hours} for an answer{bumps}"

    @property
    def _pace_in_words(self) -> str:
        """ "24 hours for a turn; after 12 hours without an answer the printed default applies"."""
        turn = f"{number(self.turn_hours, 'hour')} for a turn"
        if self.bank_minutes:
            all_turns = f"{number(self.bank_minutes, 'minute')} for each power in the whole game"
            turn = f"{all_turns}, and {self.increment_minutes} more each turn"
        if not self.answer_seconds:
            return f"{turn}; questions wait for an answer"
        answer = number(self.deadline_hours, "hour") if self.deadline_hours else number(self.answer_minutes, "minute")
        return f"{turn}; after {answer} without an answer the printed default applies"

    @property
    def stored(self) -> dict[str, Any]:
        """What is not as usual: the numbers of a preset too, so that no later preset changes a game under way."""
        usual = {**asdict(USUAL), "gathering": {}}
        values = {**asdict(self), "gathering": self.gathering.stored}
        return {name: value for name, value in values.items() if value != usual[name]}


USUAL = TableSettings()
"""Those of a game of earlier versions that says nothing."""
_NEW = replace(USUAL, ask_from=2, asks_all_dives=False)
PACES: Mapping[str, TableSettings] = {
    "none": _NEW,
    "daily": replace(_NEW, pace="daily", turn_hours=24, deadline_hours=12, reminder_hours=48, vacation_days=7),
    "weekend": replace(_NEW, pace="weekend", turn_hours=72, deadline_hours=24, reminder_hours=48),
    "league": replace(
        _NEW,
        pace="league",
        turn_hours=72,
        deadline_hours=24,
        reminder_hours=48,
        bumps=3,
        end_days=9,
        pause_days=21,
        vacation_days=21,
    ),
    "live": replace(
        _NEW, pace="live", grace_hours=1, bank_minutes=60, increment_minutes=5, answer_minutes=10, vacation_days=1
    ),
}
"""How fast a table may agree to play: all that its settings are where it says nothing else."""


def table_settings_of(game: Game) -> TableSettings:
    """The settings of a game."""
    return stored_settings(game.customs or {})


def form_of(seated: SeatedGame) -> PostForm:
    """How much of a game is posted."""
    return POSTS[table_settings_of(seated.game).posts]


def stored_settings(customs: Mapping[str, Any]) -> TableSettings:
    """Settings as they are stored."""
    pauses = tuple(Pause(**each) for each in customs.get("pauses", ()))
    vacations = tuple(Vacation(**each) for each in customs.get("vacations", ()))
    posts = known_posts(customs.get("posts")) or USUAL.posts
    gathering = Gathering.of(customs.get("gathering", {}))
    stand_ins = tuple(StandIn(**each) for each in customs.get("stand_ins", ()))
    alone = customs.get("alone")
    read = {
        "posts": posts,
        "pauses": pauses,
        "vacations": vacations,
        "gathering": gathering,
        "stand_ins": stand_ins,
        "alone": Alone(**alone) if alone else None,
    }
    return TableSettings(**{**customs, **read})


def known_posts(name: Any) -> Posts | None:
    """The form with a name of today, or of earlier versions."""
    return next((form for form in POSTS if form == name), BEFORE.get(name))


def stood_in_for(seated: SeatedGame, round_number: int, on_turn: str) -> dict[str, str]:
    """At which level the house plays powers that have a player, in a turn (power to level, ASY-66)."""
    now = f"{round_number}.{on_turn}"
    standing = (each for each in table_settings_of(seated.game).stand_ins if each.turn in ("", now))
    return {each.power: each.level for each in standing if seated.seats.get(each.power) == each.user_id}
