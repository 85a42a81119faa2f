"""The plates of a stack as small pictures: units with their counts, cargo, damage. All are kept: never draw on them."""

from functools import lru_cache

from PIL import Image, ImageDraw

from maps.board.lettering import font, text_width
from maps.board.powers import DARK, PAPER, emblem_mask, is_light, on_land, style_of
from maps.looks.reading import Colour, PowerStyle
from maps.signs.silhouettes import silhouette
from maps.signs.sprites import RADIUS, WARNING, rounded_mask
from maps.stacks.aboard import CargoHold
from maps.stacks.contents import HOLD_PADDING, Cell, Plate, Scale, hold_cell_width, hold_width

FACILITY_STYLE = PowerStyle(land=PAPER, plate=(247, 240, 222), ink=DARK, emblem="dot")
WATER: Colour = (96, 168, 214)
WIDE = 200  # pixels; hardly a plate is wider
BESIDE_NUMBER = 2
FADED = 0.55  # of the colour of what is drawn, the rest that of the plate


@lru_cache(maxsize=1024)
def plate_sprite(plate: Plate, scale: Scale) -> Image.Image:
    """A plate of units or facilities."""
    style = style_of(plate.power) if plate.power else FACILITY_STYLE
    sprite = _bare_plate(plate.power, scale, plate.width(scale))
    x = scale.padding + (scale.emblem + 2 * scale.padding if plate.power else 0)
    for cell in plate.cells:
        _draw_cell(sprite, cell, style, scale, x)
        x += cell.width(scale)
    return sprite


def _bare_plate(power: str, scale: Scale, width: int) -> Image.Image:
    """A plate without units: from the wide one of its power, whose right end is moved to where it ends."""
    wide = _wide_plate(power, scale)
    end = wide.crop((wide.width - RADIUS, 0, wide.width, wide.height))
    wide = wide if width <= wide.width else _drawn_plate(power, scale, width)
    plate = wide.crop((0, 0, width, scale.height))
    plate.paste(end, (width - RADIUS, 0))
    return plate


@lru_cache(maxsize=64)
def _wide_plate(power: str, scale: Scale) -> Image.Image:
    return _drawn_plate(power, scale, WIDE)


def _drawn_plate(power: str, scale: Scale, width: int) -> Image.Image:
    style = style_of(power) if power else FACILITY_STYLE
    plate = _panel(width, scale.height, style.plate)
    if power:
        _draw_emblem_field(plate, style, scale)
    return plate


def _panel(width: int, height: int, fill: Colour) -> Image.Image:
    panel = Image.new("RGBA", (width, height), (*DARK, 0))
    panel.paste((*DARK, 255), (0, 0), rounded_mask(width, height, RADIUS))
    panel.paste((*fill, 255), (1, 1), rounded_mask(width - 2, height - 2, RADIUS - 1))
    return panel


def _draw_emblem_field(sprite: Image.Image, style: PowerStyle, scale: Scale) -> None:
    """The light field with the emblem at the left of a plate."""
    wide = scale.emblem + 2 * scale.padding
    field = rounded_mask(2 * wide, scale.height - 2, RADIUS - 1).crop((0, 0, wide - 1, scale.height - 2))
    sprite.paste((*style.land, 255), (1, 1), field)
    corner = (scale.padding, (scale.height - scale.emblem) // 2)
    sprite.paste((*on_land(style), 255), corner, emblem_mask(style.emblem, scale.emblem))


def _draw_cell(sprite: Image.Image, cell: Cell, style: PowerStyle, scale: Scale, x: int) -> None:
    top = (scale.height - scale.icon) // 2
    ink = _mixed(style.ink, style.plate, FADED) if cell.submerged or cell.disabled else style.ink
    sprite.paste((*ink, 255), (x, top), silhouette(cell.unit, scale.icon))
    if cell.submerged:
        _draw_water(sprite, x, top + scale.icon // 5, scale.icon)
    if cell.disabled:
        _strike_out(sprite, x, top, scale.icon)
    if cell.damaged:
        _draw_damage(sprite, x + scale.icon - scale.height // 3, 1, scale.height // 3)
    if cell.text:
        colour = WARNING if cell.damage else style.ink
        spot = (x + scale.icon + 1 - BESIDE_NUMBER, 0)
        sprite.paste((*colour, 255), spot, _number(cell.text, scale))
    left = x + cell.ship_width(scale)
    for hold in cell.holds:
        _draw_hold(sprite, hold, style, scale, left)
        left += hold_width(hold, scale)
    if cell.holds:
        _draw_deck(sprite, style, scale, x, left)


@lru_cache(maxsize=256)
def _number(text: str, scale: Scale) -> Image.Image:
    """A number on a plate as a mask, as high as that and with some room beside it."""
    mask = Image.new("L", (text_width(text, scale.count, 700) + 2 * BESIDE_NUMBER, scale.height))
    spot = (BESIDE_NUMBER, scale.height - scale.height // 5)
    ImageDraw.Draw(mask).text(spot, text, font=font(scale.count, 700), fill=255, anchor="ls")
    return mask


def _draw_hold(sprite: Image.Image, hold: CargoHold, style: PowerStyle, scale: Scale, x: int) -> None:
    """The small cells of what is aboard, on a field in the colour of its power."""
    whose = style_of(hold.power) if hold.power else style
    shade = DARK if is_light(style.ink) else PAPER
    field = whose.plate if hold.power else _mixed(style.plate, shade, 0.7)
    right = x + hold_width(hold, scale) - 1
    draw = ImageDraw.Draw(sprite)
    draw.rectangle((x, 2, right, scale.height - 4), fill=(*field, 255))
    x += HOLD_PADDING
    if hold.power:
        spot = (x, (scale.height - 2 - scale.emblem) // 2)
        sprite.paste((*whose.ink, 255), spot, emblem_mask(whose.emblem, scale.emblem))
        x += scale.emblem + 2
    for unit, count in hold.units:
        top = (scale.height - 2 - scale.hold_icon) // 2
        sprite.paste((*whose.ink, 255), (x, top), silhouette(unit, scale.hold_icon))
        if count > 1:
            spot = (x + scale.hold_icon, top + scale.hold_icon - 3)
            number = font(scale.hold_count, 700)
            draw.text(spot, str(count), font=number, fill=(*whose.ink, 255), anchor="ls")
        x += hold_cell_width(count, scale)


def _draw_deck(sprite: Image.Image, style: PowerStyle, scale: Scale, left: int, right: int) -> None:
    """The line under ships and cargo that joins them, with an upright end."""
    draw = ImageDraw.Draw(sprite)
    bottom = scale.height - 3
    draw.rectangle((left, bottom - 1, right - 1, bottom), fill=(*style.ink, 255))
    draw.rectangle((right - 2, bottom - scale.height // 4, right - 1, bottom), fill=(*style.ink, 255))


def _draw_damage(sprite: Image.Image, x: int, y: int, size: int) -> None:
    """A red flame-like notch with a light rim over the corner of a silhouette."""
    draw = ImageDraw.Draw(sprite)
    rim = [(x - 2, y), (x + size + 1, y), (x + size + 1, y + size + 2)]
    draw.polygon(rim, fill=(*PAPER, 255))
    draw.polygon([(x + 1, y + 1), (x + size, y + 1), (x + size, y + size)], fill=(*WARNING, 255))


def _draw_water(sprite: Image.Image, x: int, y: int, width: int) -> None:
    """Waves above what is below the water."""
    step = width / 6
    wave = [(x + i * step, y + (1.5 if i % 2 else -1.5)) for i in range(7)]
    ImageDraw.Draw(sprite).line(wave, fill=(*WATER, 255), width=2, joint="curve")


def _strike_out(sprite: Image.Image, x: int, y: int, size: int) -> None:
    """A red stroke through what does not work."""
    draw = ImageDraw.Draw(sprite)
    ends = [(x + 1, y + size - 3), (x + size - 2, y + 2)]
    draw.line(ends, fill=(*PAPER, 255), width=5)
    draw.line(ends, fill=(*WARNING, 255), width=3)


def _mixed(colour: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(share * a + (1 - share) * b) for a, b in zip(colour, other, strict=True))
    return red, green, blue
