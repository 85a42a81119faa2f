"""How a battle goes on average, by arithmetic alone: for hundreds of battles that are only thought of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log, sqrt, tanh
from typing import NamedTuple

from computer.chances import EVEN, STEEP
from engine import GameState
from engine.facts.unit_types import UnitType
from engine.state.pieces import Piece


class Fighter(NamedTuple):
    """What counts of a unit in a battle. paired: what it attacks with beside a partner. partners: for so many.

    helpless: it fires at nobody and takes no hit for others; it is lost once nobody else is left.
    """

    cost: int
    attack: int
    paired: int
    partners: int
    defense: int
    hits: int
    captures: bool
    helpless: bool = False


class Course(NamedTuple):
    """How likely attackers win, and what both sides lose on average, in IPCs."""

    win: float
    attack_loss: float
    defend_loss: float


Force = tuple[Fighter, ...]
NOBODY: Force = ()


def fighter_of(state: GameState, unit: UnitType, hits_taken: int = 0) -> Fighter:
    """A unit as it fights."""
    helped = any(unit.id in other.pairing.partners for other in state.edition.unit.values() if other.pairing)
    return Fighter(
        unit.cost or 0,
        unit.attack,
        unit.pairing.attack if unit.pairing else unit.attack,
        unit.supported_units if helped else 0,
        unit.defense,
        max(1, unit.hits - hits_taken) if unit.hits else 0,
        unit.can("captures"),
        unit.can("defenseless"),
    )


def fighters_of(state: GameState, pieces: Iterable[Piece]) -> Force:
    """Pieces as they fight, the cheapest first; those that can't be hit are left out."""
    found = (fighter_of(state, state.type_of(piece), piece.hits_taken) for piece in pieces)
    return force_of(fighter for fighter in found if fighter.hits)


def force_of(fighters: Iterable[Fighter]) -> Force:
    """Fighters in the order in which they are lost: the cheapest first, the helpless last."""
    return tuple(sorted(fighters, key=lambda fighter: (fighter.helpless, fighter)))


@lru_cache(maxsize=20_000)
def course_of(attack: Force, defend: Force) -> Course:
    """The average course of a battle that attackers press on to its end; both forces as `force_of` orders them."""
    if not defend:
        return Course(1.0, 0.0, 0.0)
    ours, our_hits = _area(attack, _fires(attack))
    theirs, their_hits = _area(defend, [fighter.defense for fighter in defend])
    if not ours or not theirs:
        win = float(ours > theirs)
        return Course(win, 0.0 if win else price_of(attack) * bool(theirs), win * price_of(defend))
    win = (1 + tanh(STEEP * (log(ours / theirs) + EVEN) * sqrt(our_hits + their_hits))) / 2
    ours_lost = win * lost_by_winner(attack, theirs / ours) + (1 - win) * price_of(attack)
    theirs_lost = (1 - win) * lost_by_winner(defend, ours / theirs) + win * price_of(defend)
    return Course(win, ours_lost, theirs_lost)


def price_of(force: Iterable[Fighter]) -> int:
    """In IPCs."""
    return sum(fighter.cost for fighter in force)


def lost_by_winner(force: Force, ratio: float) -> float:
    """What a force loses where it wins, the enemy having so much of its strength: by Lanchester's square law."""
    return price_of(force) - price_of(left_of(force, ratio))


def left_of(force: Force, ratio: float) -> Force:
    """Who is left of a force that wins against so much of its strength: the dearest."""
    share = sqrt(1 - min(0.9, ratio))
    hits = sum(fighter.hits for fighter in force if not fighter.helpless)
    lost, gone = hits * (1 - share), 0
    for at, fighter in enumerate(force):
        if gone + fighter.hits > lost + 0.5:
            return force[at:]
        gone += fighter.hits
    return force[-1:]


def left_after(attack: Force, defend: Force) -> Force:
    """The attackers who are left where they win."""
    ours, _ = _area(attack, _fires(attack))
    theirs, _ = _area(defend, [fighter.defense for fighter in defend])
    return left_of(attack, theirs / ours) if ours else attack


def held_after(attack: Force, defend: Force) -> Force:
    """The defenders who are left where they hold."""
    ours, _ = _area(attack, _fires(attack))
    theirs, _ = _area(defend, [fighter.defense for fighter in defend])
    return left_of(defend, ours / theirs) if theirs else defend


def _fires(attack: Sequence[Fighter]) -> list[int]:
    """What each attacker hits with, in pairs as far as there are partners."""
    partners = sum(fighter.partners for fighter in attack)
    fires = []
    for fighter in attack:
        is_paired = partners > 0 and fighter.paired > fighter.attack
        fires.append(fighter.paired if is_paired else fighter.attack)
        partners -= is_paired
    return fires


def _area(force: Force, fires: Sequence[int]) -> tuple[float, int]:
    """The fire of a force added up over all hits that it can take, and how many those are; the helpless take none."""
    total, number = 0.0, 0
    for fighter, fire in zip(force, fires, strict=True):
        if fighter.helpless:
            continue
        number += fighter.hits
        total += number * fire
    return total, number
