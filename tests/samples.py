"""A sample of many cases for the suite, and all of them for `make soak`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
Sample = Callable[[Iterable[T], int], Iterator[T]]
"""Gives each nth of some cases, always the same ones."""
