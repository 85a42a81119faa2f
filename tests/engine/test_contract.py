"""Whole game records with the part of the outcome that the rule book settles, one file each in `contract/`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.replay import read_record, replay, report

CASES = sorted((Path(__file__).parent / "contract").glob("*.json"))
BY_NAME = ("units", "damaged_units", "submerged", "owners", "ipcs")


def difference(got: Any, expected: dict[str, Any]) -> dict[str, Any]:
    """What differs, by key; of boards only the named places count, of requests, errors and pieces the named keys."""
    found: dict[str, Any] = {}
    for key, value in expected.items():
        there = got[key]
        if key in BY_NAME:
            there = {name: there.get(name, {}) for name in value}
        elif key == "pieces":
            there = {name: {of: there[name][of] for of in facts} for name, facts in value.items()}
        elif key == "error" and there and value:
            there = {of: there[of] for of in value}
        elif key == "requests" and len(there) == len(value):
            there = [{of: one[of] for of in facts} for one, facts in zip(there, value, strict=True)]
        if there != value:
            found[key] = there
    return found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_record_ends_as_the_rule_book_says(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    played = replay(read_record(json.dumps(case["record"])))
    assert difference(report(played, pieces=True), case["expected"]) == {}, case["title"]
