"""What is different from an earlier position: territories that changed hands, units that came and went."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from maps.board import Board
from maps.canvas import Canvas
from maps.overlays.change_badges import DifferenceBadge, HandoverBadge, signs_sample
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.powers import in_order, style_of
from maps.silhouettes import units_in_order
from maps.stacks import Stack
from maps.territories import stripe, stripes_sample
from maps.words import names_of, units_in_words

MOST_CELLS = 4

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
        handovers = [
            Stack(space, (HandoverBadge("", (), former, now),), ())
            for space, (former, now) in changed_hands(self.before, position).items()
        ]
        changed = changed_units(self.before, position)
        badges = list(_by_kind(changed, position))
        if len(badges) > MOST_BADGES:
            badges = list(_in_all(changed, position))
        return [*handovers, *(Stack(space, (badge,), ()) for space, badge in badges)]

    def legend(self, _board: Board, position: Position, height: int, /) -> Sequence[LegendEntry]:
        """The signs that occur; the stripes of what was captured this turn are explained already."""
        since = f" since {self.when}" if self.when else ""
        entries = []
        if changed_hands(self.before, position).keys() - set(position.get("captured_this_turn", ())):
            entries.append(LegendEntry(stripes_sample(height), f"changed hands{since}"))
        if changed_units(self.before, position):
            entries.append(LegendEntry(signs_sample(height), f"units that came or went{since}"))
        return entries

    def sentences(self, board: Board, position: Position, _seen: Collection[str], /) -> Sequence[str]:
        """What changed hands, then what came and went, space by space."""
        said = [f"Changes since {self.when}:"] if self.when else []
        for space, (former, now) in changed_hands(self.before, position).items():
            names = [style_of(power).name if power else "nobody" for power in (former, now)]
            said.append(f"{names_of(board, [space])} went from {names[0]} to {names[1]}.")
        for space, powers in changed_units(self.before, position).items():
            parts = [_difference_in_words(power, powers[power]) for power in in_order(powers)]
            said.append(f"Changed in {names_of(board, [space])}: {'; '.join(parts)}.")
        return said if len(said) > 1 or not self.when else [f"Nothing has changed since {self.when}."]


def changed_hands(before: Position, after: Position) -> dict[str, tuple[str, str]]:
    """Former and new owner ("" for nobody) of each territory that changed hands."""
    was, now = before.get("owners", {}), after.get("owners", {})
    return {space: (was.get(space) or "", now[space] or "") for space in sorted(now) if was.get(space) != now[space]}


def changed_units(before: Position, after: Position) -> Changed:
    """How many units of each kind came to a space (positive) or left it, by space and power."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for space, power, unit in sorted({*_kinds(before), *_kinds(after)}):
        difference = _count(after, space, power, unit) - _count(before, space, power, unit)
        if difference:
            found.setdefault(space, {}).setdefault(power, {})[unit] = difference
    return found


def _by_kind(changed: Changed, position: Position) -> Iterator[tuple[str, DifferenceBadge]]:
    """Badges that tell each kind of unit."""
    for space, powers in changed.items():
        for power in in_order(powers, position.get("owners", {}).get(space)):
            kinds = units_in_order(powers[power])
            for start in range(0, len(kinds), MOST_CELLS):
                yield space, DifferenceBadge(power, (), tuple(kinds[start : start + MOST_CELLS]))


def _in_all(changed: Changed, position: Position) -> Iterator[tuple[str, DifferenceBadge]]:
    """Badges that tell only how many units of a power came and went."""
    for space, powers in changed.items():
        for power in in_order(powers, position.get("owners", {}).get(space)):
            numbers = powers[power].values()
            sums = sum(n for n in numbers if n > 0), sum(n for n in numbers if n < 0)
            yield space, DifferenceBadge(power, (), tuple(("", number) for number in sums if number))


def _kinds(position: Position) -> Iterator[tuple[str, str, str]]:
    for space, powers in position.get("units", {}).items():
        for power, units in powers.items():
            yield from ((space, power, unit) for unit in units)


def _count(position: Position, space: str, power: str, unit: str) -> int:
    return int(position.get("units", {}).get(space, {}).get(power, {}).get(unit, 0))


def _difference_in_words(power: str, changes: Counts) -> str:
    came = units_in_words({unit: number for unit, number in changes.items() if number > 0})
    went = units_in_words({unit: -number for unit, number in changes.items() if number < 0})
    parts = [f"{came} more" if came else "", f"{went} less" if went else ""]
    return f"{style_of(power).name} {', '.join(part for part in parts if part)}"
