"""The post of one battle, edited round by round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.events import Event
from engine.events.combat.battle import BattleBegan, BattleEnded, RoundBegan
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.words import first_upper, number, place
from gamemaster.narration.battles.following import follow_battle
from gamemaster.narration.battles.rounds import RoundStory, brief, in_action
from gamemaster.narration.battles.scrambles import risen
from gamemaster.narration.history.tally import gains
from gamemaster.narration.history.timeline import Step, Timeline
from gamemaster.narration.phrases import LIMIT, force, heading, power_name, whoever
from gamemaster.narration.questions import request_text

ROUNDS_IN_FULL = 3


@dataclass
class _Battle:
    """A battle being told: how it began, its rounds, how it ended."""

    began: Battle
    opening: str
    rounds: list[RoundStory]
    ended: BattleEnded | None = None
    aftermath: list[Event] = field(default_factory=list)

    @property
    def joint(self) -> bool:
        """Whether several powers defend."""
        return self.rounds[0].joint

    def take(self, step: Step) -> None:
        """Tell an event."""
        event = step.event
        if isinstance(event, RoundBegan):
            self.rounds.append(RoundStory(event.round, self.joint))
        elif isinstance(event, BattleEnded):
            self.ended = event
        elif self.ended:
            self.aftermath.append(event)
        self.rounds[-1].take(step.before, event)


def battle_text(steps: Iterable[Step]) -> str:
    """The first battle in `steps`, from its beginning until now or its end; at most LIMIT characters.

    Older rounds are told on one line each, then together on one. Raises ValueError where no battle begins.
    """
    state, told = follow_battle(steps, _beginning)
    asked = () if told.ended or not state.battle else state.requests
    return _text(state, told, [f"Now: {request_text(state, request)}" for request in asked])


def _text(state: GameState, told: _Battle, asked: Sequence[str] = ()) -> str:
    head = [_title(state, told), *([told.opening] if told.opening else [])]
    rounds = [each for each in told.rounds if each.lines]
    return _fitted(state, head, rounds, [*_foot(state, told), *asked])


def fought_texts(course: Timeline) -> tuple[str, ...]:
    """Each battle of a stretch, or as much of it as was fought then; also one that had begun before."""
    begins = [n for n, step in enumerate(course) if isinstance(step.event, BattleBegan)]
    starts = [0, *begins] if course.start.battle and course.steps else begins
    fights = (course.until(end).since(begin) for begin, end in zip(starts, [*starts, len(course)][1:], strict=True))
    return tuple(text for fight in fights if (text := _fought_text(fight)))


def _fought_text(fight: Timeline) -> str:
    """A battle from its beginning, or from where it stood if anything came of it; of a walkover what was gained."""
    state, told = follow_battle(fight, _beginning, fight.start)
    if not told.began.defenders:
        return " ".join(gains(fight.start, told.aftermath))
    return _text(state, told) if told.ended or any(each.lines for each in told.rounds) else ""


@dataclass(frozen=True)
class FoughtRounds:
    """A battle by rounds in which anything happened, the state after them, and who met whom in the first."""

    state: GameState
    opening: str
    rounds: Sequence[RoundStory]


def rounds_of(steps: Iterable[Step]) -> FoughtRounds:
    """The rounds of the first battle in `steps`."""
    state, told = follow_battle(steps, _beginning)
    return FoughtRounds(state, told.opening, [each for each in told.rounds if each.lines])


def _beginning(state: GameState, battle: Battle) -> _Battle:
    attackers, defenders = in_action(state, battle.attackers), in_action(state, battle.defenders)
    rose = risen(state, defenders)
    met = f"{force(state, attackers)} against {force(state, defenders)}{f'; scrambled: {rose}' if rose else ''}"
    opening = met if attackers and defenders else ""
    joint = len({piece.power for piece in defenders}) > 1
    return _Battle(battle, opening, [RoundStory(battle.round, joint)])


def _title(state: GameState, told: _Battle) -> str:
    battle, rounds = told.began, told.rounds[-1].number
    count = number(rounds, "round") if told.ended else f"round {rounds}"
    how = "lands" if battle.amphibious and battle.part == "land" else "attacks"
    if battle.part == "air":
        how = "raids, and is intercepted"
    when = f", {count}" if rounds else ""
    return f"**{heading(state, battle.space)}{when}** — {power_name(state, battle.attacker)} {how}"


def _foot(state: GameState, told: _Battle) -> list[str]:
    """How it ended, or who is left where that are not all who met."""
    battle = state.battle
    if told.ended:
        return ending(state, told.began, told.ended, told.aftermath, joint=told.joint)
    if battle is None:
        return []
    attackers = force(state, in_action(state, battle.attackers), "nobody")
    defenders = force(state, in_action(state, battle.defenders), "nobody", by_owner=told.joint)
    left = f"{attackers} against {defenders}"
    return [] if told.opening.startswith(left) else [f"Left: {left}"]


def ending(
    state: GameState, battle: Battle, ended: BattleEnded, aftermath: Iterable[Event], *, joint: bool
) -> list[str]:
    """Sentences on who won with what, what was repaired and what was gained; `battle` as it began."""
    where, who = place(state, battle.space), whoever(state, battle.attacker)
    sentence = {
        "attacker": f"{who} wins in {where} with {force(state, state.select(battle.attackers))}.",
        "defender": f"{where} holds with {force(state, state.select(battle.defenders), by_owner=joint)}.",
        "nobody": "Nobody is left.",
        "both": "Neither side can go on.",
    }[ended.outcome]
    if battle.part == "air":
        left = force(state, state.select(battle.attackers), "nobody")
        sentence = f"The air battle over {where} is over; left of the raid: {left}."
    repaired = force(state, state.select(ended.repaired), "")
    gained = " ".join(gains(state, aftermath))
    return [first_upper(sentence), *([f"Repaired: {repaired}."] if repaired else []), *([gained] if gained else [])]


def _fitted(state: GameState, head: list[str], rounds: list[RoundStory], foot: list[str]) -> str:
    """The text with as many rounds in full as fit, the rest one line each, or all together on one line."""
    for kept in range(min(ROUNDS_IN_FULL, len(rounds)), 0, -1):
        older, latest = rounds[:-kept], rounds[-kept:]
        full = [line for told in latest for line in (told.headed if len(rounds) > 1 else told.lines)]
        for short in ([brief(state, [told]) for told in older], [brief(state, older)] if older else []):
            text = "\n".join([*head, *short, *full, *foot])
            if len(text) <= LIMIT:
                return text
    return "\n".join([*head, *([brief(state, rounds)] if rounds else []), *foot])
