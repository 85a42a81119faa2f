"""Standing orders that are left all at once (`data/standing_orders.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.facts.board import DataModel
from engine.facts.data_files import DATA


class Preset(DataModel):
    """A set of standing orders. says: what they do, in words. orders: each by its name."""

    title: str
    says: str
    orders: dict[str, tuple[str, ...]]


@cache
def load_presets(path: Path = DATA / "standing_orders.toml") -> Mapping[str, Preset]:
    """All sets, by their names."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: Preset.model_validate(row) for name, row in found.items()}
