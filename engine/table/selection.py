"""Which pieces an order in counts means: the fittest that may obey it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.quoting import quoted
from engine.table.pieces import Piece, PieceId
from engine.table.state import GameState
from engine.table.words import called, listed, pieces_in_words, place, with_article

Check = Callable[[Piece], None]


def refusal(check: Check, piece: Piece) -> IllegalAction | None:
    """The IllegalAction that a check raises for a piece, or None."""
    try:
        check(piece)
    except IllegalAction as no:
        return no
    return None


def check_units_known(state: GameState, units: Mapping[UnitId, int]) -> None:
    """Raise IllegalAction (`units`) for a unit that the edition does not have."""
    for unit in units:
        if unit in state.edition.unit:
            continue
        if names := [with_article(state.edition.unit[each].name) for each in called(state.edition, unit)]:
            raise IllegalAction("units", f"{quoted(unit)} can be {listed(names, 'or')}: say which of them.")
        raise IllegalAction("units", f"There is no unit {quoted(unit)} in this edition.")


def to_move(state: GameState, piece: Piece) -> tuple[int, int, int]:
    """Sort key, fittest to move first: most movement left, undamaged, lowest number."""
    return piece.used - state.type_of(piece).move, piece.hits_taken, piece.number


def choose(
    state: GameState,
    where: SpaceId,
    pool: Sequence[Piece],
    units: Mapping[UnitId, int],
    pick: Sequence[PieceId],
    check: Check,
    passed_over: int = 0,
) -> tuple[Piece, ...]:
    """The picked pieces of those in a space, and of each unit as many more as are asked for, all passing `check`.

    Of each unit so many of the fittest are passed over, as far as enough others are left.
    Raises IllegalAction: `units` where there are too few, else what the check says of the first that fails it.
    """
    check_units_known(state, units)
    here = {piece.id: piece for piece in pool}
    if missing := [i for i in pick if i not in here]:
        raise IllegalAction("units", f"{quoted(missing[0])} is not there to obey this order.")
    chosen = [here[i] for i in dict.fromkeys(pick)]
    for unit in sorted(units, key=lambda unit: state.edition.unit_rank[unit]):
        wanted = units[unit] - sum(1 for piece in chosen if piece.unit == unit)
        taken = {piece.id for piece in chosen}
        others = [piece for piece in pool if piece.unit == unit and piece.id not in taken]
        if len(others) < wanted:
            raise _too_few(state, where, unit, units[unit], [piece for piece in pool if piece.unit == unit])
        chosen += _fittest(state, others, wanted, check, passed_over)
    if not chosen:
        raise IllegalAction("units", "The order names no units.")
    for piece in chosen:
        check(piece)
    return tuple(sorted(chosen, key=state.rank))


def _too_few(state: GameState, where: SpaceId, unit: UnitId, wanted: int, pool: Sequence[Piece]) -> IllegalAction:
    have = pieces_in_words(state, pool) or f"no {state.edition.unit[unit].plural}"
    ordered = state.edition.unit[unit].counted(wanted)
    verb = "is" if len(pool) == 1 else "are"
    there = f"{have} {verb} there for this order"
    return IllegalAction("units", f"You order {ordered} in {place(state, where)}, but {there}.")


def _fittest(state: GameState, pool: Sequence[Piece], wanted: int, check: Check, passed_over: int) -> list[Piece]:
    if wanted <= 0:
        return []
    ranked = sorted(pool, key=lambda piece: to_move(state, piece))
    refusals = [refusal(check, piece) for piece in ranked]
    able = [piece for piece, refused in zip(ranked, refusals, strict=True) if refused is None]
    if len(able) < wanted:
        raise next(refused for refused in refusals if refused)
    first = min(passed_over, len(able) - wanted)
    return able[first : first + wanted]
