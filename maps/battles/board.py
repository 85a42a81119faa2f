"""Draw the board of a battle: units in the columns of their values, dice with their hits, losses, what is next."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from maps.battles.data import BattleBoard
from maps.battles.items import INK, Die, Emblem, Force, Item, Panel, Words, number_size
from maps.battles.layout import PAGE, BattleLayout, lay_out
from maps.battles.words import alt_text
from maps.board.draw import Picture
from maps.board.encoding import jpeg
from maps.board.lettering import write_line
from maps.board.powers import PAPER, emblem_disc
from maps.looks.reading import Colour
from maps.signs.dice import die_sprite
from maps.signs.sprites import WARNING, rounded_mask
from maps.stacks.contents import Plate, Scale
from maps.stacks.plates import plate_sprite

COARSENESS = 0.8  # letters and lines on a light page show more than on a map
FADED: Colour = (214, 210, 200)
FINE = 4


def draw_battle(board: BattleBoard) -> Picture:
    """The picture of a battle board, 900 pixels wide, with the same in words."""
    image = draw_layout(lay_out(board))
    return Picture(jpeg(image, COARSENESS), "battle.jpg", alt_text(board), image.size)


def draw_layout(layout: BattleLayout) -> Image.Image:
    """The pixels of a layout."""
    image = Image.new("RGB", layout.size, PAGE)
    for panel in layout.panels:
        _draw_panel(image, panel)
    for item in layout.items:
        if isinstance(item, Words):
            write_line(image, item.text, item.box, item.size, item.weight, item.colour)
            continue
        sprite = _sprite(item)
        image.paste(sprite, item.box[:2], sprite)
        if isinstance(item, Die) and item.text:
            beside = item.box[0] + item.height + 2, *item.box[1:]
            write_line(image, item.text, beside, number_size(item.height), 700, INK)
    return image


def _draw_panel(image: Image.Image, panel: Panel) -> None:
    """A rectangle; where its corners are round, only the rows of these are drawn through a mask."""
    left, top, right, bottom = panel.box
    high = panel.radius + 1
    image.paste(panel.colour, (left, top + high, right, bottom - high) if panel.radius else panel.box)
    if panel.radius:
        mask = rounded_mask(panel.width, 2 * high, panel.radius)
        image.paste(panel.colour, (left, top), mask.crop((0, 0, panel.width, high)))
        image.paste(panel.colour, (left, bottom - high), mask.crop((0, high, panel.width, 2 * high)))


def _sprite(item: Item) -> Image.Image:
    if isinstance(item, Force):
        return fallen(item.plate, item.scale) if item.lost else plate_sprite(item.plate, item.scale)
    if isinstance(item, Die):
        return die_sprite(item.face, item.look, item.height)
    if isinstance(item, Emblem):
        return emblem_disc(item.power, item.width)
    raise TypeError(f"{type(item).__name__} is nothing to be drawn")


@lru_cache(maxsize=256)
def fallen(plate: Plate, scale: Scale) -> Image.Image:
    """A plate of casualties: faded, and struck through."""
    sprite = plate_sprite(plate, scale)
    alpha = sprite.getchannel("A")
    grey = Image.blend(sprite.convert("L").convert("RGB"), Image.new("RGB", sprite.size, FADED), 0.45)
    large = Image.new("L", (sprite.width * FINE, sprite.height * FINE), 0)
    stroke = ImageDraw.Draw(large)
    ends = [
        (scale.padding * FINE, large.height - scale.padding * FINE),
        (large.width - scale.padding * FINE, scale.padding * FINE),
    ]
    for width, colour in ((7, PAPER), (4, WARNING)):
        stroke.line(ends, fill=255, width=width * FINE)
        grey.paste(colour, (0, 0), large.resize(sprite.size, Image.Resampling.BOX))
        stroke.rectangle((0, 0, *large.size), fill=0)
    grey.putalpha(alpha)
    return grey
