"""What happened: the only things that change a state (`engine.evolve`), and the story that the table is told.

Orders of a phase that is not yet closed are for the acting power alone; `audience` is a power's id or "all".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from engine.board import PowerId, SpaceId
from engine.edition import PhaseId, Side, UnitId
from engine.state import Battle, Choice, Hits, Part, Patch, PendingBattle, Piece, PieceId, Request, RequestId, UndoEntry

AttackOrDefense = Literal["attacker", "defender"]


@dataclass(frozen=True)
class TurnBegan:
    """A power's turn begins; `hostile_zones` are the sea zones hostile to it now (BRD-20, CMB-40)."""

    power: PowerId
    round: int
    hostile_zones: tuple[SpaceId, ...]
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
class OrderUndone:
    """The order with this index (0 the oldest) was taken back; `patch` and `undo` are what holds now."""

    index: int
    order: Mapping[str, Any]
    patch: Patch
    undo: tuple[UndoEntry, ...]
    audience: str
    kind: Literal["order_undone"] = "order_undone"


@dataclass(frozen=True)
class UnitsPurchased:
    """The purchase order is now this; `ipcs` is the treasury after paying (PUR-01, PUR-02)."""

    power: PowerId
    units: Mapping[UnitId, int]
    cost: int
    ipcs: int
    audience: str
    kind: Literal["units_purchased"] = "units_purchased"


@dataclass(frozen=True)
class UnitsMoved:
    """Pieces moved along `path`, with what is aboard them (`carried`)."""

    power: PowerId
    phase: PhaseId
    pieces: tuple[PieceId, ...]
    carried: tuple[PieceId, ...]
    path: tuple[SpaceId, ...]
    audience: str
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
    """A carrier will be in a sea zone for an aircraft to land on (CMV-46)."""

    power: PowerId
    carrier: str
    space: SpaceId
    audience: str
    kind: Literal["landing_promised"] = "landing_promised"


@dataclass(frozen=True)
class TerritoryTaken:
    """`power` took a territory; it now belongs to `owner`, an ally where it was liberated (CMB-45, CMB-52)."""

    power: PowerId
    territory: SpaceId
    owner: PowerId
    former: PowerId | None
    audience: str = "all"
    kind: Literal["territory_taken"] = "territory_taken"


@dataclass(frozen=True)
class TerritoryReverted:
    """A territory went back to the power whose emblem it bears, whose capital was freed (CMB-65)."""

    territory: SpaceId
    owner: PowerId
    former: PowerId
    audience: str = "all"
    kind: Literal["territory_reverted"] = "territory_reverted"


@dataclass(frozen=True)
class TreasuryPlundered:
    """The captor of a capital took all unspent IPCs of its owner (CMB-59)."""

    power: PowerId
    victim: PowerId
    amount: int
    audience: str = "all"
    kind: Literal["treasury_plundered"] = "treasury_plundered"


@dataclass(frozen=True)
class BattlesFound:
    """The battles that must be fought this turn, in the order of the rules (CMB-01)."""

    power: PowerId
    battles: tuple[PendingBattle, ...]
    audience: str = "all"
    kind: Literal["battles_found"] = "battles_found"


@dataclass(frozen=True)
class BattleBegan:
    """A battle begins; `landed` are seaborne units that went ashore for it."""

    battle: Battle
    landed: tuple[PieceId, ...] = ()
    audience: str = "all"
    kind: Literal["battle_began"] = "battle_began"


@dataclass(frozen=True)
class RoundBegan:
    """A round of battle begins; abilities that depend on destroyers are fixed for the round (CMB-11)."""

    space: SpaceId
    round: int
    attacker_destroyer: bool
    defender_destroyer: bool
    audience: str = "all"
    kind: Literal["round_began"] = "round_began"


@dataclass(frozen=True)
class StepDone:
    """A step of the round is over; the next one is `step`."""

    step: int
    audience: str = "all"
    kind: Literal["step_done"] = "step_done"


@dataclass(frozen=True)
class Shots:
    """The dice of all pieces of one power and unit that fire at one value."""

    power: PowerId
    unit: UnitId
    value: int
    dice: tuple[int, ...]
    hits: int


@dataclass(frozen=True)
class Fired:
    """One side fired in a step; `pieces` have used their shot this round."""

    space: SpaceId
    round: int
    step: str
    side: AttackOrDefense
    shots: tuple[Shots, ...]
    pieces: tuple[PieceId, ...]
    hits: Hits
    audience: str = "all"
    kind: Literal["fired"] = "fired"


@dataclass(frozen=True)
class CasualtiesChosen:
    """Hits of a step were assigned. `when`: removed at once, after the strike step, or after the defenders' fire."""

    space: SpaceId
    side: AttackOrDefense
    lost: tuple[PieceId, ...]
    damaged: tuple[PieceId, ...]
    wasted: int
    when: Literal["at_once", "struck", "down"]
    audience: str = "all"
    kind: Literal["casualties_chosen"] = "casualties_chosen"


@dataclass(frozen=True)
class UnitsLost:
    """Pieces were destroyed, with what was aboard them (`cargo`)."""

    space: SpaceId
    pieces: tuple[Piece, ...]
    cargo: tuple[Piece, ...]
    reason: Literal["casualties", "defenseless", "no_landing"]
    audience: str = "all"
    kind: Literal["units_lost"] = "units_lost"


@dataclass(frozen=True)
class Submerged:
    """Submarines left the battle under water (SPC-73, SPC-76)."""

    space: SpaceId
    side: AttackOrDefense
    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["submerged"] = "submerged"


@dataclass(frozen=True)
class Retreated:
    """Attackers retreated to `to`; aircraft stay over the battle until the noncombat move (CMB-37, CMB-42)."""

    space: SpaceId
    to: SpaceId | None
    pieces: tuple[PieceId, ...]
    carried: tuple[PieceId, ...]
    aircraft: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["retreated"] = "retreated"


@dataclass(frozen=True)
class BattleEnded:
    """A battle is over. `repaired` are two-hit ships set upright again (UNI-57); `outcome` tells who is left."""

    space: SpaceId
    part: Part
    outcome: Literal["attacker", "defender", "nobody", "both"]
    rounds: int
    fought: tuple[PieceId, ...]
    repaired: tuple[PieceId, ...]
    zone_open: bool | None
    audience: str = "all"
    kind: Literal["battle_ended"] = "battle_ended"


@dataclass(frozen=True)
class BattleDropped:
    """A battle that was due is not fought because nobody is left to fight it."""

    battle: PendingBattle
    audience: str = "all"
    kind: Literal["battle_dropped"] = "battle_dropped"


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
class UnitsMobilized:
    """New units entered the board through an industrial complex (MOB-01..07)."""

    power: PowerId
    pieces: tuple[Piece, ...]
    space: SpaceId
    complex: SpaceId
    audience: str
    kind: Literal["units_mobilized"] = "units_mobilized"


@dataclass(frozen=True)
class UnitsReturned:
    """Units that could not be placed were returned and repaid (MOB-24)."""

    power: PowerId
    units: Mapping[UnitId, int]
    ipcs: int
    audience: str = "all"
    kind: Literal["units_returned"] = "units_returned"


@dataclass(frozen=True)
class IncomeCollected:
    """A power collected its income; `amount` IPCs from its territories, or none with `reason` (INC-01, INC-03)."""

    power: PowerId
    amount: int
    ipcs: int
    reason: str = ""
    audience: str = "all"
    kind: Literal["income_collected"] = "income_collected"


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
    """A side has won; `reason` says how."""

    side: Side
    reason: str
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
    audience: str = "all"
    kind: Literal["edited"] = "edited"


Event = (
    TurnBegan
    | PhaseBegan
    | PhaseSkipped
    | OrderTaken
    | OrderUndone
    | UnitsPurchased
    | UnitsMoved
    | UnitsLoaded
    | UnitsOffloaded
    | AssaultDeclared
    | Engaged
    | LandingPromised
    | TerritoryTaken
    | TerritoryReverted
    | TreasuryPlundered
    | BattlesFound
    | BattleBegan
    | RoundBegan
    | StepDone
    | Fired
    | CasualtiesChosen
    | UnitsLost
    | Submerged
    | Retreated
    | BattleEnded
    | BattleDropped
    | RequestOpened
    | RequestAnswered
    | RequestClosed
    | AircraftSettled
    | StrandedLanded
    | UnitsMobilized
    | UnitsReturned
    | IncomeCollected
    | LeaveChanged
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
