"""Which pieces an order in counts means: the fittest that may obey it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.known import Kind, kinds_at
from engine.state.pieces import Piece, PieceId
from engine.state.words import called, listed, number, pieces_in_words, place, with_article

MOST_PLACES = 4
"""Places that are named of those where units stand."""

Check = Callable[[Piece], None]
Fitness = Callable[[Piece], tuple[int, ...]]
"""A sort key: the fittest to obey come first."""


def refusal(check: Check, piece: Piece) -> IllegalAction | None:
    """The IllegalAction that a check raises for a piece, or None."""
    try:
        check(piece)
    except IllegalAction as no:
        return no.alone()
    return None


def check_units_known(state: GameState, units: Mapping[UnitId, int]) -> None:
    """Raise IllegalAction (`units`) for a unit that the edition does not have."""
    for unit in units:
        if unit in state.edition.unit:
            continue
        if names := [with_article(state.edition.unit[each].name) for each in called(state.edition, unit)]:
            raise IllegalAction("units", f"{quoted(unit)} can be {listed(names, 'or')}. Say which one.")
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
) -> tuple[Piece, ...]:
    """The picked pieces of those in a space, and of each unit as many more as are asked for, all passing `check`.

    pool: pieces of the space, in its order. Raises IllegalAction: `units` where there are too few, else what the check
    says of the first that fails it.
    """
    return next(choices(state, where, pool, units, pick, check))


def choices(
    state: GameState,
    where: SpaceId,
    pool: Sequence[Piece],
    units: Mapping[UnitId, int],
    pick: Sequence[PieceId],
    check: Check,
    fitness: Fitness | None = None,
) -> Iterator[tuple[Piece, ...]]:
    """What `choose` gives, and then what it would if of each unit more and more of the fittest were passed over.

    Pieces that are alike are never passed over for each other. fitness: `to_move` where none is given. Raises as
    `choose` does.
    """
    check_units_known(state, units)
    kinds = kinds_at(state, where)
    picked = _picked(pool, pick)
    taken = {piece.id for piece in picked}
    rows: list[tuple[list[Piece], int]] = []
    for unit in sorted(units, key=lambda unit: state.edition.unit_rank[unit]):
        wanted = units[unit] - (sum(1 for piece in picked if piece.unit == unit) if picked else 0)
        others = [piece for piece in pool if piece.unit == unit and piece.id not in taken]
        if len(others) < wanted:
            raise _too_few(state, where, unit, units[unit], [piece for piece in pool if piece.unit == unit])
        if wanted > 0:
            rows.append((_able(state, others, wanted, check, kinds, fitness), wanted))
    if not rows and not picked:
        raise IllegalAction("units", "Name at least one unit.")
    for piece in picked:
        check(piece)
    if len(rows) == 1 and not picked and len({kinds[piece.id] for piece in rows[0][0]}) == 1:
        able, wanted = rows[0]
        yield tuple(able[:wanted])
        return
    tried: set[frozenset[tuple[Kind, int]]] = set()
    for passed_over in range(max((len(able) - wanted for able, wanted in rows), default=0) + 1):
        if passed_over and all(_swaps_alike(kinds, able, wanted, passed_over) for able, wanted in rows):
            continue
        starts = [min(passed_over, len(able) - wanted) for able, wanted in rows]
        chosen = [p for (able, wanted), start in zip(rows, starts, strict=True) for p in able[start : start + wanted]]
        if not passed_over:
            yield tuple(sorted((*picked, *chosen), key=state.rank))
            tried.add(_of_kinds(kinds, chosen))
        elif (of_kinds := _of_kinds(kinds, chosen)) not in tried:
            tried.add(of_kinds)
            yield tuple(sorted((*picked, *chosen), key=state.rank))


def _of_kinds(kinds: Mapping[PieceId, Kind], chosen: Sequence[Piece]) -> frozenset[tuple[Kind, int]]:
    return frozenset(Counter(kinds[piece.id] for piece in chosen).items())


def _picked(pool: Sequence[Piece], pick: Sequence[PieceId]) -> list[Piece]:
    here = {piece.id: piece for piece in pool} if pick else {}
    if missing := [i for i in pick if i not in here]:
        raise IllegalAction("units", f"{quoted(missing[0])} is not there for this order.")
    return [here[i] for i in dict.fromkeys(pick)]


def _swaps_alike(kinds: Mapping[PieceId, Kind], able: Sequence[Piece], wanted: int, passed_over: int) -> bool:
    """Whether passing over one more of a unit takes a piece in the place of one that is alike, or none at all."""
    comes = passed_over + wanted - 1
    return comes >= len(able) or kinds[able[passed_over - 1].id] == kinds[able[comes].id]


def _too_few(state: GameState, where: SpaceId, unit: UnitId, wanted: int, pool: Sequence[Piece]) -> IllegalAction:
    have = pieces_in_words(state, pool) or f"no {state.edition.unit[unit].plural}"
    ordered = state.edition.unit[unit].counted(wanted)
    verb = "is" if len(pool) == 1 else "are"
    there = f"{have} {verb} there for this order"
    told = f"You ordered {ordered} in {place(state, where)}, but {there}."
    is_any_there = any((piece.unit, piece.power) == (unit, state.power) for piece in state.at(where))
    elsewhere = "" if is_any_there else told_where(state, unit, state.power)
    return IllegalAction("units", f"{told} {elsewhere}".rstrip())


def where_stand(state: GameState, unit: UnitId, power: PowerId) -> dict[SpaceId, int]:
    """How many units of a type a power has in which space, most first."""
    counts = Counter(piece.space for piece in state.pieces.values() if piece.unit == unit and piece.power == power)
    return dict(sorted(counts.items(), key=lambda found: (-found[1], found[0])))


def told_where(state: GameState, unit: UnitId, power: PowerId) -> str:
    """ "Your submarines are in sea zone 38 (2), sea zone 40 (1)."; nothing where there are none."""
    found = where_stand(state, unit, power)
    whose = "Your" if power == state.power else state.edition.power[power].adjective
    name = state.edition.unit[unit]
    if len(found) < 2:
        (space, count), *_ = *found.items(), ("", 0)
        are = f"{name.name} is" if count == 1 else f"{name.counted(count)} are"
        return f"{whose} {are} in {place(state, space)}." if count else ""
    told = [f"{place(state, space)} ({count})" for space, count in list(found.items())[:MOST_PLACES]]
    more = [number(len(found) - MOST_PLACES, "more place")] if len(found) > MOST_PLACES else []
    return f"{whose} {name.plural} are in {listed([*told, *more])}."


def _able(
    state: GameState,
    pool: Sequence[Piece],
    wanted: int,
    check: Check,
    kinds: Mapping[PieceId, Kind],
    fitness: Fitness | None,
) -> list[Piece]:
    """Those that pass the check, fittest first; raises what it says of the first that fails, where too few pass."""
    alike: defaultdict[Kind, list[Piece]] = defaultdict(list)
    for piece in pool:
        alike[kinds[piece.id]].append(piece)
    if len(alike) == 1:
        if (no := refusal(check, pool[0])) is not None:
            raise no
        return sorted(pool, key=fitness) if fitness else [*pool]
    key = fitness or (lambda piece: to_move(state, piece))
    refused: dict[Kind, IllegalAction | None] = {}
    for kind in sorted(alike, key=lambda kind: key(alike[kind][0])):
        refused[kind] = refusal(check, alike[kind][0])
    able = [pieces for kind, pieces in alike.items() if refused[kind] is None]
    if sum(map(len, able)) < wanted:
        raise next(no for no in refused.values() if no)
    return able[0] if len(able) == 1 and not fitness else sorted(chain.from_iterable(able), key=key)
