"""The strips around a picture: the title above it, and below it what the signs of overlays mean."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from maps.board.assets import Box
from maps.board.lettering import font, text_width, write_line
from maps.board.powers import PAPER, emblem_disc
from maps.overlays.overlay import LegendEntry
from maps.stacks.layout import Layout

GROUND = (33, 38, 46)
QUIET = (214, 220, 228)


def title_strip(width: int, title: str, power: str) -> tuple[Image.Image, dict[str, Box]]:
    """The strip above a picture: emblem and title; and where the text stands in it."""
    height = max(44, width // 30)
    strip = Image.new("RGB", (width, height), GROUND)
    size, pad = round(height * 0.62), height // 4
    x = pad
    if power:
        disc = emblem_disc(power, round(height * 0.7))
        strip.paste(disc, (x, (height - disc.height) // 2), disc)
        x += disc.width + pad
    ImageDraw.Draw(strip).text((x, height / 2), title, font=font(size, 600), fill=PAPER, anchor="lm")
    return strip, {title: (x, pad, x + text_width(title, size, 600), height - pad)}


def legend_height(width: int) -> int:
    """How high the samples of a legend are below a picture of this width."""
    return max(22, width // 46)


def legend_strip(width: int, entries: Sequence[LegendEntry], layout: Layout, top: int) -> Image.Image:
    """The strip below a picture that explains its signs, in as many rows as it takes."""
    height = legend_height(width)
    pad, size = height // 2, round(height * 0.84)
    rows: list[list[tuple[int, LegendEntry]]] = [[]]
    x = pad
    for entry in entries:
        long = entry.sample.width + pad // 2 + text_width(entry.meaning, size, 600)
        if rows[-1] and x + long + pad > width:
            rows.append([])
            x = pad
        rows[-1].append((x, entry))
        x += long + 2 * pad
    strip = Image.new("RGB", (width, len(rows) * (height + pad) + pad // 2), GROUND)
    for number, row in enumerate(rows):
        y = number * (height + pad) + pad * 3 // 4
        for x, entry in row:
            sample = entry.sample
            strip.paste(sample, (x, y + (height - sample.height) // 2), sample)
            start = x + sample.width + pad // 2
            end = start + text_width(entry.meaning, size, 600)
            write_line(strip, entry.meaning, (start, y, end, y + height), size, 600, QUIET)
            layout.add("title", entry.meaning, (start, top + y, end, top + y + height))
    return strip
