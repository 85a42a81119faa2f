"""The moves of a phase as arrows with what moves."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

from PIL import Image, ImageDraw

from maps.board.assets import Board, Box
from maps.board.canvas import Canvas
from maps.board.lettering import font, text_width
from maps.board.names import name_of
from maps.board.powers import DARK, PAPER, emblem_disc, style_of
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.overlays.shapes.arrows import Spot, draw_arrow, head_box, without_head
from maps.overlays.shapes.bent_strokes import place_apart
from maps.overlays.shapes.ways import Ground, way_of
from maps.overlays.shapes.words_by_lines import Placed, Taken, place_beside
from maps.position_words import names_of, sentence
from maps.signs.sprites import rounded_mask
from maps.stacks.layout import Head

LABEL_SIZE = 17
NEAR_TAIL, MIDDLE = 0.3, 0.5  # shares of a line by which its words stand: the middle where two begin in one space
LARGEST = 1.5  # words of wide pictures grow at most by this factor


@dataclass(frozen=True)
class Arrow:
    """A move: the spaces passed (two at least), the power, and what moves in a few words."""

    path: tuple[str, ...]
    power: str
    label: str

    def __post_init__(self) -> None:
        if len(self.path) < 2:
            raise ValueError(f"an arrow runs between two spaces, not {self.path}")


@dataclass(frozen=True)
class Moves(Overlay):
    """Arrows in the colours of their powers, each with what moves; `of` names the phase unless the title does."""

    arrows: tuple[Arrow, ...]
    of: str = ""
    rank = 3

    def spaces(self) -> Iterable[str]:
        """All spaces passed."""
        return (space for arrow in self.arrows for space in arrow.path)

    def draw(self, canvas: Canvas) -> None:
        """The arrows."""
        for drawn in _drawn(canvas, self.arrows):
            for points in drawn.lines:
                draw_arrow(canvas.image, points, drawn.arrow.power, drawn.scale)
                canvas.layout.heads.append(Head(drawn.arrow.path[-1], head_box(points, drawn.scale)))

    def write(self, canvas: Canvas) -> None:
        """What moves, beside each arrow or joined to it by a stroke; small or not at all where there is no room."""
        taken = Taken(canvas.layout, canvas.image.size)
        seen = [drawn for drawn in _drawn(canvas, self.arrows) if drawn.lines]
        for drawn in seen:
            arrow = drawn.arrow
            if not arrow.label:
                continue
            begins = {other.arrow.path[0]: other.lines[0][0] for other in seen}
            alone = sum(other.path[0] == arrow.path[0] for other in self.arrows) == 1
            begins.pop(arrow.path[0], None)
            _write(canvas, drawn, taken, tuple(begins.values()), NEAR_TAIL if alone else MIDDLE)

    def legend(self, _board: Board, _position: Position, height: int, /) -> Sequence[LegendEntry]:
        """An arrow of the first power that moves."""
        if not self.arrows:
            return ()
        size = height / 22
        sample = Image.new("RGBA", (2 * height, height), (*PAPER, 0))
        ground = Image.new("RGB", sample.size, style_of(self.arrows[0].power).land)
        draw_arrow(
            ground, [(size * 6, height / 2), (2 * height - size * 4, height / 2)], self.arrows[0].power, size * 0.7
        )
        sample.paste(ground, (0, 0), rounded_mask(*sample.size, 4))
        return (LegendEntry(sample, f"moves of {self.of}" if self.of else "moves"),)

    def sentences(self, board: Board, _position: Position, seen: Collection[str], /) -> Sequence[str]:
        """A sentence for each move of which something is seen."""
        sentences = [_sentence(board, arrow) for arrow in self.arrows if not set(arrow.path).isdisjoint(seen)]
        return [f"Moves of {self.of}:", *sentences] if self.of and sentences else sentences


class Drawn(NamedTuple):
    """An arrow as it is drawn: its line in pixels of the picture, twice where it runs over the edge of the board."""

    arrow: Arrow
    lines: list[list[Spot]]
    scale: float


def _drawn(canvas: Canvas, arrows: tuple[Arrow, ...]) -> list[Drawn]:
    """All arrows, each with its head off those before it."""
    return canvas.once(("arrows", arrows), lambda: list(_each_drawn(canvas, arrows)))


def _each_drawn(canvas: Canvas, arrows: tuple[Arrow, ...]) -> Iterator[Drawn]:
    heads: list[Box] = []
    for arrow in arrows:
        spots = _spots(canvas.board, arrow)
        shift = int(spots[-1][0]) - canvas.board.space(arrow.path[-1]).label_at[0]
        begin, end = canvas.boxes(arrow.path[0]), canvas.boxes(arrow.path[-1], shift)
        picture = canvas.left, canvas.top, canvas.right, canvas.bottom
        ground = Ground(canvas.board, picture, begin, end, canvas.all_boxes(shift), tuple(heads))
        first, last = (canvas.board.space(arrow.path[at]) for at in (0, -1))
        way = way_of(ground, spots, first, last, canvas.scale)
        heads.append(head_box(way.points, way.scale))
        yield Drawn(arrow, canvas.in_picture(way.points), way.scale)


def _spots(board: Board, arrow: Arrow) -> list[Spot]:
    """The names of the spaces passed, by the shorter way around the globe."""
    spots: list[Spot] = []
    for space in arrow.path:
        x, y = board.space(space).label_at
        if spots and board.wraps:
            x += round((spots[-1][0] - x) / board.size[0]) * board.size[0]
        spots.append((float(x), float(y)))
    return spots


def _write(canvas: Canvas, drawn: Drawn, taken: Taken, others: Sequence[Spot], best: float) -> None:
    """Write the words of a move where there is room, near this share of its line and not by the tails of others.

    Only where there is no room else do they lead to the head.
    """
    arrow, line = drawn.arrow, drawn.lines[0]
    scales = sorted({min(canvas.scale, LARGEST), 1.0}, reverse=True)
    ways: tuple[Callable[..., Placed | None], ...] = (partial(place_beside, others=others), place_apart)
    for find_place, points, scale in product(ways, (without_head(line, drawn.scale), line), scales):
        sprite = move_label(arrow.label, arrow.power, scale)
        placed = find_place(sprite.size, points, taken, best=best)
        if placed is None:
            continue
        if placed.stroke:
            for part in canvas.join(arrow.label, placed.stroke, style_of(arrow.power).plate, scale):
                taken.add_line(part)
        canvas.write(sprite, arrow.label, placed.box)
        taken.add(placed.box)
        return


@lru_cache(maxsize=256)
def move_label(text: str, power: str, scale: float = 1) -> Image.Image:
    """The words of a move on a light panel with the power's emblem."""
    size, height = round(LABEL_SIZE * scale), round(24 * scale)
    width = text_width(text, size, 600) + round(32 * scale)
    panel = Image.new("RGBA", (width, height), (*DARK, 0))
    panel.paste((*style_of(power).plate, 255), (0, 0), rounded_mask(width, height, 6))
    panel.paste((*PAPER, 255), (2, 2), rounded_mask(width - 4, height - 4, 4))
    panel.alpha_composite(emblem_disc(power, round(18 * scale)), (4, round(3 * scale)))
    spot = (round(26 * scale), height / 2)
    ImageDraw.Draw(panel).text(spot, text, font=font(size, 600), fill=(*DARK, 255), anchor="lm")
    return panel


def _sentence(board: Board, arrow: Arrow) -> str:
    way = " to ".join(names_of(board, [space]) for space in (arrow.path[0], arrow.path[-1]))
    return sentence(f"{name_of(arrow.power)}: {arrow.label or 'a move'} from {way}")
