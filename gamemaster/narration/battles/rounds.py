"""Rounds of a battle in words: dice by unit, hits against expectation, losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.battle_report.items import (
    SIDES,
    AntiAircraftFire,
    Casualties,
    FacilityStrike,
    Fire,
    GunsTaken,
    Item,
    KamikazeStrikes,
    Losses,
    Retreat,
    Submerging,
    Torpedoes,
    Volley,
)
from engine.battle_report.report import BattleReport, BattleRound
from engine.battle_report.scores import HitsScored
from engine.events.combat.battle import AttackOrDefense
from engine.events.territory import FacilityFell
from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import number, place
from gamemaster.narration.battles import air_war, scrambles, sea_war
from gamemaster.narration.history.tally import exchanged, hits_in_words, losses_in_words, low_luck_in_words
from gamemaster.narration.phrases import force, heading, whoever

MANY_DICE = 24

WHO: Mapping[AttackOrDefense, str] = {"attacker": "Attackers", "defender": "Defenders"}
VERBS: Mapping[str, str] = {
    "attackers_strike": "strike first",
    "defenders_strike": "strike first",
    "attackers_open_fire": "open fire",
    "defenders_open_fire": "open fire",
    "ships_bombard": "bombard",
    "anti_aircraft_fires": "fire at the aircraft",
}
"""What a side does in a step of a battle, where it is more than to roll."""

OTHER_LINES: Mapping[type, Callable[[GameState, Any], str]] = {
    AntiAircraftFire: air_war.anti_aircraft_line,
    GunsTaken: air_war.guns_line,
    FacilityFell: air_war.fallen_line,
    FacilityStrike: air_war.strike_line,
    KamikazeStrikes: scrambles.kamikazes_line,
    Torpedoes: sea_war.kaiten_line,
}


@dataclass(frozen=True)
class RoundStory:
    """A round of a report in lines. Round 0 holds what came before the first shot, the last one also what followed.

    joint: several powers defend, so that defenders are named with their owner.
    """

    told: BattleRound
    joint: bool
    lines: Sequence[str]

    @property
    def number(self) -> int:
        """Which round of the battle it is."""
        return self.told.number

    @property
    def headed(self) -> Sequence[str]:
        """All lines under a heading."""
        return [f"__Round {self.number}__", *self.lines] if self.number else self.lines


def round_stories(state: GameState, report: BattleReport) -> list[RoundStory]:
    """The rounds of a battle in which anything happened."""
    *earlier, last = report.rounds
    joint = report.defenders_are_joint
    found = []
    for told in (*earlier, replace(last, items=(*last.items, *report.aftermath))):
        lines = (line_of(state, item, joint=joint) for item in told.items if not _stands_apart(item))
        found.append(RoundStory(told, joint, [line for line in lines if line]))
    return [story for story in found if story.lines]


def _stands_apart(item: Item) -> bool:
    """Whether it belongs to no battle, though it follows one: it has a line of its own in the report of the phase."""
    in_no_battle = isinstance(item, AntiAircraftFire) and not item.in_battle
    return in_no_battle or isinstance(item, FacilityStrike | KamikazeStrikes)


def brief(state: GameState, stories: Sequence[RoundStory]) -> str:
    """Rounds on one line: "Round 1: attackers 3 hits (expected 2.3), defenders …; lost 1 infantry for 3 infantry"."""
    fires = []
    for side in SIDES:
        total = HitsScored.total(each.told.hits(side) for each in stories)
        if total.expected:
            fires.append(f"{WHO[side].lower()} {hits_in_words(total)}")
    own, enemy = ([piece for each in stories for piece in each.told.lost(side)] for side in SIDES)
    lost = exchanged(force(state, own, ""), force(state, enemy, "", by_owner=stories[0].joint))
    return f"{_which(stories)}: {'; '.join(filter(None, [', '.join(fires), lost]))}"


def _which(stories: Sequence[RoundStory]) -> str:
    """ "Rounds 1 to 3"; what came before the first of them belongs to it."""
    first, last = max(1, stories[0].number), stories[-1].number
    if not last:
        return "Before the first round"
    return f"Round {last}" if first == last else f"Rounds {first} to {last}"


def line_of(state: GameState, item: Item, *, joint: bool = False) -> str:
    """The line for an item of a report, or nothing; `joint` names the owners of defenders."""
    if isinstance(item, Fire):
        return _fire(state, item, by_owner=joint and item.side == "defender")
    if isinstance(item, Casualties):
        return _casualties(state, item, by_owner=joint and item.side == "defender")
    if isinstance(item, Losses):
        return _sunk(state, item)
    if isinstance(item, Submerging):
        return f"{WHO[item.side]} submerge {force(state, item.pieces)}"
    if isinstance(item, Retreat):
        return _retreat(state, item)
    return OTHER_LINES[type(item)](state, item)


def _fire(state: GameState, fire: Fire, *, by_owner: bool) -> str:
    groups = " · ".join(_volley(state, fire.side, volley, by_owner=by_owner) for volley in fire.volleys)
    together = f" — {low_luck_in_words(fire.low_luck)}" if fire.low_luck else ""
    return f"{WHO[fire.side]} {VERBS.get(fire.step, 'roll')}: {groups}{together} — {hits_in_words(fire.hits)}"


def _volley(state: GameState, side: AttackOrDefense, volley: Volley, *, by_owner: bool) -> str:
    """ "tank **1** 3", "infantry at 2: **1** 5" where that is not the printed number; with low luck "2 tanks"."""
    whose = f"{state.edition.power[volley.power].adjective} " if by_owner else ""
    unit = state.edition.unit[volley.unit]
    printed = unit.attack if side == "attacker" else unit.defense
    value = "" if volley.needed == printed else f" at {volley.needed}"
    if volley.unrolled:
        return f"{volley.count} {whose}{unit.name if volley.count == 1 else unit.plural}{value}"
    together = f" (best of {volley.best_of} dice)" if volley.best_of > 1 else ""
    return f"{whose}{unit.name}{together}{value}{':' * bool(value)} {faces(volley)}"


def faces(volley: Volley) -> str:
    """The dice of one kind of unit, hits in bold: "**1** 3 6"; many dice by number: "**5×1** 3×2"."""
    if len(volley.dice) <= MANY_DICE:
        return " ".join(f"**{face}**" if face <= volley.needed else str(face) for face in volley.dice)
    rolled = sorted(Counter(volley.dice).items())
    return " ".join(f"**{count}×{face}**" if face <= volley.needed else f"{count}×{face}" for face, count in rolled)


def _casualties(state: GameState, taken: Casualties, *, by_owner: bool) -> str:
    lost, damaged = taken.lost, taken.damaged
    parts = [f"lose {force(state, lost, by_owner=by_owner)}"] if lost else []
    parts += [f"have {force(state, damaged, by_owner=by_owner)} damaged"] if damaged else []
    parts += [f"{number(taken.wasted, 'hit')} without a target"] if taken.wasted > 0 else []
    return f"{WHO[taken.side]} {', '.join(parts)}" if lost or damaged else f"{WHO[taken.side]}: {', '.join(parts)}"


def _sunk(state: GameState, losses: Losses) -> str:
    if losses.reason == "no_landing":
        who, where = whoever(state, losses.pieces[0].power), place(state, losses.space)
        return f"{who} loses {losses_in_words(state, losses.pieces)} over {where}: no landing place"
    if losses.reason == "casualties":
        lines = [f"Spent in their attack: {force(state, losses.spent)}"] if losses.spent else []
        return " · ".join([*lines, *([f"Lost with the ships: {force(state, losses.cargo)}"] if losses.cargo else [])])
    if losses.reason == "anti_aircraft":
        return f"Lost with the bombers: {force(state, losses.cargo)}" if losses.cargo else ""
    if losses.reason == "kamikaze":
        return f"Lost with the ships: {force(state, losses.cargo)}" if losses.cargo else ""
    side = WHO[losses.sides[losses.pieces[0].power]]
    aboard = f" with {force(state, losses.cargo)} aboard" if losses.cargo else ""
    return f"{side} lose {force(state, losses.pieces)}{aboard}: nothing is left to protect them"


def _retreat(state: GameState, retreat: Retreat) -> str:
    power = whoever(state, retreat.power)
    if retreat.to is None:
        return f"{power} breaks off: {force(state, retreat.aircraft)} will land in the noncombat move"
    flying = f"; {force(state, retreat.aircraft)} will land in the noncombat move" if retreat.aircraft else ""
    return f"{power} retreats to {place(state, retreat.to)}: {force(state, retreat.pieces)}{flying}"


def in_action(state: GameState, ids: Iterable[str]) -> tuple[Piece, ...]:
    """The pieces of a side that are not casualties of this round."""
    battle = state.battle
    out = {*battle.down, *battle.struck} if battle else set()
    return state.select(i for i in ids if i not in out)


def both_can_fight(state: GameState) -> bool:
    """Whether a battle is under way in which both sides have somebody left who is no casualty."""
    battle = state.battle
    return battle is not None and bool(in_action(state, battle.attackers) and in_action(state, battle.defenders))


def round_title(state: GameState, space: SpaceId, battle_round: int) -> str:
    """ "**West Russia, round 2**"."""
    return f"**{heading(state, space)}, round {battle_round}**"


def sides_now(state: GameState) -> str:
    """ "2 infantry, 1 tank against 1 infantry" for the battle being fought."""
    battle = state.battle
    if battle is None:
        raise ValueError("a retreat is asked for without a battle")
    ours, theirs = in_action(state, battle.attackers), in_action(state, battle.defenders)
    return f"{force(state, ours)} against {force(state, theirs)}"
