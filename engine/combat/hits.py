"""Who can hit whom, and how many hits a side must take (CMB-14..18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal

from engine.combat.values import fire_value
from engine.events.combat.battle import AttackOrDefense
from engine.events.movement import DROPPED_FROM
from engine.facts.unit_types import UnitType
from engine.state.battles import Battle, Hits
from engine.state.game_state import GameState
from engine.state.pieces import Piece

__all__ = ["can_hit_any"]

Source = Literal["air", "submarine", "bombardment", "kamikaze", "anti_aircraft", "other"]
SOURCES: tuple[Source, ...] = ("air", "submarine", "bombardment", "kamikaze", "anti_aircraft", "other")
ALWAYS_TOLD: tuple[Source, ...] = ("air", "submarine", "other")
"""The classes that a question about casualties names even with no hits; the others stand there only if they hit."""
Profile = frozenset[Source]


def source_of(unit: UnitType) -> Source:
    """The class of the hits that a unit scores in battle."""
    if unit.can("cannot_hit_air"):
        return "submarine"
    return "air" if unit.domain == "air" else "other"


def is_shot_at(piece: Piece, unit: UnitType) -> bool:
    """Whether antiaircraft guns fire at a piece (SPC-58); some aircraft are immune (OPT-45), paratroopers are not.

    Those whom bombers drop are lost with them (RES-33); the others are targets themselves (RES-37).
    """
    return bool(DROPPED_FROM.of(piece)) or (unit.domain == "air" and not unit.can("immune_to_anti_aircraft"))


def profile(unit: UnitType, *, enemy_has_destroyer: bool) -> Profile:
    """The classes of hits that a unit can take wherever it came from (CMB-16, SPC-23, UNI-59, UNI-60, OPT-35)."""
    if unit.hits == 0:
        return frozenset()
    by_air = enemy_has_destroyer or not unit.can("immune_to_air_without_destroyer")
    return _taken(unit.domain, by_air=by_air)


@cache
def _taken(domain: str, *, by_air: bool) -> Profile:
    found: set[Source] = {"other"}
    if domain == "sea":
        found |= {"submarine", "kamikaze"}
    if domain == "land":
        found.add("bombardment")
    return frozenset(found | {"air"} if by_air else found)


def profile_in_battle(state: GameState, battle: Battle, piece: Piece, side: AttackOrDefense) -> Profile:
    """The classes of hits that a piece of a side can take in this round (SPC-62, RES-37).

    The edition says whom ships hit (SPC-23).
    """
    enemy_destroyer = battle.attacker_destroyer if side == "defender" else battle.defender_destroyer
    return profile_beside(state, piece, enemy_has_destroyer=enemy_destroyer)


def profile_beside(state: GameState, piece: Piece, *, enemy_has_destroyer: bool) -> Profile:
    """The same where the enemy has a destroyer, or has none."""
    unit = state.type_of(piece)
    found = profile(unit, enemy_has_destroyer=enemy_has_destroyer)
    if found and is_shot_at(piece, unit):
        found |= {"anti_aircraft"}
    rules = state.edition.parameters.assaults.bombardment
    return found | {"bombardment"} if found and rules is not None and rules.targets == "all_units" else found


def by_source(hits: Hits) -> dict[Source, int]:
    """The number of hits of each class."""
    return {source: getattr(hits, source) for source in SOURCES}


def most_hits(hits: Hits, slots: Counter[Profile]) -> int:
    """How many hits can be assigned at most to places of these profiles (minimum cut over the classes scored)."""
    scored = {source: count for source, count in by_source(hits).items() if count}
    best = hits.total
    for size in range(1, len(scored) + 1):
        for chosen in combinations(scored, size):
            outside = sum(count for source, count in scored.items() if source not in chosen)
            room = sum(count for slot, count in slots.items() if slot & frozenset(chosen))
            best = min(best, outside + room)
    return best


def can_all_be_hit(hits: Hits, slots: Counter[Profile]) -> bool:
    """Whether every one of these places can be given a hit."""
    return most_hits(hits, slots) == slots.total()


@cache
def _sets(scored: tuple[Source, ...]) -> tuple[frozenset[Source], ...]:
    """All that can be chosen of these classes."""
    return tuple(frozenset(chosen) for size in range(len(scored) + 1) for chosen in combinations(scored, size))


@cache
def _sets_without(scored: tuple[Source, ...], profile: Profile) -> tuple[frozenset[Source], ...]:
    """Those of them with no class that such a place can take."""
    return tuple(chosen for chosen in _sets(scored) if not chosen & profile)


@lru_cache(maxsize=4096)
def _to_give(hits: Hits) -> tuple[tuple[Source, ...], dict[frozenset[Source], int]]:
    """The classes of these hits; and by classes how many more places may be given a hit that can take none of them."""
    scored = {source: count for source, count in by_source(hits).items() if count}
    total = sum(scored.values())
    left = {chosen: total - sum(map(scored.__getitem__, chosen)) for chosen in _sets(tuple(scored))}
    return tuple(scored), left


class HitsToGive:
    """Hits that are given to places one by one, as long as each place can still be given one (see `most_hits`)."""

    def __init__(self, hits: Hits) -> None:
        self._scored, left = _to_give(hits)
        self._left = left.copy()

    def give(self, profile: Profile, places: int = 1) -> int:
        """Give one to each place of this profile as long as there are any; gives how many it gave."""
        without = _sets_without(self._scored, profile)
        given = min(places, min(map(self._left.__getitem__, without)))
        for chosen in without:
            self._left[chosen] -= given
        return given


def can_hit_any(state: GameState, shooters: Iterable[Piece], targets: Iterable[Piece], side: AttackOrDefense) -> bool:
    """Whether any of the shooters, which belong to `side`, can hit any of the targets."""
    kinds = state.edition.unit
    firing = [kinds[unit] for unit in dict.fromkeys(piece.unit for piece in shooters)]
    destroyer = any(unit.can("anti_submarine") for unit in firing)
    found = dict.fromkeys(piece.unit for piece in targets)
    profiles = [profile(kinds[unit], enemy_has_destroyer=destroyer) for unit in found]
    return any(source_of(unit) in slot for unit in firing if fire_value(unit, side) > 0 for slot in profiles)
