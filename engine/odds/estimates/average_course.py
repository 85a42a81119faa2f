"""How a battle at sea goes where every volley scores its average: submarines and aircraft cannot hit each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

MOST_ROUNDS = 12
LITTLE = 0.02
"""Hits in a round by which nothing is decided any more."""
STANDS = 0.5
"""Hits that must be left of a destroyer, on average, for it to be taken as there."""
LUCK = -1.73, -0.87, 0.0, 0.87, 1.73
"""How lucky a fleet may be over all its fire, in standard deviations."""
SELDOM = 3.0
"""So far from the average together are two fleets hardly ever."""
FORTUNES = tuple(
    (ours, theirs, exp(-(ours**2 + theirs**2) / 2))
    for ours in LUCK
    for theirs in LUCK
    if abs(ours) + abs(theirs) < SELDOM
)
"""The luck of the attacker and the defender, and how much it counts."""
LEAST = 0.1
"""Part of its average fire that the unluckiest fleet still scores."""


class Row(NamedTuple):
    """Hits that are alike, in the order of loss. fire: what each of them takes with it of the fire of its force.

    target: of what fire it can be a target beside that of ships.
    """

    hits: float
    fire: float
    is_air: bool
    is_submarine: bool
    is_destroyer: bool


class _Fleet:
    """What is left of a side."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows, self.left = rows, [row.hits for row in rows]

    def volley(self) -> tuple[float, float, float]:
        """What its submarines, its aircraft and its ships score on average."""
        submarines = air = ships = 0.0
        for row, left in zip(self.rows, self.left, strict=True):
            if row.is_submarine:
                submarines += left * row.fire
            elif row.is_air:
                air += left * row.fire
            else:
                ships += left * row.fire
        return submarines, air, ships

    def has_destroyer(self) -> bool:
        return any(row.is_destroyer and left > STANDS for row, left in zip(self.rows, self.left, strict=True))

    def lose(self, hits: float, *, spares_air: bool = False, spares_submarines: bool = False) -> None:
        for at, row in enumerate(self.rows):
            if hits <= 0:
                return
            if (spares_air and row.is_air) or (spares_submarines and row.is_submarine):
                continue
            taken = min(hits, self.left[at])
            self.left[at] -= taken
            hits -= taken

    def able(self) -> float:
        """Hits that those who fire can still take."""
        return sum(left for row, left in zip(self.rows, self.left, strict=True) if row.fire > 0)

    def area(self) -> float:
        """Its fire, added up over all hits that it can still take."""
        found = fire = 0.0
        for row, left in zip(reversed(self.rows), reversed(self.left), strict=True):
            found += left * (fire + row.fire * left / 2)
            fire += row.fire * left
        return found


def left_at_sea(attack: Sequence[Row], defend: Sequence[Row]) -> tuple[float, float, float, float]:
    """What is left of both sides in the end: hits of the attacker and the defender, and the areas of their fire."""
    ours, theirs = _fought(attack, defend)
    return sum(ours.left), sum(theirs.left), ours.area(), theirs.area()


def wins_at_sea(attack: Sequence[Row], defend: Sequence[Row], spread: float, foe_spread: float) -> tuple[float, float]:
    """In what part of the fortunes of war the attacker and the defender are left alone with units that fire.

    spread, foe_spread: the standard deviation of all that either fires, as a part of it.
    """
    win = lose = total = 0.0
    for luck, foe_luck, weight in FORTUNES:
        fleets = _with_luck(attack, luck * spread), _with_luck(defend, foe_luck * foe_spread)
        ours, theirs = (fleet.able() for fleet in _fought(*fleets))
        win += weight * min(1.0, ours) * max(0.0, 1 - theirs)
        lose += weight * min(1.0, theirs) * max(0.0, 1 - ours)
        total += weight
    return win / total, lose / total


def _with_luck(rows: Sequence[Row], luck: float) -> list[Row]:
    return [row._replace(fire=row.fire * max(1 + luck, LEAST)) for row in rows]


def _fought(attack: Sequence[Row], defend: Sequence[Row]) -> tuple[_Fleet, _Fleet]:
    """Both fleets in the end."""
    ours, theirs = _Fleet(attack), _Fleet(defend)
    for _ in range(MOST_ROUNDS):
        before = sum(ours.left) + sum(theirs.left)
        _round(ours, theirs)
        if not sum(ours.left) or not sum(theirs.left) or before - sum(ours.left) - sum(theirs.left) < LITTLE:
            break
    return ours, theirs


def _round(ours: _Fleet, theirs: _Fleet) -> None:
    """Submarines fire first where the enemy has no destroyer, and the others at once."""
    our_destroyer, their_destroyer = ours.has_destroyer(), theirs.has_destroyer()
    our_submarines, *_ = ours.volley()
    their_submarines, *_ = theirs.volley()
    if not their_destroyer:
        theirs.lose(our_submarines, spares_air=True)
    if not our_destroyer:
        ours.lose(their_submarines, spares_air=True)
    (ours_now, our_air, our_ships), (theirs_now, their_air, their_ships) = ours.volley(), theirs.volley()
    if their_destroyer:
        theirs.lose(ours_now, spares_air=True)
    if our_destroyer:
        ours.lose(theirs_now, spares_air=True)
    theirs.lose(our_air, spares_submarines=not our_destroyer)
    theirs.lose(our_ships)
    ours.lose(their_air, spares_submarines=not their_destroyer)
    ours.lose(their_ships)
