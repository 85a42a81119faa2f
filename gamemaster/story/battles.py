"""The post of one battle, edited round by round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.events import BattleBegan, BattleEnded, Event, PhaseBegan, RoundBegan, StrandedLanded
from engine.evolve import evolve
from engine.state import Battle, GameState
from engine.words import place
from gamemaster.story.requests import request_text
from gamemaster.story.rounds import RoundStory, brief, in_action
from gamemaster.story.tally import gains
from gamemaster.story.words import LIMIT, force, heading, number, power_name

ROUNDS_IN_FULL = 3


def battle_text(start: GameState, events: Sequence[Event]) -> str:
    """The first battle in `events`, from its beginning until now or its end; at most LIMIT characters.

    start: the state before the first event. Older rounds are told on one line each, then together on one.
    """
    state, began = start, None
    rounds = [RoundStory(0)]
    aftermath: list[Event] = []
    ended: BattleEnded | None = None
    for event in events:
        if ended and isinstance(event, BattleBegan | PhaseBegan | StrandedLanded):
            break
        if isinstance(event, BattleBegan):
            began = event.battle
            state = evolve(state, event)
            opening = _opening(state, began)
            continue
        if began is None:
            state = evolve(state, event)
            continue
        if isinstance(event, RoundBegan):
            rounds.append(RoundStory(event.round))
        elif isinstance(event, BattleEnded):
            ended = event
        elif ended:
            aftermath.append(event)
        rounds[-1].take(state, event)
        state = evolve(state, event)
    if began is None:
        raise ValueError("there is no battle in these events")
    head = [_title(state, began, rounds[-1].number, ended), opening]
    foot = _end(state, began, ended, aftermath) if ended else _standing(state)
    return _fitted(state, head, [told for told in rounds if told.number or told.lines], foot)


def _title(state: GameState, battle: Battle, rounds: int, ended: BattleEnded | None) -> str:
    count = f", {number(rounds, 'round')}" if ended else f", round {rounds}"
    how = "lands" if battle.amphibious and battle.part == "land" else "attacks"
    when = count if rounds else ""
    return f"**{heading(state, battle.space)}{when}** — {power_name(state, battle.attacker)} {how}"


def _opening(state: GameState, battle: Battle) -> str:
    attackers, defenders = state.select(battle.attackers), state.select(battle.defenders)
    return f"{force(state, attackers)} against {force(state, defenders)}"


def _standing(state: GameState) -> list[str]:
    """Who is left, and who must choose now."""
    battle = state.battle
    if battle is None:
        return []
    left = [force(state, in_action(state, ids), "nobody") for ids in (battle.attackers, battle.defenders)]
    return [f"Left: {left[0]} against {left[1]}", *(f"Now: {request_text(state, r)}" for r in state.requests)]


def _end(state: GameState, battle: Battle, ended: BattleEnded, aftermath: Iterable[Event]) -> list[str]:
    left = [force(state, state.select(ids)) for ids in (battle.attackers, battle.defenders)]
    where, who = place(state, battle.space), power_name(state, battle.attacker)
    sentence = {
        "attacker": f"{who} wins in {where}",
        "defender": f"{where} holds",
        "nobody": "Nobody is left",
        "both": "Neither side can go on",
    }[ended.outcome]
    survivors = {"attacker": f" with {left[0]}", "defender": f" with {left[1]}"}.get(ended.outcome, "")
    repaired = force(state, state.select(ended.repaired), "")
    gained = gains(state, aftermath)
    return [
        f"{_first_upper(sentence)}{survivors}.",
        *([f"Repaired: {repaired}."] if repaired else []),
        *([" ".join(gained)] if gained else []),
    ]


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


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
