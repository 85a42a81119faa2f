"""Placing bought units (MOB-01..28)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from engine.economy.accounts import is_capital_lost, treasury, waiting_units
from engine.economy.grants import grant_of
from engine.economy.home_ground import check_at_home, home_territories, places_at_home, room_at_home
from engine.economy.purchase import prices
from engine.errors import IllegalAction
from engine.events.economy import UnitsReturned
from engine.events.mobilization import MOVED_COMPLEXES, FacilityBuilt, FacilityUpgraded, UnitsMobilized
from engine.facilities.capacity import capacity, complex_kind, has_complex, usable_complexes
from engine.facilities.damage import facility_line
from engine.facilities.meaning import counts_meant
from engine.facilities.production import new_pieces
from engine.facilities.sites import check_site, sites
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import After, Counts, Order, OrderKind, in_phases, on_turn
from engine.landing.basing import decks_at, homeless, room_on, settle, unlanded
from engine.landing.proof import awaiting_new_carrier
from engine.play import Play
from engine.politics.standing import are_on_one_side, is_closed
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.selection import check_units_known
from engine.state.words import counted, first_upper, listed, number, place, place_and, with_article

__all__ = ["Mobilize", "most_at_once", "placements"]


class Mobilize(Order):
    """Place bought units (MOB-01)."""

    type: Literal["mobilize"]
    units: Counts
    space: SpaceId
    complex: SpaceId | None = None


MOST_NAMED = 6
"""Places that a sentence names at most."""


def mobilize(play: Play, order: Mobilize) -> None:
    """Place bought units in or beside a territory with an industrial complex, and new complexes; raises IllegalAction.

    A complex placed now helps nobody before the next turn, not even the units of the same order.
    """
    state = play.state
    if order.space not in play.board.neighbours:
        raise IllegalAction("space", f"There is no space {quoted(order.space)} on this board.")
    if is_closed(state, order.space):
        raise IllegalAction("BRD-12", f"{place_and('is', state, order.space)} neutral; nobody may enter it.")
    units = {unit: count for unit, count in order.units.items() if count}
    check_units_known(state, units)
    _check_bought(state, units)
    facilities = {unit: count for unit, count in units.items() if state.edition.unit[unit].domain == "facility"}
    if others := {unit: count for unit, count in units.items() if unit not in facilities}:
        _place_units(play, others, order)
    for facility, count in facilities.items():
        for _ in range(count):
            check_site(play.state, facility, order.space)
            _check_own_account(play.state, {facility: 1}, order.space)
            _check_alone(play.state, facility, count, order.space)
            _build(play, facility, order.space)


def _build(play: Play, facility: UnitId, space: SpaceId) -> None:
    if upgrade := facility_line(play.state, facility).upgrade:
        play.emit(FacilityUpgraded(play.power, facility, space, upgrade.of, upgrade.into, audience=play.audience))
    else:
        play.emit(FacilityBuilt(play.power, facility, space, free=False, audience=play.audience))


def _check_alone(state: GameState, facility: UnitId, count: int, space: SpaceId) -> None:
    if count > 1:
        name = state.edition.unit[facility].name
        raise IllegalAction(
            "UNI-36", f"A territory holds only one {name}, but you ordered {count} in {place(state, space)}."
        )


def _place_units(play: Play, units: Mapping[UnitId, int], order: Mobilize) -> None:
    state = play.state
    if places_at_home(state, play.power):
        check_at_home(state, units, order.space)
        pieces = new_pieces(state, play.power, units, order.space)
        play.emit(UnitsMobilized(play.power, pieces, order.space, order.space, play.audience))
        return
    complex_at = _complex_for(state, units, order.space, order.complex)
    _check_own_account(state, units, complex_at)
    check_placement(state, units, order.space, complex_at)
    pieces = new_pieces(state, play.power, units, order.space)
    if play.board.is_sea(order.space):
        pieces = _aboard_new_carriers(state, pieces, order.space)
    play.emit(UnitsMobilized(play.power, pieces, order.space, complex_at, play.audience))
    settle(play, play.power)
    _check_carriers_still_come(state, play.state)


def _check_bought(state: GameState, units: Mapping[UnitId, int]) -> None:
    waiting = waiting_units(state, state.power)
    if not units:
        raise IllegalAction("units", "Name at least one unit.")
    for unit, count in units.items():
        if count > waiting.get(unit, 0):
            have = counted(state, waiting) or "nothing"
            raise IllegalAction(
                "units", f"You ordered {counted(state, {unit: count})}, but you have {have} left to place."
            )


def _bought_for(state: GameState, territory: SpaceId) -> Mapping[UnitId, int]:
    """The units that the power on turn may place from a territory: those that its account has bought (MOB-26).

    There are none while the capital of the account is lost (CMB-62).
    """
    account = state.edition.account_of(territory, state.power)
    return {} if is_capital_lost(state, account) else state.purchased.get(account.id, {})


def _has_bought(state: GameState, units: Mapping[UnitId, int], territory: SpaceId) -> bool:
    bought = _bought_for(state, territory)
    return all(count <= bought.get(unit, 0) for unit, count in units.items())


def _check_own_account(state: GameState, units: Mapping[UnitId, int], territory: SpaceId) -> None:
    account = state.edition.account_of(territory, state.power)
    if is_capital_lost(state, account):
        where = place(state, account.capital)
        raise IllegalAction("CMB-62", f"{account.name} cannot place anything while {where} is in enemy hands.")
    if not _has_bought(state, units, territory):
        have = counted(state, _bought_for(state, territory)) or "nothing"
        told = f"{place_and('takes', state, territory)} only what {account.name} bought; of that, you have {have} left."
        raise IllegalAction("MOB-26", f"{told}{_where_they_go(state, units)}")


def _where_they_go(state: GameState, units: Mapping[UnitId, int]) -> str:
    """ " Quebec or the United Kingdom can place what UK Europe bought.", where one account has bought these units."""
    for account in state.edition.accounts_of(state.power):
        own = (c for c in usable_complexes(state, state.power) if state.edition.account_of(c, state.power) == account)
        makers = [complex_at for complex_at in own if _has_bought(state, units, complex_at)]
        if makers:
            where = listed((place(state, complex_at) for complex_at in makers), "or")
            return f" {first_upper(where)} can place what {account.name} bought."
    return ""


def _complex_for(state: GameState, units: Mapping[UnitId, int], space: SpaceId, named: SpaceId | None) -> SpaceId:
    """The complex that feeds a space: the named one, else the fitting one with most room left (MOB-17)."""
    board = state.edition.board
    near = [space] if board.is_land(space) else list(board.coasts_of(space))
    usable = [territory for territory in usable_complexes(state, state.power) if territory in near]
    if named is not None:
        if named not in board.territory:
            raise IllegalAction("space", f"There is no territory {quoted(named)} on this board.")
        if named not in near:
            raise IllegalAction("MOB-05", f"{place(state, named)} does not touch {place(state, space)}.")
        near = [named]
        usable = [territory for territory in usable if territory == named]
    if not usable:
        raise _no_complex(state, space, near)
    fitting = [territory for territory in usable if _has_bought(state, units, territory)] or usable
    return max(fitting, key=lambda territory: (capacity(state, territory), territory))


def _no_complex(state: GameState, space: SpaceId, near: list[SpaceId]) -> IllegalAction:
    where = place(state, space)
    for territory in near:
        if not has_complex(state, territory):
            continue
        if state.owners[territory] == state.power:
            return IllegalAction(
                "MOB-01", f"The complex in {place(state, territory)} {_why_idle(state, territory)}; it works next turn."
            )
        owner = state.owners[territory]
        if owner and are_on_one_side(state, owner, state.power):
            return IllegalAction("MOB-02", f"The complex in {place(state, territory)} is your ally's, not yours.")
    rule = "MOB-05" if state.edition.board.is_sea(space) else "MOB-03"
    return IllegalAction(rule, f"You have no {complex_kind(state)} in or beside {where}.")


def _why_idle(state: GameState, territory: SpaceId) -> str:
    was_taken = state.owner_at_turn_start(territory) != state.power or territory in MOVED_COMPLEXES.of(state.turn)
    return "was taken this turn" if was_taken else "is new"


def check_placement(state: GameState, units: Mapping[UnitId, int], space: SpaceId, complex_at: SpaceId) -> None:
    """Raise IllegalAction if these units cannot be placed there together (MOB-03..13)."""
    at_sea = state.edition.board.is_sea(space)
    where = place(state, space)
    for unit in units:
        kind = state.edition.unit[unit]
        carried = at_sea and kind.can("lands_on_carrier")
        if kind.domain == "sea" and not at_sea:
            raise IllegalAction("MOB-05", f"Place a new {kind.name} in a sea zone beside the complex.")
        if kind.domain != "sea" and at_sea and not carried:
            rule = "MOB-04" if kind.domain == "land" else "MOB-03"
            raise IllegalAction(rule, f"Place a new {kind.name} in the territory of the complex, not at sea.")
    room = capacity(state, complex_at)
    total = sum(units.values())
    if total > room:
        more = f"{number(room, 'more unit')} this turn, not {total}" if room else "no more units this turn"
        raise IllegalAction("MOB-12", f"The complex in {place(state, complex_at)} can place {more}.")
    aircraft = sum(count for unit, count in units.items() if state.edition.unit[unit].domain == "air")
    if at_sea and aircraft and aircraft > deck_room(state, space, units):
        allied = any(ship.power != state.power for ship in decks_at(state, space, state.power))
        new = "new " if state.edition.parameters.air.new_aircraft_on == "new_carriers" else ""
        raise IllegalAction(
            "MOB-10" if allied else "MOB-07",
            f"New fighters at sea need a {new}carrier of your own with room in {where}.",
        )


def deck_room(state: GameState, zone: SpaceId, units: Mapping[UnitId, int]) -> int:
    """Places for new aircraft on own carriers in a zone, those of the same order included (MOB-07, MOB-09, MOB-10).

    Where only new carriers take new aircraft, the others there do not count.
    """
    room = sum(room_on(state, ship) for ship in _open_decks(state, zone))
    for unit, count in units.items():
        line = state.edition.unit[unit]
        if state.edition.carries(line, "air"):
            room += count * sum(slot.count for slot in line.carry)
    return room - sum(1 for piece in homeless(state, state.power) if piece.space == zone)


def _open_decks(state: GameState, zone: SpaceId) -> list[Piece]:
    """Own carriers in a zone on which new aircraft may be placed."""
    own = [ship for ship in decks_at(state, zone, state.power) if ship.power == state.power]
    only_new = state.edition.parameters.air.new_aircraft_on == "new_carriers"
    return [ship for ship in own if ship.id in state.turn.launched or not only_new]


def _aboard_new_carriers(state: GameState, pieces: tuple[Piece, ...], zone: SpaceId) -> tuple[Piece, ...]:
    """The pieces of an order at sea, with the new aircraft aboard the new carriers where only these take them."""
    if state.edition.parameters.air.new_aircraft_on == "any_carrier":
        return pieces
    carriers = [*_open_decks(state, zone), *(piece for piece in pieces if state.carries(piece, "air"))]
    berths = [ship.id for ship in carriers for _ in range(room_on(state, ship))]
    aircraft = (piece.id for piece in pieces if state.type_of(piece).domain == "air")
    aboard = dict(zip(aircraft, berths, strict=False))
    return tuple(replace(piece, aboard=aboard.get(piece.id)) for piece in pieces)


def placements(state: GameState, unit: UnitId) -> list[tuple[SpaceId, SpaceId]]:
    """(space, complex) pairs where one bought unit could be placed now; a facility needs no complex (MOB-23).

    Some powers need none for their units either: they come straight into a territory (POL-70, MOB-27).
    """
    board = state.edition.board
    if places_at_home(state, state.power):
        return [(territory, territory) for territory in home_territories(state)]
    if state.edition.unit[unit].domain == "facility":
        return [(territory, territory) for territory in sites(state, unit) if _may_come(state, unit, territory)]
    found = []
    for complex_at in usable_complexes(state, state.power):
        if not _may_come(state, unit, complex_at):
            continue
        for space in (complex_at, *board.zones_of(complex_at)):
            try:
                check_placement(state, {unit: 1}, space, complex_at)
            except IllegalAction:
                continue
            found.append((space, complex_at))
    return found


def _may_come(state: GameState, unit: UnitId, territory: SpaceId) -> bool:
    """Whether a unit is no matter of accounts there: its power has one, or that of the territory bought it."""
    return len(state.edition.accounts_of(state.power)) == 1 or _has_bought(state, {unit: 1}, territory)


def most_at_once(state: GameState, unit: UnitId) -> int:
    """As many of a unit that waits as could stand in one order: what one place has room for."""
    waiting = waiting_units(state, state.power).get(unit, 0)
    if places_at_home(state, state.power):
        return min(waiting, max((room_at_home(state, space) for space in home_territories(state)), default=0))
    if state.edition.unit[unit].domain == "facility":
        return min(waiting, len(placements(state, unit)), 1)
    room = [
        min(capacity(state, complex_at), _bought_for(state, complex_at).get(unit, 0))
        for _, complex_at in placements(state, unit)
    ]
    return max(room, default=0)


def check_all_placed(state: GameState) -> None:
    """Raise IllegalAction if something left could still be placed (MOB-11, MOB-25)."""
    waiting = waiting_units(state, state.power)
    for unit in sorted(waiting, key=lambda unit: state.edition.unit_rank[unit]):
        if options := placements(state, unit):
            names = list(dict.fromkeys(place(state, space) for space, _ in options))
            where = listed(names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], "elsewhere"], "or")
            fitting = _that_fit(state, unit, (complex_at for _, complex_at in options))
            raise IllegalAction(
                "MOB-25", f"You can still place {counted(state, {unit: fitting})} in {where}, so you must."
            )


def _that_fit(state: GameState, unit: UnitId, territories: Iterable[SpaceId]) -> int:
    """How many of a unit wait for the accounts that these territories belong to."""
    accounts = {state.edition.account_of(territory, state.power).id for territory in territories}
    return sum(state.purchased.get(account, {}).get(unit, 0) for account in accounts)


def _check_carriers_still_come(before: GameState, after: GameState) -> None:
    """Raise IllegalAction if a placement leaves aircraft without the new carrier that they wait for (MOB-11)."""
    lost = unlanded(after, after.power)
    if len(lost) > len(unlanded(before, before.power)):
        raise _carrier_is_awaited(after, lost[0])


def check_promised_carriers(state: GameState) -> None:
    """Raise IllegalAction if a new carrier that aircraft wait for is not placed yet (MOB-11)."""
    awaited = awaiting_new_carrier(state, state.power, homeless(state, state.power))
    if awaited:
        raise _carrier_is_awaited(state, state.select(awaited)[0])


def _carrier_is_awaited(state: GameState, piece: Piece) -> IllegalAction:
    waiting, where = first_upper(with_article(state.type_of(piece).name)), place(state, piece.space)
    return IllegalAction("MOB-11", f"{waiting} waits over {where} for the new carrier. Place the carrier there.")


def return_leftovers(play: Play) -> None:
    """Repay what could not be placed (MOB-24); granted units wait for the next turn instead (POL-80)."""
    if grant_of(play.state, play.power):
        return
    costs = prices(play.state)
    for account in play.edition.accounts_of(play.power):
        if left := play.state.purchased.get(account.id, {}):
            worth = sum(costs[unit] * count for unit, count in left.items())
            ipcs = treasury(play.state, account) + worth
            play.emit(UnitsReturned(play.power, dict(left), ipcs, account=account.mark))


def _in_full(state: GameState, order: Mobilize) -> Mobilize:
    return order.model_copy(update={"units": counts_meant(state, order.units, _bought(state))})


def _bought(state: GameState) -> list[UnitId]:
    """Facilities that the power on turn has bought and may place."""
    accounts = state.edition.accounts_of(state.power)
    return [unit for account in accounts for unit, count in state.purchased.get(account.id, {}).items() if count]


MOBILIZE = OrderKind(Mobilize, mobilize, After.CAN_BE_UNDONE, (in_phases("mobilize"), on_turn), _in_full)
