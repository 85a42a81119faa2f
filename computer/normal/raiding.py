"""Bombing raids of aircraft that no attack needs: where what the enemy loses by them is more than what they risk."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from computer.easy.guarding import guards_needed
from computer.greedy.stacks import stacks
from computer.normal.spending.repairing import makes
from computer.playing import Hand, Why
from computer.reaching import Threats
from computer.weights import PLACES, RAIDS
from engine import GameState, apply, ask
from engine.dice import NoDice
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.odds.raids.air_battles import MetRaidOdds, met_raid_odds
from engine.odds.raids.strikes import StrikeOdds
from engine.state.pieces import PieceId

A_UNIT = 4
"""About what a unit of an army costs."""


class Flight(NamedTuple):
    """Aircraft that fly together."""

    names: tuple[PieceId, ...]
    path: tuple[SpaceId, ...]

    def order(self, raid: UnitId | None = None) -> dict[str, object]:
        """To bomb a facility, or to escort those who do."""
        how = {"raid": raid} if raid else {"escort": True}
        return {"type": "move", "pick": list(self.names), "path": list(self.path), **how}


class Raid(NamedTuple):
    """A raid, what it costs the enemy and the raider on average, as far as the enemy lets it, in IPCs."""

    space: SpaceId
    facility: UnitId
    bombers: tuple[Flight, ...]
    escorts: tuple[Flight, ...]
    harm: float
    lost: float

    @property
    def gain(self) -> float:
        """What it brings on average."""
        return round(self.harm - self.lost, PLACES)

    @property
    def pieces(self) -> int:
        """How many fly."""
        return sum(len(flight.names) for flight in (*self.bombers, *self.escorts))


def raid_all(hand: Hand) -> None:
    """Order one raid after the other, the best first, by aircraft that no capital needs."""
    if not any(ask.can_raid(hand.state, stack.unit) for stack in stacks(hand.state, "air")):
        return
    kept = guards_needed(hand.state, hand.power, Threats(hand.state, hand.power))
    while hand.is_open and (best := _best(hand, kept)) is not None:
        state = hand.state
        name = state.edition.unit[best.facility].name
        why = Why(
            f"bomb the {name} in {state.edition.board.called(best.space)}",
            gain=round(best.gain, 2),
            risk=round(best.lost, 2),
        )
        given = [hand.give(flight.order(best.facility), why) for flight in best.bombers]
        given += [hand.give(flight.order(), why) for flight in best.escorts]
        if not any(given):
            return


def _best(hand: Hand, kept: Collection[PieceId]) -> Raid | None:
    state, found = hand.state, list[Raid]()
    for (space, facility), flights in _who_reaches(state, kept).items():
        found += _raids(hand, space, facility, flights, kept)
    able = (raid for raid in found if raid.gain >= RAIDS.least * raid.pieces)
    return min(able, key=lambda raid: (-raid.gain, raid.pieces, raid.space, raid.facility), default=None)


def _who_reaches(state: GameState, kept: Collection[PieceId]) -> dict[tuple[SpaceId, UnitId], list[Flight]]:
    """Free aircraft by the complexes of enemies that they can bomb, on which no raid is ordered yet."""
    found: dict[tuple[SpaceId, UnitId], list[Flight]] = {}
    sites = _sites(state)
    for stack in stacks(state, "air"):
        names = tuple(name for name in stack.pieces if name not in kept)
        if not names or not ask.can_raid(state, stack.unit):
            continue
        for facility in sorted({unit for _, unit in sites}):
            among = [space for space, unit in sites if unit == facility]
            for way in ask.destinations(state, stack.space, stack.unit.id, raid=facility, among=among):
                found.setdefault((way.space, facility), []).append(Flight(names, tuple(way.path)))
    return found


def _sites(state: GameState) -> list[tuple[SpaceId, UnitId]]:
    """The complexes of enemies that can be harmed."""
    found = []
    for space in sorted(state.facilities):
        unit = ask.complex_in(state, space)
        if unit not in ask.raidable(state) or not ask.is_hostile_territory(state, space, state.power):
            continue
        if ask.strike_limits(state, space, unit).together and not ask.raiders_at(state, space):
            found.append((space, unit))
    return found


def _raids(
    hand: Hand, space: SpaceId, facility: UnitId, flights: Sequence[Flight], kept: Collection[PieceId]
) -> Iterator[Raid]:
    """With one, two and so on of those who can come, alone and with escorts."""
    most = min(RAIDS.most, sum(len(flight.names) for flight in flights))
    for count in range(1, most + 1):
        bombers = _first(flights, count)
        over = _flown(hand.state, [flight.order(facility) for flight in bombers])
        if over is None or not hand.budget.take():
            return
        yield _weighed(over, space, facility, bombers, ())
        rising = len(ask.all_who_can_rise(over, space))
        escorts = _first(list(_escorts(over, space, kept)), rising) if rising else ()
        guarded = _flown(over, [flight.order() for flight in escorts]) if escorts else None
        if guarded is not None and hand.budget.take():
            yield _weighed(guarded, space, facility, bombers, escorts)


def _first(flights: Sequence[Flight], count: int) -> tuple[Flight, ...]:
    """So many of these aircraft."""
    chosen: list[Flight] = []
    for flight in flights:
        if count > 0:
            chosen.append(Flight(flight.names[:count], flight.path))
            count -= len(chosen[-1].names)
    return tuple(chosen)


def _escorts(state: GameState, space: SpaceId, kept: Collection[PieceId]) -> Iterator[Flight]:
    for stack in stacks(state, "air"):
        names = tuple(name for name in stack.pieces if name not in kept)
        if names and stack.unit.can("escorts"):
            for way in ask.destinations(state, stack.space, stack.unit.id, escort=True, among=(space,)):
                yield Flight(names, tuple(way.path))


def _flown(state: GameState, orders: Sequence[Mapping[str, object]]) -> GameState | None:
    """The position after these orders; None where the rules refuse one."""
    for order in orders:
        if not ask.is_legal(state, order):
            return None
        state = apply(state, order, NoDice()).state
    return state


def _weighed(
    state: GameState, space: SpaceId, facility: UnitId, bombers: tuple[Flight, ...], escorts: tuple[Flight, ...]
) -> Raid:
    """A raid that has been ordered, as the enemy meets it: with all fighters that can rise, or with none."""
    due = next(each for each in ask.battles_due(state) if (each.space, each.kind) == (space, "raid"))
    found = []
    able = ask.all_who_can_rise(state, space)
    for risen in ((), able) if able else ((),):
        odds = met_raid_odds(state, due, risen)
        harm = sum(harm_of(state, space, unit, strike) for unit, strike in odds.raid.strikes.items())
        found.append(Raid(space, facility, bombers, escorts, harm, lost_by(state, odds)))
    return min(found, key=lambda raid: raid.gain)


def lost_by(state: GameState, odds: MetRaidOdds) -> float:
    """What the raider loses on average beyond those who rise against it, in IPCs."""
    table = state.edition.unit

    def costs(lost: Mapping[UnitId, float]) -> float:
        return sum((table[unit].cost or 0) * count for unit, count in lost.items())

    return costs(odds.raid.lost) + costs(odds.escorts_lost) - costs(odds.interceptors_lost)


def harm_of(state: GameState, space: SpaceId, facility: UnitId, strike: StrikeOdds) -> float:
    """What a strike costs its victim on average: the IPCs that are lost, or what repairing is worth to him."""
    if not strike.is_damage:
        return strike.mean
    before = state.damage.get(space, {}).get(facility, 0)
    now = damage_costs(state, space, facility, before)
    return sum(
        share * (damage_costs(state, space, facility, before + amount) - now) for amount, share in strike.shares.items()
    )


def damage_costs(state: GameState, space: SpaceId, facility: UnitId, damage: int) -> float:
    """What so much damage costs the owner of a complex, who repairs it as far as he uses its places, in IPCs."""
    places = makes(state, space, facility)
    used = min(places, _used(state, space))
    return min(max(0.0, damage - (places - used)), RAIDS.a_place * used)


def _used(state: GameState, space: SpaceId) -> float:
    """How many places of a complex its owner needs for what he can buy next, beside those that he has elsewhere."""
    owner = state.owners[space]
    if owner is None:
        return 0.0
    account = state.edition.account_of(space, owner)
    others = (
        each
        for each in state.facilities
        if each != space and state.owners[each] == owner and state.edition.account_of(each, owner) == account
    )
    elsewhere = sum(ask.capacity(state, each) for each in others)
    return max(0.0, ask.treasury(state, account) / A_UNIT - RAIDS.shifted * elsewhere)
