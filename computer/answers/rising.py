"""Fighters that meet raiders, and aircraft that scramble: as many as change most for the better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from computer.answers.options import Asked, Option, best_of
from computer.answers.stakes import due_in, landing_worth, of_attack, of_zone
from computer.playing import Reply, Why
from computer.weights import PLACES
from engine import GameState, ask
from engine.events.combat.raids import Intercepted
from engine.events.combat.scramble import Scrambled
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.odds.raids.air_battles import MetRaidOdds, met_raid_odds
from engine.state.pieces import Piece
from engine.state.words import counted, pieces_in_words, place

Counts = dict[UnitId, int]
Bases = dict[SpaceId, Counts]
NOBODY = Why("nobody takes off", gain=0.0)


def reaction(asked: Asked) -> Reply:
    """Raid by raid and zone by zone, the one first where most is changed, each beside those who are busy already."""
    offered = ask.ReactionOptions.of(asked.request)
    fighters: dict[SpaceId, Counts] = {}
    risers: dict[SpaceId, Bases] = {}
    reasons: list[Why] = []
    for territory in offered.intercept:
        ways = list(_over(asked, territory))
        found = best_of([option for _, option in ways])
        reasons.append(found.why)
        fighters |= _chosen(ways, found)
    busy, sent = Counter[tuple[SpaceId, UnitId]](), Counter[SpaceId]()
    _note(busy, Counter(), fighters)
    ways_into = {zone: list(_into(asked, offered, zone, busy, sent)) for zone in offered.scramble}
    for zone in sorted(ways_into, key=lambda zone: (-_most(ways_into[zone]), zone)):
        is_alone = offered.scramble[zone].keys().isdisjoint(sent)
        ways = ways_into[zone] if is_alone else list(_into(asked, offered, zone, busy, sent))
        found = best_of([option for _, option in ways])
        reasons.append(found.why)
        if bases := _chosen(ways, found):
            risers[zone] = bases
            _note(busy, sent, bases)
    return Reply(ask.rising_choice(fighters, risers).to_json(), _together(reasons))


def _most(ways: Sequence[tuple[Bases, Option]]) -> float:
    return round(max(option.gain for _, option in ways), PLACES)


def _chosen(ways: Sequence[tuple[Bases, Option]], found: Reply) -> Bases:
    return next(bases for bases, option in ways if option.choice is found.choice)


def _note(busy: Counter[tuple[SpaceId, UnitId]], sent: Counter[SpaceId], bases: Bases) -> None:
    for base, units in bases.items():
        busy.update({(base, unit): count for unit, count in units.items()})
        sent[base] += sum(units.values())


def _together(reasons: Sequence[Why]) -> Why:
    """Of several decisions the sum; whoever takes off could stay instead."""
    if len(reasons) == 1:
        return reasons[0]
    gain, risk = (round(sum(row), 2) for row in zip(*((w.gain or 0.0, w.risk or 0.0) for w in reasons), strict=True))
    return Why("; ".join(why.aim for why in reasons), None, gain, risk, instead=NOBODY if gain else None)


def _over(asked: Asked, territory: SpaceId) -> Iterator[tuple[Bases, Option]]:
    """Nobody, one, two and so on of the fighters over a raided territory, those first who fight best in the air."""
    state = asked.state
    raid = due_in(state, territory, "raid")
    if raid is None:
        raise AssertionError(f"no raid on {territory}, and yet fighters can meet it")
    able = sorted(ask.able_to_intercept(state, territory, asked.power), key=lambda p: -state.type_of(p).air_battle)
    unmet = _harm(state, met_raid_odds(state, raid, ()))
    attack = of_attack(state, territory, asked.prize).attackers_gain
    for count in range(len(able) + 1):
        risen = able[:count]
        odds = met_raid_odds(state, raid, risen)
        later = of_attack(_aloft(asked, territory, risen), territory, asked.prize).attackers_gain if count else attack
        lost = _cost(state, odds.interceptors_lost)
        bases: Bases = {territory: _counts(risen)} if risen else {}
        gain = unmet - _harm(state, odds) - lost + attack - later
        yield (
            bases,
            Option(bases, f"{_rise(state, risen, 'intercept')} over {place(state, territory)}", gain, None, lost),
        )


def _harm(state: GameState, odds: MetRaidOdds) -> float:
    """What a raid costs its victim beyond what it costs the raider, without the fighters that meet it."""
    struck = sum(strike.mean for strike in odds.raid.strikes.values())
    return struck - _cost(state, odds.raid.lost) - _cost(state, odds.escorts_lost)


def _cost(state: GameState, lost: Mapping[UnitId, float]) -> float:
    return sum(count * (state.edition.unit[unit].cost or 0) for unit, count in lost.items())


def _aloft(asked: Asked, territory: SpaceId, risen: Sequence[Piece]) -> GameState:
    """Fighters that meet a raid fight in no other battle."""
    return Intercepted(asked.power, {territory: tuple(piece.id for piece in risen)}).evolve(asked.state)


def _into(
    asked: Asked,
    offered: ask.ReactionOptions,
    zone: SpaceId,
    busy: Mapping[tuple[SpaceId, UnitId], int],
    sent: Mapping[SpaceId, int],
) -> Iterator[tuple[Bases, Option]]:
    """Nobody, one, two and so on of those who can scramble into a zone, the best defenders first."""
    state, able = asked.state, list[tuple[SpaceId, UnitId]]()
    for base, units in offered.scramble[zone].items():
        free = {unit: count - busy.get((base, unit), 0) for unit, count in units.items()}
        best = ask.best_defenders(state, free, offered.limits[base] - sent.get(base, 0))
        able += [(base, unit) for unit, count in best.items() for _ in range(count)]
    able.sort(key=lambda row: -state.edition.unit[row[1]].defense)
    beaches = ask.assaults_from(state, zone)
    landings = landing_worth(state, zone, asked.prize)
    overland = [base for base in offered.scramble[zone] if base not in beaches]
    at_ease = 0.0
    for count in range(len(able) + 1):
        bases: Bases = {}
        for base, unit in able[:count]:
            units = bases.setdefault(base, {})
            units[unit] = units.get(unit, 0) + 1
        risen = _scrambled(asked, offered, zone, bases) if bases else state
        is_missed = not bases.keys().isdisjoint(beaches)
        stake = of_zone(risen, zone, asked.prize, None if is_missed else landings)
        lost = stake.attackers_gain + sum(of_attack(risen, base, asked.prize).attackers_gain for base in overland)
        at_ease = lost if not count else at_ease
        gain = at_ease - lost
        together = Counter(unit for _, unit in able[:count])
        what = f"scramble {counted(state, together)}" if count else "scramble nobody"
        odds = 1 - stake.chances.win if count else None
        yield bases, Option(bases, f"{what} into {place(state, zone)}", gain, odds, stake.chances.enemy_loss)


def _scrambled(asked: Asked, offered: ask.ReactionOptions, zone: SpaceId, bases: Bases) -> GameState:
    pieces = ask.chosen_scramble(asked.state, offered.scramble, asked.power, {zone: bases}, ())[zone]
    risen = {base: tuple(piece.id for piece in there) for base, there in pieces.items()}
    return Scrambled(asked.power, {zone: risen}).evolve(asked.state)


def _counts(pieces: Sequence[Piece]) -> Counts:
    return dict(Counter(piece.unit for piece in pieces))


def _rise(state: GameState, pieces: Sequence[Piece], deed: str) -> str:
    return f"{deed} with {pieces_in_words(state, pieces) or 'nobody'}"
