"""A sample of many cases for the suite, and all of them for `make soak`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
Sample = Callable[[Iterable[T], int], Iterator[T]]
"""Gives each nth of some cases, always the same ones."""


def every(nth: int, values: Iterable[Any]) -> list[Any]:
    """Each nth of some values, and the others for `make soak` alone."""
    return [pytest.param(each, marks=[pytest.mark.whole] * (n % nth > 0)) for n, each in enumerate(values)]


def covering(*of: Sequence[Any]) -> list[Any]:
    """All combinations of some values: as few as have each value once, and the others for `make soak` alone."""
    few = {tuple(values[number % len(values)] for values in of) for number in range(max(map(len, of)))}
    return [each if each in few else pytest.param(*each, marks=pytest.mark.whole) for each in itertools.product(*of)]
