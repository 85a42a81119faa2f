"""The position as the JSON object of the game record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from operator import attrgetter
from typing import Any

from pydantic import TypeAdapter

from engine.politics.standing import are_on_one_side, at_war
from engine.position.relations import acting_powers
from engine.state.game_state import GameState
from engine.state.pieces import Piece


def describe(state: GameState) -> dict[str, Any]:
    """Everything on the table as plain JSON values; counts of units include cargo.

    A field of the state that is neither told nor left out below stands as it is, where it is not as in a new game.
    """
    found = {key: value for tell in _TOLD.values() for key, value in tell(state).items()}
    return found | {"relations": relations_described(state)} | _others(state)


def _others(state: GameState) -> dict[str, Any]:
    others = {each.name: each for each in fields(state) if each.name not in _TOLD and each.name not in _LEFT_OUT}
    values = {name: getattr(state, name) for name, each in others.items() if getattr(state, name) != _at_first(each)}
    plain: dict[str, Any] = _VALUES.dump_python(values, mode="json")
    return plain


def _at_first(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()


_kind_of = attrgetter("space", "power", "unit")


def _counts(pieces: Iterable[Piece]) -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = {}
    for (space, power, unit), count in sorted(Counter(map(_kind_of, pieces)).items()):
        found.setdefault(space, {}).setdefault(power, {})[unit] = count
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


def _pieces(state: GameState) -> dict[str, Any]:
    pieces = state.pieces.values()
    return {
        "units": _counts(pieces),
        "cargo": _cargo(state),
        "damaged_units": _counts(piece for piece in pieces if piece.hits_taken),
        "submerged": _counts(piece for piece in pieces if piece.submerged),
    }


def _research_tokens(state: GameState) -> dict[str, Any]:
    """The research dice that powers kept, where the edition lets them."""
    if not state.edition.parameters.research.tokens_kept:
        return {}
    return {"research_tokens": _in_order(state.research_tokens)}


def _advantages(state: GameState) -> dict[str, Any]:
    """The national advantages of each power, where the edition has any."""
    if not state.edition.advantages:
        return {}
    return {"advantages": _filled(state.advantages)}


def _requests(state: GameState) -> dict[str, Any]:
    requests = [
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
    ]
    return {"requests": requests}


def relations_described(state: GameState) -> list[list[str]]:
    """What powers of different sides are to each other."""
    powers = sorted(state.edition.power)
    pairs = ((one, other) for one in powers for other in powers if one < other)
    foes = ((one, other) for one, other in pairs if not are_on_one_side(state, one, other))
    return [[one, other, "war" if at_war(state, one, other) else "neutral"] for one, other in foes]


def _filled(rows: Mapping[str, Any]) -> dict[str, Any]:
    return _in_order({name: row for name, row in rows.items() if row})


def _in_order(rows: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _plain(row) for name, row in sorted(rows.items())}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value


_TOLD: Mapping[str, Callable[[GameState], dict[str, Any]]] = {
    "setup": lambda state: {"setup": state.setup},
    "round": lambda state: {"round": state.round},
    "power": lambda state: {"power": state.power, "acting": list(acting_powers(state))},
    "phase": lambda state: {"phase": state.phase},
    "treasuries": lambda state: {"ipcs": _in_order(state.treasuries)},
    "owners": lambda state: {"owners": _in_order(state.owners)},
    "pieces": _pieces,
    "facilities": lambda state: {"facilities": _in_order(state.facilities)},
    "damage": lambda state: {"damage": _filled(state.damage)},
    "purchased": lambda state: {"purchased": _in_order({p: _in_order(units) for p, units in state.purchased.items()})},
    "turn": lambda state: {"captured_this_turn": sorted(state.turn.owners_before)},
    "technologies": lambda state: {"technologies": _filled(state.technologies)},
    "research_tokens": _research_tokens,
    "advantages": _advantages,
    "pending": lambda state: {
        "pending_battles": [{"space": b.space, "kind": b.kind, "part": b.part} for b in state.pending]
    },
    "requests": _requests,
    "winner": lambda state: {"winner": state.winner},
}
"""The words of the record for a field of the state."""

_LEFT_OUT = (
    *("options", "serials", "step", "battle", "undo", "wars"),
    *("conceded", "refused_leave", "granted_leave", "used_advantages", "advantages_in_force"),
)
"""Fields that the record does not tell: they lie on no table, show only in what the powers do, or stand elsewhere."""

_VALUES = TypeAdapter(dict[str, Any])
