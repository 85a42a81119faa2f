"""What a raid comes to, exactly: fire of guns at the bombers, and then the bombs (SPC-31..38)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.combat.air.anti_aircraft import number_needed, targets_among
from engine.combat.air.flak import by_printed_order, falling_of
from engine.combat.air.raids import raiders_at
from engine.combat.fire import covers_all_fire
from engine.dice import FACES, counted_on
from engine.facilities.targets import raidable
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.odds.raids.strikes import StrikeOdds, strike_of_those_through
from engine.odds.rolls import of_alike
from engine.position.relations import enemy_guns
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId

Through = Mapping[PieceId, float]
"""How likely each raider gets through."""


@dataclass(frozen=True)
class RaidOdds:
    """What a raid does to each facility, and how many of each unit the attacker loses on average."""

    strikes: Mapping[UnitId, StrikeOdds]
    lost: Mapping[UnitId, float]


def raid_odds(state: GameState, raid: PendingBattle) -> RaidOdds:
    """The chances of a raid as it stands, if no fighters rise against it.

    Where the attacker chooses who falls, it is whom the printed order names.
    """
    raiders = raiders_at(state, raid.space)
    strikes: dict[UnitId, StrikeOdds] = {}
    lost = dict.fromkeys((piece.unit for piece in raiders), 0.0)
    for facility, ways in _ways(state, raid.space, raiders).items():
        over_it = [piece for piece in raiders if piece.raid == facility]
        shares: dict[int, float] = {}
        is_damage = False
        for share, through in ways:
            odds = strike_of_those_through(state, raid.space, facility, [(p, through[p.id]) for p in over_it])
            is_damage = odds.is_damage
            for loss, chance in odds.shares.items():
                shares[loss] = shares.get(loss, 0.0) + share * chance
            for piece in over_it:
                lost[piece.unit] += share * (1 - through[piece.id])
        strikes[facility] = StrikeOdds(is_damage, shares)
    return RaidOdds(strikes, lost)


def _ways(state: GameState, territory: SpaceId, raiders: Sequence[Piece]) -> dict[UnitId, list[tuple[float, Through]]]:
    """For each facility that is raided, how the fire at its raiders may go, and how likely each way is."""
    table, owner = state.edition.unit, state.owners[territory]
    found: dict[UnitId, list[tuple[float, Through]]] = {}
    others = [piece for piece in raiders if piece.raid and not table[piece.raid].defense]
    for facility in raidable(state):
        over_it = [piece for piece in raiders if piece.raid == facility]
        if not over_it or owner is None:
            continue
        if table[facility].defense:
            needed = state.unit_of(owner, facility).defense
            found[facility] = _under_fire(state, over_it, needed, chosen=_is_chosen(state))
        else:
            found[facility] = _under_fire(state, others, _needed_by_guns(state, territory, others), chosen=False)
    return found


def _is_chosen(state: GameState) -> bool:
    return state.edition.parameters.raids.flak_losses == "attacker_chooses"


def _needed_by_guns(state: GameState, territory: SpaceId, raiders: Sequence[Piece]) -> int:
    """What the best gun of a territory needs, 0 where none is there."""
    guns = enemy_guns(state, territory, raiders[0].power)
    return max((number_needed(state, gun) for gun in guns), default=0)


def _under_fire(
    state: GameState, raiders: Sequence[Piece], needed: int, *, chosen: bool
) -> list[tuple[float, Through]]:
    """One die for each raider that guns may fire at, or one for all of them with low luck."""
    targets = targets_among(state, (piece.id for piece in raiders))
    safe: Through = {piece.id: 1.0 for piece in raiders}
    if not targets or not needed:
        return [(1.0, safe)]
    if covers_all_fire(state):
        faces = (counted_on([needed] * len(targets), face) for face in range(1, FACES + 1))
        hit = [[piece for piece, die in zip(targets, dice, strict=True) if die <= needed] for dice in faces]
        rows = [(1 / FACES, len(fallen), fallen) for fallen in hit]
        return [
            (share, {**safe, **_none(_chosen(state, targets, hits) if chosen else fallen)})
            for share, hits, fallen in rows
        ]
    if not chosen:
        miss = 1 - min(needed, FACES) / FACES
        return [(1.0, {**safe, **{piece.id: miss for piece in targets}})]
    shares = enumerate(of_alike(len(targets), needed))
    return [(share, {**safe, **_none(_chosen(state, targets, hits))}) for hits, share in shares]


def _chosen(state: GameState, targets: Sequence[Piece], hits: int) -> list[Piece]:
    units = by_printed_order(state, Counter(piece.unit for piece in targets), hits)
    return falling_of(state, targets, units)


def _none(fallen: Iterable[Piece]) -> dict[PieceId, float]:
    return {piece.id: 0.0 for piece in fallen}
