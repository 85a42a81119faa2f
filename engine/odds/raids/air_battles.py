"""What a raid comes to where fighters rise against it: the air battle first, then guns and bombs (SPC-40..50)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.combat.air.air_battle import air_battle
from engine.combat.air.raids import escorts_at, raiders_at, strike_limits
from engine.facts.unit_types import UnitId
from engine.odds.force import Left
from engine.odds.outcomes.chain import ends_of
from engine.odds.outcomes.ends import Ends
from engine.odds.raids.raids import RaidOdds, raid_odds
from engine.odds.raids.strikes import StrikeOdds
from engine.odds.setting import Intents, Setting
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.successors import with_values

ONE_ROUND = Intents(retreat_after=1)
Names = frozenset[PieceId]


@dataclass(frozen=True)
class MetRaidOdds:
    """What a raid does against those who rise, and how many of each unit are lost on average.

    raid: with the raiders that fall in the air among those lost.
    """

    raid: RaidOdds
    escorts_lost: Mapping[UnitId, float]
    interceptors_lost: Mapping[UnitId, float]


def met_raid_odds(state: GameState, raid: PendingBattle, interceptors: Sequence[Piece]) -> MetRaidOdds:
    """The chances of a raid against these interceptors; each side loses as printed."""
    raiders, escorts = raiders_at(state, raid.space), escorts_at(state, raid.space)
    if not interceptors or not raiders:
        return MetRaidOdds(raid_odds(state, raid), _nobody(escorts), _nobody(interceptors))
    ends = _fought(state, raid, interceptors)
    attackers, defenders = _left_of(ends, 0), _left_of(ends, 1)
    through: dict[Names, float] = {}
    for left, share in attackers.items():
        raiding = left.intersection(piece.id for piece in raiders)
        through[raiding] = through.get(raiding, 0.0) + share
    return MetRaidOdds(
        _bombed(state, raid, raiders, through), _lost(escorts, attackers), _lost(interceptors, defenders)
    )


def chance_to_gain(state: GameState, raid: PendingBattle, interceptors: Sequence[Piece]) -> float:
    """How likely the attackers lose more IPCs of aircraft in the air than these interceptors, each as printed."""
    if not interceptors:
        return 0.0
    ends = _fought(state, raid, interceptors)
    return sum(share for pair, share in ends.shares.items() if _cost(ends, pair, 0) > _cost(ends, pair, 1))


def _cost(ends: Ends, pair: tuple[Left, Left], side: int) -> int:
    """IPCs of what a side has lost."""
    force, table = (ends.attack, ends.defend)[side], ends.attack.state.edition.unit
    before, after = force.pieces(force.full), force.pieces(pair[side])
    return sum(table[piece.unit].cost or 0 for piece in before) - sum(table[piece.unit].cost or 0 for piece in after)


def _fought(state: GameState, raid: PendingBattle, interceptors: Iterable[Piece]) -> Ends:
    battle = air_battle(state, raid.space, sorted(interceptors, key=state.rank))
    return ends_of(Setting(with_values(state, phase="conduct_combat", battle=battle), battle), ONE_ROUND)


def _left_of(ends: Ends, side: int) -> dict[Names, float]:
    """Who may be left of a side: 0 are the attackers, 1 the interceptors."""
    force = (ends.attack, ends.defend)[side]
    found: dict[Names, float] = {}
    for pair, share in ends.shares.items():
        names = frozenset(piece.id for piece in force.pieces(pair[side]))
        found[names] = found.get(names, 0.0) + share
    return found


def _bombed(
    state: GameState, raid: PendingBattle, raiders: Sequence[Piece], through: Mapping[Names, float]
) -> RaidOdds:
    """The raid of those who are left, for all who may be."""
    facilities = dict.fromkeys(piece.raid for piece in raiders if piece.raid)
    shares: dict[UnitId, dict[int, float]] = {facility: {} for facility in facilities}
    lost = dict.fromkeys((piece.unit for piece in raiders), 0.0)
    for left, share in through.items():
        down = {piece.id for piece in raiders if piece.id not in left}
        after = replace(state, pieces={name: piece for name, piece in state.pieces.items() if name not in down})
        found = raid_odds(after, raid)
        for unit, count in found.lost.items():
            lost[unit] += share * count
        for piece in raiders:
            lost[piece.unit] += share * (piece.id in down)
        for facility, row in shares.items():
            strike = found.strikes.get(facility)
            for amount, chance in (strike.shares if strike else {0: 1.0}).items():
                row[amount] = row.get(amount, 0.0) + share * chance
    is_damage = {facility: strike_limits(state, raid.space, facility).is_damage for facility in facilities}
    return RaidOdds({facility: StrikeOdds(is_damage[facility], row) for facility, row in shares.items()}, lost)


def _lost(pieces: Iterable[Piece], left: Mapping[Names, float]) -> dict[UnitId, float]:
    found = _nobody(pieces)
    for names, share in left.items():
        for piece in pieces:
            found[piece.unit] += share * (piece.id not in names)
    return found


def _nobody(pieces: Iterable[Piece]) -> dict[UnitId, float]:
    return dict.fromkeys((piece.unit for piece in pieces), 0.0)
