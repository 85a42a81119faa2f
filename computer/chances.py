"""How battles that a player thinks of would end: roughly for filters, exactly for what is chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import log, sqrt, tanh
from typing import NamedTuple

from engine import GameState
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitType
from engine.odds.estimates.quickly import win_quickly
from engine.odds.odds import STAY, odds_in
from engine.odds.position import attack_on
from engine.odds.setting import Intents, Setting
from engine.state.pieces import Piece, PieceId

EXACTLY_ON_LAND, EXACTLY_AT_SEA = 900, 60
"""Hits that one side can take times those of the other, up to which the exact chances take some milliseconds."""
STEEP, EVEN = 0.54, -0.05
"""Fitted to battles on land: how surely the stronger side wins, and what a defender is ahead by."""
LOST_BY_WINNERS = 0.4
"""About so much of its price a force loses where it wins, and an enemy where it holds."""


class Chances(NamedTuple):
    """How likely attackers win, and what both sides lose on average, in IPCs."""

    win: float
    own_loss: float
    enemy_loss: float


def attack_chances(
    state: GameState, space: SpaceId, power: PowerId, attackers: Collection[PieceId], landing: Collection[PieceId] = ()
) -> Chances:
    """The chances of an attack with these pieces, wherever they stand; sure where nobody would fight it."""
    setting = attack_on(state, space, power, attackers, landing)
    return Chances(1.0, 0.0, 0.0) if setting is None else chances_in(setting)


def chances_in(setting: Setting, intents: Intents = STAY) -> Chances:
    """The chances of a battle, exactly unless it is a large one; then both are taken to fight it to the end."""
    state, battle = setting.state, setting.battle
    attack, defend = state.select(battle.attackers), state.select(battle.defenders)
    if is_small(setting):
        odds = odds_in(setting, intents)
        return Chances(odds.attacker_win, odds.attacker.loss_ipcs, odds.defender.loss_ipcs)
    win, own, enemy = win_quickly(setting), price(state, attack), price(state, defend)
    return Chances(
        win,
        own * (1 - win + win * LOST_BY_WINNERS),
        enemy * (win + (1 - win) * LOST_BY_WINNERS),
    )


def is_small(setting: Setting) -> bool:
    """Whether the exact chances of a battle take no more than some milliseconds."""
    state, battle = setting.state, setting.battle
    most = EXACTLY_AT_SEA if battle.part == "sea" else EXACTLY_ON_LAND
    return _hits(state, state.select(battle.attackers)) * _hits(state, state.select(battle.defenders)) <= most


def price(state: GameState, pieces: Iterable[Piece]) -> int:
    """What these pieces cost, in IPCs."""
    return sum(state.type_of(piece).cost or 0 for piece in pieces)


def _hits(state: GameState, pieces: Iterable[Piece]) -> int:
    return sum(state.type_of(piece).hits - piece.hits_taken for piece in pieces)


def rough_win(attack: Sequence[UnitType], defend: Sequence[UnitType]) -> float:
    """About how likely attackers win, from the lines of both sides alone: within some points, mostly."""
    ours, our_hits = _strength(attack, "attacker")
    theirs, their_hits = _strength(defend, "defender")
    if not their_hits:
        return 1.0
    if not ours or not theirs:
        return float(ours > theirs)
    lead = log(ours / theirs) + EVEN
    return (1 + tanh(STEEP * lead * sqrt(our_hits + their_hits))) / 2


def _strength(units: Sequence[UnitType], side: AttackOrDefense) -> tuple[float, int]:
    """The fire of a force added up over all hits as it takes them, the cheapest first, and how many those are."""
    fires = _numbers(units, side)
    rows = sorted(zip(units, fires, strict=True), key=lambda row: (row[0].cost or 0, row[1]))
    total, number = 0.0, 0
    for unit, fire in rows:
        number += unit.hits
        total += number * fire
    return total, number


def _numbers(units: Sequence[UnitType], side: AttackOrDefense) -> list[int]:
    """What each needs to hit; attackers in pairs as far as there are partners."""
    if side == "defender":
        return [unit.defense for unit in units]
    partners = {unit.id: 0 for unit in units}
    for unit in units:
        partners[unit.id] += unit.supported_units
    found = []
    for unit in units:
        number = unit.attack
        if unit.pairing and (able := [p for p in unit.pairing.partners if partners.get(p, 0) > 0]):
            partners[able[0]] -= 1
            number = unit.pairing.attack
        found.append(number)
    return found
