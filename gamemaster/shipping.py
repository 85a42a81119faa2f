"""Load, ship and land as one order: finds transports and their way, and gives the single moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine import GameState, IllegalAction, Refusal, ScriptedDice, apply
from engine.ask import commands, range_left
from engine.facts.unit_types import fits
from engine.table.pieces import Piece
from engine.table.words import counted, place

Orders = list[dict[str, Any]]


def shipping_orders(state: GameState, units: Mapping[str, int], start: str, end: str) -> Orders:
    """The moves that take units across the sea, each checked on the board after those before it.

    Raises IllegalAction: what forbids the best try, or `units` where no transport of one's own could do it.
    """
    orders: Orders = []
    left = {unit: count for unit, count in units.items() if count}
    first_refusal: Refusal | None = None
    while left:
        done = None
        for ship, load, path in _voyages(state, left, start, end):
            try:
                done = _try(state, ship, load, path, start, end)
                break
            except Refusal as no:
                first_refusal = first_refusal or no
        if done is None:
            raise first_refusal or IllegalAction(
                "units",
                f"No transport of yours can take {counted(state, left)} from {place(state, start)} "
                f"to {place(state, end)}.",
            )
        steps, state, load = done
        orders += steps
        left = {unit: count - load.get(unit, 0) for unit, count in left.items() if count > load.get(unit, 0)}
    return orders


def coasts_from(state: GameState, start: str) -> tuple[str, ...]:
    """Territories beside zones that a transport with movement left can reach past a coast where it loads, by name."""
    board = state.edition.board
    found: set[str] = set()
    for ship in _ships(state):
        for path in _sea_paths(state, ship.space, range_left(state, ship)):
            if any(start in board.coasts_of(zone) for zone in path):
                found.update(board.coasts_of(path[-1]))
    return tuple(sorted(found - {start}, key=board.name))


def _ships(state: GameState) -> list[Piece]:
    """Transports that can still be used, by number."""
    ships = (piece for piece in state.pieces.values() if commands(state, piece) and state.carries(piece, "land"))
    return sorted((ship for ship in ships if not ship.offloaded), key=lambda ship: ship.number)


def _voyages(
    state: GameState, units: Mapping[str, int], start: str, end: str
) -> Iterator[tuple[Piece, dict[str, int], list[str]]]:
    """(transport, load, zones from where it is to where it lands), shortest voyages first."""
    board = state.edition.board
    found: list[tuple[Piece, dict[str, int], list[str]]] = []
    for ship in _ships(state):
        load = _load_for(state, ship, units)
        left = range_left(state, ship)
        found += [
            (ship, load, path)
            for path in _sea_paths(state, ship.space, left)
            if load and end in board.coasts_of(path[-1]) and any(start in board.coasts_of(zone) for zone in path)
        ]
    yield from sorted(found, key=lambda voyage: (len(voyage[2]), voyage[0].number, voyage[2]))


def _load_for(state: GameState, ship: Piece, units: Mapping[str, int]) -> dict[str, int]:
    """As much of the units as fits into a transport, the bulky ones first."""
    slots = state.type_of(ship).carry
    aboard = [cargo.unit for cargo in state.cargo(ship.id)]
    load: dict[str, int] = {}
    for unit in sorted(units, key=lambda unit: sum(slot.count for slot in slots if unit in slot.types)):
        for _ in range(units[unit]):
            if fits(slots, [*aboard, unit]):
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


def _try(
    state: GameState, ship: Piece, load: dict[str, int], path: list[str], start: str, end: str
) -> tuple[Orders, GameState, dict[str, int]]:
    """Carry a voyage out on a copy; raises Refusal."""
    board = state.edition.board
    loading = next(i for i, zone in enumerate(path) if start in board.coasts_of(zone))
    steps: Orders = []
    if loading:
        steps.append({"type": "move", "pick": [ship.id], "path": path[: loading + 1]})
    steps.append({"type": "move", "units": load, "path": [start, path[loading]], "transport": ship.id})
    if loading + 1 < len(path):
        steps.append({"type": "move", "pick": [ship.id], "path": path[loading:]})
    steps.append({"type": "move", "units": load, "path": [path[-1], end], "transport": ship.id})
    for step in steps:
        state = apply(state, step, ScriptedDice(())).state
    return steps, state, load
