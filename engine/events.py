"""What happened: the only things that change a state (`engine.evolve`), and the story that the table is told.

Orders of a phase that is not yet closed are for the acting power alone; `audience` is a power's id or "all".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from engine.advantage_events import AdvantageLapsed as AdvantageLapsed
from engine.advantage_events import AdvantageLost as AdvantageLost
from engine.advantage_events import AdvantagesRolled as AdvantagesRolled
from engine.advantage_events import AdvantageUsed as AdvantageUsed
from engine.advantage_events import AircraftRefuelled as AircraftRefuelled
from engine.advantage_events import BlitzStopped as BlitzStopped
from engine.advantage_events import FreeUnitsPlaced as FreeUnitsPlaced
from engine.advantage_events import TanksBrokeThrough as TanksBrokeThrough
from engine.advantage_events import UnitsConverted as UnitsConverted
from engine.air_events import AimedShot as AimedShot
from engine.air_events import AntiAircraftFired as AntiAircraftFired
from engine.air_events import BerthsChosen as BerthsChosen
from engine.air_events import EscortDeclared as EscortDeclared
from engine.air_events import GunsChangedHands as GunsChangedHands
from engine.air_events import Intercepted as Intercepted
from engine.air_events import ProductionStruck as ProductionStruck
from engine.air_events import RaidDeclared as RaidDeclared
from engine.air_events import Strike as Strike
from engine.battle_events import AttackOrDefense as AttackOrDefense
from engine.battle_events import BattleBegan as BattleBegan
from engine.battle_events import BattleDropped as BattleDropped
from engine.battle_events import BattleEnded as BattleEnded
from engine.battle_events import BattlesFound as BattlesFound
from engine.battle_events import CasualtiesChosen as CasualtiesChosen
from engine.battle_events import Fired as Fired
from engine.battle_events import LandingCalledOff as LandingCalledOff
from engine.battle_events import Retreated as Retreated
from engine.battle_events import RoundBegan as RoundBegan
from engine.battle_events import ShipsAssigned as ShipsAssigned
from engine.battle_events import Shots as Shots
from engine.battle_events import StepDone as StepDone
from engine.battle_events import Submerged as Submerged
from engine.battle_events import TerritoryReverted as TerritoryReverted
from engine.battle_events import TerritoryTaken as TerritoryTaken
from engine.battle_events import TreasuryPlundered as TreasuryPlundered
from engine.battle_events import UnitsLost as UnitsLost
from engine.board import PowerId, SpaceId
from engine.openings import Side
from engine.parameters import PhaseId
from engine.production_events import AircraftBoarded as AircraftBoarded
from engine.production_events import FacilityBuilt as FacilityBuilt
from engine.production_events import FacilityMoved as FacilityMoved
from engine.production_events import IncomeCollected as IncomeCollected
from engine.production_events import Researched as Researched
from engine.production_events import UnitsGranted as UnitsGranted
from engine.production_events import UnitsMobilized as UnitsMobilized
from engine.production_events import UnitsPurchased as UnitsPurchased
from engine.production_events import UnitsReturned as UnitsReturned
from engine.sea_events import AssaultSetOut as AssaultSetOut
from engine.sea_events import KaitenDesignated as KaitenDesignated
from engine.sea_events import KamikazesDeclared as KamikazesDeclared
from engine.sea_events import Surfaced as Surfaced
from engine.state import Choice, Patch, Piece, PieceId, Request, RequestId, UndoEntry
from engine.unit_types import UnitId


@dataclass(frozen=True)
class TurnBegan:
    """A power's turn begins; `hostile_zones` are the sea zones hostile to it now (BRD-20, CMB-40).

    owners_before: who held what a power that acts inside this turn has just taken (GEN-04).
    """

    power: PowerId
    round: int
    hostile_zones: tuple[SpaceId, ...]
    owners_before: Mapping[SpaceId, PowerId | None] = field(default_factory=dict)
    audience: str = "all"
    kind: Literal["turn_began"] = "turn_began"


@dataclass(frozen=True)
class PhaseBegan:
    """A phase begins."""

    power: PowerId
    phase: PhaseId
    audience: str = "all"
    kind: Literal["phase_began"] = "phase_began"


@dataclass(frozen=True)
class PhaseSkipped:
    """A phase was passed over; `reason` is the rule (PUR-08, CMB-62, ASY-03)."""

    power: PowerId
    phase: PhaseId
    reason: str
    audience: str = "all"
    kind: Literal["phase_skipped"] = "phase_skipped"


@dataclass(frozen=True)
class OrderTaken:
    """An order of the acting power was carried out and can be undone."""

    entry: UndoEntry
    audience: str
    kind: Literal["order_taken"] = "order_taken"


@dataclass(frozen=True)
class OrdersSealed:
    """Dice were rolled or a battle began, so the orders of this phase before that cannot be taken back."""

    audience: str
    kind: Literal["orders_sealed"] = "orders_sealed"


@dataclass(frozen=True)
class OrderUndone:
    """The order with this index (0 the oldest) was taken back; `patch` and `undo` are what holds now."""

    index: int
    order: Mapping[str, Any]
    patch: Patch
    undo: tuple[UndoEntry, ...]
    audience: str
    kind: Literal["order_undone"] = "order_undone"


@dataclass(frozen=True)
class UnitsMoved:
    """Pieces moved along `path`, with what is aboard them (`carried`).

    cost: movement points spent by each; None means one for each space entered. dropped: of the infantry among what is
    carried, the bomber that drops it (RES-30).
    """

    power: PowerId
    phase: PhaseId
    pieces: tuple[PieceId, ...]
    carried: tuple[PieceId, ...]
    path: tuple[SpaceId, ...]
    audience: str
    cost: int | None = None
    dropped: Mapping[PieceId, PieceId] = field(default_factory=dict)
    kind: Literal["units_moved"] = "units_moved"


@dataclass(frozen=True)
class UnitsLoaded:
    """Land units boarded transports: piece by piece, the ship (CMV-54..56)."""

    power: PowerId
    phase: PhaseId
    aboard: Mapping[PieceId, PieceId]
    origin: SpaceId
    zone: SpaceId
    audience: str
    kind: Literal["units_loaded"] = "units_loaded"


@dataclass(frozen=True)
class UnitsOffloaded:
    """Land units went ashore in friendly territory (NCM-27)."""

    power: PowerId
    pieces: tuple[PieceId, ...]
    ships: tuple[PieceId, ...]
    zone: SpaceId
    territory: SpaceId
    audience: str
    kind: Literal["units_offloaded"] = "units_offloaded"


@dataclass(frozen=True)
class AssaultDeclared:
    """Cargo is to assault a hostile territory (CMV-69)."""

    power: PowerId
    pieces: tuple[PieceId, ...]
    ships: tuple[PieceId, ...]
    zone: SpaceId
    territory: SpaceId
    audience: str
    kind: Literal["assault_declared"] = "assault_declared"


@dataclass(frozen=True)
class Engaged:
    """Pieces were told to attack, or to ignore, what may be ignored in a sea zone (CMV-20)."""

    power: PowerId
    zone: SpaceId
    pieces: tuple[PieceId, ...]
    attack: bool
    audience: str
    kind: Literal["engaged"] = "engaged"


@dataclass(frozen=True)
class LandingPromised:
    """A carrier will be in a sea zone for these aircraft, or any, to land on (CMV-46)."""

    power: PowerId
    carrier: str
    space: SpaceId
    audience: str
    aircraft: tuple[PieceId, ...] = ()
    kind: Literal["landing_promised"] = "landing_promised"


@dataclass(frozen=True)
class RequestOpened:
    """A question to a power."""

    request: Request
    audience: str = "all"
    kind: Literal["request_opened"] = "request_opened"


@dataclass(frozen=True)
class RequestAnswered:
    """One power answered; the request stays open while others who answer with it have not (CMB-23)."""

    request: RequestId
    power: PowerId
    choice: Choice
    audience: str = "all"
    kind: Literal["request_answered"] = "request_answered"


@dataclass(frozen=True)
class RequestClosed:
    """A question is settled by this choice."""

    request: RequestId
    choice: Choice
    audience: str = "all"
    kind: Literal["request_closed"] = "request_closed"


@dataclass(frozen=True)
class AircraftSettled:
    """Aircraft at sea are now based on these carriers (None: over the sea, waiting for one)."""

    aboard: Mapping[PieceId, PieceId | None]
    audience: str = "all"
    kind: Literal["aircraft_settled"] = "aircraft_settled"


@dataclass(frozen=True)
class StrandedLanded:
    """Defending aircraft whose carrier was sunk landed within 1 space: piece by piece, where (SPC-79)."""

    power: PowerId
    landings: Mapping[PieceId, SpaceId]
    audience: str = "all"
    kind: Literal["stranded_landed"] = "stranded_landed"


@dataclass(frozen=True)
class LeaveChanged:
    """A power grants or refuses an ally the use of its carriers, transports or territories (ASY-28)."""

    power: PowerId
    ally: PowerId
    what: str
    granted: bool
    audience: str = "all"
    kind: Literal["leave_changed"] = "leave_changed"


@dataclass(frozen=True)
class Conceded:
    """The player of a power is ready to concede (GEN-34)."""

    power: PowerId
    audience: str = "all"
    kind: Literal["conceded"] = "conceded"


@dataclass(frozen=True)
class GameWon:
    """A side has won; `reason` says how. individual_winners: its powers that grew most, if the table asks (OPT-08)."""

    side: Side
    reason: str
    individual_winners: tuple[PowerId, ...] = ()
    audience: str = "all"
    kind: Literal["game_won"] = "game_won"


@dataclass(frozen=True)
class Edited:
    """The game master corrected the position; the fields hold the new values, None where nothing changed."""

    pieces: Mapping[PieceId, Piece | None] = field(default_factory=dict)
    owners: Mapping[SpaceId, PowerId | None] | None = None
    facilities: Mapping[SpaceId, tuple[UnitId, ...]] | None = None
    damage: Mapping[SpaceId, Mapping[UnitId, int]] | None = None
    treasuries: Mapping[str, int] | None = None
    purchased: Mapping[PowerId, Mapping[UnitId, int]] | None = None
    serials: Mapping[str, int] | None = None
    owners_before: Mapping[SpaceId, PowerId | None] | None = None
    round: int | None = None
    power: PowerId | None = None
    phase: PhaseId | None = None
    hostile_zones: tuple[SpaceId, ...] | None = None
    technologies: Mapping[PowerId, tuple[str, ...]] | None = None
    audience: str = "all"
    kind: Literal["edited"] = "edited"


Event = (
    TurnBegan
    | PhaseBegan
    | PhaseSkipped
    | OrderTaken
    | OrderUndone
    | OrdersSealed
    | UnitsPurchased
    | UnitsMoved
    | UnitsLoaded
    | UnitsOffloaded
    | AssaultDeclared
    | Engaged
    | LandingPromised
    | BerthsChosen
    | TerritoryTaken
    | TerritoryReverted
    | TreasuryPlundered
    | RaidDeclared
    | EscortDeclared
    | Intercepted
    | AntiAircraftFired
    | ProductionStruck
    | GunsChangedHands
    | BattlesFound
    | BattleBegan
    | ShipsAssigned
    | LandingCalledOff
    | RoundBegan
    | StepDone
    | Fired
    | CasualtiesChosen
    | UnitsLost
    | Submerged
    | Retreated
    | BattleEnded
    | BattleDropped
    | Surfaced
    | AssaultSetOut
    | KamikazesDeclared
    | KaitenDesignated
    | RequestOpened
    | RequestAnswered
    | RequestClosed
    | AircraftSettled
    | StrandedLanded
    | Researched
    | UnitsGranted
    | UnitsMobilized
    | FacilityBuilt
    | FacilityMoved
    | AircraftBoarded
    | UnitsReturned
    | IncomeCollected
    | LeaveChanged
    | AdvantagesRolled
    | AdvantageUsed
    | AdvantageLapsed
    | AdvantageLost
    | FreeUnitsPlaced
    | BlitzStopped
    | UnitsConverted
    | TanksBrokeThrough
    | AircraftRefuelled
    | Conceded
    | GameWon
    | Edited
)

EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as plain JSON values."""
    dumped: dict[str, Any] = EVENT.dump_python(event, mode="json")
    return dumped


def event_from_json(value: Mapping[str, Any]) -> Event:
    """Read what `event_to_json` wrote; raises pydantic's ValidationError if it is no event."""
    return EVENT.validate_python(value)
