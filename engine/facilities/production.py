"""What territories yield: IPCs, and new units through industrial complexes."""

from __future__ import annotations

from collections.abc import Mapping

from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId
from engine.table.state import GameState, Piece


def complex_in(state: GameState, territory: SpaceId) -> UnitId | None:
    """The industrial complex that stands in a territory."""
    here = state.facilities.get(territory, ())
    return next((facility for facility in here if state.edition.unit[facility].production), None)


def has_complex(state: GameState, territory: SpaceId) -> bool:
    """Whether an industrial complex stands in a territory."""
    return complex_in(state, territory) is not None


def damage_to(state: GameState, territory: SpaceId, facility: UnitId) -> int:
    """The damage that a facility has taken and nobody has paid for (PUR-22)."""
    return state.damage.get(territory, {}).get(facility, 0)


def damage_limit(state: GameState, territory: SpaceId, facility: UnitId) -> int:
    """The most damage that a facility takes in all, whatever more it produces (SPC-35, UNI-40, RES-43)."""
    limit = state.edition.unit[facility].damage_limit
    if limit == "twice_territory_ipc":
        return 2 * state.edition.board.territory[territory].ipc
    return limit or 0


def usable_complexes(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """Territories whose industrial complex the power has controlled since its turn began (MOB-01, MOB-02, MOB-18)."""
    return tuple(
        territory
        for territory in sorted(state.facilities)
        if has_complex(state, territory)
        and state.owners[territory] == power
        and state.owner_at_turn_start(territory) == power
        and territory not in state.turn.idle_complexes
    )


def capacity(state: GameState, territory: SpaceId) -> int:
    """Units that the complex can still place this turn, never below 0 (MOB-12, MOB-14).

    That is the territory's value, more with increased production (RES-40), less the damage (SPC-39) and what it has
    placed.
    """
    facility, owner = complex_in(state, territory), state.owners[territory]
    if facility is None or owner is None:
        return 0
    value = state.edition.board.territory[territory].ipc
    if value >= state.edition.parameters.economy.extra_production_from:
        value += state.unit_of(owner, facility).extra_production
    return max(0, value - damage_to(state, territory, facility) - state.turn.placed.get(territory, 0))


def income(state: GameState, power: PowerId) -> int:
    """The national production level: the values of all territories controlled (INC-01, INC-05)."""
    return sum(income_of(state, account) for account in state.edition.accounts_of(power))


def income_of(state: GameState, account: Account) -> int:
    """The part of its power's production level that an account collects (INC-08, INC-09).

    No convoys lessen it (INC-12), and what objectives pay comes on top (INC-23). Without IPCs there is none (INC-07).
    """
    if account.ipcs is None:
        return 0
    power, edition = account.power, state.edition
    held = [t for t in edition.board.territories if state.owners[t.id] == power]
    return sum(t.ipc for t in held if edition.account_of(t.id, power) == account)


def new_pieces(state: GameState, power: PowerId, units: Mapping[UnitId, int], space: SpaceId) -> tuple[Piece, ...]:
    """Pieces with the next numbers of a power, in the order of the unit table."""
    pieces = []
    for unit in sorted(units, key=lambda unit: state.edition.unit_rank[unit]):
        key = f"{power}.{unit}"
        first = state.serials.get(key, 0) + 1
        pieces += [Piece(f"{key}.{n}", power, unit, space) for n in range(first, first + units[unit])]
    return tuple(pieces)
