"""The order to move: finds the units, checks rule by rule, and lets it happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.combat.air.anti_aircraft import fire_on_path
from engine.combat.air.raids import check_escort, check_raid, check_raider
from engine.combat.capture import take_territory
from engine.combat.neutrals import take_over, win_over
from engine.dice import DiceWanted, NoDice
from engine.errors import IllegalAction
from engine.events.combat.raids import EscortDeclared, RaidDeclared
from engine.events.landing import AircraftSettled
from engine.events.movement import AssaultDeclared, Engaged, UnitsLoaded, UnitsMoved, UnitsOffloaded
from engine.facilities.meaning import facilities_of, facility_meant
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitType
from engine.kinds import After, OrderKind, in_phases, on_turn
from engine.landing.ranges import range_left
from engine.movement.air import check_air_move, fitness_home
from engine.movement.carriers import board, check_names_carrier, choose_carrier, may_board
from engine.movement.company import (
    Company,
    blitzed_territories,
    check_drop,
    check_has_not_dropped,
    check_pairs,
    company_of,
    drops,
    hostile_territories,
    is_out_of_reach,
)
from engine.movement.engaging import check_armed
from engine.movement.form import Move
from engine.movement.land import check_land_move, check_not_of_neutral
from engine.movement.paratroopers import as_they_fly, check_dropped, check_paratrooper
from engine.movement.paths import Path, check_open, check_range, check_spaces, not_on_the_way, path_cost, paths_for
from engine.movement.promises import check_landing, check_still_kept, may_land
from engine.movement.sea import check_sea_move, voyages
from engine.movement.transports import (
    assign_to_ships,
    check_can_load,
    check_can_offload,
    fitness_ashore,
    takes_whole_move,
)
from engine.play import AFTER_LANDING, BEFORE_MOVE, Play
from engine.politics.standing import is_hostile_territory
from engine.position.relations import commanded_powers, commands
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.selection import Fitness, check_units_known, choices
from engine.state.words import first_upper, with_article


def move(play: Play, order: Move) -> None:
    """Carry out a move, a loading or an offloading; raises IllegalAction."""
    state = play.state
    _check_owner(state, order)
    check_spaces(state, order.path)
    if order.raid or order.escort:
        check_raid(state, order.raid, order.path[-1], is_escort=order.escort)
    check_units_known(state, order.units)
    units = units_meant(state, order)
    company = company_of(state, units, order.path)
    if order.drop and company != "from_base":
        raise IllegalAction(
            "RES-34", "Only paratroopers can drop, in the combat move, into territory out of reach on foot."
        )
    first_refusal: IllegalAction | None = None
    for path in _paths(state, order, units, company):
        refused = _refused_along(play, order, path, company)
        if refused is None:
            return
        first_refusal = first_refusal or refused
        if is_out_of_reach(state, units, owner_meant(state, order), path):
            break
    raise first_refusal or IllegalAction("space", "There is no way to get there.")


def _paths(state: GameState, order: Move, units: list[UnitType], company: Company) -> Iterator[Path]:
    """The ways that an order can mean, around what its units may not enter (POL-81).

    Bombers that carry infantry go around hostile territory (RES-31).
    """
    if company == "from_base":
        units = as_they_fly(units)
    if company == "by_air":
        flying = [unit for unit in units if unit.domain == "air"]
        yield from paths_for(state, order.path, flying, hostile_territories(state))
        return
    around, length = not_on_the_way(state, owner_meant(state, order), units), 0
    for path in paths_for(
        state, order.path, units, around.difference(order.path[:1]) if order.path[0] in around else around
    ):
        length = len(path)
        yield path
    if len(order.path) == 2 < length:
        yield from (way for way in _ways_around(state, order) if len(way) > length)


def _ways_around(state: GameState, order: Move) -> Iterator[Path]:
    """The way by sea for all ships that an order means where the shortest ones are shut (CMV-29, NCM-23)."""
    pool = _pool(state, order, order.path)
    kinds = [[piece for piece in pool if piece.unit == unit] for unit, count in order.units.items() if count]
    ships = [max(kind, key=lambda ship: range_left(state, ship)) for kind in kinds if kind]
    ships += [piece for piece in pool if piece.id in order.pick]
    if ships and all(state.type_of(ship).domain == "sea" for ship in ships):
        yield from (way for end, way in voyages(state, ships).items() if end == order.path[1])


def units_meant(state: GameState, order: Move) -> list[UnitType]:
    """The lines of the unit table of what an order names, or else of the pieces picked."""
    owner = owner_meant(state, order)
    picked = [state.type_of(state.pieces[i]) for i in order.pick if i in state.pieces]
    return [state.unit_of(owner, unit) for unit in order.units] or picked


def _refused_along(play: Play, order: Move, path: Path, company: Company) -> IllegalAction | None:
    """Carry an order out along a path, or give the reason why its fittest pieces cannot obey."""
    refusals: list[IllegalAction] = []
    try:
        for pieces in fittest(play.state, order, path, company):
            refused = _refused(play, order, pieces, path, company)
            if refused is None:
                return None
            refusals.append(refused)
    except IllegalAction as no:
        refusals.append(no.alone())
    return refusals[0]


_ALONE = Move(type="move", path=("", ""))
"""Of a single piece, along a path that is named beside it."""


def may_go(state: GameState, piece: Piece, path: Path, company: Company) -> bool:
    """Whether an order given in time would be accepted for a piece that passes `check_piece`, along a path in steps."""
    if _flies_by_itself(state, piece, company):
        known = may_land(state, piece, path, path_cost(state, piece, path))
        if known is not None:
            return known
    try:
        return _refused(Play(state, NoDice()), _ALONE, (piece,), path, company) is None
    except DiceWanted:
        return True


def _flies_by_itself(state: GameState, piece: Piece, company: Company) -> bool:
    """Whether a piece is an aircraft for which nothing but its landing can be in the way, once `check_piece` passes."""
    if company != "alone" or state.type_of(piece).domain != "air" or piece.power != state.power:
        return False
    return not (state.cargo(piece.id) or BEFORE_MOVE.of(state, piece.power) or AFTER_LANDING.of(state, state.power))


def _refused(play: Play, order: Move, pieces: tuple[Piece, ...], path: Path, company: Company) -> IllegalAction | None:
    """Let these pieces obey, or give the reason why they cannot; then nothing has happened."""
    mark = play.mark()
    try:
        _perform(play, order, pieces, path, company)
    except IllegalAction as no:
        play.rewind(mark)
        return no.alone()
    return None


def fittest(state: GameState, order: Move, path: Path, company: Company) -> Iterator[tuple[Piece, ...]]:
    """The pieces that may obey an order along a path, the fittest first.

    Less fit ones are meant where no landing place or no room is left for the fittest. Raises IllegalAction.
    """
    pool = _pool(state, order, path)

    def check(piece: Piece) -> None:
        if order.raid and company == "by_air":
            raise IllegalAction("RES-32", "A bomber that carries infantry cannot make a bombing raid.")
        if order.raid:
            check_raider(state, piece, order.raid)
        if order.escort:
            check_escort(state, piece)
        check_piece(state, piece, path, company)

    yield from choices(state, path[0], pool, order.units, order.pick, check, _fitness(state, order, path))


def _fitness(state: GameState, order: Move, path: Path) -> Fitness | None:
    """Which of units alike an order means first, where that is more than who is fittest to move."""
    domains = {state.edition.unit[unit].domain for unit in order.units}
    goes_ashore = state.edition.board.is_sea(path[0]) and state.edition.board.is_land(path[-1])
    if domains == {"land"} and goes_ashore:
        return fitness_ashore(state, order.units, path)
    return fitness_home(state) if domains == {"air"} and state.phase == "noncombat_move" else None


def _check_owner(state: GameState, order: Move) -> None:
    for power in (order.owner, order.transport_owner):
        if power is not None and power not in state.edition.power:
            raise IllegalAction("power", f"There is no power {quoted(power)} in this edition.")
    if order.owner is not None and order.owner not in commanded_powers(state):
        raise IllegalAction("power", f"Units of {state.edition.power[order.owner].called} move on their own turn.")


def owner_meant(state: GameState, order: Move) -> PowerId:
    """Whose units an order moves: the owner named, or that of the pieces picked, or the power on turn."""
    if order.owner or not order.pick:
        return order.owner or state.power
    return next((state.pieces[i].power for i in order.pick if i in state.pieces), state.power)


def _pool(state: GameState, order: Move, path: Path) -> list[Piece]:
    """Pieces at the start of the path that the power on turn commands and that could be meant (OPT-28)."""
    board = state.edition.board
    start, end = path[0], path[-1]
    ashore = board.is_sea(start) and board.is_land(end)
    owner = owner_meant(state, order)
    pool = [p for p in state.at(start) if p.power == owner and (owner == state.power or commands(state, p))]
    if ashore and order.transport:
        pool = [p for p in pool if p.aboard == order.transport]
    if ashore and order.transport_owner:
        pool = [p for p in pool if p.aboard and state.pieces[p.aboard].power == order.transport_owner]
    if order.with_cargo is not None:
        asked = Counter({unit: count for unit, count in order.with_cargo.items() if count})
        pool = [p for p in pool if Counter(c.unit for c in state.cargo(p.id)) == asked]
    return pool


def check_piece(state: GameState, piece: Piece, path: Path, company: Company = "alone") -> None:
    """Raise IllegalAction if this piece cannot take this path now; room aboard and landing places come later."""
    unit = state.type_of(piece)
    check_not_of_neutral(state, piece)
    check_open(state, path, piece.power)
    check_range(state, piece, path)
    if company == "by_air":
        check_drop(state, piece, path)
        if unit.domain == "land":
            return
    if company == "from_base":
        check_paratrooper(state, piece, path)
    elif unit.domain == "air":
        check_has_not_dropped(state, piece)
        check_air_move(state, piece, path)
    elif unit.domain == "sea":
        if any(map(state.edition.board.is_land, path)):
            raise IllegalAction("units", f"{first_upper(with_article(unit.name))} cannot leave the sea.")
        check_sea_move(state, piece, path)
    else:
        _check_land_unit(state, piece, path, company)


def _check_land_unit(state: GameState, piece: Piece, path: Path, company: Company) -> None:
    where = [state.edition.board.is_land(space) for space in path]
    unit = state.type_of(piece)
    if all(where):
        check_land_move(state, piece, path, company)
    elif not any(where):
        raise IllegalAction("CMV-61", f"The {unit.name} stays on its transport at sea. Move the transport.")
    elif len(path) > 2:
        raise IllegalAction("CMV-56", takes_whole_move(state, unit.name, path))
    elif where[0]:
        check_can_load(state, piece, path[1])
    elif piece.aboard:
        check_can_offload(state, piece, path[1])
    else:
        raise IllegalAction("units", f"The {unit.name} is not aboard a transport.")


def _perform(play: Play, order: Move, pieces: tuple[Piece, ...], path: Path, company: Company) -> None:
    board = play.board
    check_pairs(play.state, pieces, path, company)
    land = [piece for piece in pieces if play.state.type_of(piece).domain == "land"]
    crosses_coast = board.is_land(path[0]) != board.is_land(path[-1])
    if land and crosses_coast and len(land) < len(pieces):
        raise IllegalAction("units", "Give units that board or leave a transport a separate order.")
    if order.attack and board.is_sea(path[-1]):
        check_armed(play.state, pieces, path[-1])
    names_carrier = (order.transport or order.transport_owner) is not None and not (land and crosses_coast)
    if names_carrier:
        check_names_carrier(play.state, pieces, path[-1])
    before = play.state
    if land:
        win_over(play, path[-1], pieces[0].power)
        take_over(play, path[-1], land)
    if land and crosses_coast:
        _load(play, order, land, path) if board.is_land(path[0]) else _offload(play, land, path)
    else:
        _travel(play, pieces, path, company)
    if names_carrier:
        choose_carrier(play, pieces, path[-1], order.transport, order.transport_owner)
    ids = tuple(piece.id for piece in pieces)
    if order.attack is not None and board.is_sea(path[-1]):
        play.emit(Engaged(play.power, path[-1], ids, order.attack, audience=play.power))
    if order.raid:
        play.emit(RaidDeclared(play.power, path[-1], order.raid, ids, audience=play.power))
    if order.escort:
        play.emit(EscortDeclared(play.power, path[-1], ids, audience=play.power))
    check_landing(before, play.state, pieces)
    check_still_kept(before, play.state, pieces)
    if play.state.phase == "noncombat_move":
        fire_on_path(play, pieces, path)
        for effect in AFTER_LANDING.of(play.state, play.power):
            effect(play, pieces, path[-1])


def _load(play: Play, order: Move, pieces: Sequence[Piece], path: Path) -> None:
    ships = assign_to_ships(play.state, pieces, path[1], order.transport, order.transport_owner)
    aboard = {piece.id: ships.pop(piece.id) for piece in pieces}
    play.emit(UnitsLoaded(play.power, play.state.phase, aboard, path[0], path[1], play.power, stowed_anew=ships))


def _offload(play: Play, pieces: Sequence[Piece], path: Path) -> None:
    ids = tuple(piece.id for piece in pieces)
    ships = tuple(dict.fromkeys(piece.aboard for piece in pieces if piece.aboard))
    event = AssaultDeclared if play.state.phase == "combat_move" else UnitsOffloaded
    play.emit(event(play.power, ids, ships, path[0], path[1], audience=play.power))


def _travel(play: Play, pieces: Sequence[Piece], path: Path, company: Company) -> None:
    """Move pieces with their cargo; tanks take what they blitz through (CMV-24), bombers infantry (RES-30)."""
    state = play.state
    dropped = drops(state, pieces, company)
    movers = [piece for piece in pieces if piece.id not in dropped]
    by_air = company == "from_base"
    if by_air:
        check_dropped(state, pieces, path)
    if play.state.phase == "combat_move" and not by_air:
        for territory in dict.fromkeys(t for piece in movers for t in _taken(state, piece, path)):
            take_territory(play, territory, pieces[0].power)
    for effect in BEFORE_MOVE.of(play.state, movers[0].power):
        effect(play, movers)
    ids = tuple(piece.id for piece in movers)
    cargo = [c for piece in movers for c in play.state.cargo(piece.id) if c.id not in ids]
    carried = tuple(piece.id for piece in cargo if stays_aboard(state, piece))
    left_behind = [piece for piece in cargo if piece.id not in carried]
    if left_behind:
        launch(play, left_behind)
    cost = state.type_of(movers[0]).move if by_air else path_cost(state, movers[0], path)
    riders = (*carried, *dropped)
    play.emit(UnitsMoved(play.power, play.state.phase, ids, riders, path, play.power, cost, dropped, by_air))


def _taken(state: GameState, piece: Piece, path: Path) -> tuple[SpaceId, ...]:
    """The territories that a unit takes on its way: those that it blitzes and that no other has taken yet."""
    if state.type_of(piece).domain != "land":
        return ()
    blitzed = blitzed_territories(state, piece, path)
    return tuple(territory for territory in blitzed if is_hostile_territory(state, territory, piece.power))


def stays_aboard(state: GameState, cargo: Piece) -> bool:
    """Whether cargo moves with its ship: all stays aboard, own aircraft where the edition lets them (CMV-50..52)."""
    is_own_aircraft = state.type_of(cargo).domain == "air" and commands(state, cargo)
    return not is_own_aircraft or state.edition.parameters.air.own_aircraft_may_stay_aboard


def launch(play: Play, aircraft: Sequence[Piece]) -> None:
    """Own aircraft leave their carrier and stay in the zone (CMV-50, CMV-51)."""
    play.emit(AircraftSettled({piece.id: None for piece in aircraft}, audience=play.power))


def _check_phase(state: GameState, order: Move) -> None:
    if state.phase != "mobilize" or not may_board(state):
        in_phases("combat_move", "noncombat_move")(state, order)


def _move_or_board(play: Play, order: Move) -> None:
    (board if play.state.phase == "mobilize" else move)(play, order)


def _in_full(state: GameState, order: Move) -> Move:
    if order.raid is None:
        return order
    return order.model_copy(update={"raid": facility_meant(state, order.raid, facilities_of(state, order.path[-1]))})


MOVE = OrderKind(Move, _move_or_board, After.CAN_BE_UNDONE, (_check_phase, on_turn), _in_full)
