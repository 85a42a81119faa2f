"""Answers of the bot without what differs from game to game and from moment to moment, so that they can be compared."""

from __future__ import annotations

import re

from gamemaster.keys import VERSION

TAG = re.compile(r"#\d+·(\d+)")
"""Posts are numbered on; what is told has them from the first one of the game."""
CHANGING = (
    (re.compile(rf"\b{VERSION}:\d+:"), f"{VERSION}:G:"),
    (re.compile(r"game-\d+"), "game-G"),
    (re.compile(r"proposal\.\d+"), "proposal.P"),
    (re.compile(r'"game": ?"\d+"'), '"game":"G"'),
    (re.compile(r'"cause": ?"[^"]*"'), '"cause":"C"'),
    (re.compile(r"<t:\d+"), "<t:T"),
    (re.compile(r"\b\d\d:\d\d now\b"), "T now"),
    (re.compile(r"(/cdn/attachments/\d+)/\d+"), r"\1/A"),
    (re.compile(r"(/channels/\d+/\d+)/\d+"), r"\1/M"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "SEED"),
    # What was sealed, in the file of dice: it is there only once the game is over, and then for everybody.
    (re.compile(r'"text":"\{(?:\\+"|[^"\\])*\}"'), '"text":"SEALED"'),
    (re.compile(r"answers in \d+ ms"), "answers in N ms"),
)


def plain(text: str) -> str:
    """A text without what differs from game to game and from moment to moment."""
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    numbers = [int(number) for number in TAG.findall(text)]
    return TAG.sub(lambda tag: f"#G·{int(tag[1]) - numbers[0]}", text)
