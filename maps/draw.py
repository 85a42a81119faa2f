"""Draw a position on a board."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import BoundedSemaphore
from typing import Any

from PIL import Image, ImageDraw

from maps.board import Board, Box, Space, load_board
from maps.layout import Kind, Layout, Leader
from maps.overlays import Arrow, Spot, curve, draw_arrow, move_label, outside, place_label, title_strip
from maps.placing import PlacedStack, place_stacks
from maps.powers import CLOSED, DARK, PAPER, Colour, style_of
from maps.signs import Sign
from maps.sprites import HALO, canal_symbol, edge_letter, label_box, land_label, plate_sprite, zone_label
from maps.stacks import Plate, stacks_of
from maps.view import WHOLE_BOARD, View
from maps.words import alt_text

QUALITY, METHOD = 80, 2
STRIPE_EVERY, STRIPE_WIDTH = 18, 7
VOID: Colour = (188, 184, 172)

# A whole board takes about 80 MB while it is drawn; more at once would not be faster on few cores.
_at_once = BoundedSemaphore(2)


@dataclass(frozen=True)
class Picture:
    """An encoded picture with the words that say the same, and what stands where in it."""

    data: bytes
    filename: str
    alt_text: str
    size: tuple[int, int]
    layout: Layout = field(default_factory=Layout, compare=False)


def draw_board(
    board: str,
    position: Mapping[str, Any],
    view: View = WHOLE_BOARD,
    *,
    title: str = "",
    moves: Sequence[Arrow] = (),
    marks: Sequence[str] = (),
) -> Picture:
    """Draw a position as `engine.describe` gives it. `marks` are spaces with battles. Raises UnknownPlace."""
    shown = load_board(board)
    buffer = io.BytesIO()
    with _at_once:
        drawing = _Drawing(shown, position, view, moves, marks)
        image, layout = drawing.image, drawing.layout
        if title:
            legend = "light stripes: captured this turn" if position.get("captured_this_turn") else ""
            strip, texts = title_strip(image.width, title, position.get("power") or "", legend)
            layout.move_down(strip.height)
            for text, box in texts.items():
                layout.add("title", text, box)
            image = _below(strip, image)
        image.save(buffer, "WEBP", quality=QUALITY, method=METHOD)
    words = alt_text(shown, position, view, title=title, moves=moves, marks=marks)
    return Picture(buffer.getvalue(), f"{board}.webp", words, image.size, layout)


def _below(strip: Image.Image, image: Image.Image) -> Image.Image:
    both = Image.new("RGB", (image.width, strip.height + image.height))
    both.paste(strip, (0, 0))
    both.paste(image, (0, strip.height))
    return both


def visible_box(board: Board, view: View) -> Box:
    """The box of a view: within the board, or beyond its right edge where it wraps."""
    return view.box or (0, 0, *board.size)


class _Drawing:
    """One picture being drawn; `image` is the result."""

    def __init__(
        self, board: Board, position: Mapping[str, Any], view: View, moves: Sequence[Arrow], marks: Sequence[str]
    ) -> None:
        self.board, self.position = board, position
        for space in marks:
            board.space(space)
        self.left, self.top, self.right, self.bottom = visible_box(board, view)
        self.stacks = {stack.space: stack for stack in place_stacks(board, stacks_of(position, marks))}
        self.layout = Layout()
        self.image = self._ground()
        lines = [self._arrow_lines(arrow) for arrow in moves]
        for arrow, copies in zip(moves, lines, strict=True):
            for points in copies:
                draw_arrow(self.image, points, arrow.power)
        self._draw_signs()
        for stack in self.stacks.values():
            if stack.leader:
                self._draw_leader(stack.space, *stack.leader)
        for place in board.spaces.values():
            self._draw_label(place)
        for stack in self.stacks.values():
            self._draw_stack(stack)
        self._label_moves(moves, lines)

    def _cut(self, whole: Image.Image) -> Image.Image:
        """The visible part of one of the board's images; all of it is the shared image itself."""
        width = self.board.size[0]
        if (self.left, self.top, self.right, self.bottom) == (0, 0, *self.board.size):
            return whole
        if self.right <= width:
            return whole.crop((self.left, self.top, self.right, self.bottom))
        part = Image.new(whole.mode, (self.right - self.left, self.bottom - self.top))
        part.paste(whole.crop((self.left, self.top, width, self.bottom)), (0, 0))
        part.paste(whole.crop((0, self.top, self.right - width, self.bottom)), (width - self.left, 0))
        return part

    def _ground(self) -> Image.Image:
        """Sea, land in the colours of its owners, coasts and borders."""
        board = self.board
        numbers = self._cut(board.land)
        colours = numbers.copy()
        colours.putpalette(self._palette())
        land = colours.convert("RGB")
        for space in self.position.get("captured_this_turn", ()):
            self._stripe(land, numbers, board.space(space))
        ground = self._cut(board.base).copy()
        ground.paste(land, (0, 0), self._cut(board.land_mask))
        ground.paste(DARK, (0, 0), self._cut(board.ink))
        return ground

    def _palette(self) -> list[int]:
        palette = [*VOID] * 256
        for space in self.board.spaces.values():
            if not space.is_sea:
                palette[3 * space.number : 3 * space.number + 3] = land_colour(space, self._owner(space))
        return palette

    def _owner(self, space: Space) -> str:
        return self.position.get("owners", {}).get(space.id) or ""

    def _stripe(self, land: Image.Image, numbers: Image.Image, space: Space) -> None:
        """Light stripes over a territory that changed hands this turn."""
        light: Colour = tuple(round(0.45 * c + 0.55 * 255) for c in land_colour(space, self._owner(space)))  # type: ignore[assignment]
        for shift in self._shifts():
            left, top = max(0, space.box[0] + shift - self.left), max(0, space.box[1] - self.top)
            right = min(land.width, space.box[2] + shift - self.left)
            bottom = min(land.height, space.box[3] - self.top)
            if left >= right or top >= bottom:
                continue
            number = space.number
            inside = numbers.crop((left, top, right, bottom)).point(lambda value, n=number: 255 if value == n else 0)
            stripes = Image.new("L", inside.size, 0)
            draw = ImageDraw.Draw(stripes)
            for x in range(0, inside.width + inside.height, STRIPE_EVERY):
                draw.line([(x, 0), (x - inside.height, inside.height)], fill=255, width=STRIPE_WIDTH)
            empty = Image.new("L", inside.size, 0)
            empty.paste(stripes, (0, 0), inside)
            land.paste(light, (left, top), empty)

    def _shifts(self) -> tuple[int, ...]:
        """Where the board is repeated in this picture."""
        width = self.board.size[0]
        return (-width, 0, width) if self.board.wraps else (0,)

    def _paste(
        self,
        sprite: Image.Image,
        spot: tuple[int, int],
        kind: Kind,
        about: str,
        *,
        rim: int = 0,
        plate: Plate | None = None,
    ) -> None:
        """Put a sprite with its top left corner at a pixel of the board, wherever seen; its rim may be covered."""
        for shift in self._shifts():
            left, top = spot[0] + shift - self.left, spot[1] - self.top
            right, bottom = left + sprite.width, top + sprite.height
            if right > 0 and left < self.image.width and bottom > 0 and top < self.image.height:
                self.image.paste(sprite, (left, top), sprite)
                self.layout.add(kind, about, (left + rim, top + rim, right - rim, bottom - rim), plate)

    def _draw_signs(self) -> None:
        width = self.board.size[0]
        for canal in self.board.canals:
            symbol = canal_symbol(canal.closed)
            at = canal.at[0] - symbol.width // 2, canal.at[1] - symbol.height // 2
            self._paste(symbol, at, "sign", canal.name)
        if self.right > width:
            return  # The edge is inside the picture: nothing is cut there.
        for mark in self.board.letters:
            sprite = edge_letter(mark.letter)
            for x in (3, width - 3 - sprite.width):
                self._paste(sprite, (x, mark.y - sprite.height // 2), "letter", mark.letter)

    def _draw_label(self, space: Space) -> None:
        if space.is_sea:
            sprite = zone_label(space.lines[0], space.symbols)
        else:
            sprite = land_label(space.lines, space.city, space.value, sign_of(space, self._owner(space)))
        at = space.label_at[0] - sprite.width // 2, space.label_at[1] - sprite.height // 2
        self._paste(sprite, at, "name", space.id, rim=0 if space.is_sea else HALO)

    def _draw_stack(self, stack: PlacedStack) -> None:
        for row in stack.rows:
            for plate, x in row.plates():
                self._paste(plate_sprite(plate, row.scale), (x, row.y), "units", stack.space, plate=plate)

    def _draw_leader(self, space: str, start: tuple[int, int], end: tuple[int, int]) -> None:
        draw = ImageDraw.Draw(self.image)
        for shift in self._shifts():
            (x0, y0), (x1, y1) = ((x + shift - self.left, y - self.top) for x, y in (start, end))
            self.layout.leaders.append(Leader(space, (x0, y0), (x1, y1)))
            draw.line([(x0, y0), (x1, y1)], fill=PAPER, width=5)
            draw.ellipse((x0 - 5, y0 - 5, x0 + 5, y0 + 5), fill=PAPER)
            draw.line([(x0, y0), (x1, y1)], fill=DARK, width=2)
            draw.ellipse((x0 - 3, y0 - 3, x0 + 3, y0 + 3), fill=DARK)

    def _boxes(self, space: str) -> list[Box]:
        """What the label and the stack of a space cover, in pixels of the board."""
        boxes = [label_box(self.board.space(space))]
        return boxes + [row.box for row in self.stacks[space].rows] if space in self.stacks else boxes

    def _arrow_lines(self, arrow: Arrow) -> list[list[Spot]]:
        """The line of a move in pixels of the picture; twice where it runs over the edge of the board."""
        width = self.board.size[0]
        spots: list[Spot] = []
        for space in arrow.path:
            x, y = self.board.space(space).label_at
            if spots and self.board.wraps:
                # Go on by the shorter way around the globe.
                x += round((spots[-1][0] - x) / width) * width
            spots.append((float(x), float(y)))
        points = outside(curve(spots), self._boxes(arrow.path[0]), self._shifted_boxes(arrow.path[-1], spots[-1][0]))
        shifts = [shift for shift in self._shifts() if any(self.left <= x + shift < self.right for x, _ in points)]
        return [[(x + shift - self.left, y - self.top) for x, y in points] for shift in shifts]

    def _shifted_boxes(self, space: str, x: float) -> list[Box]:
        shift = int(x) - self.board.space(space).label_at[0]
        return [(box[0] + shift, box[1], box[2] + shift, box[3]) for box in self._boxes(space)]

    def _label_moves(self, moves: Sequence[Arrow], lines: Sequence[Sequence[Sequence[Spot]]]) -> None:
        for arrow, copies in zip(moves, lines, strict=True):
            if arrow.label and copies:
                sprite = move_label(arrow.label, arrow.power)
                box = place_label(sprite.size, copies[0], list(self.layout.boxes()), self.image.size)
                if box:
                    self.layout.add("words", arrow.label, box)
                    self.image.paste(sprite, box[:2], sprite)


def land_colour(space: Space, owner: str) -> Colour:
    """The colour of a territory."""
    if space.closed:
        return CLOSED
    return style_of(owner or space.neutral).land


def sign_of(space: Space, owner: str) -> Sign:
    """The sign of who holds a territory."""
    if owner and not space.closed:
        return Sign(owner)
    return Sign(closed=space.closed, neutral=space.neutral, army=space.standing_army)
