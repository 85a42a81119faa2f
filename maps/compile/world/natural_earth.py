"""Derive the committed outline file from the Natural Earth packages (public domain): see docs/boards.md.

Usage: python -m maps.compile.world.natural_earth WORLD_ATLAS_FOLDER CODES.json STATES.json
"""

import gzip
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from maps.compile.world.outlines import OUTLINES_FILE, STEP

Point = tuple[float, float]
Rings = list[list[Any]]

# Names that Natural Earth's country file spells differently from its code table.
ODD_NAMES = {"Siachen Glacier": "IND", "Indian Ocean Ter.": "CCK", "Ashmore and Cartier Is.": "ATC"}
LEFT_OUT = {"ATA"}


def decode_arcs(topology: dict[str, Any]) -> list[list[Point]]:
    """The arcs of a TopoJSON file as longitude, latitude."""
    (scale_x, scale_y), (shift_x, shift_y) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * scale_x + shift_x, y * scale_y + shift_y))
        arcs.append(points)
    return arcs


def ring_of(arcs: list[list[Point]], indices: Iterable[int]) -> list[Point]:
    """One ring put together from arcs; a negative index means the arc backwards."""
    ring: list[Point] = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        ring += arc[1:] if ring else arc
    return ring


def countries(file: Path, codes: dict[str, str]) -> Iterator[tuple[str, bool, list[Point]]]:
    """Yield (country code, is a hole, ring) for all countries of a TopoJSON file."""
    topology = json.loads(file.read_text())
    arcs = decode_arcs(topology)
    for shape in topology["objects"]["countries"]["geometries"]:
        name = shape["properties"]["name"]
        code = ODD_NAMES.get(name) or codes.get(name, name)
        polygons = {"Polygon": [shape.get("arcs")], "MultiPolygon": shape.get("arcs")}.get(shape["type"], [])
        if code in LEFT_OUT:
            continue
        for polygon in polygons:
            for depth, indices in enumerate(polygon):
                yield code, depth > 0, ring_of(arcs, indices)


def pack(ring: Iterable[Point]) -> list[int]:
    """A ring as whole steps, each point relative to the one before it."""
    packed: list[int] = []
    last = (0, 0)
    for lon, lat in ring:
        point = (round(lon / STEP), round(lat / STEP))
        if packed and point == last:
            continue
        packed += [point[0] - last[0], point[1] - last[1]]
        last = point
    return packed


def gather(shapes: Iterable[tuple[str, bool, list[Point]]]) -> dict[str, Rings]:
    """Shapes by code: each ring as [1 for a hole else 0, packed points]."""
    gathered: dict[str, Rings] = {}
    for code, hole, ring in shapes:
        packed = pack(ring)
        if len(packed) >= 2 * 4:  # fewer points enclose nothing
            gathered.setdefault(code, []).append([int(hole), packed])
    return gathered


def main(atlas: Path, codes_file: Path, states_file: Path) -> None:
    """Write the outline file."""
    codes = json.loads(codes_file.read_text())
    states = (
        (f"{state['adm0']}.{state['post']}", hole, ring)
        for state in json.loads(states_file.read_text())
        for hole, ring in state["rings"]
    )
    content = {
        "source": "Natural Earth 1:50m and 1:110m countries, 1:50m states (public domain)",
        "step": STEP,
        "countries": gather(countries(atlas / "countries-50m.json", codes)),
        "coarse": gather(countries(atlas / "countries-110m.json", codes)),
        "states": gather(states),
    }
    text = json.dumps(content, separators=(",", ":"))
    # A fixed time stamp keeps the file the same for the same sources.
    OUTLINES_FILE.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
