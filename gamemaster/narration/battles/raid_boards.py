"""The board of a bombing raid or a rocket strike for its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.ask import complex_in, damage_limit, treasury
from engine.events.combat.raids import AntiAircraftFired, ProductionStruck
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import first_upper, ipcs, place
from gamemaster.narration.battles.air_war import strike_result
from gamemaster.narration.battles.board_rounds import anti_aircraft_strip
from gamemaster.narration.battles.boards import units_of
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.phrases import power_name, worth
from maps.battles.data import BattleBoard, Roll, Row, Side, Strip, Units, Volley
from maps.board.facts import symbol_of

TITLES: Mapping[str, str] = {"raid": "Raid on", "rocket": "Rockets at"}
VERBS: Mapping[str, str] = {"raid": "raids", "rocket": "launches rockets"}
STRIPS: Mapping[str, str] = {"raid": "Bombs", "rocket": "Rockets"}


@dataclass(frozen=True)
class _Defence:
    """What guns did to the raiders."""

    strip: Strip
    shot_down: tuple[Piece, ...]


def raid_board(steps: Iterable[Step]) -> BattleBoard | None:
    """The board of the last raid or rocket strike in steps that follow each other; None if there is none."""
    board: BattleBoard | None = None
    defences: dict[tuple[SpaceId, UnitId], _Defence] = {}
    for state, event, after in steps:
        if isinstance(event, AntiAircraftFired) and event.occasion == "raid":
            hit = state.select(shot.piece for shot in event.shots if shot.hit)
            defence = _Defence(anti_aircraft_strip(state, event), hit)
            defences[event.space, event.facility] = defence
            shot_at = (state.pieces[shot.piece].raid for shot in event.shots)
            target = event.facility or next((unit for unit in shot_at if unit), None)
            outlook = "No raider got through"
            board = _board(state, after, event.space, target, "raid", (defence.strip,), defence.shot_down, outlook)
        elif isinstance(event, ProductionStruck):
            met = _met(defences, event) if event.weapon == "raid" else None
            strips = (*((met.strip,) if met else ()), _strike(state, event))
            left = treasury(after, after.edition.account_of(event.space, event.victim))
            kept = f" and has {left} left" if event.ipcs and left else ""
            outlook = f"{first_upper(strike_result(state, event))}{kept}"
            fallen = met.shot_down if met else ()
            board = _board(state, after, event.space, _struck(state, event), event.weapon, strips, fallen, outlook)
    return board


def _met(defences: Mapping[tuple[SpaceId, UnitId], _Defence], event: ProductionStruck) -> _Defence | None:
    """What fired at the raiders: the facility's own guns, or those of its territory."""
    return defences.get((event.space, event.facility)) or defences.get((event.space, ""))


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
        attacker=Side((power,), f"{power_name(state, power)} {VERBS[weapon]}", rows=rows),
        defender=Side((victim,), f"{power_name(state, victim)}{holds}", score=_damage(after, space, facility)),
        strips=tuple(strips),
        outlook=outlook,
    )


def _damage(state: GameState, space: SpaceId, facility: UnitId | None) -> str:
    """ "6 of 6 damage", nothing where facilities take none."""
    if facility is None or facility not in state.facilities.get(space, ()):
        return ""
    most = damage_limit(state, space, facility)
    return f"{state.damage.get(space, {}).get(facility, 0)} of {most} damage" if most else ""


def _strike(state: GameState, event: ProductionStruck) -> Strip:
    """The dice of all strikers, kind by kind, and what they count."""
    struck = _struck(state, event)
    target = Units(event.victim, symbol_of(state.setup, struck)) if struck else None
    strikers = Counter(strike.unit for strike in event.strikes)
    volleys = []
    for unit, count in strikers.items():
        dice = tuple(die for strike in event.strikes if strike.unit == unit for die in strike.dice)
        volleys.append(Volley(Units(event.power, symbol_of(state.setup, unit), count), Roll(None, dice), target))
    return Strip(STRIPS[event.weapon], tuple(volleys), f"counts {sum(strike.loss for strike in event.strikes)}")


def _struck(state: GameState, event: ProductionStruck) -> UnitId | None:
    """The facility that is struck; early events do not name the only one of its territory."""
    return event.facility or complex_in(state, event.space)
