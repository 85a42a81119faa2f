"""The pictures of the gallery: names, and how each is made. Nothing is loaded or drawn before it is asked for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from maps import (
    WHOLE_BOARD,
    Overlay,
    Picture,
    Scene,
    View,
    draw_board,
    draw_replay,
    front_view,
    region_view,
    space_view,
)
from maps.battles.board import draw_battle
from maps.board.assets import load_meta
from maps.charts.drawing import draw_charts
from tests.gallery.overlaid import arrows, battlefields, clashes, each_overlay, earlier, late
from tests.gallery.style_sheets import SHEETS
from tests.maps.battle_samples import BOARDS as BATTLES
from tests.maps.chart_samples import CHARTS
from tests.maps.positions import Position, opening
from tests.published import BOARDS

ZOOMED = {"pacific_1940": "philippines"}  # elsewhere the United Kingdom
OVERLAYS = (
    "moves",
    "battles",
    "changes",
    "reach",
    "income",
    "convoys",
    "relations",
    "scrambles",
    "report",
    "everything",
)


@dataclass(frozen=True)
class Exhibit:
    """A picture of the gallery; `position` is what it shows if it is of a board."""

    name: str
    draw: Callable[[], Picture]
    position: Callable[[], Position] | None = None
    whole: bool = False  # a whole board


def boards(board: str) -> Iterator[Exhibit]:
    """A board at its start and late in the war: whole, by regions, around a space, along the front."""
    start, crowded = partial(opening, board), partial(late, board)
    yield Exhibit(f"{board}-start", lambda: draw_board(board, start(), title="The start"), start, whole=True)
    yield Exhibit(f"{board}-late", _late(board, lambda: WHOLE_BOARD, "Late in the war"), crowded, whole=True)
    for region, content in load_meta(board)["regions"].items():
        view, title = partial(region_view, board, region), f"Late in the war, {content['name']}"
        yield Exhibit(f"{board}-late-{region}", _late(board, view, title), crowded)
    zoomed = ZOOMED.get(board, "united_kingdom")
    for steps, title in ((1, "One step around"), (2, "Two steps around")):
        view = partial(space_view, board, zoomed, steps)
        yield Exhibit(f"{board}-zoom-{steps}", _late(board, view, title), crowded)


def overlaid(board: str) -> Iterator[Exhibit]:
    """Each overlay and some together over a crowded board, whole and along the front."""
    crowded = partial(late, board)
    for name in OVERLAYS:
        overlays = partial(_overlays, board, name)
        yield Exhibit(f"{board}-{name}", _late(board, lambda: WHOLE_BOARD, name, overlays), crowded, whole=True)
        yield Exhibit(f"{board}-{name}-front", _late(board, partial(_front, board), name, overlays), crowded)


def _late(
    board: str, view: Callable[[], View], title: str, overlays: Callable[[], tuple[Overlay, ...]] | None = None
) -> Callable[[], Picture]:
    def draw() -> Picture:
        return draw_board(
            board, late(board), view(), title=title, overlays=overlays() if overlays else [clashes(board)]
        )

    return draw


def _overlays(board: str, name: str) -> tuple[Overlay, ...]:
    return each_overlay(board)[name]


def _front(board: str) -> View:
    return front_view(board, battlefields(board))


def battles() -> Iterator[Exhibit]:
    """The board of each kind of battle."""
    for name, battle in BATTLES.items():
        yield Exhibit(f"battle-{name}", lambda battle=battle: draw_battle(battle()))  # type: ignore[misc]


@cache
def _charts() -> dict[str, Picture]:
    return dict(zip(CHARTS, draw_charts(tuple(CHARTS.values())), strict=True))


def charts() -> Iterator[Exhibit]:
    """Every kind of chart."""
    for name in CHARTS:
        yield Exhibit(f"chart-{name.replace(' ', '-')}", lambda name=name: _charts()[name])  # type: ignore[misc]


def replay(board: str) -> Exhibit:
    """Three scenes of a replay."""

    def draw() -> Picture:
        before, after = earlier(board), late(board)
        scenes = (
            Scene(before, "Round 11 begins"),
            Scene(after, "Round 11", "Moves and battles", after["power"], arrows(board), battlefields(board)),
            Scene(after, "Round 11 so far", "Income: Germany 40, United States 52"),
        )
        return draw_replay(board, scenes, alt_text="Three scenes of a replay.")

    return Exhibit(f"{board}-replay", draw)


def exhibits() -> tuple[Exhibit, ...]:
    """The whole gallery."""
    names = BOARDS
    of_boards = (exhibit for board in names for part in (boards, overlaid) for exhibit in part(board))
    sheets = (Exhibit(name, draw) for name, draw in SHEETS.items())
    return (*of_boards, *map(replay, names), *battles(), *charts(), *sheets)
