"""All battles of a turn together, and each on a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.events import Event
from engine.events.combat.battle import BattleBegan, BattleEnded, Fired, Retreated
from engine.events.territory import TerritoryTaken
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.words import first_upper, number, place
from gamemaster.narration.battles.posts import FoughtRounds, rounds_of
from gamemaster.narration.battles.rounds import brief
from gamemaster.narration.history.tally import exchanged, gains, losses_in_words, tally
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.phrases import force, heading, power_name

ROOM_FOR_ROUNDS = 1500

HasPost = Callable[[Sequence[Event]], bool]
"""Whether a battle with these events has a post of its own."""


def always(_: Sequence[Event]) -> bool:
    """Every battle has a post of its own."""
    return True


def combat_lines(
    start: GameState, steps: Sequence[Step], has_post: HasPost = always, opening: Sequence[str] = ()
) -> list[str]:
    """What was taken and lost, the luck of both sides, what opened the phase, and a line for each battle.

    Below it stand the rounds of those without a post of their own, with all dice where there is room.
    """
    events = [step.event for step in steps]
    total = tally(start, events)
    own, enemy = total.lost["attacker"], total.lost["defender"]
    lines = [" ".join(gains(start, events)) or "No territory taken."]
    if own or enemy:
        lines.append(f"{first_upper(exchanged(losses_in_words(start, own), losses_in_words(start, enemy)))}.")
    if any(isinstance(event, Fired) for event in events):
        attack, defense = total.fire["attacker"], total.fire["defender"]
        power = power_name(start, start.power)
        lines.append(f"Dice: {power} {attack.luck}; defenders {defense.luck}.")
    lines += opening
    told = list(_rounds(start, steps, has_post))
    for detail in (_in_full, _in_brief, _not_at_all):
        text = lines + [line for fight, course in told for line in detail(start, fight, course)]
        if len("\n".join(text)) <= ROOM_FOR_ROUNDS:
            break
    return text


def _rounds(
    start: GameState, steps: Sequence[Step], has_post: HasPost
) -> Iterator[tuple[Sequence[Event], FoughtRounds]]:
    """Each battle that had two sides, and its rounds if it has no post of its own."""
    for fight in _fights(steps):
        events = [step.event for step in fight]
        yield events, FoughtRounds(start, "", ()) if has_post(events) else rounds_of(fight)


def _in_full(start: GameState, fight: Sequence[Event], course: FoughtRounds) -> list[str]:
    """How it ended, who met whom, and all dice with the losses after them, which are told nowhere else."""
    rounds = course.rounds
    if not rounds:
        return _not_at_all(start, fight, course)
    dice = [line for told in rounds for line in (told.headed if len(rounds) > 1 else told.lines)]
    return [_battle_line(start, fight, with_losses=False), *(f"> {line}" for line in [course.opening, *dice])]


def _in_brief(start: GameState, fight: Sequence[Event], course: FoughtRounds) -> list[str]:
    return [_battle_line(start, fight), *(f"> {brief(course.state, [told])}" for told in course.rounds)]


def _not_at_all(start: GameState, fight: Sequence[Event], _: FoughtRounds) -> list[str]:
    return [_battle_line(start, fight)]


def _fights(steps: Sequence[Step]) -> list[Sequence[Step]]:
    """What happened in each battle that had two sides, with what followed it."""
    begins = [n for n, step in enumerate(steps) if isinstance(step.event, BattleBegan)]
    ends = [*begins, len(steps)][1:]
    found = [steps[begin:end] for begin, end in zip(begins, ends, strict=True)]
    return [fight for fight in found if _battle([step.event for step in fight[:1]]).defenders]


def _battle(fight: Sequence[Event]) -> Battle:
    began = fight[0]
    if not isinstance(began, BattleBegan):
        raise TypeError("a fight begins with BattleBegan")
    return began.battle


def _battle_line(start: GameState, fight: Sequence[Event], *, with_losses: bool = True) -> str:
    """ "West Russia, 2 rounds: taken; lost 1 infantry for 3 infantry"; "Air battle over Germany: lost …"."""
    battle = _battle(fight)
    ended = next((event for event in fight if isinstance(event, BattleEnded)), None)
    in_the_air = battle.part == "air"
    losses = tally(start, fight[: fight.index(ended)] if in_the_air and ended else fight).lost
    lost = exchanged(force(start, losses["attacker"], ""), force(start, losses["defender"], ""))
    if in_the_air:
        return f"Air battle over {place(start, battle.space)}: {lost}"
    if ended is None:
        return f"{heading(start, battle.space)}: not yet decided; {lost}"
    rounds = f", {number(ended.rounds, 'round')}" if ended.rounds else ""
    how = f"{heading(start, battle.space)}{rounds}: {_ending(start, fight, ended)}"
    return f"{how}; {lost}" if with_losses else how


def _ending(start: GameState, fight: Sequence[Event], ended: BattleEnded) -> str:
    retreat = next((event for event in fight if isinstance(event, Retreated)), None)
    if retreat:
        return f"retreat to {place(start, retreat.to)}" if retreat.to else "aircraft broke off"
    if any(isinstance(event, TerritoryTaken) and event.territory == ended.space for event in fight):
        return "taken"
    won = "cleared" if ended.part == "sea" else "defenders destroyed, not taken"
    return {"attacker": won, "defender": "held", "nobody": "nobody left", "both": "undecided"}[ended.outcome]
