"""The air battle over a raided territory: escorts and raiders against interceptors, one round (SPC-46, SPC-47)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.combat.air.raids import drop_bombs, escorts_at, interceptors_at, raiders_at
from engine.combat.fire import current
from engine.events.combat.battle import BattleBegan, BattleEnded
from engine.facts.board import SpaceId
from engine.play import Play
from engine.position.due import turn_of
from engine.state.battles import Battle, PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece


def fight_raid(play: Play, raid: PendingBattle) -> None:
    """Fight the interceptors, if there are any (SPC-43), and then bomb.

    Nobody else of either side takes part, and there is one such battle in a territory (SPC-46), in which each side
    chooses what it loses (SPC-48, ASY-16).
    """
    state = play.state
    defenders = interceptors_at(state, raid.space)
    if not defenders:
        drop_bombs(play, raid)
        return
    play.emit(BattleBegan(air_battle(state, raid.space, defenders), turn=turn_of(state, raid)))


def air_battle(state: GameState, territory: SpaceId, interceptors: Iterable[Piece]) -> Battle:
    """Raiders and escorts against those who rise over a territory, before its first die."""
    attackers = (*raiders_at(state, territory), *escorts_at(state, territory))
    return Battle(
        territory,
        "air",
        False,
        state.power,
        tuple(piece.id for piece in sorted(attackers, key=state.rank)),
        tuple(piece.id for piece in interceptors),
        began_with=tuple(dict.fromkeys(piece.unit for piece in attackers)),
    )


def bombers_go_on(play: Play) -> None:
    """After the one round escorts leave before the guns fire (SPC-49), and the raiders that are left bomb (SPC-46).

    Interceptors stay in their territory (SPC-50).
    """
    battle = current(play)
    play.emit(BattleEnded(battle.space, "air", "both", battle.round, (), (), None))
    raid = next(p for p in play.state.pending if p.space == battle.space and p.kind == "raid")
    drop_bombs(play, raid)
