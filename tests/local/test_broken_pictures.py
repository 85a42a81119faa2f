"""Whatever a file pretends to be, it is kept and shown as a file; only a picture that can be shown has a size."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from tests.local.raw import Raw


def png(width: int, height: int) -> bytes:
    """A picture of one colour that is said to be that large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


def webp() -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (40, 30)).save(picture, "WEBP")
    return picture.getvalue()


BROKEN = {
    "a bomb": ("bomb.png", png(65_535, 65_535)),
    "a bomb of a single line": ("line.png", png(2**31 - 1, 1)),
    "too large to be shown": ("large.png", png(12_000, 12_000)),
    "cut off in its head": ("cut.png", png(3, 4)[:20]),
    "cut off after its head": ("cut.webp", webp()[:30]),
    "another file by its name": ("plan.png", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"),
}


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("what", BROKEN)
async def test_a_picture_that_cannot_be_shown_is_a_file(raw: Raw, what: str) -> None:
    name, data = BROKEN[what]
    status, message = await raw.send_file(name, {"content": "look"}, data)
    (kept,) = message["attachments"]
    assert (status, kept["filename"], kept["size"]) == (200, name, len(data))
    assert "width" not in kept


async def test_a_picture_that_is_whole_has_its_size(raw: Raw) -> None:
    status, message = await raw.send_file("map.png", {"content": "look"}, png(30, 40))
    (kept,) = message["attachments"]
    assert (status, kept["width"], kept["height"]) == (200, 30, 40)
