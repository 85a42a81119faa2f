"""Draw a position on a board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import BoundedSemaphore
from typing import Any

from PIL import Image

from maps.alt_text import alt_text
from maps.board.assets import Space, load_board
from maps.board.canvas import Canvas
from maps.board.encoding import encoded
from maps.board.facts import capitals_of
from maps.board.painted import painted
from maps.board.territories import is_seen, land_colour, paint_borders, painted_land, stripe, stripes_sample
from maps.board.view import WHOLE_BOARD, View, seen_spaces, visible_box
from maps.overlays.legend import legend_height, legend_strip, title_strip
from maps.overlays.overlay import Badge, LegendEntry, Overlay, check_spaces
from maps.signs.labels import Label, drawn_labels
from maps.signs.printed import Sign
from maps.signs.sprites import HALO, canal_symbol, edge_letter
from maps.stacks.contents import stacks_of
from maps.stacks.layout import Layout
from maps.stacks.placing import PlacedStacks, place_badges, place_stacks
from maps.stacks.plates import plate_sprite
from maps.stacks.rows import PlacedStack

MEDIA_TYPES = {b"\xff\xd8": "image/jpeg", b"RI": "image/webp", b"\x89P": "image/png"}  # by how files begin
LEGIBLE = 0.6  # a name of which less than this share is seen is left out

# A whole board takes up to 40 MB while it is drawn; more at once would not be faster on few cores.
_at_once = BoundedSemaphore(2)


@dataclass(frozen=True)
class Picture:
    """An encoded picture with the words that say the same, and what stands where in it."""

    data: bytes
    filename: str
    alt_text: str
    size: tuple[int, int]
    layout: Layout = field(default_factory=Layout, compare=False)

    @property
    def media_type(self) -> str:
        """What kind of file it is, for a page that holds it."""
        return MEDIA_TYPES[self.data[:2]]


def draw_board(
    board: str,
    position: Mapping[str, Any],
    view: View = WHOLE_BOARD,
    *,
    title: str = "",
    overlays: Sequence[Overlay] = (),
) -> Picture:
    """Draw a position as `engine.describe` gives it, with any overlays over it. Raises UnknownPlace.

    The title stands in a strip above the picture, what the signs of overlays mean in a strip below it.
    """
    shown = load_board(board)
    check_spaces(shown, overlays)
    with _at_once:
        placed = place_stacks(shown, stacks_of(position))
        box = visible_box(shown, view)
        is_bare = any(overlay.is_laid_under_borders for overlay in overlays)
        owners = position.get("owners", {})
        image = painted_land(shown, owners, box) if is_bare else painted(shown, owners, box)
        canvas = Canvas(shown, position, box, placed.stacks, image, is_painted=not is_bare)
        _draw(canvas, placed, overlays)
        canvas.image = image = _framed(canvas, title, overlays)  # the one without a frame goes
        data = encoded(image)
    words = alt_text(shown, position, view, title=title, overlays=overlays)
    return Picture(data, f"{board}.jpg", words, image.size, canvas.layout)


def _draw(canvas: Canvas, units: PlacedStacks, overlays: Sequence[Overlay]) -> None:
    """Ground, lines, names, units, badges, and last the words that go where room is left."""
    _paint(canvas, overlays)
    canvas.badges = _badges(canvas, units, overlays)
    for overlay in overlays:
        overlay.draw(canvas)
    placed = [*units.stacks, *canvas.badges]
    _draw_signs(canvas)
    for stack in placed:
        canvas.lead(stack.space, stack.leaders)
    _draw_names(canvas)
    for stack in placed:
        _draw_stack(canvas, stack)
    for overlay in overlays:
        overlay.write(canvas)


def _paint(canvas: Canvas, overlays: Sequence[Overlay]) -> None:
    """What overlays paint on the land, then coasts and borders where these aren't painted already."""
    for space in canvas.position.get("captured_this_turn", ()):
        stripe(canvas, canvas.board.space(space))
    for overlay in overlays:
        overlay.tint(canvas)
    if not canvas.is_painted:
        paint_borders(canvas)


def _badges(canvas: Canvas, units: PlacedStacks, overlays: Sequence[Overlay]) -> tuple[PlacedStack, ...]:
    """Where the badges of the spaces that are seen stand."""
    box = canvas.left, canvas.top, canvas.right, canvas.bottom
    seen = seen_spaces(canvas.board, box)
    badges = [stack for overlay in overlays for stack in overlay.badges(canvas.board, canvas.position)]
    return place_badges(canvas.board, units, [stack for stack in badges if stack.space in seen], box)


def _draw_signs(canvas: Canvas) -> None:
    """Canals, and letters where spaces go on at the other edge."""
    width = canvas.board.size[0]
    for canal in canvas.board.canals:
        symbol = canal_symbol(canal.closed)
        at = canal.at[0] - symbol.width // 2, canal.at[1] - symbol.height // 2
        canvas.paste(symbol, at, "sign", canal.name)
    if canvas.right > width:
        return  # The edge is inside the picture: nothing is cut there.
    for mark in canvas.board.letters:
        sprite = edge_letter(mark.letter)
        for x in (3, width - 3 - sprite.width):
            if canvas.left <= x and x + sprite.width <= canvas.right:
                canvas.paste(sprite, (x, mark.y - sprite.height // 2), "letter", mark.letter)


def _draw_names(canvas: Canvas) -> None:
    capitals = capitals_of(canvas.position["setup"])
    seen = [space for space in canvas.board.spaces.values() if canvas.sees(space.label_box)]
    wanted = [
        Label(space.id, Sign() if space.is_sea else sign_of(space, canvas.owner(space)), space.id in capitals)
        for space in seen
    ]
    for space, sprite in zip(seen, drawn_labels(canvas.board, wanted), strict=True):
        at = space.label_at[0] - sprite.width // 2, space.label_at[1] - sprite.height // 2
        canvas.paste(sprite, at, "name", space.id, rim=0 if space.is_sea else HALO, least=LEGIBLE)


def _draw_stack(canvas: Canvas, stack: PlacedStack) -> None:
    for row in filter(lambda row: canvas.sees(row.box), stack.rows):
        for plate, x in row.plates():
            if isinstance(plate, Badge):
                canvas.paste(plate.sprite(row.scale), (x, row.y), "badge", stack.space)
            else:
                canvas.paste(plate_sprite(plate, row.scale), (x, row.y), "units", stack.space, plate=plate)


def _framed(canvas: Canvas, title: str, overlays: Sequence[Overlay]) -> Image.Image:
    """The picture with the title above it and the legend below it."""
    position, width = canvas.position, canvas.image.width
    canvas.layout.cut(canvas.image.size)
    parts = [canvas.image]
    if title:
        strip, texts = title_strip(width, title, position.get("power") or "")
        canvas.layout.move_down(strip.height)
        for text, box in texts.items():
            canvas.layout.add("title", text, box)
        parts.insert(0, strip)
    entries = _legend(canvas, overlays) if title or overlays else []
    if entries:
        parts.append(legend_strip(width, entries, canvas.layout, sum(part.height for part in parts)))
    if len(parts) == 1:
        return canvas.image
    whole = Image.new("RGB", (width, sum(part.height for part in parts)), None)  # The parts fill it.
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return whole


def _legend(canvas: Canvas, overlays: Sequence[Overlay]) -> list[LegendEntry]:
    """What stripes mean, if any are seen, then the signs of each overlay of which something is seen."""
    height, board = legend_height(canvas.image.width), canvas.board
    captured = (board.space(space) for space in canvas.position.get("captured_this_turn", ()))
    striped = next((space for space in captured if is_seen(canvas, space)), None)
    entries = []
    if striped:
        sample = stripes_sample(height, land_colour(striped, canvas.owner(striped)))
        entries.append(LegendEntry(sample, "captured this turn"))
    seen = set(seen_spaces(board, (canvas.left, canvas.top, canvas.right, canvas.bottom)))
    for overlay in overlays:
        named = set(overlay.spaces())
        if not named or named & seen:
            entries += overlay.legend(board, canvas.position, height)
    return entries


def sign_of(space: Space, owner: str) -> Sign:
    """The sign of who holds a territory."""
    if owner and not space.closed:
        return Sign(owner, former="" if owner == space.emblem else space.emblem)
    return Sign(closed=space.closed, neutral=space.neutral, army=space.standing_army)
