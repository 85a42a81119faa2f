"""What sides are given before the first turn (OPT-10), as an option of a game says it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.errors import IllegalAction
from engine.facts.openings import Side
from engine.quoting import quoted

NO_BID = "none"
AUCTION = "auction"
SEALED = "sealed"
MOST_IPCS = 99
_SIDES: dict[str, Side] = {"axis": "axis", "allies": "allies", "allied": "allies"}
_BOTH = frozenset(("both", "each"))
NAMES: dict[Side, str] = {"axis": "the Axis", "allies": "the Allies"}
_WORD = re.compile(r"[a-z]+|\d+")


@dataclass(frozen=True)
class Bid:
    """So many IPCs for the powers of a side."""

    side: Side
    ipcs: int

    def __str__(self) -> str:
        return f"{self.side} {self.ipcs}"

    @property
    def in_words(self) -> str:
        """ "9 IPCs for the Axis"."""
        return f"{self.ipcs} {'IPC' if self.ipcs == 1 else 'IPCs'} for {NAMES[self.side]}"


def read_bid(value: Any, most: int = MOST_IPCS) -> str:
    """ "axis 9" of "9 for the Axis", "allies 9, axis 9" of "both 9", "auction axis", "sealed auction axis", or "none".

    What was called in an auction is left out. Raises IllegalAction (`form`).
    """
    words = _WORD.findall(str(value)[:100].lower())
    if AUCTION in words:
        return _read_auction(value)
    sides = [_SIDES[word] for word in words if word in _SIDES]
    numbers = [int(word[:9]) for word in words if word.isdecimal()]
    if words == [NO_BID] or (numbers == [0] and len(set(sides)) < 2):
        return NO_BID
    if not sides and len(numbers) == 1 and _BOTH.intersection(words):
        sides, numbers = ["allies", "axis"], numbers * 2
    ipcs = dict(zip(sides, numbers, strict=False))
    if not ipcs or not len(ipcs) == len(numbers) == len(set(sides)) or max(numbers) > most:
        raise IllegalAction(
            "form",
            f"{quoted(value)} is not a bid. Name a side and 1 to {most} IPCs, such as “allies 12”, both sides, such as "
            f"“allies 9, axis 6”, “{AUCTION} allies”, or “{NO_BID}”.",
        )
    return ", ".join(str(Bid(side, ipcs[side])) for side in sorted(ipcs) if ipcs[side]) or NO_BID


def _read_auction(value: Any) -> str:
    words = _WORD.findall(str(value)[:100].partition(":")[0].lower())
    sides = {_SIDES[word] for word in words if word in _SIDES}
    if len(sides) != 1 or any(word.isdecimal() for word in words):
        raise IllegalAction("form", f"{quoted(value)} is not an auction. Name one side, such as “{AUCTION} allies”.")
    return f"{f'{SEALED} ' if SEALED in words else ''}{AUCTION} {sides.pop()}"


def bids_of(text: str) -> tuple[Bid, ...]:
    """The bids that an option in its one form says, at most one for each side; none before an auction is over."""
    if AUCTION in text:
        return ()
    found = (part.partition(" ") for part in text.split(", "))
    return tuple(Bid(_SIDES[side], int(ipcs)) for side, _, ipcs in found if ipcs)


def bid_in_words(text: str) -> str:
    """ "9 IPCs for the Axis before the first turn"."""
    if AUCTION in text:
        side = NAMES[_SIDES[_read_auction(text).rpartition(" ")[2]]]
        how = "both sides call once, in secret" if SEALED in text else "auctioned in the lobby"
        return f"{how}; whoever calls the fewest IPCs for {side} has that side"
    bids = bids_of(text)
    if not bids:
        return "no side is given anything"
    secret = ", in secret" if len(bids) > 1 else ""
    return f"{' and '.join(bid.in_words for bid in bids)} before the first turn{secret}"
