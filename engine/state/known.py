"""What is found out about a position once, and known as long as all that it depends on is the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from operator import attrgetter
from typing import TypeVar, TypeVarTuple

from engine.facts.board import SpaceId
from engine.state.game_state import Facts, GameState

About = TypeVarTuple("About")
Found = TypeVar("Found")

_NOT_YET = object()


def of_space(find: Callable[[GameState, SpaceId, *About], Found]) -> Callable[[GameState, SpaceId, *About], Found]:
    """Find something out once for a space, as long as its pieces, and all of the state but pieces, are the same.

    It must depend on no piece elsewhere.
    """

    def known(state: GameState, space: SpaceId, *about: *About) -> Found:
        facts, key = state.of_spaces[space], (find, *about)
        found = facts.get(key, _NOT_YET)
        if found is _NOT_YET:
            found = facts[key] = find(state, space, *about)
        return found  # type: ignore[return-value]  # what `find` found

    return update_wrapper(known, find)


def wherever(
    find: Callable[[GameState, SpaceId, *About], Found], state: GameState, *about: *About
) -> dict[SpaceId, Found]:
    """What is found `of_space` wherever there are pieces, by space; where it is nothing the space is left out.

    Where there are no pieces it must be nothing.
    """
    key = find, *about
    found, unseen = state.wherever.get(key, ({}, state.by_space))
    if unseen:
        new = {space: find(state, space, *about) for space in unseen if space in state.by_space}
        found = {**found, **{space: each for space, each in new.items() if each}}
        state.wherever[key] = found, ()
    return found  # type: ignore[return-value]  # what `find` found


def of_ground(find: Callable[[GameState, *About], Found]) -> Callable[[GameState, *About], Found]:
    """Find something out only once, as long as everything that `KNOWN_FROM` lists stays the same.

    It must depend on nothing else: on no piece, and not on whose turn it is.
    """
    return _of(attrgetter("of_ground"), find)


def of_position(find: Callable[[GameState, *About], Found]) -> Callable[[GameState, *About], Found]:
    """Find something out once, as long as nothing changes but which orders can be taken back."""
    return _of(attrgetter("of_position"), find)


def of_itself(find: Callable[[GameState, *About], Found]) -> Callable[[GameState, *About], Found]:
    """Find something out once for one state, whatever it depends on. It must not be that state itself."""
    return _of(attrgetter("of_itself"), find)


def _of(
    facts_of: Callable[[GameState], Facts], find: Callable[[GameState, *About], Found]
) -> Callable[[GameState, *About], Found]:
    def known(state: GameState, *about: *About) -> Found:
        facts, key = facts_of(state), (find, *about)
        found = facts.get(key, _NOT_YET)
        if found is _NOT_YET:
            found = facts[key] = find(state, *about)
        return found  # type: ignore[return-value]  # what `find` found

    return update_wrapper(known, find)
