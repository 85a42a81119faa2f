"""The position as the JSON object of the game record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.relations import at_war
from engine.state import GameState, Piece


def describe(state: GameState) -> dict[str, Any]:
    """Everything on the table as plain JSON values; counts of units include cargo."""
    return {
        "setup": state.setup,
        "round": state.round,
        "power": state.power,
        "acting": list(acting_powers(state)),
        "phase": state.phase,
        "ipcs": dict(sorted(state.treasuries.items())),
        "owners": dict(sorted(state.owners.items())),
        "units": _counts(state.pieces.values()),
        "facilities": {space: list(kinds) for space, kinds in sorted(state.facilities.items())},
        "cargo": _cargo(state),
        "damage": {space: dict(damage) for space, damage in sorted(state.damage.items()) if damage},
        "damaged_units": _counts(piece for piece in state.pieces.values() if piece.hits_taken),
        "submerged": _counts(piece for piece in state.pieces.values() if piece.submerged),
        "purchased": {power: dict(sorted(units.items())) for power, units in sorted(state.purchased.items())},
        "captured_this_turn": sorted(state.turn.owners_before),
        "technologies": {power: list(names) for power, names in sorted(state.technologies.items()) if names},
        **_research_tokens(state),
        **_advantages(state),
        "relations": _relations(state),
        "pending_battles": [{"space": b.space, "kind": b.kind, "part": b.part} for b in state.pending],
        "requests": [
            {
                "id": request.id,
                "kind": request.kind,
                "power": request.power,
                "powers": list(request.powers),
                "space": request.space,
                "options": _plain(request.options),
                "default": _plain(request.default),
            }
            for request in state.requests
        ],
        "winner": state.winner,
    }


def acting_powers(state: GameState) -> tuple[str, ...]:
    """Who must act or choose now, in turn order; nobody once the game is won."""
    if state.winner is not None:
        return ()
    if not state.requests:
        return (state.power,)
    owing = {power for request in state.requests for power in request.powers if power not in request.answers}
    return tuple(power for power in state.edition.turn_order if power in owing)


def _counts(pieces: Iterable[Piece]) -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = {}
    for piece in sorted(pieces, key=lambda p: (p.space, p.power, p.unit)):
        row = found.setdefault(piece.space, {}).setdefault(piece.power, {})
        row[piece.unit] = row.get(piece.unit, 0) + 1
    return found


def _cargo(state: GameState) -> list[dict[str, Any]]:
    ships = (ship for ship in state.pieces.values() if state.carries(ship, "land") and state.cargo(ship.id))
    return [
        {
            "space": ship.space,
            "transport_owner": ship.power,
            "units": _counts(state.cargo(ship.id))[ship.space],
        }
        for ship in sorted(ships, key=lambda ship: (ship.space, ship.power, ship.number))
    ]


def _research_tokens(state: GameState) -> dict[str, Any]:
    """The research dice that powers kept, where the edition lets them."""
    if not state.edition.parameters.research.tokens_kept:
        return {}
    return {"research_tokens": dict(sorted(state.research_tokens.items()))}


def _advantages(state: GameState) -> dict[str, Any]:
    """The national advantages of each power, where the edition has any."""
    if not state.edition.advantages:
        return {}
    return {"advantages": {power: list(names) for power, names in sorted(state.advantages.items()) if names}}


def _relations(state: GameState) -> list[list[str]]:
    powers = sorted(state.edition.power)
    return [[one, other, "war"] for one in powers for other in powers if one < other and at_war(state, one, other)]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value
