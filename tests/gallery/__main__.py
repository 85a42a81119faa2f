"""Draw the whole gallery into build/gallery: full size, 550 pixels wide as in a channel, and one sheet of all.

Usage: python -m tests.gallery [part of a name ...]
"""

import io
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path

from PIL import Image, ImageDraw

from maps import Picture
from maps.board.lettering import font
from tests.gallery.catalogue import exhibits

FOLDER = Path(__file__).parents[2] / "build" / "gallery"
IN_A_CHANNEL = 550  # as wide as Discord shows a picture in a channel
COLUMNS, THUMBNAIL, LINE = 5, (380, 300), 20


def main(wanted: Sequence[str]) -> int:
    """Draw all exhibits, or those with one of these parts in their names."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "small").mkdir(exist_ok=True)
    shown = {}
    for exhibit in exhibits():
        if wanted and not any(part in exhibit.name for part in wanted):
            continue
        picture = exhibit.draw()
        shown[exhibit.name] = picture, _kept(exhibit.name, picture)
        sys.stdout.write(f"{exhibit.name}: {picture.size[0]} x {picture.size[1]}, {len(picture.data) // 1000} kB\n")
    if not wanted:
        _contact_sheet({name: small for name, (_, small) in shown.items()}).save(FOLDER / "contact.webp", quality=80)
        (FOLDER / "index.html").write_text(_page({name: picture for name, (picture, _) in shown.items()}))
    sys.stdout.write(f"{len(shown)} pictures in {FOLDER}\n")
    return 0


def _kept(name: str, picture: Picture) -> Image.Image:
    """Write a picture in both sizes, of an animation the middle frame; gives it at the size of a thumbnail."""
    (FOLDER / _file(name, picture)).write_bytes(picture.data)
    with Image.open(io.BytesIO(picture.data)) as image:
        image.seek(getattr(image, "n_frames", 1) // 2)
        small = image.convert("RGB")
    if small.width > IN_A_CHANNEL:
        small = small.resize((IN_A_CHANNEL, round(small.height * IN_A_CHANNEL / small.width)), Image.Resampling.LANCZOS)
    small.save(FOLDER / "small" / f"{name}.png")
    small.thumbnail(THUMBNAIL)
    return small


def _file(name: str, picture: Picture) -> str:
    return name + Path(picture.filename).suffix


def _contact_sheet(pictures: dict[str, Image.Image]) -> Image.Image:
    """All pictures side by side with their names."""
    across, down = THUMBNAIL[0] + 10, THUMBNAIL[1] + LINE + 10
    sheet = Image.new("RGB", (COLUMNS * across, -(-len(pictures) // COLUMNS) * down), "white")
    draw = ImageDraw.Draw(sheet)
    for number, (name, image) in enumerate(pictures.items()):
        x, y = number % COLUMNS * across, number // COLUMNS * down
        sheet.paste(image, (x, y + LINE))
        draw.text((x, y), name, font=font(16), fill="black")
    return sheet


def _page(pictures: dict[str, Picture]) -> str:
    """The pictures with their alt texts below them."""
    figures = (
        f'<figure><a href="{_file(name, picture)}"><img src="small/{name}.png" alt=""></a>'
        f"<figcaption><b>{escape(name)}</b>, {len(picture.data) // 1000} kB, {len(picture.alt_text)} characters<br>"
        f"{escape(picture.alt_text)}</figcaption></figure>"
        for name, picture in pictures.items()
    )
    style = "figure {display: inline-block; width: 550px; vertical-align: top; font: 14px sans-serif}"
    return f"<!doctype html><meta charset=utf-8><title>Gallery</title><style>{style}</style>\n" + "\n".join(figures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
