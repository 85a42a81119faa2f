"""All battles of a turn together, and each on a line."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import BattleBegan, BattleEnded, Event, Fired, Retreated, TerritoryTaken
from engine.state import Battle, GameState
from engine.words import number, place
from gamemaster.story.tally import gains, losses_in_words, tally
from gamemaster.story.words import force, heading, power_name


def combat_lines(start: GameState, events: Sequence[Event]) -> list[str]:
    """What was taken and lost, the luck of both sides, and a line for each battle."""
    total = tally(start, events)
    own, enemy = total.lost["attacker"], total.lost["defender"]
    lines = [" ".join(gains(start, events)) or "No territory taken."]
    if own or enemy:
        lines.append(f"Lost {losses_in_words(start, own)} for {losses_in_words(start, enemy)}.")
    if any(isinstance(event, Fired) for event in events):
        attack, defense = total.fire["attacker"], total.fire["defender"]
        power = power_name(start, start.power)
        lines.append(f"Dice: {power} {attack.luck}; defenders {defense.luck}.")
    return lines + [_battle_line(start, fight) for fight in _fights(events)]


def _fights(events: Sequence[Event]) -> list[Sequence[Event]]:
    """The events of each battle that had two sides, with what followed it."""
    begins = [i for i, event in enumerate(events) if isinstance(event, BattleBegan)]
    ends = [*begins, len(events)][1:]
    found = [events[begin:end] for begin, end in zip(begins, ends, strict=True)]
    return [fight for fight in found if _battle(fight).defenders]


def _battle(fight: Sequence[Event]) -> Battle:
    began = fight[0]
    if not isinstance(began, BattleBegan):
        raise TypeError("a fight begins with BattleBegan")
    return began.battle


def _battle_line(start: GameState, fight: Sequence[Event]) -> str:
    """ "West Russia, 2 rounds: taken; lost 1 infantry for 3 infantry"; "Air battle over Germany: lost …"."""
    battle = _battle(fight)
    ended = next((event for event in fight if isinstance(event, BattleEnded)), None)
    in_the_air = battle.part == "air"
    losses = tally(start, fight[: fight.index(ended)] if in_the_air and ended else fight).lost
    lost = f"lost {force(start, losses['attacker'])} for {force(start, losses['defender'])}"
    if in_the_air:
        return f"Air battle over {place(start, battle.space)}: {lost}"
    if ended is None:
        return f"{heading(start, battle.space)}: not yet decided; {lost}"
    rounds = f", {number(ended.rounds, 'round')}" if ended.rounds else ""
    return f"{heading(start, battle.space)}{rounds}: {_ending(start, fight, ended)}; {lost}"


def _ending(start: GameState, fight: Sequence[Event], ended: BattleEnded) -> str:
    retreat = next((event for event in fight if isinstance(event, Retreated)), None)
    if retreat:
        return f"retreat to {place(start, retreat.to)}" if retreat.to else "aircraft broke off"
    if any(isinstance(event, TerritoryTaken) and event.territory == ended.space for event in fight):
        return "taken"
    won = "cleared" if ended.part == "sea" else "defenders destroyed, not taken"
    return {"attacker": won, "defender": "held", "nobody": "nobody left", "both": "undecided"}[ended.outcome]
