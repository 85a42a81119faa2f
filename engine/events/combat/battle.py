"""Battles, from when they are found until they are over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine.dice import FACES, hits_expected
from engine.events.changes import battle_of, change, in_battle, in_turn
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.battles import Battle, Hits, Part, PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId, changed
from engine.state.successors import with_pieces, with_values

AttackOrDefense = Literal["attacker", "defender"]
Outcome = Literal["attacker", "defender", "nobody", "both"]


@dataclass(frozen=True)
class BattlesFound:
    """The battles that must be fought this turn, in the order of the rules (CMB-01)."""

    power: PowerId
    battles: tuple[PendingBattle, ...]
    audience: str = "all"
    kind: Literal["battles_found"] = "battles_found"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, pending=self.battles)


@dataclass(frozen=True)
class BattleDropped:
    """A battle that was due is not fought because nobody is left to fight it."""

    battle: PendingBattle
    audience: str = "all"
    kind: Literal["battle_dropped"] = "battle_dropped"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, pending=tuple(p for p in state.pending if p != self.battle))


@dataclass(frozen=True)
class ShipsAssigned:
    """Ships in a zone are to support the landing in a territory, or none (SPC-21)."""

    power: PowerId
    zone: SpaceId
    ships: Mapping[PieceId, SpaceId | None]
    audience: str = "all"
    kind: Literal["ships_assigned"] = "ships_assigned"

    def evolve(self, state: GameState) -> GameState:
        return in_turn(state, bombardments={**state.turn.bombardments, **self.ships})


@dataclass(frozen=True)
class LandingCalledOff:
    """Cargo stays aboard instead of landing in a territory (SPC-06); `ships` no longer land anybody.

    Ships that did nothing else in the combat move are free for the noncombat move (NCM-27).
    """

    power: PowerId
    territory: SpaceId
    pieces: tuple[PieceId, ...]
    ships: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["landing_called_off"] = "landing_called_off"

    def evolve(self, state: GameState) -> GameState:
        idle = {i for i in self.ships if not state.pieces[i].used and not any(c.loaded for c in state.cargo(i))}
        state = change(state, self.pieces, assault=None)
        state = change(state, self.ships, assault=None, offloaded=None)
        return change(state, sorted(idle), moved=None)


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

    def evolve(self, state: GameState) -> GameState:
        battle = self.battle
        begun = (battle.space, battle.part, "combat")
        pending = tuple(p for p in state.pending if (p.space, p.part, p.kind) != begun)
        state = change(state, self.landed, space=battle.space, aboard=None, loaded=None, assault=None)
        reached = state.turn.battles_reached if self.turn is None else self.turn
        return in_turn(with_values(state, pending=pending, battle=battle), battles_reached=reached)


@dataclass(frozen=True)
class RoundBegan:
    """A round of battle begins; abilities that depend on destroyers are fixed for the round (CMB-11)."""

    space: SpaceId
    round: int
    attacker_destroyer: bool
    defender_destroyer: bool
    audience: str = "all"
    kind: Literal["round_began"] = "round_began"

    def evolve(self, state: GameState) -> GameState:
        return in_battle(
            state,
            round=self.round,
            step=0,
            fired=(),
            attacker_destroyer=self.attacker_destroyer,
            defender_destroyer=self.defender_destroyer,
        )


@dataclass(frozen=True)
class StepDone:
    """A step of the round is over; the next one is `step`."""

    step: int
    audience: str = "all"
    kind: Literal["step_done"] = "step_done"

    def evolve(self, state: GameState) -> GameState:
        return in_battle(state, step=self.step)


@dataclass(frozen=True)
class Shots:
    """The dice of all pieces of one power and unit that fire at one value.

    best_of: dice that belong together, of which only the best counts (RES-23); with 1 each counts for itself.
    unrolled: how many dice they would have rolled; with low luck they roll none of their own.
    """

    power: PowerId
    unit: UnitId
    value: int
    dice: tuple[int, ...]
    hits: int
    best_of: int = 1
    unrolled: int = 0

    @property
    def expected(self) -> Fraction:
        """Hits to be expected of these dice."""
        return hits_expected(len(self.dice) + self.unrolled, self.value, self.best_of)


@dataclass(frozen=True)
class LowLuck:
    """Units that fired together: their strength in all, and the one die that decided about what is left of it over 6s.

    There is no die where nothing is left.
    """

    strength: int
    dice: tuple[int, ...]

    @property
    def rest(self) -> int:
        """The number with which the die hits."""
        return self.strength % FACES

    @property
    def hits(self) -> int:
        """The sure hits, and that of the die."""
        return self.strength // FACES + sum(die <= self.rest for die in self.dice)


@dataclass(frozen=True)
class Fired:
    """One side fired in a step; `pieces` have used their shot this round, and the attacker's have fought this turn.

    low_luck: those that fired together, for each class of their hits; nothing where each rolled for itself.
    """

    space: SpaceId
    round: int
    step: str
    side: AttackOrDefense
    shots: tuple[Shots, ...]
    pieces: tuple[PieceId, ...]
    hits: Hits
    low_luck: tuple[LowLuck, ...] = ()
    audience: str = "all"
    kind: Literal["fired"] = "fired"

    def evolve(self, state: GameState) -> GameState:
        battle = battle_of(state)
        if self.side == "attacker" and battle.part != "air":
            state = change(state, self.pieces, fought=True)
        return in_battle(state, fired=(*battle.fired, *self.pieces), hits=self.hits)


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

    def evolve(self, state: GameState) -> GameState:
        battle = battle_of(state)
        state = with_pieces(
            state, (changed(state.pieces[i], hits_taken=state.pieces[i].hits_taken + 1) for i in self.damaged)
        )
        down = (*battle.down, *self.lost) if self.when == "down" else battle.down
        struck = (*battle.struck, *self.lost) if self.when == "struck" else battle.struck
        return in_battle(state, hits=Hits(), down=down, struck=struck)


@dataclass(frozen=True)
class UnitsLost:
    """Pieces were destroyed, with what was aboard them (`cargo`)."""

    space: SpaceId
    pieces: tuple[Piece, ...]
    cargo: tuple[Piece, ...]
    reason: Literal["casualties", "defenseless", "no_landing", "anti_aircraft", "kamikaze"]
    audience: str = "all"
    kind: Literal["units_lost"] = "units_lost"

    def evolve(self, state: GameState) -> GameState:
        gone = [piece.id for piece in (*self.pieces, *self.cargo)]
        state = _without(state, gone)
        battle = state.battle
        if battle is None:
            return state
        return in_battle(
            state,
            attackers=_minus(battle.attackers, gone),
            defenders=_minus(battle.defenders, gone),
            seaborne=_minus(battle.seaborne, gone),
            down=_minus(battle.down, gone),
            struck=_minus(battle.struck, gone),
            attackers_lost=(*battle.attackers_lost, *(p.unit for p in self.pieces if p.id in battle.attackers)),
        )


@dataclass(frozen=True)
class Submerged:
    """Submarines left the battle under water (SPC-73, SPC-76)."""

    space: SpaceId
    side: AttackOrDefense
    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["submerged"] = "submerged"

    def evolve(self, state: GameState) -> GameState:
        battle = battle_of(state)
        state = change(state, self.pieces, submerged=True)
        side = {self.side + "s": _minus(getattr(battle, self.side + "s"), self.pieces)}
        return in_battle(state, **side)


@dataclass(frozen=True)
class Surfaced:
    """Submarines that had submerged came up at the end of the noncombat move (NCM-30, SPC-78)."""

    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["surfaced"] = "surfaced"

    def evolve(self, state: GameState) -> GameState:
        return change(state, self.pieces, submerged=False)


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

    def evolve(self, state: GameState) -> GameState:
        battle = battle_of(state)
        if self.to is not None:
            state = change(state, self.pieces, space=self.to, came_from=self.space, retreated=True, fought=True)
            state = change(state, self.carried, space=self.to, assault=None)
            state = change(state, self.pieces, assault=None, offloaded=None)
        state = change(state, self.aircraft, retreated=True, fought=True, aboard=None)
        return in_battle(state, attackers=_minus(battle.attackers, (*self.pieces, *self.aircraft)))


@dataclass(frozen=True)
class BattleEnded:
    """A battle is over. `repaired` are two-hit ships set upright again (UNI-57); `outcome` tells who is left."""

    space: SpaceId
    part: Part
    outcome: Outcome
    rounds: int
    fought: tuple[PieceId, ...]
    repaired: tuple[PieceId, ...]
    zone_open: bool | None
    audience: str = "all"
    kind: Literal["battle_ended"] = "battle_ended"

    def evolve(self, state: GameState) -> GameState:
        state = change(state, (i for i in self.fought if i in state.pieces), fought=True)
        state = change(state, self.repaired, hits_taken=0)
        if state.edition.parameters.sea.submerged_until == "end_of_battle":
            state = change(state, (piece.id for piece in state.at(self.space) if piece.submerged), submerged=False)
        if self.zone_open is not None:
            state = in_turn(state, sea_battles={**state.turn.sea_battles, self.space: self.zone_open})
        return with_values(state, battle=None)


def _without(state: GameState, ids: Iterable[PieceId]) -> GameState:
    gone = set(ids)
    orphans = (cargo for ship in gone for cargo in state.cargo(ship) if cargo.id not in gone)
    return with_pieces(state, [changed(cargo, aboard=None) for cargo in orphans], gone)


def _minus(ids: tuple[PieceId, ...], gone: Iterable[PieceId]) -> tuple[PieceId, ...]:
    out = set(gone)
    return tuple(i for i in ids if i not in out)


Event = (
    BattlesFound
    | BattleDropped
    | ShipsAssigned
    | LandingCalledOff
    | BattleBegan
    | RoundBegan
    | StepDone
    | Fired
    | CasualtiesChosen
    | UnitsLost
    | Submerged
    | Surfaced
    | Retreated
    | BattleEnded
)
