"""The dearest picture of a board."""

from __future__ import annotations

from typing import Any

from maps import overlays_to_json
from tests.gallery.overlaid import each_overlay, late


def late_request(board: str) -> dict[str, Any]:
    """A picture of a board late in a war with all overlays."""
    return {
        "board": board,
        "position": late(board),
        "title": "",
        "spaces": [],
        "region": None,
        "around": None,
        "steps": 1,
        "overlays": overlays_to_json(each_overlay(board)["everything"]),
    }
