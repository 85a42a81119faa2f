"""What is different from an earlier position: territories that changed hands, units that came and went."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from maps.board.assets import Board
from maps.board.canvas import Canvas
from maps.board.names import called, name_of
from maps.board.powers import in_order
from maps.board.territories import land_colour, stripe, stripes_sample
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.overlays.shapes.change_badges import DifferenceBadge, HandoverBadge, signs_sample
from maps.position_words import names_of, units_in_words
from maps.signs.silhouettes import units_in_order
from maps.stacks.contents import Cell, Stack

MOST_BADGES = 40  # of more changes only the sums are shown

Counts = Mapping[str, int]
Changed = Mapping[str, Mapping[str, Counts]]


@dataclass(frozen=True)
class Changes(Overlay):
    """The differences between an earlier position and the one that is shown; `when` that was, if it is to be said."""

    before: Mapping[str, Any]
    when: str = ""
    rank = 1

    @classmethod
    def since(cls, position: Position, when: str = "") -> Self:
        """The changes since a position, of which only what is compared is kept."""
        return cls({key: position.get(key, {}) for key in ("owners", "units")}, when)

    def tint(self, canvas: Canvas) -> None:
        """Light stripes over what changed hands."""
        for space in changed_hands(self.before, canvas.position):
            stripe(canvas, canvas.board.space(space))

    def badges(self, _board: Board, position: Position, /) -> Sequence[Stack]:
        """Former and new owner, then units that came or went, by power."""
        hands, units = changed_hands(self.before, position), changed_units(self.before, position)
        many = sum(len(powers) for powers in units.values()) > MOST_BADGES
        return [_stack(space, hands.get(space), units.get(space, {}), many=many) for space in sorted({*hands, *units})]

    def legend(self, board: Board, position: Position, height: int, /) -> Sequence[LegendEntry]:
        """The signs that occur; the stripes of what was captured this turn are explained already."""
        since = f" since {self.when}" if self.when else ""
        explained = position.get("captured_this_turn", ())
        striped = [(space, now) for space, (_, now) in changed_hands(self.before, position).items()]
        colours = [land_colour(board.space(space), now) for space, now in striped if space not in explained]
        entries = []
        if colours:
            entries.append(LegendEntry(stripes_sample(height, colours[0]), f"changed hands{since}"))
        if changed_units(self.before, position):
            entries.append(LegendEntry(signs_sample(height), f"units that came or went{since}"))
        return entries

    def sentences(self, board: Board, position: Position, seen: Collection[str], /) -> Sequence[str]:
        """What changed hands, then what came and went, space by space."""
        said: list[str] = []
        for space, (former, now) in changed_hands(self.before, position).items():
            names = [called(power) if power else "nobody" for power in (former, now)]
            said += [f"{names_of(board, [space])} went from {names[0]} to {names[1]}."] if space in seen else []
        for space, powers in changed_units(self.before, position).items():
            parts = [_difference_in_words(power, powers[power]) for power in in_order(powers)]
            said += [f"Changed in {names_of(board, [space])}: {'; '.join(parts)}."] if space in seen else []
        if not self.when:
            return said
        return [f"Changes since {self.when}:", *said] if said else [f"Nothing here has changed since {self.when}."]


def changed_hands(before: Position, after: Position) -> dict[str, tuple[str, str]]:
    """Former and new owner ("" for nobody) of each territory that changed hands."""
    was, now = before.get("owners", {}), after.get("owners", {})
    return {space: (was.get(space) or "", now[space] or "") for space in sorted(now) if was.get(space) != now[space]}


def changed_units(before: Position, after: Position) -> Changed:
    """How many units of each kind came to a space (positive) or left it, by space and power."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    was, now = before.get("units", {}), after.get("units", {})
    differing = {space for space in {*was, *now} if was.get(space) != now.get(space)}
    for space, power, unit in sorted({*_kinds(before, differing), *_kinds(after, differing)}):
        difference = _count(after, space, power, unit) - _count(before, space, power, unit)
        if difference:
            found.setdefault(space, {}).setdefault(power, {})[unit] = difference
    return found


def _stack(space: str, hands: tuple[str, str] | None, units: Mapping[str, Counts], *, many: bool) -> Stack:
    """The badges of a space: former and new owner, then by power what came or went, only the sums where it is much."""
    signs = (HandoverBadge("", (), *hands),) if hands else ()
    rows = {power: _sums(units[power]) if many else tuple(units_in_order(units[power])) for power in in_order(units)}
    return Stack(space, signs, tuple(DifferenceBadge(p, tuple(Cell(u, n) for u, n in row)) for p, row in rows.items()))


def _sums(changes: Counts) -> tuple[tuple[str, int], ...]:
    """How many units came and how many went, whatever they are."""
    sums = (sum(n for n in changes.values() if n > 0), sum(n for n in changes.values() if n < 0))
    return tuple(("", number) for number in sums if number)


def _kinds(position: Position, spaces: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    for space in spaces:
        for power, units in position.get("units", {}).get(space, {}).items():
            yield from ((space, power, unit) for unit in units)


def _count(position: Position, space: str, power: str, unit: str) -> int:
    return int(position.get("units", {}).get(space, {}).get(power, {}).get(unit, 0))


def _difference_in_words(power: str, changes: Counts) -> str:
    came = units_in_words({unit: number for unit, number in changes.items() if number > 0})
    went = units_in_words({unit: -number for unit, number in changes.items() if number < 0})
    parts = [f"{came} more" if came else "", f"{went} fewer" if went else ""]
    return f"{name_of(power)} {', '.join(part for part in parts if part)}"
