"""The board of a bombing raid or a rocket strike for its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.ask import damage_limit, treasury
from engine.battle_report.items import AntiAircraftFire, FacilityStrike
from engine.battle_report.reading import item_of
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import first_upper, ipcs, place
from gamemaster.narration.battles.air_war import strike_result
from gamemaster.narration.battles.boards import anti_aircraft_strip, units_of
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.phrases import whoever, worth
from maps.battles.data import BattleBoard, Roll, Row, Side, Strip, Units, Volley
from maps.board.facts import symbol_of

TITLES: Mapping[str, str] = {"raid": "Raid on", "rocket": "Rockets at"}
VERBS: Mapping[str, str] = {"raid": "raids", "rocket": "launches rockets"}
STRIPS: Mapping[str, str] = {"raid": "Bombs", "rocket": "Rockets"}


@dataclass(frozen=True)
class _Defence:
    """What guns did to the raiders; number: that of their fire among the steps."""

    number: int
    strip: Strip
    shot_down: tuple[Piece, ...]


def raid_board(steps: Iterable[Step]) -> BattleBoard | None:
    """The board of the last raid or rocket strike in steps that follow each other; None if there is none."""
    return next(reversed(raid_boards(steps)), None)


def raid_boards(steps: Iterable[Step]) -> list[BattleBoard]:
    """The boards of all raids and rocket strikes in steps that follow each other; guns stand on that of their raid."""
    boards: dict[int, BattleBoard] = {}
    defences: dict[tuple[SpaceId, UnitId], _Defence] = {}
    for number, (state, event, after) in enumerate(steps):
        item = item_of(state, event)
        if isinstance(item, AntiAircraftFire) and item.occasion == "raid":
            defence = _Defence(number, anti_aircraft_strip(state, item), item.hit)
            defences[item.space, item.facility] = defence
            target = item.facility or next((shot.raids for shot in item.shots if shot.raids), None)
            outlook = "No raider got through"
            fallen = defence.shot_down
            boards[number] = _board(state, after, item.space, target, "raid", (defence.strip,), fallen, outlook)
        elif isinstance(item, FacilityStrike):
            met = _met(defences, item) if item.weapon == "raid" else None
            if met:
                boards.pop(met.number, None)
            strips = (*((met.strip,) if met else ()), _strike(state, item))
            left = treasury(after, after.edition.account_of(item.space, item.victim))
            kept = f" and has {left} left" if item.ipcs and left else ""
            outlook = f"{first_upper(strike_result(state, item))}{kept}"
            fallen = met.shot_down if met else ()
            boards[number] = _board(state, after, item.space, item.facility, item.weapon, strips, fallen, outlook)
    return list(boards.values())


def _met(defences: Mapping[tuple[SpaceId, UnitId], _Defence], strike: FacilityStrike) -> _Defence | None:
    """What fired at the raiders: the facility's own guns, or those of its territory."""
    return defences.get((strike.space, strike.named)) or defences.get((strike.space, ""))


def _board(
    state: GameState,
    after: GameState,
    space: SpaceId,
    facility: UnitId | None,
    weapon: str,
    strips: Sequence[Strip],
    shot_down: Sequence[Piece],
    outlook: str,
) -> BattleBoard:
    power, victim = state.power, state.owners[space] or ""
    holds = f" holds the {state.edition.unit[facility].name}" if facility else ""
    rows = (Row(f"Lost, {ipcs(worth(state, shot_down))}", units_of(shot_down)),) if shot_down else ()
    return BattleBoard(
        title=f"{TITLES[weapon]} {place(state, space)}",
        when=f"round {state.round}",
        attacker=Side((power,), f"{whoever(state, power)} {VERBS[weapon]}", rows=rows),
        defender=Side((victim,), f"{whoever(state, victim)}{holds}", score=_damage(after, space, facility)),
        strips=tuple(strips),
        outlook=outlook,
    )


def _damage(state: GameState, space: SpaceId, facility: UnitId | None) -> str:
    """ "6 of 6 damage", nothing where facilities take none."""
    if facility is None or facility not in state.facilities.get(space, ()):
        return ""
    most = damage_limit(state, space, facility)
    return f"{state.damage.get(space, {}).get(facility, 0)} of {most} damage" if most else ""


def _strike(state: GameState, strike: FacilityStrike) -> Strip:
    """The dice of all strikers, kind by kind, and what they count."""
    target = Units(strike.victim, symbol_of(state.setup, strike.facility)) if strike.facility else None
    strikers = Counter(bombs.unit for bombs in strike.strikes)
    volleys = []
    for unit, count in strikers.items():
        dice = tuple(die for bombs in strike.strikes if bombs.unit == unit for die in bombs.dice)
        volleys.append(Volley(Units(strike.power, symbol_of(state.setup, unit), count), Roll(None, dice), target))
    return Strip(STRIPS[strike.weapon], tuple(volleys), f"counts {strike.owing}")
