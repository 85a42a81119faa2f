"""The landing proof: can all aircraft still land this turn, all together (CMV-39..47, NCM-16..21)?

Aircraft that can reach a friendly territory need nothing. The others need a carrier: each carrier can end in one of
several sea zones and take a few of them (`berths.py` finds how many can be saved together).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from engine.aircraft.berths import Deck, berths
from engine.aircraft.flights import flights_from
from engine.facilities.capacity import capacity, usable_complexes
from engine.facilities.service import move_of
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.hooks import GIVES_ITSELF_UP
from engine.politics.limits import berth_limit
from engine.politics.standing import is_friendly_territory, was_friendly_territory
from engine.politics.war import gives_leave, share_space
from engine.position.due import is_cleared_by_attack, will_fight
from engine.position.relations import (
    canal_refusal,
    commanded_powers,
    has_left_home,
    is_flight_deck,
    is_hostile_zone,
    is_trapped,
    was_taken_along,
)
from engine.table.pieces import Piece, PieceId
from engine.table.state import GameState


@dataclass(frozen=True)
class LandingPlan:
    """Aircraft that cannot land, and, for those that need a carrier, the zone where one can meet them."""

    stranded: tuple[Piece, ...]
    zones: dict[PieceId, SpaceId]


def landing_plan(state: GameState) -> LandingPlan:
    """The best joint landing of all aircraft that the power on turn must still bring home, its ally's too (OPT-28)."""
    power = state.power
    away = [piece for owner in commanded_powers(state) for piece in airborne(state, owner)]
    far_from_land = [piece for piece in away if _flies(state, piece) and not _reaches_land(state, piece)]
    if not far_from_land:
        return LandingPlan((), {})
    needy: list[tuple[Piece, frozenset[SpaceId]]] = []
    decks = _decks(state, power)
    deck_zones = frozenset(zone for deck in decks for zone in deck.zones)
    stranded: list[Piece] = []
    for piece in far_from_land:
        zones = zones_in_reach(state, piece) & deck_zones
        if zones and state.type_of(piece).can("lands_on_carrier"):
            needy.append((piece, zones))
        else:
            stranded.append(piece)
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
    mine = (piece for piece in state.pieces.values() if piece.power == power)
    own = (p for p in mine if state.type_of(p).domain == "air" and not gives_itself_up(state, p))
    away = (p for p in own if not (is_landing_territory(state, p.space, power) or _stays_aboard(state, p)))
    return tuple(sorted(away, key=state.rank))


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


def is_landing_territory(state: GameState, space: SpaceId, power: PowerId) -> bool:
    """Whether aircraft may end the turn in a territory (NCM-13, NCM-14)."""
    if not state.edition.board.is_land(space) or not is_friendly_territory(state, space, power):
        return False
    owner = state.owners[space] or power
    return was_friendly_territory(state, space, power) and gives_leave(state, owner, power, "territories")


def range_left(state: GameState, piece: Piece) -> int:
    """Spaces that a unit can still enter this turn (CMV-38, NCM-15)."""
    return move_of(state, piece) - piece.used


def _in_reach(state: GameState, piece: Piece) -> list[SpaceId]:
    left = range_left(state, piece)
    return [s for s, far in flights_from(state, piece.power, piece.space).items() if far <= left]


def _reaches_land(state: GameState, piece: Piece) -> bool:
    return any(is_landing_territory(state, space, piece.power) for space in _in_reach(state, piece))


def zones_in_reach(state: GameState, piece: Piece) -> frozenset[SpaceId]:
    """Sea zones that an aircraft can still reach."""
    return frozenset(space for space in _in_reach(state, piece) if state.edition.board.is_sea(space))


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


def _decks(state: GameState, power: PowerId) -> tuple[Deck, ...]:
    """All room on carriers that own aircraft might use."""
    decks = []
    promised = dict(state.turn.promises)
    ships = (ship for ship in state.pieces.values() if is_flight_deck(state, ship))
    for ship in sorted(ships, key=state.rank):
        if not (share_space(state, ship.power, power) and gives_leave(state, ship.power, power, "carriers")):
            continue
        room = sum(slot.count for slot in state.type_of(ship).carry)
        room -= sum(1 for guest in state.cargo(ship.id) if not _flies(state, guest))
        zones = carrier_zones(state, ship, power)
        if ship.id in promised and promised[ship.id] in zones:
            zones = frozenset({promised[ship.id]})
        if room > 0:
            decks.append(Deck(zones, room))
    return (*decks, *_decks_to_build(state, power))


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
    fit = [piece for piece in aircraft if state.type_of(piece).can("lands_on_carrier")]
    wanted = [frozenset({piece.space}) for piece in fit]
    zones = berths(wanted, tuple(_decks_to_build(state, power)), _new_carriers(state, power))
    return frozenset(piece.id for piece, zone in zip(fit, zones, strict=True) if zone)


def carrier_zones(state: GameState, ship: Piece, power: PowerId) -> frozenset[SpaceId]:
    """Zones where a carrier can be at the end of the noncombat move (CMV-41, CMV-43, CMV-44, NCM-17).

    Before the battles all own attacks are taken to succeed (CMV-40).
    """
    if ship.power != power:
        return frozenset({ship.space})
    if state.phase == "combat_move":
        fixed = ship.moved is not None or will_fight(state, ship)
    else:
        fixed = ship.fought or ship.moved == "combat_move"
    left = 0 if fixed else range_left(state, ship)
    reached = {ship.space: 0}
    queue = deque([ship.space])
    while queue:
        here = queue.popleft()
        for there in state.edition.board.neighbours[here]:
            if there in reached or reached[here] >= left or not state.edition.board.is_sea(there):
                continue
            if canal_refusal(state, here, there, power) or not _open_later(state, there, power):
                continue
            reached[there] = reached[here] + 1
            queue.append(there)
    return frozenset(zone for zone in reached if zone == ship.space or not berth_limit(state, power, zone))


def _open_later(state: GameState, zone: SpaceId, power: PowerId) -> bool:
    if not is_hostile_zone(state, zone, power):
        return True
    return state.phase == "combat_move" and is_cleared_by_attack(state, zone)
