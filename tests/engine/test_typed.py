"""What questions, states and orders say is typed: none of their signatures gives up with Any."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.engine.test_layers import ROOT, modules_of, nodes_of

TYPED = (
    "engine/state",
    "engine/questions.py",
    "engine/kinds.py",
    "engine/kinds.py",
    "engine/game.py",
    "engine/game.py",
    "engine/replay.py",
    "engine/advantages",
    "engine/combat",
    "engine/turn",
    "engine/correction",
    "gamemaster/orders",
    "gamemaster/narration/questions",
    "gamemaster/narration/open_orders.py",
    "cogs/orders",
)


def typed_modules() -> list[Path]:
    return [path for layer in ("engine", "gamemaster", "cogs") for path in modules_of(layer) if _stands_in(path)]


def _stands_in(path: Path) -> bool:
    name = path.relative_to(ROOT).as_posix()
    return any(name == place or name.startswith(f"{place}/") for place in TYPED)


def test_every_place_that_is_to_be_typed_is_there() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in typed_modules()}
    assert [place for place in TYPED if not any(name.startswith(place) for name in found)] == []


def test_no_signature_says_any() -> None:
    said = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in typed_modules()
        for node in nodes_of(path)
        if isinstance(node, ast.Name | ast.Attribute | ast.alias)
        and "Any" in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", ""))
    ]
    assert said == []
