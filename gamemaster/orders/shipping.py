"""Load, ship and land as one order: finds transports and their way, and gives the single moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine import GameState, IllegalAction, Refusal, ScriptedDice, WarNeeded, apply
from engine.ask import Move, commands, may_go_ashore, range_left, shippable_at
from engine.facts.unit_types import fits
from engine.state.known import Kind, kind_of
from engine.state.pieces import Piece
from engine.state.words import counted, place
from gamemaster.orders.drafts import JsonAction

Orders = list[JsonAction]
Voyage = tuple[Orders, GameState, dict[str, int]]


MOST_TRANSPORTS = 20
"""Filled by one order: more than a war brings together in one place."""
MOST_TRIES = 40
"""Voyages tried for one transport, shortest first."""


def shipping_orders(state: GameState, units: Mapping[str, int], start: str, end: str) -> Orders:
    """The moves that take units across the sea, each checked on the board after those before it.

    Raises IllegalAction: what forbids the best try, or `units` where no transport of one's own could do it, or where it
    takes more of them than one order fills.
    """
    orders: Orders = []
    left = {unit: count for unit, count in units.items() if count}
    for _ in range(MOST_TRANSPORTS):
        if not left:
            return orders
        steps, state, load = next_transport(state, left, start, end)
        orders += steps
        left = without(left, load)
    if left:
        taken = {unit: count - left.get(unit, 0) for unit, count in units.items()}
        raise IllegalAction(
            "units",
            f"One order fills at most {MOST_TRANSPORTS} transports, and those take {counted(state, taken)} of these "
            "units. Ship the others with another order.",
        )
    return orders


def ship_hint(state: GameState, no: IllegalAction, order: JsonAction) -> IllegalAction:
    """The refusal of a march, with how a transport could carry these units there; any other refusal as it is."""
    if isinstance(no, WarNeeded) or order.get("type") != "move" or order.get("owner"):
        return no
    move, board = Move.model_validate(order), state.edition.board
    start, *_, end = move.path
    afoot = all(unit in state.edition.unit and state.edition.unit[unit].domain == "land" for unit in move.units)
    if not (afoot and move.units and board.is_land(start) and board.is_land(end)):
        return no
    try:
        shipping_orders(state, move.units, start, end)
    except Refusal:
        return no
    return IllegalAction(no.rule, f"{no.message} To go there by transport in one order, use /ship.")


def without(units: Mapping[str, int], load: Mapping[str, int]) -> dict[str, int]:
    """What is left of units once these are aboard."""
    return {unit: count - load.get(unit, 0) for unit, count in units.items() if count > load.get(unit, 0)}


def next_transport(state: GameState, left: Mapping[str, int], start: str, end: str, zone: str | None = None) -> Voyage:
    """The moves of one transport more, the state after them, and its load; raises IllegalAction.

    start: a territory, or the sea zone where the units are aboard already. zone: from where alone they are to land.
    """
    first_refusal: Refusal | None = None
    voyages = _voyages(state, left, start, end, zone)
    for ship, load, path in voyages[:MOST_TRIES]:
        try:
            return _try(state, ship, load, path, start, end)
        except Refusal as no:
            first_refusal = first_refusal or no
    if first_refusal is None:
        raise IllegalAction(
            "units",
            f"None of your transports can take {counted(state, left)} from {place(state, start)} to "
            f"{place(state, end)}.",
        )
    if len(voyages) <= MOST_TRIES:
        raise first_refusal
    tried = f"I tried the {MOST_TRIES} shortest of {len(voyages)} ways. You can order the others move by move."
    raise IllegalAction(first_refusal.rule, f"{first_refusal.message} {tried}") from first_refusal


def coasts_from(state: GameState, start: str) -> tuple[str, ...]:
    """Territories where units may go ashore now, beside zones that a transport reaches past a coast where it loads, or
    from the zone where it has them aboard.
    """
    board = state.edition.board
    found: set[str] = set()
    for zone, left in dict.fromkeys((ship.space, range_left(state, ship)) for ship in _ships(state)):
        for path in _sea_paths(state, zone, left):
            if path[0] == start or any(start in board.coasts_of(passed) for passed in path):
                found.update(board.coasts_of(path[-1]))
    return tuple(sorted((coast for coast in found - {start} if may_go_ashore(state, coast)), key=board.name))


def harbours(state: GameState) -> tuple[str, ...]:
    """Territories with units that a transport could take ashore elsewhere now, by name."""
    own = {piece.space for piece in state.pieces.values() if piece.power == state.power}
    held = [space for space in own if state.edition.board.zones_of(space) and shippable_at(state, space)]
    return tuple(sorted((space for space in held if coasts_from(state, space)), key=state.edition.board.name))


def _ships(state: GameState) -> list[Piece]:
    """Transports that can still be used, by number; of those that are alike the first."""
    alike: dict[tuple[str, Kind], Piece] = {}
    for piece in state.pieces.values():
        if commands(state, piece) and state.carries(piece, "land") and not piece.offloaded:
            first = alike.setdefault((piece.space, kind_of(state, piece)), piece)
            if piece.number < first.number:
                alike[piece.space, kind_of(state, piece)] = piece
    return sorted(alike.values(), key=lambda ship: ship.number)


def _voyages(
    state: GameState, units: Mapping[str, int], start: str, end: str, zone: str | None
) -> list[tuple[Piece, dict[str, int], list[str]]]:
    """(transport, load, zones from where it is to where it lands), shortest voyages first."""
    board = state.edition.board
    loading = {start} if board.is_sea(start) else set(board.zones_of(start))
    landing = {zone} if zone else set(board.zones_of(end))
    found: list[tuple[Piece, dict[str, int], list[str]]] = []
    ways: dict[tuple[str, int], list[list[str]]] = {}
    for ship in _ships(state):
        where = ship.space, range_left(state, ship)
        if where not in ways:
            ways[where] = [
                path for path in _sea_paths(state, *where) if path[-1] in landing and not loading.isdisjoint(path)
            ]
        if ways[where] and (load := _load_for(state, ship, units, start)):
            found += [(ship, load, path) for path in ways[where]]
    return sorted(found, key=lambda voyage: (len(voyage[2]), voyage[0].number, voyage[2]))


def afloat(state: GameState, zone: str) -> dict[str, int]:
    """Own units aboard own transports in a zone that have not been told where to land, by kind."""
    ships = (ship for ship in state.at(zone) if commands(state, ship) and state.carries(ship, "land"))
    return dict(Counter(unit for ship in ships for unit in _aboard(state, ship)))


def _aboard(state: GameState, ship: Piece) -> list[str]:
    return [each.unit for each in state.cargo(ship.id) if each.power == state.power and not each.assault]


def _load_for(state: GameState, ship: Piece, units: Mapping[str, int], start: str) -> dict[str, int]:
    """As much of the units as fits into a transport, the bulky ones first; at sea those that are aboard."""
    if state.edition.board.is_sea(start):
        cargo = Counter(_aboard(state, ship) if ship.space == start else ())
        return {unit: min(count, units[unit]) for unit, count in cargo.items() if units.get(unit)}
    slots = state.type_of(ship).carry
    aboard = [cargo.unit for cargo in state.cargo(ship.id)]
    load: dict[str, int] = {}
    for unit in sorted(units, key=lambda unit: sum(slot.count for slot in slots if unit in slot.types)):
        while load.get(unit, 0) < units[unit] and fits(slots, [*aboard, unit]):
            aboard.append(unit)
            load[unit] = load.get(unit, 0) + 1
    return load


def _sea_paths(state: GameState, zone: str, left: int) -> list[list[str]]:
    board = state.edition.board
    paths = [[zone]]
    fringe = [[zone]]
    for _ in range(left):
        fringe = [
            [*path, there]
            for path in fringe
            for there in board.neighbours[path[-1]]
            if board.is_sea(there) and there not in path
        ]
        paths += fringe
    return paths


def _try(state: GameState, ship: Piece, load: dict[str, int], path: list[str], start: str, end: str) -> Voyage:
    """Carry a voyage out on a copy; raises Refusal."""
    board = state.edition.board
    is_afloat = board.is_sea(start)
    loading = 0 if is_afloat else next(i for i, zone in enumerate(path) if start in board.coasts_of(zone))
    steps: Orders = []
    if loading:
        steps.append({"type": "move", "pick": [ship.id], "path": path[: loading + 1]})
    if not is_afloat:
        steps.append({"type": "move", "units": load, "path": [start, path[loading]], "transport": ship.id})
    if loading + 1 < len(path):
        steps.append({"type": "move", "pick": [ship.id], "path": path[loading:]})
    steps.append({"type": "move", "units": load, "path": [path[-1], end], "transport": ship.id})
    for step in steps:
        state = apply(state, step, ScriptedDice(())).state
    return steps, state, load
