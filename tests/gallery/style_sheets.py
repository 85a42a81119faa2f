"""Sheets of what boards are drawn with: silhouettes, powers as every eye sees them, plates of all kinds."""

import io
from collections.abc import Iterable

from PIL import Image, ImageDraw

from maps import Picture
from maps.board.lettering import font
from maps.board.names import name_of
from maps.board.powers import emblem_disc, style_of
from maps.looks.reading import Colour, looks
from maps.signs.printed import Sign
from maps.signs.silhouettes import SILHOUETTES, silhouette
from maps.signs.sprites import land_label
from maps.stacks.aboard import CargoHold
from maps.stacks.contents import LARGE, SMALL, Cell, Plate
from maps.stacks.plates import FACILITY_STYLE, plate_sprite
from tests.maps.test_powers import SIGHTS, Matrix, times

SEA: Colour = (152, 192, 218)
SIZES = (20, 25, 34)
DIM = 255


def silhouettes() -> Picture:
    """Every unit and facility at three sizes on a dark, a light and a facility's plate."""
    units = list({drawing: unit for unit, drawing in SILHOUETTES.items()}.values())
    styles = (style_of("germany"), style_of("united_kingdom"), FACILITY_STYLE)
    wide, high = 150, 120
    sheet = Image.new("RGB", (7 * wide, -(-len(units) // 7) * high), "white")
    draw = ImageDraw.Draw(sheet)
    for number, unit in enumerate(units):
        x, y = number % 7 * wide, number // 7 * high
        for look, style in enumerate(styles):
            draw.rectangle((x, y + 34 * look, x + wide - 4, y + 34 * look + 33), fill=style.plate)
            for place, size in enumerate(SIZES):
                spot = x + 8 + 44 * place, y + 34 * look + (34 - size) // 2
                sheet.paste(style.ink, spot, silhouette(unit, size))
        draw.text((x + 4, y + 103), unit.replace("_", " "), font=font(14), fill="black")
    return _picture("style-silhouettes", sheet)


def powers() -> Picture:
    """Each power: its land to every eye, its label, its plates and its emblem."""
    names = [*looks().powers, *looks().treasuries]
    sheet = Image.new("RGB", (1120, 44 * len(names) + 24), SEA)
    draw = ImageDraw.Draw(sheet)
    for column, sight in enumerate(SIGHTS):
        draw.text((130 * column + 6, 3), sight, font=font(16), fill="black")
    for row, power in enumerate(names):
        y, style = 24 + 44 * row, style_of(power)
        for column, matrix in enumerate(SIGHTS.values()):
            draw.rectangle((130 * column, y, 130 * column + 129, y + 43), fill=_as_seen(style.land, matrix))
        label = land_label((name_of(power),), "Capital", 3, Sign(power), True)
        sheet.paste(label, (4, y + 2), label)
        units = Plate(power, (Cell("infantry", 3), Cell("tank", 2), Cell("fighter")))
        for x, scale in ((530, LARGE), (690, SMALL)):
            sheet.paste(plate_sprite(units, scale), (x, y + 7), plate_sprite(units, scale))
        for x, size in ((820, 18), (860, 34)):
            sheet.paste(emblem_disc(power, size), (x, y + 4), emblem_disc(power, size))
    return _picture("style-powers", sheet)


def plates() -> Picture:
    """Fleets with cargo, damaged and submerged ships, facilities in every state; both scales of a board."""
    rows = [plate for power in looks().powers for plate in _fleets(power)] + [_facilities()]
    sheet = Image.new("RGB", (820, 36 * len(rows) + 8), SEA)
    for row, plate in enumerate(rows):
        for x, scale in ((8, LARGE), (440, SMALL)):
            sprite = plate_sprite(plate, scale)
            sheet.paste(sprite, (x, 6 + 36 * row), sprite)
    return _picture("style-plates", sheet)


def _fleets(power: str) -> Iterable[Plate]:
    ally = "japan" if power != "japan" else "germany"
    own, foreign = CargoHold("", (("infantry", 2), ("tank", 1))), CargoHold(ally, (("artillery", 1),))
    yield Plate(power, (Cell("transport"), Cell("transport", 2, holds=(own, foreign)), Cell("aircraft_carrier", 2)))
    yield Plate(
        power,
        (
            Cell("submarine", 2), Cell("submarine", 3, submerged=True), Cell("destroyer", 2), Cell("cruiser"),
            Cell("battleship", damaged=True), Cell("fighter", 2), Cell("tactical_bomber", 12),
        ),
    )  # fmt: skip


def _facilities() -> Plate:
    states = (
        ("industrial_complex", 0), ("minor_industrial_complex", 2), ("major_industrial_complex", 12), ("air_base", 1),
        ("air_base", 4), ("naval_base", 6),
    )  # fmt: skip
    return Plate("", tuple(Cell(facility, damage=damage, disabled=damage > 3) for facility, damage in states))


def _as_seen(colour: Colour, sight: Matrix) -> Colour:
    """A colour as an eye sees it; the same steps as in the test of the powers, but back to a screen's colours."""
    linear = tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / DIM for c in colour))
    shown = (min(1.0, max(0.0, v)) for v in times(sight, linear))
    red, green, blue = (round(DIM * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)) for v in shown)
    return red, green, blue


def _picture(name: str, sheet: Image.Image) -> Picture:
    buffer = io.BytesIO()
    sheet.save(buffer, "WEBP", lossless=True)
    return Picture(buffer.getvalue(), f"{name}.webp", f"A sheet of {name.removeprefix('style-')}.", sheet.size)


SHEETS = {"style-silhouettes": silhouettes, "style-powers": powers, "style-plates": plates}
