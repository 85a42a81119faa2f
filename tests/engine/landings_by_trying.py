"""The landing proof by trying: every carrier in every zone where it can be, every aircraft on every deck it reaches.

It asks the rules about spaces (who is hostile there, which canals are open) and finds ways and places by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from engine import GameState
from engine.facilities.capacity import capacity, usable_complexes
from engine.facilities.service import move_of
from engine.politics.limits import berth_limit, shut_to_flights
from engine.politics.standing import is_closed, is_friendly_territory, neutral_ground, was_friendly_territory
from engine.position.relations import canal_refusal, defenders_at, is_hostile_zone
from engine.state.pieces import Piece

NEW = "new"


@dataclass(frozen=True)
class Deck:
    """Room for aircraft, and the zones where it can be; `is_new`: still to be built."""

    zones: frozenset[str]
    room: int
    is_new: bool = False


def aloft(state: GameState) -> list[Piece]:
    """Own aircraft that must still land: all that are at sea, or over ground where they cannot stay."""
    own = (p for p in state.pieces.values() if p.power == state.power and state.type_of(p).domain == "air")
    return [p for p in own if not _is_at_home(state, p)]


def _is_at_home(state: GameState, piece: Piece) -> bool:
    if state.edition.board.is_land(piece.space):
        return _takes_in(state, piece.space)
    ship = state.pieces.get(piece.aboard or "")
    return ship is not None and (ship.hits_taken > 0 or _goes_as_cargo(state, piece, ship))


def _goes_as_cargo(state: GameState, piece: Piece, ship: Piece) -> bool:
    """Whether a carrier has taken an aircraft along, or is not its own, and so keeps it."""
    return piece.power != state.power or (state.phase == "noncombat_move" and ship.moved == "noncombat_move")


def _takes_in(state: GameState, territory: str) -> bool:
    return is_friendly_territory(state, territory, state.power) and was_friendly_territory(
        state, territory, state.power
    )


def reached(state: GameState, piece: Piece) -> set[str]:
    """The spaces to which an aircraft can still fly, found step by step."""
    neighbours, power = state.edition.board.neighbours, piece.power
    not_over, shut = neutral_ground(state, power), shut_to_flights(state, power)
    here, found = {piece.space}, {piece.space}
    for _ in range(move_of(state, piece) - piece.used):
        onward = (space for space in here if space == piece.space or space not in not_over)
        beside = {there for space in onward for there in neighbours[space]} - found
        here = {space for space in beside if space not in shut and not is_closed(state, space)}
        found |= here
    return found


def decks(state: GameState) -> list[Deck]:
    """All carriers that own aircraft may use, those that can be built last."""
    promised = dict(state.turn.promises)
    found = []
    for ship in state.pieces.values():
        if not state.carries(ship, "air") or ship.hits_taken or ship.power not in _friends(state):
            continue
        staying = sum(1 for guest in state.cargo(ship.id) if _goes_as_cargo(state, guest, ship))
        zones = _voyages(state, ship)
        if promised.get(ship.id) in zones:
            zones = {promised[ship.id]}
        room = sum(slot.count for slot in state.type_of(ship).carry) - staying
        found.append(Deck(frozenset(zones), room))
    return [*found, *_to_build(state)]


def _friends(state: GameState) -> set[str]:
    side = state.edition.power[state.power].side
    return {power.id for power in state.edition.powers if power.side == side}


def _voyages(state: GameState, ship: Piece) -> set[str]:
    """The zones where a carrier can be when the noncombat move ends; before the battles own attacks are won."""
    board, power = state.edition.board, ship.power
    attacked = {zone for zone in state.by_space if _is_attacked(state, zone)}
    has_gone = ship.moved == "combat_move" or ship.fought or ship.space in attacked
    here, found = {ship.space}, {ship.space}
    for _ in range(0 if power != state.power or has_gone else move_of(state, ship) - ship.used):
        steps = {(a, b) for a in here for b in board.neighbours[a] if board.is_sea(b) and b not in found}
        free = {(a, b) for a, b in steps if not canal_refusal(state, a, b, power, ship.unit)}
        here = {b for _, b in free if b in attacked or not is_hostile_zone(state, b, power)}
        found |= here
    return {zone for zone in found if zone == ship.space or not berth_limit(state, power, ship.unit, zone)}


def _is_attacked(state: GameState, zone: str) -> bool:
    """Whether own units that can attack are among enemies, and the battles are still to come."""
    own = (piece for piece in state.at(zone) if piece.power == state.power)
    armed = any(state.type_of(piece).attack and state.type_of(piece).domain != "land" for piece in own)
    return armed and state.phase == "combat_move" and bool(defenders_at(state, zone, state.power))


def bought(state: GameState) -> int:
    """The carriers that were bought this turn."""
    return sum(units.get("aircraft_carrier", 0) for units in state.purchased.values())


def _to_build(state: GameState) -> Iterator[Deck]:
    promised = {zone for carrier, zone in state.turn.promises if carrier == NEW}
    for yard in usable_complexes(state, state.power):
        beside = {zone for zone in state.edition.board.neighbours[yard] if state.edition.board.is_sea(zone)}
        for _ in range(min(capacity(state, yard), bought(state))):
            yield Deck(frozenset(beside & promised or beside), 2, is_new=True)


def fewest_stranded(state: GameState) -> int:
    """How many aircraft find no place in the best of all landings."""
    reach = [(piece, reached(state, piece)) for piece in aloft(state)]
    flown_to = {space for _, spaces in reach for space in spaces if space in state.owners}
    land = {territory for territory in flown_to if _takes_in(state, territory)}
    needy = [(piece, spaces) for piece, spaces in reach if land.isdisjoint(spaces)]
    wanted = [spaces for piece, spaces in needy if state.type_of(piece).can("lands_on_carrier")]
    return len(needy) - most_saved(wanted, decks(state), bought(state))


def most_saved(wanted: list[set[str]], carriers: list[Deck], new_carriers: int) -> int:
    """How many of the aircraft that reach these spaces can land, whichever zones the carriers choose.

    Zones where a carrier meets the same aircraft are one to it.
    """
    choices = []
    for deck in carriers:
        met = {frozenset(i for i, spaces in enumerate(wanted) if zone in spaces) for zone in deck.zones}
        choices.append([(group, deck) for group in met if group] or [(frozenset[int](), deck)])
    most = 0
    for chosen in product(*([*groups, None] if groups[0][1].is_new else groups for groups in choices)):
        open_decks = [each for each in chosen if each is not None]
        if sum(deck.is_new for _, deck in open_decks) <= new_carriers:
            most = max(most, _matched(len(wanted), [group for group, deck in open_decks for _ in range(deck.room)]))
        if most == len(wanted):
            break
    return most


def _matched(aircraft: int, places: list[frozenset[int]]) -> int:
    """How many aircraft find one of these places, each open to some of them."""
    guests: dict[int, int] = {}

    def place(one: int, asked: set[int]) -> bool:
        for number, group in enumerate(places):
            if one in group and number not in asked:
                asked.add(number)
                if number not in guests or place(guests[number], asked):
                    guests[number] = one
                    return True
        return False

    return sum(place(one, set()) for one in range(aircraft))


def can_land_so(state: GameState, zones: dict[str, str]) -> bool:
    """Whether a plan, which names a zone for each of some aircraft, can come true: all reach it and find room there."""
    if any(zone not in reached(state, state.pieces[piece]) for piece, zone in zones.items()):
        return False
    pieces = list(zones)
    wanted = [{zones[piece]} for piece in pieces]
    return most_saved(wanted, decks(state), bought(state)) == len(pieces)
