"""Lines of a report on what happened beside orders and battles, in whichever phase it happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.battle_report.items import AntiAircraftFire, FacilityStrike, GunsTaken, KamikazeStrikes
from engine.battle_report.reading import battle_begun, item_of
from engine.events.advantages import (
    AdvantageLapsed,
    AdvantageLost,
    AdvantageUsed,
    AircraftRefuelled,
    AttackedFirst,
    BlitzStopped,
    FreeUnitsPlaced,
    KamikazesDeclared,
    TanksBrokeThrough,
    UnitsConverted,
)
from engine.events.combat.battle import LandingCalledOff, Surfaced
from engine.events.combat.raids import Intercepted
from engine.events.combat.scramble import Scrambled, ScrambleReturned
from engine.events.economy import ObjectiveGivenUp, ShipsRepaired, TroopBonusPlaced
from engine.events.landing import AircraftBoarded, StrandedLanded
from engine.events.mobilization import FacilityBuilt, FacilityMoved, FacilityUpgraded
from engine.events.neutrals import NeutralJoined, NeutralRoused
from engine.events.territory import FacilityFell
from engine.events.turn import HoldBegan, HoldEnded
from engine.state.game_state import GameState
from gamemaster.narration.history.log import event_line
from gamemaster.narration.history.timeline import Step

NOTED = (
    StrandedLanded,
    AntiAircraftFire,
    FacilityStrike,
    GunsTaken,
    FacilityFell,
    ShipsRepaired,
    NeutralRoused,
    NeutralJoined,
    Intercepted,
    Scrambled,
    ScrambleReturned,
    KamikazeStrikes,
    LandingCalledOff,
    AdvantageUsed,
    AdvantageLapsed,
    AdvantageLost,
    AttackedFirst,
    BlitzStopped,
    FreeUnitsPlaced,
    TroopBonusPlaced,
    UnitsConverted,
    FacilityBuilt,
    FacilityUpgraded,
    FacilityMoved,
    AircraftBoarded,
    AircraftRefuelled,
    TanksBrokeThrough,
    KamikazesDeclared,
    Surfaced,
    ObjectiveGivenUp,
    HoldBegan,
    HoldEnded,
)
"""What is told in whichever phase it happens; what a battle's post tells already stands there alone."""


def opening_notes(steps: Sequence[Step]) -> list[str]:
    """What happened in a combat phase before the first battle, which the report tells above it."""
    return _lines(steps[: _first_battle(steps)])


def later_notes(start: GameState, steps: Sequence[Step]) -> list[str]:
    """What is told below the report of a phase that began in this state."""
    return _lines(steps[_first_battle(steps) if start.phase == "conduct_combat" else 0 :])


def _first_battle(steps: Sequence[Step]) -> int:
    """Where the first battle of two sides begins; 0 where there is none."""
    begun = ((n, battle_begun(event)) for n, (_, event, _) in enumerate(steps))
    return next((n for n, battle in begun if battle and battle.defenders), 0)


def _lines(steps: Iterable[Step]) -> list[str]:
    lines = []
    for state, event, _ in steps:
        happened = item_of(state, event) or event
        in_battle = isinstance(happened, AntiAircraftFire | FacilityFell) and state.battle is not None
        if isinstance(happened, NOTED) and not in_battle:
            lines.append(event_line(state, event) or "")
    return lines
