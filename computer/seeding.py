"""Where chance comes from: for the same record, seat, level, seed and version always the same numbers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from random import Random

from computer import VERSION


class Story:
    """What has happened in a game so far, as a fingerprint that grows with every step."""

    def __init__(self, setup: str, options: Mapping[str, object]) -> None:
        self._told = hashlib.sha256()
        self._add([setup, dict(options)])

    def _add(self, said: object) -> None:
        self._told.update(json.dumps(said, sort_keys=True, separators=(",", ":")).encode())

    def add(self, by: str, action: Mapping[str, object], dice: Sequence[int]) -> None:
        """One step more."""
        self._add([by, dict(action), list(dice)])

    @property
    def fingerprint(self) -> str:
        """Of all steps so far."""
        return self._told.hexdigest()


def chance_of(story: Story, seat: str, level: str, seed: int) -> Random:
    """Chance for what a seat decides now."""
    return Random(f"{VERSION} {story.fingerprint} {seat} {level} {seed}")


class SeededDice:
    """Dice of a game that nobody else rolls; `faces` are those of the present order."""

    def __init__(self, *seed: object) -> None:
        self._rng = Random(" ".join(map(str, ("dice", *seed))))
        self.faces: list[int] = []

    def roll(self, count: int, why: str) -> tuple[int, ...]:  # noqa: ARG002  # as all dice
        """Roll `count` dice."""
        rolled = tuple(self._rng.randint(1, 6) for _ in range(count))
        self.faces += rolled
        return rolled
