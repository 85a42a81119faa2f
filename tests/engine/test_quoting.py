"""What players typed comes back short, in one line, without anything that cannot be seen."""

from __future__ import annotations

import pytest

from engine.quoting import LONGEST, in_one_line, quoted


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("rusia", "rusia"),
        ("Österreich ⚔ 日本", "Österreich ⚔ 日本"),
        ("two\nlines\r\n\tand  more", "two lines and more"),
        ("over\u202eturned\u2066 \u200bunseen\ufeff", "over turned unseen"),
        ("half \ud800 a character", "half a character"),
        ("null\x00 and bell\x07", "null and bell"),
        ("\u3164\u2800", ""),
        ("e\u0301\u0300\u0302\u0303\u0304", "e\u0301\u0300"),
        ("x" * LONGEST, "x" * LONGEST),
        ("x" * (LONGEST + 1), "x" * (LONGEST - 1) + "…"),
    ],
)
def test_in_one_line(typed: str, shown: str) -> None:
    assert in_one_line(typed) == shown


@pytest.mark.parametrize("unit", ["x", "*", "\u202e", "<@1> ", "\n", "e\u0301", "𝔊"])
def test_a_quotation_is_never_long(unit: str) -> None:
    assert len(quoted(unit * 6000)) <= LONGEST + 2
