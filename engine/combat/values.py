"""The numbers that units need to hit, all that raises them (GEN-35), such as a pair (UNI-19..26), and what else tells
units of a battle apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from engine.dice import hits_expected
from engine.events.combat.battle import AttackOrDefense
from engine.events.combat.scramble import SCRAMBLED_FROM
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import Pairing, UnitId, UnitType
from engine.landing.ranges import range_left
from engine.play import HITS_ON
from engine.position.relations import commanded_powers
from engine.state.battles import Battle, Part
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId

__all__ = ["Aboard", "Traits", "dice_of", "fire_expected", "values", "values_in_battle"]


def paired_values(state: GameState, pieces: Iterable[Piece], alone: Mapping[PieceId, int]) -> dict[PieceId, int]:
    """What those attackers need that are paired, where the pairs together make the attack as strong as they can.

    alone: what each needs without a partner; who gains nothing by a pair stays out of it. Partners are of the same
    power (UNI-22) and in one pair at a time (UNI-23), with advanced artillery in two (RES-26). In a joint strike the
    ally's units count as those of its leader (OPT-28).
    """
    pieces = tuple(pieces)
    gains = [
        (pairing.attack - alone[piece.id], piece, pairing)
        for piece in pieces
        if (pairing := state.type_of(piece).pairing) is not None and 0 < alone[piece.id] < pairing.attack
    ]
    if not gains:
        return {}
    led = commanded_powers(state)
    leader = {piece.id: state.power if piece.power in led else piece.power for piece in pieces}
    places = _Places()
    for piece in pieces:
        places.open(leader[piece.id], piece.unit, state.type_of(piece).supported_units)
    gains.sort(key=lambda gain: (-gain[0], *state.rank(gain[1])))
    return {
        piece.id: pairing.attack
        for _, piece, pairing in gains
        if places.take(_Seeker(leader[piece.id], piece.unit, pairing))
    }


@dataclass(frozen=True)
class _Seeker:
    """A unit that looks for a partner; those of one power and unit are all alike."""

    power: PowerId
    unit: UnitId
    pairing: Pairing


_Partner = tuple[PowerId, UnitId]


@dataclass
class _Places:
    """Places beside partners, and which units have them.

    A unit that has a partner keeps one, though not always the same, so serving the greatest gains first makes the sum
    of all gains the greatest.
    """

    free: dict[_Partner, int] = field(default_factory=dict)
    taken: dict[_Partner, list[_Seeker]] = field(default_factory=dict)

    def open(self, power: PowerId, unit: UnitId, count: int) -> None:
        self.free[power, unit] = self.free.get((power, unit), 0) + count

    def take(self, seeker: _Seeker) -> bool:
        """Give a place to somebody, moving others to other partners where need be."""
        return self._take(seeker, set())

    def _take(self, seeker: _Seeker, tried: set[_Partner]) -> bool:
        partners = [(seeker.power, unit) for unit in seeker.pairing.partners if (seeker.power, unit) not in tried]
        tried.update(partners)
        for partner in partners:
            if self.free.get(partner):
                self.free[partner] -= 1
                self.taken.setdefault(partner, []).append(seeker)
                return True
        for partner in partners:
            for other in dict.fromkeys(self.taken.get(partner, ())):
                if self._take(other, tried):
                    self.taken[partner].remove(other)
                    self.taken[partner].append(seeker)
                    return True
        return False


def fire_value(unit: UnitType, side: AttackOrDefense) -> int:
    """The printed value of a unit, submarines (SPC-68) and damaged ships (UNI-58) alike."""
    if unit.can("anti_aircraft"):
        return 0
    return unit.attack if side == "attacker" else unit.defense


def values(state: GameState, pieces: Iterable[Piece], side: AttackOrDefense) -> dict[PieceId, int]:
    """The number that each of these pieces of one side needs; bonuses do not add up, the best one counts."""
    pieces = tuple(pieces)
    raised = {power: HITS_ON.of(state, power) for power in {piece.power for piece in pieces}}
    alone: dict[PieceId, int] = {}
    for piece in pieces:
        printed = alone[piece.id] = fire_value(state.type_of(piece), side)
        if printed and raised[piece.power]:
            alone[piece.id] = max(printed, raised_value(state, piece, side))
    return alone | paired_values(state, pieces, alone) if side == "attacker" else alone


def raised_value(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """The best number that advantages of its power give a piece in the present battle, 0 for none."""
    return max((hits_on(state, piece, side) for hits_on in HITS_ON.of(state, piece.power)), default=0)


def air_values(state: GameState, pieces: Iterable[Piece]) -> dict[PieceId, int]:
    """The number that each of these aircraft needs in the air battle before a raid (SPC-47, RES-51)."""
    return {piece.id: state.type_of(piece).air_battle for piece in pieces}


def values_in_battle(state: GameState, pieces: Iterable[Piece], side: AttackOrDefense) -> dict[PieceId, int]:
    """The number that each of these pieces of one side needs in the battle that is being fought, also in the air."""
    in_the_air = state.battle is not None and state.battle.part == "air"
    return air_values(state, pieces) if in_the_air else values(state, pieces, side)


def dice_of(unit: UnitType, side: AttackOrDefense, part: Part = "land") -> int:
    """How many dice a unit rolls (CMB-07, RES-23, RES-25); in an air battle always one (SPC-47)."""
    return unit.attack_dice if side == "attacker" and part != "air" else 1


def best_die_of(unit: UnitType, side: AttackOrDefense, part: Part = "land") -> int:
    """The number of dice of which only the best counts; 1 where each counts for itself (RES-23)."""
    return dice_of(unit, side, part) if unit.best_die_counts else 1


def fire_expected(
    state: GameState, pieces: Iterable[Piece], side: AttackOrDefense, value: Mapping[PieceId, int]
) -> Fraction:
    """Hits to be expected of these pieces, each of which needs its value."""
    lines = ((value[piece.id], state.type_of(piece)) for piece in pieces)
    return sum((hits_expected(dice_of(u, side), n, best_die_of(u, side)) for n, u in lines), Fraction())


Aboard = tuple[PowerId, UnitId, SpaceId | None]
"""Something aboard a ship: whose it is, its unit, and the territory that it is to land in."""


@dataclass(frozen=True)
class Traits:
    """Differences between units of one type and owner in a battle.

    aboard: what the ship carries, with the coasts where it is to land (UNI-64). range_left: of attacking aircraft,
    which land elsewhere (NCM-12). awaited_in: the zones where carriers are bound to meet it (CMV-46). host: whose
    carrier a defending aircraft is aboard, and so who moves it later (UNI-51). seaborne: it cannot retreat where others
    can (CMB-41). marked: national advantages that work for it alone (OPT-24). raid, escort: what it does after the air
    battle (SPC-42). scrambled_from: the territory to which it returns (SPC-89); in the battle it is as others (SPC-88).
    """

    hits_taken: int
    aboard: tuple[Aboard, ...]
    range_left: int
    awaited_in: tuple[SpaceId, ...]
    host: PowerId | None
    seaborne: bool
    marked: tuple[str, ...]
    raid: UnitId | None
    escort: bool
    scrambled_from: SpaceId


def traits(state: GameState, battle: Battle, side: AttackOrDefense, piece: Piece) -> Traits:
    """What tells a piece of one side from others in a battle."""
    flies_home = side == "attacker" and state.type_of(piece).domain == "air"
    host = state.pieces.get(piece.aboard or "")
    return Traits(
        hits_taken=piece.hits_taken,
        aboard=tuple((c.power, c.unit, c.assault) for c in state.cargo(piece.id)),
        range_left=range_left(state, piece) if flies_home else 0,
        awaited_in=_awaited_in(state, piece.id) if flies_home else (),
        host=host.power if host and side == "defender" else None,
        seaborne=piece.id in battle.seaborne and _others_may_retreat(state, battle),
        marked=tuple(sorted(name for name, pieces in battle.marked.items() if piece.id in pieces)),
        raid=piece.raid,
        escort=piece.escort,
        scrambled_from=SCRAMBLED_FROM.of(piece),
    )


def _awaited_in(state: GameState, aircraft: PieceId) -> tuple[SpaceId, ...]:
    if not state.edition.parameters.air.carrier_promises_bind:
        return ()
    meant = {carrier for carrier, awaited in state.turn.promised_to.items() if aircraft in awaited}
    promised = dict(state.turn.promises)
    return tuple(sorted(promised[carrier] for carrier in meant if carrier in state.pieces))


def _others_may_retreat(state: GameState, battle: Battle) -> bool:
    """Whether those that came overland have a way out which those that landed have not."""
    return bool(battle.retreats) and state.edition.parameters.assaults.overland_may_leave
