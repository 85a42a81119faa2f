"""Battles of a position: those that moves have led to, the one being fought, and attacks that might come."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.combat.amphibious.bombardment import ships_by_default
from engine.combat.begin import beginning, marked_at_sea
from engine.combat.neutrals import with_army_risen
from engine.facts.board import PowerId, SpaceId
from engine.odds.setting import Setting
from engine.position.due import is_sea_battle_due, landing_cargo
from engine.position.relations import enemies_at
from engine.state.battles import Battle, PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.successors import with_pieces, with_values
from engine.state.turn import Turn


def ahead(state: GameState, pending: PendingBattle) -> Setting | None:
    """A battle as it would begin now; None where nobody would fight it.

    A landing behind a sea battle is taken to come through whole, and the ships that fight there keep silent (SPC-18).
    """
    if pending.kind != "combat":
        return None
    at_sea = pending.part == "sea"
    landing = () if at_sea else landing_cargo(state, pending.space)
    battle = beginning(state, pending, landing).battle
    if not battle.attackers or not battle.defenders:
        return None
    zones = sorted({piece.space for piece in landing if not is_sea_battle_due(state, piece.space)})
    ships = () if at_sea else ships_by_default(state, pending.space, zones)
    bombardments = {**state.turn.bombardments, **dict.fromkeys((ship.id for ship in ships), pending.space)}
    turn = replace(state.turn, bombardments=bombardments)
    return Setting(
        with_values(state, phase="conduct_combat", battle=battle, turn=turn), battle, ships, bool(battle.retreats)
    )


def under_way(state: GameState) -> Setting | None:
    """The battle that is being fought, from its next round on; None where there is none, or casualties are due."""
    battle = state.battle
    if battle is None or battle.part == "air" or battle.hits.total or battle.down or battle.struck:
        return None
    between = replace(battle, step=0, fired=(), attacker_destroyer=False, defender_destroyer=False)
    assigned = (ship for ship, target in state.turn.bombardments.items() if target == battle.space)
    ships = state.select(assigned) if battle.amphibious and not battle.round else ()
    return Setting(with_values(state, battle=between), between, ships, bool(battle.retreats))


def attack_on(
    state: GameState, space: SpaceId, power: PowerId, attackers: Collection[PieceId], landing: Collection[PieceId] = ()
) -> Setting | None:
    """An attack of a power with these pieces, wherever they stand; None where nobody would fight it.

    landing: those of them that come from the sea.
    """
    coming = [arrived(replace(piece.rested(), space=space, aboard=None)) for piece in state.select(attackers)]
    state = with_values(
        with_pieces(state, coming),
        power=power,
        phase="conduct_combat",
        pending=(),
        battle=None,
        requests=(),
        turn=Turn(),
    )
    state = with_army_risen(state, space)
    defenders = [piece for piece in enemies_at(state, space, power) if piece.id not in attackers]
    if not attackers or not defenders:
        return None
    battle = Battle(
        space,
        "sea" if state.edition.board.is_sea(space) else "land",
        bool(landing),
        power,
        tuple(piece.id for piece in sorted(state.select(attackers), key=state.rank)),
        tuple(piece.id for piece in sorted(defenders, key=state.rank)),
        seaborne=tuple(landing),
        began_with=tuple(dict.fromkeys(piece.unit for piece in state.select(attackers))),
        defended_by=tuple(dict.fromkeys(piece.power for piece in defenders)),
    )
    return with_marks(Setting(state, battle))


def joined_by(setting: Setting, pieces: Collection[Piece]) -> Setting:
    """The battle with more attackers, wherever they stand."""
    battle = setting.battle
    coming = [arrived(replace(piece, space=battle.space, aboard=None)) for piece in pieces]
    attackers = (*battle.attackers, *(piece.id for piece in coming))
    units = tuple(dict.fromkeys((*battle.began_with, *(piece.unit for piece in coming))))
    state = replace(setting.state, pieces={**setting.state.pieces, **{piece.id: piece for piece in coming}})
    grown = replace(battle, attackers=attackers, began_with=units)
    return with_marks(replace(setting, state=state, battle=grown))


def arrived(piece: Piece) -> Piece:
    """An attacker as its combat move leaves it, so far as anything in a battle depends on it (OPT-24)."""
    return replace(piece, moved="combat_move", used=max(piece.used, 1))


def with_marks(setting: Setting) -> Setting:
    """The battle in its position, with the attackers for which advantages work in it at sea (OPT-24)."""
    state, battle = setting.state, setting.battle
    marked = marked_at_sea(state, state.select(battle.attackers)) if battle.part == "sea" else {}
    if marked == battle.marked and state.battle == battle:
        return setting
    battle = replace(battle, marked=marked)
    return replace(setting, state=with_values(state, battle=battle), battle=battle)
