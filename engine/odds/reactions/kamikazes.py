"""A battle at sea before which kamikazes strike one of the ships that attack (SPC-90..99)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.combat.fire import covers_all_fire
from engine.combat.losses.casualties import cargo_lost_with
from engine.odds.rolls import of_alike, of_strength
from engine.odds.setting import Setting
from engine.politics.standing import at_war
from engine.state.pieces import Piece
from engine.state.successors import with_pieces, with_values


def tokens_against(setting: Setting) -> int:
    """How many kamikazes the power that has most could send against a battle ahead."""
    state, battle = setting.state, setting.battle
    if battle.part != "sea" or battle.round or not state.edition.board.sea_zone[battle.space].kamikaze:
        return 0
    owners = {piece.power for piece in state.select(battle.defenders)}
    left = (state.kamikaze_tokens.get(power, 0) for power in owners if at_war(state, power, battle.attacker))
    return max(left, default=0)


def ship_to_strike(setting: Setting) -> Piece | None:
    """The costliest of the surface warships that attack, a damaged one before others of its kind."""
    state = setting.state
    ships = [p for p in state.select(setting.battle.attackers) if state.type_of(p).can("surface_warship")]
    return max(ships, key=lambda ship: (state.type_of(ship).cost or 0, ship.hits_taken), default=None)


def struck(setting: Setting, ship: Piece, count: int) -> Iterator[tuple[Setting, float]]:
    """What so many strikes on a ship may leave, and how likely each is; hits on a sunk ship are lost (SPC-98)."""
    state = setting.state
    needed = state.edition.parameters.combat.kamikaze_strikes.hits_on
    shares = of_strength(count * needed) if covers_all_fire(state) else of_alike(count, needed)
    stands = state.type_of(ship).hits - ship.hits_taken
    for hits in range(stands):
        if share := sum(shares[hits : hits + 1]):
            yield _damaged(setting, ship, hits), share
    if sunk := sum(shares[stands:]):
        yield _without(setting, ship), sunk


def _damaged(setting: Setting, ship: Piece, hits: int) -> Setting:
    if not hits:
        return setting
    return replace(setting, state=with_pieces(setting.state, [replace(ship, hits_taken=ship.hits_taken + hits)]))


def _without(setting: Setting, ship: Piece) -> Setting:
    battle = setting.battle
    lost = {ship.id, *(piece.id for piece in cargo_lost_with(setting.state, [ship]))}
    attackers = tuple(piece for piece in battle.attackers if piece not in lost)
    units = tuple(dict.fromkeys(piece.unit for piece in setting.state.select(attackers)))
    battle = replace(battle, attackers=attackers, began_with=units)
    return replace(setting, state=with_values(setting.state, battle=battle), battle=battle)
