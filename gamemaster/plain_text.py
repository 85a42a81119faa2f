"""Users' texts made harmless in a message: no markdown, no mention, no link, no line of their own."""

from __future__ import annotations

import re

from engine.quoting import LONGEST, in_one_line

_EFFECTIVE = re.compile(r"[\\*_~`|\[<]|^[#>+-]|:(?=//)")
_NO_MENTION = "@\u200b"


def as_plain_text(text: str, most: int = LONGEST) -> str:
    """A name that a user chose or typed, in one line of at most `most` characters before the escapes."""
    return without_markdown(in_one_line(text, most))


def without_markdown(sentence: str) -> str:
    """A sentence of our own that may quote what was typed."""
    return _EFFECTIVE.sub(r"\\\g<0>", sentence).replace("@", _NO_MENTION)
