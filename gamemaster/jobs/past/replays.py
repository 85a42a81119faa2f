"""A round, several, or the whole of a game as one animated picture: folded from the log, without applying the rules
again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import GameState, state_from_json
from engine.events import Event, evolve
from engine.events.correction import Edited
from engine.events.turn import PhaseBegan, TurnBegan
from gamemaster.errors import TableRefusal
from gamemaster.jobs.logged import Logged, events_of
from gamemaster.narration import MOST_SCENES, recap
from maps import WHOLE_BOARD, Picture, ReplayTooLarge, View, draw_replay, front_view
from maps.board.assets import load_board
from maps.board.view import seen_spaces

WAYS = ((MOST_SCENES, 1100), (MOST_SCENES, 800), (MOST_SCENES // 2, 800), (MOST_SCENES // 4, 600))
"""Scenes and width in pixels: the first way whose file is small enough is taken."""
NO_NEWS = 2  # scenes: how it was and how it is


@dataclass(frozen=True)
class DrawnReplay:
    """A drawn replay of some rounds: how many scenes, a line for each turn with news, whether it was made smaller."""

    picture: Picture
    rounds: tuple[int, int]
    scenes: int
    lines: tuple[str, ...]
    reduced: bool


@dataclass(frozen=True)
class ReplayOrder:
    """What a replay is made of: a state and what was logged since, the rounds, and which part of the board to show."""

    body: str
    logged: Logged
    rounds: tuple[int, int]
    view: View | None
    follow: bool
    largest_file: int
    ways: Sequence[tuple[int, int]] = WAYS


def replay_of(order: ReplayOrder) -> DrawnReplay:
    """The replay; raises TableRefusal where there is nothing to be seen, or too much."""
    start, events = of_rounds(state_from_json(order.body), events_of(order.logged), *order.rounds)
    board, view = start.edition.board.board, order.view
    only = seen_spaces(load_board(board), view.box) if view and view.box else None
    for most, width in order.ways:
        told = recap(start, events, most, only=only, where=view.name if view else "")
        if len(told.scenes) == NO_NEWS:
            first = order.rounds[0]
            raise TableRefusal(f"Nothing has happened there in round {first} yet. Try again after the next phase.")
        part = front_view(board, told.front) if order.follow else view or WHOLE_BOARD
        try:
            picture = draw_replay(
                board, told.scenes, part, alt_text=told.alt_text, width=width, largest=order.largest_file
            )
        except ReplayTooLarge:
            continue
        shown = order.rounds[0], told.last_round
        return DrawnReplay(picture, shown, len(told.scenes), told.lines, reduced=(most, width) != order.ways[0])
    raise TableRefusal("That replay would be too large for Discord. Choose fewer rounds.")


def of_rounds(state: GameState, events: Iterator[Event], first: int, last: int) -> tuple[GameState, tuple[Event, ...]]:
    """The state as a round begins, and what happened until the end of another: the next phase that begins closes it."""
    while state.round < first:
        state = evolve(state, next(events))
    return state, tuple(_until(events, last))


def _until(events: Iterator[Event], last: int) -> Iterator[Event]:
    is_over = False
    for event in events:
        yield event
        if isinstance(event, TurnBegan | Edited) and event.round is not None:
            is_over = event.round > last
        if is_over and isinstance(event, PhaseBegan):
            return
