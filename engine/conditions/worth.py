"""What a question about losses or submarines is worth to the defenders who are asked (ASY-62)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.combat.losses.assignments import HitTaking
from engine.combat.losses.form import CasualtiesOptions
from engine.combat.losses.lines import PRINTED, LossLine, slots_by_line
from engine.combat.submerge import SubmergeOptions
from engine.conditions.kinds import SUBMERGE
from engine.facilities.damage import value_of
from engine.odds.estimates.quickly import win_quickly
from engine.odds.position import under_way
from engine.state.battles import Battle, Hits
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.questions import Request
from engine.state.successors import with_pieces, with_values

Outcome = tuple[tuple[PieceId, ...], tuple[PieceId, ...]]
"""The pieces that are lost, and those that are damaged."""


def worth_of_asking(state: GameState, request: Request) -> float | None:
    """The IPCs by which another answer is better for the defenders than the printed one.

    None for other questions, and where it can't be told. What is left is weighed by how likely the defenders then win.
    """
    battle = state.battle
    if battle is None or battle.part == "air":
        return None
    if request.kind == "casualties" and CasualtiesOptions.of(request).side == "defender":
        return _worth_of_losses(HitTaking(state, battle, "defender"))
    if request.kind == SUBMERGE and SubmergeOptions.of(request).side == "defender":
        return _worth_of_diving(state, battle, request)
    return None


def _worth_of_losses(taking: HitTaking) -> float | None:
    """Each kind of unit is tried as the first to be lost."""
    printed = _outcome(taking, PRINTED)
    others = [_outcome(taking, unit) for unit in dict.fromkeys(piece.unit for piece in taking.targets)]
    outcomes = {_kinds(taking, each): each for each in [*others, printed]}
    gains = {kinds: _gain(taking, *outcome) for kinds, outcome in outcomes.items()}
    known = [gain for gain in gains.values() if gain is not None]
    own = gains[_kinds(taking, printed)]
    return None if own is None or len(known) < len(gains) else max(known) - own


def _worth_of_diving(state: GameState, battle: Battle, request: Request) -> float | None:
    """All submarines are tried that may submerge, and none of them; those that do are safe."""
    offered = SubmergeOptions.of(request).submerge
    power_of = state.edition.representative
    able = [
        piece
        for piece in state.select(battle.defenders)
        if piece.unit in offered and power_of(piece.power) in request.powers
    ]
    if battle.hits.total or battle.down or battle.struck:
        return None
    dived = {piece.id for piece in able}
    left = replace(battle, defenders=tuple(each for each in battle.defenders if each not in dived))
    stays, dives = (what_is_kept(with_values(state, battle=each, requests=())) for each in (battle, left))
    if stays is None or dives is None:
        return None
    dives += _cost(state, able)
    return max(0, stays - dives if request.default else dives - stays)


def _outcome(taking: HitTaking, first: str) -> Outcome:
    lost, damaged = taking.outcome(slots_by_line(taking, LossLine((first,))))
    return tuple(lost), tuple(damaged)


def _kinds(taking: HitTaking, outcome: Outcome) -> tuple[tuple[str, ...], ...]:
    """What an outcome comes to, whichever pieces of a kind it takes."""
    return tuple(tuple(sorted(piece.unit for piece in taking.state.select(ids))) for ids in outcome)


def _gain(taking: HitTaking, lost: Iterable[PieceId], damaged: Iterable[PieceId]) -> float | None:
    """What the defenders have in the end, and the attackers have not, if they lose and damage these; on average."""
    _, after = between_rounds(taking.state, taking.battle, lost, damaged)
    return what_is_kept(after)


def between_rounds(
    state: GameState, battle: Battle, lost: Iterable[PieceId], damaged: Iterable[PieceId]
) -> tuple[Battle, GameState]:
    """A battle between two of its rounds, and the position then, with these lost and damaged."""
    out = {*lost, *battle.down, *battle.struck}
    left = replace(
        battle,
        hits=Hits(),
        down=(),
        struck=(),
        attackers=tuple(each for each in battle.attackers if each not in out),
        defenders=tuple(each for each in battle.defenders if each not in out),
    )
    hit = [replace(piece, hits_taken=piece.hits_taken + 1) for piece in state.select(damaged)]
    return left, with_values(with_pieces(state, hit), battle=left, requests=())


def what_is_kept(state: GameState) -> float | None:
    """What the defenders of the present battle have in the end, and the attackers have not, in IPCs on average."""
    setting, battle = under_way(state), state.battle
    if setting is None or battle is None:
        return None
    attackers, defenders = (_cost(state, state.select(ids)) for ids in (battle.attackers, battle.defenders))
    is_land = state.edition.board.is_land(battle.space)
    prize = value_of(state, battle.space) if is_land else 0
    return (1 - win_quickly(setting)) * (attackers + defenders + prize)


def _cost(state: GameState, pieces: Iterable[Piece]) -> int:
    return sum(state.type_of(piece).cost or 0 for piece in pieces)
