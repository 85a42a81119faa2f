"""Nothing but the outlet answers an interaction, and nothing but the module of parts makes buttons and forms."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

COGS = Path(__file__).resolve().parents[2] / "cogs"
OUTLET = "answering"
PARTS = ("components", "containers", "errors", "layout")  # what makes components, within Discord's lengths
PUBLISHER = "sending"  # posts to channels, not answers
ANSWERING = {
    "defer",
    "edit_message",
    "edit_original_response",
    "followup",
    "send",
    "send_message",
    "send_modal",
    "delete_original_response",
    "launch_activity",
}
COMPONENTS = {"Button", "Select", "SelectOption", "TextInput", "Modal", "Embed", "LayoutView", "TextDisplay"}


def attributes(module: Path) -> Iterator[tuple[str, int]]:
    """Every attribute that a module reads, with its line."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr, node.lineno


@pytest.mark.parametrize("module", sorted(COGS.rglob("*.py")), ids=lambda path: path.stem)
def test_answers_leave_by_the_outlet_alone(module: Path) -> None:
    past_it = [f"{name} in line {line}" for name, line in attributes(module) if name in ANSWERING]
    assert module.stem in (OUTLET, PUBLISHER) or not past_it


@pytest.mark.parametrize("module", sorted(COGS.rglob("*.py")), ids=lambda path: path.stem)
def test_components_are_made_where_their_lengths_are_known(module: Path) -> None:
    calls = (node for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    made = [call.func.attr for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in COMPONENTS]
    assert module.stem in PARTS or not made
