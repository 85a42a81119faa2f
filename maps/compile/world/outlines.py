"""The outlines of countries and states: longitude and latitude in degrees, from the committed outline file."""
# mypy: disable-error-code="import-not-found,import-untyped"

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from maps.compile.arrays import Field

OUTLINES_FILE = Path(__file__).parents[2] / "geography" / "outlines.json.gz"
STEP = 0.005  # degrees; about a tenth of a pixel where the boards are drawn largest


@dataclass(frozen=True)
class Ring:
    """One closed line of points (n x 2: longitude, latitude), all within one turn of the globe."""

    points: Field
    hole: bool


@dataclass(frozen=True)
class Outlines:
    """Rings by code: countries ("FRA"), the same coarsely drawn, and states ("US.AK")."""

    countries: Mapping[str, list[Ring]]
    coarse: Mapping[str, list[Ring]]
    states: Mapping[str, list[Ring]]


def _unpack(packed: list[int], step: float) -> Field:
    points = np.cumsum(np.array(packed, dtype=np.float64).reshape(-1, 2), axis=0) * step
    if np.ptp(points[:, 0]) > 300:
        # The ring crosses the date line: keep it in one piece before anything is put between its points.
        points[:, 0] = np.where(points[:, 0] < 0, points[:, 0] + 360, points[:, 0])
    return points


def _rings(shapes: Mapping[str, list[Any]], step: float) -> dict[str, list[Ring]]:
    return {code: [Ring(_unpack(p, step), bool(hole)) for hole, p in rings] for code, rings in shapes.items()}


@lru_cache(maxsize=1)
def load_outlines() -> Outlines:
    """Read the committed outline file."""
    content = json.loads(gzip.decompress(OUTLINES_FILE.read_bytes()))
    step = content["step"]
    return Outlines(*(_rings(content[part], step) for part in ("countries", "coarse", "states")))


def densify(points: Field, longest: float = 0.5) -> Field:
    """Put points between distant neighbours, so that straight lines bend with the projection."""
    steps = np.maximum(1, np.ceil(np.abs(np.diff(points, axis=0)).max(axis=1) / longest).astype(int))
    if steps.max(initial=1) == 1:
        return points
    pieces = [
        points[i] + (points[i + 1] - points[i]) * (np.arange(count)[:, None] / count) for i, count in enumerate(steps)
    ]
    return np.vstack([*pieces, points[-1:]])
