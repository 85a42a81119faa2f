"""What more would bring: one unit more, and the cheapest units that win often enough."""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine import GameState, Refusal
from engine.facts.unit_types import UnitType
from engine.odds.odds import Odds
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.posing import Posed, intents_of, posed
from gamemaster.errors import TableRefusal
from gamemaster.jobs.chances import as_known, chance_of

ENOUGH = 0.8
MOST_TRIES = 80
SECONDS = 2.0
FEW = 8
"""Up to so many units every way to choose them is tried, the cheapest first."""
MOST_SHOWN = 3
SOME = 12
"""So many of each unit more are tried of typed units, which nothing limits."""

Units = Mapping[str, int]


@dataclass(frozen=True)
class Addition:
    """One unit more, and how often the attackers win with it."""

    unit: str
    win: float


def odds_for(state: GameState, choice: OddsChoice) -> Odds:
    """The chances of a choice; raises TableRefusal where they can't be told."""
    return odds_posed(posed(state, choice), choice)


def odds_posed(battle: Posed, choice: OddsChoice) -> Odds:
    """The chances of a battle; raises TableRefusal where they can't be told."""
    found = chance_of(battle.setting, intents_of(choice, battle.setting))
    if not isinstance(found, Odds):
        raise TableRefusal(found.why)
    return found


def pool_of(state: GameState, choice: OddsChoice, battle: Posed) -> dict[str, int]:
    """The units that could come as well, the cheapest first."""
    if choice.kind == "units":
        found = Counter({unit: SOME for unit, _ in choice.attackers})
    else:
        found = Counter(piece.unit for piece in battle.spare)
    return {unit: found[unit] for unit in sorted(found, key=lambda unit: (_kind(state, unit).cost or 0, unit))}


def additions(state: GameState, choice: OddsChoice, battle: Posed) -> list[Addition]:
    """What the cheapest single units that can still come would bring."""
    found = []
    for unit in list(pool_of(state, choice, battle))[:MOST_SHOWN]:
        try:
            odds = odds_for(state, choice.plus(unit))
        except (TableRefusal, Refusal):
            continue
        found.append(Addition(unit, as_known(odds.attacker_win, odds)))
    return found


def cheapest(state: GameState, choice: OddsChoice, battle: Posed) -> OddsChoice:
    """The choice with the cheapest units with which the attackers win often enough.

    Few units are tried by price, up to so many times; of many, those come who are strongest for their price. Raises
    TableRefusal.
    """
    asked = replace(choice, wanted=False)
    if choice.kind == "attack":
        asked = replace(asked, attackers=())
        coming = (*battle.setting.state.select(battle.setting.battle.attackers), *battle.spare)
        pool = dict(Counter(piece.unit for piece in coming))
    else:
        pool = pool_of(state, asked, battle)
        if odds_posed(battle, asked).attacker_win >= ENOUGH:
            return asked
    everybody = asked
    for unit, count in pool.items():
        everybody = everybody.plus(unit, count)
    most = odds_for(state, everybody).attacker_win if pool else 0.0
    if most < ENOUGH:
        raise TableRefusal(_too_few(most if pool else None))
    strong = _by_strength(state, asked, pool)
    if _size(strong) - _size(asked) > FEW:
        return strong
    return _by_price(state, asked, pool) or strong


def _size(choice: OddsChoice) -> int:
    return sum(count for _, count in choice.attackers)


def _too_few(most: float | None) -> str:
    if most is None:
        return "Nothing more can come, so you can't reach 80%."
    return f"Even with everything that can come, the attackers' chance to win is only {most * 100:.0f}%."


def _by_price(state: GameState, asked: OddsChoice, pool: Units) -> OddsChoice | None:
    units, until = list(pool), time.monotonic() + SECONDS
    fringe: list[tuple[int, tuple[int, ...]]] = [(0, (0,) * len(units))]
    seen = {fringe[0][1]}
    tries = 0
    while fringe and tries < MOST_TRIES and time.monotonic() < until:
        price, counts = heapq.heappop(fringe)
        tried = _with(asked, units, counts)
        if any(counts):
            tries += 1
            if _win(state, tried) >= ENOUGH:
                return tried
        for at, unit in enumerate(units):
            more = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
            if more[at] <= pool[unit] and more not in seen:
                seen.add(more)
                heapq.heappush(fringe, (price + (_kind(state, unit).cost or 0), more))
    return None


def _by_strength(state: GameState, asked: OddsChoice, pool: Units) -> OddsChoice:
    """As few as are enough of those who are strongest for their price."""
    units = sorted(pool, key=lambda unit: -_strength(state, unit) / (_kind(state, unit).cost or 1))
    row = [unit for unit in units for _ in range(pool[unit])]
    few, many = 0, len(row)
    while few < many:
        half = (few + many) // 2
        if _win(state, _joined(asked, row[:half])) >= ENOUGH:
            many = half
        else:
            few = half + 1
    return _joined(asked, row[:many])


def _joined(asked: OddsChoice, row: list[str]) -> OddsChoice:
    for unit, count in Counter(row).items():
        asked = asked.plus(unit, count)
    return asked


def _strength(state: GameState, unit: str) -> float:
    kind = _kind(state, unit)
    return kind.attack + 2 * kind.hits


def _win(state: GameState, choice: OddsChoice) -> float:
    try:
        return odds_for(state, choice).attacker_win
    except (Refusal, TableRefusal):
        return 0.0


def _with(asked: OddsChoice, units: list[str], counts: tuple[int, ...]) -> OddsChoice:
    for unit, count in zip(units, counts, strict=True):
        if count:
            asked = asked.plus(unit, count)
    return asked


def _kind(state: GameState, unit: str) -> UnitType:
    return state.edition.unit[unit]
