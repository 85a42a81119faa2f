"""Numbers and JSON as strangers write them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.reading import DEEPEST, UnreadableJson, read_json, read_number

RECORDS = Path(__file__).resolve().parents[1] / "records"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        (" 12 ", 12),
        ("999999999999999", 999_999_999_999_999),
        ("", None),
        ("²", None),
        ("٣", None),
        ("-1", None),
        ("1.5", None),
        ("1_000", None),
        ("9" * 16, None),
        ("9" * 5000, None),
    ],
)
def test_read_number(text: str, number: int | None) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "line 1, column 2"),
        ("", "line 1, column 1"),
        ("[" * 5000, "nested deeper"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "nested deeper"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested deeper"),
        ("NaN", "not finite"),
        ('{"round": -Infinity}', "not finite"),
        ('{"round": 1e999}', "not finite"),
        ('{"round": ' + "9" * 4301 + "}", "more than 15 digits"),
        ('{"round": -1234567890123456}', "more than 15 digits"),
        ('{"type": "edit", "type": "concede"}', "stands twice"),
        (r'{"a": ["\ud800"]}', "half there"),
        (r'{"\udfff": 1}', "half there"),
        ('"\ud800"', "half there"),
    ],
)
def test_what_cannot_be_kept_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadableJson, match=reason):
        read_json(text)


@pytest.mark.parametrize("text", [r'"\ud83d\ude00"', '"\\\\ud800"', '["[[[[", "\\"]"]', "[-12, 1.5, true, null]", "{}"])
def test_what_can_is_read(text: str) -> None:
    assert read_json(text) == json.loads(text)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_records_are_read_as_ever(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert read_json(text) == json.loads(text)


def test_a_string_that_never_ends_is_read_in_one_pass() -> None:
    with pytest.raises(UnreadableJson):
        read_json('"' + '\\"' * 500_000)
