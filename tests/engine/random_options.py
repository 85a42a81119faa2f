"""Options of random games."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import load_setup


def random_options(setup: str, rng: Random, *, advantages: bool) -> dict[str, Any]:
    """Options of a game: how the war is won and which rules change are drawn.

    Besides all national advantages, now and then some rolled, or none.
    """
    edition = load_setup(setup)
    options: dict[str, Any] = {"victory": rng.choice(sorted(edition.options["victory"].choices))}
    changing = {name: option for name, option in edition.options.items() if option.changes}
    options |= {name: rng.choice(sorted(option.choices)) for name, option in changing.items()}
    if advantages and rng.random() < 0.1 and len(edition.advantage) > 6:
        options["advantages"] = f"roll {rng.randint(1, 6)}"
    elif advantages:
        options["advantages"] = list(edition.advantage)
    return options
