"""Ships that support landings, who holds what two have taken, and where aircraft without a carrier land."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from computer.answers.dangers import falls
from computer.answers.options import Asked, Option, best_of
from computer.answers.stakes import Stake, coming, prize_in
from computer.chances import chances_in
from computer.playing import Reply
from computer.reaching import Threats
from engine import ask
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.odds.position import under_way
from engine.odds.setting import Setting
from engine.state.pieces import Piece
from engine.state.words import counted, listed, place

Split = dict[SpaceId, dict[UnitId, int]]
MOST_SPLITS = 24


def bombardment(asked: Asked) -> Reply | None:
    """The ships where their first shot changes most."""
    offered = ask.BombardmentOptions.of(asked.request)
    settings = {beach: setting for beach in offered.territories if (setting := _landing(asked, beach))}
    known: dict[tuple[SpaceId, tuple[tuple[UnitId, int], ...]], float] = {}

    def worth(beach: SpaceId, units: Mapping[UnitId, int]) -> float:
        key = beach, tuple(sorted(units.items()))
        if key not in known:
            known[key] = _supported(asked, settings[beach], units)
        return known[key]

    options = []
    for split in _splits(asked, offered):
        gain = sum(worth(beach, split.get(beach, {})) - worth(beach, {}) for beach in settings)
        options.append(Option(dict(split), _supporting(asked, split), gain))
    return best_of(options) if options else None


def _landing(asked: Asked, beach: SpaceId) -> Setting | None:
    """A landing as it begins or has begun, without any ships."""
    state = asked.state
    is_fought = state.battle is not None and state.battle.space == beach
    setting = under_way(state) if is_fought else coming(state, beach)
    return replace(setting, bombarding=()) if setting else None


def _supported(asked: Asked, setting: Setting, units: Mapping[UnitId, int]) -> float:
    """What a landing brings with so many ships of the zone that is asked about."""
    firing: list[Piece] = []
    for unit, count in units.items():
        able = (p for p in asked.state.at(asked.request.space) if (p.unit, p.power) == (unit, asked.power))
        firing += list(able)[:count]
    battle = setting.battle
    won = prize_in(setting.state, battle.space, battle.attackers, asked.prize)
    return Stake(chances_in(replace(setting, bombarding=tuple(firing))), won).attackers_gain


def _splits(asked: Asked, offered: ask.BombardmentOptions) -> Iterator[Split]:
    """The printed one first, then all ways in which the ships can be divided, as far as there are few."""
    printed = ask.BombardmentChoice.of(asked.request.default).root
    yield printed
    found = 1
    for ways in product(*(list(_shares(count, len(offered.territories))) for count in offered.ships.values())):
        split: Split = {}
        for unit, way in zip(offered.ships, ways, strict=True):
            for beach, count in zip(offered.territories, way, strict=True):
                if count:
                    split.setdefault(beach, {})[unit] = count
        fits = all(sum(units.values()) <= offered.limits.get(beach, 99) for beach, units in split.items())
        if fits and split != printed:
            yield split
            found += 1
        if found == MOST_SPLITS:
            return


def _shares(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to give at most so many to so many, the most first."""
    if not parts:
        yield ()
        return
    for first in range(count, -1, -1):
        for rest in _shares(count - first, parts - 1):
            yield (first, *rest)


def _supporting(asked: Asked, split: Split) -> str:
    state = asked.state
    parts = [f"{place(state, beach)} with {counted(state, units)}" for beach, units in split.items()]
    return f"bombard {listed(parts)}" if parts else "bombard nothing"


def joint_capture(asked: Asked) -> Reply:
    """The territory goes to whom it yields more: nothing, where the capital is lost."""
    state, space = asked.state, asked.request.space
    options = []
    for power in ask.JointCaptureOptions.of(asked.request).powers:
        account = state.edition.account_of(space, power)
        income = 0 if ask.is_capital_lost(state, account) else state.edition.board.territory[space].ipc
        name = state.edition.power[power].called
        options.append(Option({"power": power}, f"{place(state, space)} goes to {name}", float(income)))
    options.sort(key=lambda option: option.choice != asked.request.default)
    return best_of(options)


def stranded_landing(asked: Asked) -> Reply | None:
    """The places where the aircraft are least likely to be lost, all together where there is room."""
    state, offered = asked.state, ask.StrandedOptions.of(asked.request)
    owner, threats = offered.owner or asked.power, Threats(state, offered.owner or asked.power)
    able = [state.unit_of(owner, unit) for unit, count in offered.units.items() for _ in range(count)]
    cost = float(sum(unit.cost or 0 for unit in able))
    options = []
    for space, room in offered.places.items():
        if room >= len(able):
            falls_there = falls(replace(asked, power=owner), threats, space, able)
            units = Counter(unit.id for unit in able)
            aim = f"land {counted(state, units)} in {place(state, space)}"
            options.append(Option({space: dict(units)}, aim, -falls_there * cost, 1 - falls_there, falls_there * cost))
    options.sort(key=lambda option: option.choice != asked.request.default)
    return best_of(options) if options else None
