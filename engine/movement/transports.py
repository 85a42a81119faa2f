"""Loading, carrying and offloading land units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId, fits
from engine.movement.land import check_not_held_back, wins_over
from engine.movement.sea import can_carry_land, was_used_in_combat_move
from engine.play import STILL_COUNTED
from engine.politics.limits import no_attack, no_entry
from engine.politics.standing import can_be_won, gives_leave, is_attackable, is_friendly_territory, share_space
from engine.position.relations import commands, is_hostile_zone
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.selection import Fitness, to_move
from engine.state.words import first_upper, listed, number, pieces_in_words, place, whose, with_article

__all__ = ["may_go_ashore"]

MOST_TRIED = 12
"""Transports of a zone of which every choice is looked at."""


def check_can_load(state: GameState, piece: Piece, zone: SpaceId) -> None:
    """Raise IllegalAction if a land unit cannot board in a zone, room aside (CMV-19, CMV-54, CMV-56)."""
    name = state.type_of(piece).name
    if state.phase == "noncombat_move" and (piece.fought or piece.moved == "combat_move"):
        raise IllegalAction("CMV-15", f"The {name} moved or fought in the combat phases and cannot board a transport.")
    check_not_held_back(state, piece)
    if not _has_just_turned_hostile(state, zone):
        _check_zone_is_calm(state, zone, piece)
    if piece.used or piece.moved:
        raise IllegalAction("CMV-56", f"The {name} has already moved; boarding a transport takes its whole move.")


def _check_zone_is_calm(state: GameState, zone: SpaceId, piece: Piece) -> None:
    if is_hostile_zone(state, zone, piece.power):
        raise IllegalAction(
            "CMV-19", f"{first_upper(place(state, zone))} is hostile, so nobody can board or leave a transport there."
        )


def _has_just_turned_hostile(state: GameState, zone: SpaceId) -> bool:
    """Whether an own declaration of war made a zone hostile, so that transports there may load (CMV-73)."""
    return state.phase == "combat_move" and zone in state.turn.newly_hostile


def check_ship_can_load(state: GameState, ship: Piece, piece: Piece) -> None:
    """Raise IllegalAction if a transport may not take a unit aboard now (CMV-60, CMV-67, NCM-27, NCM-28, ASY-28).

    Where an own declaration has made its zone hostile, it was there before (CMV-73).
    """
    if ship.used and _has_just_turned_hostile(state, ship.space):
        _check_zone_is_calm(state, ship.space, piece)
    if ship.offloaded:
        raise IllegalAction("CMV-60", f"{_named(state, ship)} has already offloaded this turn and cannot load again.")
    _check_not_used_up(state, ship)
    if commands(state, ship):
        return
    owner = state.edition.power[ship.power].called
    if state.phase == "combat_move":
        raise IllegalAction(
            "CMV-67", f"Units aboard {whose(owner)} transport land on a later turn. Board it in the noncombat move."
        )
    if not gives_leave(state, ship.power, piece.power, "transports"):
        raise IllegalAction("ASY-28", f"{first_upper(owner)} does not let you use its transports.")


def assign_to_ships(
    state: GameState, pieces: Sequence[Piece], zone: SpaceId, ship_id: PieceId | None, ship_owner: str | None
) -> dict[PieceId, PieceId]:
    """A transport for each land unit, or IllegalAction (`units`, UNI-61 or what forbids the ships there).

    Units of several powers may share one (UNI-63). Where no ship is named and there is no room else, also one for each
    unit that boarded there in this phase: whoever boards last could have boarded first.
    """
    power = pieces[0].power
    ships = [
        ship
        for ship in state.at(zone)
        if can_carry_land(state, ship)
        and share_space(state, ship.power, power, ship.space)
        and ship_id in (None, ship.id)
        and ship_owner in (None, ship.power)
    ]
    ships.sort(key=lambda ship: (ship.power != power, -len(state.cargo(ship.id)), *to_move(state, ship)))
    if not ships:
        raise IllegalAction("units", f"You have no transport in {place(state, zone)} to board.")
    refusals = []
    able = []
    for ship in ships:
        try:
            check_ship_can_load(state, ship, pieces[0])
            able.append(ship)
        except IllegalAction as refusal:
            refusals.append(refusal)
    if not able:
        raise refusals[0]
    loads = {ship.id: load_this_turn(state, ship) for ship in able}
    aboard = _packed(state, pieces, able, loads)
    if aboard is None and ship_id is None and ship_owner is None:
        aboard = _stowed_anew(state, pieces, [ship for ship in able if ship.power == power])
    if aboard is None:
        units = pieces_in_words(state, pieces)
        carry = listed(_capacity(state, ship) for ship in {ship.unit: ship for ship in able}.values())
        raise IllegalAction("UNI-61", f"There is no room for {units} in {place(state, zone)}: {carry}.")
    return aboard


def load_this_turn(state: GameState, ship: Piece) -> list[UnitId]:
    """What takes up the room of a transport: its cargo, and what has left it and still counts (OPT-37)."""
    gone = (unit for still_counted in STILL_COUNTED.of(state, ship.power) for unit in still_counted(state, ship))
    return [*(piece.unit for piece in state.cargo(ship.id)), *gone]


def _packed(
    state: GameState, pieces: Sequence[Piece], ships: Sequence[Piece], loads: Mapping[PieceId, Sequence[UnitId]]
) -> dict[PieceId, PieceId] | None:
    """The first ship with room for each piece beside what is aboard, or None where there is none for all."""
    full = {ship: [*load] for ship, load in loads.items()}
    aboard: dict[PieceId, PieceId] = {}
    for piece in sorted(pieces, key=lambda piece: _places_for(state, ships[0], piece.unit)):
        for ship in ships:
            if fits(state.type_of(ship).carry, [*full[ship.id], piece.unit]):
                full[ship.id].append(piece.unit)
                aboard[piece.id] = ship.id
                break
        else:
            return None
    return {piece.id: aboard[piece.id] for piece in pieces}


def _stowed_anew(state: GameState, pieces: Sequence[Piece], ships: Sequence[Piece]) -> dict[PieceId, PieceId] | None:
    """Room for all if some of those that boarded here in this phase board another ship: also of these, the new one."""
    loads: dict[PieceId, list[UnitId]] = {}
    loose: list[Piece] = []
    for ship in ships:
        load = load_this_turn(state, ship)
        for cargo in state.cargo(ship.id):
            if not ship.used and cargo.loaded == state.phase and cargo.power == ship.power:
                load.remove(cargo.unit)
                loose.append(cargo)
        loads[ship.id] = load
    aboard = _packed(state, [*pieces, *loose], ships, loads) if loose else None
    return aboard and {i: ship for i, ship in aboard.items() if state.pieces[i].aboard != ship}


def _capacity(state: GameState, ship: Piece) -> str:
    """ "a transport carries 1 land unit and 1 infantry"."""
    places = [
        number(slot.count, "land unit")
        if len(slot.types) > 1
        else state.edition.unit[slot.types[0]].counted(slot.count)
        for slot in state.type_of(ship).carry
    ]
    return f"{with_article(state.type_of(ship).name)} carries {listed(places)}"


def _places_for(state: GameState, ship: Piece, unit: UnitId) -> int:
    return sum(slot.count for slot in state.type_of(ship).carry if unit in slot.types)


def check_can_offload(state: GameState, piece: Piece, territory: SpaceId) -> None:
    """Raise IllegalAction if a unit aboard cannot go ashore there now.

    In the combat move this declares an assault on hostile territory (CMV-69), also from an ally's transport (CMV-68);
    else the territory must be friendly (NCM-29). The transport need not have moved (CMV-62).
    """
    ship = state.pieces[piece.aboard or ""]
    _check_ship_can_offload(state, ship, territory)
    if piece.loaded is not None and not commands(state, ship):
        raise IllegalAction("CMV-67", "Units that boarded an ally's transport this turn go ashore on a later turn.")
    where = place(state, territory)
    if state.phase == "combat_move":
        _check_may_assault(state, piece)
        if not is_attackable(state, territory, piece.power):
            raise no_attack(state, territory, piece.power, "offload there in the noncombat move")
        if piece.assault:
            raise IllegalAction("units", f"The {state.type_of(piece).name} is already going to land in {where}.")
        return
    if not is_friendly_territory(state, territory, piece.power) and not wins_over(state, piece, territory):
        raise no_entry(state, territory, piece.power, "an assault must be declared in the combat move")
    _check_zone_is_calm(state, ship.space, piece)


def fitness_ashore(state: GameState, units: Mapping[UnitId, int], path: Sequence[SpaceId]) -> Fitness:
    """Which cargo an order to go ashore means first.

    That of ships which land there already (CMV-60), then what boarded to land (CMV-58), then of ships that keep least
    aboard, all together if they can: what stays aboard may still land elsewhere (SPC-11).
    """
    loads: dict[PieceId, Counter[UnitId]] = {}
    for cargo in state.at(path[0]):
        if cargo.aboard and commands(state, cargo) and not cargo.assault:
            loads.setdefault(cargo.aboard, Counter())[cargo.unit] += 1
    bound = {ship: state.pieces[ship].offloaded for ship in loads}
    emptied = _emptied(units, {ship: load for ship, load in loads.items() if bound[ship] in (None, path[-1])})
    in_turn = {ship: number for number, ship in enumerate(loads)}

    def fitness(piece: Piece) -> tuple[int, ...]:
        ship = piece.aboard or ""
        load = loads.get(ship, Counter())
        is_bound, is_to_land = bound.get(ship) == path[-1], piece.loaded == "combat_move"
        stays = (load - Counter(units)).total()
        at = in_turn.get(ship, len(in_turn))
        return not is_bound, not is_to_land, ship not in emptied, stays, -load.total(), at, piece.number

    return fitness


def _emptied(units: Mapping[UnitId, int], loads: Mapping[PieceId, Counter[UnitId]]) -> frozenset[PieceId]:
    """Ships that carry these units and nothing else; none where there are no such, or too many to try."""
    if len(loads) > MOST_TRIED:
        return frozenset()
    wanted = +Counter(units)
    found: dict[frozenset[tuple[UnitId, int]], tuple[PieceId, ...]] = {frozenset(): ()}
    for ship, load in loads.items():
        for carried, ships in [*found.items()]:
            together = Counter(dict(carried)) + load
            if together <= wanted:
                found.setdefault(frozenset(together.items()), (*ships, ship))
    return frozenset(found.get(frozenset(wanted.items()), ()))


def takes_whole_move(state: GameState, name: str, path: Sequence[SpaceId]) -> str:
    """Why land units do not go this way in one order, and what they can do instead."""
    start, end = place(state, path[0]), place(state, path[-1])
    if state.edition.board.is_sea(path[0]):
        coast = f"{first_upper(start)} does not touch {end}. Move the transport to its coast first"
        return f"{coast}; going ashore is the {name}'s whole move."
    then = "" if state.edition.board.is_sea(path[-1]) else ", and goes ashore with another order"
    return f"Boarding is the {name}'s whole move. It boards in a sea zone next to {start}{then}."


def may_go_ashore(state: GameState, territory: SpaceId) -> bool:
    """Whether land units of the power on turn may be landed in a territory now: to attack it, or as friends."""
    if state.phase == "combat_move":
        return is_attackable(state, territory, state.power)
    return is_friendly_territory(state, territory, state.power) or can_be_won(state, territory, state.power)


def _check_may_assault(state: GameState, piece: Piece) -> None:
    """SPC-16."""
    unit = state.type_of(piece)
    if unit.can("noncombat_only"):
        raise IllegalAction("SPC-16", f"{unit.plural.capitalize()} cannot land in an assault; they stay aboard.")


def _check_ship_can_offload(state: GameState, ship: Piece, territory: SpaceId) -> None:
    """A transport serves one territory a turn (CMV-60), and others in its zone may serve others (SPC-11)."""
    if ship.offloaded and ship.offloaded != territory:
        raise IllegalAction(
            "CMV-60",
            f"{_named(state, ship)} offloads into {place(state, ship.offloaded)} this turn; it serves only one "
            "territory.",
        )
    if ship.retreated:
        raise IllegalAction("CMB-44", f"{_named(state, ship)} retreated and cannot offload this turn.")
    _check_not_used_up(state, ship)
    if state.phase == "noncombat_move" and ship.assault:
        raise IllegalAction("CMV-60", f"{_named(state, ship)} has landed units in {place(state, ship.assault)}.")
    if ship.fought and any(cargo.loaded == "noncombat_move" for cargo in state.cargo(ship.id)):
        raise IllegalAction("NCM-28", f"{_named(state, ship)} has fought and loaded since; it cannot offload as well.")


def _named(state: GameState, ship: Piece) -> str:
    return f"The {state.type_of(ship).name} in {place(state, ship.space)}"


def _check_not_used_up(state: GameState, ship: Piece) -> None:
    """Transports used in the combat phases do nothing more (NCM-27, NCM-28).

    Where the edition says so those that fought, and did not retreat, may still load or offload.
    """
    if state.phase != "noncombat_move":
        return
    acts_after_battle = state.edition.parameters.sea.transports_after_battle == "load_or_offload"
    if ship.fought and (ship.retreated or not acts_after_battle):
        raise IllegalAction("NCM-28", f"{_named(state, ship)} fought this turn and cannot do anything more.")
    if was_used_in_combat_move(state, ship) and not ship.fought:
        raise IllegalAction("NCM-27", f"{_named(state, ship)} was used in the combat move and cannot do anything more.")
