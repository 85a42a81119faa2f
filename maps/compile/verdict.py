"""What touches what on a label image, held against the adjacency of the rules."""
# mypy: disable-error-code="import-not-found,import-untyped"

from dataclasses import dataclass

import numpy as np

from maps.check import TOUCHING
from maps.compile.arrays import Labels, Mask, Units
from maps.compile.canvas import Numbering
from maps.compile.kernels import contacts
from maps.compile.world.geography import Geography

CLEARLY = 14  # fewer is legal, but hard to see

Pair = tuple[int, int]


@dataclass(frozen=True)
class Verdict:
    """Pairs of labels, the lower first, with the number of pixel edges they share."""

    missing: dict[Pair, int]  # adjacent in the rules, not touching
    extra: dict[Pair, int]  # touching, not adjacent in the rules
    faint: dict[Pair, int]  # touching as they should, but along a very short line

    @property
    def penalty(self) -> float:
        """How far the picture is from the rules; 0 is perfect."""
        length = sum(min(200, edges) for edges in self.extra.values())
        return 20 * len(self.missing) + 5 * len(self.extra) + 0.02 * length + len(self.faint)


class Judge:
    """Judges label images of one board."""

    def __init__(self, geography: Geography, numbering: Numbering, closed: set[str]) -> None:
        self.numbering, self.wraps = numbering, geography.wraps
        count = numbering.count
        self._by_symbol = np.zeros((count, count), dtype=bool)
        for canal in geography.canals:
            self._declare(self._by_symbol, *canal.between)
        self._allowed = np.zeros((count, count), dtype=bool)
        for a, b in geography.walls:
            self._declare(self._allowed, a, b)
        # Lands that nobody may enter may touch any land: no move is possible there.
        barred = np.zeros(count, dtype=bool)
        barred[[numbering.label[space.id] for space in numbering.lands if space.id in closed]] = True
        land = np.arange(count) < numbering.first_sea
        self._allowed |= (barred[:, None] | barred[None, :]) & land[:, None] & land[None, :]

    def _declare(self, table: Mask, a: str, b: str) -> None:
        i, j = self.numbering.label[a], self.numbering.label[b]
        table[i, j] = table[j, i] = True

    def judge(self, labels: Labels) -> Verdict:
        """Compare all contacts of a label image with the rules."""
        inside = contacts(labels.astype(np.int64), self.numbering.count)
        across = np.zeros_like(inside)
        if self.wraps:
            for a, b in zip(labels[:, -1], labels[:, 0], strict=True):
                if a != b:
                    across[a, b] += 1
                    across[b, a] += 1
        touching = np.maximum(inside, across)
        playable = np.ones(self.numbering.count, dtype=bool)
        playable[[0, self.numbering.void, self.numbering.ice]] = False
        pairs = np.triu(playable[:, None] & playable[None, :], 1)
        needed, close = pairs & self.numbering.adjacent, touching >= TOUCHING
        drawn = needed & ~self._by_symbol
        return Verdict(
            missing=self._list(drawn & ~close, inside),
            extra=self._list(pairs & ~self.numbering.adjacent & ~self._allowed & close, touching),
            faint=self._list(drawn & close & (touching < CLEARLY), touching),
        )

    @staticmethod
    def _list(chosen: Mask, edges: Units) -> dict[Pair, int]:
        return {(int(i), int(j)): int(edges[i, j]) for i, j in np.argwhere(chosen)}
