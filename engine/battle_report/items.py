"""The items of a battle report: who fired with which dice, who was lost, who left.

Pieces are as they were just before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine.battle_report.scores import HitsScored, Score, score_of_rest, score_of_shots, score_of_shots_at
from engine.dice import hits_expected
from engine.events.combat.battle import AttackOrDefense, LowLuck, Outcome
from engine.events.combat.raids import Occasion
from engine.events.territory import FacilityFell
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.pieces import Piece, PieceId

SIDES: tuple[AttackOrDefense, AttackOrDefense] = ("attacker", "defender")
Sides = Mapping[AttackOrDefense, tuple[Piece, ...]]
"""Pieces of both sides."""


@dataclass(frozen=True)
class Volley:
    """The dice of all units of one power and kind that hit with `needed` or less; `count` is how many fire.

    best_of: dice that belong together, of which only the best counts (RES-23); with 1 each counts for itself.
    unrolled: how many dice they would have rolled; with low luck they roll none of their own.
    """

    power: PowerId
    unit: UnitId
    count: int
    needed: int
    dice: tuple[int, ...]
    hits: int
    best_of: int = 1
    unrolled: int = 0

    @property
    def expected(self) -> Fraction:
        """Hits to be expected of these dice."""
        return hits_expected(len(self.dice) + self.unrolled, self.needed, self.best_of)

    @property
    def score(self) -> Score:
        """What the dice scored; with low luck only the die of all that fire together leaves anything to chance."""
        if self.unrolled:
            return Score(0, self.hits, float(self.expected))
        return score_of_shots(len(self.dice), self.hits, self.needed, self.best_of)


@dataclass(frozen=True)
class Fire:
    """One side fires in a step of the round; `shooters` are all who do, `low_luck` those who fire together."""

    step: str
    side: AttackOrDefense
    volleys: tuple[Volley, ...]
    shooters: tuple[PieceId, ...]
    low_luck: tuple[LowLuck, ...] = ()

    @property
    def hits(self) -> HitsScored:
        """The hits of all volleys."""
        return hits_of(self.volleys)


def hits_of(volleys: Iterable[Volley]) -> HitsScored:
    """The hits of some volleys."""
    return HitsScored.total(HitsScored(volley.hits, volley.expected) for volley in volleys)


@dataclass(frozen=True)
class AimedDie:
    """The die of an antiaircraft gun at one aircraft; `raids` is the facility that this is to bomb."""

    power: PowerId
    unit: UnitId
    die: int
    hit: bool
    raids: UnitId | None


@dataclass(frozen=True)
class AntiAircraftFire:
    """A gun fires at aircraft, in a battle or outside one; each die at or below `needed` hits (SPC-61).

    gun: the unit that fires, for which its territory or a `facility` may stand. chosen: the attacker chooses who is
    lost, as many as they hit (SPC-33). hit: at whom the dice fell that hit. low_luck: the dice are one, counted on.
    """

    space: SpaceId
    power: PowerId
    gun: UnitId
    occasion: Occasion
    needed: int
    shots: tuple[AimedDie, ...]
    hit: tuple[Piece, ...]
    facility: UnitId
    chosen: bool
    in_battle: bool
    low_luck: bool

    @property
    def score(self) -> Score:
        """What the dice scored."""
        return score_of_shots_at(len(self.shots), sum(shot.hit for shot in self.shots), self.needed, self.low_luck)


@dataclass(frozen=True)
class Casualties:
    """A side takes the hits of a step; who is lost may still fire this round. wasted: hits without a target."""

    side: AttackOrDefense
    lost: tuple[Piece, ...]
    damaged: tuple[Piece, ...]
    wasted: int


@dataclass(frozen=True)
class Losses:
    """Pieces are destroyed with their cargo. spent: those of them that were lost by attacking; nobody chose them.

    sides: on which side of the battle, or of the war, each power is whose pieces are lost.
    """

    space: SpaceId
    reason: Literal["casualties", "defenseless", "no_landing", "anti_aircraft", "kamikaze"]
    pieces: tuple[Piece, ...]
    cargo: tuple[Piece, ...]
    spent: tuple[Piece, ...]
    sides: Mapping[PowerId, AttackOrDefense]

    @property
    def all_lost(self) -> tuple[Piece, ...]:
        """The pieces and what was aboard."""
        return (*self.pieces, *self.cargo)

    @property
    def unchosen(self) -> tuple[Piece, ...]:
        """Those that no side had named as casualties before."""
        return (*self.spent, *self.cargo) if self.reason == "casualties" else self.all_lost

    def of(self, side: AttackOrDefense, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """Those of the pieces that are on a side."""
        return tuple(piece for piece in pieces if self.sides[piece.power] == side)


@dataclass(frozen=True)
class Submerging:
    """Submarines leave the battle under water (SPC-73, SPC-76)."""

    side: AttackOrDefense
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Retreat:
    """Attackers retreat to a space; aircraft stay over the battle until the noncombat move (CMB-37, CMB-42)."""

    power: PowerId
    to: SpaceId | None
    pieces: tuple[Piece, ...]
    aircraft: tuple[Piece, ...]


@dataclass(frozen=True)
class Torpedoes:
    """Submarines of the defender become torpedoes (OPT-36)."""

    power: PowerId
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class GunsTaken:
    """Guns in a territory that was taken now belong to these powers (UNI-30, UNI-32)."""

    territory: SpaceId
    guns: Mapping[PowerId, tuple[Piece, ...]]


@dataclass(frozen=True)
class Bombs:
    """The dice of one raider or rocket, the IPCs or points of damage that count of them, and their score.

    room: what they could cost at most.
    """

    piece: PieceId
    power: PowerId
    unit: UnitId
    dice: tuple[int, ...]
    loss: int
    room: int
    score: Score


@dataclass(frozen=True)
class FacilityStrike:
    """Raiders or rockets strike a facility: its controller pays `ipcs`, or it takes `damage` (SPC-34).

    facility: what is struck, None where that is not known. damaged: its damage in all after it.
    put_out: whether it works no longer.
    """

    power: PowerId
    space: SpaceId
    victim: PowerId
    weapon: Literal["raid", "rocket"]
    facility: UnitId | None
    named: UnitId
    strikes: tuple[Bombs, ...]
    ipcs: int
    damage: int
    damaged: int
    put_out: bool

    @property
    def owing(self) -> int:
        """What the dice cost, were there enough to be lost."""
        return sum(strike.loss for strike in self.strikes)


@dataclass(frozen=True)
class StruckShip:
    """The kamikaze strikes on one ship, a die for each; `hurt` are the hits that it takes without being sunk."""

    ship: Piece
    dice: tuple[int, ...]
    hits: int
    hurt: int
    score: Score

    @property
    def is_sunk(self) -> bool:
        """Whether the ship goes down."""
        return self.hits > 0 and not self.hurt


@dataclass(frozen=True)
class KamikazeStrikes:
    """A power spends tokens on ships in a sea zone (SPC-95); each die at or below `needed` hits.

    low_luck: the dice at each ship are one, counted on.
    """

    power: PowerId
    space: SpaceId
    needed: int
    strikes: tuple[StruckShip, ...]
    tokens_left: int
    low_luck: bool


@dataclass(frozen=True)
class BattleEnd:
    """How a battle in a space ends: who is left, after how many rounds, and which ships are set upright (UNI-57)."""

    space: SpaceId
    outcome: Outcome
    rounds: int
    repaired: tuple[Piece, ...]


Item = (
    Fire
    | AntiAircraftFire
    | Casualties
    | Losses
    | Submerging
    | Retreat
    | Torpedoes
    | GunsTaken
    | FacilityFell
    | FacilityStrike
    | KamikazeStrikes
)


def scores_of(item: Item) -> list[tuple[PowerId, Score]]:
    """Whose dice scored what; nothing where no dice fell."""
    if isinstance(item, Fire):
        own = [(volley.power, volley.score) for volley in item.volleys]
        return own + [(item.volleys[0].power, score_of_rest(each.rest, len(each.dice))) for each in item.low_luck]
    if isinstance(item, AntiAircraftFire):
        return [(item.power, item.score)]
    if isinstance(item, FacilityStrike):
        return [(bombs.power, bombs.score) for bombs in item.strikes]
    if isinstance(item, KamikazeStrikes):
        return [(item.power, struck.score) for struck in item.strikes]
    return []
