"""Options of random games."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import load_setup

LUCK = ("off", "off", "battles", "all")
BIDS = ("none", "none", "none", "axis 11", "allies 26, axis 14")
DRAWN_APART = ("low_luck", "bid_units")


def random_options(setup: str, rng: Random, *, advantages: bool, luck: Random) -> dict[str, Any]:
    """Options of a game: how the war is won and which rules change are drawn.

    Besides all national advantages, now and then some rolled, or none. luck: draws whether it is a game of low luck or
    with a bid, so that all else stays as it is for those games that are not.
    """
    edition = load_setup(setup)
    options: dict[str, Any] = {"victory": rng.choice(sorted(edition.options["victory"].choices))}
    changing = {name: option for name, option in edition.options.items() if option.changes and name not in DRAWN_APART}
    options |= {name: rng.choice(sorted(option.choices)) for name, option in changing.items()}
    if "low_luck" in edition.options:
        options["low_luck"] = luck.choice(LUCK)
    if "bid" in edition.options and (bid := luck.choice(BIDS)) != "none":
        options |= {"bid": bid, "bid_units": luck.choice(("one", "any"))}
    if advantages and rng.random() < 0.1 and len(edition.advantage) > 6:
        options["advantages"] = f"roll {rng.randint(1, 6)}"
    elif advantages:
        options["advantages"] = list(edition.advantage)
    return options
