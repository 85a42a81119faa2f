"""What is found out once for each position."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.facts.board import SpaceId
from engine.table.state import GameState

P = ParamSpec("P")
Found = TypeVar("Found")
OfSpace = Callable[Concatenate[GameState, SpaceId, P], Found]

OF_SPACE: dict[str, OfSpace[..., Any]] = {}
"""All that is found out once for each space, by name."""


def of_space(find: OfSpace[P, Found]) -> OfSpace[P, Found]:
    """Find something out once for a space, as long as its pieces, and all of the state but pieces, are the same.

    It must depend on no piece elsewhere.
    """

    def known(state: GameState, space: SpaceId, /, *args: P.args, **kwargs: P.kwargs) -> Found:
        key = (space, find.__name__, *args, *kwargs.items())
        if key not in state.of_spaces:
            state.of_spaces[key] = find(state, space, *args, **kwargs)
        found: Found = state.of_spaces[key]
        return found

    update_wrapper(known, find)
    OF_SPACE[find.__name__] = known
    return known
