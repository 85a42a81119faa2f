"""The post of one battle, edited round by round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.events import Event
from engine.events.battle import BattleEnded, RoundBegan
from engine.table.battles import Battle
from engine.table.state import GameState
from engine.table.words import first_upper, number, place
from gamemaster.story.battle_course import follow_battle
from gamemaster.story.phrases import LIMIT, force, heading, power_name
from gamemaster.story.questions import request_text
from gamemaster.story.rounds import RoundStory, brief, in_action
from gamemaster.story.scrambles import risen
from gamemaster.story.tally import gains
from gamemaster.story.timeline import Step

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
    head = [_title(state, told), told.opening]
    return _fitted(state, head, [r for r in told.rounds if r.number or r.lines], _foot(state, told))


def rounds_of(steps: Iterable[Step]) -> tuple[GameState, Sequence[RoundStory]]:
    """The rounds of the first battle in `steps` in which anything happened, and the state after them."""
    state, told = follow_battle(steps, _beginning)
    return state, [each for each in told.rounds if each.lines]


def _beginning(state: GameState, battle: Battle) -> _Battle:
    attackers, defenders = state.select(battle.attackers), state.select(battle.defenders)
    rose = risen(state, defenders)
    opening = f"{force(state, attackers)} against {force(state, defenders)}{f'; scrambled: {rose}' if rose else ''}"
    joint = len({piece.power for piece in defenders}) > 1
    return _Battle(battle, opening, [RoundStory(0, joint)])


def _title(state: GameState, told: _Battle) -> str:
    battle, rounds = told.began, told.rounds[-1].number
    count = number(rounds, "round") if told.ended else f"round {rounds}"
    how = "lands" if battle.amphibious and battle.part == "land" else "attacks"
    if battle.part == "air":
        how = "raids, and is intercepted"
    when = f", {count}" if rounds else ""
    return f"**{heading(state, battle.space)}{when}** — {power_name(state, battle.attacker)} {how}"


def _foot(state: GameState, told: _Battle) -> list[str]:
    """How it ended; or who is left, and who must choose now."""
    battle = state.battle
    if told.ended:
        return ending(state, told.began, told.ended, told.aftermath, joint=told.joint)
    if battle is None:
        return []
    attackers = force(state, in_action(state, battle.attackers), "nobody")
    defenders = force(state, in_action(state, battle.defenders), "nobody", by_owner=told.joint)
    return [f"Left: {attackers} against {defenders}", *(f"Now: {request_text(state, r)}" for r in state.requests)]


def ending(
    state: GameState, battle: Battle, ended: BattleEnded, aftermath: Iterable[Event], *, joint: bool
) -> list[str]:
    """Sentences on who won with what, what was repaired and what was gained; `battle` as it began."""
    where, who = place(state, battle.space), power_name(state, battle.attacker)
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
