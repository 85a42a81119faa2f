"""Animated WebP, frame by frame."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from maps.replay.animation import Animation

SIZE = (321, 160)
SEA = (120, 160, 200)


def picture(*boxes: tuple[int, int, int, int]) -> Image.Image:
    """A blue ground with red boxes."""
    image = Image.new("RGB", SIZE, SEA)
    for box in boxes:
        ImageDraw.Draw(image).rectangle(box, fill=(200, 30, 30))
    return image


def animated(*frames: tuple[Image.Image, int]) -> Animation:
    """Frames, each shown for some milliseconds."""
    animation = Animation(SIZE, quality=80)
    for image, milliseconds in frames:
        animation.add(image, milliseconds)
    return animation


def decoded(data: bytes) -> list[tuple[Image.Image, int]]:
    """The frames of a file as any program sees them, and how long each lasts."""
    with Image.open(io.BytesIO(data)) as file:
        found = []
        for number in range(getattr(file, "n_frames", 1)):
            file.seek(number)
            image = file.convert("RGB")
            found.append((image, int(file.info["duration"])))
        return found


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, in steps of colour."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_every_frame_is_seen_as_it_was_added() -> None:
    frames = [picture(), picture((3, 3, 60, 60)), picture((200, 100, 320, 159)), picture((1, 1, 2, 2))]
    shown = decoded(animated(*((frame, 100 + number) for number, frame in enumerate(frames))).data())
    assert [milliseconds for _, milliseconds in shown] == [100, 101, 102, 103]
    assert [difference(image, frame) < 2 for (image, _), frame in zip(shown, frames, strict=True)] == [True] * 4


def test_a_frame_like_the_last_prolongs_it() -> None:
    animation = animated((picture(), 100), (picture((3, 3, 60, 60)), 200), (picture((3, 3, 60, 60)), 300))
    assert len(animation) == 2
    assert [milliseconds for _, milliseconds in decoded(animation.data())] == [100, 500]


def test_only_what_changed_is_kept() -> None:
    noise = Image.effect_noise(SIZE, 90).convert("RGB")
    changed = noise.copy()
    changed.paste((255, 255, 255), (10, 10, 20, 20))
    changed.paste((255, 255, 255), (300, 140, 310, 150))
    first = animated((noise, 100)).bytes
    assert animated((noise, 100), (changed, 100)).bytes - first < first / 10


def test_it_plays_again_and_again_and_knows_its_size() -> None:
    animation = animated((picture(), 100), (picture((3, 3, 60, 60)), 200))
    data = animation.data()
    assert len(data) == animation.bytes
    with Image.open(io.BytesIO(data)) as file:
        assert (file.format, file.size, file.info["loop"]) == ("WEBP", SIZE, 0)


def test_a_frame_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="a frame is RGB"):
        animated((Image.new("RGB", (10, 10)), 100))
