"""An animated WebP written frame by frame: of each frame only what differs from the one before is kept, encoded.

Discord plays animated WebP attachments on all its clients, and they are several times smaller than GIFs. Pillow can
write them only from all frames at once, each as a whole picture; so the container is put together here, by
https://developers.google.com/speed/webp/docs/riff_container.
"""

import struct
from collections.abc import Iterator

from PIL import Image, ImageChops

from maps.board.encoding import webp

BLOCK = 16  # pixels; what changed is kept in squares of this size, those of the codec
METHOD = 2
LONGEST = (1 << 24) - 1  # milliseconds of one frame
ANIMATED, TRANSPARENT = 0x02, 0x10
HEADER, FRAME_HEADER = 44, 24  # bytes
OVER_THE_LAST = 0x00  # a frame is blended over the one before, which stays


class Animation:
    """Frames of one size; `bytes` is how large the file is so far. Only the last frame is kept as it is."""

    def __init__(self, size: tuple[int, int], quality: int) -> None:
        self.size = size
        self._quality = quality
        self._last: Image.Image | None = None
        self._pieces: list[tuple[tuple[int, int], tuple[int, int], bytes]] = []
        self._milliseconds: list[int] = []
        self.bytes = HEADER

    def __len__(self) -> int:
        return len(self._pieces)

    def add(self, frame: Image.Image, milliseconds: int) -> None:
        """Show a frame for some time; one like the last prolongs that. The frame must not be changed afterwards."""
        if frame.size != self.size or frame.mode != "RGB":
            raise ValueError(f"a frame is RGB and {self.size}, not {frame.mode} and {frame.size}")
        changed = None if self._last is None else _changed(self._last, frame)
        box = changed.getbbox() if changed else (0, 0, *self.size)
        if box is None:
            self._milliseconds[-1] = min(LONGEST, self._milliseconds[-1] + milliseconds)
            return
        piece = frame.crop(box)
        if changed:
            piece.putalpha(changed.crop(box))
        encoded = _encoded(piece, self._quality)
        self._pieces.append(((box[0], box[1]), piece.size, encoded))
        self._milliseconds.append(min(LONGEST, milliseconds))
        self._last = frame
        self.bytes += FRAME_HEADER + len(encoded)

    def data(self) -> bytes:
        """The file; it plays again and again."""
        width, height = self.size
        flags = struct.pack("<B3x", ANIMATED | TRANSPARENT)
        body = _chunk(b"VP8X", flags + _three(width - 1) + _three(height - 1))
        body += _chunk(b"ANIM", struct.pack("<IH", 0, 0)) + b"".join(self._frames())
        return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body

    def _frames(self) -> Iterator[bytes]:
        for (corner, size, encoded), milliseconds in zip(self._pieces, self._milliseconds, strict=True):
            numbers = corner[0] // 2, corner[1] // 2, size[0] - 1, size[1] - 1, milliseconds
            yield _chunk(b"ANMF", b"".join(map(_three, numbers)) + bytes([OVER_THE_LAST]) + encoded)


def _changed(before: Image.Image, after: Image.Image) -> Image.Image | None:
    """A mask of the blocks in which two frames differ."""
    red, green, blue = ImageChops.difference(before, after).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    blocks = -(-before.width // BLOCK), -(-before.height // BLOCK)
    whole = blocks[0] * BLOCK, blocks[1] * BLOCK
    padded = most.point(_any_difference).crop((0, 0, *whole))
    mask = padded.reduce(BLOCK).point(_any_difference).resize(whole, Image.Resampling.NEAREST)
    return mask.crop((0, 0, *before.size))


def _any_difference(value: int) -> int:
    return 255 if value else 0


def _encoded(piece: Image.Image, quality: int) -> bytes:
    """The chunks of a still picture without its header."""
    data = webp(piece, quality, METHOD)[12:]
    return data[18:] if data.startswith(b"VP8X") else data


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")
