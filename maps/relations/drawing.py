"""The relations table as an image: emblems and signs that differ in shape, large enough for a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from maps.board.draw import Picture
from maps.board.encoding import webp
from maps.board.lettering import font, text_width
from maps.board.names import name_of
from maps.board.powers import DARK, PAPER, emblem_disc
from maps.looks.reading import Colour
from maps.position_words import LONGEST_ALT_TEXT, NEUTRALS
from maps.relations.table import (
    MEANINGS,
    CanalPassage,
    Cities,
    Neutrals,
    RelationsTable,
    grounds_in_words,
    powers_in_words,
)
from maps.signs.printed import neutral_shield
from maps.signs.sprites import battle_mark
from maps.stacks.layout import Layout

QUALITY, METHOD = 85, 2
WIDTH, TALLEST, EDGE = 1000, 4000, 24
ROW, DISC, SIGN, FINE = 58, 44, 42, 4
HEADING, TEXT, LINE = 36, 31, 42
PASSERS = 390  # where the emblems of those who may pass a canal begin
NAMES = 232  # how wide the names of the powers are at most
INK: Colour = (30, 32, 36)
QUIET: Colour = (92, 90, 84)
BAND: Colour = (240, 233, 216)
RULE: Colour = (206, 198, 180)
AMBER: Colour = (214, 132, 16)
PURPLE: Colour = (104, 16, 132)
BLUE: Colour = (12, 58, 150)
GREEN: Colour = (30, 104, 54)

Points = list[tuple[float, float]]
CHECK: Points = [(0.12, 0.55), (0.4, 0.82), (0.9, 0.2)]
TRIANGLE: Points = [(0.5, 0.08), (0.96, 0.9), (0.04, 0.9)]


class RelationsDrawing:
    """Draws from the top down; `layout` holds what stands where, `image` all of it."""

    def __init__(self) -> None:
        self.layout = Layout()
        self._sheet = Image.new("RGB", (WIDTH, TALLEST), PAPER)
        self._draw = ImageDraw.Draw(self._sheet)
        self._y = EDGE

    @property
    def image(self) -> Image.Image:
        """What was drawn so far."""
        return self._sheet.crop((0, 0, WIDTH, self._y + EDGE))

    def draw_powers(self, table: RelationsTable) -> None:
        """What powers are to each other, and what the signs mean."""
        self._write_heading(table.title)
        self._draw_cells(table)
        self._draw_meanings(table)

    def draw_grounds(self, table: RelationsTable) -> None:
        """Neutrals, canals and victory cities."""
        if table.neutrals:
            self._write_heading("Neutrals and their infantry")
            for neutrals in table.neutrals:
                self._draw_neutrals(neutrals)
        if table.passages:
            self._write_heading("Canals and straits: who may pass")
            for passage in table.passages:
                self._draw_passage(passage)
        for cities in table.cities:
            self._draw_cities(cities)

    def _write(self, x: int, text: str, size: int = TEXT, colour: Colour = INK, weight: int = 600) -> int:
        """Text on the line that begins at y; returns where it ends."""
        self._draw.text((x, self._y + LINE / 2), text, font=font(size, weight), fill=colour, anchor="lm")
        right = x + text_width(text, size, weight)
        self.layout.add("words", text, (x, self._y + 4, right, self._y + LINE - 4))
        return right

    def _paste(self, sprite: Image.Image, x: int, height: int, about: str) -> int:
        """A sprite in the middle of a line so high; returns where it ends."""
        y = self._y + (height - sprite.height) // 2
        self._sheet.paste(sprite, (x, y), sprite)
        self.layout.add("sign", about, (x, y, x + sprite.width, y + sprite.height))
        return x + sprite.width

    def _write_heading(self, text: str) -> None:
        self._y += 10 if self._y > EDGE else 0
        self._write(EDGE, text, HEADING, weight=700)
        self._y += LINE + 6

    def _draw_cells(self, table: RelationsTable) -> None:
        left = EDGE + DISC + 10 + NAMES
        step = (WIDTH - EDGE - left) // len(table.columns)
        middles = {power: left + step * place + step // 2 for place, power in enumerate(table.columns)}
        for power, middle in middles.items():
            self._paste(emblem_disc(power, DISC), middle - DISC // 2, ROW, f"over {power}")
        self._y += ROW
        for place, (power, others) in enumerate(table.cells.items()):
            if place % 2 == 0:
                self._draw.rectangle((0, self._y, WIDTH, self._y + ROW - 1), fill=BAND)
            end = self._paste(emblem_disc(power, DISC), EDGE, ROW, power)
            self._draw.text((end + 10, self._y + ROW / 2), name_of(power), font=font(TEXT, 600), fill=INK, anchor="lm")
            for other, what in others.items():
                self._paste(relation_sign(what, SIGN), middles[other] - SIGN // 2, ROW, f"{power}/{other}")
            self._y += ROW
        self._y += 12

    def _draw_meanings(self, table: RelationsTable) -> None:
        said = {what for others in table.cells.values() for what in others.values()}
        for what, meaning in MEANINGS.items():
            if what in said:
                end = self._paste(relation_sign(what, SIGN - 6), EDGE, LINE, what)
                self._write(end + 12, meaning, colour=QUIET)
                self._y += LINE

    def _draw_neutrals(self, neutrals: Neutrals) -> None:
        shield = neutral_shield(neutrals.leaning, len(neutrals.places), SIGN - 6)
        end = self._paste(shield, EDGE, LINE, neutrals.leaning)
        end = self._write(end + 12, f"{NEUTRALS[neutrals.leaning]}:", weight=700)
        self._write(end + 10, neutrals.meaning, colour=QUIET)
        self._y += LINE
        self._flow(f"{name} {army}," if army else f"{name}," for name, army in neutrals.places)

    def _flow(self, words: Iterable[str]) -> None:
        """Names one after the other, in as many lines as it takes."""
        told, x = list(words), EDGE + SIGN + 6
        for place, word in enumerate(told):
            text = word if place < len(told) - 1 else word.rstrip(",")
            if x + text_width(text, TEXT) > WIDTH - EDGE:
                self._y += LINE - 4
                x = EDGE + SIGN + 6
            x = self._write(x, text) + 9
        self._y += LINE

    def _draw_passage(self, passage: CanalPassage) -> None:
        x = EDGE
        for holder in passage.holders:
            x = self._paste(emblem_disc(holder, SIGN - 6), x, LINE, f"{passage.name} held by {holder}") + 6
        x = max(self._write(max(x + 6, EDGE + SIGN + 6), passage.name) + 20, PASSERS)
        if not passage.passers:
            self._write(x, "nobody", colour=QUIET)
        for power in passage.passers:
            x = self._paste(emblem_disc(power, SIGN - 6), x, LINE, f"{passage.name} passed by {power}") + 6
        if passage.submarines_pass:
            self._write(x + 4, "all submarines", colour=QUIET)
        self._y += LINE + 4

    def _draw_cities(self, cities: Cities) -> None:
        self._write_heading(cities.title)
        x = EDGE
        for city, holder in cities.held:
            wide = SIGN - 10 + 8 + text_width(city, TEXT)
            if x + wide > WIDTH - EDGE:
                self._y += LINE + 2
                x = EDGE
            x = self._paste(emblem_disc(holder, SIGN - 10), x, LINE, f"{city} held by {holder}")
            x = self._write(x + 8, city) + 22
        self._y += LINE


@lru_cache(maxsize=32)
def relation_sign(what: str, size: int) -> Image.Image:
    """The sign of what two powers are to each other, by keys of MEANINGS."""
    if what == "war":
        return battle_mark(size)
    large = Image.new("RGBA", (size * FINE, size * FINE), (*PAPER, 0))
    _SIGNS[what](ImageDraw.Draw(large), size * FINE)
    return large.resize((size, size), Image.Resampling.LANCZOS)


def _scaled(points: Points, size: int) -> Points:
    return [(x * size, y * size) for x, y in points]


def _may_declare(draw: ImageDraw.ImageDraw, size: int) -> None:
    draw.polygon(_scaled(TRIANGLE, size), fill=AMBER)
    draw.text((size / 2, size * 0.64), "!", font=font(round(size * 0.62), 700), fill=DARK, anchor="mm")


def _may_later(draw: ImageDraw.ImageDraw, size: int) -> None:
    draw.line([*_scaled(TRIANGLE, size), *_scaled(TRIANGLE[:2], size)], fill=AMBER, width=size // 10, joint="curve")


def _peace(draw: ImageDraw.ImageDraw, size: int) -> None:
    draw.ellipse((0.3 * size, 0.3 * size, 0.7 * size, 0.7 * size), fill=PURPLE)


def _together(draw: ImageDraw.ImageDraw, size: int) -> None:
    draw.line(_scaled(CHECK, size), fill=GREEN, width=round(size * 0.16), joint="curve")


def _partly(draw: ImageDraw.ImageDraw, size: int) -> None:
    _together(draw, size)
    draw.line(_scaled([(0.1, 0.95), (0.36, 0.95)], size), fill=BLUE, width=size // 9)
    draw.line(_scaled([(0.6, 0.95), (0.86, 0.95)], size), fill=BLUE, width=size // 9)


def _apart(draw: ImageDraw.ImageDraw, size: int) -> None:
    for y in (0.32, 0.66):
        wave = [(0.06, y + 0.08), (0.28, y - 0.08), (0.5, y + 0.08), (0.72, y - 0.08), (0.94, y + 0.08)]
        draw.line(_scaled(wave, size), fill=BLUE, width=size // 10, joint="curve")


_SIGNS: Mapping[str, Callable[[ImageDraw.ImageDraw, int], None]] = {
    "may declare": _may_declare,
    "may later": _may_later,
    "peace": _peace,
    "together": _together,
    "partly": _partly,
    "apart": _apart,
}


def draw_relations(table: RelationsTable) -> tuple[Picture, ...]:
    """The powers, and in a second picture all else: each 1000 pixels wide and no higher than a phone shows at once."""
    powers, grounds = RelationsDrawing(), RelationsDrawing()
    powers.draw_powers(table)
    grounds.draw_grounds(table)
    told = {"relations": (powers, powers_in_words(table)), "neutrals": (grounds, grounds_in_words(table))}
    return tuple(_picture(name, drawing, words) for name, (drawing, words) in told.items() if words)


def _picture(name: str, drawing: RelationsDrawing, words: str) -> Picture:
    data = webp(drawing.image, QUALITY, METHOD)
    return Picture(data, f"{name}.webp", _shortened(words), drawing.image.size, drawing.layout)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_ALT_TEXT else f"{text[: LONGEST_ALT_TEXT - 1]}…"
