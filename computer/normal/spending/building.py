"""Complexes that `normal` builds or enlarges: where what they place comes so much sooner to the war that this pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from computer.normal.course import fighter_of, force_of
from computer.normal.ground import safe_ways
from computer.normal.marching import A_STEP, FAR
from computer.normal.replies import Enemies, Striking, lost_to
from computer.normal.spending.basket import garrison_of, marched_from, sites_of
from computer.normal.spending.repairing import price_of_a_unit
from computer.playing import Hand, Why
from computer.weights import BUILDING, PLACES
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitType
from engine.state.words import place, with_article

MOST_FAR = 20.0
"""No site counts as farther from the war, in steps."""
Places = tuple[float, int]
"""How far a site is from the war, and how many units it can place."""


class Project(NamedTuple):
    """A complex, or an upgrade of one: what it brings beyond its price in some rounds, and how likely it falls soon."""

    unit: UnitType
    space: SpaceId
    gain: float
    falls: float

    @property
    def rank(self) -> tuple[float, SpaceId, str]:
        """The best first."""
        return -self.gain, self.space, self.unit.id

    def reason(self, state: GameState) -> str:
        """In words, as a part of what is bought."""
        what = f"{with_article(self.unit.name)} in {place(state, self.space)}"
        return f"{what}, worth {round(self.gain, 2):g} IPCs more than it costs in {BUILDING.rounds} rounds"


def best_project(
    state: GameState, account: Account, enemies: Enemies, sold: Sequence[UnitType], ipcs: int
) -> Project | None:
    """The complex that an account should buy for at most so many IPCs, if any pays back."""
    able = [unit for unit in sold if _places_more(state, unit) and (unit.cost or 0) <= BUILDING.share * ipcs]
    projects = _projects(state, account, enemies, able, sold)
    found = [each for each in projects if each.gain > BUILDING.margin * (each.unit.cost or 0)]
    return min(found, key=lambda project: project.rank, default=None)


def build_all(hand: Hand, make_enemies: Callable[[GameState, PowerId], Enemies]) -> None:
    """Place the complexes that were bought, each where it brings most."""
    for account in hand.state.edition.accounts_of(hand.power):
        while able := _bought(hand.state, account):
            state = hand.state
            sold = [state.unit_of(hand.power, unit) for unit in ask.prices(state)]
            found = _projects(state, account, make_enemies(state, hand.power), able, sold)
            best = min(found, key=lambda project: project.rank, default=None)
            if best is None:
                break
            aim, gain = f"{with_article(best.unit.name)} where it brings most", round(best.gain, 2)
            order = {"type": "mobilize", "space": best.space, "units": {best.unit.id: 1}}
            if not (ask.is_legal(state, order) and hand.give(order, Why(aim, gain=gain, falls=round(best.falls, 4)))):
                break


def _bought(state: GameState, account: Account) -> list[UnitType]:
    """The complexes that wait for their place."""
    row = state.purchased.get(account.id, {}).items()
    units = (state.unit_of(account.power, unit) for unit, count in row if count)
    return [unit for unit in units if _places_more(state, unit)]


def _places_more(state: GameState, unit: UnitType) -> bool:
    """Whether a unit is a complex, or makes a greater one of it."""
    line = unit.facility
    return bool(line and (unit.produces or (line.upgrade and state.edition.unit[line.upgrade.into].produces)))


def _projects(
    state: GameState, account: Account, enemies: Enemies, able: Sequence[UnitType], sold: Sequence[UnitType]
) -> Iterator[Project]:
    """All that could be built on ground that holds, with what each brings."""
    sites = {unit.id: [s for s in ask.sites(state, unit.id) if _is_of(state, s, account)] for unit in able}
    free = {
        s
        for each in state.edition.parameters.politics.war_efforts
        if each.power == account.power
        for s in each.territories
    }
    price = price_of_a_unit(sold)
    if not any(sites.values()) or not price:
        return
    far, units = safe_ways(state, account.power, enemies), int(_income(state, account) / price)
    now = {site: (min(far.get(site, FAR), MOST_FAR), ask.capacity(state, site)) for site in sites_of(state, account)}
    before = way_of(list(now.values()), units)
    nearer = min((steps for steps, _ in now.values()), default=FAR)
    for unit in able:
        for site in sites[unit.id]:
            if site in free:  # what comes of itself with a war is not bought
                continue
            more = places_more(state, unit, site)
            falls = falls_soon(state, account, enemies, site, sold, more)
            if falls[0] > BUILDING.falls or falls[1] > BUILDING.falls_later:
                continue
            old = now.get(site, (0.0, 0))[1]
            after = way_of(list({**now, site: (min(far.get(site, FAR), MOST_FAR), old + more)}.values()), units)
            a_round = A_STEP * price * (before[0] - after[0]) + BUILDING.a_place * (after[1] - before[1])
            saved = lift_saved(state, account, sold, site, more, units) if nearer > far.get(site, FAR) else 0.0
            gain = BUILDING.rounds * a_round + saved
            yield Project(unit, site, round(gain - (unit.cost or 0), PLACES), falls[1])


def _is_of(state: GameState, site: SpaceId, account: Account) -> bool:
    return state.edition.account_of(site, account.power) == account


def _income(state: GameState, account: Account) -> int:
    return ask.income_of(state, account) + sum(ask.paid_into(state, account).values())


def places_more(state: GameState, unit: UnitType, site: SpaceId) -> int:
    """How many units more a site can place with a complex, or with an upgrade of the one that is there."""
    line, value = unit.facility, ask.value_of(state, site)
    if line is None:
        return 0
    if line.upgrade is None:
        return line.production_at(value)
    was, into = (state.edition.unit[name].facility for name in (line.upgrade.of, line.upgrade.into))
    return (into.production_at(value) if into else 0) - (was.production_at(value) if was else 0)


def way_of(sites: Sequence[Places], units: int) -> tuple[float, int]:
    """How far so many units have to the war together, placed at the nearest sites, and how many have a place; those
    that have none count as far as the farthest site.
    """
    steps, placed = 0.0, 0
    for far, places in sorted(sites):
        count = min(places, units - placed)
        steps, placed = steps + far * count, placed + count
    return steps + max((far for far, _ in sites), default=MOST_FAR) * (units - placed), placed


def lift_saved(
    state: GameState, account: Account, sold: Sequence[UnitType], site: SpaceId, more: int, units: int
) -> float:
    """What the transports cost that so many units of a turn would need and which are lacking, as a transport takes two
    and is back after two turns.

    Nothing where who is placed at a site can march from the capital, where the capital has its war by land, or where
    they would need ships, too.
    """
    marched = marched_from(state, account)
    ships = [unit for unit in sold if unit.domain == "sea" and state.edition.carries(unit, "land")]
    by_land = any(ask.is_hostile_territory(state, space, account.power) for space in marched)
    if site in marched or by_land or not ships or not _marches_to_war(state, account, site):
        return 0.0
    own = (piece for piece in state.pieces.values() if piece.power == account.power)
    there = sum(ask.capacity(state, each) for each in sites_of(state, account) if each not in marched)
    lacking = max(0, units - there - sum(state.carries(piece, "land") for piece in own))
    return float(min(more, lacking) * min(ship.cost or 0 for ship in ships))


def _marches_to_war(state: GameState, account: Account, site: SpaceId) -> bool:
    """Whether troops can march from a site to what an enemy holds in some turns."""
    board, seen, fringe = state.edition.board, {site}, [site]
    for _ in range(BUILDING.marches):
        beside = sorted(
            {there for here in fringe for there in board.neighbours[here] if state.owners.get(there)} - seen
        )
        if any(ask.is_hostile_territory(state, there, account.power) for there in beside):
            return True
        seen.update(beside)
        fringe = beside
    return False


def falls_soon(
    state: GameState, account: Account, enemies: Enemies, site: SpaceId, sold: Sequence[UnitType], places: int
) -> tuple[float, float]:
    """How likely a site is lost to who reaches it now, and to who reaches it or a territory beside it; then with the
    cheapest guards in all its places.
    """
    here = garrison_of(state, site, account)
    land = [unit for unit in sold if unit.domain == "land" and unit.defense and unit.hits]
    guard = max(land, key=lambda unit: (unit.defense / (unit.cost or 1), -(unit.cost or 0)), default=None)
    later = force_of((*here, *([fighter_of(state, guard)] * places if guard else ())))
    near = [site, *(space for space in state.edition.board.neighbours[site] if space in state.owners)]
    strikes = []
    for reaching in enemies.by_enemy.values():
        coming: dict[int, Striking] = {id(each): each for space in near for each in reaching.get(space, ())}
        strikes.append(force_of(each.fighter for each in coming.values()))
    return enemies.falls(site, here), lost_to(strikes, later, is_land=True)
