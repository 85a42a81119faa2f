"""The landing proof: can all aircraft still land this turn, all together (CMV-39..47, NCM-16..21)?

Aircraft that can reach a friendly territory need nothing. The others need a carrier: each carrier can end in one of
several sea zones and take a few of them (`berths.py` finds how many can be saved together).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from operator import or_

from engine.facilities.capacity import capacity, usable_complexes
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.landing.berths import Deck, berths, shared
from engine.landing.ranges import (
    NEVER,
    Zones,
    carrier_zones,
    is_landing_territory,
    reaches_land,
    shut_zones,
    spaces_left,
    zones_in_reach,
    zones_within,
)
from engine.play import GIVES_ITSELF_UP
from engine.politics.standing import gives_leave, share_space
from engine.position.relations import commanded_powers, has_left_home, is_flight_deck, is_trapped, was_taken_along
from engine.state.game_state import GameState
from engine.state.known import by_kind, of_position, of_space, wherever
from engine.state.pieces import Piece, PieceId

__all__ = ["airborne", "carriers_to_come", "landing_plan"]

MOST_CARRIERS = 2
"""The nearest carriers, of which it is found out whether they can come for an aircraft: each takes a landing plan."""


@dataclass(frozen=True)
class LandingPlan:
    """Aircraft that cannot land, and, for those that need a carrier, the zone where one can meet them."""

    stranded: tuple[Piece, ...]
    zones: dict[PieceId, SpaceId]


@dataclass(frozen=True)
class _Aloft:
    """Aircraft alike over a space, and the zones where a carrier could take them."""

    aircraft: tuple[Piece, ...]
    zones: Zones


@dataclass(frozen=True)
class _Ship:
    """One of the carriers alike in a zone that a power's aircraft might use, how many they are, and how far they go."""

    ship: Piece
    room: int
    count: int
    left: int


_Row = tuple[Zones, int, SpaceId | None]
"""Where a carrier can be, its room, and the complex that launches it, if it is not built yet."""


@dataclass(frozen=True)
class _Part:
    """Aircraft and carriers that may meet each other and no others; `new_carriers` can be built."""

    aircraft: tuple[tuple[Zones, int], ...]
    decks: tuple[tuple[_Row, int], ...]
    new_carriers: int


@dataclass(frozen=True)
class _Needs:
    """Aircraft that must still be brought home to a carrier: those that can meet none, the others by the zones where
    they meet any, and the parts into which all this falls.
    """

    helpless: tuple[Piece, ...]
    needy: Mapping[Zones, tuple[Piece, ...]]
    parts: frozenset[_Part]


@of_position
def landing_plan(state: GameState) -> LandingPlan:
    """The best joint landing of all aircraft that the power on turn must still bring home, its ally's too (OPT-28)."""
    needs = _needs(state)
    stranded, chosen = [*needs.helpless], dict[PieceId, SpaceId]()
    needy = {zones: sorted(pieces, key=state.rank) for zones, pieces in needs.needy.items()}
    for part in needs.parts:
        urgent_first = sorted(part.aircraft, key=lambda kind: (kind[0].bit_count(), state.rank(needy[kind[0]][0])))
        for (zones, _), saved in zip(
            urgent_first, _shared(state, replace(part, aircraft=tuple(urgent_first))), strict=True
        ):
            chosen.update((piece.id, zone) for piece, zone in zip(needy[zones], saved, strict=False))
            stranded += needy[zones][len(saved) :]
    return LandingPlan(tuple(sorted(stranded, key=state.rank)), chosen)


def strands_more(before: GameState, after: GameState) -> bool:
    """Whether more aircraft find no landing place in a position than in the one that led to it.

    Only parts of the sea in which something has changed are looked at.
    """
    was, now = _needs(before), _needs(after)
    found = len(now.helpless) + sum(_stranded_of(after, part) for part in now.parts - was.parts)
    return found > len(was.helpless) + sum(_stranded_of(before, part) for part in was.parts - now.parts)


@of_position
def _stranded_of(state: GameState, part: _Part) -> int:
    return sum(count for _, count in part.aircraft) - sum(map(len, _shared(state, part)))


def _shared(state: GameState, part: _Part) -> tuple[tuple[SpaceId, ...], ...]:
    """For each kind of aircraft of a part the zones where they land, one for each that is saved."""
    zones_in = state.edition.board.zones_in
    aircraft = tuple((zones_in(zones), count) for zones, count in part.aircraft)
    decks = tuple((Deck(zones_in(zones), room, yard), count) for (zones, room, yard), count in part.decks)
    return shared(aircraft, decks, part.new_carriers)


@of_position
def _needs(state: GameState) -> _Needs:
    power, owners = state.power, commanded_powers(state)
    found = chain.from_iterable(wherever(_far_from_land, state, owner).values() for owner in owners)
    far_from_land = sorted(chain.from_iterable(found), key=lambda group: state.rank(group.aircraft[0]))
    wanted = reduce(or_, (group.zones for group in far_from_land), 0)
    decks = _decks(state, power, wanted) if far_from_land else Counter[_Row]()
    met = reduce(or_, (zones for zones, _, _ in decks), 0)
    needy: dict[Zones, list[Piece]] = {}
    for group in far_from_land:
        needy.setdefault(group.zones & met, []).extend(group.aircraft)
    helpless = needy.pop(0, [])
    pieces = {zones: tuple(here) for zones, here in needy.items()}
    return _Needs(
        tuple(helpless),
        pieces,
        frozenset(_parts({z: len(p) for z, p in pieces.items()}, decks, _new_carriers(state, power))),
    )


def _parts(aircraft: Mapping[Zones, int], decks: Counter[_Row], new_carriers: int) -> Iterator[_Part]:
    """The parts into which aircraft and carriers fall; carriers not built yet, of which a number will be, stay
    together."""
    yards = reduce(or_, (zones for zones, _, yard in decks if yard), 0)
    seas: list[Zones] = []
    for zones in (yards, *aircraft, *(zones for zones, _, yard in decks if not yard)):
        joined = [sea for sea in seas if sea & zones]
        seas = [*(sea for sea in seas if not sea & zones), reduce(or_, joined, zones)]
    for sea in seas:
        here = tuple(sorted((zones, count) for zones, count in aircraft.items() if zones & sea))
        ships = sorted(
            ((row, n) for row, n in decks.items() if row[0] & sea), key=lambda each: (*each[0][:2], each[0][2] or "")
        )
        if here:
            yield _Part(here, tuple(ships), new_carriers if sea & yards else 0)


def _flies(state: GameState, piece: Piece) -> bool:
    """Whether the power on turn can fly an aircraft home; an ally's that stay on their carrier are at home there.

    So is what a carrier took along in the noncombat move: it keeps its place there (CMV-50).
    """
    if state.phase == "noncombat_move" and was_taken_along(state, piece):
        return False
    if piece.power == state.power:
        return True
    return piece.power in commanded_powers(state) and has_left_home(state, piece)


def airborne(state: GameState, power: PowerId) -> tuple[Piece, ...]:
    """Own aircraft that must still land: not in a territory where they may end the turn, and not given up (OPT-35)."""
    away = wherever(_away, state, power).values()
    return tuple(sorted(chain.from_iterable(away), key=state.rank))


def airborne_over_land(state: GameState, power: PowerId) -> tuple[Piece, ...]:
    """Those of them that are not over the sea."""
    is_land = state.edition.board.is_land
    away = (pieces for space, pieces in wherever(_away, state, power).items() if is_land(space))
    return tuple(sorted(chain.from_iterable(away), key=state.rank))


@of_space
def _far_from_land(state: GameState, space: SpaceId, power: PowerId) -> tuple[_Aloft, ...]:
    """Of the aircraft there that must still land, those that the power on turn flies, and that need a carrier."""
    alike = by_kind(state, space, _away(state, space, power))
    firsts = ((pieces[0], tuple(pieces)) for pieces in alike)
    needy = ((one, aircraft) for one, aircraft in firsts if _flies(state, one) and not reaches_land(state, one))
    return tuple(_Aloft(aircraft, zones_to_meet(state, one)) for one, aircraft in needy)


def zones_to_meet(state: GameState, piece: Piece) -> Zones:
    """Where a carrier could take an aircraft; nowhere where it lands on none."""
    return zones_in_reach(state, piece) if state.type_of(piece).can("lands_on_carrier") else 0


@of_space
def _away(state: GameState, space: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    if is_landing_territory(state, space, power):
        return ()
    flying = [piece for piece in state.at(space) if piece.power == power and state.type_of(piece).domain == "air"]
    away = [
        each
        for each in by_kind(state, space, flying)
        if not _stays_aboard(state, each[0]) and not gives_itself_up(state, each[0])
    ]
    return tuple(away[0]) if len(away) == 1 else tuple(sorted(chain.from_iterable(away), key=state.rank))


def gives_itself_up(state: GameState, piece: Piece) -> bool:
    """Whether an aircraft will not return from its attack (OPT-35)."""
    return any(is_given_up(state, piece) for is_given_up in GIVES_ITSELF_UP.of(state, piece.power))


def _stays_aboard(state: GameState, piece: Piece) -> bool:
    """Whether an aircraft is where it may stay, but nobody else may land: aboard an ally that withdrew its leave, or
    trapped on a damaged carrier (UNI-54).
    """
    host = state.pieces.get(piece.aboard or "")
    if host is None:
        return False
    return is_trapped(state, piece) or not gives_leave(state, host.power, piece.power, "carriers")


def _new_carriers(state: GameState, power: PowerId) -> int:
    """Carriers bought this turn on which aircraft of a power may land."""
    return sum(new_carriers_of(state, account) for account in state.edition.accounts_of(power))


def new_carriers_of(state: GameState, account: Account) -> int:
    """Carriers bought this turn by an account on which aircraft may land (CMV-42)."""
    if not state.edition.parameters.air.landing_on_new_carriers:
        return 0
    edition = state.edition
    bought = state.purchased.get(account.id, {})
    return sum(count for unit, count in bought.items() if edition.carries(edition.unit[unit], "air"))


def find_decks(state: GameState) -> None:
    """Find what landing plans need of the sea, for those of the positions to which moves may lead."""
    wherever(_ships_in, state, state.power)
    shut_zones(state, state.power)


@of_position
def zones_of_decks(state: GameState) -> Zones:
    """Where carriers can be, those to be built among them, on which aircraft of the power on turn may land."""
    power = state.power
    ships = chain.from_iterable(wherever(_ships_in, state, power).values())
    there = (zones_within(state, each.ship, power, each.left) for each in ships)
    return reduce(or_, chain(there, (zones for zones, *_ in _decks_to_build(state, power))), 0)


def _decks(state: GameState, power: PowerId, wanted: Zones) -> Counter[_Row]:
    """All room on carriers that own aircraft might use in a wanted zone, and how many of them are alike."""
    found: Counter[_Row] = Counter()
    promised = dict(state.turn.promises)
    bits = state.edition.board.bit_of
    for each in chain.from_iterable(wherever(_ships_in, state, power).values()):
        zones = zones_within(state, each.ship, power, each.left)
        if promised and (bit := bits.get(promised.get(each.ship.id, ""), 0)) & zones:
            zones = bit
        if zones & wanted:
            found[zones & wanted, each.room, None] += each.count
    for zones, room, yard, count in _decks_to_build(state, power):
        if zones & wanted:
            found[zones & wanted, room, yard] += count
    return found


@of_space
def _ships_in(state: GameState, zone: SpaceId, power: PowerId) -> tuple[_Ship, ...]:
    if not state.edition.board.is_sea(zone):
        return ()
    ships = [piece for piece in state.at(zone) if state.type_of(piece).carry]
    decks = [piece for piece in ships if is_flight_deck(state, piece)]
    firsts = ((alike[0], len(alike)) for alike in by_kind(state, zone, decks))
    hosts = ((ship, n) for ship, n in firsts if gives_leave(state, ship.power, power, "carriers"))
    rooms = ((ship, _room(state, ship), n) for ship, n in hosts if share_space(state, ship.power, power, zone))
    return tuple(_Ship(ship, room, n, spaces_left(state, ship, power)) for ship, room, n in rooms if room > 0)


def carriers_to_come(state: GameState, zone: SpaceId) -> tuple[Piece, ...]:
    """Own carriers elsewhere, one of each zone, that can still come there without costing an aircraft its landing."""
    board = state.edition.board
    distances = board.flight_distances(zone)
    ships = (each.ship for each in chain.from_iterable(wherever(_ships_in, state, state.power).values()))
    near = sorted(ships, key=lambda ship: (distances.get(ship.space, NEVER), state.rank(ship)))
    able = {ship.space: ship for ship in near[::-1] if carrier_zones(state, ship, state.power) & board.bit_of[zone]}
    elsewhere = [ship for ship in near if ship.space != zone and able.get(ship.space) == ship][:MOST_CARRIERS]
    stranded = len(landing_plan(state).stranded)
    return tuple(ship for ship in elsewhere if len(landing_plan(_bound(state, ship, zone)).stranded) <= stranded)


def _bound(state: GameState, ship: Piece, zone: SpaceId) -> GameState:
    """The position with a carrier promised to a zone."""
    return replace(state, turn=replace(state.turn, promises=(*state.turn.promises, (ship.id, zone))))


def _room(state: GameState, ship: Piece) -> int:
    """Places on a carrier that are free once all that can fly has taken off."""
    guests = sum(1 for guest in state.cargo(ship.id) if not _flies(state, guest))
    return sum(slot.count for slot in state.type_of(ship).carry) - guests


def _decks_to_build(state: GameState, power: PowerId) -> list[tuple[Zones, int, SpaceId, int]]:
    """Carriers bought this turn (CMV-42): where each complex could launch them, their room, and how many."""
    decks: list[tuple[Zones, int, SpaceId, int]] = []
    if not _new_carriers(state, power):
        return decks
    bits = state.edition.board.bit_of
    promised = sum(bits[space] for carrier, space in state.turn.promises if carrier == "new")
    units = state.edition.units
    room = max((slot.count for unit in units if state.edition.carries(unit, "air") for slot in unit.carry), default=0)
    for yard in usable_complexes(state, power):
        zones = sum(bits[zone] for zone in state.edition.board.zones_of(yard))
        bought = new_carriers_of(state, state.edition.account_of(yard, power))
        decks.append((zones & promised or zones, room, yard, min(bought, capacity(state, yard))))
    return decks


def awaiting_new_carrier(state: GameState, power: PowerId, aircraft: Sequence[Piece]) -> frozenset[PieceId]:
    """Which of these aircraft a carrier bought this turn can take where they are now (NCM-18, NCM-21, MOB-11)."""
    if not (new := _new_carriers(state, power)):
        return frozenset()
    fit = [piece for piece in aircraft if state.type_of(piece).can("lands_on_carrier")]
    wanted = [frozenset({piece.space}) for piece in fit]
    zones_in = state.edition.board.zones_in
    rows = _decks_to_build(state, power)
    decks = [Deck(zones_in(zones), room, yard) for zones, room, yard, count in rows for _ in range(count)]
    zones = berths(wanted, decks, new)
    return frozenset(piece.id for piece, zone in zip(fit, zones, strict=True) if zone)
