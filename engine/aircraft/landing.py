"""The landing proof: can all aircraft still land this turn, all together (CMV-39..47, NCM-16..21)?

Aircraft that can reach a friendly territory need nothing. The others need a carrier: each carrier can end in one of
several sea zones and take a few of them (`berths.py` finds how many can be saved together).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from engine.aircraft.berths import Deck, berths
from engine.aircraft.courses import (
    NEVER,
    carrier_zones,
    is_landing_territory,
    may_meet,
    reaches_land,
    shut_zones,
    zones_in_reach,
)
from engine.facilities.capacity import capacity, usable_complexes
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.hooks import GIVES_ITSELF_UP
from engine.politics.war import gives_leave, share_space
from engine.position.relations import commanded_powers, has_left_home, is_flight_deck, is_trapped, was_taken_along
from engine.table.kinds import Kind, kind_of
from engine.table.known import of_position, of_space, wherever
from engine.table.pieces import Piece, PieceId
from engine.table.state import GameState

MOST_CARRIERS = 8
"""Carriers of which it is found out whether they can come for an aircraft: more are nowhere near one zone."""


@dataclass(frozen=True)
class LandingPlan:
    """Aircraft that cannot land, and, for those that need a carrier, the zone where one can meet them."""

    stranded: tuple[Piece, ...]
    zones: dict[PieceId, SpaceId]


@dataclass(frozen=True)
class _Aloft:
    """Aircraft alike over a space, and the zones where a carrier could take them."""

    aircraft: tuple[Piece, ...]
    zones: frozenset[SpaceId]


@of_position
def landing_plan(state: GameState) -> LandingPlan:
    """The best joint landing of all aircraft that the power on turn must still bring home, its ally's too (OPT-28)."""
    power, owners = state.power, commanded_powers(state)
    found = chain.from_iterable(wherever(_far_from_land, state, owner).values() for owner in owners)
    far_from_land = [group for groups in found for group in groups]
    if not far_from_land:
        return LandingPlan((), {})
    wanted = frozenset[SpaceId]().union(*(group.zones for group in far_from_land))
    decks = _decks(state, power, wanted)
    met = frozenset[SpaceId]().union(*(deck.zones for deck in decks))
    stranded = [piece for group in far_from_land if not group.zones & met for piece in group.aircraft]
    needy = [(piece, zones) for group in far_from_land if (zones := group.zones & met) for piece in group.aircraft]
    needy.sort(key=lambda entry: (len(entry[1]), state.rank(entry[0])))
    saved = berths([zones for _, zones in needy], decks, _new_carriers(state, power))
    chosen = {piece.id: zone for (piece, _), zone in zip(needy, saved, strict=True) if zone}
    stranded += [piece for piece, _ in needy if piece.id not in chosen]
    return LandingPlan(tuple(sorted(stranded, key=state.rank)), chosen)


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


@of_space
def _far_from_land(state: GameState, space: SpaceId, power: PowerId) -> tuple[_Aloft, ...]:
    """Of the aircraft there that must still land, those that the power on turn flies, and that need a carrier."""
    alike: dict[Kind, list[Piece]] = {}
    for piece in _away(state, space, power):
        alike.setdefault(kind_of(state, piece), []).append(piece)
    firsts = ((pieces[0], tuple(pieces)) for pieces in alike.values())
    needy = ((one, aircraft) for one, aircraft in firsts if _flies(state, one) and not reaches_land(state, one))
    return tuple(_Aloft(aircraft, _zones_to_meet(state, one)) for one, aircraft in needy)


def _zones_to_meet(state: GameState, piece: Piece) -> frozenset[SpaceId]:
    """Where a carrier could take an aircraft; nowhere where it lands on none."""
    able = state.type_of(piece).can("lands_on_carrier")
    return zones_in_reach(state, piece) if able else frozenset()


@of_space
def _away(state: GameState, space: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    if is_landing_territory(state, space, power):
        return ()
    own = (piece for piece in state.at(space) if piece.power == power and state.type_of(piece).domain == "air")
    return tuple(p for p in own if not _stays_aboard(state, p) and not gives_itself_up(state, p))


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
    wherever(_decks_in, state, state.power)
    shut_zones(state, state.power)


def _decks(state: GameState, power: PowerId, wanted: frozenset[SpaceId]) -> tuple[Deck, ...]:
    """All room on carriers that own aircraft might use; of ships, those alone that can be in a wanted zone."""
    decks = []
    promised = dict(state.turn.promises)
    ships = chain.from_iterable(wherever(_decks_in, state, power).values())
    near = ((ship, room, count) for ship, room, count in ships if may_meet(state, ship, wanted))
    for ship, room, count in sorted(near, key=lambda entry: state.rank(entry[0])):
        zones = carrier_zones(state, ship, power)
        if ship.id in promised and promised[ship.id] in zones:
            zones = frozenset({promised[ship.id]})
        decks += [Deck(zones, room)] * count
    return (*decks, *_decks_to_build(state, power))


@of_space
def _decks_in(state: GameState, zone: SpaceId, power: PowerId) -> tuple[tuple[Piece, int, int], ...]:
    """Of the carriers there that a power's aircraft might use one of each kind, its room, and how many are alike."""
    alike: dict[Kind, list[Piece]] = {}
    for ship in state.at(zone):
        if is_flight_deck(state, ship):
            alike.setdefault(kind_of(state, ship), []).append(ship)
    firsts = ((ships[0], len(ships)) for ships in alike.values())
    hosts = ((ship, count) for ship, count in firsts if gives_leave(state, ship.power, power, "carriers"))
    rooms = ((ship, _room(state, ship), n) for ship, n in hosts if share_space(state, ship.power, power, zone))
    return tuple((ship, room, count) for ship, room, count in rooms if room > 0)


def carriers_to_come(state: GameState, zone: SpaceId) -> tuple[Piece, ...]:
    """Own carriers elsewhere, one of each zone, that can still come there without costing an aircraft its landing."""
    distances = state.edition.board.flight_distances(zone)
    decks = chain.from_iterable(wherever(_decks_in, state, state.power).values())
    near = sorted((ship for ship, *_ in decks), key=lambda ship: (distances.get(ship.space, NEVER), state.rank(ship)))
    able = {ship.space: ship for ship in near[::-1] if zone in carrier_zones(state, ship, state.power)}
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


def _decks_to_build(state: GameState, power: PowerId) -> list[Deck]:
    """Carriers bought this turn, beside each complex that could launch them (CMV-42)."""
    decks = []
    promised = [space for carrier, space in state.turn.promises if carrier == "new"]
    units = state.edition.units
    room = max((slot.count for unit in units if state.edition.carries(unit, "air") for slot in unit.carry), default=0)
    for yard in usable_complexes(state, power) if _new_carriers(state, power) else ():
        zones = frozenset(state.edition.board.zones_of(yard))
        if promised and (kept := zones & frozenset(promised)):
            zones = kept
        bought = new_carriers_of(state, state.edition.account_of(yard, power))
        decks += [Deck(zones, room, yard)] * min(bought, capacity(state, yard))
    return decks


def awaiting_new_carrier(state: GameState, power: PowerId, aircraft: Sequence[Piece]) -> frozenset[PieceId]:
    """Which of these aircraft a carrier bought this turn can take where they are now (NCM-18, NCM-21, MOB-11)."""
    if not (new := _new_carriers(state, power)):
        return frozenset()
    fit = [piece for piece in aircraft if state.type_of(piece).can("lands_on_carrier")]
    wanted = [frozenset({piece.space}) for piece in fit]
    zones = berths(wanted, tuple(_decks_to_build(state, power)), new)
    return frozenset(piece.id for piece, zone in zip(fit, zones, strict=True) if zone)
