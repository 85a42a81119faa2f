"""What territories yield in IPCs, and the numbers of new pieces."""

from __future__ import annotations

from collections.abc import Mapping

from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece

__all__ = ["income_of", "new_pieces"]


def income(state: GameState, power: PowerId) -> int:
    """The national production level: the values of all territories controlled (INC-01, INC-05)."""
    return sum(income_of(state, account) for account in state.edition.accounts_of(power))


def income_of(state: GameState, account: Account) -> int:
    """The part of its power's production level that an account collects (INC-08, INC-09).

    What objectives pay comes on top (INC-23), what convoys lose is taken off (INC-06). Without IPCs there is none
    (INC-07).
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
