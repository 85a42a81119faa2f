"""A part of a board at the size of a replay: its ground in the colours of the owners, and where its spaces lie."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from maps.board.assets import Board, Box, Space, cut, land_on, sea_palette
from maps.board.lettering import font
from maps.board.powers import DARK, PAPER
from maps.board.territories import land_palette
from maps.board.view import View, visible_box
from maps.looks.reading import Colour
from maps.signs.sprites import HALO, ZONE_COLOUR, ZONE_HALO

FINE = 2  # borders between owners are found at this multiple of the size
RIM = 5  # pixels of the light line around what changed hands
NEAR = 0.6  # so large and larger, a board is seen from near: with names and types of units
NAME_SIZE = 15
BOLD = 1.5  # coasts and borders would be too thin when reduced

Spot = tuple[float, float]


class Stage:
    """A view of a board, as wide as a picture. All spots and boxes are pixels of the picture."""

    def __init__(self, board: Board, view: View, width: int) -> None:
        self.board = board
        left, top, right, bottom = self._box = visible_box(board, view)
        self.scale = width / (right - left)
        self.size = width, 2 * round((bottom - top) * self.scale / 2)
        fine = self.size[0] * FINE, self.size[1] * FINE
        sea = cut(board.ground, self._box)
        numbers = land_on(sea)
        self._numbers = numbers.resize(fine, Image.Resampling.NEAREST)
        sea.putpalette(sea_palette())
        self._sea = sea.convert("RGB").resize(self.size, Image.Resampling.BOX)
        land = numbers.point([0] + [255] * 255)
        self._land = land.resize(self.size, Image.Resampling.BOX)
        ink = cut(board.ink, self._box).resize(self.size, Image.Resampling.BOX)
        self._ink = ink.point(lambda value: min(255, round(value * BOLD)))
        self.is_near = self.scale >= NEAR
        self._names = {space.id: self._name(space) for space in board.spaces.values()} if self.is_near else {}

    def ground(self, owners: Mapping[str, str | None]) -> Image.Image:
        """Sea and land in the colours of its owners."""
        colours = self._numbers.copy()
        colours.putpalette(land_palette(self.board, owners))
        ground = self._sea.copy()
        ground.paste(colours.convert("RGB").reduce(FINE), (0, 0), self._land)
        ground.paste(DARK, (0, 0), self._ink)
        return ground

    def write_names(self, picture: Image.Image) -> None:
        """Write the names of the spaces; none from afar."""
        for sprite, box in self._names.values():
            picture.paste(sprite, box[:2], sprite)

    @property
    def name_boxes(self) -> dict[str, Box]:
        """What the names of the spaces cover."""
        return {space: box for space, (_, box) in self._names.items()}

    def _name(self, space: Space) -> tuple[Image.Image, Box]:
        """The name of a space and its place, once where the board is seen twice."""
        text = "\n".join(space.lines)
        x, y = self.spot(space.label_at)
        sprite = _name_sprite(text, ZONE_COLOUR if space.is_sea else DARK, ZONE_HALO if space.is_sea else PAPER)
        left, top = round(x - sprite.width / 2), round(y - sprite.height / 2)
        return sprite, (left, top, left + sprite.width, top + sprite.height)

    def marked(self, ground: Image.Image, taken: Iterable[str]) -> Image.Image:
        """A copy of the ground with a light rim around what was taken just now."""
        marked = ground.copy()
        for space in sorted(taken):
            number = self.board.spaces[space].number
            inside = self._numbers.point([255 if value == number else 0 for value in range(256)]).reduce(FINE)
            box = inside.getbbox()
            if box:
                corner = box[0] - RIM, box[1] - RIM
                inside = inside.crop((*corner, box[2] + RIM, box[3] + RIM))
                marked.paste(PAPER, corner, ImageChops.subtract(inside, inside.filter(ImageFilter.MinFilter(RIM))))
        return marked

    def spot(self, at: tuple[int, int]) -> Spot:
        """A pixel of the board in the picture, or where it would be beyond the edges; once, as near as may be."""
        x, y = (at[0] - self._box[0]) * self.scale, (at[1] - self._box[1]) * self.scale
        return self.nearest_copy(x, self.size[0] / 2), y

    def copies(self, x: float) -> Iterator[float]:
        """All places across the picture where the board shows the same; a board that wraps may show it twice."""
        across = self.board.size[0] * self.scale
        yield from (x, x - across, x + across) if self.board.wraps else (x,)

    def nearest_copy(self, x: float, to: float) -> float:
        """The place that is the same on a board that wraps and is nearest to another."""
        return min(self.copies(x), key=lambda copy: abs(copy - to))

    def is_on(self, spot: Spot, space: str) -> bool:
        """Whether a spot lies in a territory, or for a sea zone on any water; False where it is not in the picture."""
        here = self.board.spaces[space]
        wanted = 0 if here.is_sea else here.number
        y = int(spot[1] * FINE)
        columns = [int(x * FINE) for x in self.copies(spot[0])]
        inside = [(x, y) for x in columns if 0 <= x < self._numbers.width and 0 <= y < self._numbers.height]
        return any(self._numbers.getpixel(pixel) == wanted for pixel in inside)

    def is_seen(self, box: Box) -> bool:
        """Whether some of a box is in the picture."""
        return box[2] > 0 and box[3] > 0 and box[0] < self.size[0] and box[1] < self.size[1]


@lru_cache(maxsize=512)
def _name_sprite(text: str, colour: Colour, halo: Colour) -> Image.Image:
    letters = font(NAME_SIZE)
    left, top, right, bottom = ImageDraw.Draw(Image.new("L", (1, 1))).multiline_textbbox(
        (0, 0), text, font=letters, spacing=0, align="center", stroke_width=HALO
    )
    sprite = Image.new("RGBA", (int(right - left) + 1, int(bottom - top) + 1), (*halo, 0))
    ImageDraw.Draw(sprite).multiline_text(
        (-left, -top), text, font=letters, fill=(*colour, 255), spacing=0, align="center",
        stroke_width=HALO, stroke_fill=(*halo, 255),
    )  # fmt: skip
    return sprite
