"""The picture of the rooms in `docs/architecture.md`: `make rooms` draws it anew from the folders and their imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"
WHAT = {
    "cogs": "words of users become orders, answers become words",
    "gamemaster": "who may do what; done, saved, told",
    "maps": "pictures, and the same in words",
    "store": "games as rows",
    "computer": "players that decide by themselves",
    "engine": "the rules: no clock, no chance, no network",
    "data": "what can be played",
    "local": "a Discord of your own, to try and to test",
}
COLOURS = {
    "cogs": "#dbe7f5",
    "gamemaster": "#e3efd9",
    "maps": "#fbeed3",
    "store": "#f6dfd6",
    "computer": "#dceeee",
    "engine": "#e6dff0",
    "data": "#eeeeea",
    "local": "#eeeeea",
}
WIDTH, MARGIN, GAP = 1000, 20, 34
LETTER, ROOM_HEIGHT, HEAD = 7.4, 26, 52


@dataclass(frozen=True)
class Layer:
    """A top folder at a place of the picture: left edge and width."""

    name: str
    left: int
    width: int


FLOORS: Sequence[Sequence[Layer]] = (
    (Layer("cogs", 20, 450), Layer("local", 510, 470)),
    (Layer("gamemaster", 20, 960),),
    (Layer("maps", 20, 300), Layer("store", 340, 300), Layer("computer", 660, 320)),
    (Layer("engine", 20, 960),),
    (Layer("data", 20, 960),),
)


def rooms_of(layer: str) -> list[str]:
    """The folders within a layer."""
    return sorted(path.name for path in (ROOT / layer).iterdir() if path.is_dir() and not path.name.startswith("_"))


@cache
def imports_of(layer: str) -> Sequence[str]:
    """What of the project the modules of a layer import, itself aside."""
    found = {name.partition(".")[0] for path in (ROOT / layer).rglob("*.py") for name in _imported(path)}
    return sorted(found & (WHAT.keys() | {"settings"}) - {layer})


def _imported(path: Path) -> Iterator[str]:
    for node in _statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield f"{node.module}"
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _statements(within: ast.AST) -> Iterator[ast.stmt]:
    """All statements, also those within others; expressions, which are most of a tree, import nothing."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(within, name, ()):
            if isinstance(node, ast.stmt):
                yield node
            yield from _statements(node)


def picture() -> str:
    """The picture as SVG."""
    top, parts = MARGIN + 50, [_box(20, MARGIN, 960, 30, "#ffffff"), _text(32, MARGIN + 20, "bot.py, settings.py", "b")]
    parts.append(_text(180, MARGIN + 20, "the start: with a token to Discord, without one to the local table"))
    parts += [_arrow(layer.left + layer.width // 2, MARGIN + 30) for layer in FLOORS[0]]
    for number, floor in enumerate(FLOORS):
        placed = [(layer, list(_placed(rooms_of(layer.name), layer))) for layer in floor]
        height = (
            HEAD
            - (18 if number + 1 == len(FLOORS) else 0)
            + ROOM_HEIGHT * max(row for _, rooms in placed for _, row, _ in rooms)
            + ROOM_HEIGHT
            + 8
        )
        for layer, rooms in placed:
            parts += _layer(layer, rooms, top, height)
            if number + 1 < len(FLOORS) and layer.name != "local":
                parts.append(_arrow(layer.left + layer.width // 2, top + height))
        top += height + GAP
    joined = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top - GAP + MARGIN}" '
        'font-family="sans-serif" font-size="13">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{joined}\n</svg>\n'
    )


def _placed(rooms: Sequence[str], layer: Layer) -> Iterator[tuple[float, int, str]]:
    """Rooms in rows: left edge, row, name."""
    left, row = layer.left + 12.0, 0
    for room in rooms:
        if left + _width(room) > layer.left + layer.width - 8:
            left, row = layer.left + 12.0, row + 1
        yield left, row, room
        left += _width(room) + 8


def _width(room: str) -> float:
    return len(room) * LETTER + 16


def _layer(layer: Layer, rooms: Sequence[tuple[float, int, str]], top: int, height: int) -> Iterator[str]:
    imports = ", ".join(imports_of(layer.name)) or "nothing of the others"
    yield _box(layer.left, top, layer.width, height, COLOURS[layer.name])
    yield _text(layer.left + 12, top + 19, f"{layer.name}/", "b")
    yield _text(layer.left + 24 + len(layer.name) * 9, top + 19, WHAT[layer.name])
    if layer.name != "data":
        yield _text(layer.left + 12, top + 38, f"imports {imports}", "i")
    for left, row, room in rooms:
        y = top + HEAD + row * ROOM_HEIGHT - (0 if layer.name != "data" else 18)
        yield _box(left, y, _width(room), ROOM_HEIGHT - 5, "#ffffff")
        yield _text(left + 8, y + 15, room)


def _box(left: float, top: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="4" fill="{fill}" stroke="#55585c"/>'
    )


def _text(left: float, base: float, text: str, style: str = "") -> str:
    look = {"b": ' font-weight="bold"', "i": ' font-style="italic" fill="#55585c"'}.get(style, "")
    return f'<text x="{left:g}" y="{base:g}"{look}>{escape(text)}</text>'


def _arrow(x: int, top: int) -> str:
    tip = top + 20 if top < 60 else top + GAP
    line = f"M{x} {top}V{tip - 1}M{x - 5} {tip - 8}L{x} {tip - 1}L{x + 5} {tip - 8}"
    return f'<path d="{line}" fill="none" stroke="#55585c"/>'


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
