"""A battle at sea with aircraft that scramble into it (SPC-81..89)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.events.combat.scramble import Scrambled
from engine.facilities.scrambling import scramble_bases, scramble_limit
from engine.facts.board import SpaceId
from engine.odds.setting import Setting
from engine.state.pieces import Piece
from engine.state.successors import with_values


def able_to_scramble(setting: Setting) -> list[tuple[SpaceId, Piece]]:
    """Aircraft that could scramble into a battle ahead, with their bases, the best defenders first."""
    state, battle = setting.state, setting.battle
    if battle.part != "sea" or battle.round:
        return []
    fighting = {*battle.attackers, *battle.defenders}
    found: list[tuple[SpaceId, Piece]] = []
    for base, pieces in scramble_bases(state, battle.space, battle.attacker).items():
        free = [piece for piece in pieces if piece.id not in fighting]
        best = sorted(free, key=lambda piece: (-state.type_of(piece).defense, state.rank(piece)))
        found += [(base, piece) for piece in best[: scramble_limit(state, base)]]
    return sorted(found, key=lambda row: (-state.type_of(row[1]).defense, state.rank(row[1])))


def with_scrambled(setting: Setting, count: int) -> Setting:
    """The battle with so many of them."""
    return joined_from_bases(setting, able_to_scramble(setting)[:count])


def joined_from_bases(setting: Setting, rising: Sequence[tuple[SpaceId, Piece]]) -> Setting:
    """The battle with these aircraft, each with its base."""
    battle = setting.battle
    aircraft = {base: tuple(piece.id for at, piece in rising if at == base) for base, _ in rising}
    risen = Scrambled(battle.attacker, {battle.space: aircraft}).evolve(setting.state)
    defenders = sorted(risen.select({*battle.defenders, *(piece.id for _, piece in rising)}), key=risen.rank)
    powers = tuple(dict.fromkeys(piece.power for piece in defenders))
    battle = replace(battle, defenders=tuple(piece.id for piece in defenders), defended_by=powers)
    return replace(setting, state=with_values(risen, battle=battle), battle=battle)
