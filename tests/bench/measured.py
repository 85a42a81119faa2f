"""What a measurement says, and numbers about many of them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Measured:
    """A quantity and the most that it may be."""

    what: str
    value: float
    budget: float
    unit: str

    @property
    def is_ok(self) -> bool:
        """Whether the budget is kept."""
        return self.value <= self.budget

    def line(self) -> str:
        """`what: measured (budget) ok|over`."""
        verdict = "ok" if self.is_ok else "over"
        return f"{self.what}: {self.value:.4g} {self.unit} ({self.budget:g} {self.unit}) {verdict}"


def tell(measured: Iterable[Measured]) -> int:
    """Print each as it comes; gives how many are over their budget."""
    over = 0
    for each in measured:
        over += not each.is_ok
        sys.stdout.write(each.line() + "\n")
        sys.stdout.flush()
    return over


def milliseconds(work: Callable[[], Any]) -> float:
    """How long a work item takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def core_milliseconds(work: Callable[[], Any]) -> float:
    """How long a work item of this process keeps a core, whatever else the machine does."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def middle(values: Sequence[float]) -> float:
    """The median."""
    return sorted(values)[len(values) // 2]


def p99(values: Sequence[float]) -> float:
    """What 99 of 100 values do not exceed."""
    return sorted(values)[max(0, -(-len(values) * 99 // 100) - 1)]
