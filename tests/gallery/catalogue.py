"""The pictures of the gallery: names, and how each is made. Nothing is loaded or drawn before it is asked for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from maps import WHOLE_BOARD, Arrow, Battles, Moves, Picture, View, draw_board, front_view, region_view, space_view
from maps.board import board_names, load_board, load_meta
from tests.maps.positions import Position, late_war, opening

ZOOMED = {"pacific_1940": "philippines"}  # elsewhere the United Kingdom


@dataclass(frozen=True)
class Exhibit:
    """A picture of the gallery; `position` is what it shows if it is of a board."""

    name: str
    draw: Callable[[], Picture]
    position: Callable[[], Position] | None = None
    whole: bool = False  # a whole board


@cache
def late(board: str) -> Position:
    """The crowded position of a board."""
    return late_war(board)


def boards(board: str) -> Iterator[Exhibit]:
    """A board at its start and late in the war: whole, by regions, around a space, along the front."""

    def start() -> Position:
        return opening(board)

    def crowded() -> Position:
        return late(board)

    def drawn(view: Callable[[], View], title: str) -> Callable[[], Picture]:
        return lambda: draw_board(board, crowded(), view(), title=title, overlays=[_battles_of(crowded())])

    yield Exhibit(f"{board}-start", lambda: draw_board(board, start(), title="The start"), start, whole=True)
    yield Exhibit(f"{board}-late", drawn(lambda: WHOLE_BOARD, "Late in the war"), crowded, whole=True)
    for region, content in load_meta(board)["regions"].items():
        view = _region(board, region)
        yield Exhibit(f"{board}-late-{region}", drawn(view, f"Late in the war, {content['name']}"), crowded)
    zoomed = ZOOMED.get(board, "united_kingdom")
    yield Exhibit(f"{board}-zoom-1", drawn(lambda: space_view(board, zoomed), "One step around"), crowded)
    yield Exhibit(f"{board}-zoom-2", drawn(lambda: space_view(board, zoomed, 2), "Two steps around"), crowded)
    yield Exhibit(f"{board}-front", drawn(lambda: front_view(board, _battles(crowded())), "The front"), crowded)


def _region(board: str, region: str) -> Callable[[], View]:
    return lambda: region_view(board, region)


def moves(board: str) -> Iterator[Exhibit]:
    """Arrows with counts over a crowded board, whole and along the front."""

    def drawn(view: Callable[[tuple[Arrow, ...]], View]) -> Picture:
        position, arrows = late(board), _arrows(board)
        return draw_board(board, position, view(arrows), title="Moves", overlays=[Moves(arrows), _battles_of(position)])

    yield Exhibit(f"{board}-moves", lambda: drawn(lambda _: WHOLE_BOARD), lambda: late(board), whole=True)
    yield Exhibit(f"{board}-moves-front", lambda: drawn(lambda arrows: _along(board, arrows)), lambda: late(board))


def exhibits() -> tuple[Exhibit, ...]:
    """The whole gallery."""
    return tuple(exhibit for board in board_names() for part in (boards, moves) for exhibit in part(board))


def _battles(position: Position) -> tuple[str, ...]:
    return tuple(battle["space"] for battle in position["pending_battles"])


def _battles_of(position: Position) -> Battles:
    return Battles.at(_battles(position))


def _along(board: str, arrows: tuple[Arrow, ...]) -> View:
    return front_view(board, [space for arrow in arrows for space in (arrow.path[0], arrow.path[-1])])


@cache
def _arrows(board: str) -> tuple[Arrow, ...]:
    """Moves out of the crowded spaces: to neighbours, and over one of them a step on."""
    shown, stacks, found = load_board(board), late(board)["units"], list[Arrow]()
    for space in sorted(stacks, key=lambda space: (-_number(stacks[space]), space))[:6]:
        power, units = max(stacks[space].items(), key=lambda item: (sum(item[1].values()), item[0]))
        label = ", ".join(f"{count} {unit.replace('_', ' ')}" for unit, count in list(units.items())[:2])
        is_sea = shown.space(space).is_sea
        near = [other for other in sorted(shown.neighbours[space]) if shown.space(other).is_sea == is_sea]
        found += [Arrow((space, other), power, label) for other in near[::3]]
        beyond = sorted(shown.neighbours[near[0]] - shown.neighbours[space] - {space}) if near else []
        found += [Arrow((space, near[0], beyond[0]), power, label)] if beyond else []
    return tuple(found)


def _number(stack: dict[str, dict[str, int]]) -> int:
    return sum(count for units in stack.values() for count in units.values())
