"""What happens in battles and to territory; `engine.events` lists these among all events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.board import PowerId, SpaceId
from engine.state import Battle, Hits, Part, PendingBattle, Piece, PieceId
from engine.unit_types import UnitId

AttackOrDefense = Literal["attacker", "defender"]


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
    """A battle begins; `landed` are seaborne units that went ashore for it.

    turn: the place of its kind in the order of battles (CMB-01); None where territory falls without a fight.
    """

    battle: Battle
    landed: tuple[PieceId, ...] = ()
    turn: int | None = None
    audience: str = "all"
    kind: Literal["battle_began"] = "battle_began"


@dataclass(frozen=True)
class ShipsAssigned:
    """Ships in a zone are to support the landing in a territory, or none (SPC-21)."""

    power: PowerId
    zone: SpaceId
    ships: Mapping[PieceId, SpaceId | None]
    audience: str = "all"
    kind: Literal["ships_assigned"] = "ships_assigned"


@dataclass(frozen=True)
class LandingCalledOff:
    """Cargo stays aboard instead of landing in a territory (SPC-06); `ships` land nobody any more.

    Ships that did nothing else in the combat move are free for the noncombat move (NCM-27).
    """

    power: PowerId
    territory: SpaceId
    pieces: tuple[PieceId, ...]
    ships: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["landing_called_off"] = "landing_called_off"


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
    """One side fired in a step; `pieces` have used their shot this round, and the attacker's have fought this turn."""

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
    reason: Literal["casualties", "defenseless", "no_landing", "anti_aircraft"]
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
