"""A round, several, or the whole of a game as one animated picture: folded from the log, never ruled anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import GameState, state_from_json
from engine.events import Edited, Event, PhaseBegan, TurnBegan
from engine.evolve import evolve
from gamemaster.errors import TableRefusal
from gamemaster.loading import Logged, events_of, logged
from gamemaster.lobby import START_KEY
from gamemaster.looks import FRONT
from gamemaster.story import MOST_SCENES, recap
from gamemaster.viewing import GameView
from gamemaster.workshop import Workshop
from maps import WHOLE_BOARD, Picture, ReplayTooLarge, View, draw_replay, front_view, region_view
from maps.board import load_board
from maps.view import seen_spaces
from store import Reading, Store

LARGEST_FILE = 8_000_000
WAYS = ((MOST_SCENES, 1100), (MOST_SCENES, 800), (MOST_SCENES // 2, 800), (MOST_SCENES // 4, 600))
"""Scenes and width in pixels: the first way whose file is small enough is taken."""
NO_NEWS = 2  # scenes: how it was and how it is


@dataclass(frozen=True)
class Replay:
    """A drawn replay of some rounds: how many scenes, a line for each turn with news, whether it was made smaller."""

    picture: Picture
    rounds: tuple[int, int]
    scenes: int
    lines: tuple[str, ...]
    reduced: bool


class Replays:
    """Has replays made in the workshop, as each keeps a core busy for some seconds."""

    def __init__(self, store: Store, workshop: Workshop, largest_file: int = LARGEST_FILE) -> None:
        self._store = store
        self._workshop = workshop
        self._largest_file = largest_file

    async def replay(self, view: GameView, first: int, last: int, region: str | None = None) -> Replay:
        """The replay of some rounds as far as their phases are closed: of the board, a region, or the FRONT.

        Raises NotBegun, TableRefusal, UnknownPlace, WorkLost, TooManyWishes.
        """
        shown = view.board
        if not 1 <= first <= last <= shown.round:
            raise TableRefusal(f"There are rounds 1 to {shown.round} to be shown.")
        part = region_view(shown.edition.board.board, region) if region and region != FRONT else None
        async with self._store.read() as read:
            body, since = await _log(read, view, first)
        order = _Order(body, since, (first, last), part, region == FRONT, self._largest_file)
        return await self._workshop.slow(_made, order, asker=view.viewer)


@dataclass(frozen=True)
class _Order:
    """What a replay is made of: a state and what was logged since, the rounds, and which part of the board to show."""

    body: str
    logged: Logged
    rounds: tuple[int, int]
    view: View | None
    follow: bool
    largest_file: int


def _made(order: _Order) -> Replay:
    """Work for the workshop; raises TableRefusal where there is nothing to be seen, or too much."""
    start, events = _rounds(state_from_json(order.body), events_of(order.logged), *order.rounds)
    board, view = start.edition.board.board, order.view
    only = seen_spaces(load_board(board), view.box) if view and view.box else None
    for most, width in WAYS:
        told = recap(start, events, most, only=only, where=view.name if view else "")
        if len(told.scenes) == NO_NEWS:
            first = order.rounds[0]
            raise TableRefusal(f"Nothing is to be seen there of round {first} yet: no phase with news is over.")
        part = front_view(board, told.front) if order.follow else view or WHOLE_BOARD
        try:
            picture = draw_replay(
                board, told.scenes, part, alt_text=told.alt_text, width=width, largest=order.largest_file
            )
        except ReplayTooLarge:
            continue
        shown = order.rounds[0], told.last_round
        return Replay(picture, shown, len(told.scenes), told.lines, reduced=(most, width) != WAYS[0])
    raise TableRefusal("That replay would be too large for Discord: choose fewer rounds.")


async def _log(read: Reading, view: GameView, first: int) -> tuple[str, Logged]:
    """The last state on record before a round, and what was logged since then."""
    game = view.game
    kept = await read.kept_states(game.id)
    seq = max((seq for seq, key in kept if _round_of(key) < first), default=0)
    body = (await read.state_at_or_before(game.id, seq)).body
    return body, await logged(read, game.id, seq, game.seq)


def _round_of(key: str) -> int:
    """The round of a phase key; 0 of the key of the start."""
    head = key.partition(".")[0]
    return 0 if head == START_KEY else int(head)


def _rounds(state: GameState, events: Iterator[Event], first: int, last: int) -> tuple[GameState, tuple[Event, ...]]:
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
