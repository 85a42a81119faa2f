"""The colours of the page tell words from their ground, in light and in dark (WCAG 2.1: 4.5 for text, 3 for lines)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import local

STYLE = (Path(local.__file__).parent / "page" / "style.css").read_text(encoding="utf-8")
WHITE = "#ffffff"

WORDS = [
    *((words, ground) for words in ("text", "quiet") for ground in ("back", "side", "hover", "own", "eph")),
    *(("mention-text", ground) for ground in ("back", "side", "hover", "own", "eph", "mention")),
    *(("wrong", ground) for ground in ("back", "side")),
    ("text", "deep"),
    ("quiet", "deep"),
    ("text", "code"),
    ("grey-text", "grey"),
    ("accent-text", "accent"),
    (WHITE, "green"),
    (WHITE, "red"),
]
LINES = [("focus", ground) for ground in ("back", "side", "hover", "own", "eph", "deep")] + [
    ("wrong", "back"),
    ("own-line", "back"),
]


def palettes() -> dict[str, dict[str, str]]:
    """The colours by name, of the light scheme and of the dark one."""
    light, dark = (dict(re.findall(r"--([\w-]+): (#\w{6});", block)) for block in STYLE.split(":root {")[1:3])
    return {"light": light, "dark": {**light, **dark}}


def brightness(colour: str) -> float:
    """The relative luminance of #rrggbb."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    darker, lighter = sorted((brightness(one), brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("pairs", "least"), [(WORDS, 4.5), (LINES, 3.0)], ids=["words", "lines"])
def test_what_is_shown_stands_out_from_its_ground(scheme: str, pairs: list[tuple[str, str]], least: float) -> None:
    colours = palettes()[scheme]
    found = {pair: contrast(colours.get(pair[0], pair[0]), colours[pair[1]]) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least} == {}
