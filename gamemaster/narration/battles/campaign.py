"""All battles of a turn together, and each on a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.battle_report.items import SIDES, BattleEnd, Fire, Submerging
from engine.battle_report.reading import battle_begun, battle_reports, items_of
from engine.battle_report.report import BattleReport
from engine.events import Event
from engine.state.game_state import GameState
from engine.state.words import first_upper, ipcs, listed, number, place
from gamemaster.narration.battles.posts import luck_lines
from gamemaster.narration.battles.posts import opening as who_met
from gamemaster.narration.battles.rounds import RoundStory, brief, round_stories
from gamemaster.narration.history.tally import exchanged, gains, losses_in_words, luck_in_words, tally
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.phrases import force, heading, power_name, worth

ROOM_FOR_ROUNDS = 1500

HasPost = Callable[[Sequence[Event]], bool]
"""Whether a battle with these events has a post of its own."""


@dataclass(frozen=True)
class _Fight:
    """A battle of two sides, and its rounds where they are told below its line."""

    report: BattleReport
    rounds: Sequence[RoundStory]


def always(_: Sequence[Event]) -> bool:
    """Every battle has a post of its own."""
    return True


def combat_lines(
    start: GameState, steps: Sequence[Step], has_post: HasPost = always, opening: Sequence[str] = ()
) -> list[str]:
    """What was taken and lost, the luck of both sides, what opened the phase, and a line for each battle.

    Below it stand the rounds of those without a post of their own, with all dice where there is room.
    """
    events, items = [step.event for step in steps], items_of(steps)
    total = tally(start, items)
    own, enemy = total.lost["attacker"], total.lost["defender"]
    lines = [" ".join(gains(start, events)) or "Took no territory."]
    if own or enemy:
        lines.append(f"{first_upper(exchanged(losses_in_words(start, own), losses_in_words(start, enemy)))}.")
    if any(isinstance(item, Fire) for item in items):
        attack, defense = (luck_in_words(total.hits[side]) for side in SIDES)
        lines.append(f"Dice: {power_name(start, start.power)} {attack}; defenders {defense}.")
    lines += opening
    told = _fights(start, steps, has_post)
    for detail in (_in_full, _in_brief, _not_at_all):
        text = lines + [line for fight in told for line in detail(start, fight)]
        if len("\n".join(text)) <= ROOM_FOR_ROUNDS:
            break
    return text


def combat_in_brief(
    start: GameState, steps: Sequence[Step], has_post: HasPost, luck: str, opening: Sequence[str] = ()
) -> list[str]:
    """What both sides lost, the luck, what opened the phase, a line for each battle that has no post of its own."""
    lost = tally(start, items_of(steps)).lost
    own, enemy = (worth(start, lost[side]) for side in SIDES)
    lines = [" ".join(filter(None, [_paid(own, enemy), luck]))]
    told, elsewhere = list[str](), list[str]()
    for report, fight in fights(steps):
        if has_post([step.event for step in fight]):
            elsewhere.append(place(start, report.began.space))
        else:
            told.append(battle_line(start, report))
    above = [f"Already posted above: {listed(dict.fromkeys(elsewhere))}."] if elsewhere else []
    return [*lines, *opening, *told, *above]


def _paid(own: int, enemy: int) -> str:
    """ "Lost 6 IPCs for 15.", of the worth of units."""
    if own:
        return f"Lost {ipcs(own)} for {enemy or 'nothing'}."
    return f"Destroyed {ipcs(enemy)} without loss." if enemy else ""


def fights(steps: Sequence[Step]) -> list[tuple[BattleReport, Sequence[Step]]]:
    """Each battle of two sides, with what happened in it and until the next one began."""
    begins = [n for n, step in enumerate(steps) if battle_begun(step.event)]
    spans = zip(begins, [*begins, len(steps)][1:], strict=True)
    found = zip(battle_reports(steps), spans, strict=True)
    return [(report, steps[begin:end]) for report, (begin, end) in found if report.has_two_sides]


def _fights(start: GameState, steps: Sequence[Step], has_post: HasPost) -> list[_Fight]:
    """Each battle that had two sides, and its rounds if it has no post of its own."""
    return [
        _Fight(report, () if has_post([step.event for step in fight]) else round_stories(start, report))
        for report, fight in fights(steps)
    ]


def _in_full(start: GameState, fight: _Fight) -> list[str]:
    """How it ended, who met whom, and all dice with the losses after them, which are told nowhere else."""
    rounds = fight.rounds
    if not rounds:
        return _not_at_all(start, fight)
    dice = [line for told in rounds for line in (told.headed if len(rounds) > 1 else told.lines)]
    below = [who_met(start, fight.report), *dice, *luck_lines(start, fight.report)]
    return [battle_line(start, fight.report, with_losses=False), *(f"> {line}" for line in below)]


def _in_brief(start: GameState, fight: _Fight) -> list[str]:
    """How it ended, and its rounds on a line each; what decided it before the first of them is told in that line."""
    rounds = fight.rounds if any(told.number for told in fight.rounds) else ()
    return [battle_line(start, fight.report), *(f"> {brief(start, [told])}" for told in rounds)]


def _not_at_all(start: GameState, fight: _Fight) -> list[str]:
    return [battle_line(start, fight.report)]


def battle_line(start: GameState, report: BattleReport, *, with_losses: bool = True) -> str:
    """ "West Russia, 2 rounds: taken; lost 1 infantry for 3 infantry"; "Air battle over Germany: lost …"."""
    battle, end = report.began, report.end
    in_the_air = battle.part == "air"
    losses = tally(start, report.items if in_the_air else (*report.items, *report.aftermath)).lost
    lost = exchanged(force(start, losses["attacker"], ""), force(start, losses["defender"], ""))
    if in_the_air:
        return f"Air battle over {place(start, battle.space)}: {lost}"
    if end is None:
        return f"{heading(start, battle.space)}: undecided; {lost}"
    rounds = f", {number(end.rounds, 'round')}" if end.rounds else ""
    how = f"{heading(start, battle.space)}{rounds}: {_ending(start, report, end)}"
    return f"{how}; {lost}" if with_losses else how


def _ending(start: GameState, report: BattleReport, end: BattleEnd) -> str:
    if report.retreat:
        return f"retreated to {place(start, report.retreat.to)}" if report.retreat.to else "aircraft broke off"
    if report.taken:
        return "taken"
    dives = (item for item in report.items if isinstance(item, Submerging) and item.side == "defender")
    dived = force(start, (piece for item in dives for piece in item.pieces), "")
    at_sea = f"won; {dived} submerged" if dived else "cleared"
    won = at_sea if report.began.part == "sea" else "defenders destroyed, not taken"
    return {"attacker": won, "defender": "held", "nobody": "nobody left", "both": "undecided"}[end.outcome]
