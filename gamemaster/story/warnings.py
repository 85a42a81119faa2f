"""What to look at once more before a phase ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.aircraft import homeless
from engine.landing import landing_plan
from engine.mobilize import placements
from engine.production import capacity, usable_complexes
from engine.purchase import price_list
from engine.state import GameState, Piece
from engine.words import place
from gamemaster.story.words import force, ipcs, number, row, spaces_named


def end_phase_warnings(state: GameState) -> tuple[str, ...]:
    """Slips that the rules allow; nothing where there is nothing worth saying. Each is one sentence."""
    find = _WARNINGS.get(state.phase)
    return tuple(find(state)) if find else ()


def _purchase(state: GameState) -> list[str]:
    found = []
    left = state.treasuries[state.power]
    if left >= min(price_list(state).values()):
        found.append(f"{ipcs(left)} are not spent.")
    ordered = sum(state.purchased.get(state.power, {}).values())
    yards = usable_complexes(state, state.power)
    room = sum(capacity(state, yard) for yard in yards)
    if ordered > room:
        where = f"{spaces_named(state, yards)} can place {room}" if yards else "no industrial complex can place any"
        found.append(f"{number(ordered, 'unit')} ordered, but {where}: the rest will be returned.")
    ships = _ordered_ships(state)
    if ships and not any(state.edition.board.zones_of(yard) for yard in yards):
        found.append(f"{ships} cannot be placed: no usable industrial complex lies on a coast.")
    return found


def _ordered_ships(state: GameState) -> str:
    units = state.purchased.get(state.power, {})
    return row(state, {unit: n for unit, n in units.items() if state.edition.unit[unit].domain == "sea"})


def _combat_move(state: GameState) -> list[str]:
    """Transports that moved with cargo can do nothing more this turn (NCM-27)."""
    return [
        f"The transport in {place(state, ship.space)} moved with {force(state, state.cargo(ship.id))} aboard and "
        "cannot offload any more this turn."
        for ship in _laden_transports(state)
        if ship.moved == "combat_move" and not ship.offloaded and not _is_loaded_now(state, ship)
    ]


def _is_loaded_now(state: GameState, ship: Piece) -> bool:
    """Whether something boarded this phase: then the phase cannot end before its assault is declared (CMV-58)."""
    return any(cargo.loaded == "combat_move" for cargo in state.cargo(ship.id))


def _noncombat(state: GameState) -> list[str]:
    lost = landing_plan(state).stranded
    found = [
        f"{force(state, [p for p in lost if p.space == space])} over {place(state, space)} will be lost: "
        "no landing place."
        for space in dict.fromkeys(piece.space for piece in lost)
    ]
    return found + [
        f"The transport in {place(state, ship.space)} still carries {force(state, state.cargo(ship.id))}."
        for ship in _laden_transports(state)
        if not (ship.moved or ship.fought)
    ]


def _laden_transports(state: GameState) -> list[Piece]:
    own = (piece for piece in sorted(state.pieces.values(), key=state.rank) if piece.power == state.power)
    return [ship for ship in own if state.carries(ship, "land") and state.cargo(ship.id)]


def _mobilize(state: GameState) -> list[str]:
    waiting = state.purchased.get(state.power, {})
    stuck = {unit: count for unit, count in waiting.items() if not placements(state, unit)}
    worth = sum(count * price_list(state)[unit] for unit, count in stuck.items())
    found = [f"{row(state, stuck)} cannot be placed and will be returned for {ipcs(worth)}."] if stuck else []
    lost = homeless(state, state.power)
    return found + [
        f"{force(state, [p for p in lost if p.space == space])} over {place(state, space)} will be lost: no carrier."
        for space in dict.fromkeys(piece.space for piece in lost)
    ]


_WARNINGS: Mapping[str, Callable[[GameState], list[str]]] = {
    "purchase": _purchase,
    "combat_move": _combat_move,
    "noncombat_move": _noncombat,
    "mobilize": _mobilize,
}
