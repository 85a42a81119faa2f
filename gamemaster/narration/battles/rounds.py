"""Rounds of a battle in words: dice by unit, hits against expectation, losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.events import Event
from engine.events.advantages import KAMIKAZE, KaitenDesignated
from engine.events.combat.battle import AttackOrDefense, CasualtiesChosen, Fired, Retreated, Shots, Submerged, UnitsLost
from engine.events.combat.raids import AntiAircraftFired
from engine.events.territory import FacilityFell, GunsChangedHands
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import number, place
from gamemaster.narration.battles import air_war, sea_war
from gamemaster.narration.history.tally import SIDES, Fire, exchanged, losses_in_words, side_of_piece
from gamemaster.narration.phrases import force, power_name

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
    AntiAircraftFired: air_war.anti_aircraft_line,
    GunsChangedHands: air_war.guns_line,
    FacilityFell: air_war.fallen_line,
    KaitenDesignated: sea_war.kaiten_line,
}


@dataclass
class RoundStory:
    """One round so far: its lines, and what they come to. Round 0 holds what came before the first shot.

    joint: several powers defend, so that defenders are named with their owner.
    """

    number: int
    joint: bool
    lines: list[str] = field(default_factory=list)
    fire: Mapping[AttackOrDefense, Fire] = field(default_factory=lambda: {side: Fire() for side in SIDES})
    lost: Mapping[AttackOrDefense, list[Piece]] = field(default_factory=lambda: {side: [] for side in SIDES})

    def take(self, state: GameState, event: Event) -> None:
        """Tell an event; `state` is the one before it."""
        if isinstance(event, Fired):
            self.fire[event.side].add(event)
        elif isinstance(event, CasualtiesChosen):
            self.lost[event.side].extend(state.select(event.lost))
        elif isinstance(event, UnitsLost):
            chosen_before = event.reason == "casualties"
            gone = (*spent(state, event), *event.cargo) if chosen_before else (*event.pieces, *event.cargo)
            for piece in gone:
                self.lost[side_of_piece(state, piece)].append(piece)
        if line := line_of(state, event, joint=self.joint):
            self.lines.append(line)

    @property
    def headed(self) -> list[str]:
        """All lines under a heading."""
        return [f"__Round {self.number}__", *self.lines] if self.number else self.lines


def brief(state: GameState, rounds: Sequence[RoundStory]) -> str:
    """Rounds on one line: "Round 1: attackers 3 hits (expected 2.3), defenders …; lost 1 infantry for 3 infantry"."""
    name = f"Round {rounds[0].number}" if len(rounds) == 1 else f"Rounds {rounds[0].number} to {rounds[-1].number}"
    fires = []
    for side in SIDES:
        total = Fire.total(r.fire[side] for r in rounds)
        fires.append(f"{WHO[side].lower()} {total.in_words}")
    own, enemy = ([piece for r in rounds for piece in r.lost[side]] for side in SIDES)
    lost = exchanged(force(state, own, ""), force(state, enemy, "", by_owner=rounds[0].joint))
    return f"{name}: {', '.join(fires)}; {lost}"


def line_of(state: GameState, event: Event, *, joint: bool = False) -> str:
    """The line for an event of a battle, or nothing; `joint` names the owners of defenders."""
    if isinstance(event, Fired):
        return _fire(state, event, by_owner=joint and event.side == "defender")
    if isinstance(event, CasualtiesChosen):
        return _casualties(state, event, by_owner=joint and event.side == "defender")
    if isinstance(event, UnitsLost):
        return _sunk(state, event)
    if isinstance(event, Submerged):
        return f"{WHO[event.side]} submerge {force(state, state.select(event.pieces))}"
    if isinstance(event, Retreated):
        return _retreat(state, event)
    if isinstance(event, AntiAircraftFired) and state.battle is None:
        return ""
    tell = OTHER_LINES.get(type(event))
    return tell(state, event) if tell else ""


def _fire(state: GameState, event: Fired, *, by_owner: bool) -> str:
    groups = " · ".join(_volley(state, event.side, shots, by_owner=by_owner) for shots in event.shots)
    fire = Fire()
    fire.add(event)
    return f"{WHO[event.side]} {VERBS.get(event.step, 'roll')}: {groups} — {fire.in_words}"


def _volley(state: GameState, side: AttackOrDefense, shots: Shots, *, by_owner: bool) -> str:
    """ "tank **1** 3", "infantry at 2: **1** 5" where that is not the printed number."""
    whose = f"{state.edition.power[shots.power].adjective} " if by_owner else ""
    unit = state.edition.unit[shots.unit]
    printed = unit.attack if side == "attacker" else unit.defense
    value = "" if shots.value == printed else f" at {shots.value}:"
    together = f" (best of {shots.best_of} dice)" if shots.best_of > 1 else ""
    return f"{whose}{unit.name}{together}{value} {faces(shots)}"


def faces(shots: Shots) -> str:
    """The dice of one kind of unit, hits in bold: "**1** 3 6"; many dice by number: "**5×1** 3×2"."""
    if len(shots.dice) <= MANY_DICE:
        return " ".join(f"**{face}**" if face <= shots.value else str(face) for face in shots.dice)
    rolled = sorted(Counter(shots.dice).items())
    return " ".join(f"**{count}×{face}**" if face <= shots.value else f"{count}×{face}" for face, count in rolled)


def _casualties(state: GameState, event: CasualtiesChosen, *, by_owner: bool) -> str:
    lost, damaged = state.select(event.lost), state.select(event.damaged)
    parts = [f"lose {force(state, lost, by_owner=by_owner)}"] if lost else []
    parts += [f"have {force(state, damaged, by_owner=by_owner)} damaged"] if damaged else []
    parts += [f"{number(event.wasted, 'hit')} without a target"] if event.wasted > 0 else []
    return f"{WHO[event.side]} {', '.join(parts)}" if lost or damaged else f"{WHO[event.side]}: {', '.join(parts)}"


def _sunk(state: GameState, event: UnitsLost) -> str:
    if event.reason == "no_landing":
        who, where = power_name(state, event.pieces[0].power), place(state, event.space)
        return f"{who} loses {losses_in_words(state, event.pieces)} over {where}: no landing place"
    if event.reason == "casualties":
        used_up, drowned = spent(state, event), event.cargo
        lines = [f"Spent in their attack: {force(state, used_up)}"] if used_up else []
        return " · ".join([*lines, *([f"Lost with the ships: {force(state, drowned)}"] if drowned else [])])
    if event.reason == "anti_aircraft":
        return f"Lost with the bombers: {force(state, event.cargo)}" if event.cargo else ""
    if event.reason == "kamikaze":
        return f"Lost with the ships: {force(state, event.cargo)}" if event.cargo else ""
    side = WHO[side_of_piece(state, event.pieces[0])]
    aboard = f" with {force(state, event.cargo)} aboard" if event.cargo else ""
    return f"{side} lose {force(state, event.pieces)}{aboard}: nothing is left to protect them"


def spent(state: GameState, event: UnitsLost) -> tuple[Piece, ...]:
    """Units among the lost that nobody chose: they attacked to be lost, as kamikazes and kaiten torpedoes."""
    kaiten = state.battle.marked.get("kaiten_torpedoes", ()) if state.battle else ()
    return tuple(piece for piece in event.pieces if KAMIKAZE.of(piece) or piece.id in kaiten)


def _retreat(state: GameState, event: Retreated) -> str:
    power = power_name(state, state.power)
    ground, aircraft = state.select(event.pieces), state.select(event.aircraft)
    if event.to is None:
        return f"{power} breaks off: {force(state, aircraft)} will land in the noncombat move"
    flying = f"; {force(state, aircraft)} will land in the noncombat move" if aircraft else ""
    return f"{power} retreats to {place(state, event.to)}: {force(state, ground)}{flying}"


def in_action(state: GameState, ids: Iterable[str]) -> tuple[Piece, ...]:
    """The pieces of a side that are not casualties of this round."""
    battle = state.battle
    out = {*battle.down, *battle.struck} if battle else set()
    return state.select(i for i in ids if i not in out)


def both_can_fight(state: GameState) -> bool:
    """Whether a battle is under way in which both sides have somebody left who is no casualty."""
    battle = state.battle
    return battle is not None and bool(in_action(state, battle.attackers) and in_action(state, battle.defenders))
