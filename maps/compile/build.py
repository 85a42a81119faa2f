"""One board from its geography to its committed assets."""
# mypy: disable-error-code="import-not-found,import-untyped"

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from maps.board.assets import ASSETS, FIRST_SHADE, load_facts, read_board
from maps.compile.arrays import Labels, Mask
from maps.compile.artwork import Artwork
from maps.compile.canvas import Canvas, Numbering
from maps.compile.labels import LabelPlacer
from maps.compile.land import Lands, Raster
from maps.compile.plain_png import write_plain_png
from maps.compile.repair import Repair
from maps.compile.room import Room
from maps.compile.sea import grow_zones
from maps.compile.verdict import Judge, Verdict
from maps.compile.world.geography import Geography, load_geography
from maps.compile.world.outlines import load_outlines
from maps.compile.world.projection import Projection
from maps.signs.labels import FILE as LABELS
from maps.signs.labels import all_words

SYMBOL = 13  # half the side of the square that a canal symbol or an edge letter keeps free
SHORTEST_CUT = 40  # a space gets an edge letter if it is cut along at least this many pixels
REGION_SIZE = (1100, 820)  # a region is shown at least this large
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class BoardMismatchError(ValueError):
    """A pair of spaces touches that must not, or does not touch that must."""


@dataclass(frozen=True)
class CompiledBoard:
    """The label image of a board and what it was made of."""

    geography: Geography
    facts: Mapping[str, Any]
    projection: Projection
    numbering: Numbering
    labels: Labels


def compile_board(board: str, tell: Callable[[str], None]) -> CompiledBoard:
    """Grow a board and mend it until picture and rules agree. Raises BoardMismatchError if they do not."""
    geography, facts, outlines = load_geography(board), load_facts(board), load_outlines()
    numbering = Numbering(geography, facts["adjacency"])
    _check_spaces(board, numbering, facts)
    projection = Projection(geography, outlines)
    canvas = Canvas(geography, projection)
    lands = Lands(Raster(geography, canvas, outlines), numbering)
    grown = canvas.cut(grow_zones(geography, canvas, numbering, lands.labels))
    repair = Repair(grown, numbering, Judge(geography, numbering, _closed(facts)))
    tell(f"{board}: grown, {len(repair.verdict.missing)} missing, {len(repair.verdict.extra)} extra")
    repair.run()
    for note in repair.notes:
        tell(f"{board}: {note}")
    _prove(board, repair.verdict, numbering)
    return CompiledBoard(geography, facts, projection, numbering, repair.labels)


def _closed(facts: Mapping[str, Any]) -> set[str]:
    return {territory["id"] for territory in facts["territories"] if territory.get("closed")}


def _check_spaces(board: str, numbering: Numbering, facts: Mapping[str, Any]) -> None:
    wanted = {space["id"] for space in (*facts["territories"], *facts["sea_zones"])}
    if wanted != set(numbering.label):
        raise BoardMismatchError(f"{board}: geography and facts differ in {sorted(wanted ^ set(numbering.label))}")
    if numbering.void >= FIRST_SHADE:
        raise BoardMismatchError(f"{board}: {len(numbering.lands)} territories are more than {FIRST_SHADE - 2}")


def _prove(board: str, verdict: Verdict, numbering: Numbering) -> None:
    if not verdict.missing and not verdict.extra:
        return
    faults = [("must touch, but do not", verdict.missing), ("touch, but must not", verdict.extra)]
    named = [f"{numbering.space[i]} and {numbering.space[j]} {fault}" for fault, pairs in faults for i, j in pairs]
    raise BoardMismatchError(f"{board}: {'; '.join(named)}")


def write_assets(compiled: CompiledBoard) -> Path:
    """Write all committed files of a board; returns their folder."""
    folder = ASSETS / compiled.geography.board
    folder.mkdir(parents=True, exist_ok=True)
    numbering, labels = compiled.numbering, compiled.labels
    sea = np.where(numbering.is_sea(labels), labels - numbering.first_sea + 1, 0).astype(np.uint8)
    artwork = Artwork(labels, numbering, _closed(compiled.facts), compiled.geography.wraps)
    for name, image in (("ground", artwork.ground()), ("sea", Image.fromarray(sea)), ("ink", artwork.ink())):
        write_plain_png(image, folder / f"{name}.png")
    (folder / "meta.json").write_text(_as_lines(_meta(compiled)))
    write_plain_png(all_words(read_board(compiled.geography.board)), folder / LABELS)
    return folder


def _as_lines(meta: dict[str, Any]) -> str:
    """JSON with one space per line, so that changes can be read."""
    spaces = ",\n".join(
        f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}" for key, value in meta.pop("spaces").items()
    )
    head = json.dumps(meta, separators=(",", ":"), ensure_ascii=False)
    return f'{head[:-1]},\n"spaces":{{\n{spaces}\n}}}}\n'


def _meta(compiled: CompiledBoard) -> dict[str, Any]:
    placer = LabelPlacer(compiled.labels, compiled.numbering, compiled.facts)
    canals, letters = _canals(compiled), _letters(compiled)
    height, width = compiled.labels.shape
    spots = [canal["at"] for canal in canals] + [[x, c["y"]] for c in letters for x in (SYMBOL + 2, width - SYMBOL - 2)]
    for x, y in spots:
        placer.cover((x - SYMBOL, y - SYMBOL, x + SYMBOL, y + SYMBOL))
    placer.place_names()
    room = Room(placer)
    placer.place_numbers()
    numbering = compiled.numbering
    return {
        "board": compiled.geography.board,
        "size": [width, height],
        "wraps": compiled.geography.wraps,
        "void": numbering.void,
        "canals": canals,
        "edge_letters": letters,
        "walls": [list(pair) for pair in compiled.geography.walls],
        "regions": {
            key: {"name": region.name, "box": _region_box(compiled, region.corners)}
            for key, region in compiled.geography.regions.items()
        },
        "spaces": {space: _space_meta(compiled, placer, room, space) for space in sorted(numbering.label)},
    }


def _space_meta(compiled: CompiledBoard, placer: LabelPlacer, room: Room, space: str) -> dict[str, Any]:
    label, placed = compiled.numbering.label[space], placer.placed[space]
    inside = compiled.labels == label
    number = label if label < compiled.numbering.first_sea else label - compiled.numbering.first_sea + 1
    return {
        "number": number,
        "label": [placed.x, placed.y],
        "lines": placed.lines,
        "anchor": _anchor(inside, placed.x, placed.y),
        "box": _box_around(inside, compiled.geography.wraps),
        "room": room.strips(space),
    }


def _anchor(inside: Mask, x: int, y: int) -> list[int]:
    """A pixel of the space near a point, away from the border if the space is not too narrow there."""
    rows, columns = np.nonzero(inside)
    nearest = np.argsort(np.hypot(columns - x, rows - y))[: max(1, min(400, len(rows) // 3))]
    column, row = int(columns[nearest].mean()), int(rows[nearest].mean())
    return [column, row] if inside[row, column] else [int(columns[nearest[0]]), int(rows[nearest[0]])]


def _box_around(inside: Mask, wraps: bool) -> list[int]:
    """Left, top, right, bottom; right is beyond the width where a space goes on at the other edge."""
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    if wraps and columns[0] == 0 and columns[-1] == inside.shape[1] - 1:
        gaps = np.diff(columns)
        widest = int(gaps.argmax())
        if gaps[widest] > 1:
            return [int(columns[widest + 1]), top, int(columns[widest]) + 1 + inside.shape[1], bottom]
    return [int(columns[0]), top, int(columns[-1]) + 1, bottom]


def _canals(compiled: CompiledBoard) -> list[dict[str, Any]]:
    facts = {frozenset(canal["between"]): canal for canal in compiled.facts["canals"]}
    canals = []
    for symbol in compiled.geography.canals:
        canal = facts[frozenset(symbol.between)]
        x, y = compiled.projection.pixel(symbol.at)
        names = {"name": canal["name"], "between": list(symbol.between), "closed": bool(canal.get("closed"))}
        canals.append({**names, "at": [round(x), round(y)]})
    return canals


def _letters(compiled: CompiledBoard) -> list[dict[str, Any]]:
    """Spaces that go on beyond the edge: a letter at both edges, from top to bottom."""
    if not compiled.geography.wraps:
        return []
    labels, cut = compiled.labels, []
    both = np.where(labels[:, 0] == labels[:, -1], labels[:, 0], 0)
    for label, space in compiled.numbering.space.items():
        rows = np.flatnonzero(both == label)
        if len(rows) >= SHORTEST_CUT:
            runs = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
            longest = max(runs, key=len)
            cut.append((int(longest[len(longest) // 2]), space))
    return [
        {"letter": letter, "space": space, "y": y} for letter, (y, space) in zip(LETTERS, sorted(cut), strict=False)
    ]


def _region_box(compiled: CompiledBoard, corners: list[tuple[float, float]]) -> list[int]:
    """The box around two corners; it may go beyond the edge of a board that wraps."""
    width, height = compiled.geography.size
    (left, y0), (right, y1) = (compiled.projection.pixel(corner) for corner in corners)
    if right <= left and compiled.geography.wraps:
        right += width
    top, bottom = sorted((y0, y1))
    more_x, more_y = max(0.0, REGION_SIZE[0] - (right - left)) / 2, max(0.0, REGION_SIZE[1] - (bottom - top)) / 2
    left, right, top, bottom = left - more_x, right + more_x, top - more_y, bottom + more_y
    top, bottom = _moved_inside(top, bottom, height)
    if compiled.geography.wraps:
        left, right = left % width, left % width + right - left
    else:
        left, right = _moved_inside(left, right, width)
    return [round(side) for side in (left, top, right, bottom)]


def _moved_inside(start: float, end: float, limit: float) -> tuple[float, float]:
    """A stretch moved into the picture, and cut if it is longer than that."""
    move = max(0.0, -start) - max(0.0, end - limit)
    return max(0.0, start + move), min(limit, end + move)
