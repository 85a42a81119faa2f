"""The moves of a phase as arrows with what moves."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from maps.board import Board, Box
from maps.canvas import Canvas
from maps.layout import Head
from maps.lettering import font, text_width
from maps.overlays.arrows import Spot, curve, draw_arrow, head_box, outside, with_free_head
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.overlays.words_by_lines import Taken, place_beside
from maps.position_words import names_of, sentence
from maps.powers import DARK, PAPER, emblem_disc, style_of
from maps.sprites import rounded_mask

LABEL_SIZE = 17
NEAR_TAIL, MIDDLE = 0.3, 0.5  # shares of a line by which its words stand: the middle where two begin in one space
LARGEST = 1.5  # words of wide pictures grow no more than so many times


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
        for arrow in self.arrows:
            for points in _lines(canvas, arrow):
                draw_arrow(canvas.image, points, arrow.power, canvas.scale)
                canvas.layout.heads.append(Head(arrow.path[-1], head_box(points, canvas.scale)))

    def kept_free(self, canvas: Canvas, /) -> Sequence[Box]:
        """The heads: a badge on one would hide where a move ends."""
        lines = [line for arrow in self.arrows for line in _lines(canvas, arrow)]
        return [canvas.on_board(head_box(line, canvas.scale)) for line in lines]

    def write(self, canvas: Canvas) -> None:
        """What moves, beside each arrow or joined to it by a stroke; small or not at all where there is no room."""
        taken = Taken(canvas.layout, canvas.image.size)
        lines = {arrow: _lines(canvas, arrow) for arrow in self.arrows}
        for arrow, found in lines.items():
            if not arrow.label or not found:
                continue
            begins = {other.path[0]: line[0][0] for other, line in lines.items() if line}
            alone = sum(other.path[0] == arrow.path[0] for other in lines) == 1
            begins.pop(arrow.path[0], None)
            _write(canvas, arrow, found[0], taken, tuple(begins.values()), NEAR_TAIL if alone else MIDDLE)

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


def _lines(canvas: Canvas, arrow: Arrow) -> list[list[Spot]]:
    """The line of a move in pixels of the picture; twice where it runs over the edge of the board."""
    width = canvas.board.size[0]
    spots: list[Spot] = []
    for space in arrow.path:
        x, y = canvas.board.space(space).label_at
        if spots and canvas.board.wraps:
            # Go on by the shorter way around the globe.
            x += round((spots[-1][0] - x) / width) * width
        spots.append((float(x), float(y)))
    shift = int(spots[-1][0]) - canvas.board.space(arrow.path[-1]).label_at[0]
    points = outside(curve(spots), canvas.boxes(arrow.path[0]), canvas.boxes(arrow.path[-1], shift))
    return canvas.in_picture(with_free_head(points, canvas.all_boxes(shift), canvas.scale))


def _write(
    canvas: Canvas, arrow: Arrow, line: Sequence[Spot], taken: Taken, others: Sequence[Spot], best: float
) -> None:
    """Write the words of a move where there is room, near this share of its line and not by the tails of others."""
    for scale in sorted({min(canvas.scale, LARGEST), 1.0}, reverse=True):
        sprite = move_label(arrow.label, arrow.power, scale)
        placed = place_beside(sprite.size, line, taken, others=others, best=best)
        if placed is None:
            continue
        if placed.stroke:
            taken.add_line(canvas.join(arrow.label, *placed.stroke, style_of(arrow.power).plate, scale))
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
    return sentence(f"{style_of(arrow.power).name}: {arrow.label or 'a move'} from {way}")
