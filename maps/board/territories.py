"""The land in the colours of its owners, and stripes over some of it."""

from collections.abc import Iterator, Mapping

from PIL import Image, ImageDraw

from maps.board.assets import FIRST_SHADE, Board, Box, Space, cut, sea_palette
from maps.board.canvas import Canvas
from maps.board.powers import CLOSED, DARK, NEUTRAL, UNOWNED, style_of
from maps.looks.reading import Colour

STRIPE_EVERY, STRIPE_WIDTH = 18, 7
LEAST_SEEN = 400  # pixels of a territory that are noticed
STRIP = 65_000  # pixels of a picture that are painted at once: what takes more is new memory in a worker each time
VOID: Colour = (188, 184, 172)

Owners = Mapping[str, str | None]


def land_colour(space: Space, owner: str) -> Colour:
    """The colour of a territory."""
    if space.closed:
        return CLOSED
    return style_of(owner).land if owner else NEUTRAL.get(space.neutral, UNOWNED)


def land_palette(board: Board, owners: Owners) -> list[int]:
    """The palette by which the ground becomes sea, and land in the colours of its owners."""
    palette = [*VOID] * FIRST_SHADE + [*sea_palette()[3 * FIRST_SHADE :]]
    for space in board.spaces.values():
        if not space.is_sea:
            palette[3 * space.number : 3 * space.number + 3] = land_colour(space, owners.get(space.id) or "")
    return palette


def painted_land(board: Board, owners: Owners, box: Box, *, with_borders: bool = False) -> Image.Image:
    """A part of a board: the sea, and the territories on it, with coasts and borders if these are wanted."""
    ground = cut(board.ground, box)
    ground.putpalette(land_palette(board, owners))
    image = ground.convert("RGB")
    if with_borders:
        darken(image, board.ink if box == (0, 0, *board.size) else cut(board.ink, box))
    return image


def paint_borders(canvas: Canvas) -> None:
    """Draw coasts and borders."""
    darken(canvas.image, canvas.ink)


def darken(image: Image.Image, ink: Image.Image) -> None:
    """Lay ink over a picture of its size."""
    dark: Image.Image | None = None  # pasted in half the time that filling takes
    for strip in strips(ink.size):
        rows = ink.crop(strip)
        if dark is None or dark.size != rows.size:
            dark = Image.new("RGB", rows.size, DARK)
        image.paste(dark, strip[:2], rows)


def strips(size: tuple[int, int]) -> Iterator[Box]:
    """A picture in parts that need no new memory each time: so a whole board is painted in half the time."""
    width, height = size
    high = max(1, STRIP // width)
    for top in range(0, height, high):
        yield 0, top, width, min(top + high, height)


def stripe(canvas: Canvas, space: Space) -> None:
    """Light stripes over a territory, under its borders where these are there already."""
    colour = land_colour(space, canvas.owner(space))
    for corner, inside in _parts(canvas, space):
        land = Image.new("RGB", inside.size, colour)
        land.paste(Image.new("RGB", inside.size, _lightened(colour)), (0, 0), _stripes(inside.size))
        if canvas.is_painted:
            darken(land, canvas.ink.crop((*corner, corner[0] + land.width, corner[1] + land.height)))
        canvas.image.paste(land, corner, inside)


def is_seen(canvas: Canvas, space: Space) -> bool:
    """Whether more of a territory is in the picture than single pixels."""
    return any(inside.histogram()[255] > LEAST_SEEN for _, inside in _parts(canvas, space))


def _parts(canvas: Canvas, space: Space) -> Iterator[tuple[tuple[int, int], Image.Image]]:
    """Where a territory is in the picture: corner and mask of the part of its box that is seen, wherever it is."""
    numbers, number = canvas.ground, space.number
    for shift in canvas.shifts():
        left, top = max(0, space.box[0] + shift - canvas.left), max(0, space.box[1] - canvas.top)
        right = min(numbers.width, space.box[2] + shift - canvas.left)
        bottom = min(numbers.height, space.box[3] - canvas.top)
        if left < right and top < bottom:
            part = numbers.crop((left, top, right, bottom))
            yield (left, top), part.point([255 if value == number else 0 for value in range(256)])


def stripes_sample(height: int, land: Colour) -> Image.Image:
    """The stripes on a piece of land of a colour."""
    size = 2 * height, height
    sample = Image.new("RGBA", size, (*land, 255))
    sample.paste((*_lightened(land), 255), (0, 0), _stripes(size))
    return sample


def _lightened(colour: Colour) -> Colour:
    red, green, blue = (round(0.45 * c + 0.55 * 255) for c in colour)
    return red, green, blue


def _stripes(size: tuple[int, int]) -> Image.Image:
    stripes = Image.new("L", size, 0)
    draw = ImageDraw.Draw(stripes)
    for x in range(0, size[0] + size[1], STRIPE_EVERY):
        draw.line([(x, 0), (x - size[1], size[1])], fill=255, width=STRIPE_WIDTH)
    return stripes
