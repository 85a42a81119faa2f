"""About how likely the attacker is to win a battle, without its chances: for filters that look at hundreds of them.

By Lanchester's square law two forces are even where the fire of each, added up over all hits that it can take, is the
same; how far the dice scatter says what more than that is worth. The dice are taken to fall freely (no low luck).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import accumulate, groupby
from math import erf, log, sqrt
from statistics import NormalDist
from typing import Literal, NamedTuple

from engine.combat.air.anti_aircraft import number_needed
from engine.combat.values import best_die_of, dice_of, values
from engine.dice import FACES, hits_expected
from engine.events.combat.battle import AttackOrDefense
from engine.facts.estimates import load_weights
from engine.facts.unit_types import UnitId, UnitType
from engine.odds.estimates.average_course import Row, left_at_sea, wins_at_sea
from engine.odds.force import Force
from engine.odds.setting import Setting
from engine.state.battles import Part

Kind = Literal["land", "sea", "amphibious"]
NORMAL = NormalDist()
NEARLY = 0.01
"""What is surer than this, or less likely, is not told apart."""
COUNTS_BY_KIND = 1, 3, 4, 9, 10
"""Features that count more or less by the kind of battle at sea: leads, and the areas of fire that are left."""
HITS_PER_FIRE = 3
"""A fleet that can take more than so many hits for each that it scores in a round is of carriers and transports."""
FEW_HITS = 4
"""A fleet that can take fewer is small: single dice decide."""


class Strength(NamedTuple):
    """What counts of a force. hits: that it can take. fire: what its first volley scores on average.

    area, square: its fire, and the square of that, added up over all hits as it takes them. scatter: the variance of
    the first volley as a part of it. submarine_hits: those that aircraft cannot score without a destroyer. support,
    flak: what ships and guns score before the first round. air_worth: the fire of an aircraft. air_area,
    submarine_area: of these alone. rows: the hits at sea in the order of loss.
    """

    hits: int
    fire: float
    area: float
    square: float
    scatter: float
    air_fire: float
    air_hits: int
    submarine_fire: float
    submarine_hits: int
    has_destroyer: bool
    support: float
    flak: float
    air_worth: float
    area_without_air: float
    area_without_submarines: float
    air_area: float
    submarine_area: float
    rows: tuple[Row, ...]


def strengths_of(setting: Setting, attack: Force, defend: Force) -> tuple[Strength, Strength]:
    """Of both sides of a battle."""
    support = sum(
        _mean(setting.state.type_of(ship), setting.state.type_of(ship).attack, "attacker", "land")
        for ship in setting.bombarding
    )
    return _strength(attack, support, 0.0), _strength(defend, 0.0, _flak(setting, attack))


def win_share(kind: Kind, attack: Strength, defend: Strength) -> float:
    """About how likely the attacker is to be left alone with units that can fight."""
    sure = settled(attack, defend)
    if sure is not None:
        return sure
    weights = getattr(load_weights(), kind)
    odds = sum(weight * feature for weight, feature in zip(weights, features(attack, defend), strict=True))
    return share_of(odds)


def settled(attack: Strength, defend: Strength) -> float | None:
    """Where no die matters to who wins: 1 where the attacker does, 0 where they cannot; else None."""
    if not attack.area or not defend.area:
        return float(attack.area > defend.area)
    if _outlives(attack, defend):
        return 1.0
    return 0.0 if _outlives(defend, attack) or _is_spared(defend, attack) else None


def share_of(odds: float) -> float:
    """The probability that a normal variable with this mean and a deviation of 1 is above zero."""
    return (1 + erf(odds / sqrt(2))) / 2


def _is_spared(own: Strength, enemy: Strength) -> bool:
    """Whether the enemy has only submarines that can hit, which cannot hit the aircraft of this force."""
    return own.air_hits > 0 and enemy.submarine_fire >= enemy.fire


def _outlives(own: Strength, enemy: Strength) -> bool:
    """Whether these aircraft can hit every enemy, and no enemy can hit them."""
    return _is_spared(own, enemy) and own.air_fire > 0 and not enemy.submarine_hits


def features(attack: Strength, defend: Strength) -> tuple[float, ...]:
    """What the weights are for, most of them in standard deviations of the outcome."""
    spread = sqrt(attack.scatter * defend.square + defend.scatter * attack.square) or 1.0
    lead, ratio = (attack.area - defend.area) / spread, log(attack.area / defend.area)
    general = (
        1.0,
        lead,
        lead * abs(ratio),
        ratio,
        attack.fire / defend.hits - defend.fire / attack.hits,
        (attack.fire - defend.fire) / spread,
        1 / spread,
        attack.fire * attack.scatter / defend.hits,
        defend.fire * defend.scatter / attack.hits,
    )
    if not (attack.rows and defend.rows):
        return *general, *_on_land(attack, defend, spread)
    found = *general, *_at_sea(attack, defend, spread)
    wins, kinds = _wins(attack, defend), _kinds(attack, defend)
    core = *(found[at] for at in COUNTS_BY_KIND), *wins[:2]
    return *found, *wins, *kinds, *(feature * kind for feature in core for kind in kinds)


def _wins(attack: Strength, defend: Strength) -> tuple[float, ...]:
    """How often fleets win that are lucky to different degrees, and how often neither does: as aircraft and submarines
    that cannot hit each other.
    """
    win, lose = wins_at_sea(
        attack.rows, defend.rows, sqrt(attack.scatter / defend.hits), sqrt(defend.scatter / attack.hits)
    )
    odds, against = _odds_of(win), _odds_of(lose)
    return odds, against, win, lose, odds * lose, win * (1 - win - lose)


def _odds_of(share: float) -> float:
    """The mean at which a normal variable is above zero with this probability, unless that is nearly sure."""
    return NORMAL.inv_cdf(min(max(share, NEARLY), 1 - NEARLY))


def _kinds(attack: Strength, defend: Strength) -> tuple[float, ...]:
    """Which kinds of battles at sea this is one of: other things count in each."""
    return (
        float(attack.submarine_hits > 0 and defend.air_hits > 0),
        float(defend.submarine_hits > 0 and attack.air_hits > 0),
        float(attack.has_destroyer),
        float(defend.has_destroyer),
        float(attack.hits > HITS_PER_FIRE * attack.fire),
        float(min(attack.hits, defend.hits) < FEW_HITS),
    )


def _on_land(attack: Strength, defend: Strength, spread: float) -> tuple[float, ...]:
    """What ships and guns score before the first round."""
    return attack.support * defend.fire / spread, defend.flak * attack.air_worth * attack.hits / spread


def _at_sea(attack: Strength, defend: Strength, spread: float) -> tuple[float, ...]:
    """What is left where every volley scores its average, and what each fleet is ahead and loses by its submarines."""
    lead = (attack.area - defend.area) / spread
    hunting, hunted = _leads(attack, defend, spread, lead), _leads(defend, attack, spread, -lead)
    ours, theirs, our_area, their_area = left_at_sea(attack.rows, defend.rows)
    return (
        our_area / spread,
        their_area / spread,
        ours / attack.hits,
        theirs / defend.hits,
        min(our_area / spread, 1.0),
        min(their_area / spread, 1.0),
        sqrt(min(ours, theirs)),
        *(min(each, lead) for each in hunting),
        *(min(each, -lead) for each in hunted),
        min(lead, *hunting),
        min(-lead, *hunted),
        *_submarines(attack, defend, spread),
        *_submarines(defend, attack, spread),
    )


def _leads(own: Strength, enemy: Strength, spread: float, lead: float) -> tuple[float, float]:
    """How far a fleet is ahead of aircraft without its submarines, and of submarines without its aircraft."""
    of_aircraft = (own.area_without_submarines - enemy.air_area) / spread if enemy.air_hits else lead
    if own.has_destroyer or not enemy.submarine_hits:
        return of_aircraft, lead
    return of_aircraft, (own.area_without_air - enemy.submarine_area) / spread


def _submarines(own: Strength, enemy: Strength, spread: float) -> tuple[float, ...]:
    """What a fleet gains by submarines that fire first, and the fire that it loses where it cannot hit."""
    early = 0.0 if enemy.has_destroyer else own.submarine_fire
    in_vain = 0.0 if own.has_destroyer else own.air_fire * enemy.submarine_hits / enemy.hits
    return (
        early * enemy.fire / spread,
        early * own.hits / spread,
        in_vain * own.hits / spread,
        own.submarine_fire * enemy.air_hits / enemy.hits * own.hits / spread,
    )


def _strength(force: Force, support: float, flak: float) -> Strength:
    state, part = force.state, force.battle.part
    needed = values(state, force.pieces(force.full), force.side)
    means: dict[UnitId, deque[float]] = {}
    spread = air = submarines = 0.0
    for piece in force.pieces(force.full):
        unit = state.type_of(piece)
        mean = _mean(unit, needed[piece.id], force.side, part)
        means.setdefault(piece.unit, deque()).append(mean)
        spread += mean * (1 - mean / (dice_of(unit, force.side, part) / best_die_of(unit, force.side, part)))
        air += mean * (unit.domain == "air")
        submarines += mean * unit.can("cannot_hit_air")
    lost = _fire_lost({unit: deque(sorted(row)) for unit, row in means.items()}, force)
    fire = list(accumulate(mean for _, mean in lost))
    hits = {unit.id: count for unit, count in force.standing(force.full)}
    aircraft = sum(count for unit, count in force.standing(force.full) if unit.domain == "air")
    return Strength(
        len(fire),
        fire[-1] if fire else 0.0,
        sum(fire),
        sum(each * each for each in fire),
        spread / fire[-1] if fire and fire[-1] else 0.0,
        air,
        aircraft,
        submarines,
        sum(hits[unit] for unit in hits if state.edition.unit[unit].can("immune_to_air_without_destroyer")),
        force.at_sea(force.full)[0],
        support,
        flak,
        air / aircraft if aircraft else 0.0,
        sum(accumulate(mean * (unit.domain != "air") for unit, mean in lost)),
        sum(accumulate(mean * (not unit.can("cannot_hit_air")) for unit, mean in lost)),
        sum(accumulate(mean for unit, mean in lost if unit.domain == "air")),
        sum(accumulate(mean for unit, mean in lost if unit.can("immune_to_air_without_destroyer"))),
        _rows(lost) if part == "sea" else (),
    )


def _fire_lost(means: dict[UnitId, deque[float]], force: Force) -> list[tuple[UnitType, float]]:
    """What each hit takes of the fire of a force, the last hit first; of a unit, who fires worst is lost first."""
    lost = [
        (unit, means[group.unit].popleft() if group.is_fatal else 0.0)
        for group, unit, count in zip(force.groups, force.units, force.full, strict=True)
        for _ in range(count)
    ]
    return lost[::-1]


def _rows(lost: Sequence[tuple[UnitType, float]]) -> tuple[Row, ...]:
    """The same in rows of alike, in the order of loss."""
    found = []
    for unit, run in groupby(reversed(lost), key=lambda each: each[0]):
        fires = [mean for _, mean in run]
        air, submarine = unit.domain == "air", unit.can("cannot_hit_air")
        row = Row(len(fires), sum(fires) / len(fires), air, submarine, unit.can("anti_submarine"))
        found.append(row)
    return tuple(found)


def _mean(unit: UnitType, needed: int, side: AttackOrDefense, part: Part) -> float:
    dice, best = dice_of(unit, side, part), best_die_of(unit, side, part)
    return float(hits_expected(dice, needed, best)) if needed > 0 else 0.0


def _flak(setting: Setting, attack: Force) -> float:
    """Aircraft that guns hit on average before the first round."""
    state, rules = setting.state, setting.state.edition.parameters.air.anti_aircraft
    aircraft = sum(attack.exposed(attack.full))
    guns = [p for p in state.select(setting.battle.defenders) if state.type_of(p).can("anti_aircraft")]
    if rules is None or not aircraft or not guns or setting.battle.part == "sea" or setting.battle.round:
        return 0.0
    shots = aircraft if rules.shots_per_gun is None else min(aircraft, rules.shots_per_gun * len(guns))
    return shots * max(number_needed(state, gun) for gun in guns) / FACES
