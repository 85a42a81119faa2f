"""What one side is given before the first turn (OPT-10), as an option of a game says it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.errors import IllegalAction
from engine.facts.openings import Side
from engine.quoting import quoted

NO_BID = "none"
MOST_IPCS = 99
_SIDES: dict[str, Side] = {"axis": "axis", "allies": "allies", "allied": "allies"}
_WORD = re.compile(r"[a-z]+|\d+")


@dataclass(frozen=True)
class Bid:
    """So many IPCs for the powers of a side."""

    side: Side
    ipcs: int

    def __str__(self) -> str:
        return f"{self.side} {self.ipcs}"


def read_bid(value: Any) -> str:
    """ "axis 9" of "9 for the Axis" in its one form, or "none"; raises IllegalAction (`form`)."""
    words = _WORD.findall(str(value)[:100].lower())
    sides = {_SIDES[word] for word in words if word in _SIDES}
    numbers = [int(word[:9]) for word in words if word.isdecimal()]
    if words == [NO_BID] or (numbers == [0] and len(sides) < 2):
        return NO_BID
    if len(sides) != 1 or len(numbers) != 1 or numbers[0] > MOST_IPCS:
        raise IllegalAction(
            "form",
            f"{quoted(value)} is no bid. Name a side and 1 to {MOST_IPCS} IPCs, such as “allies 12”, or “{NO_BID}”.",
        )
    return str(Bid(sides.pop(), numbers[0]))


def bid_of(text: str) -> Bid | None:
    """The bid that an option in its one form says."""
    side, _, ipcs = text.partition(" ")
    return Bid(_SIDES[side], int(ipcs)) if ipcs else None


def bid_in_words(text: str) -> str:
    """ "9 IPCs for the Axis before the first turn"."""
    bid = bid_of(text)
    if bid is None:
        return "no side is given anything"
    side = "the Axis" if bid.side == "axis" else "the Allies"
    return f"{bid.ipcs} {'IPC' if bid.ipcs == 1 else 'IPCs'} for {side} before the first turn"
