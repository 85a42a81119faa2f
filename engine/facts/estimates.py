"""Weights of the estimate of a battle, by kind of battle; `python -m tests.engine.odds.fitting` finds them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.facts.board import DataModel
from engine.facts.data_files import DATA, read_data


class Weights(DataModel):
    """How much each feature of two forces counts, in the order of `engine/odds/estimates/estimate.py`."""

    land: tuple[float, ...]
    sea: tuple[float, ...]
    amphibious: tuple[float, ...]


@cache
def load_weights(path: Path = DATA / "odds" / "estimate.json") -> Weights:
    """The weights, read once; raises InvalidData with file, place and reason."""
    return read_data(path, Weights)
